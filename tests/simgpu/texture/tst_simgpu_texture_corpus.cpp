// SPDX-License-Identifier: GPL-3.0-or-later
// The texture kernels of the corpus (19_texture.cu, extra/x9_surf.cu) as NVRTC 13.0 compiles them
// for three targets.
#include "tests/main.h"
#include "tests/simgpu/texture/simulator_control.h"
#include "tests/simgpu/texture/texture_case.h"

#include <bit>

namespace tst_simgpu_texture_corpus {

using namespace warpbench::test;

class TestTextureCorpus : public QObject {
    Q_OBJECT

  private:
    std::unique_ptr<Gpu> m_gpu;
    static void targets();
    void open(const char* name);

  private slots:
    void initTestCase() { m_gpu = Gpu::simulated(); }
    void rotation_data() { targets(); }
    void rotation();
    void manyKinds_data() { targets(); }
    void manyKinds();
    void surfaces_data() { targets(); }
    void surfaces();
    void cubeAndOthers_data() { targets(); }
    void cubeAndOthers();
};

void TestTextureCorpus::targets() {
    QTest::addColumn<QByteArray>("target");
    for (const char* target : {"75", "90", "120"})
        QTest::newRow(target) << QByteArray(target);
}

void TestTextureCorpus::open(const char* name) {
    QFETCH(QByteArray, target);
    QCOMPARE(QString::fromStdString(
                 m_gpu->load(std::string(name) + "." + target.toStdString() + ".ptx")),
             QString());
}

/// An image turned by a quarter: every thread looks at the centre of a texel.
void TestTextureCorpus::rotation() {
    open("19_texture");
    TextureCase image;
    image.channels = 1;
    image.texture.addressMode[0] = image.texture.addressMode[1] = CU_TR_ADDRESS_MODE_CLAMP;
    const auto bytes = image.randomBytes(1);
    const auto pixels = valuesOf<float>(bytes);
    const TextureUnderTest texture(*m_gpu, image, bytes);
    const Memory<float> out(*m_gpu, std::vector<float>(64));
    CUtexObject object = texture.object();
    CUdeviceptr address = out.address();
    int width = 8, height = 8;
    for (const bool turned : {false, true}) {
        float angle = turned ? 1.57079632679f : 0.0f;
        QCOMPARE(m_gpu->run("tex", 1, {8, 8, 1}, {&object, &address, &width, &height, &angle}),
                 CUDA_SUCCESS);
        const auto got = out.values();
        for (int y = 0; y < 8; ++y) {
            for (int x = 0; x < 8; ++x) {
                // (u, v) becomes (-v, u) around the centre, and coordinates outside the image are
                // clamped to its edge.
                const int fromX = turned ? std::min(8 - y, 7) : x, fromY = turned ? x : y;
                QCOMPARE(got[static_cast<std::size_t>(8 * y + x)],
                         pixels[static_cast<std::size_t>(8 * fromY + fromX)]);
            }
        }
    }
}

/// tex2D, tex3D, tex1Dfetch, tex2DLod and tex2DLayered in one kernel. It reads a layer of an image
/// without layers, which has exactly one.
void TestTextureCorpus::manyKinds() {
    open("19_texture");
    TextureCase plane, volume;
    volume.dimensions = 3;
    volume.size = {8, 4, 4};
    for (TextureCase* description : {&plane, &volume}) {
        description->format = CU_AD_FORMAT_UNORM_INT8X4;
        for (CUaddress_mode& mode : description->texture.addressMode)
            mode = CU_TR_ADDRESS_MODE_CLAMP;
    }
    const auto planeBytes = plane.randomBytes(2), volumeBytes = volume.randomBytes(3);
    const TextureUnderTest planeTexture(*m_gpu, plane, planeBytes);
    const TextureUnderTest volumeTexture(*m_gpu, volume, volumeBytes);
    std::vector<std::uint8_t> elements(32);
    for (std::size_t i = 0; i < elements.size(); ++i)
        elements[i] = static_cast<std::uint8_t>(11 * i);
    const Memory<std::uint8_t> memory(*m_gpu, elements);
    CUDA_RESOURCE_DESC resource{};
    resource.resType = CU_RESOURCE_TYPE_LINEAR;
    resource.res.linear = {memory.address(), CU_AD_FORMAT_UNSIGNED_INT8, 4, 32};
    CUDA_TEXTURE_DESC asElements{};
    asElements.flags = CU_TRSF_READ_AS_INTEGER;
    CUtexObject line = 0;
    GPU_DO(*m_gpu, cuTexObjectCreate, &line, &resource, &asElements, nullptr);
    using Bytes4 = std::array<std::uint8_t, 4>;
    const Memory<Bytes4> out(*m_gpu, std::vector<Bytes4>(8));
    CUtexObject t = planeTexture.object(), t3 = volumeTexture.object();
    CUdeviceptr address = out.address();
    int width = 8;
    QCOMPARE(m_gpu->run("tex4", 1, {8, 1, 1}, {&t, &t3, &line, &address, &width}), CUDA_SUCCESS);
    GPU_DO(*m_gpu, cuTexObjectDestroy, line);
    const auto got = out.values();
    const auto byteAt = [](const std::vector<std::byte>& bytes, std::size_t at) {
        return static_cast<float>(bytes[at]) / 255.0f;
    };
    for (std::size_t x = 0; x < 8; ++x) {
        const auto truncated = [](float value) {
            return static_cast<std::uint8_t>(static_cast<unsigned int>(value));
        };
        QCOMPARE(got[x][0], truncated(byteAt(planeBytes, 4 * x) * 255));
        QCOMPARE(got[x][1], truncated(byteAt(volumeBytes, 4 * (x + 8 * (1 + 4 * 2)) + 1) * 255));
        QCOMPARE(got[x][2], elements[4 * x + 2]);
        const float second = byteAt(planeBytes, 4 * (x + 8));
        QCOMPARE(got[x][3], truncated(second + second));
    }
}

void TestTextureCorpus::surfaces() {
    open("19_texture");
    const CUDA_ARRAY3D_DESCRIPTOR descriptor{
        8, 4, 0, CU_AD_FORMAT_UNSIGNED_INT8, 4, CUDA_ARRAY3D_SURFACE_LDST};
    const ArrayUnderTest from(*m_gpu, descriptor), to(*m_gpu, descriptor);
    std::vector<float> values(32);
    for (std::size_t i = 0; i < values.size(); ++i)
        values[i] = 0.75f * static_cast<float>(i);
    from.upload(bytesOf(values));
    CUsurfObject objects[2] = {};
    const ArrayUnderTest* arrays[] = {&from, &to};
    for (std::size_t i = 0; i < 2; ++i) {
        CUDA_RESOURCE_DESC resource{};
        resource.resType = CU_RESOURCE_TYPE_ARRAY;
        resource.res.array.hArray = arrays[i]->handle();
        GPU_DO(*m_gpu, cuSurfObjectCreate, &objects[i], &resource);
    }
    int width = 8, height = 4;
    QCOMPARE(m_gpu->run("surf", 1, {8, 4, 1}, {&objects[0], &objects[1], &width, &height}),
             CUDA_SUCCESS);
    for (float& value : values)
        value *= 2;
    QCOMPARE(valuesOf<float>(to.download()), values);
    for (const CUsurfObject object : objects)
        GPU_DO(*m_gpu, cuSurfObjectDestroy, object);
}

/// x9_surf uses one texture as a cube map and as a plane. It cannot be both: the second fetch is a
/// fault that says so. (texture_kernels.cu has each of its instructions with a valid object.)
void TestTextureCorpus::cubeAndOthers() {
    open("x9_surf");
    TextureCase cube;
    cube.layers = 6;
    cube.arrayFlags = CUDA_ARRAY3D_CUBEMAP;
    const auto bytes = cube.randomBytes(4);
    const auto reference = cube.reference(bytes);
    const TextureUnderTest texture(*m_gpu, cube, bytes);
    const Memory<Float4> out(*m_gpu, std::vector<Float4>(6));
    CUtexObject object = texture.object();
    CUsurfObject none = 0;
    CUdeviceptr address = out.address();
    const CUresult result = m_gpu->run("k", 1, {1, 1, 1}, {&object, &none, &address});
    QCOMPARE(result, CUDA_ERROR_ILLEGAL_ADDRESS);
    const SeenFault fault = takeFault(*m_gpu);
    QVERIFY2(fault.text.find("expects 2D, the object is a cube-map image") != std::string::npos,
             fault.text.c_str());
    // The first fetch was executed before: (0.1, 0.2, 0.3) is on face 4.
    const CubePoint at = cubePoint(0.1, 0.2, 0.3);
    QCOMPARE(at.face, 4);
    ReferenceTexture face = reference;
    face.normalized = true;
    const Color want = face.fetch({at.s, at.t, 0}, 4);
    for (std::size_t c = 0; c < 4; ++c)
        QCOMPARE(double(out.values()[0][c]), want[c]);
}

WARPBENCH_TEST(TestTextureCorpus)
} // namespace tst_simgpu_texture_corpus

#include "tst_simgpu_texture_corpus.moc"
