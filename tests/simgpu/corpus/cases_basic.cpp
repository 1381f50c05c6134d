// SPDX-License-Identifier: GPL-3.0-or-later
// Corpus kernels 01 to 11.
#include "tests/simgpu/corpus/reference.h"

#include <numeric>

namespace warpbench::test {

namespace {

void vecadd(CorpusRun& r) {
    const int n = 1000;
    const auto a = randomFloats(n, 1), b = randomFloats(n, 2);
    auto da = r.array(a), db = r.array(b), dc = r.zeros<float>(n);
    r.launch("vecadd", 4, 256, da, db, dc, n);
    r.equal("c", dc.values(), listOf<float>(n, [&](std::size_t i) { return a[i] + b[i]; }));
}

void saxpy(CorpusRun& r) {
    const int n = 1000;
    const auto x = randomFloats(n, 1), y = randomFloats(n, 2);
    auto dx = r.array(x), dy = r.array(y), dz = r.array(y);
    r.launch("saxpy", 2, 96, 2.5f, dx, dy, n);
    r.launch("saxpy4", 1, 256, 2.5f, dx, dz, n / 4);
    const auto want = listOf<float>(n, [&](std::size_t i) { return std::fmaf(2.5f, x[i], y[i]); });
    r.exactFloats("y", dy.values(), want);
    r.exactFloats("y4", dz.values(), want);
}

void matmul(CorpusRun& r) {
    const int n = 48;
    const auto a = randomFloats(n * n, 1), b = randomFloats(n * n, 2);
    std::vector<float> want(n * n);
    for (std::size_t row = 0; row < n; ++row) {
        for (std::size_t column = 0; column < n; ++column) {
            float sum = 0;
            for (std::size_t k = 0; k < n; ++k)
                sum = std::fmaf(a[row * n + k], b[k * n + column], sum);
            want[row * n + column] = sum;
        }
    }
    auto da = r.array(a), db = r.array(b);
    for (const char* kernel : {"matmul_naive", "matmul_tiled"}) {
        auto dc = r.zeros<float>(n * n);
        r.launch(kernel, shape({n / 16, n / 16}, {16, 16}), da, db, dc, n);
        r.exactFloats(kernel, dc.values(), want);
    }
}

void reduce(CorpusRun& r) {
    const int n = 5000;
    const auto x = listOf<float>(n, [](std::size_t i) { return i % 17; });
    const float want = std::accumulate(x.begin(), x.end(), 0.0f);
    auto dx = r.array(x), parts = r.zeros<float>(20), total = r.zeros<float>(1);
    r.launch("reduce_shared", shape({20}, {256}, 1024), dx, parts, n);
    const auto sums = parts.values();
    r.equal("shared", std::vector{std::accumulate(sums.begin(), sums.end(), 0.0f)},
            std::vector{want});
    r.launch("reduce_shfl", 7, 256, dx, total, n);
    r.equal("shuffled", total.values(), std::vector{want});

    const auto ints = randomInts(n, 3, 100000);
    auto di = r.array(ints), most = r.array(std::vector<int>{-2000000});
    r.launch("maxidx", 20, 256, di, most, n);
    int largest = -2000000;
    for (std::size_t first = 0; first < 5120; first += 32) {
        int maximum = -2147483647;
        std::uint32_t bits = 0;
        for (std::size_t i = first; i < first + 32; ++i)
            maximum = std::max(maximum, i < n ? ints[i] : -2147483647);
        // From compute capability 8 on the kernel mixes in the sign of the maximum.
        if (r.build().target >= 80)
            bits = static_cast<std::uint32_t>(maximum) >> 31;
        largest = std::max(largest, maximum ^ static_cast<int>(bits));
    }
    r.equal("maximum", most.values(), std::vector{largest});
}

void scan(CorpusRun& r) {
    const int n = 200;
    const auto x = randomInts(256, 4, 50);
    auto dx = r.array(x), dy = r.zeros<int>(256), dw = r.zeros<int>(256);
    r.launch("scan_hs", shape({1}, {256}, 1024), dx, dy, n);
    r.launch("scan_warp", 2, 128, dx, dw, n);
    std::vector<int> whole(256), warps(256);
    for (std::size_t i = 0; i < n; ++i) {
        whole[i] = x[i] + (i ? whole[i - 1] : 0);
        warps[i] = x[i] + (i % 32 ? warps[i - 1] : 0);
    }
    r.equal("scan", dy.values(), whole);
    r.equal("warps", dw.values(), warps);
    auto ones = r.array(std::vector<float>(512, 1.0f));
    r.launch("scan_blelloch", shape({1}, {256}, 2048), ones, 512);
    r.equal("blelloch", ones.values(), listOf<float>(512, [](std::size_t i) { return i; }));
}

void histogram(CorpusRun& r) {
    const int n = 10000;
    std::mt19937 random(5);
    std::vector<unsigned char> data(n);
    std::vector<unsigned> want(256);
    for (auto& d : data) {
        d = static_cast<unsigned char>(random() % 64 * (random() % 4));
        ++want[d];
    }
    auto dd = r.array(data);
    auto dh = r.zeros<unsigned>(256);
    r.launch("hist", 5, 192, dd, dh, n);
    r.equal("counts", dh.values(), want);

    const auto x = randomInts(1000, 6, 100);
    auto dx = r.array(x), dy = r.zeros<int>(1000), count = r.zeros<int>(1);
    r.launch("compact", 4, 256, dx, dy, count, 1000);
    std::vector<int> positive;
    std::copy_if(x.begin(), x.end(), std::back_inserter(positive), [](int v) { return v > 0; });
    r.equal("count", count.values(), std::vector{static_cast<int>(positive.size())});
    auto got = dy.values();
    got.resize(positive.size());
    r.equal("kept", sortedCopy(got), sortedCopy(positive));
}

void transpose(CorpusRun& r) {
    const std::size_t w = 70, h = 45;
    const auto a = randomFloats(w * h);
    auto da = r.array(a), db = r.zeros<float>(w * h);
    r.launch("transpose", shape({3, 2}, {32, 8}), da, db, int(w), int(h));
    r.equal("b", db.values(),
            listOf<float>(w * h, [&](std::size_t i) { return a[i % h * w + i / h]; }));
}

void stencil(CorpusRun& r) {
    const std::size_t w = 50, h = 30;
    const auto u = randomFloats(w * h);
    std::vector<float> want(w * h, -1.0f);
    for (std::size_t y = 1; y + 1 < h; ++y) {
        for (std::size_t x = 1; x + 1 < w; ++x) {
            const std::size_t i = y * w + x;
            want[i] = u[i] + 0.1f * (u[i - 1] + u[i + 1] + u[i - w] + u[i + w] - 4.0f * u[i]);
        }
    }
    auto du = r.array(u), dv = r.array(std::vector<float>(w * h, -1.0f));
    r.launch("heat", shape({4, 2}, {16, 16}), du, dv, int(w), int(h), 0.1f);
    r.close("heat", dv.values(), want, 1e-5);

    // Binary fractions: the sums are exact.
    const std::vector<float> coefficients{0.0625f, 0.125f,  0.0625f, 0.125f, 0.25f,
                                          0.125f,  0.0625f, 0.125f,  0.0625f};
    r.backend().write(r.backend().symbol("coef"), coefficients.data(), 36);
    std::mt19937 random(3);
    const auto image = listOf<unsigned char>(w * h, [&](std::size_t) { return random() % 256; });
    auto ds = r.array(image), dd = r.zeros<unsigned char>(w * h);
    r.launch("conv3", shape({4, 2}, {16, 16}), ds, dd, int(w), int(h));
    const auto at = [&](std::size_t x, std::size_t y, std::size_t i, std::size_t j) {
        const auto clamped = [](std::size_t v, std::size_t step, std::size_t size) {
            return std::min(v + step > 0 ? v + step - 1 : 0, size - 1);
        };
        return float(image[clamped(y, j, h) * w + clamped(x, i, w)]);
    };
    r.equal("conv3", dd.values(), listOf<unsigned char>(w * h, [&](std::size_t i) {
                float sum = 0;
                for (std::size_t k = 0; k < 9; ++k)
                    sum += coefficients[k] * at(i % w, i / w, k % 3, k / 3);
                return sum;
            }));
}

void nbody(CorpusRun& r) {
    const std::size_t n = 128;
    const auto p = randomFloats(4 * n, 7);
    std::vector<double> velocity(4 * n), position(p.begin(), p.end());
    for (std::size_t i = 0; i < n; ++i) {
        for (std::size_t j = 0; j < n; ++j) {
            const double d[3] = {p[4 * j] - p[4 * i], p[4 * j + 1] - p[4 * i + 1],
                                 p[4 * j + 2] - p[4 * i + 2]};
            const double q = 1.0 / std::sqrt(d[0] * d[0] + d[1] * d[1] + d[2] * d[2] + 1e-9);
            for (std::size_t axis = 0; axis < 3; ++axis)
                velocity[4 * i + axis] += d[axis] * q * q * q * p[4 * j + 3] * 0.01;
        }
        for (std::size_t axis = 0; axis < 3; ++axis)
            position[4 * i + axis] += velocity[4 * i + axis] * 0.01;
    }
    auto dp = r.array(p), dv = r.zeros<float>(4 * n);
    // One block: with several, each reads positions that another one may have moved already.
    r.launch("nbody", shape({1}, {128}, 2048), dp, dv, 128, 0.01f);
    r.close("velocity", dv.values(), velocity, 2e-3);
    r.close("position", dp.values(), position, 1e-4);
}

void mandelbrot(CorpusRun& r) {
    const std::size_t w = 40, h = 30;
    const int limit = 100;
    auto out = r.zeros<int>(w * h);
    r.launch("mandel_d", shape({3, 2}, {16, 16}), out, int(w), int(h), -2.0, -1.2, 0.07, limit);
    const auto got = out.values();
    std::size_t differing = 0;
    for (std::size_t i = 0; i < w * h; ++i) {
        const double cr = std::fma(double(i % w), 0.07, -2.0);
        const double ci = std::fma(double(i / w), 0.07, -1.2);
        double a = 0, b = 0;
        int k = 0;
        while (std::fma(a, a, b * b) < 4 && k < limit) {
            const double t = a * a - b * b + cr;
            b = std::fma(2 * a, b, ci);
            a = t;
            k++;
        }
        differing += got[i] != k;
    }
    // The compiler contracts products and sums otherwise than this loop does: chaotic points near
    // the edge of the set may differ.
    r.require(differing < w * h / 100, std::to_string(differing) + " points differ");
    r.record("iterations", got);
    auto image = r.zeros<std::uint32_t>(w * h);
    r.launch("mandel", shape({3, 2}, {16, 16}), image, int(w), int(h), -2.0f, -1.2f, 0.07f, limit);
    const auto pixels = image.values();
    for (std::size_t i = 0; i < w * h; ++i) {
        const std::uint32_t red = pixels[i] & 255, green = pixels[i] >> 8 & 255,
                            blue = pixels[i] >> 16 & 255;
        r.require(pixels[i] >> 24 == 255 && green == red >> 1 && blue == 255 - red,
                  "pixel " + std::to_string(i) + " has other channels");
        // Of a point that never left, the colour is black; of an early one, the formula's.
        if (got[i] == limit)
            r.require(red == 0 || differing, "a point of the set is not black");
    }
}

void bitonic(CorpusRun& r) {
    const auto values = randomInts(512, 8, 100000);
    auto d = r.array(values);
    for (int k = 2; k <= 512; k *= 2) {
        for (int j = k / 2; j > 0; j /= 2)
            r.launch("bitonic", 2, 256, d, j, k);
    }
    r.equal("sorted", d.values(), sortedCopy(values));

    auto keys = randomLongs(1024, 9);
    auto dk = r.array(keys);
    r.launch("bitonic_sh", 2, 256, dk);
    std::sort(keys.begin(), keys.begin() + 512);
    std::sort(keys.begin() + 512, keys.end());
    r.equal("shared", dk.values(), keys);

    auto words = randomWords(300, 10);
    words[7] = 0;
    std::vector<std::uint32_t> want(16 + words.size());
    for (std::size_t i = 0; i < words.size(); ++i) {
        const std::uint32_t k = words[i];
        std::uint32_t reversed = 0;
        for (unsigned bit = 0; bit < 32; ++bit)
            reversed |= (k >> bit & 1u) << (31 - bit);
        const auto zeros = static_cast<std::uint32_t>(std::countl_zero(k));
        const std::uint32_t first = k ? static_cast<std::uint32_t>(std::countr_zero(k)) + 1 : 0;
        ++want[k >> 4 & 15u];
        want[16 + i] = reversed ^ zeros ^ first ^ (zeros << 5 | reversed >> 27);
    }
    auto dw = r.array(words), dh = r.zeros<std::uint32_t>(want.size());
    r.launch("radix_count", 2, 160, dw, dh, 300, 4);
    r.equal("radix", dh.values(), want);
}

} // namespace

std::vector<CorpusCase> basicCases() {
    return {
        {"vecadd", "01_vecadd", 75, vecadd, ""},
        {"saxpy", "02_saxpy", 75, saxpy, ""},
        {"matmul", "03_matmul", 75, matmul, ""},
        {"reduce", "04_reduce", 75, reduce, ""},
        {"scan", "05_scan", 75, scan, ""},
        {"histogram", "06_histogram", 75, histogram, ""},
        {"transpose", "07_transpose", 75, transpose, ""},
        {"stencil", "08_stencil", 75, stencil, ""},
        {"nbody", "09_nbody", 75, nbody, ""},
        {"mandelbrot", "10_mandelbrot", 75, mandelbrot, ""},
        {"bitonic", "11_bitonic", 75, bitonic, ""},
    };
}

} // namespace warpbench::test
