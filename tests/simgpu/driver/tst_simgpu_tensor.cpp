// SPDX-License-Identifier: GPL-3.0-or-later
// Tensor maps: rejects what cuda.h forbids; copies that a GPU cannot do are illegal instructions;
// im2col copies follow PTX ISA 9.0, section 5.5.4.
#include "driver_library.h"
#include "tests/main.h"

#include <array>
#include <functional>
#include <memory>
#include <string>
#include <vector>

namespace tst_simgpu_tensor {

namespace {

// Parts of kernels that copy a box of %r2 words to shared memory and from there to %rd2.
constexpr const char* kExpect = R"(    mov.u32 %r3, box; mov.u32 %r4, bar; shl.b32 %r5, %r2, 2;
    mbarrier.init.shared.b64 [%r4], 1;
    mbarrier.arrive.expect_tx.shared.b64 %rd3, [%r4], %r5;
)";
constexpr const char* kWaitAndCopy = R"(WAIT:
    mbarrier.try_wait.shared.b64 %p1, [%r4], %rd3; @!%p1 bra WAIT;
    mov.u32 %r6, 0;
COPY:
    ld.shared.u32 %r7, [%r3]; st.global.u32 [%rd2], %r7;
    add.u32 %r3, %r3, 4; add.u64 %rd2, %rd2, 4; add.u32 %r6, %r6, 1;
    setp.lt.u32 %p1, %r6, %r2; @%p1 bra COPY;
    ret;
}
)";

const std::string kPtx =
    std::string(R"(
.version 8.0
.target sm_90
.address_size 64
.extern .shared .align 1024 .b8 box[];

// Brings a box with %1 as its first coordinate and writes it to `out`.
.visible .entry load2(.param .align 64 .b8 map[128], .param .u64 out, .param .u32 x,
                      .param .u32 words)
{
    .reg .pred %p<2>; .reg .b32 %r<9>; .reg .b64 %rd<6>;
    .shared .align 8 .b64 bar;
    mov.b64 %rd1, map; cvta.param.u64 %rd1, %rd1;
    ld.param.u64 %rd2, [out]; ld.param.u32 %r1, [x]; ld.param.u32 %r2, [words];
)") +
    kExpect +
    R"(    cp.async.bulk.tensor.2d.shared::cluster.global.tile.mbarrier::complete_tx::bytes
        [%r3], [%rd1, {%r1, 0}], [%r4];
)" + kWaitAndCopy +
    R"(.visible .entry store2(.param .align 64 .b8 map[128], .param .u32 x, .param .u32 add)
{
    .reg .pred %p<2>; .reg .b32 %r<5>; .reg .b64 %rd<2>;
    mov.b64 %rd1, map; cvta.param.u64 %rd1, %rd1;
    ld.param.u32 %r1, [x]; ld.param.u32 %r2, [add];
    mov.u32 %r3, box;
    setp.ne.u32 %p1, %r2, 0;
    @!%p1 cp.async.bulk.tensor.2d.global.shared::cta.tile.bulk_group [%rd1, {%r1, 0}], [%r3];
    @%p1 cp.reduce.async.bulk.tensor.2d.global.shared::cta.add.tile.bulk_group
        [%rd1, {%r1, 0}], [%r3];
    cp.async.bulk.commit_group; cp.async.bulk.wait_group 0;
    ret;
}
// Brings pixels of an N H W C tensor of 32-bit elements.
.visible .entry im2col4(.param .align 64 .b8 map[128], .param .u64 out, .param .u32 words,
    .param .u32 c, .param .u32 w, .param .u32 h, .param .u32 n, .param .u16 dw, .param .u16 dh)
{
    .reg .pred %p<2>; .reg .b16 %h<3>; .reg .b32 %r<12>; .reg .b64 %rd<6>;
    .shared .align 8 .b64 bar;
    mov.b64 %rd1, map; cvta.param.u64 %rd1, %rd1;
    ld.param.u64 %rd2, [out]; ld.param.u32 %r2, [words];
    ld.param.u32 %r8, [c]; ld.param.u32 %r9, [w]; ld.param.u32 %r10, [h]; ld.param.u32 %r11, [n];
    ld.param.u16 %h1, [dw]; ld.param.u16 %h2, [dh];
)" + kExpect +
    R"(    cp.async.bulk.tensor.4d.shared::cluster.global.im2col.mbarrier::complete_tx::bytes
        [%r3], [%rd1, {%r8, %r9, %r10, %r11}], [%r4], {%h1, %h2};
)" + kWaitAndCopy;

/// Arguments of both encoders; valid by default.
struct MapRequest {
    alignas(128) std::array<CUtensorMap, 2> storage{};
    CUtensorMap* map = storage.data();
    CUtensorMapDataType type = CU_TENSOR_MAP_DATA_TYPE_FLOAT32;
    cuuint32_t rank = 4;
    std::uintptr_t address = 0x10000;
    std::vector<cuuint64_t> sizes{16, 9, 7, 3, 2};
    std::vector<cuuint64_t> strides{64, 576, 4032, 12096};
    std::vector<cuuint32_t> box{8, 2, 2, 1, 1};
    std::vector<cuuint32_t> steps{1, 1, 1, 1, 1};
    CUtensorMapInterleave interleave = CU_TENSOR_MAP_INTERLEAVE_NONE;
    CUtensorMapSwizzle swizzle = CU_TENSOR_MAP_SWIZZLE_NONE;
    CUtensorMapL2promotion promotion = CU_TENSOR_MAP_L2_PROMOTION_NONE;
    CUtensorMapFloatOOBfill fill = CU_TENSOR_MAP_FLOAT_OOB_FILL_NONE;
    // only for im2col; H, W for rank 4
    std::vector<int> lower{-1, -1, 0}, upper{-1, -1, 0};
    cuuint32_t channels = 8, pixels = 20;

    CUresult tiled() {
        return DRV(cuTensorMapEncodeTiled)(map, type, rank, reinterpret_cast<void*>(address),
                                           dataOf(sizes), dataOf(strides), dataOf(box),
                                           dataOf(steps), interleave, swizzle, promotion, fill);
    }
    CUresult im2col() {
        return DRV(cuTensorMapEncodeIm2col)(map, type, rank, reinterpret_cast<void*>(address),
                                            dataOf(sizes), dataOf(strides), dataOf(lower),
                                            dataOf(upper), channels, pixels, dataOf(steps),
                                            interleave, swizzle, promotion, fill);
    }
    /// An empty list means a null pointer.
    template <class T>
    static const T* dataOf(const std::vector<T>& list) {
        return list.empty() ? nullptr : list.data();
    }
};

using Change = std::function<void(MapRequest&)>;

} // namespace

class TestTensor : public QObject {
    Q_OBJECT
  private slots:
    void initTestCase();
    void init();
    void cleanup() { m_context.reset(); }
    void encode_data();
    void encode();
    void innermostCoordinate_data();
    void innermostCoordinate();
    void reductionsOfOtherTypes_data();
    void reductionsOfOtherTypes();
    void wrongKindOfMap();
    void im2col_data();
    void im2col();

  private:
    CUresult launch(const char* kernel, std::vector<void*> arguments);
    CUdeviceptr allocate(std::size_t bytes);
    QString faultText();

    std::unique_ptr<TestContext> m_context;
    CUmodule m_module = nullptr;
};

void TestTensor::initTestCase() {
    qputenv("WARPBENCH_SIMGPU", "h200");
    CHECK_OK(DRV(cuInit)(0));
}

void TestTensor::init() {
    m_context = std::make_unique<TestContext>();
    CHECK_OK(DRV(cuModuleLoadData)(&m_module, kPtx.c_str()));
}

CUdeviceptr TestTensor::allocate(std::size_t bytes) {
    CUdeviceptr address = 0;
    if (DRV(cuMemAlloc)(&address, bytes) != CUDA_SUCCESS ||
        DRV(cuMemsetD8)(address, 0, bytes) != CUDA_SUCCESS)
        qFatal("cannot allocate");
    return address;
}

CUresult TestTensor::launch(const char* kernel, std::vector<void*> arguments) {
    CUfunction function = nullptr;
    if (const CUresult result = DRV(cuModuleGetFunction)(&function, m_module, kernel))
        return result;
    if (const CUresult result = DRV(cuLaunchKernel)(function, 1, 1, 1, 1, 1, 1, 16384, nullptr,
                                                    arguments.data(), nullptr))
        return result;
    return DRV(cuStreamSynchronize)(nullptr);
}

QString TestTensor::faultText() {
    wbsimFault fault{};
    fault.structSize = sizeof fault;
    const std::uint32_t count = simApi()->faultCount(0);
    if (count == 0 || simApi()->getFault(0, count - 1, &fault) != 0 ||
        fault.kind != WBSIM_FAULT_ILLEGAL_INSTRUCTION)
        return "no illegal instruction";
    return QString::fromUtf8(fault.text);
}

void TestTensor::encode_data() {
    QTest::addColumn<Change>("change");
    QTest::addColumn<int>("tiled");
    QTest::addColumn<int>("im2col");
    const int ok = CUDA_SUCCESS, bad = CUDA_ERROR_INVALID_VALUE, no = CUDA_ERROR_NOT_SUPPORTED;
    const auto row = [](const char* name, int tiled, int im2col, const Change& change) {
        QTest::newRow(name) << change << tiled << im2col;
    };
    using R = MapRequest;
    row("as it stands", ok, ok, [](R&) {});
    row("no map", bad, bad, [](R& r) { r.map = nullptr; });
    // cuda.h wants 64 bytes; driver 580 does not.
    row("map not at 64 bytes", ok, ok, [](R& r) {
        r.map = reinterpret_cast<CUtensorMap*>(reinterpret_cast<std::uintptr_t>(r.map) + 32);
    });
    row("packed type", no, no, [](R& r) { r.type = CU_TENSOR_MAP_DATA_TYPE_16U4_ALIGN8B; });
    row("rank 0", bad, bad, [](R& r) { r.rank = 0; });
    row("rank 2", ok, bad, [](R& r) { r.rank = 2; });
    row("rank 5", ok, ok, [](R& r) { r.rank = 5; });
    row("rank 6", bad, bad, [](R& r) { r.rank = 6; });
    row("no address", bad, bad, [](R& r) { r.address = 0; });
    row("address not at 16 bytes", bad, bad, [](R& r) { r.address += 8; });
    row("no sizes", bad, bad, [](R& r) { r.sizes.clear(); });
    row("size 0", bad, bad, [](R& r) { r.sizes[2] = 0; });
    row("size 2^32", ok, ok, [](R& r) { r.sizes[3] = 1ull << 32; });
    row("size above 2^32", bad, bad, [](R& r) { r.sizes[3] = (1ull << 32) + 1; });
    row("no strides", bad, bad, [](R& r) { r.strides.clear(); });
    row("no strides, rank 1", bad, bad, [](R& r) {
        r.rank = 1;
        r.strides.clear();
    });
    row("strides, rank 1", ok, bad, [](R& r) { r.rank = 1; });
    row("stride of 24 bytes", bad, bad, [](R& r) { r.strides[1] = 24; });
    row("stride below 2^40", ok, ok, [](R& r) { r.strides[2] = (1ull << 40) - 16; });
    row("stride 2^40", bad, bad, [](R& r) { r.strides[2] = 1ull << 40; });
    row("no box", bad, ok, [](R& r) { r.box.clear(); });
    row("box of 0", bad, ok, [](R& r) { r.box[1] = 0; });
    row("box of 256", ok, ok, [](R& r) { r.box[1] = 256; });
    row("box of 257", bad, ok, [](R& r) { r.box[1] = 257; });
    row("inner box of 12 bytes", bad, ok, [](R& r) { r.box[0] = 3; });
    row("inner box of 257", bad, ok, [](R& r) {
        r.type = CU_TENSOR_MAP_DATA_TYPE_UINT8;
        r.channels = 16;
        r.box[0] = 272;
    });
    row("no steps", bad, bad, [](R& r) { r.steps.clear(); });
    row("step 0", bad, bad, [](R& r) { r.steps[1] = 0; });
    row("step 8", ok, ok, [](R& r) { r.steps[1] = 8; });
    row("step 9", bad, bad, [](R& r) { r.steps[1] = 9; });
    row("swizzle as wide", ok, ok, [](R& r) { r.swizzle = CU_TENSOR_MAP_SWIZZLE_32B; });
    row("swizzle too narrow", bad, bad, [](R& r) {
        r.swizzle = CU_TENSOR_MAP_SWIZZLE_32B;
        r.box[0] = r.channels = 16;
    });
    row("64-byte swizzle too narrow", bad, bad, [](R& r) {
        r.swizzle = CU_TENSOR_MAP_SWIZZLE_64B;
        r.box[0] = r.channels = 20;
    });
    row("128-byte swizzle too narrow", bad, bad, [](R& r) {
        r.swizzle = CU_TENSOR_MAP_SWIZZLE_128B;
        r.box[0] = r.channels = 36;
    });
    row("swizzle of sm_100", no, no, [](R& r) { r.swizzle = CU_TENSOR_MAP_SWIZZLE_128B_ATOM_32B; });
    row("no such swizzle", bad, bad, [](R& r) { r.swizzle = static_cast<CUtensorMapSwizzle>(7); });
    row("interleaved", no, no, [](R& r) { r.interleave = CU_TENSOR_MAP_INTERLEAVE_16B; });
    row("interleaved, rank 2", bad, bad, [](R& r) {
        r.interleave = CU_TENSOR_MAP_INTERLEAVE_16B;
        r.rank = 2;
    });
    row("interleaved without its swizzle", bad, bad,
        [](R& r) { r.interleave = CU_TENSOR_MAP_INTERLEAVE_32B; });
    row("interleaved at 16 bytes", bad, bad, [](R& r) {
        r.interleave = CU_TENSOR_MAP_INTERLEAVE_32B;
        r.swizzle = CU_TENSOR_MAP_SWIZZLE_32B;
        r.address += 16;
    });
    row("interleaved, stride of 48 bytes", bad, bad, [](R& r) {
        r.interleave = CU_TENSOR_MAP_INTERLEAVE_32B;
        r.swizzle = CU_TENSOR_MAP_SWIZZLE_32B;
        r.strides[1] = 48;
    });
    row("no such interleaving", bad, bad,
        [](R& r) { r.interleave = static_cast<CUtensorMapInterleave>(3); });
    row("promotion", ok, ok, [](R& r) { r.promotion = CU_TENSOR_MAP_L2_PROMOTION_L2_256B; });
    const auto nan = CU_TENSOR_MAP_FLOAT_OOB_FILL_NAN_REQUEST_ZERO_FMA;
    row("NaN outside", ok, ok, [nan](R& r) { r.fill = nan; });
    row("NaN outside of integers", bad, bad, [nan](R& r) {
        r.fill = nan;
        r.type = CU_TENSOR_MAP_DATA_TYPE_INT32;
    });
    row("no corners", ok, bad, [](R& r) { r.lower.clear(); });
    row("corner below -128", ok, bad, [](R& r) { r.lower[0] = -129; });
    row("corner above 127", ok, bad, [](R& r) { r.upper[1] = 128; });
    row("far corner, rank 3", ok, ok, [](R& r) {
        r.rank = 3;
        r.lower[0] = -32768;
    });
    row("corner below -16, rank 5", ok, bad, [](R& r) {
        r.rank = 5;
        r.lower[2] = -17;
    });
    row("no place for the filter", ok, bad, [](R& r) {
        r.lower[1] = 3; // W is 9
        r.upper[1] = -6;
    });
    row("one place for the filter", ok, ok, [](R& r) {
        r.lower[1] = 3;
        r.upper[1] = -5;
    });
    row("no channels", ok, bad, [](R& r) { r.channels = 0; });
    row("257 channels", ok, bad, [](R& r) { r.channels = 260; });
    row("no pixels", ok, bad, [](R& r) { r.pixels = 0; });
    row("1024 pixels", ok, ok, [](R& r) { r.pixels = 1024; });
    row("1025 pixels", ok, bad, [](R& r) { r.pixels = 1025; });
}

void TestTensor::encode() {
    QFETCH(Change, change);
    QFETCH(int, tiled);
    QFETCH(int, im2col);
    MapRequest request;
    change(request);
    CHECK_RESULT(request.tiled(), static_cast<CUresult>(tiled));
    CHECK_RESULT(request.im2col(), static_cast<CUresult>(im2col));
}

void TestTensor::innermostCoordinate_data() {
    QTest::addColumn<QByteArray>("kernel");
    QTest::addColumn<int>("x");
    QTest::addColumn<bool>("legal");
    for (const char* kernel : {"load2", "store2"}) {
        for (const int x : {-4, 0, 4, 12})
            QTest::addRow("%s at %d", kernel, x)
                << QByteArray(kernel) << x << (x >= 0 || qstrcmp(kernel, "load2") == 0);
        for (const int x : {-3, 1, 6})
            QTest::addRow("%s at %d", kernel, x) << QByteArray(kernel) << x << false;
    }
}

// Seen on an H200: the start address of a copy must be a multiple of 16 bytes, and a store must not
// start before the tensor.
void TestTensor::innermostCoordinate() {
    QFETCH(QByteArray, kernel);
    QFETCH(int, x);
    QFETCH(bool, legal);
    CUdeviceptr tensor = allocate(65536), out = allocate(256);
    MapRequest request;
    request.address = tensor;
    request.rank = 2;
    CHECK_OK(request.tiled());
    unsigned int words = 16, add = 0;
    simApi()->clearFaults(0);
    const CUresult result = kernel == "load2" ? launch(kernel, {&request.storage, &out, &x, &words})
                                              : launch(kernel, {&request.storage, &x, &add});
    CHECK_RESULT(result, legal ? CUDA_SUCCESS : CUDA_ERROR_ILLEGAL_INSTRUCTION);
    if (!legal)
        QVERIFY2(faultText().contains(kernel == "store2" && x < 0 ? "negative coordinate"
                                                                  : "not a multiple of 16 bytes"),
                 qPrintable(faultText()));
}

void TestTensor::reductionsOfOtherTypes_data() {
    QTest::addColumn<int>("type");
    QTest::addColumn<bool>("legal");
    QTest::newRow("f32") << int(CU_TENSOR_MAP_DATA_TYPE_FLOAT32) << true;
    QTest::newRow("s32") << int(CU_TENSOR_MAP_DATA_TYPE_INT32) << true;
    QTest::newRow("bf16") << int(CU_TENSOR_MAP_DATA_TYPE_BFLOAT16) << true;
    QTest::newRow("u64") << int(CU_TENSOR_MAP_DATA_TYPE_UINT64) << true;
    QTest::newRow("s64") << int(CU_TENSOR_MAP_DATA_TYPE_INT64) << false;
    QTest::newRow("u16") << int(CU_TENSOR_MAP_DATA_TYPE_UINT16) << false;
}

void TestTensor::reductionsOfOtherTypes() {
    QFETCH(int, type);
    QFETCH(bool, legal);
    MapRequest request;
    request.address = allocate(65536);
    request.rank = 2;
    request.type = static_cast<CUtensorMapDataType>(type);
    CHECK_OK(request.tiled());
    int x = 0;
    unsigned int add = 1;
    CHECK_RESULT(launch("store2", {&request.storage, &x, &add}),
                 legal ? CUDA_SUCCESS : CUDA_ERROR_ILLEGAL_INSTRUCTION);
}

void TestTensor::wrongKindOfMap() {
    MapRequest request;
    CUdeviceptr out = allocate(4096);
    request.address = allocate(65536);
    CHECK_OK(request.tiled());
    unsigned int words = 160, zero = 0;
    unsigned short none = 0;
    CHECK_RESULT(launch("im2col4",
                        {&request.storage, &out, &words, &zero, &zero, &zero, &zero, &none, &none}),
                 CUDA_ERROR_ILLEGAL_INSTRUCTION);
    QVERIFY2(faultText().contains("for tiled copies"), qPrintable(faultText()));
}

void TestTensor::im2col_data() {
    QTest::addColumn<std::vector<int>>("corners"); // lower W, H; upper W, H
    QTest::addColumn<std::vector<int>>("start");   // C, W, H, N; then the filter's W and H
    QTest::addColumn<int>("step");
    using L = std::vector<int>;
    // A filter of 3 × 3 with a margin of one, and its nine offsets from the base.
    QTest::newRow("from the corner") << L{-1, -1, -1, -1} << L{0, -1, -1, 0, 0, 0} << 1;
    QTest::newRow("middle of the filter") << L{-1, -1, -1, -1} << L{8, 3, 2, 0, 1, 1} << 1;
    QTest::newRow("end of the filter") << L{-1, -1, -1, -1} << L{0, 6, 4, 1, 2, 2} << 1;
    // As the PTX ISA's second example: no margin, the box ends two before the tensor's end.
    QTest::newRow("no margin") << L{0, 0, -2, -2} << L{4, 4, 4, 0, 2, 2} << 1;
    QTest::newRow("every second") << L{-1, -1, -1, -1} << L{0, 1, 3, 1, 1, 0} << 2;
    QTest::newRow("beyond the last image") << L{0, 0, 0, 0} << L{0, 7, 6, 2, 0, 0} << 1;
    QTest::newRow("channels outside") << L{0, 0, 0, 0} << L{12, 0, 0, 0, 0, 0} << 1;
}

void TestTensor::im2col() {
    QFETCH(std::vector<int>, corners);
    QFETCH(std::vector<int>, start);
    QFETCH(int, step);
    const int kChannels = 16, kWidth = 9, kHeight = 7, kImages = 3, kPixels = 40, kTaken = 8;
    std::vector<unsigned int> tensor(std::size_t(kChannels * kWidth * kHeight * kImages));
    for (std::size_t i = 0; i < tensor.size(); ++i)
        tensor[i] = static_cast<unsigned int>(i) + 1;
    MapRequest request;
    const CUdeviceptr device = allocate(tensor.size() * 4);
    CHECK_OK(DRV(cuMemcpyHtoD)(device, tensor.data(), tensor.size() * 4));
    request.address = device;
    request.type = CU_TENSOR_MAP_DATA_TYPE_UINT32;
    request.lower = {corners[1], corners[0]};
    request.upper = {corners[3], corners[2]};
    request.channels = kTaken;
    request.pixels = kPixels;
    request.steps = {1, cuuint32_t(step), cuuint32_t(step), 1};
    CHECK_OK(request.im2col());
    CUdeviceptr out = allocate(kPixels * kTaken * 4);
    int words = kPixels * kTaken;
    auto dw = static_cast<unsigned short>(start[4]), dh = static_cast<unsigned short>(start[5]);
    CHECK_OK(launch("im2col4", {&request.storage, &out, &words, &start[0], &start[1], &start[2],
                                &start[3], &dw, &dh}));
    std::vector<unsigned int> got(std::size_t(words), 0), want;
    CHECK_OK(DRV(cuMemcpyDtoH)(got.data(), out, got.size() * 4));
    int w = start[1], h = start[2], n = start[3];
    for (int pixel = 0; pixel < kPixels; ++pixel) {
        for (int c = start[0]; c < start[0] + kTaken; ++c) {
            const int x = w + start[4], y = h + start[5];
            const bool inside =
                x >= 0 && x < kWidth && y >= 0 && y < kHeight && n < kImages && c < kChannels;
            want.push_back(
                inside ? tensor[std::size_t(((n * kHeight + y) * kWidth + x) * kChannels + c)] : 0);
        }
        w += step;
        if (w > kWidth - 1 + corners[2]) {
            w = corners[0];
            h += step;
            if (h > kHeight - 1 + corners[3]) {
                h = corners[1];
                ++n;
            }
        }
    }
    for (std::size_t i = 0; i < want.size(); ++i)
        QVERIFY2(
            got[i] == want[i],
            qPrintable(QString("element %1 is %2, expected %3").arg(i).arg(got[i]).arg(want[i])));
}

WARPBENCH_TEST(TestTensor)
} // namespace tst_simgpu_tensor

#include "tst_simgpu_tensor.moc"
