// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/simgpu/ptx/passes/cfg.h"
#include "core/simgpu/ptx/passes/liveness.h"
#include "core/simgpu/ptx/passes/uniformity.h"
#include "core/simgpu/ptx/roles.h"
#include "tests/simgpu/ptx/ptx_text.h"

#include <QTest>

#include <algorithm>
#include <random>
#include <set>

using namespace warpbench::simgpu::ptx;
using namespace warpbench::simgpu::ptx::testing;

namespace {

using Blocks = std::vector<std::uint32_t>;

struct Analysed {
    explicit Analysed(const std::string& text)
        : module(*parse(text).module) {
        graph = buildControlFlow(module, function());
        postDominators = immediatePostDominators(graph);
        liveness = computeLiveness(function(), graph);
        uniformity = computeUniformity(function(), graph, postDominators, liveness);
    }
    const Function& function() const { return module.functions.back(); }
    std::set<std::string> names(const std::vector<std::int32_t>& registers) const {
        std::set<std::string> result;
        for (const std::int32_t reg : registers)
            result.insert(function().registers.at(static_cast<std::size_t>(reg)).name);
        return result;
    }
    Module module;
    ControlFlowGraph graph;
    std::vector<std::int32_t> postDominators;
    Liveness liveness;
    Uniformity uniformity;

    bool isUniform(std::string_view name) const {
        for (std::size_t reg = 0; reg < function().registers.size(); ++reg) {
            if (function().registers[reg].name == name)
                return uniformity.uniformRegister[reg];
        }
        return false;
    }
};

using Names = std::set<std::string>;

/// A kernel of `count` blocks with random branches between them.
std::string randomKernel(std::mt19937_64& random, int count) {
    std::string body;
    for (int block = 0; block < count; ++block) {
        body += "L" + std::to_string(block) + ": mov.b32 %r1, 1; ";
        const std::string target = "L" + std::to_string(random() % static_cast<unsigned>(count));
        switch (random() % 5) {
        case 0:
            body += "bra " + target + ";\n";
            break;
        case 1:
            body += "ret;\n";
            break;
        case 2:
            body += "@%p1 ret;\n";
            break;
        case 3:
            body += "\n";
            break;
        default:
            body += "@%p1 bra " + target + ";\n";
            break;
        }
    }
    return kernel(body);
}

/// True where the end can be reached from `from` without passing `without`.
bool reachesEnd(const ControlFlowGraph& graph, std::uint32_t from, std::int32_t without) {
    std::vector<bool> seen(graph.blocks.size(), false);
    std::vector<std::uint32_t> work{from};
    while (!work.empty()) {
        const std::uint32_t block = work.back();
        work.pop_back();
        if (seen[block] || static_cast<std::int32_t>(block) == without)
            continue;
        seen[block] = true;
        if (graph.blocks[block].mayLeave || graph.blocks[block].successors.empty())
            return true;
        for (const std::uint32_t successor : graph.blocks[block].successors)
            work.push_back(successor);
    }
    return false;
}

} // namespace

class TestPtxPasses : public QObject {
    Q_OBJECT

  private slots:
    void roles_data();
    void roles();
    void registersOfCalls();
    void straightCode();
    void branches();
    void loops();
    void branchTargetsAndSwitches();
    void callsThatDoNotReturn();
    void partialExits();
    void unreachableBlocks();
    void endlessLoops();
    void postDominatorsAgainstTheirDefinition();
    void liveAcrossBranches();
    void guardedWritesKeepTheOldValue();
    void pressure();
    void uniformValues();
    void divergentJoins();
    void earlyExitKeepsUniformValues();
    void loopsWithDivergentExits();
    void guardedWritesDiverge();
    void deviceFunctionsKnowLess();
    void corpus();
    void longCode();
};

void TestPtxPasses::roles_data() {
    QTest::addColumn<QString>("instruction");
    QTest::addColumn<QStringList>("reads");
    QTest::addColumn<QStringList>("writes");
    const auto row = [](const char* text, QStringList reads, QStringList writes) {
        QTest::newRow(text) << QString::fromLatin1(text) << reads << writes;
    };
    const QString p1 = QStringLiteral("%p1"), p2 = QStringLiteral("%p2");
    const QString r1 = QStringLiteral("%r1"), r2 = QStringLiteral("%r2"),
                  r3 = QStringLiteral("%r3"), r4 = QStringLiteral("%r4");
    const QString a = QStringLiteral("%rd1"), b = QStringLiteral("%rd2");
    row("add.s32 %r1, %r2, %r3;", {r2, r3}, {r1});
    row("@%p1 mov.b32 %r1, 5;", {p1}, {r1});
    row("@!%p1 ret;", {p1}, {});
    row("st.global.u32 [%rd1], %r1;", {a, r1}, {});
    row("st.global.v2.u32 [%rd1+8], {%r1, %r2};", {a, r1, r2}, {});
    row("ld.global.v2.u32 {%r1, _}, [%rd1];", {a}, {r1});
    row("setp.lt.and.s32 %p1|%p2, %r1, %r2, %p1;", {p1, r1, r2}, {p1, p2});
    row("shfl.sync.bfly.b32 %r1|%p1, %r2, 1, 31, %r3;", {r2, r3}, {p1, r1});
    row("atom.global.add.u32 %r1, [%rd1], %r2;", {a, r2}, {r1});
    row("red.global.add.u32 [%rd1], %r2;", {a, r2}, {});
    row("bar.sync %r1, %r2;", {r1, r2}, {});
    row("bar.red.popc.u32 %r1, 0, %p1;", {p1}, {r1});
    row("barrier.sync %r1;", {r1}, {});
    row("bar.warp.sync %r1;", {r1}, {});
    row("bra L;", {}, {});
    row("nanosleep.u32 %r1;", {r1}, {});
    row("cp.async.wait_group 0;", {}, {});
    row("cp.async.ca.shared.global [%r1], [%rd1], 4;", {r1, a}, {});
    row("mbarrier.arrive.shared.b64 %rd2, [%r1];", {r1}, {b});
    row("mbarrier.arrive.release.cluster.shared::cluster.b64 _, [%r1];", {r1}, {});
    row("mbarrier.init.shared.b64 [%r1], %r2;", {r1, r2}, {});
    row("mbarrier.try_wait.shared.b64 %p1, [%r1], %rd1;", {r1, a}, {p1});
    row("wgmma.mma_async.sync.aligned.m64n8k16.f16.f16.f16 {%r1,%r2}, %rd1, %rd2, %p1, 1, 1, 0, "
        "0;",
        {p1, r1, r2, a, b}, {r1, r2});
    row("wgmma.wait_group.sync.aligned 0;", {}, {});
    row("wmma.store.d.sync.aligned.row.m16n16k16.global.f32 [%rd1], {%r1,%r2}, %r3;",
        {a, r1, r2, r3}, {});
    row("wmma.load.a.sync.aligned.row.m16n16k16.global.f16 {%r1,%r2}, [%rd1], %r3;", {a, r3},
        {r1, r2});
    row("mma.sync.aligned.m8n8k4.row.col.f32.f16.f16.f32 {%r1}, {%r2}, {%r3}, {%r4};", {r2, r3, r4},
        {r1});
    row("stmatrix.sync.aligned.m8n8.x1.shared.b16 [%r1], {%r2};", {r1, r2}, {});
    row("ldmatrix.sync.aligned.m8n8.x1.shared.b16 {%r2}, [%r1];", {r1}, {r2});
    row("tex.2d.v4.f32.f32 {%r1,%r2,%r3,%r4}, [%rd1, {%r1, %r2}];", {a, r1, r2}, {r1, r2, r3, r4});
    row("sust.b.2d.b32.trap [%rd1, {%r1, %r2}], {%r3};", {a, r1, r2, r3}, {});
    row("mov.b64 {%r1, %r2}, %rd1;", {a}, {r1, r2});
    row("setmaxnreg.inc.sync.aligned.u32 40;", {}, {});
    row("brx.idx %r1, ts;", {r1}, {});
    row("multimem.red.global.add.u32 [%rd1], %r1;", {a, r1}, {});
    row("multimem.ld_reduce.global.add.u32 %r1, [%rd1];", {a}, {r1});
    row("tcgen05.alloc.cta_group::1.sync.aligned.shared::cta.b32 [%r1], %r2;", {r1, r2}, {});
    row("tcgen05.dealloc.cta_group::1.sync.aligned.b32 %r1, %r2;", {r1, r2}, {});
    row("tcgen05.ld.sync.aligned.32x32b.x1.b32 {%r1}, [%r2];", {r2}, {r1});
    row("activemask.b32 %r1;", {}, {r1});
    row("fence.sc.cta;", {}, {});
    row("prefetch.global.L2 [%rd1];", {a}, {});
    row("stackrestore.u64 %rd1;", {a}, {});
}

void TestPtxPasses::roles() {
    QFETCH(QString, instruction);
    QFETCH(QStringList, reads);
    QFETCH(QStringList, writes);
    const Module m =
        *parse(kernel(instruction.toStdString() + " L: ret; ts: .branchtargets L;")).module;
    const Function& f = m.functions.back();
    std::vector<std::int32_t> read, written;
    registersOf(f.code[0], read, written);
    const auto namesOf = [&](const std::vector<std::int32_t>& registers) {
        QStringList names;
        for (const std::int32_t reg : registers)
            names << QString::fromStdString(f.registers.at(static_cast<std::size_t>(reg)).name);
        names.sort();
        names.removeDuplicates();
        return names;
    };
    reads.sort();
    writes.sort();
    QCOMPARE(namesOf(read), reads);
    QCOMPARE(namesOf(written), writes);
    QCOMPARE(operandRoles(f.code[0]).size(), f.code[0].operands.size());
}

void TestPtxPasses::registersOfCalls() {
    const Module m = *parse(kernel("call (%r1), %rd1, (%r2, 5), proto;\n"
                                   "proto: .callprototype (.reg .b32 _) _ (.reg .b32 _, .reg .b32 "
                                   "_);"))
                          .module;
    std::vector<std::int32_t> reads, writes;
    registersOf(m.functions[0].code[0], reads, writes);
    QCOMPARE(reads.size(), std::size_t{2});
    QCOMPARE(writes, std::vector<std::int32_t>{1});
}

void TestPtxPasses::straightCode() {
    const Analysed a(kernel("mov.b32 %r1, 1; add.s32 %r2, %r1, 1; ret;"));
    QCOMPARE(a.graph.blocks.size(), std::size_t{1});
    QCOMPARE(a.graph.blocks[0].end, 3u);
    QVERIFY(a.graph.blocks[0].mayLeave);
    QCOMPARE(a.postDominators, std::vector<std::int32_t>{kFunctionEnd});
    QVERIFY(buildControlFlow(a.module, Function{}).blocks.empty());
    QVERIFY(reversePostOrder(ControlFlowGraph{}).empty());
    QVERIFY(immediatePostDominators(ControlFlowGraph{}).empty());
}

void TestPtxPasses::branches() {
    const Analysed a(kernel("@%p1 bra ELSE;\nmov.b32 %r1, 1; bra END;\nELSE: mov.b32 %r1, 2;\n"
                            "END: mov.b32 %r2, %r1; ret;"));
    QCOMPARE(a.graph.blocks.size(), std::size_t{4});
    QCOMPARE(a.graph.blocks[0].successors, (Blocks{1, 2}));
    QCOMPARE(a.graph.blocks[1].successors, Blocks{3});
    QCOMPARE(a.graph.blocks[3].predecessors, (Blocks{1, 2}));
    QCOMPARE(a.postDominators, (std::vector<std::int32_t>{3, 3, 3, kFunctionEnd}));
    QCOMPARE(reversePostOrder(a.graph), (Blocks{0, 1, 2, 3}));
}

void TestPtxPasses::loops() {
    const Analysed a(kernel("mov.b32 %r1, 0;\nL: add.s32 %r1, %r1, 1; @%p1 bra L;\n"
                            "@%p2 bra L; ret;"));
    QCOMPARE(a.graph.blocks.size(), std::size_t{4});
    QCOMPARE(a.graph.blocks[1].successors, (Blocks{2, 1}));
    QCOMPARE(a.postDominators, (std::vector<std::int32_t>{1, 2, 3, kFunctionEnd}));
    QCOMPARE(reversePostOrder(a.graph), (Blocks{0, 1, 2, 3}));
}

void TestPtxPasses::branchTargetsAndSwitches() {
    const Analysed a(kernel("ts: .branchtargets A, B, A;\nbrx.idx %r1, ts;\nA: mov.b32 %r1, 1;\n"
                            "B: ret;"));
    QCOMPARE(a.graph.blocks[0].successors, (Blocks{1, 2}));
    QCOMPARE(a.postDominators[0], 2);
    const Analysed guarded(kernel("ts: .branchtargets B;\n@%p1 brx.idx %r1, ts;\nret; B: ret;"));
    QCOMPARE(guarded.graph.blocks[0].successors, (Blocks{1, 2}));
}

void TestPtxPasses::callsThatDoNotReturn() {
    const std::string declarations = ".extern .func stop() .noreturn; .extern .func f();"
                                     ".extern .func __assertfail();";
    const Analysed a(
        kernel("@%p1 bra L; call stop; mov.b32 %r1, 1;\nL: call f; ret;", declarations));
    QCOMPARE(a.graph.blocks[1].end, 2u);
    QVERIFY(a.graph.blocks[1].successors.empty());
    const std::uint32_t last = a.graph.blockOf.back();
    QCOMPARE(a.graph.blocks[last].end - a.graph.blocks[last].first, 2u);
    const Analysed b(kernel("call __assertfail; ret;", declarations));
    QVERIFY(b.graph.blocks[0].successors.empty());
}

void TestPtxPasses::partialExits() {
    const Analysed a(kernel("@%p1 ret; mov.b32 %r1, 1; bra END; END:"));
    QVERIFY(a.graph.blocks[0].mayLeave);
    QCOMPARE(a.graph.blocks[0].successors, Blocks{1});
    QCOMPARE(a.postDominators[0], kFunctionEnd);
    QVERIFY(a.graph.blocks[1].mayLeave); // Its label stands at the end of the code.
    QVERIFY(a.graph.blocks[1].successors.empty());
}

void TestPtxPasses::unreachableBlocks() {
    const Analysed a(kernel("bra END; mov.b32 %r1, 1; END: ret;"));
    QCOMPARE(reversePostOrder(a.graph), (Blocks{0, 2}));
    QCOMPARE(a.graph.blocks.size(), std::size_t{3});
}

void TestPtxPasses::endlessLoops() {
    const Analysed a(kernel("@%p1 bra OUT; L: bra L; OUT: ret;"));
    QCOMPARE(a.postDominators[1], kFunctionEnd);
    QCOMPARE(a.postDominators[0], 2);
}

/// Random graphs: the answer post-dominates its block, and no other post-dominator lies between.
void TestPtxPasses::postDominatorsAgainstTheirDefinition() {
    std::mt19937_64 random(7);
    for (int round = 0; round < 300; ++round) {
        const Analysed a(randomKernel(random, 3 + static_cast<int>(random() % 12)));
        const auto count = static_cast<std::uint32_t>(a.graph.blocks.size());
        for (std::uint32_t block = 0; block < count; ++block) {
            const std::int32_t answer = a.postDominators[block];
            if (!reachesEnd(a.graph, block, kFunctionEnd)) {
                QCOMPARE(answer, kFunctionEnd);
                continue;
            }
            const auto postDominates = [&](std::uint32_t other) {
                return other != block &&
                       !reachesEnd(a.graph, block, static_cast<std::int32_t>(other));
            };
            for (std::uint32_t other = 0; other < count; ++other) {
                if (!postDominates(other))
                    continue;
                QVERIFY(answer != kFunctionEnd);
                QVERIFY(postDominates(static_cast<std::uint32_t>(answer)));
                // Every other post-dominator comes later: it post-dominates the answer too.
                QVERIFY(static_cast<std::int32_t>(other) == answer ||
                        !reachesEnd(a.graph, static_cast<std::uint32_t>(answer),
                                    static_cast<std::int32_t>(other)));
            }
            if (answer != kFunctionEnd)
                QVERIFY(postDominates(static_cast<std::uint32_t>(answer)));
        }
    }
}

void TestPtxPasses::liveAcrossBranches() {
    const Analysed a(kernel("mov.b32 %r1, 1; mov.b32 %r2, 2; @%p1 bra ELSE;\n"
                            "mov.b32 %r3, %r1; bra END;\nELSE: mov.b32 %r3, 4;\n"
                            "END: st.global.u32 [%rd1], %r3; ret;"));
    QCOMPARE(a.names(a.liveness.liveIn[0]), (Names{"%p1", "%rd1"}));
    QCOMPARE(a.names(a.liveness.liveOut[0]), (Names{"%r1", "%rd1"}));
    QCOMPARE(a.names(a.liveness.liveIn[2]), Names{"%rd1"});
    QCOMPARE(a.names(a.liveness.liveIn[3]), (Names{"%r3", "%rd1"}));
    QVERIFY(a.liveness.liveOut[3].empty());
}

void TestPtxPasses::guardedWritesKeepTheOldValue() {
    const Analysed a(kernel("mov.b32 %r1, 1; bra L; L: @%p1 mov.b32 %r1, 2;\n"
                            "st.global.u32 [%rd1], %r1; ret;"));
    QVERIFY(a.names(a.liveness.liveIn[1]).count("%r1") == 1);
}

void TestPtxPasses::pressure() {
    const Analysed a(kernel("mov.b32 %r1, 1; mov.b32 %r2, 2; mov.b64 %rd1, 3; mov.b16 %rs1, 4;\n"
                            "setp.eq.s32 %p1, %r1, %r2; setp.eq.s32 %p2, %r1, %r2;\n"
                            "@%p1 st.global.u32 [%rd1], %r1; @%p2 st.global.u16 [%rd1], %rs1; "
                            "ret;"));
    QCOMPARE(a.liveness.maxLive32, 5u); // %r1 %r2 %rs1, and two for %rd1.
    QCOMPARE(a.liveness.maxLivePredicates, 2u);
    const Analysed dead(kernel("mov.b64 %rd1, 1; ret;"));
    QCOMPARE(dead.liveness.maxLive32, 2u);
}

void TestPtxPasses::uniformValues() {
    const Analysed a(
        kernel("ld.param.u64 %rd1, [a]; mov.u32 %r1, %ctaid.x; mov.u32 %r2, %ntid.x; mov.u32 %r3, "
               "%tid.x;\n"
               "mad.lo.s32 %r4, %r1, %r2, 5; mad.lo.s32 %r5, %r1, %r2, %r3;\n"
               "ld.global.u32 %r6, [%rd1]; ld.const.u32 %r7, [c]; ld.const.u32 %r8, [%rd3];\n"
               "cvt.u64.u32 %rd3, %r3; vote.sync.ballot.b32 %r9, %p1, -1;\n"
               "atom.global.add.u32 %r10, [%rd1], 1; bar.red.popc.u32 %r11, 0, %p1;\n"
               "ld.global.nc.u32 %r12, [%rd1+4]; mov.u32 %r14, %laneid; ret;",
               ".const .u32 c;\n"));
    for (const char* name : {"%rd1", "%r1", "%r2", "%r4", "%r7", "%r9", "%r11", "%r12"})
        QVERIFY2(a.isUniform(name), name);
    for (const char* name : {"%r3", "%r5", "%r6", "%rd3", "%r8", "%r10", "%r14"})
        QVERIFY2(!a.isUniform(name), name);
}

void TestPtxPasses::divergentJoins() {
    const auto code = [](const char* condition) {
        return kernel(std::string("mov.u32 %r1, ") + condition +
                      "; setp.eq.s32 %p1, %r1, 0;\n@%p1 bra ELSE;\n"
                      "mov.b32 %r2, 1; mov.b32 %r3, 1; add.s32 %r3, %r3, 1; bra END;\n"
                      "ELSE: mov.b32 %r2, 2;\nEND: mov.b32 %r4, %r2; ret;");
    };
    const Analysed divergent(code("%tid.x"));
    QVERIFY(!divergent.uniformity.uniformBranch[0]);
    QVERIFY(!divergent.isUniform("%r2")); // Two values meet at END.
    QVERIFY(!divergent.isUniform("%r4"));
    QVERIFY(divergent.isUniform("%r3")); // Dead at END.
    QCOMPARE(divergent.uniformity.divergentBlock, (std::vector<bool>{false, true, true, false}));
    const Analysed uniform(code("%ctaid.x"));
    QVERIFY(uniform.uniformity.uniformBranch[0]);
    QVERIFY(uniform.isUniform("%r2"));
    QCOMPARE(uniform.uniformity.divergentBlock, std::vector<bool>(4, false));
}

void TestPtxPasses::earlyExitKeepsUniformValues() {
    const Analysed a(kernel("mov.u32 %r1, %tid.x; setp.ge.s32 %p1, %r1, 100; @%p1 bra END;\n"
                            "mov.b32 %r2, 0;\nL: add.s32 %r2, %r2, 1; setp.lt.s32 %p2, %r2, 9;\n"
                            "@%p2 bra L;\nEND: ret;"));
    QVERIFY(a.isUniform("%r2"));
    QVERIFY(a.isUniform("%p2"));
    QVERIFY(!a.uniformity.uniformBranch[0]);
    QVERIFY(a.uniformity.uniformBranch[a.graph.blockOf[6]]);
}

void TestPtxPasses::loopsWithDivergentExits() {
    const Analysed a(kernel("mov.u32 %r1, %tid.x; mov.b32 %r2, 0; mov.b32 %r4, 7;\n"
                            "L: add.s32 %r2, %r2, 1; setp.lt.s32 %p1, %r2, %r1; @%p1 bra L;\n"
                            "mov.b32 %r3, %r2; mov.b32 %r5, %r4; ret;"));
    QVERIFY(!a.isUniform("%r2")); // Lanes leave with the count of their own last round.
    QVERIFY(!a.isUniform("%r3"));
    QVERIFY(a.isUniform("%r5"));
}

void TestPtxPasses::guardedWritesDiverge() {
    const Analysed a(kernel("mov.u32 %r1, %tid.x; setp.eq.s32 %p1, %r1, 0; mov.u32 %r4, %ctaid.x;\n"
                            "setp.eq.s32 %p2, %r4, 0; mov.b32 %r2, 1; mov.b32 %r3, 1;\n"
                            "@%p1 mov.b32 %r2, 2; @%p2 mov.b32 %r3, 2; ret;"));
    QVERIFY(!a.isUniform("%r2"));
    QVERIFY(a.isUniform("%r3"));
}

void TestPtxPasses::deviceFunctionsKnowLess() {
    const Analysed a(module(".func f(.reg .b32 x, .param .b32 y) { .reg .b32 a, b, c;\n"
                            "mov.b32 a, x; ld.param.b32 b, [y]; mov.b32 c, 3; ret; }"));
    QVERIFY(!a.isUniform("x"));
    QVERIFY(!a.isUniform("a"));
    QVERIFY(!a.isUniform("b"));
    QVERIFY(a.isUniform("c"));
}

void TestPtxPasses::corpus() {
    for (const File& file : dataFiles()) {
        const Module m = *parse(file.text).module;
        for (const Function& function : m.functions) {
            const ControlFlowGraph graph = buildControlFlow(m, function);
            std::uint32_t next = 0;
            for (const BasicBlock& block : graph.blocks) {
                QCOMPARE(block.first, next);
                QVERIFY(block.end > block.first);
                next = block.end;
            }
            QCOMPARE(std::size_t{next}, function.code.size());
            if (graph.blocks.empty())
                continue;
            const Liveness liveness = computeLiveness(function, graph);
            // Nothing can be live at the entry of compiled code but what is never written: the
            // generator leaves a few registers undefined on purpose.
            QVERIFY(liveness.liveIn[0].size() <= 1);
            QVERIFY(liveness.maxLive32 < 512);
        }
    }
}

/// 50,000 blocks in a row must take neither recursion nor quadratic time.
void TestPtxPasses::longCode() {
    std::string body;
    for (int block = 0; block < 50000; ++block)
        body += "@%p1 bra L" + std::to_string(block) + "; mov.b32 %r1, %r2; L" +
                std::to_string(block) + ":\n";
    const Analysed a(kernel(body + "ret;"));
    QCOMPARE(reversePostOrder(a.graph).size(), a.graph.blocks.size());
    QCOMPARE(a.postDominators[0], 2);
}

QTEST_GUILESS_MAIN(TestPtxPasses)
#include "tst_ptx_passes.moc"
