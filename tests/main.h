// SPDX-License-Identifier: GPL-3.0-or-later
// The tests of a folder are one program, `FOLDER-tests`, whose first argument names one of them:
//     bin/session-tests tst_session_timing [functions and options of Qt Test]
// A test runs alone in its process, so what it does to the environment and to static objects is its
// own.
#pragma once

#include <QTest>

#include <string_view>

namespace warpbench::tests {

using RunTest = int (*)(int argc, char** argv);

/// Makes `run` what the program does for the name of a test's file.
bool addTest(std::string_view file, RunTest run);

template <class Application, class Test>
int runTest(int argc, char** argv) {
    Application application(argc, argv);
    Test test;
    return QTest::qExec(&test, argc, argv);
}

} // namespace warpbench::tests

#define WARPBENCH_TEST_WITH(Application, Test)                                                     \
    [[maybe_unused]] static const bool kAdded##Test =                                              \
        ::warpbench::tests::addTest(__FILE__, &::warpbench::tests::runTest<Application, Test>);

/// A test without widgets.
#define WARPBENCH_TEST(Test) WARPBENCH_TEST_WITH(QCoreApplication, Test)
/// A test with widgets; its file includes <QApplication>.
#define WARPBENCH_WIDGET_TEST(Test) WARPBENCH_TEST_WITH(QApplication, Test)
