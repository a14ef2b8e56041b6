#include "support/fake_session.h"
#include "support/qt_main.h"

#include "ui/bridge/engine_bridge.h"

#include <QSignalSpy>
#include <QtTest>

namespace lockstep::ui {

using lockstep::testing::FakeSession;
using session::RunState;

class BridgeTest : public QObject {
    Q_OBJECT

private slots:
    void answersReachTheirContext() {
        FakeSession session;
        EngineBridge bridge(session);
        int answers = 0;
        bridge.askFor<session::RunList>(session::ListRuns{}, this, [&](const session::RunList& list) { answers += list.rows.empty(); });
        QTRY_COMPARE(answers, 1);
    }

    void goneContextIsNotCalled() {
        FakeSession session;
        session.hold();
        EngineBridge bridge(session);
        int answers = 0;
        auto* context = new QObject;
        const auto ticket = bridge.ask(session::ListRuns{}, context, [&](const auto&) { ++answers; });
        delete context;
        QSignalSpy answered(&bridge, &EngineBridge::answered);
        session.release();
        QTRY_COMPARE(answered.count(), 1);
        QCOMPARE(answered[0][0].value<session::Ticket>(), ticket);
        QCOMPARE(answers, 0);
    }

    void newestQuestionWins() {
        FakeSession session;
        session.hold();
        EngineBridge bridge(session);
        QStringList got;
        for (const char* name : {"a", "b", "c"})
            bridge.askFor<session::RunList>(
                session::ListRuns{name}, this, [&, name](const session::RunList&) { got << QLatin1String(name); },
                EngineBridge::Keep::Newest, [&](const Error&) { got << QStringLiteral("refused"); });
        session.release();
        QTRY_COMPARE(got, QStringList{QStringLiteral("c")});
    }

    void refusalsSayWhy() {
        FakeSession session;
        EngineBridge bridge(session);
        QString why;
        bridge.submit(session::Pause{99}, this, [&](const EngineBridge::Outcome& outcome) {
            if (!outcome.ok()) why = QString::fromStdString(outcome.error().text());
        });
        QTRY_VERIFY(why.contains(QStringLiteral("99")));
    }

    void changesOfOneRunAreToldOnceATurn() {
        FakeSession session({false, {}});
        const auto run = session.addRun("busy", RunState::Running);
        EngineBridge bridge(session);
        QSignalSpy changed(&bridge, &EngineBridge::runChanged);
        QTRY_VERIFY(changed.count() > 0);
        changed.clear();
        session.flood(run, 100000);
        int marker = 0;
        bridge.askFor<session::RunList>(session::ListRuns{}, this, [&](const session::RunList&) { ++marker; });
        QTRY_COMPARE(marker, 1); // came after the flood
        QVERIFY(changed.count() >= 1);
        QVERIFY2(changed.count() < 2000, qPrintable(QString::number(changed.count())));
    }

    void floodLeavesTheLoopAlive() {
        FakeSession session({false, {}});
        const auto run = session.addRun("busy", RunState::Running);
        EngineBridge bridge(session);
        int beats = 0;
        QTimer heart;
        connect(&heart, &QTimer::timeout, this, [&] { ++beats; });
        heart.start(0);
        session.flood(run, 300000);
        int marker = 0;
        bridge.askFor<session::RunList>(session::ListRuns{}, this, [&](const session::RunList&) { ++marker; });
        QTRY_COMPARE(marker, 1);
        QVERIFY(beats > 1);
    }

    void troubleIsPassedOn() {
        FakeSession session;
        EngineBridge bridge(session);
        QSignalSpy trouble(&bridge, &EngineBridge::storeTrouble);
        static constexpr ErrorCode kFull{"store.full", "the disk is full", "free some space"};
        session.postTrouble(Error(kFull));
        QTRY_COMPARE(trouble.count(), 1);
    }
};

LOCKSTEP_QT_TEST(BridgeTest);

} // namespace lockstep::ui

#include "bridge_test.moc"
