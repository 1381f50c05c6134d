// SPDX-License-Identifier: GPL-3.0-or-later
// Code variants for launches that count, check or step are kept for later launches.
#include "core/simgpu/engine/debug/source_map.h"
#include "core/simgpu/engine/observe/made_codes.h"
#include "core/simgpu/engine/program.h"
#include "tests/main.h"
#include "tests/simgpu/engine/machine_fixture.h"

#include <QtTest/QTest>

namespace tst_made_codes {

using namespace warpbench::simgpu::engine;

namespace {

/// Loads and stores word tid.x of p.
constexpr const char* kText = R"(.version 8.0
.target sm_90
.address_size 64
.visible .entry k(.param .u64 p)
{
    .reg .b32 %r<4>; .reg .b64 %rd<4>;
    ld.param.u64 %rd1, [p]; mov.u32 %r1, %tid.x;
    mul.wide.u32 %rd2, %r1, 4; add.s64 %rd3, %rd1, %rd2;
    ld.global.u32 %r2, [%rd3]; st.global.u32 [%rd3], %r2;
    ret;
}
)";

} // namespace

class TestMadeCodes : public QObject {
    Q_OBJECT

  private slots:
    void whatIsMadeOfACodeIsKept();
};

void TestMadeCodes::whatIsMadeOfACodeIsKept() {
    Machine m;
    QVERIFY2(m.loadText(kText), m.error.c_str());
    const DeviceArray<std::uint32_t> aligned(*m.memory, std::vector<std::uint32_t>(64));
    MadeCodes& codes = *m.program->made;
    const auto sectors = [&](std::uint64_t address, bool checked) {
        LaunchRequest request = m.request("k", {1, 1, 1}, {32, 1, 1}, Parameters().add(address));
        request.metrics = true;
        request.checks.globalRaces = checked;
        return execute(request).metrics->globalSectors;
    };
    const std::uint64_t eight = sectors(aligned.address(), false); // a load's and a store's four
    QCOMPARE(codes.made(), std::size_t(1));
    QCOMPARE(sectors(aligned.address(), false), eight);
    QCOMPARE(codes.made(), std::size_t(1));
    // An access pattern may depend on the parameters, and the checks are part of the code.
    QCOMPARE(sectors(aligned.address() + 4, false), eight + 2);
    QCOMPARE(codes.made(), std::size_t(2));
    QCOMPARE(sectors(aligned.address(), true), eight);
    QCOMPARE(codes.made(), std::size_t(3));
    QCOMPARE(sectors(aligned.address(), false), eight);
    QCOMPARE(codes.made(), std::size_t(3));
    // As many as there may be, and those used last.
    for (std::size_t i = 1; i <= MadeCodes::kMostObserved; ++i)
        sectors(aligned.address() + 4 * i, false);
    const std::size_t made = codes.made();
    sectors(aligned.address() + 4 * MadeCodes::kMostObserved, false);
    QCOMPARE(codes.made(), made);
    sectors(aligned.address(), true);
    QCOMPARE(codes.made(), made + 1);
    const auto stepped = codes.forStepping(*m.program, 0);
    QVERIFY(stepped && stepped == codes.forStepping(*m.program, 0));
    const auto places = codes.places(*m.program, *stepped);
    QCOMPARE(places->size(), stepped->insts.size());
    QVERIFY(places == codes.places(*m.program, *stepped));
}

WARPBENCH_TEST(TestMadeCodes)
} // namespace tst_made_codes

#include "tst_made_codes.moc"
