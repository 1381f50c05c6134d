// SPDX-License-Identifier: GPL-3.0-or-later
// Reads, writes and reductions through surface objects.
#include "tests/main.h"
#include "tests/simgpu/texture/simulator_control.h"
#include "tests/simgpu/texture/texture_case.h"

#include <bit>
#include <numeric>

namespace tst_simgpu_surface {

using namespace warpbench::test;

namespace {

/// A surface object with its own array.
class SurfaceUnderTest {
  public:
    SurfaceUnderTest(const Gpu& gpu, CUDA_ARRAY3D_DESCRIPTOR descriptor)
        : m_gpu(gpu)
        , m_array(gpu, with(descriptor)) {
        CUDA_RESOURCE_DESC resource{};
        resource.resType = CU_RESOURCE_TYPE_ARRAY;
        resource.res.array.hArray = m_array.handle();
        GPU_DO(gpu, cuSurfObjectCreate, &m_object, &resource);
    }
    ~SurfaceUnderTest() { GPU_FN(m_gpu, cuSurfObjectDestroy)(m_object); }
    SurfaceUnderTest(const SurfaceUnderTest&) = delete;
    SurfaceUnderTest& operator=(const SurfaceUnderTest&) = delete;
    CUsurfObject object() const { return m_object; }
    const ArrayUnderTest& array() const { return m_array; }

  private:
    static CUDA_ARRAY3D_DESCRIPTOR with(CUDA_ARRAY3D_DESCRIPTOR descriptor) {
        descriptor.Flags |= CUDA_ARRAY3D_SURFACE_LDST;
        return descriptor;
    }
    const Gpu& m_gpu;
    const ArrayUnderTest m_array;
    CUsurfObject m_object = 0;
};

CUDA_ARRAY3D_DESCRIPTOR words(std::size_t width, std::size_t height, std::size_t depth = 0,
                              unsigned int flags = 0) {
    return {width, height, depth, CU_AD_FORMAT_UNSIGNED_INT32, 1, flags};
}

std::vector<std::uint32_t> counting(std::size_t count) {
    std::vector<std::uint32_t> values(count);
    std::iota(values.begin(), values.end(), 1000u);
    return values;
}

} // namespace

class TestSurface : public QObject {
    Q_OBJECT

  private:
    std::unique_ptr<Gpu> m_gpu;

  private slots:
    void initTestCase();
    void elementTypes_data();
    void elementTypes();
    void line();
    void kindsOfArrays_data();
    void kindsOfArrays();
    void outside_data();
    void outside();
    void misaligned();
    void formattedStores_data();
    void formattedStores();
    void reductions();
};

void TestSurface::initTestCase() {
    m_gpu = Gpu::simulated();
    QCOMPARE(QString::fromStdString(m_gpu->load("texture_kernels.90.ptx")), QString());
}

void TestSurface::elementTypes_data() {
    QTest::addColumn<QByteArray>("name");
    QTest::addColumn<int>("format");
    QTest::addColumn<int>("channels");
    const auto row = [](const char* name, CUarray_format format, int channels) {
        QTest::newRow(name) << QByteArray(name) << int(format) << channels;
    };
    row("u8", CU_AD_FORMAT_UNSIGNED_INT8, 1);
    row("u8x2", CU_AD_FORMAT_UNSIGNED_INT8, 2);
    row("u8x4", CU_AD_FORMAT_UNSIGNED_INT8, 4);
    row("s16", CU_AD_FORMAT_SIGNED_INT16, 1);
    row("s16x2", CU_AD_FORMAT_SIGNED_INT16, 2);
    row("s16x4", CU_AD_FORMAT_HALF, 4);
    row("u32", CU_AD_FORMAT_UNSIGNED_INT32, 1);
    row("f32x2", CU_AD_FORMAT_FLOAT, 2);
    row("f32x4", CU_AD_FORMAT_FLOAT, 4);
    row("u64", CU_AD_FORMAT_UNSIGNED_INT32, 2);
    row("u64x2", CU_AD_FORMAT_UNSIGNED_INT32, 4);
}

void TestSurface::elementTypes() {
    QFETCH(QByteArray, name);
    QFETCH(int, format);
    QFETCH(int, channels);
    const CUDA_ARRAY3D_DESCRIPTOR descriptor{
        5, 4, 0, static_cast<CUarray_format>(format), static_cast<unsigned int>(channels), 0};
    const SurfaceUnderTest surface(*m_gpu, descriptor);
    std::vector<std::byte> bytes(sizeOf(descriptor));
    for (std::size_t i = 0; i < bytes.size(); ++i)
        bytes[i] = static_cast<std::byte>(7 * i + 1);
    surface.array().upload(bytes);
    const Memory<std::byte> memory(*m_gpu, std::vector<std::byte>(bytes.size()));
    CUsurfObject object = surface.object();
    CUdeviceptr address = memory.address();
    QCOMPARE(m_gpu->run(("read2D_" + name).constData(), 1, {5, 4, 1}, {&object, &address}),
             CUDA_SUCCESS);
    QCOMPARE(memory.values(), bytes);
    surface.array().upload(std::vector<std::byte>(bytes.size()));
    QCOMPARE(m_gpu->run(("write2D_" + name).constData(), 1, {5, 4, 1}, {&object, &address}),
             CUDA_SUCCESS);
    QCOMPARE(surface.array().download(), bytes);
}

void TestSurface::line() {
    const SurfaceUnderTest surface(*m_gpu, words(16, 0));
    const Memory<std::uint32_t> memory(*m_gpu, counting(16));
    const Memory<std::uint32_t> back(*m_gpu, std::vector<std::uint32_t>(16));
    CUsurfObject object = surface.object();
    CUdeviceptr from = memory.address(), to = back.address();
    QCOMPARE(m_gpu->run("write1D", 1, {16, 1, 1}, {&object, &from}), CUDA_SUCCESS);
    QCOMPARE(m_gpu->run("read1D_u32", 1, {16, 1, 1}, {&object, &to}), CUDA_SUCCESS);
    QCOMPARE(back.values(), counting(16));
}

void TestSurface::kindsOfArrays_data() {
    QTest::addColumn<QByteArray>("kernel");
    QTest::addColumn<std::vector<qulonglong>>("extent");
    QTest::addColumn<unsigned int>("flags");
    const unsigned int layered = CUDA_ARRAY3D_LAYERED, cube = CUDA_ARRAY3D_CUBEMAP;
    const auto row = [](const char* kernel, std::vector<qulonglong> extent, unsigned int flags) {
        QTest::newRow(kernel) << QByteArray(kernel) << std::move(extent) << flags;
    };
    row("copy3D", {4, 3, 5}, 0);
    row("copyLayered1D", {4, 0, 3}, layered);
    row("copyLayered2D", {4, 3, 5}, layered);
    row("copyCube", {4, 4, 6}, cube);
    row("copyLayeredCube", {4, 4, 12}, cube | layered);
}

void TestSurface::kindsOfArrays() {
    QFETCH(QByteArray, kernel);
    QFETCH(std::vector<qulonglong>, extent);
    QFETCH(unsigned int, flags);
    const CUDA_ARRAY3D_DESCRIPTOR descriptor = words(extent[0], extent[1], extent[2], flags);
    const SurfaceUnderTest from(*m_gpu, descriptor), to(*m_gpu, descriptor);
    auto values = counting(sizeOf(descriptor) / 4);
    from.array().upload(bytesOf(values));
    CUsurfObject source = from.object(), target = to.object();
    const auto size = [&](std::size_t axis) { return static_cast<unsigned int>(extent[axis]); };
    // A layer of lines is the second axis of the block.
    const bool lines = extent[1] == 0;
    QCOMPARE(m_gpu->run(kernel.constData(), 1,
                        {size(0), lines ? size(2) : size(1), lines ? 1 : size(2)},
                        {&source, &target}),
             CUDA_SUCCESS);
    for (std::uint32_t& value : values)
        ++value;
    QCOMPARE(valuesOf<std::uint32_t>(to.array().download()), values);
}

void TestSurface::outside_data() {
    QTest::addColumn<int>("x");
    QTest::addColumn<int>("y");
    QTest::addColumn<int>("nearest");
    QTest::newRow("inside") << 12 << 2 << 11;
    QTest::newRow("left") << -4 << 1 << 4;
    QTest::newRow("far left") << -4000 << 1 << 4;
    QTest::newRow("right") << 16 << 1 << 7;
    QTest::newRow("above") << 4 << -1 << 1;
    QTest::newRow("below") << 4 << 3 << 9;
    QTest::newRow("a corner") << 400 << 400 << 11;
}

/// The effect of .trap, .clamp and .zero on an access; `nearest` is the element for .clamp.
void TestSurface::outside() {
    QFETCH(int, x);
    QFETCH(int, y);
    QFETCH(int, nearest);
    const SurfaceUnderTest surface(*m_gpu, words(4, 3));
    const std::vector<std::uint32_t> values = counting(12);
    const bool inside = x >= 0 && x < 16 && y >= 0 && y < 3;
    const auto element = static_cast<std::size_t>(nearest);
    const Memory<std::uint32_t> in(*m_gpu, {7777});
    CUsurfObject object = surface.object();
    const auto run = [&](const char* kernel, CUdeviceptr address) {
        return m_gpu->run(kernel, 1, {1, 1, 1}, {&object, &address, &x, &y});
    };
    const auto readWith = [&](const char* kernel) {
        const Memory<std::uint32_t> out(*m_gpu, {1});
        m_gpu->check(run(kernel, out.address()), kernel);
        return out.values()[0];
    };
    surface.array().upload(bytesOf(values));
    QCOMPARE(readWith("readClamp"), values[element]);
    QCOMPARE(readWith("readZero"), inside ? values[element] : 0u);
    m_gpu->check(run("writeZero", in.address()), "writeZero");
    auto expected = values;
    if (inside)
        expected[element] = 7777;
    QCOMPARE(valuesOf<std::uint32_t>(surface.array().download()), expected);
    surface.array().upload(bytesOf(values));
    m_gpu->check(run("writeClamp", in.address()), "writeClamp");
    expected[element] = 7777;
    QCOMPARE(valuesOf<std::uint32_t>(surface.array().download()), expected);
    for (const char* kernel : {"readTrap", "writeTrap"}) {
        const Memory<std::uint32_t> word(*m_gpu, {1});
        const CUresult result = run(kernel, word.address());
        const SeenFault fault = takeFault(*m_gpu);
        QCOMPARE(result, inside ? CUDA_SUCCESS : CUDA_ERROR_ILLEGAL_ADDRESS);
        QCOMPARE(fault.kind, int(inside ? WBSIM_FAULT_NONE : WBSIM_FAULT_OUT_OF_BOUNDS));
        if (inside)
            continue;
        const std::string place = "x = " + std::to_string(x) + " bytes, y = " + std::to_string(y);
        QVERIFY2(fault.text.find(place) != std::string::npos, fault.text.c_str());
        QVERIFY2(fault.text.find("2D surface of 4 × 3 elements") != std::string::npos,
                 fault.text.c_str());
        QVERIFY(fault.line > 0);
        QCOMPARE(fault.file, std::string("texture_kernels.cu")); // not NVIDIA's header
    }
}

/// x counts bytes: a kernel that forgets the element size causes a fault.
void TestSurface::misaligned() {
    const SurfaceUnderTest surface(*m_gpu, words(4, 3));
    const Memory<std::uint32_t> word(*m_gpu, {1});
    CUsurfObject object = surface.object();
    CUdeviceptr address = word.address();
    int x = 1, y = 0;
    QCOMPARE(m_gpu->run("readTrap", 1, {1, 1, 1}, {&object, &address, &x, &y}),
             CUDA_ERROR_MISALIGNED_ADDRESS);
    const SeenFault fault = takeFault(*m_gpu);
    QCOMPARE(fault.kind, int(WBSIM_FAULT_MISALIGNED));
    QVERIFY2(fault.text.find("x = 1 bytes is not a multiple") != std::string::npos,
             fault.text.c_str());
}

void TestSurface::formattedStores_data() {
    QTest::addColumn<int>("format");
    QTest::addColumn<int>("channels");
    QTest::addColumn<std::vector<std::uint32_t>>("value");
    QTest::addColumn<QByteArray>("bytes");
    const auto row = [](const char* name, CUarray_format format, int channels,
                        std::vector<std::uint32_t> value, const char* hex) {
        QTest::newRow(name) << int(format) << channels << std::move(value)
                            << QByteArray::fromHex(hex);
    };
    const auto real = [](float value) { return std::bit_cast<std::uint32_t>(value); };
    const auto integer = [](int value) { return static_cast<std::uint32_t>(value); };
    row("uint8", CU_AD_FORMAT_UNSIGNED_INT8, 4, {1, 255, 256, 70000}, "01ffffff");
    row("int8", CU_AD_FORMAT_SIGNED_INT8, 2, {integer(-5), integer(-500), 0, 0}, "fb80");
    row("int16", CU_AD_FORMAT_SIGNED_INT16, 1, {integer(-2), 0, 0, 0}, "feff");
    row("uint32", CU_AD_FORMAT_UNSIGNED_INT32, 1, {0x12345678, 0, 0, 0}, "78563412");
    row("float", CU_AD_FORMAT_FLOAT, 1, {real(1.5f), 0, 0, 0}, "0000c03f");
    row("half", CU_AD_FORMAT_HALF, 2, {real(1.5f), real(-2.0f), 0, 0}, "003e00c0");
    row("unorm8", CU_AD_FORMAT_UNORM_INT8X4, 4, {real(0), real(0.5f), real(1), real(7)},
        "0080ffff");
    row("snorm16", CU_AD_FORMAT_SNORM_INT16X2, 2, {real(-1), real(0.25f), 0, 0}, "01800020");
}

void TestSurface::formattedStores() {
    QFETCH(int, format);
    QFETCH(int, channels);
    QFETCH(std::vector<std::uint32_t>, value);
    QFETCH(QByteArray, bytes);
    const SurfaceUnderTest surface(*m_gpu, {2, 1, 0, static_cast<CUarray_format>(format),
                                            static_cast<unsigned int>(channels), 0});
    surface.array().upload(std::vector<std::byte>(2 * static_cast<std::size_t>(bytes.size())));
    std::vector<std::uint32_t> both(4);
    both.insert(both.end(), value.begin(), value.end());
    const Memory<std::uint32_t> in(*m_gpu, both);
    CUsurfObject object = surface.object();
    CUdeviceptr address = in.address();
    QCOMPARE(m_gpu->run("storeFormatted", 1, {2, 1, 1}, {&object, &address}), CUDA_SUCCESS);
    const auto stored = surface.array().download();
    // x counts elements: the second one got the value.
    const auto second =
        QByteArray(reinterpret_cast<const char*>(stored.data()) + bytes.size(), bytes.size());
    QCOMPARE(second.toHex(), bytes.toHex());
}

void TestSurface::reductions() {
    const SurfaceUnderTest surface(*m_gpu, words(4, 5));
    std::vector<std::uint32_t> start(20, 0);
    std::fill_n(start.begin() + 12, 4, ~0u);
    surface.array().upload(bytesOf(start));
    CUsurfObject object = surface.object();
    QCOMPARE(m_gpu->run("reduceSurface", 8, {128, 1, 1}, {&object}), CUDA_SUCCESS);
    auto expected = start;
    for (std::uint32_t thread = 0; thread < 128; ++thread) {
        const auto value = static_cast<std::int32_t>(thread) - 20;
        const std::size_t x = thread % 4;
        expected[x] += 8 * static_cast<std::uint32_t>(value);
        const auto fold = [&](std::size_t row, auto&& with) {
            expected[row + x] = static_cast<std::uint32_t>(
                with(static_cast<std::int32_t>(expected[row + x]), value));
        };
        fold(4, [](int a, int b) { return std::min(a, b); });
        fold(8, [](int a, int b) { return std::max(a, b); });
        expected[12 + x] &= ~(1u << thread % 32);
        expected[16 + x] |= 1u << thread % 32;
    }
    QCOMPARE(valuesOf<std::uint32_t>(surface.array().download()), expected);
}

WARPBENCH_TEST(TestSurface)
} // namespace tst_simgpu_surface

#include "tst_simgpu_surface.moc"
