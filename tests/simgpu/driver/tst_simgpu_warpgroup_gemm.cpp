// SPDX-License-Identifier: GPL-3.0-or-later
// A matrix product of tensor copies, mbarriers and wgmma together (data/warpgroup_gemm.cu): right,
// and silent where accesses are checked.
#include "driver_library.h"
#include "tests/main.h"
#include "tests/source_path.h"

#include <array>
#include <fstream>
#include <memory>
#include <sstream>
#include <vector>

namespace tst_simgpu_warpgroup_gemm {

class TestWarpgroupGemm : public QObject {
    Q_OBJECT
  private slots:
    void initTestCase();
    void product_data();
    void product();
    void otherGpus();

  private:
    std::string m_ptx;
    CUtensorMap mapOf(CUdeviceptr matrix, cuuint64_t rows, cuuint64_t columns, cuuint32_t boxRows);
};

void TestWarpgroupGemm::initTestCase() {
    qputenv("WARPBENCH_SIMGPU", "h200,b200");
    CHECK_OK(DRV(cuInit)(0));
    std::ifstream file(
        warpbench::test::sourcePath("tests/simgpu/driver/data/warpgroup_gemm.90a.ptx"));
    QVERIFY(file.is_open());
    std::stringstream text;
    text << file.rdbuf();
    m_ptx = text.str();
}

/// Rows of halves, in boxes of 64 columns, which are 128 bytes and swizzled as such.
CUtensorMap TestWarpgroupGemm::mapOf(CUdeviceptr matrix, cuuint64_t rows, cuuint64_t columns,
                                     cuuint32_t boxRows) {
    CUtensorMap map;
    const cuuint64_t sizes[] = {columns, rows}, strides[] = {columns * 2};
    const cuuint32_t box[] = {64, boxRows}, steps[] = {1, 1};
    if (DRV(cuTensorMapEncodeTiled)(
            &map, CU_TENSOR_MAP_DATA_TYPE_FLOAT16, 2, reinterpret_cast<void*>(matrix), sizes,
            strides, box, steps, CU_TENSOR_MAP_INTERLEAVE_NONE, CU_TENSOR_MAP_SWIZZLE_128B,
            CU_TENSOR_MAP_L2_PROMOTION_NONE, CU_TENSOR_MAP_FLOAT_OOB_FILL_NONE) != CUDA_SUCCESS)
        qFatal("cannot make a tensor map");
    return map;
}

void TestWarpgroupGemm::product_data() {
    QTest::addColumn<int>("checks");
    QTest::addColumn<bool>("stepped");
    QTest::newRow("as it is") << 0 << false;
    QTest::newRow("checked") << int(WBSIM_CHECK_ALL) << false;
    QTest::newRow("stepped") << 0 << true;
}

void TestWarpgroupGemm::product() {
    QFETCH(int, checks);
    QFETCH(bool, stepped);
    constexpr std::size_t kM = 256, kN = 128, kK = 320; // B is stored by columns: N rows of K
    const TestContext context;
    CHECK_RESULT(static_cast<CUresult>(simApi()->setChecks(0, static_cast<std::uint32_t>(checks))),
                 CUDA_SUCCESS);
    // Halves of 0, 1, 2 and -1: all sums are exact.
    static constexpr std::array<std::uint16_t, 4> kBits{0, 0x3c00, 0x4000, 0xbc00};
    static constexpr std::array<int, 4> kValues{0, 1, 2, -1};
    const auto indexAt = [](std::size_t row, std::size_t column, std::size_t factor) {
        return (row * factor + column * 3 + row * column % 7) % 4;
    };
    std::vector<std::uint16_t> a(kM * kK), b(kN * kK);
    for (std::size_t k = 0; k < kK; ++k) {
        for (std::size_t m = 0; m < kM; ++m)
            a[m * kK + k] = kBits[indexAt(m, k, 5)];
        for (std::size_t n = 0; n < kN; ++n)
            b[n * kK + k] = kBits[indexAt(n, k, 11)];
    }
    std::array<CUdeviceptr, 3> memory{};
    const std::array<std::size_t, 3> bytes{a.size() * 2, b.size() * 2, kM * kN * sizeof(float)};
    for (std::size_t i = 0; i < memory.size(); ++i)
        CHECK_OK(DRV(cuMemAlloc)(&memory[i], bytes[i]));
    CHECK_OK(DRV(cuMemcpyHtoD)(memory[0], a.data(), bytes[0]));
    CHECK_OK(DRV(cuMemcpyHtoD)(memory[1], b.data(), bytes[1]));
    CUmodule module = nullptr;
    CUfunction function = nullptr;
    CHECK_OK(DRV(cuModuleLoadData)(&module, m_ptx.c_str()));
    CHECK_OK(DRV(cuModuleGetFunction)(&function, module, "multiply"));
    CUtensorMap mapA = mapOf(memory[0], kM, kK, 128), mapB = mapOf(memory[1], kN, kK, 64);
    int n = kN, k = kK;
    void* arguments[] = {&mapA, &mapB, &memory[2], &n, &k};
    // A warp's instruction each in turn.
    const wbsimStepping stepping = {sizeof stepping,         stepped, 0,
                                    WBSIM_ORDER_INTERLEAVED, 0,       nullptr};
    CHECK_RESULT(static_cast<CUresult>(simApi()->setStepping(0, &stepping)), CUDA_SUCCESS);
    CHECK_OK(DRV(cuLaunchKernel)(function, kN / 64, kM / 128, 1, 384, 1, 1, 0, nullptr, arguments,
                                 nullptr));
    CHECK_OK(DRV(cuCtxSynchronize)());
    QCOMPARE(simApi()->faultCount(0), 0u);
    std::vector<float> c(kM * kN);
    CHECK_OK(DRV(cuMemcpyDtoH)(c.data(), memory[2], bytes[2]));
    for (std::size_t m = 0; m < kM; ++m) {
        for (std::size_t column = 0; column < kN; ++column) {
            int sum = 0;
            for (std::size_t i = 0; i < kK; ++i)
                sum += kValues[indexAt(m, i, 5)] * kValues[indexAt(column, i, 11)];
            QCOMPARE(c[m * kN + column], float(sum));
        }
    }
    const wbsimStepping off = {sizeof off, 0, 0, WBSIM_ORDER_IN_TURN, 0, nullptr};
    simApi()->setStepping(0, &off);
    simApi()->setChecks(0, 0);
}

// A module for sm_90a runs there alone.
void TestWarpgroupGemm::otherGpus() {
    const TestContext context(1);
    CUmodule module = nullptr;
    CHECK_RESULT(DRV(cuModuleLoadData)(&module, m_ptx.c_str()), CUDA_ERROR_INVALID_PTX);
}

WARPBENCH_TEST(TestWarpgroupGemm)
} // namespace tst_simgpu_warpgroup_gemm

#include "tst_simgpu_warpgroup_gemm.moc"
