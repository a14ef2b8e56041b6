#include "train/control.h"

#include <gtest/gtest.h>

#include <thread>

namespace lockstep::train {
namespace {

TEST(Control, RequestsAreTakenOnce) {
    Control control;
    EXPECT_FALSE(control.pending());
    control.checkpoint();
    control.edit("lr", 0.5);
    EXPECT_TRUE(control.pending());
    const auto asked = control.take();
    EXPECT_TRUE(asked.checkpoint);
    EXPECT_FALSE(asked.evaluate);
    ASSERT_EQ(asked.edits.size(), 1u);
    EXPECT_FALSE(control.pending());
    EXPECT_FALSE(control.take().checkpoint);
}

TEST(Control, APauseStaysPendingUntilItIsOver) {
    Control control;
    control.pause(true);
    control.take();
    EXPECT_TRUE(control.pending());
    control.pause(false);
    control.take();
    EXPECT_FALSE(control.pending());
}

TEST(Control, StopEndsAPause) {
    Control control;
    control.pause(true);
    control.take();
    std::jthread trainer([&] { control.waitWhilePaused(); });
    control.stop();
    trainer.join();
    EXPECT_TRUE(control.stopping());
    EXPECT_FALSE(control.discarding());
}

TEST(Control, ARequestWakesAPausedTrainer) {
    Control control;
    control.pause(true);
    control.take();
    std::jthread trainer([&] { control.waitWhilePaused(); });
    control.checkpoint();
    trainer.join();
    EXPECT_TRUE(control.take().checkpoint);
    EXPECT_TRUE(control.paused());
}

TEST(Control, ASecondPauseWakesATrainerThatMissedTheEndOfTheFirst) {
    Control control;
    control.pause(true);
    EXPECT_TRUE(control.take().pause);
    control.pause(false);
    control.pause(true);
    control.waitWhilePaused(); // returns
    EXPECT_TRUE(control.take().pause);
    EXPECT_TRUE(control.paused());
}

} // namespace
} // namespace lockstep::train
