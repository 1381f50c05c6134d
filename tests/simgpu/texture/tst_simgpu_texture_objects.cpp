// SPDX-License-Identifier: GPL-3.0-or-later
// Texture and surface objects: what they can be created from, queries of the driver, and kernels
// that use them wrongly.
#include "tests/main.h"
#include "tests/simgpu/texture/simulator_control.h"
#include "tests/simgpu/texture/texture_case.h"

#include <functional>

namespace tst_simgpu_texture_objects {

using namespace warpbench::test;

namespace {

CUDA_ARRAY3D_DESCRIPTOR plane(unsigned int flags = 0) {
    return {8, 8, 0, CU_AD_FORMAT_FLOAT, 4, flags};
}

CUDA_RESOURCE_DESC resourceOf(CUarray array) {
    CUDA_RESOURCE_DESC resource{};
    resource.resType = CU_RESOURCE_TYPE_ARRAY;
    resource.res.array.hArray = array;
    return resource;
}

CUDA_RESOURCE_DESC linearResource(CUdeviceptr address, std::size_t bytes, CUarray_format format,
                                  unsigned int channels) {
    CUDA_RESOURCE_DESC resource{};
    resource.resType = CU_RESOURCE_TYPE_LINEAR;
    resource.res.linear = {address, format, channels, bytes};
    return resource;
}

CUDA_RESOURCE_DESC pitchedResource(CUdeviceptr address, std::size_t width, std::size_t height,
                                   std::size_t pitch) {
    CUDA_RESOURCE_DESC resource{};
    resource.resType = CU_RESOURCE_TYPE_PITCH2D;
    resource.res.pitch2D = {address, CU_AD_FORMAT_FLOAT, 4, width, height, pitch};
    return resource;
}

/// Everything that cuTexObjectCreate gets; a row of the test changes one thing.
struct Asked {
    CUDA_RESOURCE_DESC resource{};
    CUDA_TEXTURE_DESC texture{};
    CUDA_RESOURCE_VIEW_DESC view{};
    bool withView = false;
};

} // namespace

class TestObjects : public QObject {
    Q_OBJECT

  private:
    std::unique_ptr<Gpu> m_gpu;
    CUtexObject texture(const CUDA_RESOURCE_DESC& resource, const CUDA_TEXTURE_DESC& desc = {});
    CUresult fetch(const char* kernel, std::uint64_t object);
    void expectFault(CUresult result, int kind, const char* text);

  private slots:
    void initTestCase();
    void badTextures_data();
    void badTextures();
    void badSurfaces();
    void badArrays_data();
    void badArrays();
    void descriptorsComeBack();
    void objectsEndWithTheirContext();
    void linearMemory();
    void pitchedMemory();
    void viewAsAnotherFormat();
    void queries();
    void residency();
    void wrongUse_data();
    void wrongUse();
    void memoryThatWasFreed();
    void anotherDimension();
    void uninitializedTexels();
    void countedBytes();
    void profiledTexels();
    void referencesAreRefused();
};

void TestObjects::initTestCase() {
    m_gpu = Gpu::simulated();
    QCOMPARE(QString::fromStdString(m_gpu->load("texture_kernels.90.ptx")), QString());
}

CUtexObject TestObjects::texture(const CUDA_RESOURCE_DESC& resource,
                                 const CUDA_TEXTURE_DESC& desc) {
    CUtexObject object = 0;
    GPU_DO(*m_gpu, cuTexObjectCreate, &object, &resource, &desc, nullptr);
    return object;
}

/// One thread that samples at (0, 0).
CUresult TestObjects::fetch(const char* kernel, std::uint64_t object) {
    const Memory<Point> at(*m_gpu, {Point{}});
    const Memory<Float4> out(*m_gpu, {Float4{}});
    CUdeviceptr atAddress = at.address(), outAddress = out.address();
    int count = 1;
    return m_gpu->run(kernel, 1, {1, 1, 1}, {&object, &atAddress, &outAddress, &count});
}

void TestObjects::expectFault(CUresult result, int kind, const char* text) {
    const SeenFault fault = takeFault(*m_gpu);
    QCOMPARE(m_gpu->nameOf(result), std::string("CUDA_ERROR_ILLEGAL_ADDRESS"));
    QCOMPARE(fault.kind, kind);
    QVERIFY2(fault.text.find(text) != std::string::npos, fault.text.c_str());
    QVERIFY(fault.line > 0);
    QCOMPARE(fault.file, std::string("texture_kernels.cu")); // not NVIDIA's header
}

void TestObjects::badTextures_data() {
    QTest::addColumn<std::function<void(Asked&)>>("change");
    QTest::addColumn<int>("expected");
    const auto row = [](const char* name, CUresult expected, std::function<void(Asked&)> change) {
        QTest::newRow(name) << std::move(change) << int(expected);
    };
    const CUresult invalid = CUDA_ERROR_INVALID_VALUE;
    row("nothing wrong", CUDA_SUCCESS, [](Asked&) {});
    row("no array", CUDA_ERROR_INVALID_HANDLE,
        [](Asked& a) { a.resource.res.array.hArray = nullptr; });
    row("kind of resource", invalid,
        [](Asked& a) { a.resource.resType = static_cast<CUresourcetype>(7); });
    row("flags of the resource", invalid, [](Asked& a) { a.resource.flags = 1; });
    row("flags of the texture", invalid, [](Asked& a) { a.texture.flags = 0x1000; });
    row("address mode", invalid,
        [](Asked& a) { a.texture.addressMode[1] = static_cast<CUaddress_mode>(4); });
    row("filter mode", invalid,
        [](Asked& a) { a.texture.filterMode = static_cast<CUfilter_mode>(2); });
    row("seamless without a cube", invalid,
        [](Asked& a) { a.texture.flags = CU_TRSF_SEAMLESS_CUBEMAP; });
    row("view, width", invalid, [](Asked& a) {
        a.withView = true;
        a.view.width = 4;
    });
    row("view, format of another size", invalid, [](Asked& a) {
        a.withView = true;
        a.view.format = CU_RES_VIEW_FORMAT_FLOAT_2X32;
    });
    row("view, block-compressed", CUDA_ERROR_NOT_SUPPORTED, [](Asked& a) {
        a.withView = true;
        a.view.format = CU_RES_VIEW_FORMAT_UNSIGNED_BC1;
    });
    row("view, layers", invalid, [](Asked& a) {
        a.withView = true;
        a.view.lastLayer = 1;
    });
    row("view, levels", invalid, [](Asked& a) {
        a.withView = true;
        a.view.lastMipmapLevel = 1;
    });
    row("view of the same", CUDA_SUCCESS, [](Asked& a) { a.withView = true; });
    const auto linear = [](std::size_t offset, std::size_t bytes, CUarray_format format,
                           unsigned int channels) {
        return [=](Asked& a) {
            const CUdeviceptr base = a.resource.res.linear.devPtr;
            a.resource = linearResource(base + offset, bytes, format, channels);
        };
    };
    const CUarray_format real = CU_AD_FORMAT_FLOAT;
    row("linear", CUDA_SUCCESS, linear(0, 4096, real, 4));
    row("linear, aligned", CUDA_SUCCESS, linear(512, 1024, real, 4));
    row("linear, not aligned", invalid, linear(16, 1024, real, 4));
    row("linear, behind the memory", invalid, linear(0, 8192, real, 4));
    row("linear, empty", invalid, linear(0, 0, real, 4));
    row("linear, three channels", invalid, linear(0, 1024, real, 3));
    row("linear, no format", invalid, linear(0, 1024, static_cast<CUarray_format>(0x77), 4));
    row("linear, block-compressed", CUDA_ERROR_NOT_SUPPORTED,
        linear(0, 1024, CU_AD_FORMAT_BC1_UNORM, 4));
    row("linear with a view", invalid, [linear](Asked& a) {
        linear(0, 1024, CU_AD_FORMAT_FLOAT, 4)(a);
        a.withView = true;
    });
    const auto pitched = [](std::size_t offset, std::size_t width, std::size_t pitch) {
        return [=](Asked& a) {
            const CUdeviceptr base = a.resource.res.linear.devPtr;
            a.resource = pitchedResource(base + offset, width, 4, pitch);
        };
    };
    row("pitched", CUDA_SUCCESS, pitched(0, 5, 96));
    row("pitched, base not aligned", invalid, pitched(32, 5, 96));
    row("pitched, pitch not aligned", invalid, pitched(0, 5, 100));
    row("pitched, pitch too small", invalid, pitched(0, 5, 64));
    row("pitched, no width", invalid, pitched(0, 0, 96));
    row("pitched, behind the memory", invalid, pitched(0, 5, 2048));
}

void TestObjects::badTextures() {
    QFETCH(std::function<void(Asked&)>, change);
    QFETCH(int, expected);
    const ArrayUnderTest array(*m_gpu, plane());
    const Memory<std::byte> memory(*m_gpu, std::vector<std::byte>(4096));
    Asked asked;
    asked.resource = resourceOf(array.handle());
    asked.view.width = asked.view.height = 8;
    if (QByteArray(QTest::currentDataTag()).contains("linear") ||
        QByteArray(QTest::currentDataTag()).contains("pitched"))
        asked.resource.res.linear.devPtr = memory.address();
    change(asked);
    CUtexObject object = 0;
    const CUresult result = GPU_FN(*m_gpu, cuTexObjectCreate)(
        &object, &asked.resource, &asked.texture, asked.withView ? &asked.view : nullptr);
    QCOMPARE(m_gpu->nameOf(result), m_gpu->nameOf(static_cast<CUresult>(expected)));
    QCOMPARE(object != 0, result == CUDA_SUCCESS);
    if (object)
        QCOMPARE(GPU_FN(*m_gpu, cuTexObjectDestroy)(object), CUDA_SUCCESS);
    QCOMPARE(GPU_FN(*m_gpu, cuTexObjectDestroy)(object), CUDA_ERROR_INVALID_VALUE);
}

void TestObjects::badSurfaces() {
    CUsurfObject object = 0;
    const Memory<std::byte> memory(*m_gpu, std::vector<std::byte>(1024));
    const CUDA_RESOURCE_DESC linear = linearResource(memory.address(), 1024, CU_AD_FORMAT_FLOAT, 1);
    QCOMPARE(GPU_FN(*m_gpu, cuSurfObjectCreate)(&object, &linear), CUDA_ERROR_INVALID_VALUE);
    QCOMPARE(GPU_FN(*m_gpu, cuSurfObjectDestroy)(object), CUDA_ERROR_INVALID_VALUE);
    // Integers cannot be mixed by a filter.
    const ArrayUnderTest integers(*m_gpu, {8, 8, 0, CU_AD_FORMAT_UNSIGNED_INT32, 1, 0});
    const CUDA_RESOURCE_DESC ofIntegers = resourceOf(integers.handle());
    CUDA_TEXTURE_DESC texture{};
    texture.filterMode = CU_TR_FILTER_MODE_LINEAR;
    CUtexObject filtered = 0;
    QCOMPARE(GPU_FN(*m_gpu, cuTexObjectCreate)(&filtered, &ofIntegers, &texture, nullptr),
             CUDA_ERROR_INVALID_VALUE);
}

void TestObjects::badArrays_data() {
    QTest::addColumn<std::vector<qulonglong>>("extent");
    QTest::addColumn<unsigned int>("flags");
    QTest::addColumn<bool>("good");
    const unsigned int layered = CUDA_ARRAY3D_LAYERED, cube = CUDA_ARRAY3D_CUBEMAP,
                       surface = CUDA_ARRAY3D_SURFACE_LDST, gather = CUDA_ARRAY3D_TEXTURE_GATHER;
    const auto row = [](const char* name, std::vector<qulonglong> extent, unsigned int flags,
                        bool good) { QTest::newRow(name) << std::move(extent) << flags << good; };
    row("1D", {100, 0, 0}, surface, true);
    row("1D, too wide", {131073, 0, 0}, 0, false);
    row("1D, widest surface", {32768, 0, 0}, surface, true);
    row("2D, too high for a texture", {8, 65537, 0}, 0, false);
    row("3D", {8, 4, 2}, surface, true);
    row("3D without rows", {8, 0, 2}, 0, false);
    row("1D layered", {8, 0, 5}, layered, true);
    row("layered without layers", {8, 8, 0}, layered, false);
    row("too many layers", {8, 8, 2049}, layered, false);
    row("cube", {8, 8, 6}, cube, true);
    row("cube that is not square", {8, 4, 6}, cube, false);
    row("cube of twelve", {8, 8, 12}, cube, false);
    row("layered cube", {8, 8, 12}, cube | layered, true);
    row("layered cube of seven", {8, 8, 7}, cube | layered, false);
    row("gather", {8, 8, 0}, gather, true);
    row("gather of 3D", {8, 8, 8}, gather, false);
    row("nothing", {0, 0, 0}, 0, false);
}

void TestObjects::badArrays() {
    QFETCH(std::vector<qulonglong>, extent);
    QFETCH(unsigned int, flags);
    QFETCH(bool, good);
    const CUDA_ARRAY3D_DESCRIPTOR descriptor{
        extent[0], extent[1], extent[2], CU_AD_FORMAT_UNSIGNED_INT8, 1, flags};
    CUarray array = nullptr;
    QCOMPARE(m_gpu->nameOf(GPU_FN(*m_gpu, cuArray3DCreate)(&array, &descriptor)),
             m_gpu->nameOf(good ? CUDA_SUCCESS : CUDA_ERROR_INVALID_VALUE));
    if (array) {
        CUDA_ARRAY3D_DESCRIPTOR back{};
        GPU_DO(*m_gpu, cuArray3DGetDescriptor, &back, array);
        QCOMPARE(back.Depth, descriptor.Depth);
        QCOMPARE(back.Flags, descriptor.Flags);
        GPU_DO(*m_gpu, cuArrayDestroy, array);
    }
}

void TestObjects::descriptorsComeBack() {
    const ArrayUnderTest array(*m_gpu, plane(CUDA_ARRAY3D_SURFACE_LDST));
    CUDA_TEXTURE_DESC asked{};
    asked.filterMode = CU_TR_FILTER_MODE_LINEAR;
    asked.maxAnisotropy = 4;
    asked.borderColor[2] = 0.5f;
    const CUtexObject object = texture(resourceOf(array.handle()), asked);
    CUDA_RESOURCE_DESC resource{};
    CUDA_TEXTURE_DESC back{};
    CUDA_RESOURCE_VIEW_DESC view{};
    GPU_DO(*m_gpu, cuTexObjectGetResourceDesc, &resource, object);
    GPU_DO(*m_gpu, cuTexObjectGetTextureDesc, &back, object);
    QCOMPARE(resource.res.array.hArray, array.handle());
    QCOMPARE(back.filterMode, CU_TR_FILTER_MODE_LINEAR);
    QCOMPARE(back.maxAnisotropy, 4u);
    QCOMPARE(back.borderColor[2], 0.5f);
    QCOMPARE(GPU_FN(*m_gpu, cuTexObjectGetResourceViewDesc)(&view, object),
             CUDA_ERROR_INVALID_VALUE);
    GPU_DO(*m_gpu, cuTexObjectDestroy, object);
    CUsurfObject surface = 0;
    const CUDA_RESOURCE_DESC forSurface = resourceOf(array.handle());
    GPU_DO(*m_gpu, cuSurfObjectCreate, &surface, &forSurface);
    GPU_DO(*m_gpu, cuSurfObjectGetResourceDesc, &resource, surface);
    QCOMPARE(resource.res.array.hArray, array.handle());
    GPU_DO(*m_gpu, cuSurfObjectDestroy, surface);
}

void TestObjects::objectsEndWithTheirContext() {
    CUtexObject object = 0;
    {
        const auto other = Gpu::simulated();
        CUarray array = nullptr;
        const CUDA_ARRAY3D_DESCRIPTOR descriptor = plane();
        GPU_DO(*other, cuArray3DCreate, &array, &descriptor);
        const CUDA_RESOURCE_DESC resource = resourceOf(array);
        const CUDA_TEXTURE_DESC desc{};
        GPU_DO(*other, cuTexObjectCreate, &object, &resource, &desc, nullptr);
    }
    CUDA_RESOURCE_DESC resource{};
    QCOMPARE(GPU_FN(*m_gpu, cuTexObjectGetResourceDesc)(&resource, object),
             CUDA_ERROR_INVALID_VALUE);
}

/// Read by index; elements outside are zero, and filters and address modes are ignored.
void TestObjects::linearMemory() {
    std::vector<float> values(400);
    for (std::size_t i = 0; i < values.size(); ++i)
        values[i] = static_cast<float>(i);
    const Memory<float> memory(*m_gpu, values);
    CUDA_TEXTURE_DESC desc{};
    desc.filterMode = CU_TR_FILTER_MODE_LINEAR;
    const CUtexObject object =
        texture(linearResource(memory.address(), 1600, CU_AD_FORMAT_FLOAT, 4), desc);
    const auto got = fetchAll<Float4>(
        *m_gpu, "fetch1D", object,
        {{0, 0, 0, 0}, {7, 0, 0, 0}, {99, 0, 0, 0}, {100, 0, 0, 0}, {-1, 0, 0, 0}});
    QCOMPARE(
        got,
        (std::vector<Float4>{
            {0, 1, 2, 3}, {28, 29, 30, 31}, {396, 397, 398, 399}, {0, 0, 0, 0}, {0, 0, 0, 0}}));
    GPU_DO(*m_gpu, cuTexObjectDestroy, object);
    const Memory<std::int8_t> bytes(*m_gpu, {1, -2, 3, -4, 5, -6, 7, -8});
    CUDA_TEXTURE_DESC elements{};
    elements.flags = CU_TRSF_READ_AS_INTEGER;
    const CUtexObject integers =
        texture(linearResource(bytes.address(), 8, CU_AD_FORMAT_SIGNED_INT8, 2), elements);
    QCOMPARE(fetchAll<Int4>(*m_gpu, "fetchInteger1D", integers, {{1, 0, 0, 0}, {3, 0, 0, 0}}),
             (std::vector<Int4>{{3, -4, 0, 1}, {7, -8, 0, 1}}));
    GPU_DO(*m_gpu, cuTexObjectDestroy, integers);
}

void TestObjects::pitchedMemory() {
    TextureCase description;
    description.size = {5, 6, 1};
    description.texture.filterMode = CU_TR_FILTER_MODE_LINEAR;
    description.texture.addressMode[0] = CU_TR_ADDRESS_MODE_BORDER;
    description.texture.addressMode[1] = CU_TR_ADDRESS_MODE_CLAMP;
    const auto bytes = description.randomBytes(1);
    const auto reference = description.reference(bytes);
    constexpr std::size_t kPitch = 96, kRow = 80;
    std::vector<std::byte> padded(kPitch * 6, std::byte{0x7f});
    for (std::size_t row = 0; row < 6; ++row)
        std::copy_n(&bytes[row * kRow], kRow, &padded[row * kPitch]);
    const Memory<std::byte> memory(*m_gpu, padded);
    const CUtexObject object =
        texture(pitchedResource(memory.address(), 5, 6, kPitch), description.texture);
    const auto points = pointsAround(description, 100, 1, 2);
    const auto got = fetchAll<Float4>(*m_gpu, "sample2D", object, points);
    for (std::size_t i = 0; i < points.size(); ++i) {
        const Color want = reference.fetch({points[i].x, points[i].y, 0});
        for (std::size_t c = 0; c < 4; ++c)
            QVERIFY(std::abs(double{got[i][c]} - want[c]) < description.tolerance());
    }
    GPU_DO(*m_gpu, cuTexObjectDestroy, object);
}

void TestObjects::viewAsAnotherFormat() {
    const ArrayUnderTest array(*m_gpu, {4, 1, 0, CU_AD_FORMAT_UNSIGNED_INT32, 1, 0});
    array.upload(bytesOf(std::vector<std::uint32_t>{0x04030201, 0xff, 0, 0}));
    const CUDA_RESOURCE_DESC resource = resourceOf(array.handle());
    CUDA_RESOURCE_VIEW_DESC view{};
    view.format = CU_RES_VIEW_FORMAT_SINT_4X8;
    view.width = 4;
    view.height = 1;
    CUDA_TEXTURE_DESC desc{};
    desc.flags = CU_TRSF_READ_AS_INTEGER;
    CUtexObject object = 0;
    GPU_DO(*m_gpu, cuTexObjectCreate, &object, &resource, &desc, &view);
    QCOMPARE(
        fetchAll<Int4>(*m_gpu, "sampleInteger2D", object, {{0.5f, 0.5f, 0, 0}, {1.5f, 0.5f, 0, 0}}),
        (std::vector<Int4>{{1, 2, 3, 4}, {-1, 0, 0, 0}}));
    GPU_DO(*m_gpu, cuTexObjectDestroy, object);
}

void TestObjects::queries() {
    const auto gpu = Gpu::simulated();
    const CUDA_ARRAY3D_DESCRIPTOR layered{
        16, 8, 3, CU_AD_FORMAT_SIGNED_INT16, 2, CUDA_ARRAY3D_LAYERED | CUDA_ARRAY3D_SURFACE_LDST};
    const ArrayUnderTest array(*gpu, layered);
    const CUDA_RESOURCE_DESC resource = resourceOf(array.handle());
    CUDA_TEXTURE_DESC desc{};
    desc.flags = CU_TRSF_NORMALIZED_COORDINATES;
    CUtexObject texture = 0;
    CUsurfObject surface = 0;
    GPU_DO(*gpu, cuTexObjectCreate, &texture, &resource, &desc, nullptr);
    GPU_DO(*gpu, cuSurfObjectCreate, &surface, &resource);
    const auto query = [&](const char* kernel, unsigned long long object, std::size_t count) {
        const Memory<std::uint32_t> out(*gpu, std::vector<std::uint32_t>(count, 99));
        CUdeviceptr address = out.address();
        gpu->check(gpu->run(kernel, 1, {1, 1, 1}, {&object, &address}), kernel);
        return out.values();
    };
    using Numbers = std::vector<std::uint32_t>;
    QCOMPARE(QString::fromStdString(gpu->load("texture_kernels.90.ptx")), QString());
    // Width, height, layers, width of a level that is not there, is an opaque texture, surface.
    QCOMPARE(query("queryTexture", texture, 6), (Numbers{16, 8, 3, 0, 0, 0}));
    QCOMPARE(query("querySurface", surface, 4), (Numbers{16, 8, 3, 0}));
    QCOMPARE(QString::fromStdString(gpu->load("format_queries.75.ptx")), QString());
    // CL_SIGNED_INT16, CL_RG, normalized, layers, levels.
    QCOMPARE(query("queryTextureFormat", texture, 5), (Numbers{0x10d8, 0x10b2, 1, 3, 1}));
    // The same, and the memory's layout, which cannot be queried.
    QCOMPARE(query("querySurfaceFormat", surface, 4), (Numbers{0x10d8, 0x10b2, 3, 0}));
    GPU_DO(*gpu, cuSurfObjectDestroy, surface);
    GPU_DO(*gpu, cuTexObjectDestroy, texture);
}

/// Nothing here is sparse: every texel is resident.
void TestObjects::residency() {
    const ArrayUnderTest array(*m_gpu, plane());
    const CUtexObject object = texture(resourceOf(array.handle()));
    QCOMPARE(fetchAll<Float4>(*m_gpu, "sampleResident", object, {{1, 1, 0, 0}})[0][3], 1.0f);
    GPU_DO(*m_gpu, cuTexObjectDestroy, object);
}

void TestObjects::wrongUse_data() {
    QTest::addColumn<int>("which");
    QTest::addColumn<int>("kind");
    QTest::addColumn<QByteArray>("text");
    QTest::newRow("null") << 0 << int(WBSIM_FAULT_NULL_POINTER) << QByteArray("object is 0");
    QTest::newRow("destroyed") << 1 << int(WBSIM_FAULT_OUT_OF_BOUNDS) << QByteArray("destroyed");
    QTest::newRow("a surface") << 2 << int(WBSIM_FAULT_OUT_OF_BOUNDS)
                               << QByteArray("it is a surface object");
    QTest::newRow("an address") << 3 << int(WBSIM_FAULT_OUT_OF_BOUNDS)
                                << QByteArray("is not a texture object");
}

void TestObjects::wrongUse() {
    QFETCH(int, which);
    QFETCH(int, kind);
    QFETCH(QByteArray, text);
    const ArrayUnderTest array(*m_gpu, plane(CUDA_ARRAY3D_SURFACE_LDST));
    const CUDA_RESOURCE_DESC resource = resourceOf(array.handle());
    CUsurfObject surface = 0;
    GPU_DO(*m_gpu, cuSurfObjectCreate, &surface, &resource);
    const CUtexObject destroyed = texture(resource);
    GPU_DO(*m_gpu, cuTexObjectDestroy, destroyed);
    const Memory<float> memory(*m_gpu, {1});
    const std::uint64_t objects[] = {0, destroyed, surface, memory.address()};
    expectFault(fetch("sample2D", objects[which]), kind, text.constData());
    GPU_DO(*m_gpu, cuSurfObjectDestroy, surface);
}

void TestObjects::memoryThatWasFreed() {
    CUtexObject object = 0;
    {
        const ArrayUnderTest array(*m_gpu, plane());
        object = texture(resourceOf(array.handle()));
        QCOMPARE(fetch("sample2D", object), CUDA_SUCCESS);
    }
    expectFault(fetch("sample2D", object), WBSIM_FAULT_OUT_OF_BOUNDS, "has been freed");
    GPU_DO(*m_gpu, cuTexObjectDestroy, object);
    {
        const Memory<float> memory(*m_gpu, std::vector<float>(16));
        object = texture(linearResource(memory.address(), 64, CU_AD_FORMAT_FLOAT, 4));
        QCOMPARE(fetch("fetch1D", object), CUDA_SUCCESS);
    }
    expectFault(fetch("fetch1D", object), WBSIM_FAULT_OUT_OF_BOUNDS, "has been freed");
    GPU_DO(*m_gpu, cuTexObjectDestroy, object);
}

void TestObjects::anotherDimension() {
    const ArrayUnderTest array(*m_gpu, plane());
    const CUtexObject object = texture(resourceOf(array.handle()));
    expectFault(fetch("sample3D", object), WBSIM_FAULT_OUT_OF_BOUNDS,
                "expects 3D, the object is a 2D image of 8 × 8 elements");
    expectFault(fetch("sampleCube", object), WBSIM_FAULT_OUT_OF_BOUNDS, "expects a cube map");
    GPU_DO(*m_gpu, cuTexObjectDestroy, object);
}

void TestObjects::uninitializedTexels() {
    const wbsimApi& api = simulator(*m_gpu);
    api.setChecks(0, WBSIM_CHECK_UNINITIALIZED);
    const CUDA_ARRAY3D_DESCRIPTOR descriptor{
        8, 8, 0, CU_AD_FORMAT_UNSIGNED_INT32, 1, CUDA_ARRAY3D_SURFACE_LDST};
    const ArrayUnderTest array(*m_gpu, descriptor);
    const CUDA_RESOURCE_DESC resource = resourceOf(array.handle());
    CUsurfObject surface = 0;
    GPU_DO(*m_gpu, cuSurfObjectCreate, &surface, &resource);
    const CUtexObject object = texture(resource);
    // It is reported, and the kernel continues.
    QCOMPARE(fetch("sampleInteger2D", object), CUDA_SUCCESS);
    QCOMPARE(takeFault(*m_gpu).kind, int(WBSIM_FAULT_UNINITIALIZED));
    const Memory<std::uint32_t> word(*m_gpu, {5});
    CUdeviceptr address = word.address();
    int x = 0, y = 0;
    QCOMPARE(m_gpu->run("readTrap", 1, {1, 1, 1}, {&surface, &address, &x, &y}), CUDA_SUCCESS);
    QCOMPARE(takeFault(*m_gpu).kind, int(WBSIM_FAULT_UNINITIALIZED));
    QCOMPARE(m_gpu->run("writeTrap", 1, {1, 1, 1}, {&surface, &address, &x, &y}), CUDA_SUCCESS);
    QCOMPARE(fetch("sampleInteger2D", object), CUDA_SUCCESS);
    QCOMPARE(takeFault(*m_gpu).kind, int(WBSIM_FAULT_NONE));
    api.setChecks(0, WBSIM_CHECK_BASIC);
    GPU_DO(*m_gpu, cuSurfObjectDestroy, surface);
    GPU_DO(*m_gpu, cuTexObjectDestroy, object);
}

/// Texels that were read count as bytes, not as sectors.
void TestObjects::countedBytes() {
    const wbsimApi& api = simulator(*m_gpu);
    const ArrayUnderTest array(*m_gpu, plane());
    CUDA_TEXTURE_DESC linear{};
    linear.filterMode = CU_TR_FILTER_MODE_LINEAR;
    linear.addressMode[0] = linear.addressMode[1] = CU_TR_ADDRESS_MODE_CLAMP;
    const CUtexObject object = texture(resourceOf(array.handle()), linear);
    api.setMetrics(0, 1);
    api.clearMetrics(0);
    const std::vector<Point> points(32, Point{4.25f, 4.25f, 0, 0});
    fetchAll<Float4>(*m_gpu, "sample2D", object, points);
    api.setMetrics(0, 0);
    QCOMPARE(api.metricsCount(0), 1u);
    wbsimMetrics metrics{};
    metrics.structSize = sizeof metrics;
    api.getMetrics(0, 0, &metrics);
    QCOMPARE(metrics.counters.bytesLoaded,
             std::uint64_t(32 * (16 + 4 * 16))); // points, four texels each
    QCOMPARE(metrics.counters.bytesStored, std::uint64_t(32 * 16));
    QCOMPARE(metrics.counters.globalSectors, std::uint64_t(32)); // of the points and results alone
    GPU_DO(*m_gpu, cuTexObjectDestroy, object);
}

/// Each lane reads texels 3 and 4 of rows 3 and 4, of 16 bytes each: in tiles of 64 bytes by 8 rows
/// these are four sectors of four lines.
void TestObjects::profiledTexels() {
    const wbsimApi& api = simulator(*m_gpu);
    const ArrayUnderTest array(*m_gpu, plane());
    CUDA_TEXTURE_DESC linear{};
    linear.filterMode = CU_TR_FILTER_MODE_LINEAR;
    linear.addressMode[0] = linear.addressMode[1] = CU_TR_ADDRESS_MODE_CLAMP;
    const CUtexObject object = texture(resourceOf(array.handle()), linear);
    wbsimProfiling profiling{};
    profiling.structSize = sizeof profiling;
    profiling.on = 1;
    api.setProfiling(0, &profiling);
    api.clearMetrics(0);
    const std::vector<Point> points(32, Point{4.25f, 4.25f, 0, 0});
    fetchAll<Float4>(*m_gpu, "sample2D", object, points);
    profiling.on = 0;
    api.setProfiling(0, &profiling);
    wbsimLaunchProfile profile{};
    profile.structSize = sizeof profile;
    QCOMPARE(api.getProfile(0, 0, &profile), int(CUDA_SUCCESS));
    // Beside it the points, 16 bytes for each lane, are read and as many written.
    const wbsimProfileLine* const end = profile.lines + profile.lineCount;
    const wbsimProfileLine* const line =
        std::find_if(profile.lines, end, [](const wbsimProfileLine& each) {
            return each.accesses > 0 && each.passes == 8;
        });
    QVERIFY(line != end);
    QCOMPARE(line->accesses, std::uint64_t(1));
    QCOMPARE(line->sectorsRead, std::uint64_t(4));
    QCOMPARE(line->lines, std::uint64_t(4));
    QCOMPARE(profile.distinctLines, std::uint64_t(4 + 4 + 4));
    GPU_DO(*m_gpu, cuTexObjectDestroy, object);
}

void TestObjects::referencesAreRefused() {
    const auto module = [](const char* body) {
        return std::string(".version 8.0\n.target sm_75\n.address_size 64\n"
                           ".global .texref image;\n.global .surfref plane;\n"
                           ".global .samplerref how = { addr_mode_0 = wrap };\n"
                           ".visible .entry k()\n{\n.reg .f32 %f<5>;\n.reg .b32 %r<3>;\n"
                           ".reg .b64 %rd<2>;\n") +
               body + "\nret;\n}\n";
    };
    QCOMPARE(QString::fromStdString(m_gpu->loadText(module(""))), QString());
    const auto refusal = [&](const char* body) { return m_gpu->loadText(module(body)); };
    const auto names = [](const std::string& text, const char* name) {
        return text.find(name) != std::string::npos;
    };
    QVERIFY(names(refusal("tex.1d.v4.f32.s32 {%f1, %f2, %f3, %f4}, [image, {%r1}];"),
                  ".texref 'image'"));
    QVERIFY(names(refusal("suld.b.1d.b32.trap {%r1}, [plane, {%r2}];"), ".surfref 'plane'"));
    QVERIFY(names(refusal("mov.u64 %rd1, image;"), ".texref 'image'"));
    QVERIFY(names(refusal("tex.1d.v4.f32.s32 {%f1, %f2, %f3, %f4}, [%rd1, how, {%r1}];"),
                  "with a separate sampler"));
    QCOMPARE(QString::fromStdString(m_gpu->load("texture_kernels.90.ptx")), QString());
}

WARPBENCH_TEST(TestObjects)
} // namespace tst_simgpu_texture_objects

#include "tst_simgpu_texture_objects.moc"
