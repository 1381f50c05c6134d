// SPDX-License-Identifier: GPL-3.0-or-later
// Corpus kernels 12 to 15: narrow formats, the mathematical library, random numbers.
#include "tests/simgpu/corpus/reference.h"

#include <array>
#include <numeric>

namespace warpbench::test {

namespace {

/// Halves in [-4, 4), all different from zero.
std::vector<std::uint16_t> randomHalves(std::size_t n, unsigned seed) {
    const auto floats = randomFloats(n, seed);
    return listOf<std::uint16_t>(n, [&](std::size_t i) { return half(floats[i] + 1.0 / 512); });
}
std::vector<std::uint16_t> randomBfloats(std::size_t n, unsigned seed) {
    const auto floats = randomFloats(n, seed);
    return listOf<std::uint16_t>(n, [&](std::size_t i) { return bfloat(floats[i]); });
}

void halfArithmetic(CorpusRun& r) {
    const int n = 300;
    const auto x = randomHalves(2 * n, 1), y = randomHalves(2 * n, 2);
    const std::uint16_t a = half(1.2998046875);
    auto dx = r.array(x), dy = r.array(y);
    r.launch("haxpy", 2, 160, a, dx, dy, n);
    r.equal("haxpy", dy.values(), listOf<std::uint16_t>(2 * n, [&](std::size_t i) {
                return half(std::fma(fromHalf(a), fromHalf(x[i]), fromHalf(y[i])));
            }));

    auto dot = r.zeros<float>(1);
    r.launch("hdot", 1, 64, dx, dy, dot, n);
    const auto y2 = dy.values();
    double sum = 0;
    for (std::size_t i = 0; i < n; ++i)
        sum += fromHalf(x[i]) * fromHalf(y2[i]);
    r.close("hdot", dot.values(), std::vector{sum}, 1e-5);

    r.launch("hrelu", 4, 160, dx, 2 * n);
    r.close("hrelu", halves(dx.values()),
            listOf<double>(2 * n,
                           [&](std::size_t i) {
                               const double v = fromHalf(x[i]);
                               return v > 0 ? v * std::exp(v) : std::sqrt(-v);
                           }),
            3e-3);
}

void bfloatArithmetic(CorpusRun& r) {
    const int n = 500;
    const auto x = randomBfloats(n, 3);
    auto dx = r.array(x), dy = r.zeros<std::uint16_t>(n);
    r.launch("bf", 4, 128, dx, dy, n);
    // A product without .rn may be contracted with the sum, which then rounds once: an H200 does
    // so.
    std::vector<double> got;
    for (const std::uint16_t y : dy.values())
        got.push_back(fromBfloat(y));
    r.close("bf", got,
            listOf<double>(n,
                           [&](std::size_t i) {
                               const double v = fromBfloat(x[i]);
                               return v * v + 1.5;
                           }),
            0x1p-7);
}

void bfloatPairs(CorpusRun& r) {
    const int n = 250;
    const auto x = randomBfloats(2 * n, 3), y = randomBfloats(2 * n, 4);
    auto dx = r.array(x), dy = r.array(y), dm = r.array(y);
    r.launch("bf2", 2, 128, dx, dy, n);
    r.equal("bf2", dy.values(), listOf<std::uint16_t>(2 * n, [&](std::size_t i) {
                return bfloat(std::fma(fromBfloat(x[i]), fromBfloat(x[i]), fromBfloat(y[i])));
            }));
    r.launch("bfmax", 2, 128, dx, dm, n);
    r.equal("bfmax", dm.values(), listOf<std::uint16_t>(2 * n, [&](std::size_t i) {
                return bfloat(std::max(fromBfloat(x[i]), fromBfloat(y[i])));
            }));
}

void fp8(CorpusRun& r) {
    // All bit patterns.
    const int n = 256;
    const auto x = listOf<std::uint8_t>(n, [](std::size_t i) { return i; });
    auto dx = r.array(x), dy = r.zeros<std::uint8_t>(n);
    auto dz = r.zeros<float>(n);
    r.launch("f8", 2, 128, dx, dy, dz, n);
    r.close("z", dz.values(),
            listOf<double>(n, [&](std::size_t i) { return arrays::decodeFloat8E4m3(x[i]); }), 0);
    const auto value = [](std::uint8_t bits) { return arrays::decodeFloat8E5m2(bits); };
    const auto got = dy.values();
    r.close("y", listOf<float>(n, [&](std::size_t i) { return value(got[i]); }),
            listOf<double>(n,
                           [&](std::size_t i) {
                               return value(
                                   arrays::encodeFloat8E5m2(2 * arrays::decodeFloat8E4m3(x[i])));
                           }),
            0);
}

void doubleMath(CorpusRun& r) {
    const int n = 400;
    const auto x = listOf<double>(n, [](std::size_t i) { return 0.05 + 0.0237 * double(i); });
    auto dx = r.array(x), dy = r.zeros<double>(n);
    r.launch("dmath", 4, 128, dx, dy, n);
    r.close("dmath", dy.values(),
            listOf<double>(n,
                           [&](std::size_t i) {
                               const double v = x[i];
                               return std::sin(v) + std::exp(v) * std::pow(v, 1.3) +
                                      std::log(v) / std::sqrt(v) + std::cbrt(v) + std::tanh(v) +
                                      std::atan2(v, 2.0) + std::floor(v) + std::fmod(v, 3.0);
                           }),
            1e-13);
}

void floatMath(CorpusRun& r) {
    const int n = 400;
    const auto x = listOf<float>(n, [](std::size_t i) { return 0.1003f + 0.0103f * float(i); });
    auto dx = r.array(x), dy = r.zeros<float>(n);
    r.launch("fmath", 4, 128, dx, dy, n);
    r.close("fmath", dy.values(),
            listOf<double>(n,
                           [&](std::size_t i) {
                               const double v = x[i];
                               return std::sin(v) + std::cos(v) + std::tan(v) +
                                      std::exp(v) * std::pow(v, 1.3f) + std::log(v) / std::sqrt(v) +
                                      std::cbrt(v) + std::tanh(v) + std::atan2(v, 2.0) +
                                      std::floor(v) + std::fmod(v, 3.0) + std::erf(v) +
                                      std::tgamma(v) + std::round(v) + std::rint(v) +
                                      std::trunc(v) + std::hypot(v, 2.0) + 1 / v - v +
                                      std::ldexp(v, 3);
                           }),
            r.build().fastMath ? 1e-3 : 2e-6);
}

std::int64_t signedHigh(std::int64_t a, std::int64_t b) {
    __extension__ using Wide = __int128;
    return static_cast<std::int64_t>(Wide(a) * Wide(b) >> 64);
}

void integerMath(CorpusRun& r) {
    const int n = 333;
    auto longs = randomLongs(n, 5);
    longs[0] = 0;
    longs[1] = ~0ull;
    longs[2] = 0x8000000000000001u;
    const auto x = listOf<std::int64_t>(n, [&](std::size_t i) { return longs[i]; });
    const auto words = randomWords(n, 6);
    const auto a = listOf<int>(n, [&](std::size_t i) { return words[i]; });
    auto dx = r.array(x), dy = r.zeros<std::int64_t>(n);
    auto da = r.array(a), db = r.zeros<int>(n);
    r.launch("imath", 3, 128, dx, dy, da, db, n);
    r.equal("long", dy.values(), listOf<std::int64_t>(n, [&](std::size_t i) {
                const std::int64_t v = x[i];
                const auto u = static_cast<std::uint64_t>(v);
                return static_cast<std::uint64_t>(v / 7 + v % 13) +
                       static_cast<std::uint64_t>(signedHigh(v, v)) +
                       static_cast<std::uint64_t>(std::popcount(u) + std::countl_zero(u)) +
                       (v < 0 ? 0 - u : u);
            }));
    r.equal("int", db.values(), listOf<int>(n, [&](std::size_t i) {
                const int u = a[i];
                const auto word = static_cast<std::uint32_t>(u);
                const std::int64_t wide = u;
                std::uint32_t sum = static_cast<std::uint32_t>(u / n + u % n + u / 3);
                sum += static_cast<std::uint32_t>(wide * wide >> 32);
                sum += u < 0 ? 0 - word : word;
                sum += static_cast<std::uint32_t>(std::abs(wide - n)) + 3;
                sum += static_cast<std::uint32_t>(i);
                for (unsigned byte = 0; byte < 4; ++byte)
                    sum += static_cast<std::uint32_t>(
                        static_cast<std::int8_t>(word >> (8 * byte)) *
                        static_cast<std::int8_t>(static_cast<unsigned>(n) >> (8 * byte)));
                sum += word % static_cast<std::uint32_t>(n + 1);
                sum += static_cast<std::uint32_t>(static_cast<std::int16_t>(word));
                sum += static_cast<std::uint32_t>(static_cast<std::int8_t>(word));
                return sum;
            }));
}

/// Philox4x32-10 (Salmon and others, SC 2011).
std::array<std::uint32_t, 4> philox(std::array<std::uint32_t, 4> counter, std::uint32_t key0,
                                    std::uint32_t key1) {
    for (int round = 0; round < 10; ++round) {
        const std::uint64_t a = 0xD2511F53ull * counter[0], b = 0xCD9E8D57ull * counter[2];
        counter = {
            static_cast<std::uint32_t>(b >> 32) ^ counter[1] ^ key0, static_cast<std::uint32_t>(b),
            static_cast<std::uint32_t>(a >> 32) ^ counter[3] ^ key1, static_cast<std::uint32_t>(a)};
        key0 += 0x9E3779B9u;
        key1 += 0xBB67AE85u;
    }
    return counter;
}

void philoxPi(CorpusRun& r) {
    const std::uint64_t seed = 0x1234567890abcdefull;
    const int n = 40;
    auto out = r.zeros<unsigned>(64);
    r.launch("pi", 2, 32, seed, out, n);
    r.equal("hits", out.values(), listOf<unsigned>(64, [&](std::size_t thread) {
                unsigned hits = 0;
                for (std::uint32_t k = 0; k < n; ++k) {
                    const auto bits = philox({k, 0, static_cast<std::uint32_t>(thread), 0},
                                             static_cast<std::uint32_t>(seed),
                                             static_cast<std::uint32_t>(seed >> 32));
                    float u[4];
                    for (std::size_t j = 0; j < 4; ++j)
                        u[j] = float(bits[j]) * 0x1p-32f + 0x1p-33f;
                    hits += std::fmaf(u[0], u[0], u[1] * u[1]) < 1;
                    hits += std::fmaf(u[2], u[2], u[3] * u[3]) < 1;
                }
                return hits;
            }));
}

/// Thread 0 has the plain XORWOW sequence (Marsaglia 2003, with the seeding of curand_kernel.h);
/// each other thread starts 2^67 steps further, and only its distribution is checked.
void xorwowNormal(CorpusRun& r) {
    const std::uint64_t seed = 12345;
    const int n = 128;
    auto out = r.zeros<float>(n);
    r.launch("gauss", 4, 32, seed, out);
    const auto got = out.values();

    const std::uint32_t t0 = 1099087573u * (static_cast<std::uint32_t>(seed) ^ 0xaad26b49u);
    const std::uint32_t t1 = 2591861531u * (static_cast<std::uint32_t>(seed >> 32) ^ 0xf7dcefddu);
    std::uint32_t v[5] = {123456789u + t0, 362436069u ^ t0, 521288629u + t1, 88675123u ^ t1,
                          5783321u + t0};
    std::uint32_t d = 6615241u + t1 + t0;
    const auto next = [&] {
        const std::uint32_t t = v[0] ^ v[0] >> 2;
        for (int i = 0; i < 4; ++i)
            v[i] = v[i + 1];
        v[4] = (v[4] ^ v[4] << 4) ^ (t ^ t << 1);
        d += 362437u;
        return v[4] + d;
    };
    const double u = next() * 0x1p-32 + 0x1p-33;
    const double angle = (next() * 0x1p-32 + 0x1p-33) * 6.283185307179586;
    r.close("first", std::vector{got[0]},
            std::vector{std::sqrt(-2 * std::log(u)) * std::sin(angle)}, 1e-4);
    const double mean = std::accumulate(got.begin(), got.end(), 0.0) / n;
    double variance = 0;
    for (const float g : got)
        variance += (g - mean) * (g - mean) / (n - 1);
    r.require(std::fabs(mean) < 0.35 && variance > 0.6 && variance < 1.5,
              "not normally distributed: mean " + std::to_string(mean) + ", variance " +
                  std::to_string(variance));
    r.record("all", got, 1e-4);
}

} // namespace

std::vector<CorpusCase> numericCases() {
    return {
        {"half", "12_fp16", 75, halfArithmetic, ""},
        {"bfloat", "12_fp16", 75, bfloatArithmetic, ""},
        {"bfloat pairs", "12_fp16", 80, bfloatPairs, ""},
        {"fp8", "13_fp8", 75, fp8, ""},
        {"double math", "14_dmath", 75, doubleMath, ""},
        {"float math", "14_dmath", 75, floatMath, ""},
        {"integer math", "14_dmath", 75, integerMath, ""},
        {"philox", "15_philox", 75, philoxPi, ""},
        {"xorwow", "15_philox", 75, xorwowNormal, ""},
    };
}

} // namespace warpbench::test
