// Qt tests of one program: each class registers itself, main() runs them all and sums up.
#pragma once

#include <QObject>

#include <functional>

namespace lockstep::testing {

/// At namespace scope in a .cpp file: LOCKSTEP_QT_TEST(ChartTest) runs the private slots of class ChartTest.
bool registerQtTest(std::function<QObject*()> make);

#define LOCKSTEP_QT_TEST(Class) static const bool registered##Class = ::lockstep::testing::registerQtTest([] { return new Class; })

} // namespace lockstep::testing
