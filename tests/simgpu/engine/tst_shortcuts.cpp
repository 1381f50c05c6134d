// SPDX-License-Identifier: GPL-3.0-or-later
// Records that one handler executes at once: sums of products from shared memory, and pairs in
// which the second reads the first one's result. Their results have the same bits as those of the
// single instructions, for full and partial warps. Metrics and checks give the same results as
// record by record, and so do faults.
#include "core/simgpu/engine/program.h"
#include "tests/main.h"
#include "tests/simgpu/engine/machine_fixture.h"

#include <QtTest/QTest>

#include <bit>
#include <cmath>
#include <functional>
#include <limits>
#include <optional>
#include <random>
#include <utility>

namespace tst_shortcuts {

using namespace warpbench::simgpu::engine;

namespace {

constexpr unsigned kThreads = 64;
constexpr unsigned kShared = 1024; ///< elements of the shared array
constexpr float kInfinite = std::numeric_limits<float>::infinity();

using Bits = std::vector<std::uint32_t>;

std::uint32_t bitsOf(float x) {
    return x == x ? std::bit_cast<std::uint32_t>(x) : 0x7fffffffu;
}

/// Numbers of many magnitudes, among them those that are special.
std::vector<float> numbers(std::size_t count, unsigned seed) {
    const float special[] = {0.0f,       -0.0f, 1.0f,      -1.0f,      kInfinite,
                             -kInfinite, NAN,   0x1p-126f, 0x1p-149f,  3.4e38f,
                             -3.4e38f,   0.1f,  -0x1.8p3f, 16777216.0f};
    std::mt19937 random(seed);
    std::vector<float> values(count);
    for (float& value : values) {
        const unsigned pick = random() % 64;
        value = pick < std::size(special)
                    ? special[pick]
                    : std::ldexp(float(int(random() % 2001) - 1000), int(random() % 16) - 12);
    }
    return values;
}

/// A pattern of lane addresses: PTX that sets %r10 to the offset of thread %r1, and C++ for it.
struct Lie {
    const char* name;
    const char* code;
    unsigned (*offset)(unsigned thread);
};
const Lie kLies[] = {
    {"the same", "mov.u32 %r10, 128;", [](unsigned) { return 128u; }},
    {"the same in each half", "shr.u32 %r10, %r1, 4; shl.b32 %r10, %r10, 6;",
     [](unsigned t) { return t / 16 * 64; }},
    {"side by side", "shl.b32 %r10, %r1, 2;", [](unsigned t) { return t * 4; }},
    {"in rows of 16", "and.b32 %r10, %r1, 15; shl.b32 %r10, %r10, 2;",
     [](unsigned t) { return t % 16 * 4; }},
    {"scattered", "mul.lo.u32 %r10, %r1, 148; and.b32 %r10, %r10, 252;",
     [](unsigned t) { return t * 148 & 252u; }},
};

constexpr const char* kHead =
    ".version 8.0\n.target sm_90\n.address_size 64\n"
    ".visible .entry k(.param .u64 in, .param .u64 out, .param .u32 active)\n{\n"
    ".reg .pred %p<8>;\n.reg .b32 %r<32>;\n.reg .f32 %f<256>;\n.reg .b64 %rd<16>;\n"
    ".shared .align 16 .b8 buf[4096];\n"
    "ld.param.u64 %rd1, [in];\nld.param.u64 %rd2, [out];\nld.param.u32 %r2, [active];\n"
    "mov.u32 %r1, %tid.x;\nmul.wide.u32 %rd3, %r1, 4;\nadd.s64 %rd4, %rd1, %rd3;\n"
    "add.s64 %rd5, %rd2, %rd3;\n";

struct Factors {
    int x, y;
};

/// out[t] = t + Σ shared[x + f.x] * shared[y + f.y]
/// \param keep  the step whose sum is also stored, at out[64 + t]; -1: none
std::string sumKernel(const Lie& x, const Lie& y, const std::vector<Factors>& factors, int keep) {
    std::string text = kHead;
    text += "mov.u32 %r3, buf;\nshl.b32 %r4, %r1, 2;\nadd.s32 %r4, %r3, %r4;\n";
    for (unsigned n = 0; n < kShared / kThreads; ++n) {
        const std::string at = std::to_string(n * kThreads * 4);
        text += "ld.global.f32 %f1, [%rd4+" + at + "];\nst.shared.f32 [%r4+" + at + "], %f1;\n";
    }
    text += "bar.sync 0;\nsetp.ge.u32 %p1, %r1, %r2;\n@%p1 bra DONE;\n";
    text += std::string(x.code) + "\nadd.s32 %r11, %r3, %r10;\n";
    text += std::string(y.code) + "\nadd.s32 %r12, %r3, %r10;\n";
    text += "cvt.rn.f32.u32 %f10, %r1;\n";
    unsigned f = 10;
    for (std::size_t n = 0; n < factors.size(); ++n, f += 3) {
        const auto number = [&](unsigned plus) { return std::to_string(f + plus); };
        text += "ld.shared.f32 %f" + number(1) + ", [%r11+" + std::to_string(factors[n].x) + "];\n";
        text += "ld.shared.f32 %f" + number(2) + ", [%r12+" + std::to_string(factors[n].y) + "];\n";
        text += "fma.rn.f32 %f" + number(3) + ", %f" + number(n % 2 ? 1 : 2) + ", %f" +
                number(n % 2 ? 2 : 1) + ", %f" + number(0) + ";\n";
        if (int(n) == keep)
            text += "st.global.f32 [%rd5+256], %f" + number(3) + ";\n";
    }
    return text + "st.global.f32 [%rd5], %f" + std::to_string(f) + ";\nDONE:\nret;\n}\n";
}

std::vector<Factors> steps(int count) {
    std::vector<Factors> factors;
    for (int n = 0; n < count; ++n)
        factors.push_back({n * 4, n * 64});
    return factors;
}

float applied(const std::string& op, float a, float b, float c) {
    return op == "add" ? a + b : op == "sub" ? a - b : op == "mul" ? a * b : std::fmaf(a, b, c);
}

/// "fma.rn.f32 %f4, %f1, %f2, %f3;"
std::string instruction(const std::string& op, const std::string& d, const std::string& a,
                        const std::string& b, const std::string& c) {
    // Without a rounding, products would be fused with the sums that read them.
    return op + ".rn.f32 " + d + ", " + a + ", " + b + (op == "fma" ? ", " + c : "") + ";\n";
}

/// The shortcuts of pairKernel without a body: two loads through one index.
constexpr std::size_t kLoads = 1;

/// x, y and z are %f1 to %f3, 64 elements each.
std::string pairKernel(const std::string& body, const std::string& behind = {}) {
    return std::string(kHead) +
           "ld.global.f32 %f1, [%rd4];\nld.global.f32 %f2, [%rd4+256];\n"
           "ld.global.f32 %f3, [%rd4+512];\nmov.b32 %r5, %f1;\nmov.b32 %r6, %f2;\n"
           "mov.b32 %r7, %f3;\nsetp.ge.u32 %p1, %r1, %r2;\n@%p1 bra DONE;\n" +
           body + "st.global.f32 [%rd5], %f5;\n" + behind + "DONE:\nret;\n}\n";
}

/// A kernel's records one by one, for as long as it lives.
class RecordByRecord {
  public:
    explicit RecordByRecord(Code& code)
        : m_code(code)
        , m_shortcuts(std::exchange(code.shortcuts, {})) {
        for (Shortcut& shortcut : m_shortcuts)
            std::swap(m_code.insts[shortcut.record].run, shortcut.single);
    }
    ~RecordByRecord() {
        for (Shortcut& shortcut : m_shortcuts)
            std::swap(m_code.insts[shortcut.record].run, shortcut.single);
        m_code.shortcuts = std::move(m_shortcuts);
    }
    RecordByRecord(const RecordByRecord&) = delete;
    RecordByRecord& operator=(const RecordByRecord&) = delete;

  private:
    Code& m_code;
    std::vector<Shortcut> m_shortcuts;
};

/// All that a launch has counted, as text.
std::string textOf(const Counters& c) {
    std::string text;
    for (const std::uint64_t count :
         {c.warpInstructions, c.threadInstructions, c.branches, c.divergentBranches,
          c.globalAccesses, c.globalSectors, c.idealGlobalSectors, c.bytesLoaded, c.bytesStored,
          c.sharedAccesses, c.sharedBankConflicts, c.sharedBytesLoaded, c.sharedBytesStored})
        text += " " + std::to_string(count);
    return text;
}
std::string textOf(const std::optional<Metrics>& metrics) {
    std::string text;
    if (metrics) {
        text = "all:" + textOf(static_cast<const Counters&>(*metrics)) + "\n";
        for (const LineMetrics& line : metrics->lines)
            text +=
                std::to_string(line.line) + ":" + textOf(static_cast<const Counters&>(line)) + "\n";
        for (std::size_t lanes = 0; lanes < metrics->activeLanes.size(); ++lanes)
            text += " " + std::to_string(metrics->activeLanes[lanes]);
    }
    return text;
}

enum class Look { at_nothing, at_counts, at_accesses, at_both };
constexpr Look kLooks[] = {Look::at_nothing, Look::at_counts, Look::at_accesses, Look::at_both};

} // namespace

class TestShortcuts : public QObject {
    Q_OBJECT

  private:
    Machine m;

    /// \param found  findings of the launch besides its results
    Bits run(const std::vector<float>& in, unsigned active, Look look, std::string& found) {
        const DeviceArray<float> from(*m.memory, in);
        DeviceArray<std::uint32_t> to(*m.memory, Bits(2 * kThreads, 0xdeadbeefu));
        Parameters parameters;
        parameters.add(from.address()).add(to.address()).add(active);
        LaunchRequest request = m.request("k", {1, 1, 1}, {kThreads, 1, 1}, parameters);
        request.metrics = look == Look::at_counts || look == Look::at_both;
        if (look == Look::at_accesses || look == Look::at_both)
            request.checks = {true, true, true};
        const LaunchOutcome outcome = execute(request);
        found = textOf(outcome.metrics);
        for (const Fault& fault : outcome.faults) // their texts name addresses, which differ
            found += std::to_string(int(fault.kind)) + " in thread " +
                     std::to_string(fault.thread[0]) + " at line " + std::to_string(fault.ptxLine) +
                     "\n";
        return to.values();
    }
    /// Faults, counts and results.
    void compareWithOneByOne(const std::vector<float>& in) {
        for (const Look look : kLooks) {
            std::string found, foundOneByOne;
            const Bits got = run(in, kThreads, look, found);
            const RecordByRecord slow(m.program->codes.at(0));
            const Bits oneByOne = run(in, kThreads, look, foundOneByOne);
            QCOMPARE(QString::fromStdString(found), QString::fromStdString(foundOneByOne));
            QVERIFY(got == oneByOne);
        }
    }
    /// With all threads and with some of them, with any observation. \param want  the results by
    /// thread, also for the second half of the output
    void compare(const std::string& ptx, const std::vector<float>& in, const Bits& want) {
        QVERIFY2(m.loadText(ptx), (m.error + "\n" + ptx).c_str());
        for (const unsigned active : {kThreads, kThreads - 5, 7u}) {
            for (const Look look : kLooks) {
                std::string found, foundOneByOne;
                const Bits got = run(in, active, look, found);
                {
                    const RecordByRecord slow(m.program->codes.at(0));
                    run(in, active, look, foundOneByOne);
                }
                QCOMPARE(QString::fromStdString(found), QString::fromStdString(foundOneByOne));
                for (unsigned t = 0; t < got.size(); ++t) {
                    const bool isWritten = t % kThreads < active && want[t] != 0xdeadbeefu;
                    const std::uint32_t wanted = isWritten ? want[t] : 0xdeadbeefu;
                    if (got[t] != wanted)
                        QFAIL(qPrintable(QString("thread %1 of %2, look %3: %4, not %5\n%6")
                                             .arg(t)
                                             .arg(active)
                                             .arg(int(look))
                                             .arg(got[t], 8, 16)
                                             .arg(wanted, 8, 16)
                                             .arg(QString::fromStdString(ptx))));
                }
            }
        }
    }

  private slots:
    void sums_data();
    void sums();
    void sumsThatOthersRead();
    void sumsBehindTheEnd();
    void pairs_data();
    void pairs();
    void comparisons();
    void counters();
    void numbersOfThreads();
    void branchesOnTwo();
    void loadsOfTwoArrays();
    void loadsOfTwoArraysThatFault();
    void addressesOfAnOlderValue();
};

void TestShortcuts::sums_data() {
    QTest::addColumn<int>("x");
    QTest::addColumn<int>("y");
    for (int x = 0; x < int(std::size(kLies)); ++x)
        for (int y = 0; y < int(std::size(kLies)); ++y)
            QTest::addRow("%s, %s", kLies[x].name, kLies[y].name) << x << y;
}

void TestShortcuts::sums() {
    QFETCH(int, x);
    QFETCH(int, y);
    const std::vector<float> in = numbers(kShared, 7);
    for (const int count : {1, 2, 16}) {
        const std::vector<Factors> factors = steps(count);
        Bits want(2 * kThreads, 0xdeadbeefu);
        for (unsigned t = 0; t < kThreads; ++t) {
            float sum = float(t);
            for (const Factors& f : factors)
                sum = std::fmaf(in[(kLies[x].offset(t) + unsigned(f.x)) / 4],
                                in[(kLies[y].offset(t) + unsigned(f.y)) / 4], sum);
            want[t] = bitsOf(sum);
        }
        compare(sumKernel(kLies[x], kLies[y], factors, -1), in, want);
        QCOMPARE(m.program->codes.at(0).productSums.size(), std::size_t(count > 1));
    }
}

/// A sum with another use ends the run of records. A single step after it loads through the same
/// addresses, whose patterns the run has determined.
void TestShortcuts::sumsThatOthersRead() {
    const std::vector<float> in = numbers(kShared, 8);
    const std::vector<Factors> factors = steps(8);
    for (const int keep : {3, 6}) {
        Bits want(2 * kThreads);
        for (unsigned t = 0; t < kThreads; ++t) {
            float sum = float(t);
            for (std::size_t n = 0; n < factors.size(); ++n) {
                sum = std::fmaf(in[n + t % 16], in[n * 16 + t], sum);
                if (int(n) == keep)
                    want[kThreads + t] = bitsOf(sum);
            }
            want[t] = bitsOf(sum);
        }
        compare(sumKernel(kLies[3], kLies[2], factors, keep), in, want);
        QCOMPARE(m.program->codes.at(0).productSums.size(), std::size_t(keep == 3 ? 2 : 1));
    }
}

/// The fault names the access of the one load that leaves the memory.
void TestShortcuts::sumsBehindTheEnd() {
    const std::vector<float> in = numbers(kShared, 9);
    for (const Factors& bad : {Factors{4096, 0}, Factors{0, 4096 - 4}, Factors{-4, 0}}) {
        std::vector<Factors> factors = steps(4);
        factors.push_back(bad);
        QVERIFY2(m.loadText(sumKernel(kLies[0], kLies[2], factors, -1)), m.error.c_str());
        const bool isRight = bad.x == -4; // 128 precedes it
        std::string found;
        run(in, kThreads, Look::at_nothing, found);
        QCOMPARE(found.empty(), isRight);
        compareWithOneByOne(in);
        QCOMPARE(m.program->codes.at(0).productSums.size(), std::size_t{1});
    }
}

void TestShortcuts::pairs_data() {
    QTest::addColumn<QString>("first");
    QTest::addColumn<QString>("second");
    for (const char* first : {"add", "sub", "mul", "fma"})
        for (const char* second : {"add", "sub", "mul", "fma"})
            QTest::addRow("%s, %s", first, second) << QString(first) << QString(second);
}

void TestShortcuts::pairs() {
    QFETCH(QString, first);
    QFETCH(QString, second);
    const std::string op = first.toStdString(), then = second.toStdString();
    const std::vector<float> in = numbers(3 * kThreads, 10);
    // Uses of the first result: a, b, c or a and b; %f5 is the result, %f4 is in between.
    for (const char* places : {"400", "040", "004", "440", "404", "444"}) {
        const std::string s = places;
        if (then != "fma" && s[2] == '4')
            continue;
        const auto name = [&](int n, const char* other) {
            return s[std::size_t(n)] == '4' ? "%f4" : other;
        };
        for (const char* result : {"%f5", "%f4"}) {
            for (const bool kept : {false, true}) {
                const bool same = std::string(result) == "%f4";
                if (same && kept)
                    continue;
                std::string body =
                    instruction(op, "%f4", "%f1", "%f2", "%f3") +
                    instruction(then, result, name(0, "%f3"), name(1, "%f1"), name(2, "%f2"));
                if (same)
                    body += "mov.f32 %f5, %f4;\n";
                Bits want(2 * kThreads, 0xdeadbeefu);
                for (unsigned t = 0; t < kThreads; ++t) {
                    const float x = in[t], y = in[kThreads + t], z = in[2 * kThreads + t];
                    const float mid = applied(op, x, y, z);
                    want[t] = bitsOf(applied(then, s[0] == '4' ? mid : z, s[1] == '4' ? mid : x,
                                             s[2] == '4' ? mid : y));
                    if (kept)
                        want[kThreads + t] = bitsOf(mid);
                }
                compare(pairKernel(body, kept ? "st.global.f32 [%rd5+256], %f4;\n" : ""), in, want);
                const bool isPair = s == "400" || s == "040" || (s == "004" && then == "fma") ||
                                    (s == "440" && then == "mul");
                QCOMPARE(m.program->codes.at(0).shortcuts.size(), kLoads + isPair);
            }
        }
    }
}

void TestShortcuts::comparisons() {
    const std::vector<float> in = numbers(3 * kThreads, 11);
    const std::pair<const char*, std::function<bool(float, float)>> tests[] = {
        {"lt", std::less<float>{}},
        {"le", std::less_equal<float>{}},
        {"gt", std::greater<float>{}},
        {"ge", std::greater_equal<float>{}},
    };
    for (const std::string op : {"add", "sub", "mul", "fma"}) {
        for (const auto& [name, test] : tests) {
            for (const bool kept : {false, true}) {
                Bits want(2 * kThreads, 0xdeadbeefu);
                for (unsigned t = 0; t < kThreads; ++t) {
                    const float x = in[t], y = in[kThreads + t], z = in[2 * kThreads + t];
                    const float mid = applied(op, x, y, z);
                    want[t] = bitsOf(test(mid, z) ? 1.0f : 0.0f);
                    if (kept)
                        want[kThreads + t] = bitsOf(mid);
                }
                compare(pairKernel(instruction(op, "%f4", "%f1", "%f2", "%f3") + "setp." + name +
                                       ".f32 %p2, %f4, %f3;\n"
                                       "selp.f32 %f5, 0f3f800000, 0f00000000, %p2;\n",
                                   kept ? "st.global.f32 [%rd5+256], %f4;\n" : ""),
                        in, want);
                QCOMPARE(m.program->codes.at(0).shortcuts.size(), kLoads + 1);
            }
        }
    }
}

/// for (k = 0; k OP limit; k += step): a different number of rounds for each lane.
void TestShortcuts::counters() {
    std::vector<float> in(3 * kThreads);
    struct Case {
        const char* type;
        const char* test;
        int step, limit; ///< in steps of the lane's number
    };
    const Case cases[] = {{"s32", "lt", 3, 5},   {"s32", "le", 2, 3}, {"s32", "gt", -3, -5},
                          {"s32", "ge", -1, -2}, {"u32", "lt", 3, 5}, {"u32", "le", 2, 3},
                          {"s32", "ne", 1, 1},   {"u32", "ne", 1, 2}};
    for (const Case& c : cases) {
        Bits want(2 * kThreads, 0xdeadbeefu);
        for (unsigned t = 0; t < kThreads; ++t) {
            const std::string test = c.test;
            const long limit = (long(t) + 1) * c.limit;
            long k = 0;
            do {
                k += c.step;
            } while (test == "lt"   ? k < limit
                     : test == "le" ? k <= limit
                     : test == "gt" ? k > limit
                     : test == "ge" ? k >= limit
                                    : k != limit);
            want[t] = std::uint32_t(k);
            want[kThreads + t] = 0;
        }
        const std::string type = c.type, test = c.test;
        const std::string loop = "add.s32 %r8, %r1, 1;\nmul.lo.s32 %r8, %r8, " +
                                 std::to_string(c.limit) + ";\nmov.u32 %r9, 0;\nLOOP:\nadd." +
                                 type + " %r9, %r9, " + std::to_string(c.step) + ";\nsetp." + test +
                                 "." + type + " %p2, %r9, %r8;\n";
        const std::string end = "mov.b32 %f5, %r9;\nselp.u32 %r10, 1, 0, %p2;\n";
        const std::string behind = "st.global.u32 [%rd5+256], %r10;\n";
        compare(pairKernel(loop + "@%p2 bra LOOP;\n" + end, behind), in, want);
        QCOMPARE(m.program->codes.at(0).shortcuts.size(), kLoads + 1);
        compare(pairKernel(loop + "mov.u32 %r11, %r9;\n@%p2 bra LOOP;\n" + end, behind), in, want);
        QCOMPARE(m.program->codes.at(0).shortcuts.size(), kLoads + 1);
    }
}

/// The product and the sum that a thread's place in the grid is, compared with the number of
/// elements.
void TestShortcuts::numbersOfThreads() {
    std::vector<float> in(3 * kThreads);
    for (const std::string type : {"s32", "u32"}) {
        for (const bool branches : {false, true}) {
            Bits want(2 * kThreads, 0xdeadbeefu);
            for (unsigned t = 0; t < kThreads; ++t) {
                const std::uint32_t number = t * 3 - 50;
                const bool isLess = type == "s32" ? std::int32_t(number) < 40 : number < 40;
                want[t] = number + (branches ? isLess : 0);
                want[kThreads + t] = isLess;
            }
            const std::string body =
                "mov.u32 %r8, 3;\nmov.u32 %r9, -50;\nmad.lo." + type +
                " %r10, %r1, %r8, %r9;\nsetp.lt." + type + " %p2, %r10, 40;\n" +
                (branches ? "@!%p2 bra OVER;\nadd.s32 %r10, %r10, 1;\nOVER:\n" : "") +
                "mov.b32 %f5, %r10;\nselp.u32 %r11, 1, 0, %p2;\n";
            compare(pairKernel(body, "st.global.u32 [%rd5+256], %r11;\n"), in, want);
            QCOMPARE(m.program->codes.at(0).shortcuts.size(), kLoads + 1);
        }
    }
}

/// a[i] and b[i] with all patterns of indices.
void TestShortcuts::loadsOfTwoArrays() {
    const std::vector<float> in = numbers(kShared, 13);
    for (const Lie& lie : kLies) {
        Bits want(2 * kThreads, 0xdeadbeefu);
        for (unsigned t = 0; t < kThreads; ++t) {
            const unsigned i = lie.offset(t) / 4;
            want[t] = bitsOf(in[i] + in[i + kThreads]);
        }
        const std::string text =
            std::string(kHead) + "setp.ge.u32 %p1, %r1, %r2;\n@%p1 bra DONE;\n" + lie.code +
            "\nshr.u32 %r11, %r10, 2;\nmul.wide.u32 %rd6, %r11, 4;\nadd.s64 %rd7, %rd1, %rd6;\n"
            "ld.global.f32 %f1, [%rd7];\nld.global.f32 %f2, [%rd7+256];\n"
            "mul.f32 %f3, %f1, %f2;\nadd.f32 %f5, %f1, %f2;\nst.global.f32 [%rd5], %f5;\n"
            "DONE:\nret;\n}\n";
        compare(text, in, want);
        QCOMPARE(m.program->codes.at(0).shortcuts.size(), std::size_t{1});
    }
}

/// The second array is too short: the fault is the second load's.
void TestShortcuts::loadsOfTwoArraysThatFault() {
    const std::vector<float> in = numbers(3 * kThreads, 14);
    const std::string text = std::string(kHead) +
                             "ld.global.f32 %f1, [%rd4];\nld.global.f32 %f2, [%rd4+640];\n"
                             "add.f32 %f3, %f1, %f2;\nst.global.f32 [%rd5], %f3;\nret;\n}\n";
    QVERIFY2(m.loadText(text), m.error.c_str());
    QCOMPARE(m.program->codes.at(0).shortcuts.size(), std::size_t{1});
    std::string found;
    run(in, kThreads, Look::at_nothing, found);
    QVERIFY(!found.empty());
    compareWithOneByOne(in);
}

void TestShortcuts::branchesOnTwo() {
    std::vector<float> in(3 * kThreads);
    for (const bool moves : {false, true}) {
        for (const bool negated : {false, true}) {
            Bits want(2 * kThreads, 0xdeadbeefu);
            for (unsigned t = 0; t < kThreads; ++t) {
                std::uint32_t k = 0;
                bool both;
                do {
                    ++k;
                    both = k < t + 1 && 3 * k < 100;
                } while (negated ? !both && k < 2 : both);
                want[t] = k;
                want[kThreads + t] = k;
            }
            // Negated: leaves once both hold, after two rounds at the latest.
            const std::string body =
                std::string(
                    "mov.u32 %r9, 0;\nadd.s32 %r8, %r1, 1;\nLOOP:\nadd.s32 %r9, %r9, 1;\n") +
                "mul.lo.u32 %r10, %r9, 3;\nsetp.lt.u32 %p2, %r9, %r8;\n" +
                (negated ? "setp.ge.u32 %p4, %r9, 2;\n@%p4 bra END;\n" : "") +
                "setp.lt.u32 %p3, %r10, 100;\nand.pred %p4, %p2, %p3;\n" +
                (moves ? "mov.u32 %r11, %r9;\n" : "") + (negated ? "@!%p4" : "@%p4") +
                " bra LOOP;\nEND:\nmov.b32 %f5, %r9;\n";
            compare(pairKernel(body + (moves ? "" : "mov.u32 %r11, %r9;\n"),
                               "st.global.u32 [%rd5+256], %r9;\n"),
                    in, want);
            QCOMPARE(m.program->codes.at(0).shortcuts.size(), kLoads + 1);
        }
    }
}

/// A 32-bit address that changes between two accesses of a block is computed again.
void TestShortcuts::addressesOfAnOlderValue() {
    const std::vector<float> in = numbers(kShared, 12);
    Bits want(2 * kThreads, 0xdeadbeefu);
    for (unsigned t = 0; t < kThreads; ++t) {
        want[t] = std::bit_cast<std::uint32_t>(in[t + 8]); // a NaN's bits as they are
        want[kThreads + t] = std::bit_cast<std::uint32_t>(in[t]);
    }
    std::string text = kHead;
    text += "mov.u32 %r3, buf;\nshl.b32 %r4, %r1, 2;\nadd.s32 %r4, %r3, %r4;\n"
            "ld.global.f32 %f1, [%rd4];\nst.shared.f32 [%r4], %f1;\n"
            "ld.global.f32 %f1, [%rd4+256];\nst.shared.f32 [%r4+256], %f1;\nbar.sync 0;\n"
            "setp.ge.u32 %p1, %r1, %r2;\n@%p1 bra DONE;\n"
            "ld.shared.f32 %f2, [%r4];\nadd.s32 %r4, %r4, 32;\n"
            "setp.ne.u32 %p2, %r1, 100;\n@%p2 ld.shared.f32 %f3, [%r4];\n"
            "st.global.f32 [%rd5+256], %f2;\nld.shared.f32 %f4, [%r4];\n"
            "add.f32 %f3, %f3, %f4;\nsub.f32 %f3, %f3, %f4;\nst.global.f32 [%rd5], %f4;\n"
            "DONE:\nret;\n}\n";
    compare(text, in, want);
}

WARPBENCH_TEST(TestShortcuts)
} // namespace tst_shortcuts

#include "tst_shortcuts.moc"
