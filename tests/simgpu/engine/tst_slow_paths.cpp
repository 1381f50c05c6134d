// SPDX-License-Identifier: GPL-3.0-or-later
// Divisions and roots whose operands the compiler's usual code does not handle. The limits are
// those of ptxas 13.0's code for sm_90; which side of them is slow was measured on an H200.
#include "tests/main.h"
#include "tests/simgpu/engine/profiled_machine.h"

#include <QtTest/QTest>

#include <bit>
#include <limits>

namespace tst_slow_paths {

using namespace warpbench::simgpu::engine;

namespace {

std::uint64_t bits(float value) {
    return std::bit_cast<std::uint32_t>(value);
}

std::uint64_t bits(double value) {
    return std::bit_cast<std::uint64_t>(value);
}

/// One with another exponent.
std::uint64_t raised(int exponent) {
    return std::uint64_t(exponent) << 23;
}

std::string hexadecimal(std::uint64_t value) {
    return "0x" + QByteArray::number(qulonglong(value), 16).toStdString();
}

/// `name d, a, b` in lane 3, and with ones in all other lanes.
std::string lane3(const std::string& name, int width, std::uint64_t one, std::uint64_t a,
                  std::uint64_t b) {
    const std::string r = width == 32 ? "%r" : "%rd", type = ".b" + std::to_string(width) + " ";
    const bool isBinary = name.starts_with("div") || name.starts_with("rem");
    std::string text = "setp.eq.u32 %p1, %r1, 3;\n";
    for (const auto& [number, value] : {std::pair{"10", a}, std::pair{"11", b}})
        text += "selp" + type + r + number + ", " + hexadecimal(value) + ", " + hexadecimal(one) +
                ", %p1;\n";
    return text + name + " " + r + "12, " + r + "10" + (isBinary ? ", " + r + "11" : "") + ";";
}

} // namespace

class TestSlowPaths : public QObject {
    Q_OBJECT

  private:
    ProfiledMachine m_gpu;

  private slots:
    void anOperand_data();
    void anOperand();
    void lanesThatAreOff();
    void everyExecutionCounts();
};

void TestSlowPaths::anOperand_data() {
    QTest::addColumn<QString>("name");
    QTest::addColumn<int>("width");
    QTest::addColumn<quint64>("one");
    QTest::addColumn<quint64>("a");
    QTest::addColumn<quint64>("b");
    QTest::addColumn<bool>("isSlow");
    const auto add = [](const char* what, const char* name, int width, std::uint64_t one,
                        std::uint64_t a, std::uint64_t b, bool isSlow) {
        QTest::addRow("%s: %s", name, what)
            << QString(name) << width << quint64(one) << quint64(a) << quint64(b) << isSlow;
    };
    const auto ofFloats = [&](const char* what, std::uint64_t a, std::uint64_t b, bool isSlow) {
        add(what, "div.rn.f32", 32, bits(1.0F), a, b, isSlow);
    };
    ofFloats("usual", bits(3.0F), bits(-7.0F), false);
    ofFloats("zero", 0, bits(1.0F), true);
    ofFloats("by zero", bits(1.0F), 0, true);
    ofFloats("infinite", bits(std::numeric_limits<float>::infinity()), bits(1.0F), true);
    ofFloats("small", raised(25), raised(127), false);
    ofFloats("smaller", raised(24), raised(127), true);
    ofFloats("by a small one", raised(127), raised(2), false);
    ofFloats("by a smaller one", raised(127), raised(1), true);
    ofFloats("by a large one", raised(128), raised(251), false);
    ofFloats("by a larger one", raised(129), raised(252), true);
    ofFloats("small quotient", raised(126), raised(250), false);
    ofFloats("smaller quotient", raised(125), raised(250), true);
    ofFloats("large quotient", raised(254), raised(128), false);
    ofFloats("larger quotient", raised(254), raised(127), true);
    add("usual", "rcp.rn.f32", 32, bits(1.0F), bits(-3.0F), 0, false);
    add("zero", "rcp.rn.f32", 32, bits(1.0F), 0, 0, true);
    add("subnormal", "rcp.rn.f32", 32, bits(1.0F), 1, 0, true);
    add("large", "rcp.rn.f32", 32, bits(1.0F), raised(252), 0, false);
    add("larger", "rcp.rn.f32", 32, bits(1.0F), raised(253), 0, true);
    add("usual", "sqrt.rn.f32", 32, bits(1.0F), bits(2.0F), 0, false);
    add("zero", "sqrt.rn.f32", 32, bits(1.0F), 0, 0, true);
    add("negative", "sqrt.rn.f32", 32, bits(1.0F), bits(-1.0F), 0, true);
    add("small", "sqrt.rn.f32", 32, bits(1.0F), raised(26), 0, false);
    add("smaller", "sqrt.rn.f32", 32, bits(1.0F), raised(25), 0, true);
    add("usual", "div.rn.f64", 64, bits(1.0), bits(3.0), bits(7.0), false);
    add("zero", "div.rn.f64", 64, bits(1.0), 0, bits(1.0), true);
    add("by zero", "div.rn.f64", 64, bits(1.0), bits(1.0), 0, true);
    add("infinite", "div.rn.f64", 64, bits(1.0), bits(std::numeric_limits<double>::infinity()),
        bits(2.0), true);
    add("small", "div.rn.f64", 64, bits(1.0), bits(1e-291), bits(1.0), false);
    add("smaller", "div.rn.f64", 64, bits(1.0), bits(1e-292), bits(1.0), true);
    add("by a large one", "div.rn.f64", 64, bits(1.0), bits(1.0), bits(1e308), true);
    add("large quotient", "div.rn.f64", 64, bits(1.0), bits(2.0), bits(3e-308), true);
    add("usual", "rcp.rn.f64", 64, bits(1.0), bits(3.0), 0, false);
    add("zero", "rcp.rn.f64", 64, bits(1.0), 0, 0, true);
    add("large", "rcp.rn.f64", 64, bits(1.0), bits(1e308), 0, true);
    add("usual", "sqrt.rn.f64", 64, bits(1.0), bits(3.0), 0, false);
    add("zero", "sqrt.rn.f64", 64, bits(1.0), 0, 0, true);
    add("negative", "sqrt.rn.f64", 64, bits(1.0), bits(-3.0), 0, true);
    add("small", "sqrt.rn.f64", 64, bits(1.0), bits(1e-300), 0, true);
    add("usual", "rsqrt.approx.f64", 64, bits(1.0), bits(3.0), 0, false);
    add("zero", "rsqrt.approx.f64", 64, bits(1.0), 0, 0, true);
    for (const char* name : {"div.u64", "div.s64", "rem.u64", "rem.s64"})
        add("always", name, 64, 1, 7, 3, true);
    add("no expansion", "div.full.f32", 32, bits(1.0F), 0, bits(1.0F), false);
    add("no expansion", "rcp.approx.ftz.f32", 32, bits(1.0F), 0, 0, false);
    add("no expansion", "div.u32", 32, 1, 0xffffffffu, 3, false);
}

void TestSlowPaths::anOperand() {
    QFETCH(QString, name);
    QFETCH(int, width);
    QFETCH(quint64, one);
    QFETCH(quint64, a);
    QFETCH(quint64, b);
    const LaunchProfile profile = m_gpu.profile(lane3(name.toStdString(), width, one, a, b));
    const ProfileLine line = m_gpu.lineOf(profile, name.toStdString());
    QCOMPARE(line.executions, 1u);
    QTEST(line.slowPaths == 1, "isSlow");
}

void TestSlowPaths::lanesThatAreOff() {
    const std::string body = lane3("div.rn.f32", 32, bits(1.0F), 0, bits(1.0F));
    const std::size_t at = body.find("div.rn");
    const LaunchProfile profile = m_gpu.profile(body.substr(0, at) + "@!%p1 " + body.substr(at));
    QCOMPARE(m_gpu.lineOf(profile, "div.rn").executions, 1u);
    QCOMPARE(m_gpu.lineOf(profile, "div.rn").slowPaths, 0u);
}

void TestSlowPaths::everyExecutionCounts() {
    const LaunchProfile profile =
        m_gpu.profile(lane3("sqrt.rn.f64", 64, bits(1.0), 0, 0), {96, 1, 1}, {5, 1, 1});
    QCOMPARE(m_gpu.lineOf(profile, "sqrt.rn").executions, 15u);
    QCOMPARE(m_gpu.lineOf(profile, "sqrt.rn").slowPaths, 5u); // the first warp of each block
}

WARPBENCH_TEST(TestSlowPaths)
} // namespace tst_slow_paths

#include "tst_slow_paths.moc"
