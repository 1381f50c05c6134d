// SPDX-License-Identifier: GPL-3.0-or-later
// Mipmaps and cube maps.
#include "tests/main.h"
#include "tests/simgpu/texture/mipmap_under_test.h"
#include "tests/simgpu/texture/texture_case.h"

#include <cmath>
#include <random>

namespace tst_simgpu_texture_levels {

using namespace warpbench::test;

namespace {

bool near(const Float4& got, const Color& want, double tolerance) {
    for (std::size_t c = 0; c < 4; ++c) {
        if (!(std::fabs(static_cast<double>(got[c]) - want[c]) <= tolerance))
            return false;
    }
    return true;
}

CUDA_TEXTURE_DESC mipTexture() {
    CUDA_TEXTURE_DESC texture{};
    texture.flags = CU_TRSF_NORMALIZED_COORDINATES;
    texture.maxMipmapLevelClamp = 100;
    for (CUaddress_mode& mode : texture.addressMode)
        mode = CU_TR_ADDRESS_MODE_CLAMP;
    return texture;
}

TextureCase cubeCase(int layers) {
    TextureCase description;
    description.layers = layers;
    description.arrayFlags =
        CUDA_ARRAY3D_CUBEMAP | (layers > 6 ? unsigned(CUDA_ARRAY3D_LAYERED) : 0u);
    description.texture = mipTexture();
    return description;
}

/// Directions to everywhere, none of them close to an edge between texels of an 8 × 8 face.
std::vector<Point> directions(unsigned int seed) {
    std::mt19937 random(seed);
    std::vector<Point> points;
    for (int i = 0; i < 200; ++i) {
        const auto onFace = [&] {
            return (static_cast<float>(random() % 8) + 0.3f +
                    static_cast<float>(random() % 5) * 0.1f) /
                       4 -
                   1;
        };
        const float length = 0.25f * static_cast<float>(1 + random() % 9);
        std::array<float, 3> v{onFace() * length, onFace() * length, onFace() * length};
        v[random() % 3] = random() % 2 ? length : -length;
        points.push_back({v[0], v[1], v[2], static_cast<float>(random() % 2)});
    }
    return points;
}

} // namespace

class TestLevels : public QObject {
    Q_OBJECT

  private:
    std::unique_ptr<Gpu> m_gpu;

  private slots:
    void initTestCase();
    void levelOfDetail_data();
    void levelOfDetail();
    void levelsAreFilteredOnTheirOwn();
    void gradients_data();
    void gradients();
    void layersOfLevels();
    void viewOfSomeLevels();
    void countOfLevels();
    void cubeFaces_data();
    void cubeFaces();
    void seamlessCube();
    void cubeLevels();
};

void TestLevels::initTestCase() {
    m_gpu = Gpu::simulated();
    QCOMPARE(QString::fromStdString(m_gpu->load("texture_kernels.90.ptx")), QString());
}

void TestLevels::levelOfDetail_data() {
    QTest::addColumn<bool>("linear");
    QTest::addColumn<float>("level");
    QTest::addColumn<float>("bias");
    QTest::addColumn<float>("least");
    QTest::addColumn<float>("most");
    QTest::addColumn<float>("expected");
    const auto row = [](const char* name, bool linear, float level, float bias, float least,
                        float most, float expected) {
        QTest::newRow(name) << linear << level << bias << least << most << expected;
    };
    row("nearest below", false, 1.4f, 0, 0, 100, 1);
    row("nearest above", false, 1.6f, 0, 0, 100, 2);
    row("negative", false, -3, 0, 0, 100, 0);
    row("behind the last", false, 77, 0, 0, 100, 4);
    row("bias", false, 1.4f, 0.5f, 0, 100, 2);
    row("bias of a level that nobody gave", true, 0, 0.5f, 0.25f, 100, 0.5f);
    row("least", false, 0, 0, 2, 100, 2);
    row("most", false, 4, 0, 0, 3, 3);
    row("no levels asked for", false, 4, 0, 0, 0, 0);
    row("between", true, 1.25f, 0, 0, 100, 1.25f);
    row("between with bias", true, 1.25f, -0.5f, 0, 100, 0.75f);
    row("between, most", true, 3.5f, 0, 0, 2.5f, 2.5f);
    row("between, last", true, 4.5f, 0, 0, 100, 4);
}

void TestLevels::levelOfDetail() {
    QFETCH(bool, linear);
    QFETCH(float, level);
    QFETCH(float, bias);
    QFETCH(float, least);
    QFETCH(float, most);
    QFETCH(float, expected);
    CUDA_TEXTURE_DESC texture = mipTexture();
    texture.mipmapFilterMode = linear ? CU_TR_FILTER_MODE_LINEAR : CU_TR_FILTER_MODE_POINT;
    texture.mipmapLevelBias = bias;
    texture.minMipmapLevelClamp = least;
    texture.maxMipmapLevelClamp = most;
    const MipmapUnderTest mipmap(*m_gpu, 16, 0, 5); // level k is full of k
    const CUtexObject object = mipmap.texture(texture, nullptr);
    const auto got = fetchAll<Float4>(*m_gpu, "level2D", object, {{0.4f, 0.6f, 0, level}});
    QCOMPARE(got[0][0], expected);
    if (level == 0) // a fetch without a level uses level 0, without bias, before clamping
        QCOMPARE(fetchAll<Float4>(*m_gpu, "sample2D", object, {{0.4f, 0.6f, 0, 0}})[0][0],
                 bias != 0 ? least : expected);
}

void TestLevels::levelsAreFilteredOnTheirOwn() {
    const MipmapUnderTest mipmap(*m_gpu, 16, 0, 5);
    TextureCase level;
    level.size = {4, 4, 1};
    level.texture = mipTexture();
    level.texture.filterMode = CU_TR_FILTER_MODE_LINEAR;
    const auto bytes = level.randomBytes(1);
    mipmap.upload(2, bytes);
    const auto reference = level.reference(bytes);
    auto points = pointsAround(level, 100, 1, 2);
    for (Point& point : points)
        point.w = 2;
    const auto got =
        fetchAll<Float4>(*m_gpu, "level2D", mipmap.texture(level.texture, nullptr), points);
    for (std::size_t i = 0; i < points.size(); ++i)
        QVERIFY(near(got[i], reference.fetch({points[i].x, points[i].y, 0}), level.tolerance()));
}

void TestLevels::gradients_data() {
    QTest::addColumn<float>("dx");
    QTest::addColumn<float>("dy");
    QTest::addColumn<float>("level");
    QTest::newRow("one texel per pixel") << 1.0f << 1.0f << 0.0f;
    QTest::newRow("four texels along x") << 4.0f << 1.0f << 2.0f;
    QTest::newRow("eight texels along y") << 0.5f << 8.0f << 3.0f;
    QTest::newRow("three texels") << 3.0f << 0.0f << float(std::floor(std::log2(3.0) * 256) / 256);
    QTest::newRow("enlarged") << 0.25f << 0.125f << 0.0f;
    QTest::newRow("none at all") << 0.0f << 0.0f << 0.0f;
}

void TestLevels::gradients() {
    QFETCH(float, dx);
    QFETCH(float, dy);
    QFETCH(float, level);
    CUDA_TEXTURE_DESC texture = mipTexture();
    texture.mipmapFilterMode = CU_TR_FILTER_MODE_LINEAR;
    const MipmapUnderTest mipmap(*m_gpu, 16, 0, 5);
    const auto got = fetchAll<Float4>(*m_gpu, "gradients2D", mipmap.texture(texture, nullptr),
                                      {{0.5f, 0.5f, dx / 16, dy / 16}});
    QCOMPARE(got[0][0], level);
}

void TestLevels::layersOfLevels() {
    const MipmapUnderTest mipmap(*m_gpu, 8, 3, 4);
    const auto got =
        fetchAll<Float4>(*m_gpu, "levelLayered2D", mipmap.texture(mipTexture(), nullptr),
                         {{0.4f, 0.6f, 0, 1}, {0.4f, 0.6f, 2, 3}});
    // Layer l of level k is full of k + 10 l.
    QCOMPARE(got[0][0], 1.0f);
    QCOMPARE(got[1][0], 23.0f);
}

void TestLevels::viewOfSomeLevels() {
    const MipmapUnderTest mipmap(*m_gpu, 16, 4, 5);
    CUDA_RESOURCE_VIEW_DESC view{};
    view.format = CU_RES_VIEW_FORMAT_FLOAT_4X32;
    view.width = view.height = 16;
    view.depth = 4;
    view.firstMipmapLevel = 1;
    view.lastMipmapLevel = 2;
    view.firstLayer = 2;
    view.lastLayer = 3;
    const auto got = fetchAll<Float4>(*m_gpu, "levelLayered2D", mipmap.texture(mipTexture(), &view),
                                      {{0.4f, 0.6f, 0, 0}, {0.4f, 0.6f, 9, 9}});
    QCOMPARE(got[0][0], 21.0f);
    QCOMPARE(got[1][0], 32.0f);
}

/// At most as many as halving allows; layers do not count as a size.
void TestLevels::countOfLevels() {
    const MipmapUnderTest mipmap(*m_gpu, 4, 64, 20);
    CUarray level = nullptr;
    QCOMPARE(GPU_FN(*m_gpu, cuMipmappedArrayGetLevel)(&level, mipmap.handle(), 2), CUDA_SUCCESS);
    QCOMPARE(GPU_FN(*m_gpu, cuMipmappedArrayGetLevel)(&level, mipmap.handle(), 3),
             CUDA_ERROR_INVALID_VALUE);
}

void TestLevels::cubeFaces_data() {
    QTest::addColumn<int>("layers");
    QTest::addColumn<bool>("linear");
    for (const bool linear : {false, true}) {
        QTest::newRow(linear ? "one, linear" : "one, point") << 6 << linear;
        QTest::newRow(linear ? "layered, linear" : "layered, point") << 12 << linear;
    }
}

void TestLevels::cubeFaces() {
    QFETCH(int, layers);
    QFETCH(bool, linear);
    TextureCase description = cubeCase(layers);
    description.texture.filterMode = linear ? CU_TR_FILTER_MODE_LINEAR : CU_TR_FILTER_MODE_POINT;
    const auto bytes = description.randomBytes(3);
    const auto reference = description.reference(bytes);
    const TextureUnderTest texture(*m_gpu, description, bytes);
    const auto points = directions(4);
    const auto got = fetchAll<Float4>(*m_gpu, layers > 6 ? "sampleLayeredCube" : "sampleCube",
                                      texture.object(), points);
    for (std::size_t i = 0; i < points.size(); ++i) {
        const Point& p = points[i];
        const CubePoint face = cubePoint(p.x, p.y, p.z);
        const int layer = layers > 6 ? static_cast<int>(p.w) * 6 : 0;
        // Shares of a filter are rounded; a direction is divided before that.
        QVERIFY2(near(got[i], reference.fetch({face.s, face.t, 0}, layer + face.face),
                      linear ? 2.0 / 128 : 0),
                 std::to_string(i).c_str());
    }
}

/// Across the edge of two faces a seamless filter mixes texels of both.
void TestLevels::seamlessCube() {
    TextureCase description = cubeCase(6);
    description.texture.filterMode = CU_TR_FILTER_MODE_LINEAR;
    description.texture.flags |= CU_TRSF_SEAMLESS_CUBEMAP;
    const auto bytes = description.randomBytes(5);
    const auto reference = description.reference(bytes);
    const TextureUnderTest texture(*m_gpu, description, bytes);
    for (int a = 0; a < 3; ++a) {
        for (int b = 0; b < 3; ++b) {
            if (a == b)
                continue;
            for (const float sign : {-1.0f, 1.0f}) {
                // In the middle between two rows of texels, next to the edge of axes a and b.
                const auto towards = [&](float onA, float onB) {
                    std::array<float, 3> v{0.125f, 0.125f, 0.125f};
                    v[static_cast<std::size_t>(a)] = onA;
                    v[static_cast<std::size_t>(b)] = sign * onB;
                    return Point{v[0], v[1], v[2], 0};
                };
                const auto texelTowards = [&](const Point& p) {
                    const CubePoint face = cubePoint(p.x, p.y, p.z);
                    ReferenceTexture nearest = reference;
                    nearest.linear = false;
                    return nearest.fetch({face.s, face.t, 0}, face.face);
                };
                const Color here = texelTowards(towards(1, 0.9f));
                const Color there = texelTowards(towards(0.9f, 1));
                Color mean{};
                for (std::size_t c = 0; c < 4; ++c)
                    mean[c] = (here[c] + there[c]) / 2;
                const auto got = fetchAll<Float4>(*m_gpu, "sampleCube", texture.object(),
                                                  {towards(1, 0.99999f), towards(0.99999f, 1)});
                QVERIFY(near(got[0], mean, 1e-5));
                QVERIFY(near(got[1], mean, 1e-5));
            }
        }
    }
}

void TestLevels::cubeLevels() {
    const MipmapUnderTest mipmap(*m_gpu, 8, 6, 4, CUDA_ARRAY3D_CUBEMAP);
    const auto got = fetchAll<Float4>(*m_gpu, "levelCube", mipmap.texture(mipTexture(), nullptr),
                                      {{1, 0.1f, 0.2f, 2}, {0.1f, 0.2f, -1, 1}});
    QCOMPARE(got[0][0], 2.0f);
    QCOMPARE(got[1][0], 51.0f); // face 5, level 1
}

WARPBENCH_TEST(TestLevels)
} // namespace tst_simgpu_texture_levels

#include "tst_simgpu_texture_levels.moc"
