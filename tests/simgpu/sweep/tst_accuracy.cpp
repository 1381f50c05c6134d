// SPDX-License-Identifier: GPL-3.0-or-later
// The largest errors of CUDA's mathematical functions on the simulated device, against the host's
// in extended precision. docs/simulated-gpu.md publishes them; this test reads its table and holds
// the simulator to it.
#include "core/compile/compile.h"
#include "tests/compile/nvrtc_available.h"
#include "tests/main.h"
#include "tests/simgpu/sweep/sweep_device.h"
#include "tests/source_path.h"

#include <QtTest/QTest>

#include <cstring>
#include <fstream>
#include <map>
#include <optional>
#include <random>
#include <sstream>

namespace tst_accuracy {

using namespace warpbench;
using namespace warpbench::test;

namespace {

using Real = long double;

/// A function of one or two arguments as a kernel's expression of x and y.
struct Function {
    const char* name;
    const char* expression;
    bool isDouble;
    double low, high;   ///< of x
    double lowY, highY; ///< of y; equal: one argument
    Real (*reference)(Real x, Real y);
};

// clang-format off
const Function kFunctions[] = {
    {"sinf", "sinf(x)", false, -1000, 1000, 0, 0, [](Real x, Real) { return std::sin(x); }},
    {"cosf", "cosf(x)", false, -1000, 1000, 0, 0, [](Real x, Real) { return std::cos(x); }},
    {"tanf", "tanf(x)", false, -1000, 1000, 0, 0, [](Real x, Real) { return std::tan(x); }},
    {"asinf", "asinf(x)", false, -1, 1, 0, 0, [](Real x, Real) { return std::asin(x); }},
    {"acosf", "acosf(x)", false, -1, 1, 0, 0, [](Real x, Real) { return std::acos(x); }},
    {"atanf", "atanf(x)", false, -1e4, 1e4, 0, 0, [](Real x, Real) { return std::atan(x); }},
    {"atan2f", "atan2f(x, y)", false, -1e4, 1e4, -1e4, 1e4, [](Real x, Real y) { return std::atan2(x, y); }},
    {"sinhf", "sinhf(x)", false, -80, 80, 0, 0, [](Real x, Real) { return std::sinh(x); }},
    {"coshf", "coshf(x)", false, -80, 80, 0, 0, [](Real x, Real) { return std::cosh(x); }},
    {"tanhf", "tanhf(x)", false, -10, 10, 0, 0, [](Real x, Real) { return std::tanh(x); }},
    {"expf", "expf(x)", false, -86, 88, 0, 0, [](Real x, Real) { return std::exp(x); }},
    {"exp2f", "exp2f(x)", false, -125, 127, 0, 0, [](Real x, Real) { return std::exp2(x); }},
    {"expm1f", "expm1f(x)", false, -20, 80, 0, 0, [](Real x, Real) { return std::expm1(x); }},
    {"logf", "logf(x)", false, 1e-30, 1e30, 0, 0, [](Real x, Real) { return std::log(x); }},
    {"log2f", "log2f(x)", false, 1e-30, 1e30, 0, 0, [](Real x, Real) { return std::log2(x); }},
    {"log10f", "log10f(x)", false, 1e-30, 1e30, 0, 0, [](Real x, Real) { return std::log10(x); }},
    {"log1pf", "log1pf(x)", false, -0.99, 1e10, 0, 0, [](Real x, Real) { return std::log1p(x); }},
    {"powf", "powf(x, y)", false, 1e-3, 1e3, -10, 10, [](Real x, Real y) { return std::pow(x, y); }},
    {"cbrtf", "cbrtf(x)", false, -1e20, 1e20, 0, 0, [](Real x, Real) { return std::cbrt(x); }},
    {"rsqrtf", "rsqrtf(x)", false, 1e-30, 1e30, 0, 0, [](Real x, Real) { return 1 / std::sqrt(x); }},
    {"hypotf", "hypotf(x, y)", false, -1e10, 1e10, -1e10, 1e10, [](Real x, Real y) { return std::hypot(x, y); }},
    {"erff", "erff(x)", false, -4, 4, 0, 0, [](Real x, Real) { return std::erf(x); }},
    {"erfcf", "erfcf(x)", false, -4, 9, 0, 0, [](Real x, Real) { return std::erfc(x); }},
    {"tgammaf", "tgammaf(x)", false, 0.1, 34, 0, 0, [](Real x, Real) { return std::tgamma(x); }},
    {"lgammaf", "lgammaf(x)", false, 3, 1e5, 0, 0, [](Real x, Real) { return std::lgamma(x); }},
    {"sin", "sin(x)", true, -1000, 1000, 0, 0, [](Real x, Real) { return std::sin(x); }},
    {"cos", "cos(x)", true, -1000, 1000, 0, 0, [](Real x, Real) { return std::cos(x); }},
    {"tan", "tan(x)", true, -1000, 1000, 0, 0, [](Real x, Real) { return std::tan(x); }},
    {"atan2", "atan2(x, y)", true, -1e4, 1e4, -1e4, 1e4, [](Real x, Real y) { return std::atan2(x, y); }},
    {"tanh", "tanh(x)", true, -20, 20, 0, 0, [](Real x, Real) { return std::tanh(x); }},
    {"exp", "exp(x)", true, -700, 700, 0, 0, [](Real x, Real) { return std::exp(x); }},
    {"log", "log(x)", true, 1e-300, 1e300, 0, 0, [](Real x, Real) { return std::log(x); }},
    {"pow", "pow(x, y)", true, 1e-3, 1e3, -30, 30, [](Real x, Real y) { return std::pow(x, y); }},
    {"cbrt", "cbrt(x)", true, -1e100, 1e100, 0, 0, [](Real x, Real) { return std::cbrt(x); }},
    {"rsqrt", "rsqrt(x)", true, 1e-300, 1e300, 0, 0, [](Real x, Real) { return 1 / std::sqrt(x); }},
    {"erf", "erf(x)", true, -6, 6, 0, 0, [](Real x, Real) { return std::erf(x); }},
    {"tgamma", "tgamma(x)", true, 0.1, 170, 0, 0, [](Real x, Real) { return std::tgamma(x); }},
};
// clang-format on

constexpr std::size_t kPoints = 20000;

std::string sourceOfKernels() {
    std::string text;
    for (std::size_t i = 0; i < std::size(kFunctions); ++i) {
        const Function& f = kFunctions[i];
        const std::string type = f.isDouble ? "double" : "float";
        text += "extern \"C\" __global__ void k" + std::to_string(i) + "(const " + type +
                "* a, const " + type + "* b, " + type +
                "* out, int n) { int i = blockIdx.x * blockDim.x + threadIdx.x; if (i < n) { " +
                type + " x = a[i], y = b[i]; out[i] = " + f.expression + "; } }\n";
    }
    return text;
}

/// Numbers in a range: evenly distributed, and if the range spans magnitudes, also over these.
template <class T>
std::vector<T> pointsIn(double low, double high, unsigned seed) {
    std::mt19937_64 random(seed);
    std::vector<T> points(kPoints);
    for (std::size_t i = 0; i < kPoints; ++i) {
        const double u = double(random() >> 11) * 0x1p-53;
        double x = low + (high - low) * u;
        if (i % 2) {
            const double most = std::max(std::fabs(low), std::fabs(high));
            const double least = low > 0 ? low : most * 1e-6;
            x = std::exp(std::log(least) + (std::log(most) - std::log(least)) * u);
            if (low < 0 && (i % 4 == 1 || x > high))
                x = -x;
        }
        points[i] = static_cast<T>(std::clamp(x, low, high));
    }
    return points;
}

/// |got - want| in units in the last place of want's neighbours in T.
template <class T>
double ulpError(T got, Real want) {
    const T nearest = static_cast<T>(want);
    if (got == nearest && (std::isinf(got) || got == 0))
        return 0;
    if (!std::isfinite(got) || !std::isfinite(nearest))
        return got == nearest ? 0 : HUGE_VAL;
    int exponent = 0;
    std::frexp(nearest, &exponent);
    const int digits = std::numeric_limits<T>::digits;
    const int least = std::numeric_limits<T>::min_exponent - digits;
    const Real ulp = std::ldexp(Real{1}, std::max(exponent - digits, least));
    return double(std::fabs(Real{got} - want) / ulp);
}

} // namespace

class TestAccuracy : public QObject {
    Q_OBJECT

  private:
    std::optional<cuda::Context> m_context;
    std::optional<cuda::Module> m_module;
    std::map<std::string, double> m_published; ///< largest errors in the documentation's table

    template <class T>
    double largestError(std::size_t index);

  private slots:
    void initTestCase();
    void cleanupTestCase() {
        m_module.reset();
        m_context.reset();
    }
    void errors_data();
    void errors();
};

void TestAccuracy::initTestCase() {
    NEED_NVRTC();
    m_context = cuda::Context::create(cuda::Driver::openSimulated().device(0));
    compile::CompileRequest request;
    request.source = sourceOfKernels();
    request.fileName = "functions.cu";
    request.arch = "compute_90";
    const compile::CompileResult result = compile::compile(request);
    QVERIFY2(result.succeeded, result.log.c_str());
    m_module = cuda::Module::fromPtx(*m_context, result.ptx);
    // | `sinf` | documented | measured |
    std::ifstream file(sourcePath("docs/simulated-gpu.md"));
    for (std::string line; std::getline(file, line);) {
        std::istringstream cells(line);
        std::string empty, name, documented, measured;
        if (line.starts_with("| `") && std::getline(cells, empty, '|') &&
            std::getline(cells, name, '|') && std::getline(cells, documented, '|') &&
            std::getline(cells, measured, '|')) {
            const auto first = name.find('`'), last = name.rfind('`');
            m_published[name.substr(first + 1, last - first - 1)] = std::atof(measured.c_str());
        }
    }
}

template <class T>
double TestAccuracy::largestError(std::size_t index) {
    const Function& f = kFunctions[index];
    const auto x = pointsIn<T>(f.low, f.high, 1), y = pointsIn<T>(f.lowY, f.highY, 2);
    const std::size_t bytes = kPoints * sizeof(T);
    const auto a = cuda::DeviceMemory::allocate(*m_context, bytes);
    const auto b = cuda::DeviceMemory::allocate(*m_context, bytes);
    const auto out = cuda::DeviceMemory::allocate(*m_context, bytes);
    cuda::copyToDevice(*m_context, a.pointer(), x.data(), bytes);
    cuda::copyToDevice(*m_context, b.pointer(), y.data(), bytes);
    CUdeviceptr pointers[] = {a.pointer(), b.pointer(), out.pointer()};
    int n = kPoints;
    void* arguments[] = {&pointers[0], &pointers[1], &pointers[2], &n};
    cuda::LaunchConfig config;
    config.block.x = 256;
    config.grid.x = (kPoints + 255) / 256;
    m_module->kernel("k" + std::to_string(index))
        .launch(config, cuda::Stream::defaultOf(*m_context), arguments);
    m_context->synchronize();
    std::vector<T> got(kPoints);
    cuda::copyToHost(*m_context, got.data(), out.pointer(), bytes);
    double largest = 0;
    for (std::size_t i = 0; i < kPoints; ++i)
        largest = std::max(largest, ulpError<T>(got[i], f.reference(x[i], y[i])));
    return largest;
}

void TestAccuracy::errors_data() {
    QTest::addColumn<int>("index");
    for (std::size_t i = 0; i < std::size(kFunctions); ++i)
        QTest::newRow(kFunctions[i].name) << int(i);
}

void TestAccuracy::errors() {
    QFETCH(int, index);
    const auto i = static_cast<std::size_t>(index);
#ifdef _WIN32
    for (const char* name : {"sin", "cos", "tan", "tanh", "pow", "tgamma"})
        if (std::strcmp(kFunctions[i].name, name) == 0)
            QSKIP("mingw's own function of long double is too far off to compare with");
#endif
    try {
        const double error =
            kFunctions[i].isDouble ? largestError<double>(i) : largestError<float>(i);
        const auto published = m_published.find(kFunctions[i].name);
        const std::string text =
            std::string(kFunctions[i].name) + ": largest error " + std::to_string(error) + " ulp";
        qInfo("%s", text.c_str());
        QVERIFY2(published != m_published.end(), (text + ", not in the documentation").c_str());
        QVERIFY2(error <= published->second, (text + ", more than published").c_str());
    } catch (const std::exception& e) {
        QFAIL(e.what());
    }
}

WARPBENCH_TEST(TestAccuracy)
} // namespace tst_accuracy

#include "tst_accuracy.moc"
