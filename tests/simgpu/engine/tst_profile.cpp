// SPDX-License-Identifier: GPL-3.0-or-later
// Profiles of launches by line: every expected value is calculated by hand from each lane's
// accesses.
#include "tests/main.h"
#include "tests/simgpu/engine/profiled_machine.h"

#include <QtTest/QTest>

namespace tst_profile {

using namespace warpbench::simgpu::engine;

class TestProfile : public QObject {
    Q_OBJECT

  private:
    std::unique_ptr<ProfiledMachine> m_gpu;

  private slots:
    void init() { m_gpu = std::make_unique<ProfiledMachine>(); }
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
};

void TestProfile::nothingIsRecordedUnasked() {
    QVERIFY(m_gpu->load((element(4, 1) + "ld.global.u32 %r3, [%rd2];")));
    m_gpu->profiling.on = false;
    QVERIFY(!m_gpu->launch({32, 1, 1}, {1, 1, 1}).profile);
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
    const LaunchProfile found = m_gpu->profile(element(bytes, stride, offset) + load);
    const ProfileLine line = m_gpu->lineOf(found, load.substr(0, load.find(' ')));
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
    const ProfileLine line = m_gpu->lineOf(
        m_gpu->profile(element(4, stride, offset) + "st.global.u32 [%rd2], %r1;"), "st.global");
    QTEST(int(line.sectorsWritten), "sectors");
    QTEST(int(line.partialSectors), "partial");
    QCOMPARE(line.sectorsRead, 0u);
    QCOMPARE(line.accesses, 1u);
}

/// Lanes 8 to 15, then those with even numbers.
void TestProfile::partsOfTheWarp() {
    const LaunchProfile found = m_gpu->profile(element(4, 1) + "shr.u32 %r3, %r1, 3;\n"
                                                               "setp.eq.u32 %p1, %r3, 1;\n"
                                                               "and.b32 %r4, %r1, 1;\n"
                                                               "setp.eq.u32 %p2, %r4, 0;\n"
                                                               "@%p1 ld.global.u32 %r5, [%rd2];\n"
                                                               "@%p2 st.global.u32 [%rd2], %r1;");
    const ProfileLine load = m_gpu->lineOf(found, "ld.global");
    QCOMPARE(load.threads, 8u);
    QCOMPARE(load.sectorsRead, 1u);
    QCOMPARE(load.lines, 1u);
    QCOMPARE(load.passes, 1u);
    const ProfileLine store = m_gpu->lineOf(found, "st.global");
    QCOMPARE(store.threads, 16u);
    QCOMPARE(store.sectorsWritten, 4u);
    QCOMPARE(store.partialSectors, 4u);
}

/// Lane l accesses line (l * 5) % 32 of 128 KiB: unordered, each in a different page.
void TestProfile::scatteredPages() {
    const LaunchProfile found = m_gpu->profile("mul.lo.u32 %r3, %r1, 5;\nand.b32 %r3, %r3, 31;\n"
                                               "mul.wide.u32 %rd2, %r3, 4096;\n"
                                               "add.s64 %rd2, %rd1, %rd2;\n"
                                               "ld.global.u32 %r4, [%rd2];");
    const ProfileLine line = m_gpu->lineOf(found, "ld.global");
    QCOMPARE(line.lines, 32u);
    QCOMPARE(line.pages, 32u);
    QCOMPARE(line.sectorsRead, 32u);
    QCOMPARE(found.distinctLines, 32u);
}

/// Of each warp the lower half goes to global memory, the upper one to shared memory.
void TestProfile::genericAccesses() {
    const LaunchProfile found = m_gpu->profile("mov.u64 %rd3, buf;\ncvta.shared.u64 %rd3, %rd3;\n"
                                               "setp.lt.u32 %p1, %r1, 16;\n"
                                               "selp.b64 %rd4, %rd1, %rd3, %p1;\n"
                                               "mul.wide.u32 %rd2, %r1, 4;\n"
                                               "add.s64 %rd2, %rd4, %rd2;\n"
                                               "ld.u32 %r3, [%rd2];");
    const ProfileLine line = m_gpu->lineOf(found, "ld.u32");
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
    QVERIFY(m_gpu->load((body)));
    const LaunchOutcome with = m_gpu->launch({80, 1, 1}, {3, 1, 1});
    m_gpu->profiling.on = false;
    const LaunchOutcome without = m_gpu->launch({80, 1, 1}, {3, 1, 1});
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
    const ProfileLine line = m_gpu->lineOf(
        m_gpu->profile("mov.u64 %rd1, buf;\n" + element(bytes, stride) + load, {64, 1, 1}),
        load.substr(0, load.find(' ')));
    QCOMPARE(line.accesses, 2u);
    // The second warp's addresses are a whole number of banks further on.
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
    const LaunchProfile found = m_gpu->profile("mov.u64 %rd1, buf;\n" + element(4, stride) +
                                               "red.shared.add.u32 [%rd2], 1;");
    const ProfileLine line = m_gpu->lineOf(found, "red.shared");
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
    const LaunchProfile found =
        m_gpu->profile("mov.u64 %rd1, table;\n" + element(1, stride) + load);
    const ProfileLine line = m_gpu->lineOf(found, "ld.const");
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
        m_gpu->profile("and.b32 %r3, %r1, 1;\nmul.wide.u32 %rd2, %r3, " + std::to_string(index) +
                       ";\nmov.u64 %rd3, depot;\nadd.s64 %rd2, %rd3, %rd2;\nmov.u32 %r5, 1;\n"
                       "mov.u32 %r6, 2;\nsetp.lt.u32 %p1, %r1, " +
                       std::to_string(lanes) + ";\n@%p1 st.local" + words + " [%rd2], " + value +
                       ";\n@%p1 ld.local" + words + " " + value + ", [%rd2];");
    const ProfileLine store = m_gpu->lineOf(found, "st.local"),
                      load = m_gpu->lineOf(found, "ld.local");
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
        const LaunchProfile found = m_gpu->profile(element(4, stride) + instruction);
        const ProfileLine line = m_gpu->lineOf(found, std::string(instruction).substr(0, 10));
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
    const LaunchProfile found = m_gpu->profile("and.b32 %r3, %r1, 1;\nmul.wide.u32 %rd2, %r3, 4;\n"
                                               "add.s64 %rd2, %rd1, %rd2;\n"
                                               "red.global.add.u32 [%rd2], 1;",
                                               {64, 1, 1}, {10, 1, 1});
    QCOMPARE(found.hottestAtomic, 320u);
    QCOMPARE(found.atomicBytes, 8u);
    QCOMPARE(m_gpu->lineOf(found, "red").sameAddress, 20u * 16);
}

/// Of 4 warps: all lanes jump, no lane does, and in two of them some do.
void TestProfile::branches() {
    const LaunchProfile found =
        m_gpu->profile("setp.lt.u32 %p1, %r1, 40;\nsetp.ge.u32 %p2, %r1, 120;\n"
                       "or.pred %p3, %p1, %p2;\n"
                       "@%p3 bra A;\n"
                       "mov.u32 %r3, 1;\n"
                       "A:\nmov.u32 %r4, 1;\n"
                       "bra B;\n"
                       "B:\nmov.u32 %r5, 1;",
                       {128, 1, 1});
    const ProfileLine branch = m_gpu->lineOf(found, "bra A");
    QCOMPARE(branch.executions, 4u);
    QCOMPARE(branch.taken, 3u);
    QCOMPARE(m_gpu->lineOf(found, "bra B").taken, 4u);
    QCOMPARE(m_gpu->lineOf(found, "ret").taken, 4u);
    QCOMPARE(m_gpu->lineOf(found, "mov.u32 %r3").executions, 3u);
}

/// Lane l makes l % 4 + 1 iterations: the branch is executed four times, and taken each time except
/// the last. With another comparison in front of it, and alone.
void TestProfile::branchesOfLoops() {
    const LaunchProfile found = m_gpu->profile("and.b32 %r3, %r1, 3;\nmov.u32 %r4, 0;\n"
                                               "A:\nadd.u32 %r4, %r4, 1;\n"
                                               "setp.le.u32 %p1, %r4, %r3;\n"
                                               "@%p1 bra A;\n"
                                               "mov.u32 %r4, 0;\n"
                                               "B:\nadd.u32 %r5, %r5, 3;\nadd.u32 %r4, %r4, 1;\n"
                                               "setp.lt.u32 %p2, %r4, 10;\n"
                                               "xor.b32 %r6, %r5, %r4;\n"
                                               "@%p2 bra B;");
    QCOMPARE(m_gpu->lineOf(found, "bra A").executions, 4u);
    QCOMPARE(m_gpu->lineOf(found, "bra A").taken, 3u);
    QCOMPARE(m_gpu->lineOf(found, "bra B").executions, 10u);
    QCOMPARE(m_gpu->lineOf(found, "bra B").taken, 9u);
}

/// Of 4 warps the last two are switched off.
void TestProfile::skippedInstructions() {
    const LaunchProfile found = m_gpu->profile(element(4, 1) + "setp.lt.u32 %p1, %r1, 50;\n"
                                                               "@%p1 ld.global.u32 %r3, [%rd2];\n"
                                                               "@!%p1 st.global.u32 [%rd2], %r1;",
                                               {128, 1, 1});
    const ProfileLine load = m_gpu->lineOf(found, "ld.global"),
                      store = m_gpu->lineOf(found, "st.global");
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
    const LaunchProfile found = m_gpu->profile(element(16, 1) +
                                               "setp.eq.u32 %p1, %r1, 0;\nmov.u32 %r4, buf;\n"
                                               "shl.b32 %r3, %r1, 4;\nadd.u32 %r3, %r4, %r3;\n" +
                                               instruction.toStdString());
    const QString name = instruction.section(' ', instruction.startsWith('@') ? 1 : 0,
                                             instruction.startsWith('@') ? 1 : 0);
    const ProfileLine line = m_gpu->lineOf(found, name.toStdString());
    QCOMPARE(line.accesses, 1u);
    QTEST(int(line.passes), "passes");
    QTEST(int(line.lines), "lines");
    QTEST(int(line.sectorsRead), "read");
    QTEST(int(line.sectorsWritten), "written");
}

WARPBENCH_TEST(TestProfile)
} // namespace tst_profile

#include "tst_profile.moc"
