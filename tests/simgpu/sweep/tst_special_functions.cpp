// SPDX-License-Identifier: GPL-3.0-or-later
// The approximate functions over all exponents and segments of their tables, beside an H200's
// results: golden_functions.txt has their digests. On a real GPU, too, if there is one.
#include "tests/main.h"
#include "tests/simgpu/sweep/sweep_device.h"
#include "tests/source_path.h"

#include <QtTest/QTest>

#include <fstream>
#include <map>
#include <numeric>
#include <optional>
#include <sstream>

namespace tst_special_functions {

using namespace warpbench;
using namespace warpbench::test;

namespace {

/// A function and the lines that compute %y, a word, from the operand %x, a word, and another word
/// %z as bits.
struct Function {
    std::string name;
    std::string code;
};

std::vector<Function> functions() {
    std::vector<Function> all;
    for (const std::string& name : expanded("{rcp,rsqrt,sqrt,ex2,lg2,sin,cos}.approx{,.ftz}.f32"))
        all.push_back({name, "mov.b32 %f0, %x; " + name + " %f0, %f0; mov.b32 %y, %f0;"});
    all.push_back(
        {"tanh.approx.f32", "mov.b32 %f0, %x; tanh.approx.f32 %f0, %f0; mov.b32 %y, %f0;"});
    for (const std::string& name : expanded("div.{approx,full}{,.ftz}.f32"))
        all.push_back({name, "mov.b32 %f0, %x; mov.b32 %f1, %z; " + name +
                                 " %f0, %f1, %f0; mov.b32 %y, %f0;"});
    for (const std::string& name :
         expanded("{rcp.approx.ftz.f64,rsqrt.approx.ftz.f64,rsqrt.approx.f64}"))
        all.push_back({name, "mov.b64 %d0, {%z, %x}; " + name +
                                 " %d0, %d0; mov.b64 {%r0, %y}, %d0; xor.b32 %y, %y, %r0;"});
    for (const std::string& name :
         expanded("{ex2.approx.f16x2,tanh.approx.f16x2,ex2.approx.ftz.bf16x2,tanh.approx.bf16x2}"))
        all.push_back({name, name + " %y, %x;"});
    return all;
}

constexpr unsigned kThreads = 256, kBlocks = 64;
constexpr unsigned kEach = 256; ///< operands of a thread: 2^13 of each sign and exponent

/// out[thread] = the sum of result * (2 * operand + 1) * 0x9e3779b97f4a7c15 over its operands.
std::string moduleOf(const Function& function) {
    return R"(.version 7.8
.target sm_90
.address_size 64
.visible .entry k(.param .u64 out) {
    .reg .b32 %x, %y, %z, %n, %t, %end, %r0, %r1; .reg .b64 %sum, %l0, %l1, %out;
    .reg .f32 %f0, %f1; .reg .f64 %d0; .reg .pred %p;
    ld.param.u64 %out, [out];
    mov.u32 %r0, %ctaid.x; mov.u32 %r1, %ntid.x; mov.u32 %t, %tid.x;
    mad.lo.u32 %t, %r0, %r1, %t;
    mul.lo.u32 %n, %t, )" +
           std::to_string(kEach) + R"(;
    add.u32 %end, %n, )" +
           std::to_string(kEach) + R"(;
    mov.u64 %sum, 0;
next:
    mul.lo.u32 %z, %n, 2654435761;
    shr.u32 %x, %n, 13;
    shl.b32 %x, %x, 23;
    and.b32 %r0, %z, 0x7fffff;
    or.b32 %x, %x, %r0;
    )" + function.code +
           R"(
    cvt.u64.u32 %l0, %x;
    mad.lo.u64 %l0, %l0, 2, 1;
    mul.lo.u64 %l0, %l0, 0x9e3779b97f4a7c15;
    cvt.u64.u32 %l1, %y;
    mad.lo.u64 %sum, %l0, %l1, %sum;
    add.u32 %n, %n, 1;
    setp.ne.u32 %p, %n, %end;
    @%p bra next;
    mul.wide.u32 %l0, %t, 8;
    add.u64 %out, %out, %l0;
    st.global.u64 [%out], %sum;
    ret;
}
)";
}

std::string digestOn(const cuda::Context& context, const Function& function) {
    const cuda::Module module = cuda::Module::fromPtx(context, moduleOf(function));
    std::vector<std::uint64_t> sums(std::size_t{kBlocks} * kThreads);
    const auto out = cuda::DeviceMemory::allocate(context, sums.size() * 8);
    CUdeviceptr address = out.pointer();
    void* arguments[] = {&address};
    cuda::LaunchConfig config;
    config.grid.x = kBlocks;
    config.block.x = kThreads;
    module.kernel("k").launch(config, cuda::Stream::defaultOf(context), arguments);
    context.synchronize();
    cuda::copyToHost(context, sums.data(), out.pointer(), sums.size() * 8);
    std::ostringstream text;
    text << std::hex << std::accumulate(sums.begin(), sums.end(), std::uint64_t{0});
    return text.str();
}

} // namespace

class TestSpecialFunctions : public QObject {
    Q_OBJECT

  private:
    std::vector<Function> m_functions = functions();
    std::map<std::string, std::string> m_golden;
    std::optional<cuda::Context> m_real, m_simulated;
    std::string m_noRealOne; ///< why

    void addFunctions() {
        QTest::addColumn<int>("index");
        for (std::size_t i = 0; i < m_functions.size(); ++i)
            QTest::newRow(m_functions[i].name.c_str()) << int(i);
    }
    void compare(const cuda::Context& context, int index) {
        const Function& function = m_functions[static_cast<std::size_t>(index)];
        try {
            QCOMPARE(digestOn(context, function).c_str(), m_golden[function.name].c_str());
        } catch (const std::exception& error) {
            QFAIL(error.what());
        }
    }

  private slots:
    void initTestCase();
    void cleanupTestCase() {
        m_real.reset();
        m_simulated.reset();
    }
    void simulated_data() { addFunctions(); }
    void simulated() {
        QFETCH(int, index);
        compare(*m_simulated, index);
    }
    void real_data() { addFunctions(); }
    void real() {
        if (!m_real)
            QSKIP(m_noRealOne.c_str());
        QFETCH(int, index);
        compare(*m_real, index);
    }
};

void TestSpecialFunctions::initTestCase() {
    std::ifstream file(sourcePath("tests/simgpu/sweep/golden_functions.txt"));
    QVERIFY2(file.is_open(), "golden_functions.txt is missing");
    for (std::string line; std::getline(file, line);) {
        if (const auto space = line.find(' '); line.front() != '#')
            m_golden[line.substr(space + 1)] = line.substr(0, space);
    }
    qputenv("WARPBENCH_SIMGPU", "h200");
    m_simulated = cuda::Context::create(cuda::Driver::openSimulated().device(0));
    try {
        const cuda::Driver& driver = cuda::Driver::openSystem();
        if (driver.deviceCount() == 0 || driver.device(0).ccMajor() < 9)
            throw Error(ErrorKind::device, "there is no GPU of compute capability 9.0 or later");
        m_real = cuda::Context::create(driver.device(0));
    } catch (const Error& error) {
        m_noRealOne = error.what();
    }
}

WARPBENCH_TEST(TestSpecialFunctions)
} // namespace tst_special_functions

#include "tst_special_functions.moc"
