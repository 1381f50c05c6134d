// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/project/evaluate.h"
#include "core/session/run_input.h"

#include <QTest>

#include <cstring>

using namespace warpbench;

namespace {

compile::Parameter member(const char* name, const char* type, std::size_t offset,
                          std::size_t size) {
    compile::Parameter parameter;
    parameter.name = name;
    parameter.type = type;
    parameter.offset = offset;
    parameter.size = size;
    return parameter;
}

/// struct S { int n; unsigned long long big; float x; };
compile::KernelInfo kernelOfStruct() {
    compile::KernelInfo kernel;
    kernel.name = "k";
    compile::Parameter structure = member("s", "S", 0, 24);
    structure.members = {member("n", "int", 0, 4), member("big", "unsigned long long", 8, 8),
                         member("x", "float", 16, 4)};
    kernel.parameters = {structure};
    return kernel;
}

std::vector<std::uint8_t> laidOut(const char* name, const char* value) {
    project::Project project;
    project::Launch launch;
    launch.kernel = "k";
    launch.grid = launch.block = {{"1", {}}};
    project::StructArg structure;
    structure.fields[name] = project::Expression{value, {}};
    launch.args.push_back({structure, {}});
    project.launches.push_back(launch);
    const project::LaunchPlan plan = project::makePlan(project);
    return session::layOutArguments(plan, plan.launches[0], kernelOfStruct())
        .at(0)
        .bytes;
}

} // namespace

class TestArgumentLayout : public QObject {
    Q_OBJECT

  private slots:
    /// A member gets the number that was written or none.
    void membersAreExact() {
        const auto bytes = laidOut("big", "18446744073709551615");
        std::uint64_t big = 0;
        std::memcpy(&big, bytes.data() + 8, sizeof big);
        QCOMPARE(big, UINT64_MAX);
        std::int32_t n = 0;
        std::memcpy(&n, laidOut("n", "-2147483648").data(), sizeof n);
        QCOMPARE(n, INT32_MIN);
        std::memcpy(&n, laidOut("n", "8 / 2").data(), sizeof n);
        QCOMPARE(n, 4);
    }

    void membersThatDoNotFit_data() {
        QTest::addColumn<QString>("name");
        QTest::addColumn<QString>("value");
        QTest::newRow("too large") << "n"
                                   << "5000000000";
        QTest::newRow("too small") << "n"
                                   << "-2147483649";
        QTest::newRow("a large fraction") << "n"
                                          << "1e300";
        QTest::newRow("a fraction") << "n"
                                    << "1.5";
        QTest::newRow("below 0") << "big"
                                 << "-1";
        QTest::newRow("not finite") << "n"
                                    << "nan";
        QTest::newRow("a float's end") << "x"
                                       << "1e300";
    }
    void membersThatDoNotFit() {
        QFETCH(QString, name);
        QFETCH(QString, value);
        QVERIFY_EXCEPTION_THROWN(laidOut(name.toStdString().c_str(), value.toStdString().c_str()),
                                 Error);
    }
};

QTEST_GUILESS_MAIN(TestArgumentLayout)
#include "tst_argument_layout.moc"
