// SPDX-License-Identifier: GPL-3.0-or-later
// The results of texture fetches: address modes, filters, coordinates and formats compared with the
// programming guide's formulas.
#include "tests/main.h"
#include "tests/simgpu/texture/addressing_rows.h"
#include "tests/simgpu/texture/filter_rows.h"
#include "tests/simgpu/texture/texture_case.h"

#include <bit>
#include <cmath>
#include <cstring>

namespace tst_simgpu_texture_sampling {

using namespace warpbench::test;

namespace {

std::string different(const Point& at, const Float4& got, const Color& want) {
    std::string text = "at (" + std::to_string(at.x) + ", " + std::to_string(at.y) + ", " +
                       std::to_string(at.z) + "; " + std::to_string(at.w) + "): got";
    for (const float value : got)
        text += " " + std::to_string(value);
    text += ", want";
    for (const double value : want)
        text += " " + std::to_string(value);
    return text;
}

bool near(const Float4& got, const Color& want, double tolerance, std::size_t channels = 4) {
    for (std::size_t c = 0; c < channels; ++c) {
        if (!(std::fabs(static_cast<double>(got[c]) - want[c]) <= tolerance))
            return false;
    }
    return true;
}

Color asColor(const Int4& value) {
    return {double(value[0]), double(value[1]), double(value[2]), double(value[3])};
}

} // namespace

#define VERIFY_NEAR(at, got, want, tolerance)                                                      \
    QVERIFY2(near(got, want, tolerance), different(at, got, want).c_str())

class TestSampling : public QObject {
    Q_OBJECT

  private:
    std::unique_ptr<Gpu> m_gpu;
    void compare(const TextureCase& description, unsigned int seed);

  private slots:
    void initTestCase();
    void filters_data();
    void filters();
    void filtersOfEqualTexels();
    void targets_data();
    void targets();
    void addressing_data();
    void addressing();
    void formats_data();
    void formats();
    void integerBorder();
    void channelsThatAreMissing();
    void sRgb();
    void layersAreClamped();
    void gather();
    void gatherReadsIntegers();
    void halfResults();
    void texelOffsets();
    void integerCoordinates();
    void coordinatesThatAreNoNumbers();
};

void TestSampling::initTestCase() {
    m_gpu = Gpu::simulated();
    QCOMPARE(QString::fromStdString(m_gpu->load("texture_kernels.90.ptx")), QString());
}

/// Runs the kernel that fits the texture and holds each result against the reference.
void TestSampling::compare(const TextureCase& description, unsigned int seed) {
    const auto bytes = description.randomBytes(seed);
    const ReferenceTexture reference = description.reference(bytes);
    const TextureUnderTest texture(*m_gpu, description, bytes);
    const auto points = pointsAround(description, 300, 1, seed + 1);
    const std::string kernel = samplerOf(description);
    std::vector<Float4> got;
    if (description.readsIntegers()) {
        for (const Int4& v : fetchAll<Int4>(*m_gpu, kernel.c_str(), texture.object(), points)) {
            const Color color = asColor(v);
            got.push_back({float(color[0]), float(color[1]), float(color[2]), float(color[3])});
        }
    } else {
        got = fetchAll<Float4>(*m_gpu, kernel.c_str(), texture.object(), points);
    }
    for (std::size_t i = 0; i < points.size(); ++i) {
        const Point& p = points[i];
        Color want = reference.fetch({p.x, p.y, p.z}, static_cast<int>(p.w));
        for (double& value : want) {
            if (description.readsIntegers()) // 32-bit unsigned numbers come as int
                value = float(static_cast<std::int32_t>(static_cast<std::int64_t>(value)));
        }
        VERIFY_NEAR(p, got[i], want, description.tolerance());
    }
}

void TestSampling::filters_data() {
    addFilterRows();
}

void TestSampling::filters() {
    QFETCH(FilterRow, row);
    QCOMPARE(row.digestOn(*m_gpu).c_str(), row.golden);
}

/// A filter of equal texels gives the texel: also zero, and the smallest normal numbers.
void TestSampling::filtersOfEqualTexels() {
    TextureCase description;
    description.channels = 1;
    description.texture.filterMode = CU_TR_FILTER_MODE_LINEAR;
    for (CUaddress_mode& mode : description.texture.addressMode)
        mode = CU_TR_ADDRESS_MODE_CLAMP;
    for (const float value : {0.0f, 0x1p-126f, -0x1.8p-126f, 0x1p-125f, 1.5f, -0x1.fffffep127f}) {
        std::vector<std::byte> bytes(64 * sizeof value);
        for (std::size_t i = 0; i < bytes.size(); i += sizeof value)
            std::memcpy(&bytes[i], &value, sizeof value);
        const TextureUnderTest texture(*m_gpu, description, bytes);
        for (const Float4& got : fetchAll<Float4>(*m_gpu, "sample2D", texture.object(),
                                                  pointsAround(description, 50, 0, 1)))
            QVERIFY2(got[0] == value, qPrintable(QString::number(double(got[0]))));
    }
}

void TestSampling::targets_data() {
    QTest::addColumn<QString>("target");
    for (const char* target : {"75", "90", "120"})
        QTest::newRow(target) << QString(target);
}

/// The code that each generator of NVRTC makes.
void TestSampling::targets() {
    QFETCH(QString, target);
    QCOMPARE(
        QString::fromStdString(m_gpu->load("texture_kernels." + target.toStdString() + ".ptx")),
        QString());
    TextureCase description;
    description.texture.filterMode = CU_TR_FILTER_MODE_LINEAR;
    description.texture.addressMode[0] = CU_TR_ADDRESS_MODE_BORDER;
    compare(description, 7);
    QCOMPARE(QString::fromStdString(m_gpu->load("texture_kernels.90.ptx")), QString());
}

void TestSampling::addressing_data() {
    addAddressingRows();
}

void TestSampling::addressing() {
    QFETCH(AddressingRow, row);
    TextureCase description = row.description();
    description.size = {10, row.dimensions > 1 ? 7 : 1, row.dimensions > 2 ? 5 : 1};
    CUDA_TEXTURE_DESC& texture = description.texture;
    for (std::size_t axis = 0; axis < 3; ++axis) // another mode on the second axis
        texture.addressMode[axis] = kAddressModes[row.mode ^ (axis == 1 ? 1u : 0u)];
    constexpr Float4 kBorder{0.25f, -0.5f, 0.75f, 2};
    std::copy(kBorder.begin(), kBorder.end(), texture.borderColor);
    compare(description,
            static_cast<unsigned int>(row.mode) + 10u * static_cast<unsigned int>(row.dimensions));
}

void TestSampling::formats_data() {
    QTest::addColumn<int>("format");
    QTest::addColumn<int>("channels");
    QTest::addColumn<bool>("asInteger");
    QTest::addColumn<bool>("linear");
    const struct {
        const char* name;
        CUarray_format format;
        bool integer, free;
    } formats[] = {
        {"uint8", CU_AD_FORMAT_UNSIGNED_INT8, true, true},
        {"uint16", CU_AD_FORMAT_UNSIGNED_INT16, true, true},
        {"uint32", CU_AD_FORMAT_UNSIGNED_INT32, true, true},
        {"int8", CU_AD_FORMAT_SIGNED_INT8, true, true},
        {"int16", CU_AD_FORMAT_SIGNED_INT16, true, true},
        {"int32", CU_AD_FORMAT_SIGNED_INT32, true, true},
        {"half", CU_AD_FORMAT_HALF, false, true},
        {"float", CU_AD_FORMAT_FLOAT, false, true},
        {"unorm8x2", CU_AD_FORMAT_UNORM_INT8X2, false, false},
        {"unorm16x4", CU_AD_FORMAT_UNORM_INT16X4, false, false},
        {"snorm8x4", CU_AD_FORMAT_SNORM_INT8X4, false, false},
        {"snorm16x1", CU_AD_FORMAT_SNORM_INT16X1, false, false},
    };
    for (const auto& [name, format, integer, free] : formats) {
        const bool wide = formatBytes(format) == 4 && integer;
        for (const int channels : {1, 2, 4}) {
            if (!free && channels != name[std::strlen(name) - 1] - '0')
                continue;
            for (const bool asInteger : {false, true}) {
                for (const bool linear : {false, true}) {
                    if ((asInteger && !integer) || (linear && (asInteger || wide)))
                        continue;
                    QTest::addRow("%s x %d %s %s", name, channels,
                                  asInteger ? "elements" : "normalized",
                                  linear ? "linear" : "point")
                        << int(format) << channels << asInteger << linear;
                }
            }
        }
    }
}

void TestSampling::formats() {
    QFETCH(int, format);
    QFETCH(int, channels);
    QFETCH(bool, asInteger);
    QFETCH(bool, linear);
    TextureCase description;
    description.format = static_cast<CUarray_format>(format);
    description.channels = static_cast<unsigned int>(channels);
    description.size = {9, 6, 1};
    description.texture.addressMode[0] = description.texture.addressMode[1] =
        CU_TR_ADDRESS_MODE_CLAMP;
    description.texture.flags = asInteger ? CU_TRSF_READ_AS_INTEGER : 0;
    description.texture.filterMode = linear ? CU_TR_FILTER_MODE_LINEAR : CU_TR_FILTER_MODE_POINT;
    compare(description, static_cast<unsigned int>(format));
}

/// A border colour of integers comes as the bits of floats.
void TestSampling::integerBorder() {
    TextureCase description;
    description.format = CU_AD_FORMAT_SIGNED_INT16;
    description.texture.flags = CU_TRSF_READ_AS_INTEGER;
    description.texture.addressMode[0] = description.texture.addressMode[1] =
        CU_TR_ADDRESS_MODE_BORDER;
    constexpr Int4 kBorder{-7, 70000, 3, 4};
    for (std::size_t c = 0; c < 4; ++c)
        description.texture.borderColor[c] = std::bit_cast<float>(kBorder[c]);
    const TextureUnderTest texture(*m_gpu, description, description.randomBytes(1));
    QCOMPARE(fetchAll<Int4>(*m_gpu, "sampleInteger2D", texture.object(), {{-1.5f, 2, 0, 0}}),
             std::vector<Int4>{kBorder});
}

void TestSampling::channelsThatAreMissing() {
    TextureCase description;
    description.channels = 2;
    const TextureUnderTest texture(*m_gpu, description, description.randomBytes(1));
    const auto got = fetchAll<Float4>(*m_gpu, "sample2D", texture.object(), {{1, 1, 0, 0}});
    QCOMPARE(got[0][2], 0.0f);
    QCOMPARE(got[0][3], 1.0f);
}

void TestSampling::sRgb() {
    TextureCase description;
    description.format = CU_AD_FORMAT_UNSIGNED_INT8;
    description.texture.flags = CU_TRSF_SRGB;
    description.texture.filterMode = CU_TR_FILTER_MODE_LINEAR;
    compare(description, 3);
}

void TestSampling::layersAreClamped() {
    TextureCase description;
    description.layers = 3;
    const auto bytes = description.randomBytes(4);
    const TextureUnderTest texture(*m_gpu, description, bytes);
    const auto reference = description.reference(bytes);
    const std::vector<Point> points{{2.5f, 3.5f, 0, 2}, {2.5f, 3.5f, 0, 3}, {2.5f, 3.5f, 0, 99}};
    for (const Float4& got : fetchAll<Float4>(*m_gpu, "sampleLayered2D", texture.object(), points))
        VERIFY_NEAR(points[0], got, reference.fetch({2.5, 3.5, 0}, 2), 0);
}

/// Counter-clockwise from the lower left: the texels that a linear filter would blend.
void TestSampling::gather() {
    TextureCase description;
    description.arrayFlags = CUDA_ARRAY3D_TEXTURE_GATHER;
    description.texture.addressMode[0] = CU_TR_ADDRESS_MODE_CLAMP;
    description.texture.addressMode[1] = CU_TR_ADDRESS_MODE_BORDER;
    description.texture.borderColor[0] = 9;
    const auto bytes = description.randomBytes(5);
    const auto reference = description.reference(bytes);
    const TextureUnderTest texture(*m_gpu, description, bytes);
    const auto points = pointsAround(description, 100, 1, 6);
    const char* kernels[] = {"gatherRed", "gatherGreen", "gatherBlue", "gatherAlpha"};
    for (std::size_t channel = 0; channel < 4; ++channel) {
        const auto got = fetchAll<Float4>(*m_gpu, kernels[channel], texture.object(), points);
        for (std::size_t i = 0; i < points.size(); ++i) {
            const double x = std::floor(points[i].x - 0.5) + 0.5;
            const double y = std::floor(points[i].y - 0.5) + 0.5;
            const auto at = [&](double u, double v) { return reference.fetch({u, v, 0})[channel]; };
            const Color want{at(x, y + 1), at(x + 1, y + 1), at(x + 1, y), at(x, y)};
            VERIFY_NEAR(points[i], got[i], want, 0);
        }
    }
}

void TestSampling::gatherReadsIntegers() {
    TextureCase description;
    description.format = CU_AD_FORMAT_SIGNED_INT32;
    description.channels = 1;
    description.size = {2, 2, 1};
    const std::vector<std::int32_t> values{1, -2, 3, -4};
    const TextureUnderTest texture(*m_gpu, description, bytesOf(values));
    QCOMPARE(fetchAll<Int4>(*m_gpu, "gatherInteger", texture.object(), {{1, 1, 0, 0}}),
             (std::vector<Int4>{{3, -4, -2, 1}}));
}

void TestSampling::halfResults() {
    TextureCase description;
    const auto bytes = description.randomBytes(8);
    const auto reference = description.reference(bytes);
    const TextureUnderTest texture(*m_gpu, description, bytes);
    const auto points = pointsAround(description, 50, 1, 9);
    using Half4 = std::array<std::uint16_t, 4>;
    const auto single = fetchAll<Half4>(*m_gpu, "sampleHalf", texture.object(), points);
    const auto packed = fetchAll<Half4>(*m_gpu, "samplePackedHalf", texture.object(), points);
    QCOMPARE(single, packed);
    for (std::size_t i = 0; i < points.size(); ++i) {
        Float4 got{};
        for (std::size_t c = 0; c < 4; ++c)
            got[c] = halfToFloat(single[i][c]);
        VERIFY_NEAR(points[i], got, reference.fetch({points[i].x, points[i].y, 0}), 0);
    }
}

void TestSampling::texelOffsets() {
    TextureCase description;
    description.texture.addressMode[0] = CU_TR_ADDRESS_MODE_WRAP;
    description.texture.addressMode[1] = CU_TR_ADDRESS_MODE_CLAMP;
    description.texture.flags = CU_TRSF_NORMALIZED_COORDINATES;
    const auto bytes = description.randomBytes(10);
    const auto reference = description.reference(bytes);
    const TextureUnderTest texture(*m_gpu, description, bytes);
    const std::vector<Point> points{{0.3f, 0.3f, 1, -2}, {0.95f, 0.95f, 3, 3}, {0.1f, 0.1f, -8, 0}};
    const auto got = fetchAll<Float4>(*m_gpu, "sampleOffset", texture.object(), points);
    for (std::size_t i = 0; i < points.size(); ++i) {
        const Point& p = points[i];
        const double step = 1.0 / 8;
        VERIFY_NEAR(p, got[i],
                    reference.fetch({p.x + p.z * step, std::clamp(p.y + p.w * step, 0.0, 0.99), 0}),
                    0);
    }
}

/// Integer coordinates count texels, whatever the texture's coordinates are, and are not filtered.
void TestSampling::integerCoordinates() {
    TextureCase description;
    description.texture.filterMode = CU_TR_FILTER_MODE_LINEAR;
    description.texture.addressMode[0] = CU_TR_ADDRESS_MODE_CLAMP;
    description.texture.addressMode[1] = CU_TR_ADDRESS_MODE_BORDER;
    description.texture.flags = CU_TRSF_NORMALIZED_COORDINATES;
    const auto bytes = description.randomBytes(11);
    const auto texels = description.texels(bytes);
    const TextureUnderTest texture(*m_gpu, description, bytes);
    const std::vector<Point> points{{3, 5, 0, 0}, {-4, 2, 0, 0}, {100, 7, 0, 0}, {1, 8, 0, 0}};
    const auto got = fetchAll<Float4>(*m_gpu, "texelAt", texture.object(), points);
    VERIFY_NEAR(points[0], got[0], texels[5 * 8 + 3], 0);
    VERIFY_NEAR(points[1], got[1], texels[2 * 8], 0);
    VERIFY_NEAR(points[2], got[2], texels[7 * 8 + 7], 0);
    VERIFY_NEAR(points[3], got[3], Color{}, 0);
}

/// Nothing here may leave the texture.
void TestSampling::coordinatesThatAreNoNumbers() {
    const float odd[] = {std::nanf(""), INFINITY, -INFINITY, 3e38f, -3e38f, 1e-45f};
    for (const CUaddress_mode mode : kAddressModes) {
        for (const unsigned int flags : {0u, unsigned(CU_TRSF_NORMALIZED_COORDINATES)}) {
            TextureCase description;
            description.texture.filterMode = CU_TR_FILTER_MODE_LINEAR;
            description.texture.flags = flags;
            description.texture.addressMode[0] = description.texture.addressMode[1] = mode;
            const TextureUnderTest texture(*m_gpu, description, description.randomBytes(12));
            std::vector<Point> points;
            for (const float x : odd) {
                for (const float y : odd)
                    points.push_back({x, y, 0, 0});
            }
            for (const Float4& v : fetchAll<Float4>(*m_gpu, "sample2D", texture.object(), points)) {
                for (const float value : v)
                    QVERIFY(value >= -1 && value <= 1);
            }
        }
    }
}

WARPBENCH_TEST(TestSampling)
} // namespace tst_simgpu_texture_sampling

#include "tst_simgpu_texture_sampling.moc"
