// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/simgpu/ptx/passes/cfg.h"
#include "core/simgpu/ptx/passes/dominators.h"
#include "core/simgpu/ptx/passes/fused_products.h"
#include "core/simgpu/ptx/passes/liveness.h"
#include "core/simgpu/ptx/roles.h"
#include "tests/main.h"
#include "tests/simgpu/ptx/ptx_text.h"

#include <QTest>

#include <random>
#include <set>

namespace tst_ptx_passes {

using namespace warpbench::simgpu::ptx;
using namespace warpbench::simgpu::ptx::testing;

namespace {

using Blocks = std::vector<std::uint32_t>;

struct Analysed {
    explicit Analysed(const std::string& text)
        : module(*parse(text).module) {
        graph = buildControlFlow(module, function());
        liveness = computeLiveness(function(), graph);
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
    Liveness liveness;
};

using Names = std::set<std::string>;

Module parsedFloats(const std::string& body) {
    return std::move(*parse(module(".visible .entry k(.param .f32 P)\n{\n"
                                   ".reg .f32 a, b, c, d, e, f, m, n1, o1, q, r, s, t;\n"
                                   ".reg .f64 x, y, z; .reg .b16 h, i, j, k, l;\n"
                                   ".reg .b32 u, v, w, n, o; .reg .pred g; .reg .b64 p;\n" +
                                   body + "\n}\n"))
                          .module);
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
    void dominators();
    void liveAcrossBranches();
    void guardedWritesKeepTheOldValue();
    void pressure();
    void fusedProducts_data();
    void fusedProducts();
    void debuggedProductsAreNotFused();
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
    QVERIFY(buildControlFlow(a.module, Function{}).blocks.empty());
}

void TestPtxPasses::branches() {
    const Analysed a(kernel("@%p1 bra ELSE;\nmov.b32 %r1, 1; bra END;\nELSE: mov.b32 %r1, 2;\n"
                            "END: mov.b32 %r2, %r1; ret;"));
    QCOMPARE(a.graph.blocks.size(), std::size_t{4});
    QCOMPARE(a.graph.blocks[0].successors, (Blocks{1, 2}));
    QCOMPARE(a.graph.blocks[1].successors, Blocks{3});
    QCOMPARE(a.graph.blocks[3].predecessors, (Blocks{1, 2}));
}

void TestPtxPasses::loops() {
    const Analysed a(kernel("mov.b32 %r1, 0;\nL: add.s32 %r1, %r1, 1; @%p1 bra L;\n"
                            "@%p2 bra L; ret;"));
    QCOMPARE(a.graph.blocks.size(), std::size_t{4});
    QCOMPARE(a.graph.blocks[1].successors, (Blocks{2, 1}));
}

void TestPtxPasses::branchTargetsAndSwitches() {
    const Analysed a(kernel("ts: .branchtargets A, B, A;\nbrx.idx %r1, ts;\nA: mov.b32 %r1, 1;\n"
                            "B: ret;"));
    QCOMPARE(a.graph.blocks[0].successors, (Blocks{1, 2}));
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
    QVERIFY(a.graph.blocks[1].mayLeave); // Its label is at the end of the code.
    QVERIFY(a.graph.blocks[1].successors.empty());
}

void TestPtxPasses::unreachableBlocks() {
    const Analysed a(kernel("bra END; mov.b32 %r1, 1; END: ret;"));
    QCOMPARE(a.graph.blocks.size(), std::size_t{3});
    QVERIFY(a.graph.blocks[1].predecessors.empty());
}

/// Of random graphs, as a search finds them that may not enter one of the blocks.
void TestPtxPasses::dominators() {
    std::mt19937 random(1);
    for (std::uint32_t size = 1; size < 40; ++size) {
        std::string body;
        for (std::uint32_t n = 0; n < size; ++n)
            body += "L" + std::to_string(n) + ": " + (random() % 4 ? "@%p1 " : "") + "bra L" +
                    std::to_string(random() % size) + ";\n";
        const Analysed a(kernel(body + "ret;"));
        const auto& blocks = a.graph.blocks;
        const auto reachedWithout = [&](std::uint32_t block) {
            std::vector<bool> seen(blocks.size());
            std::vector<std::uint32_t> open;
            const auto enter = [&](std::uint32_t next) {
                if (next != block && !seen[next])
                    open.push_back(next);
                seen[next] = seen[next] || next != block;
            };
            enter(0);
            while (!open.empty()) {
                const std::uint32_t from = open.back();
                open.pop_back();
                for (const std::uint32_t next : blocks[from].successors)
                    enter(next);
            }
            return seen;
        };
        const Dominators found(a.graph);
        for (std::uint32_t block = 0; block < blocks.size(); ++block) {
            const std::vector<bool> reached = reachedWithout(block);
            for (std::uint32_t later = 0; later < blocks.size(); ++later)
                QCOMPARE(found.isAlwaysBefore(block, later), !reached[later]);
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
    const Analysed dead(kernel("mov.b64 %rd1, 1; ret;"));
    QCOMPARE(dead.liveness.maxLive32, 2u);
}

/// By ptxas 13.0 for sm_90: for each row, its SASS has these operations.
void TestPtxPasses::fusedProducts_data() {
    QTest::addColumn<QString>("body");
    QTest::addColumn<QString>("result");
    const auto row = [](const char* name, const char* body, const char* result) {
        QTest::newRow(name) << body << result;
    };
    const char* const one = "mul.f32 m, a, b; sub.f32 r, c, m;";
    row("difference", one, "r=-a*b+c");
    row("the other way", "mul.f32 m, a, b; sub.f32 r, m, c;", "r=a*b-c");
    row("sum", "mul.f32 m, a, b; add.f32 r, c, m;", "r=a*b+c");
    row("saturated", "mul.f32 m, a, b; add.sat.f32 r, c, m;", "r=a*b+c");
    row("doubles", "mul.f64 x, y, z; sub.f64 z, y, x;", "z=-y*z+y");
    row("halves", "mul.f16 h, i, j; sub.f16 k, l, h;", "k=-i*j+l");
    row("pairs", "mul.bf16x2 u, v, w; add.bf16x2 n, o, u;", "n=v*w+o");
    row("negated", "mul.f32 m, a, b; neg.f32 n1, m; sub.f32 r, n1, c;", "r=-a*b-c");
    row("negated for two", "mul.f32 m, a, b; neg.f32 n1, m; add.f32 r, c, n1; add.f32 s, d, m;",
        "r=-a*b+c s=a*b+d");
    row("negated as an integer", "mul.f32 u, v, w; neg.s32 n, u; add.f32 o, n, v;", "u=v*w o=n+v");
    row("negations in a ring", "mul.f32 m, a, b; neg.f32 c, d; neg.f32 d, c; sub.f32 r, c, m;",
        "r=-a*b+c");
    row("negated by itself", "mul.f32 m, a, b; neg.f32 c, c; sub.f32 r, c, m;", "r=-a*b+c");
    row("all readers", "mul.f32 m, a, b; sub.f32 r, c, m; sub.f32 s, d, m; add.f32 t, e, m;",
        "r=-a*b+c s=-a*b+d t=a*b+e");
    row("a flushed both", "mul.ftz.f32 m, a, b; sub.ftz.f32 r, c, m;", "r=-a*b+c");
    row("a flushed product", "mul.ftz.f32 m, a, b; sub.f32 r, c, m;", "m=a*b r=c-m");
    row("a flushed sum", "mul.f32 m, a, b; sub.ftz.f32 r, c, m;", "m=a*b r=c-m");
    row("a rounded product", "mul.rn.f32 m, a, b; sub.f32 r, c, m;", "m=a*b r=c-m");
    row("a rounded sum", "mul.f32 m, a, b; sub.rn.f32 r, c, m;", "m=a*b r=c-m");
    row("a saturated product", "mul.sat.f32 m, a, b; add.f32 r, c, m;", "m=a*b r=c+m");
    row("another reader", "mul.f32 m, a, b; sub.f32 r, c, m; mul.f32 s, m, d;",
        "m=a*b r=c-m s=m*d");
    row("a stored product", "mul.f32 m, a, b; sub.f32 r, c, m; st.global.f32 [p], m;",
        "m=a*b r=c-m");
    row("twice itself", "mul.f32 m, a, b; add.f32 r, m, m;", "m=a*b r=m+m");
    row("two products", "mul.f32 m, a, b; mul.f32 n1, c, d; sub.f32 r, m, n1;", "n1=c*d r=a*b-n1");
    row("two products, swapped", "mul.f32 n1, c, d; mul.f32 m, a, b; add.f32 r, m, n1;",
        "n1=c*d r=a*b+n1");
    row("the first has two readers",
        "mul.f32 m, a, b; mul.f32 n1, c, d; sub.f32 r, m, n1; sub.f32 s, e, m;",
        "m=a*b r=-c*d+m s=e-m");
    row("the second has two readers",
        "mul.f32 m, a, b; mul.f32 n1, c, d; sub.f32 r, m, n1; sub.f32 s, e, n1;",
        "n1=c*d r=a*b-n1 s=e-n1");
    row("the first has three, the second two",
        "mul.f32 m, a, b; mul.f32 n1, c, d; sub.f32 r, m, n1; sub.f32 s, e, m; sub.f32 t, f, m;"
        "sub.f32 q, n1, e;",
        "m=a*b r=-c*d+m s=e-m t=f-m q=c*d-e");
    row("one reader goes first",
        "mul.f32 n1, c, d; mul.f32 m, a, b; sub.f32 s, n1, f; sub.f32 r, m, n1;",
        "n1=c*d s=n1-f r=a*b-n1");
    row("in a ring",
        "mul.f32 m, a, b; mul.f32 n1, c, d; mul.f32 o1, e, f; sub.f32 r, m, n1; sub.f32 s, n1, o1;"
        "sub.f32 t, o1, m;",
        "m=a*b n1=c*d r=a*b-n1 s=-e*f+n1 t=e*f-m");
    row("a chain", "mul.f32 m, a, b; sub.f32 r, c, m; mul.f32 n1, r, d; sub.f32 s, e, n1;",
        "r=-a*b+c s=-r*d+e");
    row("with a guard", "mul.f32 m, a, b; @g sub.f32 r, c, m;", "r=-a*b+c");
    row("a guarded product", "@g mul.f32 m, a, b; sub.f32 r, c, m;", "m=a*b r=c-m");
    row("a label that nobody else jumps to", "mul.f32 m, a, b; bra L; L: sub.f32 r, c, m;",
        "r=-a*b+c");
    row("another block", "mul.f32 m, a, b; @g bra L; sub.f32 r, c, m; L:", "m=a*b r=c-m");
    row("another block, with a number",
        "mul.f32 m, a, 0f41100000; @g bra L; bar.sync 0; L: sub.f32 r, c, m;", "r=-a*0+c");
    row("another block, for two",
        "mul.f32 m, 0f41100000, a; sub.f32 s, d, m; @g bra L; sub.f32 r, c, m; L:",
        "s=-0*a+d r=-0*a+c");
    row("another block, with a number that is kept",
        "mul.f32 m, a, 0f41100000; @g bra L; sub.f32 r, c, m; L: st.global.f32 [p], m;",
        "m=a*0 r=c-m");
    row("another block, with a parameter",
        "ld.param.f32 b, [P]; mul.f32 m, a, b; @g bra L; sub.f32 r, c, m; L:", "r=-a*b+c");
    row("a loop behind a number", "mul.f32 m, a, 0f41100000; L: sub.f32 r, c, m; @g bra L;",
        "r=-a*0+c");
    row("a number that some ways miss", "@g bra L; mul.f32 m, a, 0f41100000; L: sub.f32 r, c, m;",
        "m=a*0 r=c-m");
    row("behind a barrier", "mul.f32 m, a, b; bar.sync 0; sub.f32 r, c, m;", "r=-a*b+c");
    row("behind a fence", "mul.f32 m, a, b; membar.gl; sub.f32 r, c, m;", "m=a*b r=c-m");
    row("behind a division", "mul.f32 m, a, b; div.rn.f32 s, d, e; sub.f32 r, c, m;",
        "m=a*b r=c-m");
    row("behind an approximate division", "mul.f32 m, a, b; div.full.f32 s, d, e; sub.f32 r, c, m;",
        "r=-a*b+c");
    row("behind a guarded store", "mul.f32 m, a, b; @g st.global.f32 [p], d; sub.f32 r, c, m;",
        "m=a*b r=c-m");
}

void TestPtxPasses::fusedProducts() {
    QFETCH(QString, body);
    QFETCH(QString, result);
    Module parsed = parsedFloats(body.toStdString());
    fuseProducts(parsed);
    const Function& function = parsed.functions.back();
    const auto text = [&](const Operand& operand) {
        const std::string sign = operand.negated ? "-" : "";
        if (operand.kind == Operand::Kind::immediate)
            return sign + "0";
        return sign + function.registers.at(static_cast<std::size_t>(operand.reg)).name;
    };
    std::string all;
    for (const Instruction& i : function.code) {
        const auto& o = i.operands;
        if (i.isFused)
            continue;
        if (i.op == Opcode::mul)
            all += text(o[0]) + "=" + text(o[1]) + "*" + text(o[2]) + " ";
        if (i.op == Opcode::add || i.op == Opcode::sub)
            all += text(o[0]) + "=" + text(o[1]) + (i.op == Opcode::add ? "+" : "-") + text(o[2]) +
                   " ";
        if (i.op == Opcode::fma)
            all += text(o[0]) + "=" + text(o[1]) + "*" + text(o[2]) + (o[3].negated ? "" : "+") +
                   text(o[3]) + " ";
    }
    if (!all.empty())
        all.pop_back();
    QCOMPARE(QString::fromStdString(all), result);
}

void TestPtxPasses::debuggedProductsAreNotFused() {
    Module parsed = parsedFloats("mul.f32 m, a, b; sub.f32 r, c, m;");
    parsed.targetDebug = true;
    fuseProducts(parsed);
    QVERIFY(parsed.functions.back().code[1].op == Opcode::sub);
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
            // Only registers that are never written can be live at the entry of compiled code: the
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
}

WARPBENCH_TEST(TestPtxPasses)
} // namespace tst_ptx_passes

#include "tst_ptx_passes.moc"
