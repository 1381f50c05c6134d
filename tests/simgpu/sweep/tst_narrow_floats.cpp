// SPDX-License-Identifier: GPL-3.0-or-later
// Floats of 8 bits and less: compares the results of NVIDIA's headers on the host with those of the
// same functions as instructions on the simulated device. Also random rounding, compared with a
// search in the list of all values.
#include "core/compile/compile.h"
#include "tests/compile/nvrtc_available.h"
#include "tests/main.h"
#include "tests/simgpu/sweep/sweep_device.h"

#include <QtTest/QTest>

#include <algorithm>
#include <bit>
#include <fstream>
#include <optional>
#include <random>
#include <sstream>
#if __has_include(<cuda_fp4.h>)
#define WARPBENCH_HAS_NARROW_FLOATS
#include "tests/simgpu/sweep/narrow_float_operations.h"
#endif

#include "tests/source_path.h"

namespace tst_narrow_floats {

using namespace warpbench;
using namespace warpbench::test;

namespace {

std::string textOf(const std::string& path) {
    std::stringstream text;
    text << std::ifstream(sourcePath(path)).rdbuf();
    return text.str();
}

/// A format as the list of its values, by pattern.
struct Format {
    const char* name;
    int exponentBits, fractionBits;
    bool isIeee;    ///< the top exponent is for infinities and NaNs
    int randomBits; ///< of a number
    double top;     ///< the largest number
    double valueOf(std::uint32_t pattern) const {
        const int exponent = int(pattern >> fractionBits), bias = (1 << (exponentBits - 1)) - 1;
        const double fraction = double(pattern & ((1u << fractionBits) - 1));
        return exponent ? std::ldexp(fraction + (1 << fractionBits), exponent - bias - fractionBits)
                        : std::ldexp(fraction, 1 - bias - fractionBits);
    }
    std::uint32_t sign() const { return 1u << (exponentBits + fractionBits); }
};
constexpr Format kFormats[] = {
    {"f16x2", 5, 10, true, 13, 65504}, {"bf16x2", 8, 7, true, 16, 0x1.fep127},
    {"e4m3x4", 4, 3, false, 16, 448},  {"e5m2x4", 5, 2, true, 16, 57344},
    {"e2m3x4", 2, 3, false, 16, 7.5},  {"e3m2x4", 3, 2, false, 16, 28},
    {"e2m1x4", 2, 1, false, 8, 6},
};

/// For a finite number: the larger neighbour if the fractional position between both neighbours,
/// truncated to the number of random bits, carries when these are added.
std::uint32_t roundedAtRandom(const Format& format, double x, std::uint32_t random) {
    const double size = std::fabs(x);
    std::uint32_t below = 0;
    if (size >= format.top) {
        while (format.valueOf(below) < format.top)
            ++below;
    } else {
        for (std::uint32_t step = format.sign() / 2; step; step /= 2) {
            if (format.valueOf(below + step) <= size && format.valueOf(below + step) <= format.top)
                below += step;
        }
        const double low = format.valueOf(below), high = format.valueOf(below + 1);
        const double way = (size - low) / (high - low);
        if (std::floor(std::ldexp(way, format.randomBits)) + random >=
            std::ldexp(1.0, format.randomBits))
            ++below;
    }
    return below | (std::signbit(x) ? format.sign() : 0);
}

} // namespace

class TestNarrowFloats : public QObject {
    Q_OBJECT

  private:
    std::optional<cuda::Context> m_blackwell, m_consumer; ///< sm_100 and sm_120

  private slots:
    void initTestCase() {
        qputenv("WARPBENCH_SIMGPU", "b200,rtx5090");
        m_blackwell = cuda::Context::create(cuda::Driver::openSimulated().device(0));
        m_consumer = cuda::Context::create(cuda::Driver::openSimulated().device(1));
    }
    void cleanupTestCase() {
        m_blackwell.reset();
        m_consumer.reset();
    }
    void asOnTheHost_data();
    void asOnTheHost();
    void randomRounding_data();
    void randomRounding();
    void specialValues();
};

void TestNarrowFloats::asOnTheHost_data() {
    QTest::addColumn<QString>("arch");
    for (const char* arch : {"compute_100a", "compute_100", "compute_120a", "compute_120"})
        QTest::newRow(arch) << QString(arch);
}

void TestNarrowFloats::asOnTheHost() {
#if defined(WARPBENCH_HAS_NARROW_FLOATS)
    NEED_NVRTC();
    QFETCH(QString, arch);
    compile::CompileRequest request;
    request.fileName = "narrow_floats.cu";
    request.source = textOf("tests/simgpu/sweep/narrow_float_operations.h") +
                     "extern \"C\" __global__ void k(unsigned* out, const unsigned* in, int count, "
                     "int operation) {\n"
                     "    const int i = blockIdx.x * blockDim.x + threadIdx.x;\n"
                     "    if (i < count)\n"
                     "        out[i] = converted(operation, in[2 * i], in[2 * i + 1]);\n"
                     "}\n";
    request.arch = arch.toStdString();
    const compile::CompileResult compiled = compile::compile(request);
    QVERIFY2(compiled.succeeded, compiled.log.c_str());
    if (arch.endsWith('a'))
        QVERIFY(compiled.ptx.find("cvt.rn.satfinite.e2m1x2.f32") != std::string::npos);
    const cuda::Context& context = arch.contains("100") ? *m_blackwell : *m_consumer;
    const cuda::Module module = cuda::Module::fromPtx(context, compiled.ptx);
    std::vector<std::uint32_t> inputs;
    for (const Domain domain : {Domain::f32, Domain::f16, Domain::bf16}) {
        for (const std::uint64_t bits : inputsOf(domain))
            inputs.push_back(static_cast<std::uint32_t>(bits));
    }
    for (std::uint32_t pair = 0; pair < 0x10000; ++pair) // all pairs of narrow numbers
        inputs.push_back(pair | pair << 16);
    std::mt19937 random(3); // near one, in the range of narrow numbers
    while (inputs.size() % 2 || inputs.size() < 0x40000)
        inputs.push_back((random() & 0x81ffffffu) + 0x3d000000u);
    const int count = static_cast<int>(inputs.size() / 2);
    const auto in = cuda::DeviceMemory::allocate(context, inputs.size() * 4);
    const auto out = cuda::DeviceMemory::allocate(context, inputs.size() * 2);
    cuda::copyToDevice(context, in.pointer(), inputs.data(), inputs.size() * 4);
    for (int operation = 0; operation < kNarrowOperations; ++operation) {
        std::uint64_t outAddress = out.pointer(), inAddress = in.pointer();
        int given = count;
        void* arguments[] = {&outAddress, &inAddress, &given, &operation};
        cuda::LaunchConfig config;
        config.grid.x = static_cast<unsigned>(count + 255) / 256;
        config.block.x = 256;
        module.kernel("k").launch(config, cuda::Stream::defaultOf(context), arguments);
        context.synchronize();
        std::vector<std::uint32_t> results(static_cast<std::size_t>(count));
        cuda::copyToHost(context, results.data(), out.pointer(), results.size() * 4);
        for (std::size_t i = 0; i < results.size(); ++i) {
            const std::uint32_t a = inputs[2 * i], b = inputs[2 * i + 1];
            const std::uint32_t expected = converted(operation, a, b);
            if (results[i] != expected)
                QFAIL(qPrintable(QString("operation %1 of %2 and %3: %4 instead of %5")
                                     .arg(operation)
                                     .arg(a, 8, 16)
                                     .arg(b, 8, 16)
                                     .arg(results[i], 8, 16)
                                     .arg(expected, 8, 16)));
        }
    }
#else
    QSKIP("this toolkit has no cuda_fp4.h");
#endif
}

void TestNarrowFloats::randomRounding_data() {
    QTest::addColumn<int>("index");
    for (int i = 0; i < int(std::size(kFormats)); ++i)
        QTest::newRow(kFormats[i].name) << i;
}

void TestNarrowFloats::randomRounding() {
    QFETCH(int, index);
    const Format& format = kFormats[index];
    const std::string name = format.name;
    const bool four = name.ends_with("4");
    OpcodeForm form;
    form.name = name;
    form.target = 100;
    form.specific = true;
    form.result = name == "e2m1x4" ? 'h' : 'r';
    form.code = "mov.b64 {%f1,%f2}, %rd1; mov.b64 {%f3,%f4}, %rd2; cvt.rs.satfinite." + name +
                ".f32 %" + form.result + "0, " +
                (four ? "{%f1,%f2,%f3,%f4}, %r3;" : "%f1, %f2, %r3;");
    // Numbers of all sizes that the format has, and beyond; random bits, few and many of them set.
    std::mt19937_64 random(11);
    std::vector<std::uint64_t> inputs;
    const auto number = [&] {
        const double scale = std::ldexp(1.0 + double(random() % 4096) / 4096,
                                        int(random() % unsigned(2 << format.exponentBits)) -
                                            (1 << format.exponentBits));
        const auto x = static_cast<float>(random() & 1 ? scale : -scale);
        return std::uint64_t{std::bit_cast<std::uint32_t>(x)};
    };
    for (int i = 0; i < 4000; ++i) {
        inputs.push_back(number() | number() << 32);
        inputs.push_back(number() | number() << 32);
        inputs.push_back(i % 4 ? random() : i % 8 ? 0 : 0xffffffff);
    }
    const auto results = resultsOf(*m_blackwell, form, inputs);
    for (std::size_t i = 0; i < results.size(); ++i) {
        const auto bits = static_cast<std::uint32_t>(inputs[3 * i + 2]);
        const auto value = [&](std::size_t n) {
            return double(std::bit_cast<float>(
                static_cast<std::uint32_t>(inputs[3 * i + n / 2] >> (32 * (n % 2)))));
        };
        std::uint32_t expected = 0;
        if (!four) {
            const std::uint32_t mask = (1u << format.randomBits) - 1;
            expected = roundedAtRandom(format, value(0), bits >> 16 & mask) << 16 |
                       roundedAtRandom(format, value(1), bits & mask);
        } else if (form.result == 'h') {
            static constexpr int kFirst[] = {24, 8, 16, 0};
            for (std::size_t n = 0; n < 4; ++n)
                expected =
                    expected << 4 | roundedAtRandom(format, value(n), bits >> kFirst[n] & 0xff);
        } else {
            for (std::size_t n = 0; n < 4; ++n)
                expected = expected << 8 |
                           roundedAtRandom(format, value(n), n < 2 ? bits >> 16 : bits & 0xffff);
        }
        QCOMPARE(QString::number(results[i], 16), QString::number(expected, 16));
    }
}

// The PTX ISA's rules for NaN, infinity, .relu and values that are too large.
void TestNarrowFloats::specialValues() {
    const auto resultOf = [&](const char* code, std::uint64_t a, std::uint64_t b, char result) {
        OpcodeForm form;
        form.code = code;
        form.result = result;
        form.target = 100;
        form.specific = true;
        return resultsOf(*m_blackwell, form, {a, b, 0x12345678}).at(0);
    };
    constexpr std::uint64_t kNan = 0x7fc00000, kInfinity = 0x7f800000, kMinus = 0x80000000;
    const char* e2m1 =
        ".reg .b8 %c; cvt.rn.satfinite.e2m1x2.f32 %c, %f1, %f2; mov.b16 %h0, {%c,0};";
    QCOMPARE(resultOf(e2m1, kNan, kNan | kMinus, 'h'), 0x77ull);
    QCOMPARE(resultOf(e2m1, kInfinity, kInfinity | kMinus, 'h'), 0x7full);
    const char* relu =
        ".reg .b8 %c; cvt.rn.satfinite.relu.e2m1x2.f32 %c, %f1, %f2; mov.b16 %h0, {%c,0};";
    QCOMPARE(resultOf(relu, 0x40000000, 0xc0000000, 'h'), 0x40ull);
    QCOMPARE(resultOf("cvt.rs.f16x2.f32 %r0, %f1, %f2, %r3;", kInfinity, kNan, 'r'), 0x7c007fffull);
    QCOMPARE(resultOf("cvt.rs.satfinite.f16x2.f32 %r0, %f1, %f2, %r3;", kInfinity, kNan, 'r'),
             0x7bff7fffull);
    QCOMPARE(resultOf("cvt.rs.relu.bf16x2.f32 %r0, %f1, %f2, %r3;", 0xbf800000, 0x3f800000, 'r'),
             0x00003f80ull);
}

WARPBENCH_TEST(TestNarrowFloats)
} // namespace tst_narrow_floats

#include "tst_narrow_floats.moc"
