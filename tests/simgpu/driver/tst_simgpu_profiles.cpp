// SPDX-License-Identifier: GPL-3.0-or-later
// Profiles of launches by wbsim.h: one for each launch, for the GPU that the device plays.
#include "driver_kernels.h"
#include "tests/main.h"

#include <algorithm>
#include <cstring>
#include <memory>

namespace tst_simgpu_profiles {

namespace {

/// A struct of the C interface that says how large it is.
template <class Struct>
Struct sized() {
    Struct value{};
    value.structSize = sizeof value;
    return value;
}

CUresult setProfiling(bool on, std::uint32_t residentBlocks = 0, std::uint32_t multiprocessors = 0,
                      std::uint64_t l1Bytes = 0) {
    const wbsimProfiling wanted = {sizeof wanted, on, residentBlocks, multiprocessors, l1Bytes};
    return static_cast<CUresult>(simApi()->setProfiling(0, &wanted));
}

wbsimLaunchProfile profileAt(std::uint32_t index) {
    auto profile = sized<wbsimLaunchProfile>();
    if (simApi()->getProfile(0, index, &profile) != CUDA_SUCCESS)
        qWarning("there is no profile %u", index);
    return profile;
}

std::uint64_t touched(const wbsimReuseDistances& distances) {
    std::uint64_t sum = distances.never;
    for (const std::uint64_t sectors : distances.sectors)
        sum += sectors;
    return sum;
}

} // namespace

class TestProfiles : public QObject {
    Q_OBJECT
  private slots:
    void initTestCase() {
        qunsetenv("WARPBENCH_SIMGPU");
        CHECK_OK(DRV(cuInit)(0));
    }
    void init();
    void cleanup();
    void oneForEachLaunch();
    void linesOfAnOlderCaller();
    void offByDefault();
    void metricsAreCountedToo();
    void switchingOffForgetsMemory();
    void figuresOfTheGpu();
    void launchesUnderControlHaveNone();
    void launchesThatFaultHaveNone();
    void launchesAfterTheFirst4096AreDropped();

  private:
    void launchAdd(unsigned int blocks, unsigned int threads = 64);

    std::unique_ptr<TestContext> m_context;
    CUfunction m_add = nullptr;
    CUdeviceptr m_buffer = 0;
};

void TestProfiles::init() {
    m_context = std::make_unique<TestContext>();
    m_add = function(load(kAdd), "add");
    CHECK_OK(DRV(cuMemAlloc)(&m_buffer, 1 << 20));
    CHECK_OK(DRV(cuMemsetD32)(m_buffer, 0, 1 << 18));
    simApi()->clearMetrics(0);
}

void TestProfiles::cleanup() {
    setProfiling(false);
    simApi()->clearMetrics(0);
    simApi()->clearFaults(0);
    DRV(cuMemFree)(m_buffer);
    m_context.reset();
}

void TestProfiles::launchAdd(unsigned int blocks, unsigned int threads) {
    int value = 1;
    void* params[] = {&m_buffer, &m_buffer, &value};
    CHECK_OK(launch(m_add, blocks, threads, params));
    CHECK_OK(DRV(cuCtxSynchronize)());
}

void TestProfiles::oneForEachLaunch() {
    CHECK_OK(setProfiling(true));
    launchAdd(1);
    launchAdd(3, 32);
    QCOMPARE(simApi()->profileCount(0), 2u);
    QCOMPARE(simApi()->droppedProfiles(0), std::uint64_t(0));
    const wbsimLaunchProfile first = profileAt(0), second = profileAt(1);
    QCOMPARE(first.kernel, "add");
    QCOMPARE(first.grid[0], 1u);
    QCOMPARE(first.block[0], 64u);
    QCOMPARE(first.warps, std::uint64_t(2));
    QCOMPARE(first.untimed, "");
    QCOMPARE(second.grid[0], 3u);
    QCOMPARE(second.warps, std::uint64_t(3));
    // Two warps of 128 bytes each, then three, two of them the same as in the first launch.
    QCOMPARE(first.distinctLines, std::uint64_t(2));
    QCOMPARE(first.reads.never, std::uint64_t(8));
    QCOMPARE(second.distinctLines, std::uint64_t(3));
    QCOMPARE(second.reads.never, std::uint64_t(4));
    QCOMPARE(touched(second.reads), std::uint64_t(12));
    std::uint64_t sectorsRead = 0, executions = 0;
    for (std::uint32_t i = 0; i < first.lineCount; ++i) {
        QCOMPARE(first.lines[i].structSize, std::uint32_t(sizeof(wbsimProfileLine)));
        QVERIFY(i == 0 || first.lines[i - 1].line < first.lines[i].line);
        sectorsRead += first.lines[i].sectorsRead;
        executions += first.lines[i].executions;
    }
    QCOMPARE(sectorsRead, std::uint64_t(8));
    QCOMPARE(executions, 2 * first.mostWork);
    simApi()->clearMetrics(0);
    QCOMPARE(simApi()->profileCount(0), 0u);
    auto none = sized<wbsimLaunchProfile>();
    CHECK_RESULT(static_cast<CUresult>(simApi()->getProfile(0, 0, &none)),
                 CUDA_ERROR_INVALID_VALUE);
}

/// Whose struct ends with the lines.
void TestProfiles::linesOfAnOlderCaller() {
    CHECK_OK(setProfiling(true));
    launchAdd(1);
    wbsimLaunchProfile old{};
    old.structSize = offsetof(wbsimLaunchProfile, dynamicShared);
    CHECK_OK(static_cast<CUresult>(simApi()->getProfile(0, 0, &old)));
    QVERIFY(old.lineCount > 0 && old.lines);
    QCOMPARE(old.warps, std::uint64_t(0));
}

void TestProfiles::offByDefault() {
    launchAdd(1);
    QCOMPARE(simApi()->profileCount(0), 0u);
    CHECK_RESULT(static_cast<CUresult>(simApi()->setProfiling(0, nullptr)),
                 CUDA_ERROR_INVALID_VALUE);
}

void TestProfiles::metricsAreCountedToo() {
    CHECK_OK(setProfiling(true));
    launchAdd(2);
    QCOMPARE(simApi()->metricsCount(0), 1u);
    auto metrics = sized<wbsimMetrics>();
    CHECK_OK(static_cast<CUresult>(simApi()->getMetrics(0, 0, &metrics)));
    QCOMPARE(metrics.counters.globalSectors,
             std::uint64_t(2 * 2 * 2 * 4)); // blocks, warps, ld + st
}

void TestProfiles::switchingOffForgetsMemory() {
    CHECK_OK(setProfiling(true));
    launchAdd(1);
    CHECK_OK(setProfiling(true, 1, 1)); // continues
    launchAdd(1);
    QCOMPARE(profileAt(1).reads.never, std::uint64_t(0));
    CHECK_OK(setProfiling(false));
    CHECK_OK(setProfiling(true));
    launchAdd(1);
    QCOMPARE(profileAt(2).reads.never, std::uint64_t(8));
}

/// An H200 has 132 multiprocessors, each with 32 of these blocks: of 33 times as many blocks in a
/// row, about 33 share one L1. The number of sampled accesses shows that.
void TestProfiles::figuresOfTheGpu() {
    const auto sampled = [&](std::uint32_t index) {
        std::uint64_t sectors = 0;
        const wbsimLaunchProfile profile = profileAt(index);
        for (std::uint32_t i = 0; i < profile.lineCount; ++i)
            sectors += profile.lines[i].sampledSectors;
        return sectors;
    };
    CHECK_OK(setProfiling(true));
    launchAdd(132 * 33, 32);
    QCOMPARE(sampled(0), std::uint64_t(33 * 4));
    CHECK_OK(setProfiling(true, 1, 11));
    launchAdd(44, 32);
    QCOMPARE(sampled(1), std::uint64_t(4 * 4));
    // The middle four of seven waves, the first of which fills the cache.
    launchAdd(77, 32);
    QCOMPARE(sampled(2), std::uint64_t(3 * 4));
}

void TestProfiles::launchesUnderControlHaveNone() {
    CHECK_OK(setProfiling(true));
    const wbsimStepping stepping = {sizeof stepping, 1, 0, WBSIM_ORDER_IN_TURN, 0, nullptr};
    CHECK_OK(static_cast<CUresult>(simApi()->setStepping(0, &stepping)));
    launchAdd(1);
    const wbsimStepping off = {sizeof off, 0, 0, WBSIM_ORDER_IN_TURN, 0, nullptr};
    CHECK_OK(static_cast<CUresult>(simApi()->setStepping(0, &off)));
    QCOMPARE(simApi()->profileCount(0), 0u);
    launchAdd(1);
    QCOMPARE(simApi()->profileCount(0), 1u);
}

void TestProfiles::launchesThatFaultHaveNone() {
    CHECK_OK(setProfiling(true));
    CHECK_OK(launch(function(load(kAdd), "fail"), 1, 32));
    CHECK_RESULT(DRV(cuCtxSynchronize)(), CUDA_ERROR_LAUNCH_FAILED);
    CHECK_OK(static_cast<CUresult>(simApi()->resetError(0)));
    QCOMPARE(simApi()->profileCount(0), 0u);
    launchAdd(1); // the memory's history is free for it
    QCOMPARE(simApi()->profileCount(0), 1u);
    QCOMPARE(profileAt(0).untimed, "");
}

void TestProfiles::launchesAfterTheFirst4096AreDropped() {
    CHECK_OK(setProfiling(true));
    int value = 1;
    void* params[] = {&m_buffer, &m_buffer, &value};
    for (unsigned int i = 0; i < 4100; ++i)
        CHECK_OK(launch(m_add, 1, i < 4095 ? 32 : 64, params));
    CHECK_OK(DRV(cuCtxSynchronize)());
    QCOMPARE(simApi()->profileCount(0), 4096u);
    QCOMPARE(simApi()->droppedProfiles(0), std::uint64_t(4));
    QCOMPARE(profileAt(4094).block[0], 32u);
    QCOMPARE(profileAt(4095).block[0], 64u);
}

WARPBENCH_TEST(TestProfiles)
} // namespace tst_simgpu_profiles

#include "tst_simgpu_profiles.moc"
