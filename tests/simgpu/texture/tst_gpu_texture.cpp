// SPDX-License-Identifier: GPL-3.0-or-later
// The same texture and surface kernels on the simulated GPU and on a real one, which give the same
// bits. Signed fractions and the corners of seamless cubes alone differ when filtered. Skipped
// without a real GPU.
#include "tests/main.h"
#include "tests/simgpu/texture/addressing_rows.h"
#include "tests/simgpu/texture/filter_rows.h"
#include "tests/simgpu/texture/mipmap_under_test.h"
#include "tests/simgpu/texture/texture_case.h"

#include <cmath>
#include <random>

namespace tst_gpu_texture {

using namespace warpbench::test;

class TestGpuTexture : public QObject {
    Q_OBJECT

  private:
    std::unique_ptr<Gpu> m_real, m_simulated;
    void compareTexture(const TextureCase& description, const char* kernel,
                        const std::vector<Point>& points, double tolerance);
    template <class Result>
    void compareResults(const std::vector<Result>& real, const std::vector<Result>& simulated,
                        const std::vector<Point>& points, std::size_t channels, double tolerance);

  private slots:
    void initTestCase();
    void addressing_data();
    void addressing();
    void formats_data();
    void formats();
    void filters_data();
    void filters();
    void gather();
    void cubeFaces();
    void seamlessCube();
    void mipLevels();
    void surfacesOutside();
    void formattedStores();
    void reductions();
    void queries();
};

void TestGpuTexture::initTestCase() {
    std::string why;
    m_real = Gpu::real(why);
    if (!m_real)
        QSKIP(qPrintable(QString("no real GPU: %1").arg(QString::fromStdString(why))));
    m_simulated = Gpu::simulated();
    // The real GPU accepts PTX for its architecture or an older one.
    const int cc = m_real->computeCapability();
    const std::string file = cc >= 120  ? "texture_kernels.120.ptx"
                             : cc >= 90 ? "texture_kernels.90.ptx"
                                        : "texture_kernels.75.ptx";
    if (cc < 75)
        QSKIP("the kernels want compute capability 7.5");
    for (Gpu* gpu : {m_real.get(), m_simulated.get()}) {
        const std::string error = gpu->load(file);
        QVERIFY2(error.empty(), (std::string(gpu == m_real.get() ? "the GPU" : "the simulator") +
                                 ", " + file + ": " + error)
                                    .c_str());
    }
}

/// Fails with how many points differ, and with the first of them.
template <class Result>
void TestGpuTexture::compareResults(const std::vector<Result>& real,
                                    const std::vector<Result>& simulated,
                                    const std::vector<Point>& points, std::size_t channels,
                                    double tolerance) {
    constexpr int kShown = 8;
    int different = 0;
    QString first;
    for (std::size_t i = 0; i < points.size(); ++i) {
        for (std::size_t c = 0; c < channels; ++c) {
            const double ours = static_cast<double>(simulated[i][c]);
            const double theirs = static_cast<double>(real[i][c]);
            if (std::fabs(theirs - ours) <= tolerance || ++different > kShown)
                continue;
            first += QString("\n  at (%1, %2, %3; %4), channel %5: real %6, simulated %7")
                         .arg(double(points[i].x), 0, 'g', 9)
                         .arg(double(points[i].y), 0, 'g', 9)
                         .arg(double(points[i].z), 0, 'g', 9)
                         .arg(double(points[i].w))
                         .arg(c)
                         .arg(theirs, 0, 'g', 9)
                         .arg(ours, 0, 'g', 9);
        }
    }
    QVERIFY2(different == 0, qPrintable(QString("%1 of %2 values differ by more than %3:%4")
                                            .arg(different)
                                            .arg(points.size() * channels)
                                            .arg(tolerance)
                                            .arg(first)));
}

void TestGpuTexture::compareTexture(const TextureCase& description, const char* kernel,
                                    const std::vector<Point>& points, double tolerance) {
    const auto bytes = description.randomBytes(1);
    const TextureUnderTest real(*m_real, description, bytes);
    const TextureUnderTest simulated(*m_simulated, description, bytes);
    if (description.readsIntegers())
        compareResults(fetchAll<Int4>(*m_real, kernel, real.object(), points),
                       fetchAll<Int4>(*m_simulated, kernel, simulated.object(), points), points,
                       description.channels, 0);
    else
        compareResults(fetchAll<Float4>(*m_real, kernel, real.object(), points),
                       fetchAll<Float4>(*m_simulated, kernel, simulated.object(), points), points,
                       description.channels, tolerance);
}

void TestGpuTexture::addressing_data() {
    addAddressingRows();
}

void TestGpuTexture::addressing() {
    QFETCH(AddressingRow, row);
    TextureCase description = row.description();
    // Powers of two, so that normalized coordinates are exact.
    description.size = {16, row.dimensions > 1 ? 8 : 1, row.dimensions > 2 ? 4 : 1};
    CUDA_TEXTURE_DESC& texture = description.texture;
    // Only existing axes: an H200 also uses the second one of 1D textures, and blends in half of a
    // border.
    for (int axis = 0; axis < row.dimensions; ++axis)
        texture.addressMode[axis] = kAddressModes[row.mode];
    constexpr Float4 kBorder{0.25f, -0.5f, 0.75f, 1};
    std::copy(kBorder.begin(), kBorder.end(), texture.borderColor);
    compareTexture(description, samplerOf(description).c_str(),
                   pointsAround(description, 500, row.linear ? 0 : 1, 2), 0);
}

void TestGpuTexture::formats_data() {
    QTest::addColumn<int>("format");
    QTest::addColumn<int>("channels");
    QTest::addColumn<unsigned int>("flags");
    QTest::addColumn<bool>("linear");
    const struct {
        const char* name;
        CUarray_format format;
        bool integer;
    } formats[] = {
        {"uint8", CU_AD_FORMAT_UNSIGNED_INT8, true},
        {"uint16", CU_AD_FORMAT_UNSIGNED_INT16, true},
        {"uint32", CU_AD_FORMAT_UNSIGNED_INT32, true},
        {"int8", CU_AD_FORMAT_SIGNED_INT8, true},
        {"int16", CU_AD_FORMAT_SIGNED_INT16, true},
        {"int32", CU_AD_FORMAT_SIGNED_INT32, true},
        {"half", CU_AD_FORMAT_HALF, false},
        {"float", CU_AD_FORMAT_FLOAT, false},
    };
    for (const auto& [name, format, integer] : formats) {
        const bool narrow = formatBytes(format) < 4;
        for (const int channels : {1, 2, 4}) {
            if (integer)
                QTest::addRow("%s x %d elements", name, channels)
                    << int(format) << channels << unsigned(CU_TRSF_READ_AS_INTEGER) << false;
            if (integer && !narrow)
                continue;
            for (const bool linear : {false, true})
                QTest::addRow("%s x %d %s", name, channels, linear ? "linear" : "point")
                    << int(format) << channels << 0u << linear;
        }
    }
    QTest::newRow("sRGB") << int(CU_AD_FORMAT_UNSIGNED_INT8) << 4 << unsigned(CU_TRSF_SRGB)
                          << false;
}

void TestGpuTexture::formats() {
    QFETCH(int, format);
    QFETCH(int, channels);
    QFETCH(unsigned int, flags);
    QFETCH(bool, linear);
    TextureCase description;
    description.format = static_cast<CUarray_format>(format);
    description.channels = static_cast<unsigned int>(channels);
    description.texture.flags = flags;
    description.texture.addressMode[0] = description.texture.addressMode[1] =
        CU_TR_ADDRESS_MODE_CLAMP;
    description.texture.filterMode = linear ? CU_TR_FILTER_MODE_LINEAR : CU_TR_FILTER_MODE_POINT;
    const bool isSigned = description.format == CU_AD_FORMAT_SIGNED_INT8 ||
                          description.format == CU_AD_FORMAT_SIGNED_INT16;
    compareTexture(description, samplerOf(description).c_str(),
                   pointsAround(description, 300, linear ? 0 : 1, 3),
                   linear && isSigned ? 1.0 / 127 : 0);
}

void TestGpuTexture::filters_data() {
    addFilterRows();
}

void TestGpuTexture::filters() {
    QFETCH(FilterRow, row);
    QCOMPARE(row.digestOn(*m_real).c_str(), row.golden);
}

void TestGpuTexture::gather() {
    TextureCase description;
    description.arrayFlags = CUDA_ARRAY3D_TEXTURE_GATHER;
    description.texture.addressMode[0] = description.texture.addressMode[1] =
        CU_TR_ADDRESS_MODE_CLAMP;
    for (const char* kernel : {"gatherRed", "gatherGreen", "gatherBlue", "gatherAlpha"})
        compareTexture(description, kernel, pointsAround(description, 100, 1, 4), 0);
}

namespace {

TextureCase cubeCase() {
    TextureCase description;
    description.layers = 6;
    description.arrayFlags = CUDA_ARRAY3D_CUBEMAP;
    description.texture.flags = CU_TRSF_NORMALIZED_COORDINATES;
    for (CUaddress_mode& mode : description.texture.addressMode)
        mode = CU_TR_ADDRESS_MODE_CLAMP;
    return description;
}

/// Directions to the centres of texels of 8 × 8 faces.
std::vector<Point> texelCentres() {
    std::vector<Point> points;
    for (int face = 0; face < 6; ++face) {
        for (int texel = 0; texel < 64; ++texel) {
            const float s = static_cast<float>(2 * (texel % 8) + 1) / 8 - 1;
            const float t = static_cast<float>(2 * (texel / 8) + 1) / 8 - 1;
            const float m = face % 2 ? -1.0f : 1.0f;
            points.push_back(face < 2   ? Point{m, s, t, 0}
                             : face < 4 ? Point{s, m, t, 0}
                                        : Point{s, t, m, 0});
        }
    }
    return points;
}

} // namespace

void TestGpuTexture::cubeFaces() {
    compareTexture(cubeCase(), "sampleCube", texelCentres(), 0);
}

void TestGpuTexture::seamlessCube() {
    TextureCase description = cubeCase();
    description.texture.filterMode = CU_TR_FILTER_MODE_LINEAR;
    description.texture.flags |= CU_TRSF_SEAMLESS_CUBEMAP;
    // Towards the edges: a sixteenth of a face beyond the outermost centres.
    auto points = texelCentres();
    for (Point& point : points) {
        for (float* v : {&point.x, &point.y, &point.z}) {
            if (std::fabs(*v) == 0.875f)
                *v *= 0.96875f / 0.875f;
        }
    }
    compareTexture(description, "sampleCube", points, 2 * description.range() / 256);
}

void TestGpuTexture::mipLevels() {
    CUDA_TEXTURE_DESC texture{};
    texture.flags = CU_TRSF_NORMALIZED_COORDINATES;
    texture.maxMipmapLevelClamp = 3.5f;
    texture.minMipmapLevelClamp = 0.25f;
    texture.mipmapLevelBias = 0.5f;
    std::vector<Point> points;
    for (int step = -8; step < 48; ++step) // eighths of a level, off every half
        points.push_back({0.4f, 0.6f, 0, static_cast<float>(step) / 8 + 1.0f / 32});
    for (const CUfilter_mode mode : {CU_TR_FILTER_MODE_POINT, CU_TR_FILTER_MODE_LINEAR}) {
        texture.mipmapFilterMode = mode;
        const MipmapUnderTest real(*m_real, 16, 0, 5), simulated(*m_simulated, 16, 0, 5);
        const auto run = [&](const char* kernel) {
            compareResults(
                fetchAll<Float4>(*m_real, kernel, real.texture(texture, nullptr), points),
                fetchAll<Float4>(*m_simulated, kernel, simulated.texture(texture, nullptr), points),
                points, 4, 0);
        };
        run("level2D");
        run("sample2D"); // level 0, with clamps
    }
}

namespace {

/// Fails with all values that differ.
template <class Value>
void compareValues(const std::vector<Value>& real, const std::vector<Value>& simulated,
                   const QString& what) {
    QCOMPARE(real.size(), simulated.size());
    QString differing;
    for (std::size_t i = 0; i < real.size(); ++i) {
        if (real[i] != simulated[i])
            differing += QString("\n  value %1: real %2, simulated %3")
                             .arg(i)
                             .arg(real[i])
                             .arg(simulated[i]);
    }
    QVERIFY2(differing.isEmpty(), qPrintable(what + differing));
}

/// Runs a kernel with a surface over `start`, and returns the surface's contents afterwards and the
/// word that the kernel wrote.
struct SurfaceRun {
    std::vector<std::byte> bytes;
    std::uint32_t word = 0;
};
SurfaceRun runSurface(const Gpu& gpu, CUDA_ARRAY3D_DESCRIPTOR descriptor,
                      const std::vector<std::byte>& start, const char* kernel,
                      const std::vector<std::uint32_t>& values, std::array<unsigned int, 3> block,
                      int x = 0, int y = 0) {
    descriptor.Flags = CUDA_ARRAY3D_SURFACE_LDST;
    const ArrayUnderTest array(gpu, descriptor);
    array.upload(start);
    CUDA_RESOURCE_DESC resource{};
    resource.resType = CU_RESOURCE_TYPE_ARRAY;
    resource.res.array.hArray = array.handle();
    CUsurfObject object = 0;
    GPU_DO(gpu, cuSurfObjectCreate, &object, &resource);
    const Memory<std::uint32_t> memory(gpu, values);
    CUdeviceptr address = memory.address();
    gpu.check(gpu.run(kernel, 1, block, {&object, &address, &x, &y}), kernel);
    SurfaceRun result{array.download(), memory.values()[0]};
    GPU_FN(gpu, cuSurfObjectDestroy)(object);
    return result;
}

} // namespace

void TestGpuTexture::surfacesOutside() {
    const CUDA_ARRAY3D_DESCRIPTOR descriptor{4, 3, 0, CU_AD_FORMAT_UNSIGNED_INT32, 1, 0};
    std::vector<std::byte> start(sizeOf(descriptor));
    for (std::size_t i = 0; i < start.size(); ++i)
        start[i] = static_cast<std::byte>(i);
    for (const char* kernel : {"readClamp", "readZero", "writeClamp", "writeZero"}) {
        for (const auto& [x, y] : {std::pair{8, 1}, {-4, 1}, {16, 1}, {4, -1}, {4, 3}, {400, 9}}) {
            const auto run = [&](const Gpu& gpu) {
                return runSurface(gpu, descriptor, start, kernel, {7777}, {1, 1, 1}, x, y);
            };
            const SurfaceRun real = run(*m_real), simulated = run(*m_simulated);
            const QString what = QString("%1 at (%2, %3)").arg(kernel).arg(x).arg(y);
            compareValues(valuesOf<std::uint32_t>(real.bytes),
                          valuesOf<std::uint32_t>(simulated.bytes), what);
            compareValues<std::uint32_t>({real.word}, {simulated.word}, what + ", result");
        }
    }
}

void TestGpuTexture::formattedStores() {
    const CUarray_format formats[] = {
        CU_AD_FORMAT_UNSIGNED_INT8, CU_AD_FORMAT_SIGNED_INT8,    CU_AD_FORMAT_UNSIGNED_INT16,
        CU_AD_FORMAT_SIGNED_INT16,  CU_AD_FORMAT_UNSIGNED_INT32, CU_AD_FORMAT_SIGNED_INT32,
    };
    for (const CUarray_format format : formats) {
        const CUDA_ARRAY3D_DESCRIPTOR descriptor{4, 1, 0, format, 4, 0};
        const std::vector<std::byte> start(sizeOf(descriptor));
        // Numbers that every format holds.
        const std::vector<std::uint32_t> values{1, 2, 3, 4,  5,  6,  7,  8,
                                                9, 0, 0, 11, 12, 13, 14, 127};
        const auto run = [&](const Gpu& gpu) {
            return runSurface(gpu, descriptor, start, "storeFormatted", values, {4, 1, 1}).bytes;
        };
        compareValues(valuesOf<std::uint8_t>(run(*m_real)),
                      valuesOf<std::uint8_t>(run(*m_simulated)),
                      QString("format 0x%1").arg(int(format), 0, 16));
    }
}

void TestGpuTexture::reductions() {
    const CUDA_ARRAY3D_DESCRIPTOR descriptor{4, 5, 0, CU_AD_FORMAT_UNSIGNED_INT32, 1, 0};
    const std::vector<std::byte> start(sizeOf(descriptor), std::byte{0x55});
    const auto run = [&](const Gpu& gpu) {
        return runSurface(gpu, descriptor, start, "reduceSurface", {0}, {128, 1, 1}).bytes;
    };
    compareValues(valuesOf<std::uint32_t>(run(*m_real)), valuesOf<std::uint32_t>(run(*m_simulated)),
                  "reduceSurface");
}

void TestGpuTexture::queries() {
    for (const unsigned int layers : {0u, 3u}) {
        const CUDA_ARRAY3D_DESCRIPTOR descriptor{
            16,     8,
            layers, CU_AD_FORMAT_SIGNED_INT16,
            2,      CUDA_ARRAY3D_SURFACE_LDST | (layers ? CUDA_ARRAY3D_LAYERED : 0u)};
        const auto run = [&](const Gpu& gpu, bool texture) {
            const ArrayUnderTest array(gpu, descriptor);
            CUDA_RESOURCE_DESC resource{};
            resource.resType = CU_RESOURCE_TYPE_ARRAY;
            resource.res.array.hArray = array.handle();
            CUDA_TEXTURE_DESC sampling{};
            sampling.flags = CU_TRSF_NORMALIZED_COORDINATES;
            unsigned long long object = 0;
            if (texture)
                GPU_DO(gpu, cuTexObjectCreate, &object, &resource, &sampling, nullptr);
            else
                GPU_DO(gpu, cuSurfObjectCreate, &object, &resource);
            const Memory<std::uint32_t> memory(gpu, std::vector<std::uint32_t>(6, 99));
            CUdeviceptr address = memory.address();
            const char* const kernel = texture ? "queryTexture" : "querySurface";
            gpu.check(gpu.run(kernel, 1, {1, 1, 1}, {&object, &address}), kernel);
            if (texture)
                GPU_FN(gpu, cuTexObjectDestroy)(object);
            else
                GPU_FN(gpu, cuSurfObjectDestroy)(object);
            return memory.values();
        };
        for (const bool texture : {true, false})
            compareValues(run(*m_real, texture), run(*m_simulated, texture),
                          QString("%1 of %2 layers")
                              .arg(texture ? "queryTexture" : "querySurface")
                              .arg(layers));
    }
}

WARPBENCH_TEST(TestGpuTexture)
} // namespace tst_gpu_texture

#include "tst_gpu_texture.moc"
