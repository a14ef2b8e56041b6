// Qt tests of one program: each class registers itself, main() runs them all and sums up.
#pragma once

#include <QObject>

#include <functional>
#include <memory>

namespace lockstep::testing {

/// `make` runs once, after the application is made; what it returns lives as long (a theme).
bool registerQtSetup(std::function<std::shared_ptr<void>()> make);

/// At namespace scope in a .cpp file: LOCKSTEP_QT_TEST(ChartTest) runs the private slots of class ChartTest.
bool registerQtTest(std::function<QObject*()> make);

#define LOCKSTEP_QT_TEST(Class) static const bool registered##Class = ::lockstep::testing::registerQtTest([] { return new Class; })

} // namespace lockstep::testing
