// SPDX-License-Identifier: GPL-3.0-or-later
// Profiles of launches: every expected value is worked out by hand from what each lane does.
#include "core/simgpu/engine/machine/profile.h"
#include "core/simgpu/engine/machine/touch_history.h"
#include "tests/simgpu/engine/machine_fixture.h"

#include <QtTest/QTest>

#include <algorithm>

using namespace warpbench::simgpu::engine;

namespace {

constexpr std::size_t kWords = 1 << 20;

/// A kernel `k(.u64 p)`; %r1 is tid.x, %r2 is ctaid.x, %rd1 is p, `buf` 32 KiB of shared memory.
/// Each instruction of the body has a line of its own.
std::string kernel(const std::string& body) {
    return ".version 8.0\n.target sm_90\n.address_size 64\n"
           ".const .align 4 .b8 table[4096];\n"
           ".visible .entry k(.param .u64 p)\n{\n"
           ".reg .pred %p<8>; .reg .b16 %h<8>; .reg .b32 %r<32>; .reg .b64 %rd<32>;\n"
           ".reg .f32 %f<16>;\n"
           ".shared .align 16 .b8 buf[32768]; .local .align 16 .b8 depot[64];\n"
           "ld.param.u64 %rd1, [p];\ncvta.to.global.u64 %rd1, %rd1;\n"
           "mov.u32 %r1, %tid.x;\nmov.u32 %r2, %ctaid.x;\n" +
           body + "\nret;\n}\n";
}

/// The address of element %r1 * stride of `bytes` bytes, in %rd2.
std::string element(int bytes, int stride, int offset = 0) {
    return "mul.wide.u32 %rd2, %r1, " + std::to_string(bytes * stride) + ";\n" +
           "add.s64 %rd2, %rd1, %rd2;\n" + "add.s64 %rd2, %rd2, " + std::to_string(offset) + ";\n";
}

std::uint64_t sumOf(const ReuseDistances& distances) {
    std::uint64_t sum = distances.never;
    for (const std::uint64_t sectors : distances.sectors)
        sum += sectors;
    return sum;
}

/// Those of distances below 2^bucket lines.
std::uint64_t below(const ReuseDistances& distances, std::size_t bucket) {
    std::uint64_t sum = 0;
    for (std::size_t k = 0; k < bucket; ++k)
        sum += distances.sectors[k];
    return sum;
}

} // namespace

class TestProfile : public QObject {
    Q_OBJECT

  private:
    Machine m;
    std::string m_text;
    Profiling m_profiling{true, 2, 4, 64 << 10};
    std::shared_ptr<TouchHistory> m_history;
    std::unique_ptr<DeviceArray<unsigned>> m_data;

    LaunchProfile profile(const std::string& body, Dim3 block = {32, 1, 1}, Dim3 grid = {1, 1, 1});
    LaunchOutcome launch(Dim3 block, Dim3 grid, bool deterministic = false);
    ProfileLine lineOf(const LaunchProfile& profile, const std::string& instruction) const;

  private slots:
    void initTestCase();
    void init();
    void nothingIsRecordedUnasked();
    void globalLoads_data();
    void globalLoads();
    void partsOfSectorsAreWritten_data();
    void partsOfSectorsAreWritten();
    void partsOfTheWarp();
    void scatteredPages();
    void genericAccesses();
    void metricsStayTheSame();
    void sharedPasses_data();
    void sharedPasses();
    void sharedAtomics_data();
    void sharedAtomics();
    void constantsByLane_data();
    void constantsByLane();
    void localArrays_data();
    void localArrays();
    void atomics_data();
    void atomics();
    void hottestAtomic();
    void branches();
    void branchesOfLoops();
    void skippedInstructions();
    void copiesAndTiles_data();
    void copiesAndTiles();
    void l1Hits();
    void l1IsBypassed_data();
    void l1IsBypassed();
    void l1HoldsNoMoreThanItsBytes();
    void l1IsSharedByResidentBlocks();
    void reuseAcrossLaunches();
    void reuseWithinALaunch();
    void reuseByWaves();
    void readsAndWritesApart();
    void manyLinesAreSampled();
    void workOfWarps();
    void untimedKernels_data();
    void untimedKernels();
    void launchesBesideAnother();
    void threadsOfTheHostMakeNoDifference();
    void clockLengthensItsEpochs();
};

void TestProfile::initTestCase() {
    m_data = std::make_unique<DeviceArray<unsigned>>(*m.memory, std::vector<unsigned>(kWords));
}

void TestProfile::init() {
    m_profiling = {true, 2, 4, 64 << 10};
    m_history = std::make_shared<TouchHistory>();
}

LaunchOutcome TestProfile::launch(Dim3 block, Dim3 grid, bool deterministic) {
    LaunchRequest request = m.request("k", grid, block, Parameters().add(m_data->address()));
    request.metrics = true;
    request.profiling = m_profiling;
    request.touchHistory = m_history;
    request.deterministic = deterministic;
    LaunchOutcome outcome = execute(request);
    if (!outcome.ok())
        qWarning("%s", describe(outcome).c_str());
    return outcome;
}

LaunchProfile TestProfile::profile(const std::string& body, Dim3 block, Dim3 grid) {
    m_text = kernel(body);
    if (!m.loadText(m_text)) {
        qWarning("%s", m.error.c_str());
        return {};
    }
    const LaunchOutcome outcome = launch(block, grid);
    return outcome.profile ? *outcome.profile : LaunchProfile{};
}

/// Of the first line of the PTX that begins so, a guard aside.
ProfileLine TestProfile::lineOf(const LaunchProfile& profile,
                                const std::string& instruction) const {
    std::istringstream text(m_text);
    std::string line;
    for (std::uint32_t number = 1; std::getline(text, line); ++number) {
        const std::size_t at = line.rfind('@', 0) == 0 ? line.find(' ') + 1 : 0;
        if (line.compare(at, instruction.size(), instruction) != 0)
            continue;
        for (const ProfileLine& each : profile.lines) {
            if (each.line == number)
                return each;
        }
        return {};
    }
    qWarning("no such instruction: %s", instruction.c_str());
    return {};
}

void TestProfile::nothingIsRecordedUnasked() {
    QVERIFY(m.loadText(kernel(element(4, 1) + "ld.global.u32 %r3, [%rd2];")));
    m_profiling.on = false;
    QVERIFY(!launch({32, 1, 1}, {1, 1, 1}).profile);
}

void TestProfile::globalLoads_data() {
    QTest::addColumn<int>("bytes");
    QTest::addColumn<int>("stride"); // elements
    QTest::addColumn<int>("offset"); // bytes
    QTest::addColumn<int>("lines");
    QTest::addColumn<int>("sectors");
    QTest::addColumn<int>("passes");
    QTest::addColumn<int>("pages");
    QTest::newRow("4, stride 1") << 4 << 1 << 0 << 1 << 4 << 1 << 0;
    QTest::newRow("4, stride 1, shifted") << 4 << 1 << 4 << 2 << 5 << 1 << 0;
    QTest::newRow("4, stride 2") << 4 << 2 << 0 << 2 << 8 << 2 << 0;
    QTest::newRow("4, stride 32") << 4 << 32 << 0 << 32 << 32 << 32 << 2;
    QTest::newRow("4, stride 33") << 4 << 33 << 0 << 32 << 32 << 1 << 2;
    QTest::newRow("4, all the same") << 4 << 0 << 0 << 1 << 1 << 1 << 0;
    QTest::newRow("8, stride 1") << 8 << 1 << 0 << 2 << 8 << 2 << 0;
    QTest::newRow("8, all the same") << 8 << 0 << 0 << 1 << 1 << 1 << 0;
    QTest::newRow("16, stride 1") << 16 << 1 << 0 << 4 << 16 << 4 << 0;
    QTest::newRow("16, stride 512") << 16 << 512 << 0 << 32 << 32 << 32 << 32;
    QTest::newRow("1, stride 1") << 1 << 1 << 0 << 1 << 1 << 1 << 0;
    QTest::newRow("1, stride 2") << 1 << 2 << 0 << 1 << 2 << 1 << 0;
}

void TestProfile::globalLoads() {
    QFETCH(int, bytes);
    QFETCH(int, stride);
    QFETCH(int, offset);
    const std::string load = bytes == 1   ? "ld.global.u8 %h1, [%rd2];"
                             : bytes == 4 ? "ld.global.u32 %r3, [%rd2];"
                             : bytes == 8 ? "ld.global.v2.u32 {%r3, %r4}, [%rd2];"
                                          : "ld.global.v4.u32 {%r3, %r4, %r5, %r6}, [%rd2];";
    const LaunchProfile found = profile(element(bytes, stride, offset) + load);
    const ProfileLine line = lineOf(found, load.substr(0, load.find(' ')));
    QCOMPARE(line.executions, 1u);
    QCOMPARE(line.threads, 32u);
    QCOMPARE(line.accesses, 1u);
    QTEST(int(line.sectorsRead), "sectors");
    QTEST(int(line.lines), "lines");
    QTEST(int(line.passes), "passes");
    QTEST(int(line.pages), "pages");
    QCOMPARE(line.sectorsWritten, 0u);
    QCOMPARE(line.partialSectors, 0u);
    QCOMPARE(line.atomicSectors, 0u);
    QCOMPARE(found.kernel, std::string("k"));
    QCOMPARE(found.block, (Dim3{32, 1, 1}));
}

void TestProfile::partsOfSectorsAreWritten_data() {
    QTest::addColumn<int>("stride"); // elements
    QTest::addColumn<int>("offset"); // bytes
    QTest::addColumn<int>("sectors");
    QTest::addColumn<int>("partial");
    QTest::newRow("side by side") << 1 << 0 << 4 << 0;
    QTest::newRow("shifted") << 1 << 4 << 5 << 2;
    QTest::newRow("every other word") << 2 << 0 << 8 << 8;
    QTest::newRow("a sector each") << 8 << 0 << 32 << 32;
    QTest::newRow("all the same") << 0 << 0 << 1 << 1;
}

void TestProfile::partsOfSectorsAreWritten() {
    QFETCH(int, stride);
    QFETCH(int, offset);
    const ProfileLine line =
        lineOf(profile(element(4, stride, offset) + "st.global.u32 [%rd2], %r1;"), "st.global");
    QTEST(int(line.sectorsWritten), "sectors");
    QTEST(int(line.partialSectors), "partial");
    QCOMPARE(line.sectorsRead, 0u);
    QCOMPARE(line.accesses, 1u);
}

/// Lanes 8 to 15, then those of even number.
void TestProfile::partsOfTheWarp() {
    const LaunchProfile found = profile(element(4, 1) + "shr.u32 %r3, %r1, 3;\n"
                                                        "setp.eq.u32 %p1, %r3, 1;\n"
                                                        "and.b32 %r4, %r1, 1;\n"
                                                        "setp.eq.u32 %p2, %r4, 0;\n"
                                                        "@%p1 ld.global.u32 %r5, [%rd2];\n"
                                                        "@%p2 st.global.u32 [%rd2], %r1;");
    const ProfileLine load = lineOf(found, "ld.global");
    QCOMPARE(load.threads, 8u);
    QCOMPARE(load.sectorsRead, 1u);
    QCOMPARE(load.lines, 1u);
    QCOMPARE(load.passes, 1u);
    const ProfileLine store = lineOf(found, "st.global");
    QCOMPARE(store.threads, 16u);
    QCOMPARE(store.sectorsWritten, 4u);
    QCOMPARE(store.partialSectors, 4u);
}

/// Lane l goes to line (l * 5) % 32 of 128 KiB: in no order, each to a page of its own.
void TestProfile::scatteredPages() {
    const LaunchProfile found = profile("mul.lo.u32 %r3, %r1, 5;\nand.b32 %r3, %r3, 31;\n"
                                        "mul.wide.u32 %rd2, %r3, 4096;\n"
                                        "add.s64 %rd2, %rd1, %rd2;\n"
                                        "ld.global.u32 %r4, [%rd2];");
    const ProfileLine line = lineOf(found, "ld.global");
    QCOMPARE(line.lines, 32u);
    QCOMPARE(line.pages, 32u);
    QCOMPARE(line.sectorsRead, 32u);
    QCOMPARE(found.distinctLines, 32u);
}

/// Of each warp the lower half goes to global memory, the upper one to shared memory.
void TestProfile::genericAccesses() {
    const LaunchProfile found = profile("mov.u64 %rd3, buf;\ncvta.shared.u64 %rd3, %rd3;\n"
                                        "setp.lt.u32 %p1, %r1, 16;\n"
                                        "selp.b64 %rd4, %rd1, %rd3, %p1;\n"
                                        "mul.wide.u32 %rd2, %r1, 4;\n"
                                        "add.s64 %rd2, %rd4, %rd2;\n"
                                        "ld.u32 %r3, [%rd2];");
    const ProfileLine line = lineOf(found, "ld.u32");
    QCOMPARE(line.accesses, 1u);
    QCOMPARE(line.sectorsRead, 2u);
    QCOMPARE(line.lines, 1u);
    QCOMPARE(line.passes, 2u); // one in each memory
    QCOMPARE(sumOf(found.reads), 2u);
}

/// The profile counts some of them along the way.
void TestProfile::metricsStayTheSame() {
    const std::string body = element(4, 3) +
                             "ld.global.u32 %r3, [%rd2];\nld.global.u32 %r4, [%rd2+32];\n"
                             "st.global.u32 [%rd2], %r3;\nst.global.u32 [%rd2+4], %r4;\n" +
                             "atom.global.add.u32 %r5, [%rd1], 1;";
    QVERIFY(m.loadText(kernel(body)));
    const LaunchOutcome with = launch({80, 1, 1}, {3, 1, 1});
    m_profiling.on = false;
    const LaunchOutcome without = launch({80, 1, 1}, {3, 1, 1});
    QVERIFY(with.metrics && without.metrics);
    QCOMPARE(with.metrics->globalSectors, without.metrics->globalSectors);
    QCOMPARE(with.metrics->idealGlobalSectors, without.metrics->idealGlobalSectors);
    QCOMPARE(with.metrics->bytesLoaded, without.metrics->bytesLoaded);
    QCOMPARE(with.metrics->warpInstructions, without.metrics->warpInstructions);
    QCOMPARE(with.metrics->threadInstructions, without.metrics->threadInstructions);
    QCOMPARE(with.metrics->activeLanes, without.metrics->activeLanes);
}

void TestProfile::sharedPasses_data() {
    QTest::addColumn<int>("bytes");
    QTest::addColumn<int>("stride"); // elements
    QTest::addColumn<int>("passes");
    QTest::newRow("4, stride 1") << 4 << 1 << 1;
    QTest::newRow("4, all the same") << 4 << 0 << 1;
    QTest::newRow("4, stride 2") << 4 << 2 << 2;
    QTest::newRow("4, stride 32") << 4 << 32 << 32;
    QTest::newRow("4, stride 33") << 4 << 33 << 1;
    QTest::newRow("8, stride 1") << 8 << 1 << 2;
    QTest::newRow("8, all the same") << 8 << 0 << 2;
    QTest::newRow("8, stride 2") << 8 << 2 << 4;
    QTest::newRow("16, stride 1") << 16 << 1 << 4;
    QTest::newRow("16, stride 2") << 16 << 2 << 8;
}

void TestProfile::sharedPasses() {
    QFETCH(int, bytes);
    QFETCH(int, stride);
    const std::string load = bytes == 4   ? "ld.shared.u32 %r3, [%rd2];"
                             : bytes == 8 ? "ld.shared.v2.u32 {%r3, %r4}, [%rd2];"
                                          : "ld.shared.v4.u32 {%r3, %r4, %r5, %r6}, [%rd2];";
    const ProfileLine line =
        lineOf(profile("mov.u64 %rd1, buf;\n" + element(bytes, stride) + load, {64, 1, 1}),
               load.substr(0, load.find(' ')));
    QCOMPARE(line.accesses, 2u);
    // The second warp's addresses lie a whole number of banks behind.
    QTEST(int(line.passes / 2), "passes");
    QCOMPARE(line.lines, 0u);
    QCOMPARE(line.sectorsRead, 0u);
}

void TestProfile::sharedAtomics_data() {
    QTest::addColumn<int>("stride"); // words
    QTest::addColumn<int>("passes");
    QTest::newRow("one word") << 0 << 32;
    QTest::newRow("a word each") << 1 << 1;
    QTest::newRow("two words of a bank") << 16 << 16;
}

void TestProfile::sharedAtomics() {
    QFETCH(int, stride);
    const LaunchProfile found =
        profile("mov.u64 %rd1, buf;\n" + element(4, stride) + "red.shared.add.u32 [%rd2], 1;");
    const ProfileLine line = lineOf(found, "red.shared");
    QCOMPARE(line.accesses, 1u);
    QTEST(int(line.passes), "passes");
    QCOMPARE(line.atomicSectors, 0u);
    QCOMPARE(line.sameAddress, 0u);
    QCOMPARE(found.hottestAtomic, 0u);
}

void TestProfile::constantsByLane_data() {
    QTest::addColumn<int>("bytes");
    QTest::addColumn<int>("stride"); // bytes
    QTest::addColumn<int>("passes");
    QTest::newRow("the same for all lanes") << 4 << 0 << 1;
    QTest::newRow("a word for each lane") << 4 << 4 << 32;
    QTest::newRow("two words, the same for all lanes") << 8 << 0 << 2;
    QTest::newRow("two words for each lane") << 8 << 8 << 64;
}

void TestProfile::constantsByLane() {
    QFETCH(int, bytes);
    QFETCH(int, stride);
    const std::string load =
        bytes == 4 ? "ld.const.u32 %r3, [%rd2];" : "ld.const.v2.u32 {%r3, %r4}, [%rd2];";
    const LaunchProfile found = profile("mov.u64 %rd1, table;\n" + element(1, stride) + load);
    const ProfileLine line = lineOf(found, "ld.const");
    QCOMPARE(line.accesses, 1u);
    QTEST(int(line.passes), "passes");
    QCOMPARE(line.lines, 0u);
    QCOMPARE(line.sectorsRead, 0u);
    QCOMPARE(found.distinctLines, 0u);
}

void TestProfile::localArrays_data() {
    QTest::addColumn<int>("index"); // bytes, of lane 1, that of lane l is l % 2 of it
    QTest::addColumn<int>("lanes");
    QTest::addColumn<int>("bytes");
    QTest::addColumn<int>("lines");
    QTest::addColumn<int>("sectors");
    QTest::addColumn<int>("partial");
    QTest::newRow("the same word") << 0 << 32 << 4 << 1 << 4 << 0;
    QTest::newRow("the same two words") << 0 << 32 << 8 << 2 << 8 << 0;
    QTest::newRow("two places") << 8 << 32 << 4 << 2 << 8 << 8;
    QTest::newRow("half a warp") << 0 << 16 << 4 << 1 << 2 << 0;
    QTest::newRow("half a sector") << 0 << 20 << 4 << 1 << 3 << 1;
}

void TestProfile::localArrays() {
    QFETCH(int, index);
    QFETCH(int, lanes);
    QFETCH(int, bytes);
    const std::string words = bytes == 4 ? ".u32" : ".v2.u32";
    const std::string value = bytes == 4 ? "%r5" : "{%r5, %r6}";
    const LaunchProfile found =
        profile("and.b32 %r3, %r1, 1;\nmul.wide.u32 %rd2, %r3, " + std::to_string(index) +
                ";\nmov.u64 %rd3, depot;\nadd.s64 %rd2, %rd3, %rd2;\nmov.u32 %r5, 1;\n"
                "mov.u32 %r6, 2;\nsetp.lt.u32 %p1, %r1, " +
                std::to_string(lanes) + ";\n@%p1 st.local" + words + " [%rd2], " + value +
                ";\n@%p1 ld.local" + words + " " + value + ", [%rd2];");
    const ProfileLine store = lineOf(found, "st.local"), load = lineOf(found, "ld.local");
    QTEST(int(store.lines), "lines");
    QTEST(int(store.sectorsWritten), "sectors");
    QTEST(int(store.partialSectors), "partial");
    QTEST(int(load.lines), "lines");
    QTEST(int(load.sectorsRead), "sectors");
    QCOMPARE(int(load.passes), bytes / 4);
    // Whole sectors stay in L1 when they are stored.
    QFETCH(int, partial);
    QCOMPARE(load.sampledSectors, load.sectorsRead);
    QCOMPARE(load.sampledHits, load.sectorsRead - std::uint64_t(partial));
    QCOMPARE(load.accesses, 1u);
    QCOMPARE(found.distinctLines, 0u); // of global memory
}

void TestProfile::atomics_data() {
    QTest::addColumn<int>("stride"); // words
    QTest::addColumn<int>("sectors");
    QTest::addColumn<int>("same");
    QTest::addColumn<int>("bytes");
    QTest::newRow("one address") << 0 << 1 << 32 << 4;
    QTest::newRow("a word each") << 1 << 4 << 1 << 128;
    QTest::newRow("a line each") << 32 << 32 << 1 << 128;
}

void TestProfile::atomics() {
    QFETCH(int, stride);
    for (const char* instruction : {"atom.global.add.u32 %r3, [%rd2], 1;", "red.global.add.u32 "
                                                                           "[%rd2], 1;"}) {
        const LaunchProfile found = profile(element(4, stride) + instruction);
        const ProfileLine line = lineOf(found, std::string(instruction).substr(0, 10));
        QCOMPARE(line.accesses, 1u);
        QTEST(int(line.atomicSectors), "sectors");
        QTEST(int(line.sameAddress), "same");
        QTEST(int(found.atomicBytes), "bytes");
        QTEST(int(found.hottestAtomic), "same");
        QCOMPARE(line.sectorsRead, 0u);
        QCOMPARE(line.sectorsWritten, 0u);
        QCOMPARE(sumOf(found.reads), line.atomicSectors);
        QCOMPARE(sumOf(found.writes), line.atomicSectors);
    }
}

/// 10 blocks of 64 threads: each adds to word tid % 2.
void TestProfile::hottestAtomic() {
    const LaunchProfile found = profile("and.b32 %r3, %r1, 1;\nmul.wide.u32 %rd2, %r3, 4;\n"
                                        "add.s64 %rd2, %rd1, %rd2;\n"
                                        "red.global.add.u32 [%rd2], 1;",
                                        {64, 1, 1}, {10, 1, 1});
    QCOMPARE(found.hottestAtomic, 320u);
    QCOMPARE(found.atomicBytes, 8u);
    QCOMPARE(lineOf(found, "red").sameAddress, 20u * 16);
}

/// Of 4 warps: all lanes jump, no lane does, and in two of them some do.
void TestProfile::branches() {
    const LaunchProfile found = profile("setp.lt.u32 %p1, %r1, 40;\nsetp.ge.u32 %p2, %r1, 120;\n"
                                        "or.pred %p3, %p1, %p2;\n"
                                        "@%p3 bra A;\n"
                                        "mov.u32 %r3, 1;\n"
                                        "A:\nmov.u32 %r4, 1;\n"
                                        "bra B;\n"
                                        "B:\nmov.u32 %r5, 1;",
                                        {128, 1, 1});
    const ProfileLine branch = lineOf(found, "bra A");
    QCOMPARE(branch.executions, 4u);
    QCOMPARE(branch.taken, 3u);
    QCOMPARE(lineOf(found, "bra B").taken, 4u);
    QCOMPARE(lineOf(found, "ret").taken, 4u);
    QCOMPARE(lineOf(found, "mov.u32 %r3").executions, 3u);
}

/// Lane l goes round l % 4 + 1 times: the branch is executed four times, and taken but for the
/// last one. With another comparison in front of it, and alone.
void TestProfile::branchesOfLoops() {
    const LaunchProfile found = profile("and.b32 %r3, %r1, 3;\nmov.u32 %r4, 0;\n"
                                        "A:\nadd.u32 %r4, %r4, 1;\n"
                                        "setp.le.u32 %p1, %r4, %r3;\n"
                                        "@%p1 bra A;\n"
                                        "mov.u32 %r4, 0;\n"
                                        "B:\nadd.u32 %r5, %r5, 3;\nadd.u32 %r4, %r4, 1;\n"
                                        "setp.lt.u32 %p2, %r4, 10;\n"
                                        "xor.b32 %r6, %r5, %r4;\n"
                                        "@%p2 bra B;");
    QCOMPARE(lineOf(found, "bra A").executions, 4u);
    QCOMPARE(lineOf(found, "bra A").taken, 3u);
    QCOMPARE(lineOf(found, "bra B").executions, 10u);
    QCOMPARE(lineOf(found, "bra B").taken, 9u);
}

/// Of 4 warps the last two are switched off.
void TestProfile::skippedInstructions() {
    const LaunchProfile found = profile(element(4, 1) + "setp.lt.u32 %p1, %r1, 50;\n"
                                                        "@%p1 ld.global.u32 %r3, [%rd2];\n"
                                                        "@!%p1 st.global.u32 [%rd2], %r1;",
                                        {128, 1, 1});
    const ProfileLine load = lineOf(found, "ld.global"), store = lineOf(found, "st.global");
    QCOMPARE(load.executions, 2u);
    QCOMPARE(load.threads, 50u);
    QCOMPARE(load.skipped, 2u);
    QCOMPARE(store.executions, 3u);
    QCOMPARE(store.skipped, 1u);
}

void TestProfile::copiesAndTiles_data() {
    QTest::addColumn<QString>("instruction");
    QTest::addColumn<int>("passes");
    QTest::addColumn<int>("lines");
    QTest::addColumn<int>("read");
    QTest::addColumn<int>("written");
    QTest::newRow("cp.async, 16 bytes")
        << "cp.async.cg.shared.global [%r3], [%rd2], 16;" << 4 << 4 << 16 << 0;
    QTest::newRow("ldmatrix.x4") << "ldmatrix.sync.aligned.m8n8.x4.shared.b16 "
                                    "{%r5, %r6, %r7, %r8}, [%r3];"
                                 << 4 << 0 << 0 << 0;
    QTest::newRow("ldmatrix.x1") << "ldmatrix.sync.aligned.m8n8.x1.shared.b16 {%r5}, [%r3];" << 1
                                 << 0 << 0 << 0;
    QTest::newRow("stmatrix.x2") << "stmatrix.sync.aligned.m8n8.x2.shared.b16 [%r3], {%r5, %r6};"
                                 << 2 << 0 << 0 << 0;
    // 16 rows of 64 bytes, 128 bytes from each other.
    QTest::newRow("wmma.load") << "wmma.load.c.sync.aligned.row.m16n16k16.global.f32 "
                                  "{%f0, %f1, %f2, %f3, %f4, %f5, %f6, %f7}, [%rd1], 32;"
                               << 16 << 16 << 32 << 0;
    QTest::newRow("wmma.store") << "wmma.store.d.sync.aligned.row.m16n16k16.global.f32 [%rd1], "
                                   "{%f0, %f1, %f2, %f3, %f4, %f5, %f6, %f7}, 32;"
                                << 16 << 16 << 0 << 32;
    QTest::newRow("bulk copy") << "@%p1 cp.async.bulk.global.shared::cta.bulk_group [%rd1], "
                                  "[%r4], 1024;"
                               << 0 << 8 << 0 << 32;
}

void TestProfile::copiesAndTiles() {
    QFETCH(QString, instruction);
    const LaunchProfile found = profile(element(16, 1) +
                                        "setp.eq.u32 %p1, %r1, 0;\nmov.u32 %r4, buf;\n"
                                        "shl.b32 %r3, %r1, 4;\nadd.u32 %r3, %r4, %r3;\n" +
                                        instruction.toStdString());
    const QString name = instruction.section(' ', instruction.startsWith('@') ? 1 : 0,
                                             instruction.startsWith('@') ? 1 : 0);
    const ProfileLine line = lineOf(found, name.toStdString());
    QCOMPARE(line.accesses, 1u);
    QTEST(int(line.passes), "passes");
    QTEST(int(line.lines), "lines");
    QTEST(int(line.sectorsRead), "read");
    QTEST(int(line.sectorsWritten), "written");
}

/// A block of 32 threads reads 4 KiB eight times. All blocks read the same.
static const char* const kReadEightTimes = "mov.u32 %r4, 0;\n"
                                           "A:\nshl.b32 %r5, %r4, 5;\nand.b32 %r5, %r5, 1023;\n"
                                           "add.u32 %r5, %r5, %r1;\n"
                                           "mul.wide.u32 %rd2, %r5, 4;\nadd.s64 %rd2, %rd1, %rd2;\n"
                                           "ld.global.u32 %r6, [%rd2];\n"
                                           "add.u32 %r4, %r4, 1;\nsetp.lt.u32 %p1, %r4, 256;\n"
                                           "@%p1 bra A;";

void TestProfile::l1Hits() {
    const ProfileLine again = lineOf(profile(kReadEightTimes), "ld.global");
    QCOMPARE(again.sampledSectors, 1024u);
    QCOMPARE(again.sampledHits, 1024u * 7 / 8);
    const ProfileLine streaming =
        lineOf(profile("mov.u32 %r4, 0;\n"
                       "A:\nshl.b32 %r5, %r4, 5;\nadd.u32 %r5, %r5, %r1;\n"
                       "mul.wide.u32 %rd2, %r5, 4;\nadd.s64 %rd2, %rd1, %rd2;\n"
                       "ld.global.u32 %r6, [%rd2];\n"
                       "add.u32 %r4, %r4, 1;\nsetp.lt.u32 %p1, %r4, 256;\n@%p1 bra A;"),
               "ld.global");
    QCOMPARE(streaming.sampledSectors, 1024u);
    QCOMPARE(streaming.sampledHits, 0u);
}

void TestProfile::l1IsBypassed_data() {
    QTest::addColumn<QString>("load");
    QTest::addColumn<bool>("cached");
    QTest::newRow("ca") << "ld.global.ca.u32" << true;
    QTest::newRow("nc") << "ld.global.nc.u32" << true;
    QTest::newRow("cg") << "ld.global.cg.u32" << false;
    QTest::newRow("cv") << "ld.global.cv.u32" << false;
    QTest::newRow("volatile") << "ld.volatile.global.u32" << false;
    QTest::newRow("relaxed") << "ld.relaxed.gpu.global.u32" << false;
}

void TestProfile::l1IsBypassed() {
    QFETCH(QString, load);
    const ProfileLine line =
        lineOf(profile(element(4, 1) + load.toStdString() + " %r3, [%rd2];"), load.toStdString());
    QCOMPARE(line.sectorsRead, 4u);
    QTEST(line.sampledSectors != 0, "cached");
}

/// 4 KiB do not fit in 2 KiB, and what is read in turn is always gone.
void TestProfile::l1HoldsNoMoreThanItsBytes() {
    m_profiling.l1Bytes = 2048;
    QCOMPARE(lineOf(profile(kReadEightTimes), "ld.global").sampledHits, 0u);
    m_profiling.l1Bytes = 0;
    QCOMPARE(lineOf(profile(kReadEightTimes), "ld.global").sampledSectors, 0u);
}

/// Of 8 blocks on 4 multiprocessors two share the one that is sampled: the second one finds all
/// that the first one has read.
void TestProfile::l1IsSharedByResidentBlocks() {
    const ProfileLine line = lineOf(
        profile(element(4, 1) + "ld.global.u32 %r3, [%rd2];", {32, 1, 1}, {8, 1, 1}), "ld.global");
    QCOMPARE(line.sectorsRead, 32u);
    QCOMPARE(line.sampledSectors, 8u);
    QCOMPARE(line.sampledHits, 4u);
}

/// 1024 lines, and again by the next launch, with other 1024 lines by one between them.
void TestProfile::reuseAcrossLaunches() {
    const std::string body = "mad.lo.u32 %r3, %r2, 32, %r1;\nmul.wide.u32 %rd2, %r3, 4;\n"
                             "add.s64 %rd2, %rd1, %rd2;\nld.global.u32 %r4, [%rd2];";
    const std::string elsewhere = "add.s64 %rd1, %rd1, 1048576;\n" + body;
    const Dim3 block{32, 1, 1}, grid{1024, 1, 1};
    const LaunchProfile first = profile(body, block, grid);
    QCOMPARE(first.distinctLines, 1024u);
    QCOMPARE(first.reads.never, 4096u);
    QCOMPARE(sumOf(first.reads), 4096u);
    const LaunchProfile second = profile(body, block, grid);
    QCOMPARE(second.reads.never, 0u);
    QCOMPARE(second.reads.sectors[10], 4096u); // 512 of its own and 512 of the first one's
    const LaunchProfile third = profile(elsewhere, block, grid);
    QCOMPARE(third.reads.never, 4096u);
    const LaunchProfile fourth = profile(body, block, grid);
    QCOMPARE(fourth.reads.sectors[11], 4096u); // 2048 lines
    m_history = std::make_shared<TouchHistory>();
    QCOMPARE(profile(body, block, grid).reads.never, 4096u);
}

/// One warp reads 4 KiB eight times: each sector is touched eight times, 32 lines after the last
/// time.
void TestProfile::reuseWithinALaunch() {
    const LaunchProfile found = profile(kReadEightTimes);
    QCOMPARE(found.distinctLines, 32u);
    QCOMPARE(found.reads.never, 128u);
    QCOMPARE(sumOf(found.reads), 1024u);
    QCOMPARE(sumOf(found.writes), 0u);
    // An eighth of the launch lies between them, which is what the clock can tell apart: a distance
    // in shares of the launch's own lines.
    QCOMPARE(below(found.reads, 5), 896u);
}

/// Of 64 blocks of one multiprocessor for itself, each reads what the 32nd before it has read.
void TestProfile::reuseByWaves() {
    m_profiling = {true, 1, 1, 0};
    const LaunchProfile found = profile("and.b32 %r3, %r2, 31;\nmad.lo.u32 %r3, %r3, 1024, %r1;\n"
                                        "mul.wide.u32 %rd2, %r3, 4;\nadd.s64 %rd2, %rd1, %rd2;\n"
                                        "ld.global.u32 %r4, [%rd2];",
                                        {1024, 1, 1}, {64, 1, 1});
    QCOMPARE(found.distinctLines, 1024u);
    QCOMPARE(found.reads.never, 4096u);
    QCOMPARE(found.reads.sectors[8] + found.reads.sectors[9], 4096u); // 512 lines, nearly
}

/// Each sector is read and then written at once.
void TestProfile::readsAndWritesApart() {
    const LaunchProfile found = profile(element(4, 1) + "ld.global.u32 %r3, [%rd2];\n"
                                                        "st.global.u32 [%rd2], %r3;",
                                        {256, 1, 1});
    QCOMPARE(found.reads.never, 32u);
    QCOMPARE(found.writes.never, 0u);
    QCOMPARE(found.writes.sectors[0], 32u);
    const LaunchProfile onlyWritten = profile(
        "add.s64 %rd1, %rd1, 65536;\n" + element(4, 1) + "st.global.u32 [%rd2], %r1;", {256, 1, 1});
    QCOMPARE(onlyWritten.writes.never, 32u);
    QCOMPARE(sumOf(onlyWritten.reads), 0u);
}

/// 131073 lines, of which a sample is followed: twice, on one thread and on many.
void TestProfile::manyLinesAreSampled() {
    constexpr std::uint64_t kLines = 131073;
    const DeviceArray<unsigned> data(*m.memory, std::vector<unsigned>(kLines * 32));
    QVERIFY(m.loadText(kernel("mad.lo.u32 %r3, %r2, 96, %r1;\nmul.wide.u32 %rd2, %r3, 4;\n"
                              "add.s64 %rd2, %rd1, %rd2;\nld.global.u32 %r4, [%rd2];")));
    LaunchRequest request = m.request("k", {std::uint32_t(kLines / 3), 1, 1}, {96, 1, 1},
                                      Parameters().add(data.address()));
    request.metrics = true;
    request.profiling = m_profiling;
    std::vector<LaunchProfile> profiles;
    for (const bool deterministic : {true, false}) {
        request.deterministic = deterministic;
        request.touchHistory = std::make_shared<TouchHistory>();
        for (int i = 0; i < 2; ++i)
            profiles.push_back(*execute(request).profile);
    }
    const auto isNear = [](std::uint64_t found, std::uint64_t expected) {
        return found > expected * 98 / 100 && found < expected * 102 / 100;
    };
    QVERIFY(isNear(profiles[0].distinctLines, kLines));
    QVERIFY(profiles[0].distinctLines != kLines); // else it is no sample
    QVERIFY(isNear(profiles[0].reads.never, kLines * 4));
    QCOMPARE(sumOf(profiles[0].reads), kLines * 4);
    QCOMPARE(profiles[1].reads.never, 0u);
    QVERIFY(isNear(profiles[1].reads.sectors[16] + profiles[1].reads.sectors[17], kLines * 4));
    QCOMPARE(sumOf(profiles[1].reads), kLines * 4);
    QVERIFY(profiles[2] == profiles[0]);
    QVERIFY(profiles[3] == profiles[1]);
}

/// Warp w of block b goes w + 4 b times round a loop of 3 instructions; 7 more for all of them.
void TestProfile::workOfWarps() {
    const LaunchProfile found = profile("shr.u32 %r3, %r1, 5;\nmad.lo.u32 %r3, %r2, 4, %r3;\n"
                                        "add.u32 %r3, %r3, 1;\nmov.u32 %r4, 0;\n"
                                        "A:\nadd.u32 %r4, %r4, 1;\nsetp.lt.u32 %p1, %r4, %r3;\n"
                                        "@%p1 bra A;",
                                        {128, 1, 1}, {2, 1, 1});
    // ld.param, cvta, two moves, four before the loop, and ret.
    constexpr std::uint64_t kOther = 9;
    const auto work = [&](std::uint64_t block, std::uint64_t warp) {
        return kOther + 3 * (warp + 4 * block + 1);
    };
    QCOMPARE(found.warps, 8u);
    QCOMPARE(found.mostWork, work(1, 3));
    QCOMPARE(found.blockWork, work(0, 3) + work(1, 3));
    QCOMPARE(found.mostBlockWork, work(1, 0) + work(1, 1) + work(1, 2) + work(1, 3));
    std::uint64_t executions = 0;
    for (const ProfileLine& line : found.lines)
        executions += line.executions;
    std::uint64_t all = 0;
    for (std::uint64_t warp = 0; warp < 4; ++warp)
        all += work(0, warp) + work(1, warp);
    QCOMPARE(executions, all);
}

void TestProfile::untimedKernels_data() {
    QTest::addColumn<QString>("body");
    QTest::addColumn<int>("cluster");
    QTest::addColumn<bool>("untimed");
    QTest::newRow("a loop") << "A:\nadd.u32 %r4, %r4, 1;\nsetp.lt.u32 %p1, %r4, 9;\n@%p1 bra A;"
                            << 1 << false;
    QTest::newRow("a flag") << "A:\nld.volatile.global.u32 %r3, [%rd1];\n"
                               "setp.ne.u32 %p1, %r3, 0;\n@%p1 bra A;"
                            << 1 << true;
    QTest::newRow("a cluster") << "mov.u32 %r3, 1;" << 2 << true;
}

void TestProfile::untimedKernels() {
    QFETCH(QString, body);
    QFETCH(int, cluster);
    QFETCH(bool, untimed);
    QVERIFY(m.loadText(kernel(body.toStdString())));
    LaunchRequest request = m.request("k", {4, 1, 1}, {32, 1, 1},
                                      Parameters().add(m_data->address() + 4 * (kWords - 1)));
    request.cluster = {std::uint32_t(cluster), 1, 1};
    request.metrics = true;
    request.profiling = m_profiling;
    const LaunchOutcome outcome = execute(request);
    QVERIFY2(outcome.ok(), describe(outcome).c_str());
    QCOMPARE(!outcome.profile->untimed.empty(), untimed);
}

/// Only one launch at a time has the memory's history.
void TestProfile::launchesBesideAnother() {
    QVERIFY(m.loadText(kernel(element(4, 1) + "ld.global.u32 %r3, [%rd2];")));
    QVERIFY(m_history->begin(LaunchClock(1)));
    QVERIFY(!launch({32, 1, 1}, {1, 1, 1}).profile->untimed.empty());
    m_history->end(0, 0, 0);
    const LaunchOutcome alone = launch({32, 1, 1}, {1, 1, 1});
    QVERIFY(alone.profile->untimed.empty());
    QCOMPARE(alone.profile->reads.never, 4u);
}

/// Blocks share lines, branch by their number, and do different amounts of work.
void TestProfile::threadsOfTheHostMakeNoDifference() {
    m_text = kernel("mad.lo.u32 %r3, %r2, 40, %r1;\nand.b32 %r7, %r2, 7;\nmov.u32 %r4, 0;\n"
                    "A:\nmad.lo.u32 %r5, %r4, 1111, %r3;\nand.b32 %r5, %r5, 65535;\n"
                    "mul.wide.u32 %rd2, %r5, 4;\nadd.s64 %rd2, %rd1, %rd2;\n"
                    "ld.global.u32 %r6, [%rd2];\nadd.u32 %r8, %r8, %r6;\n"
                    "red.global.add.u32 [%rd1+1048576], 1;\n"
                    "st.global.u32 [%rd2+524288], %r8;\n"
                    "add.u32 %r4, %r4, 1;\nsetp.le.u32 %p1, %r4, %r7;\n@%p1 bra A;");
    QVERIFY(m.loadText(m_text));
    const auto run = [&](bool deterministic) {
        m_history = std::make_shared<TouchHistory>();
        std::vector<LaunchProfile> profiles;
        for (int i = 0; i < 2; ++i)
            profiles.push_back(*launch({96, 1, 1}, {500, 1, 1}, deterministic).profile);
        return profiles;
    };
    const auto alone = run(true);
    QVERIFY(alone[0].reads != alone[1].reads);
    for (int i = 0; i < 5; ++i)
        QVERIFY(run(false) == alone);
}

void TestProfile::clockLengthensItsEpochs() {
    const LaunchClock one(1), two(2), many(1000);
    QCOMPARE(one.perWave(), 29u);
    QCOMPARE(one.exponentOf(28), 0u);
    QCOMPARE(one.exponentOf(29), 1u);
    QCOMPARE(one.exponentOf(57), 1u);
    QCOMPARE(one.exponentOf(58), 2u);
    QCOMPARE(one.epochs(57), 29u);
    QCOMPARE(one.lengthened(0b1101, 1), 0b11u);
    QCOMPARE(two.perWave(), 14u);
    QCOMPARE(two.firstEpoch(1), 14u);
    // Epochs 3 of both waves become 1.
    QCOMPARE(two.lengthened(1u << 3 | 1u << 17, 1), 1u << 1 | 1u << 15);
    QCOMPARE(many.perWave(), 1u);
    QCOMPARE(many.firstEpoch(999), 28u);
    QCOMPARE(many.exponentOf(1u << 20), 0u);
}

QTEST_GUILESS_MAIN(TestProfile)
#include "tst_profile.moc"
