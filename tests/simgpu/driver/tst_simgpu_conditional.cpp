// SPDX-License-Identifier: GPL-3.0-or-later
// Conditional nodes of graphs: which bodies run, how often, and what they may
// contain.
#include "driver_kernels.h"
#include "tests/main.h"

#include <memory>

namespace tst_simgpu_conditional {

namespace {

/// `step` adds one to p[0], subtracts one from p[1], and sets the condition to p[1]. `set` sets it
/// to a value. `add` adds `value` to p[0].
constexpr const char* kKernels = R"(
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
.visible .entry set(.param .u64 handle, .param .u32 value)
{
    .reg .b64 %rd<2>; .reg .b32 %r<2>;
    ld.param.u64 %rd1, [handle]; ld.param.u32 %r1, [value];
    { .param .b64 a; .param .b32 b; st.param.b64 [a], %rd1; st.param.b32 [b], %r1;
      call cudaGraphSetConditional, (a, b); }
    ret;
}
.visible .entry add(.param .u64 p, .param .u32 value)
{
    .reg .b64 %rd<2>; .reg .b32 %r<3>;
    ld.param.u64 %rd1, [p]; ld.param.u32 %r1, [value];
    ld.global.u32 %r2, [%rd1]; add.u32 %r2, %r2, %r1; st.global.u32 [%rd1], %r2;
    ret;
}
.visible .entry fail()
{
    trap;
}
)";

} // namespace

class TestConditional : public QObject {
    Q_OBJECT
  private slots:
    void initTestCase() { CHECK_OK(DRV(cuInit)(0)); }
    void init();
    void cleanup();
    void whileLoop();
    void ifAndElse();
    void conditionsWithoutADependency();
    void switchOfThree();
    void loopInALoop();
    void defaultValue();
    void faultEndsTheLoop();
    void whatBodiesMayHold();
    void wrongSizes();
    void wrongHandles();

  private:
    CUgraphConditionalHandle handle(unsigned value = 0, unsigned flags = 0) {
        CUgraphConditionalHandle made = 0;
        must(DRV(cuGraphConditionalHandleCreate)(&made, m_graph, nullptr, value, flags));
        return made;
    }
    static void must(CUresult result) {
        if (result != CUDA_SUCCESS)
            qFatal("%s", errorName(result).c_str());
    }
    CUgraphNode addKernel(CUgraph graph, const char* name, std::vector<void*> arguments,
                          CUgraphNode after = nullptr) {
        CUDA_KERNEL_NODE_PARAMS params{};
        params.func = function(m_module, name);
        params.gridDimX = params.gridDimY = params.gridDimZ = 1;
        params.blockDimX = params.blockDimY = params.blockDimZ = 1;
        params.kernelParams = arguments.data();
        CUgraphNode node = nullptr;
        must(DRV(cuGraphAddKernelNode)(&node, graph, after ? &after : nullptr, after ? 1 : 0,
                                       &params));
        return node;
    }
    std::vector<CUgraph> addConditional(CUgraph graph, CUgraphConditionalHandle condition,
                                        CUgraphConditionalNodeType type, unsigned size,
                                        CUgraphNode after = nullptr) {
        CUgraphNodeParams params{};
        params.type = CU_GRAPH_NODE_TYPE_CONDITIONAL;
        params.conditional.handle = condition;
        params.conditional.type = type;
        params.conditional.size = size;
        must(DRV(cuGraphAddNode)(&m_node, graph, after ? &after : nullptr, nullptr, after ? 1 : 0,
                                 &params));
        return {params.conditional.phGraph_out, params.conditional.phGraph_out + size};
    }
    CUresult launchGraph(int times = 1) {
        CUgraphExec exec = nullptr;
        if (const CUresult result = DRV(cuGraphInstantiate)(&exec, m_graph, 0))
            return result;
        CUresult result = CUDA_SUCCESS;
        for (int i = 0; i < times && result == CUDA_SUCCESS; ++i) {
            result = DRV(cuGraphLaunch)(exec, nullptr);
            if (result == CUDA_SUCCESS)
                result = DRV(cuCtxSynchronize)();
        }
        DRV(cuGraphExecDestroy)(exec);
        return result;
    }
    std::array<unsigned, 2> words() {
        std::array<unsigned, 2> values{};
        must(DRV(cuMemcpyDtoH)(values.data(), m_memory, sizeof values));
        return values;
    }
    void setWords(unsigned first, unsigned second) {
        const std::array<unsigned, 2> values{first, second};
        must(DRV(cuMemcpyHtoD)(m_memory, values.data(), sizeof values));
    }

    std::unique_ptr<TestContext> m_context;
    CUmodule m_module = nullptr;
    CUgraph m_graph = nullptr;
    CUgraphNode m_node = nullptr;
    CUdeviceptr m_memory = 0;
};

void TestConditional::init() {
    m_context = std::make_unique<TestContext>();
    m_module = load(kKernels);
    QVERIFY(m_module);
    must(DRV(cuGraphCreate)(&m_graph, 0));
    must(DRV(cuMemAlloc)(&m_memory, 8));
    setWords(0, 0);
}

void TestConditional::cleanup() {
    DRV(cuGraphDestroy)(m_graph);
    m_context.reset();
}

void TestConditional::whileLoop() {
    setWords(0, 5);
    CUgraphConditionalHandle again = handle(1, CU_GRAPH_COND_ASSIGN_DEFAULT);
    const auto bodies = addConditional(m_graph, again, CU_GRAPH_COND_TYPE_WHILE, 1);
    CUgraphNodeType type{};
    CHECK_OK(DRV(cuGraphNodeGetType)(m_node, &type));
    QCOMPARE(int(type), int(CU_GRAPH_NODE_TYPE_CONDITIONAL));
    addKernel(bodies[0], "step", {&m_memory, &again});
    unsigned ten = 10;
    addKernel(m_graph, "add", {&m_memory, &ten}, m_node); // waits for the loop
    CHECK_OK(launchGraph());
    QCOMPARE(words(), (std::array<unsigned, 2>{15, 0}));
}

void TestConditional::ifAndElse() {
    CUgraphConditionalHandle condition = handle();
    unsigned yes = 1, one = 1, hundred = 100;
    const CUgraphNode set = addKernel(m_graph, "set", {&condition, &yes});
    const auto bodies = addConditional(m_graph, condition, CU_GRAPH_COND_TYPE_IF, 2, set);
    addKernel(bodies[0], "add", {&m_memory, &one});
    addKernel(bodies[1], "add", {&m_memory, &hundred});
    CHECK_OK(launchGraph());
    QCOMPARE(words()[0], 1u);
    unsigned no = 0;
    CUDA_KERNEL_NODE_PARAMS params{};
    CHECK_OK(DRV(cuGraphKernelNodeGetParams)(set, &params));
    void* arguments[] = {&condition, &no};
    params.kernelParams = arguments;
    CHECK_OK(DRV(cuGraphKernelNodeSetParams)(set, &params));
    CHECK_OK(launchGraph());
    QCOMPARE(words()[0], 101u);
}

/// An H200 shows it (CUDA 13.0): the kernels that were added before have set the condition.
void TestConditional::conditionsWithoutADependency() {
    CUgraphConditionalHandle condition = handle();
    unsigned one = 1;
    for (int i = 0; i < 50; ++i)
        addKernel(m_graph, "set", {&condition, &one});
    addKernel(m_graph, "set", {&condition, &one}, addKernel(m_graph, "set", {&condition, &one}));
    const auto bodies = addConditional(m_graph, condition, CU_GRAPH_COND_TYPE_IF, 1);
    addKernel(bodies[0], "add", {&m_memory, &one});
    CHECK_OK(launchGraph(3));
    QCOMPARE(words()[0], 3u);
}

void TestConditional::switchOfThree() {
    const CUgraphConditionalHandle condition = handle(2, CU_GRAPH_COND_ASSIGN_DEFAULT);
    const auto bodies = addConditional(m_graph, condition, CU_GRAPH_COND_TYPE_SWITCH, 3);
    unsigned values[] = {1, 10, 100};
    for (std::size_t i = 0; i < bodies.size(); ++i)
        addKernel(bodies[i], "add", {&m_memory, &values[i]});
    const CUgraphConditionalHandle beyond = handle(7, CU_GRAPH_COND_ASSIGN_DEFAULT);
    const auto none = addConditional(m_graph, beyond, CU_GRAPH_COND_TYPE_SWITCH, 1);
    addKernel(none[0], "fail", {});
    CHECK_OK(launchGraph());
    QCOMPARE(words()[0], 100u);
}

void TestConditional::loopInALoop() {
    // The inner one counts p[1] down from 3; the outer one is set to 0 by the
    // second kernel.
    CUgraphConditionalHandle outer = handle(1, CU_GRAPH_COND_ASSIGN_DEFAULT);
    CUgraphConditionalHandle inner = handle(1, CU_GRAPH_COND_ASSIGN_DEFAULT);
    setWords(0, 3);
    const auto body = addConditional(m_graph, outer, CU_GRAPH_COND_TYPE_WHILE, 1);
    const auto nested = addConditional(body[0], inner, CU_GRAPH_COND_TYPE_WHILE, 1);
    addKernel(nested[0], "step", {&m_memory, &inner});
    unsigned zero = 0;
    addKernel(body[0], "set", {&outer, &zero}, m_node);
    CHECK_OK(launchGraph());
    QCOMPARE(words(), (std::array<unsigned, 2>{3, 0}));
}

void TestConditional::defaultValue() {
    // Without the flag the value stays from launch to launch; it begins as 0.
    CUgraphConditionalHandle kept = handle();
    unsigned one = 1;
    const auto bodies = addConditional(m_graph, kept, CU_GRAPH_COND_TYPE_IF, 1);
    addKernel(bodies[0], "add", {&m_memory, &one});
    addKernel(m_graph, "set", {&kept, &one}, m_node);
    CHECK_OK(launchGraph(3));
    QCOMPARE(words()[0], 2u);
}

void TestConditional::faultEndsTheLoop() {
    const CUgraphConditionalHandle always = handle(1, CU_GRAPH_COND_ASSIGN_DEFAULT);
    const auto bodies = addConditional(m_graph, always, CU_GRAPH_COND_TYPE_WHILE, 1);
    addKernel(bodies[0], "fail", {});
    QVERIFY(launchGraph() != CUDA_SUCCESS);
}

void TestConditional::whatBodiesMayHold() {
    const auto bodies = addConditional(m_graph, handle(), CU_GRAPH_COND_TYPE_IF, 1);
    const CUDA_HOST_NODE_PARAMS call{[](void*) {}, nullptr};
    CUgraphNode node = nullptr;
    CHECK_OK(DRV(cuGraphAddHostNode)(&node, bodies[0], nullptr, 0, &call));
    CHECK_RESULT(launchGraph(), CUDA_ERROR_NOT_SUPPORTED);
    CHECK_OK(DRV(cuGraphDestroyNode)(node));
    CHECK_OK(launchGraph());
    // The bodies' handles end with the node.
    CHECK_OK(DRV(cuGraphDestroyNode)(m_node));
    size_t count = 0;
    CHECK_RESULT(DRV(cuGraphGetNodes)(bodies[0], nullptr, &count), CUDA_ERROR_INVALID_VALUE);
}

void TestConditional::wrongSizes() {
    CUgraphNodeParams params{};
    params.type = CU_GRAPH_NODE_TYPE_CONDITIONAL;
    params.conditional.handle = handle();
    const std::pair<CUgraphConditionalNodeType, unsigned> wrong[] = {
        {CU_GRAPH_COND_TYPE_IF, 0},
        {CU_GRAPH_COND_TYPE_IF, 3},
        {CU_GRAPH_COND_TYPE_WHILE, 2},
        {CU_GRAPH_COND_TYPE_SWITCH, 0},
        {static_cast<CUgraphConditionalNodeType>(3), 1}};
    for (const auto& [type, size] : wrong) {
        params.conditional.type = type;
        params.conditional.size = size;
        CHECK_RESULT(DRV(cuGraphAddNode)(&m_node, m_graph, nullptr, nullptr, 0, &params),
                     CUDA_ERROR_INVALID_VALUE);
    }
}

void TestConditional::wrongHandles() {
    CUgraphNodeParams params{};
    params.type = CU_GRAPH_NODE_TYPE_CONDITIONAL;
    params.conditional.handle = 12345;
    params.conditional.size = 1;
    CHECK_RESULT(DRV(cuGraphAddNode)(&m_node, m_graph, nullptr, nullptr, 0, &params),
                 CUDA_ERROR_INVALID_VALUE);
    // A handle is for its own graph and the bodies in there, and for one node. Driver 580's
    // answers.
    CUgraph other = nullptr;
    CHECK_OK(DRV(cuGraphCreate)(&other, 0));
    params.conditional.handle = handle();
    CHECK_RESULT(DRV(cuGraphAddNode)(&m_node, other, nullptr, nullptr, 0, &params),
                 CUDA_ERROR_INVALID_VALUE);
    CHECK_OK(DRV(cuGraphAddNode)(&m_node, m_graph, nullptr, nullptr, 0, &params));
    const CUgraph body = params.conditional.phGraph_out[0];
    CHECK_RESULT(DRV(cuGraphAddNode)(&m_node, m_graph, nullptr, nullptr, 0, &params),
                 CUDA_ERROR_INVALID_VALUE);
    params.conditional.handle = handle();
    CUgraphNode inside = nullptr;
    CHECK_OK(DRV(cuGraphAddNode)(&inside, body, nullptr, nullptr, 0, &params));
    CHECK_OK(DRV(cuGraphDestroyNode)(inside));
    CHECK_OK(DRV(cuGraphAddNode)(&inside, body, nullptr, nullptr, 0, &params));
    CUgraphConditionalHandle ofBody = 0;
    CHECK_OK(DRV(cuGraphConditionalHandleCreate)(&ofBody, body, nullptr, 0, 0));
    params.conditional.handle = ofBody;
    CHECK_OK(DRV(cuGraphAddNode)(&inside, m_graph, nullptr, nullptr, 0, &params));
    CHECK_OK(DRV(cuGraphDestroy)(other));
    // A kernel that passes any other address to the function does not write there.
    CUgraphConditionalHandle none = m_memory;
    unsigned value = 7;
    addKernel(m_graph, "set", {&none, &value});
    QVERIFY(launchGraph() != CUDA_SUCCESS);
}

WARPBENCH_TEST(TestConditional)
} // namespace tst_simgpu_conditional

#include "tst_simgpu_conditional.moc"
