// SPDX-License-Identifier: GPL-3.0-or-later
// Rules that are easy to get wrong (listed in rules.cu), as kernels: on the simulated device, whose
// results must equal those of an H200, and on a real GPU if there is one.
//
// WBTEST_GOLDEN_RULES_OUT names a file for the real GPU's results: it becomes
// tests/simgpu/rules/h200.txt.
#include "core/cuda/context.h"
#include "core/cuda/driver.h"
#include "core/cuda/memory.h"
#include "core/cuda/module.h"
#include "core/platform/dynamic_library.h"
#include "tests/compile/nvrtc_available.h"
#include "tests/main.h"
#include "tests/source_path.h"

#include <QtTest/QTest>

#include <cuda.h>

#include <fstream>
#include <optional>
#include <sstream>
#include <vector>

namespace tst_gpu_rules {

using namespace warpbench;
using namespace warpbench::test;

namespace {

using Words = std::vector<std::uint32_t>;

constexpr std::size_t kWords = 96; ///< of each kernel's results
constexpr std::uint32_t kUntouched = 0xdeadbeef;

struct Rule {
    std::string kernel;
    unsigned threads = 0;
    int n = 0;
    Words expected; ///< the first words
};

std::vector<Rule> rules() {
    std::vector<Rule> all;
    std::ifstream file(sourcePath("tests/simgpu/rules/h200.txt"));
    for (std::string line; std::getline(file, line);) {
        if (line.empty() || line.front() == '#')
            continue;
        std::istringstream words(line);
        Rule& rule = all.emplace_back();
        words >> rule.kernel >> rule.threads >> rule.n >> std::hex;
        for (std::uint32_t word = 0; words >> word;)
            rule.expected.push_back(word);
    }
    return all;
}

std::string textOf(const Words& words, std::size_t count) {
    std::ostringstream text;
    text << std::hex;
    for (std::size_t i = 0; i < count; ++i)
        text << (i ? " " : "") << words[i];
    return text.str();
}

/// "[3] is 1, not 2; …"; empty if the first words are as expected.
std::string differences(const Words& got, const Words& expected) {
    std::ostringstream text;
    text << std::hex;
    for (std::size_t i = 0; i < expected.size(); ++i) {
        if (got[i] != expected[i])
            text << "[" << std::dec << i << std::hex << "] is " << got[i] << ", not " << expected[i]
                 << "; ";
    }
    return text.str();
}

Words resultsOf(const cuda::Context& context, const cuda::Module& module, const Rule& rule) {
    const auto out = cuda::DeviceMemory::allocate(context, kWords * 4);
    Words words(kWords, kUntouched);
    cuda::copyToDevice(context, out.pointer(), words.data(), kWords * 4);
    std::uint64_t address = out.pointer();
    int n = rule.n;
    void* arguments[] = {&address, &n};
    cuda::LaunchConfig config;
    config.block.x = rule.threads;
    module.kernel(rule.kernel).launch(config, cuda::Stream::defaultOf(context), arguments);
    context.synchronize();
    cuda::copyToHost(context, words.data(), out.pointer(), kWords * 4);
    return words;
}

/// p[0] counts up; p[1] counts down to 0 and sets the condition.
constexpr const char* kStep = R"(
.version 8.0
.target sm_70
.address_size 64
.extern .func cudaGraphSetConditional(.param .b64 handle, .param .b32 value);
.visible .entry step(.param .u64 p, .param .u64 handle)
{
    .reg .b64 %rd<3>; .reg .b32 %r<4>;
    ld.param.u64 %rd1, [p]; ld.param.u64 %rd2, [handle];
    ld.global.u32 %r1, [%rd1]; add.u32 %r1, %r1, 1; st.global.u32 [%rd1], %r1;
    ld.global.u32 %r2, [%rd1+4]; sub.u32 %r2, %r2, 1; st.global.u32 [%rd1+4], %r2;
    { .param .b64 a; .param .b32 b; st.param.b64 [a], %rd2; st.param.b32 [b], %r2;
      call cudaGraphSetConditional, (a, b); }
    ret;
}
)";

// cuda.h's names are macros for the present forms: cuGraphAddNode is cuGraphAddNode_v2.
#define WBTEST_TEXT_OF(name) #name
#define WBTEST_TEXT(name) WBTEST_TEXT_OF(name)
#define FUNCTION(name) reinterpret_cast<decltype(&name)>(library.symbol(WBTEST_TEXT(name)))

/// Launches a graph with one conditional node whose body is `step`; p starts with {0, count}.
Words afterLoop(const cuda::Context& context, CUgraphConditionalNodeType type, unsigned count) {
    const cuda::ContextScope scope(context);
    const cuda::Driver& driver = context.driver();
    const auto library = platform::DynamicLibrary::open(driver.library());
    const cuda::Module module = cuda::Module::fromPtx(context, kStep);
    const auto memory = cuda::DeviceMemory::allocate(context, 8);
    Words words{0, count};
    cuda::copyToDevice(context, memory.pointer(), words.data(), 8);

    CUgraph graph = nullptr;
    driver.check(FUNCTION(cuGraphCreate)(&graph, 0), "cuGraphCreate");
    CUgraphConditionalHandle handle = 0;
    driver.check(FUNCTION(cuGraphConditionalHandleCreate)(&handle, graph, context.handle(),
                                                          count != 0, CU_GRAPH_COND_ASSIGN_DEFAULT),
                 "cuGraphConditionalHandleCreate");
    CUgraphNodeParams node{};
    node.type = CU_GRAPH_NODE_TYPE_CONDITIONAL;
    node.conditional.handle = handle;
    node.conditional.type = type;
    node.conditional.size = 1;
    node.conditional.ctx = context.handle();
    CUgraphNode added = nullptr;
    driver.check(FUNCTION(cuGraphAddNode)(&added, graph, nullptr, nullptr, 0, &node),
                 "cuGraphAddNode");
    CUDA_KERNEL_NODE_PARAMS step{};
    std::uint64_t address = memory.pointer();
    void* arguments[] = {&address, &handle};
    step.func = module.kernel("step").handle();
    step.gridDimX = step.gridDimY = step.gridDimZ = 1;
    step.blockDimX = step.blockDimY = step.blockDimZ = 1;
    step.kernelParams = arguments;
    driver.check(
        FUNCTION(cuGraphAddKernelNode)(&added, node.conditional.phGraph_out[0], nullptr, 0, &step),
        "cuGraphAddKernelNode");
    CUgraphExec exec = nullptr;
    driver.check(FUNCTION(cuGraphInstantiate)(&exec, graph, 0), "cuGraphInstantiate");
    driver.check(FUNCTION(cuGraphLaunch)(exec, nullptr), "cuGraphLaunch");
    context.synchronize();
    cuda::copyToHost(context, words.data(), memory.pointer(), 8);
    driver.check(FUNCTION(cuGraphExecDestroy)(exec), "cuGraphExecDestroy");
    driver.check(FUNCTION(cuGraphDestroy)(graph), "cuGraphDestroy");
    return words;
}

struct Loop {
    CUgraphConditionalNodeType type;
    unsigned count;
    Words expected;
};
const Loop kLoops[] = {
    {CU_GRAPH_COND_TYPE_WHILE, 5, {5, 0}},
    {CU_GRAPH_COND_TYPE_WHILE, 0, {0, 0}},
    {CU_GRAPH_COND_TYPE_IF, 3, {1, 2}},
    {CU_GRAPH_COND_TYPE_IF, 0, {0, 0}},
};

} // namespace

class TestGpuRules : public QObject {
    Q_OBJECT

  private:
    std::vector<Rule> m_rules = rules();
    std::string m_ptx;
    std::optional<cuda::Context> m_real, m_simulated;
    std::string m_noRealOne; ///< why

  private slots:
    void initTestCase();
    void cleanupTestCase() {
        m_real.reset();
        m_simulated.reset();
    }
    void simulated_data() { addRules(); }
    void simulated();
    void conditionalNodesOfTheSimulatedDevice();
    void real_data() { addRules(); }
    void real();
    void conditionalNodesOfTheRealDevice();
    void writeGolden();

  private:
    void addRules() {
        QTest::addColumn<int>("index");
        for (std::size_t i = 0; i < m_rules.size(); ++i)
            QTest::newRow(m_rules[i].kernel.c_str()) << int(i);
    }
    const Rule& rule(int index) const { return m_rules[static_cast<std::size_t>(index)]; }
};

void TestGpuRules::initTestCase() {
    NEED_NVRTC();
    QVERIFY2(m_rules.size() > 20, "h200.txt is missing");
    int target = 90;
    try {
        const cuda::Driver& driver = cuda::Driver::openSystem();
        if (driver.deviceCount() == 0)
            throw Error(ErrorKind::device, "the driver has no device");
        target = std::min(90, 10 * driver.device(0).ccMajor() + driver.device(0).ccMinor());
        m_real = cuda::Context::create(driver.device(0));
    } catch (const Error& error) {
        m_noRealOne = error.what();
    }
    m_simulated = cuda::Context::create(cuda::Driver::openSimulated().device(0));
    compile::CompileRequest request;
    request.fileName = sourcePath("tests/simgpu/rules/rules.cu");
    std::ifstream file(request.fileName);
    request.source.assign(std::istreambuf_iterator<char>(file), {});
    request.arch = "compute_" + std::to_string(target);
    const compile::CompileResult result = compile::compile(request);
    QVERIFY2(result.succeeded, result.log.c_str());
    m_ptx = result.ptx;
}

void TestGpuRules::simulated() {
    QFETCH(int, index);
    try {
        const cuda::Module module = cuda::Module::fromPtx(*m_simulated, m_ptx);
        const std::string text =
            differences(resultsOf(*m_simulated, module, rule(index)), rule(index).expected);
        QVERIFY2(text.empty(), text.c_str());
    } catch (const Error& error) {
        QFAIL(error.what());
    }
}

void TestGpuRules::real() {
    if (!m_real)
        QSKIP(m_noRealOne.c_str());
    QFETCH(int, index);
    try {
        const cuda::Module module = cuda::Module::fromPtx(*m_real, m_ptx);
        const std::string text =
            differences(resultsOf(*m_real, module, rule(index)), rule(index).expected);
        QVERIFY2(text.empty(), text.c_str());
    } catch (const Error& error) {
        QFAIL(error.what());
    }
}

void TestGpuRules::conditionalNodesOfTheSimulatedDevice() {
    for (const Loop& loop : kLoops) {
        try {
            QCOMPARE(afterLoop(*m_simulated, loop.type, loop.count), loop.expected);
        } catch (const Error& error) {
            QFAIL(error.what());
        }
    }
}

void TestGpuRules::conditionalNodesOfTheRealDevice() {
    if (!m_real)
        QSKIP(m_noRealOne.c_str());
    for (const Loop& loop : kLoops) {
        try {
            QCOMPARE(afterLoop(*m_real, loop.type, loop.count), loop.expected);
        } catch (const Error& error) {
            QFAIL(error.what());
        }
    }
}

void TestGpuRules::writeGolden() {
    if (!m_real || !qEnvironmentVariableIsSet("WBTEST_GOLDEN_RULES_OUT"))
        QSKIP("nobody asked for it");
    std::ofstream golden(qEnvironmentVariable("WBTEST_GOLDEN_RULES_OUT").toStdString());
    const cuda::Module module = cuda::Module::fromPtx(*m_real, m_ptx);
    for (const Rule& rule : m_rules)
        golden << rule.kernel << ' ' << rule.threads << ' ' << rule.n << ' '
               << textOf(resultsOf(*m_real, module, rule), rule.expected.size()) << '\n';
    QVERIFY(golden.good());
}

WARPBENCH_TEST(TestGpuRules)
} // namespace tst_gpu_rules

#include "tst_gpu_rules.moc"
