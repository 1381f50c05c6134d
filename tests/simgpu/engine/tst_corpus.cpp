// SPDX-License-Identifier: GPL-3.0-or-later
// The corpus kernels 01 to 11 as NVRTC 13.0 compiles them for three targets, with results checked
// against the host.
#include "tests/simgpu/engine/machine_fixture.h"

#include <QtTest/QTest>

#include <algorithm>
#include <cmath>
#include <numeric>
#include <random>

using namespace warpbench::simgpu::engine;

namespace {

std::vector<float> randomFloats(std::size_t n, unsigned seed = 1) {
    std::mt19937 random(seed);
    std::vector<float> values(n);
    for (float& v : values)
        v = static_cast<float>(random() % 2048) / 256.0f - 4.0f;
    return values;
}

std::vector<int> randomInts(std::size_t n, unsigned seed, int limit) {
    std::mt19937 random(seed);
    std::vector<int> values(n);
    for (int& v : values)
        v = static_cast<int>(random() % static_cast<unsigned>(2 * limit)) - limit;
    return values;
}

bool near(double got, double want, double tolerance) {
    return std::fabs(got - want) <= tolerance * std::max(1.0, std::fabs(want));
}

} // namespace

class TestCorpus : public QObject {
    Q_OBJECT

  private:
    Machine m;
    QString m_target;
    void open(const char* name);
    static void targets();

  private slots:
    void vecadd_data() { targets(); }
    void vecadd();
    void saxpy_data() { targets(); }
    void saxpy();
    void matmul_data() { targets(); }
    void matmul();
    void reduce_data() { targets(); }
    void reduce();
    void scan_data() { targets(); }
    void scan();
    void histogram_data() { targets(); }
    void histogram();
    void transpose_data() { targets(); }
    void transpose();
    void stencil_data() { targets(); }
    void stencil();
    void nbody_data() { targets(); }
    void nbody();
    void mandelbrot_data() { targets(); }
    void mandelbrot();
    void bitonic_data() { targets(); }
    void bitonic();
};

void TestCorpus::targets() {
    QTest::addColumn<QString>("target");
    QTest::addColumn<bool>("checked");
    for (const char* target : {"75", "90", "120"})
        QTest::newRow(target) << QString(target) << false;
    // All of them are correct: no check may find anything.
    QTest::newRow("90 checked") << QString("90") << true;
    QTest::newRow("120 checked") << QString("120") << true;
}

void TestCorpus::open(const char* name) {
    QFETCH(QString, target);
    QFETCH(bool, checked);
    m.checks = {checked, checked, checked};
    const std::string path = std::string(WARPBENCH_SOURCE_DIR) + "/tests/simgpu/engine/data/" +
                             name + "." + target.toStdString() + ".ptx";
    QVERIFY2(m.loadFile(path), m.error.c_str());
}

#define RUN(...)                                                                                   \
    do {                                                                                           \
        const LaunchOutcome outcome = m.run(__VA_ARGS__);                                          \
        QVERIFY2(outcome.ok(), describe(outcome).c_str());                                         \
    } while (false)

void TestCorpus::vecadd() {
    open("01_vecadd");
    const int n = 1000;
    const auto a = randomFloats(n, 1), b = randomFloats(n, 2);
    DeviceArray<float> da(*m.memory, a), db(*m.memory, b), dc(*m.memory, std::vector<float>(n));
    RUN("vecadd", {4, 1, 1}, {256, 1, 1},
        Parameters().add(da.address()).add(db.address()).add(dc.address()).add(n));
    for (std::size_t i = 0; i < n; ++i)
        QCOMPARE(dc[i], a[i] + b[i]);
}

void TestCorpus::saxpy() {
    open("02_saxpy");
    const int n = 1000;
    const auto x = randomFloats(n, 1), y = randomFloats(n, 2);
    DeviceArray<float> dx(*m.memory, x), dy(*m.memory, y), dz(*m.memory, y);
    RUN("saxpy", {2, 1, 1}, {96, 1, 1},
        Parameters().add(2.5f).add(dx.address()).add(dy.address()).add(n));
    RUN("saxpy4", {1, 1, 1}, {256, 1, 1},
        Parameters().add(2.5f).add(dx.address()).add(dz.address()).add(n / 4));
    for (std::size_t i = 0; i < n; ++i) {
        QCOMPARE(dy[i], std::fmaf(2.5f, x[i], y[i]));
        QCOMPARE(dz[i], std::fmaf(2.5f, x[i], y[i]));
    }
}

void TestCorpus::matmul() {
    open("03_matmul");
    const int n = 48;
    const auto a = randomFloats(n * n, 1), b = randomFloats(n * n, 2);
    DeviceArray<float> da(*m.memory, a), db(*m.memory, b);
    for (const char* kernel : {"matmul_naive", "matmul_tiled"}) {
        DeviceArray<float> dc(*m.memory, std::vector<float>(n * n));
        RUN(kernel, {n / 16, n / 16, 1}, {16, 16, 1},
            Parameters().add(da.address()).add(db.address()).add(dc.address()).add(n));
        for (std::size_t r = 0; r < n; ++r) {
            for (std::size_t c = 0; c < n; ++c) {
                float sum = 0;
                for (std::size_t k = 0; k < n; ++k)
                    sum = std::fmaf(a[r * n + k], b[k * n + c], sum);
                QCOMPARE(dc[r * n + c], sum);
            }
        }
    }
}

void TestCorpus::reduce() {
    open("04_reduce");
    const int n = 5000;
    std::vector<float> x(n);
    for (std::size_t i = 0; i < x.size(); ++i)
        x[i] = static_cast<float>(i % 17);
    const float want = std::accumulate(x.begin(), x.end(), 0.0f);
    DeviceArray<float> dx(*m.memory, x), parts(*m.memory, std::vector<float>(20));
    RUN("reduce_shared", {20, 1, 1}, {256, 1, 1},
        Parameters().add(dx.address()).add(parts.address()).add(n), 1024);
    const auto sums = parts.values();
    QCOMPARE(std::accumulate(sums.begin(), sums.end(), 0.0f), want);
    DeviceArray<float> total(*m.memory, std::vector<float>(1));
    RUN("reduce_shfl", {7, 1, 1}, {256, 1, 1},
        Parameters().add(dx.address()).add(total.address()).add(n));
    QCOMPARE(total[0], want);
    const auto ints = randomInts(n, 3, 100000);
    DeviceArray<int> di(*m.memory, ints), most(*m.memory, std::vector<int>{-2000000});
    RUN("maxidx", {20, 1, 1}, {256, 1, 1},
        Parameters().add(di.address()).add(most.address()).add(n));
    // On cc 8 and later the kernel mixes two reductions; its last step flips bit 0 of negatives.
    QVERIFY(most[0] >= *std::max_element(ints.begin(), ints.end()) - 1);
}

void TestCorpus::scan() {
    open("05_scan");
    const int n = 200;
    const auto x = randomInts(256, 4, 50);
    std::vector<int> want(256);
    std::partial_sum(x.begin(), x.end(), want.begin());
    DeviceArray<int> dx(*m.memory, x), dy(*m.memory, std::vector<int>(256)),
        dw(*m.memory, std::vector<int>(256));
    RUN("scan_hs", {1, 1, 1}, {256, 1, 1}, Parameters().add(dx.address()).add(dy.address()).add(n),
        1024);
    RUN("scan_warp", {2, 1, 1}, {128, 1, 1},
        Parameters().add(dx.address()).add(dw.address()).add(n));
    for (std::size_t i = 0; i < n; ++i) {
        QCOMPARE(dy[i], want[i]);
        int sum = 0;
        for (std::size_t k = i / 32 * 32; k <= i; ++k)
            sum += x[k];
        QCOMPARE(dw[i], sum);
    }
    std::vector<float> g(512, 1.0f);
    DeviceArray<float> dg(*m.memory, g);
    RUN("scan_blelloch", {1, 1, 1}, {256, 1, 1}, Parameters().add(dg.address()).add(512), 2048);
    for (std::size_t i = 0; i < 512; ++i)
        QCOMPARE(dg[i], static_cast<float>(i));
}

void TestCorpus::histogram() {
    open("06_histogram");
    const int n = 10000;
    std::mt19937 random(5);
    std::vector<unsigned char> data(n);
    std::vector<unsigned> want(256);
    for (auto& d : data) {
        d = static_cast<unsigned char>(random() % 64 * (random() % 4));
        ++want[d];
    }
    DeviceArray<unsigned char> dd(*m.memory, data);
    DeviceArray<unsigned> dh(*m.memory, std::vector<unsigned>(256));
    RUN("hist", {5, 1, 1}, {192, 1, 1}, Parameters().add(dd.address()).add(dh.address()).add(n));
    QCOMPARE(dh.values(), want);

    const auto x = randomInts(1000, 6, 100);
    DeviceArray<int> dx(*m.memory, x), dy(*m.memory, std::vector<int>(1000)),
        count(*m.memory, std::vector<int>(1));
    RUN("compact", {4, 1, 1}, {256, 1, 1},
        Parameters().add(dx.address()).add(dy.address()).add(count.address()).add(1000));
    std::vector<int> positive;
    std::copy_if(x.begin(), x.end(), std::back_inserter(positive), [](int v) { return v > 0; });
    QCOMPARE(static_cast<std::size_t>(count[0]), positive.size());
    auto got = dy.values();
    got.resize(positive.size());
    std::sort(got.begin(), got.end());
    std::sort(positive.begin(), positive.end());
    QCOMPARE(got, positive);
}

void TestCorpus::transpose() {
    open("07_transpose");
    const int w = 70, h = 45;
    const auto a = randomFloats(w * h);
    DeviceArray<float> da(*m.memory, a), db(*m.memory, std::vector<float>(w * h));
    RUN("transpose", {3, 2, 1}, {32, 8, 1},
        Parameters().add(da.address()).add(db.address()).add(w).add(h));
    for (std::size_t y = 0; y < h; ++y) {
        for (std::size_t x = 0; x < w; ++x)
            QCOMPARE(db[x * h + y], a[y * w + x]);
    }
}

void TestCorpus::stencil() {
    open("08_stencil");
    const int w = 50, h = 20;
    const auto u = randomFloats(w * h);
    DeviceArray<float> du(*m.memory, u), dv(*m.memory, std::vector<float>(w * h, -1.0f));
    RUN("heat", {4, 2, 1}, {16, 16, 1},
        Parameters().add(du.address()).add(dv.address()).add(w).add(h).add(0.1f));
    for (std::size_t y = 0; y < h; ++y) {
        for (std::size_t x = 0; x < w; ++x) {
            const std::size_t i = y * w + x;
            const bool inner = x > 0 && y > 0 && x < w - 1 && y < h - 1;
            const double want =
                inner ? u[i] + 0.1 * (u[i - 1] + u[i + 1] + u[i - w] + u[i + w] - 4.0 * u[i])
                      : -1.0;
            QVERIFY(near(dv[i], want, 1e-5));
        }
    }
    // The coefficients are a __constant__ array, set through its address.
    float* coefficients = nullptr;
    for (const VariableInfo& variable : variablesOf(*m.program)) {
        if (variable.name == "coef") {
            QVERIFY(variable.constant);
            coefficients = reinterpret_cast<float*>(variable.address);
        }
    }
    QVERIFY(coefficients);
    std::fill_n(coefficients, 9, 1.0f / 9.0f);
    std::vector<unsigned char> image(w * h, 90);
    DeviceArray<unsigned char> ds(*m.memory, image),
        dd(*m.memory, std::vector<unsigned char>(w * h));
    RUN("conv3", {4, 2, 1}, {16, 16, 1},
        Parameters().add(ds.address()).add(dd.address()).add(w).add(h));
    for (std::size_t i = 0; i < w * h; ++i)
        QVERIFY(dd[i] == 90 || dd[i] == 89);
}

void TestCorpus::nbody() {
    open("09_nbody");
    const std::size_t n = 128;
    const auto p = randomFloats(4 * n, 7);
    std::vector<float> v(4 * n);
    DeviceArray<float> dp(*m.memory, p), dv(*m.memory, v);
    // One block: with several, each reads positions that another one may have moved already.
    RUN("nbody", {1, 1, 1}, {128, 1, 1},
        Parameters().add(dp.address()).add(dv.address()).add(128).add(0.01f), 2048);
    for (std::size_t i = 0; i < n; ++i) {
        double acceleration = 0;
        for (std::size_t j = 0; j < n; ++j) {
            const double dx = p[4 * j] - p[4 * i], dy = p[4 * j + 1] - p[4 * i + 1],
                         dz = p[4 * j + 2] - p[4 * i + 2];
            const double r = 1.0 / std::sqrt(dx * dx + dy * dy + dz * dz + 1e-9);
            acceleration += dx * r * r * r * p[4 * j + 3];
        }
        QVERIFY(near(dv[4 * i], acceleration * 0.01, 2e-3));
    }
}

void TestCorpus::mandelbrot() {
    open("10_mandelbrot");
    const int w = 40, h = 30, limit = 100;
    DeviceArray<int> out(*m.memory, std::vector<int>(w * h));
    RUN("mandel_d", {3, 2, 1}, {16, 16, 1},
        Parameters().add(out.address()).add(w).add(h).add(-2.0).add(-1.2).add(0.07).add(limit));
    int differing = 0;
    for (std::size_t y = 0; y < h; ++y) {
        for (std::size_t x = 0; x < w; ++x) {
            const double cr = std::fma(double(x), 0.07, -2.0), ci = std::fma(double(y), 0.07, -1.2);
            double a = 0, b = 0;
            int k = 0;
            while (std::fma(a, a, b * b) < 4 && k < limit) {
                const double t = a * a - b * b + cr;
                b = std::fma(2 * a, b, ci);
                a = t;
                k++;
            }
            differing += out[y * w + x] != k;
        }
    }
    // The compiler contracts products and sums otherwise than this loop does: chaotic points near
    // the edge of the set may differ.
    QVERIFY2(differing < w * h / 100, std::to_string(differing).c_str());
    DeviceArray<unsigned> image(*m.memory, std::vector<unsigned>(w * h));
    RUN("mandel", {3, 2, 1}, {16, 16, 1},
        Parameters()
            .add(image.address())
            .add(w)
            .add(h)
            .add(-2.0f)
            .add(-1.2f)
            .add(0.07f)
            .add(limit));
    for (std::size_t i = 0; i < w * h; ++i)
        QCOMPARE(image[i] >> 24, 255u);
}

void TestCorpus::bitonic() {
    open("11_bitonic");
    const auto values = randomInts(512, 8, 100000);
    DeviceArray<int> d(*m.memory, values);
    for (int k = 2; k <= 512; k *= 2) {
        for (int j = k / 2; j > 0; j /= 2)
            RUN("bitonic", {2, 1, 1}, {256, 1, 1}, Parameters().add(d.address()).add(j).add(k));
    }
    auto sorted = values;
    std::sort(sorted.begin(), sorted.end());
    QCOMPARE(d.values(), sorted);

    std::vector<unsigned long long> keys(1024);
    std::mt19937_64 random(9);
    for (auto& key : keys)
        key = random();
    DeviceArray<unsigned long long> dk(*m.memory, keys);
    RUN("bitonic_sh", {2, 1, 1}, {256, 1, 1}, Parameters().add(dk.address()));
    std::sort(keys.begin(), keys.begin() + 512);
    std::sort(keys.begin() + 512, keys.end());
    QCOMPARE(dk.values(), keys);

    std::vector<unsigned> words(300), want(16 + 300);
    for (std::size_t i = 0; i < words.size(); ++i) {
        words[i] = i == 7 ? 0 : static_cast<unsigned>(random());
        const unsigned k = words[i];
        unsigned reversed = 0;
        for (unsigned bit = 0; bit < 32; ++bit)
            reversed |= (k >> bit & 1u) << (31 - bit);
        const unsigned zeros = k ? static_cast<unsigned>(__builtin_clz(k)) : 32;
        const unsigned first = static_cast<unsigned>(__builtin_ffs(static_cast<int>(k)));
        const unsigned amount = 5;
        const unsigned funnel = zeros << amount | reversed >> (32 - amount);
        ++want[(k & 255u) >> 4 & 15u];
        want[16 + i] = reversed ^ zeros ^ first ^ funnel;
    }
    DeviceArray<unsigned> dw(*m.memory, words), dh(*m.memory, std::vector<unsigned>(316));
    RUN("radix_count", {2, 1, 1}, {160, 1, 1},
        Parameters().add(dw.address()).add(dh.address()).add(300).add(4));
    QCOMPARE(dh.values(), want);
}

QTEST_GUILESS_MAIN(TestCorpus)
#include "tst_corpus.moc"
