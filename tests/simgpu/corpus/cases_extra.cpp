// SPDX-License-Identifier: GPL-3.0-or-later
// Corpus kernels x1 to x10: forms that compilers emit rarely.
#include "tests/simgpu/corpus/reference.h"

namespace warpbench::test {

namespace {

void largeSwitch(CorpusRun& r) {
    for (int chosen = 0; chosen <= 24; ++chosen) {
        const auto y = randomFloats(80, 1);
        auto dy = r.array(y);
        auto dx = r.array(std::vector<int>{chosen});
        r.launch("sw", 1, 1, dy, dx);
        std::vector<double> want(y.begin(), y.end());
        if (chosen < 24) {
            const double a = std::sin(double(y[0]) * chosen) +
                             double(y[static_cast<std::size_t>(3 * chosen + 1)]) * chosen;
            if (a > chosen)
                want[static_cast<std::size_t>(chosen)] = a - chosen;
            want[0] = a;
        }
        // __sinf loses absolute accuracy far from zero: up to 92 here.
        r.close(("case " + std::to_string(chosen)).c_str(), dy.values(), want, 1e-4);
    }
}

std::uint32_t videoReference(std::uint32_t x, std::uint32_t y, int n) {
    const auto byte = [](std::uint32_t v, unsigned i) { return v >> (8 * i) & 255; };
    const auto shorts = [](std::uint32_t v, unsigned i) { return v >> (16 * i) & 0xffff; };
    std::uint32_t add = 0, difference = 0, maximum = 0, greater = 0, sad = 0;
    for (unsigned i = 0; i < 4; ++i) {
        const std::uint32_t a = byte(x, i), b = byte(y, i);
        add |= ((a + b) & 255) << (8 * i);
        difference |= (a > b ? a - b : b - a) << (8 * i);
        greater |= (a > b ? 255u : 0u) << (8 * i);
        sad += static_cast<std::uint32_t>(
            std::abs(static_cast<std::int8_t>(a) - static_cast<std::int8_t>(b)));
    }
    for (unsigned i = 0; i < 2; ++i)
        maximum |= std::max(shorts(x, i), shorts(y, i)) << (16 * i);
    std::uint32_t dot = static_cast<std::uint32_t>(n);
    for (unsigned i = 0; i < 2; ++i)
        dot += static_cast<std::uint32_t>(static_cast<std::int16_t>(shorts(x, i)) *
                                          static_cast<std::int8_t>(byte(y, i)));
    const std::uint32_t usad = (x > y ? x - y : y - x) + 3;
    const auto low24 = [](std::uint32_t v) {
        return std::int64_t{static_cast<std::int32_t>(v << 8) >> 8};
    };
    const auto product = static_cast<std::uint32_t>(low24(x) * low24(y));
    std::uint32_t permuted = 0;
    for (unsigned i = 0; i < 4; ++i) {
        const unsigned selector = static_cast<unsigned>(n) >> (4 * i) & 7;
        permuted |= byte(selector < 4 ? x : y, selector & 3) << (8 * i);
    }
    const std::uint64_t both = std::uint64_t{y} << 32 | x;
    const auto funnel = static_cast<std::uint32_t>(both >> std::min(n, 32));
    const auto average = static_cast<std::uint32_t>((std::uint64_t{x} + y) >> 1);
    return add ^ difference ^ maximum ^ greater ^ sad ^ dot ^ usad ^ product ^ permuted ^ funnel ^
           average;
}

void simdVideo(CorpusRun& r) {
    for (const int n : {5, 0x3120, 31, 77}) {
        auto a = randomWords(128, 1), b = randomWords(128, 2);
        a[0] = b[1] = 0x80808080;
        a[1] = b[2] = 0x7f7f7f7f;
        a[2] = b[0] = 0xffffffff;
        auto da = r.array(a), db = r.array(b);
        r.launch("v", 1, 128, da, db, n);
        r.equal("v", da.values(), listOf<std::uint32_t>(128, [&](std::size_t i) {
                    return videoReference(a[i], b[i], n);
                }));
    }
}

void stateSpaces(CorpusRun& r) {
    for (const int k : {0, 1, 2}) {
        // The value for p[6] was never written unless k is 2.
        auto p = r.zeros<float>(8);
        r.launch("s", 1, 1, p, k);
        auto got = p.values();
        std::vector<float> want(8);
        if (k == 0)
            want[0] = 3;
        want[5] = 1;
        got[6] = 0;
        r.equal("p", got, want);
    }
}

struct FourInts {
    int a[4];
};

void launchBounds(CorpusRun& r) {
    const FourInts p{{3, 1, 4, 15}};
    auto out = r.zeros<int>(128);
    r.launch("k", 1, 128, p, out);
    r.equal("out", out.values(), listOf<int>(128, [&](std::size_t i) { return p.a[i & 3]; }));
    r.launch("r", 1, 128, p, out);
    r.equal("r", out.values(), listOf<int>(128, [&](std::size_t i) { return p.a[i >> 5]; }));
}

void dynamicStack(CorpusRun& r) {
    const auto chosen = listOf<int>(16, [](std::size_t i) { return i; });
    auto out = r.array(chosen);
    r.launch("k", 1, 16, out, 16);
    // The recursive function allocates in each of its activations: the squares of 1 to 6, and one.
    r.equal("out", out.values(), listOf<int>(16, [](std::size_t i) {
                return i * i + 1000 * ((i & 7) * (i & 7) + 1 + 4 + 9 + 16 + 25 + 36);
            }));
}

/// One warp, which runs in step: all lanes have read before any of them writes.
void halfFunctions(CorpusRun& r) {
    const std::size_t n = 32;
    const auto a =
        listOf<std::uint16_t>(n, [](std::size_t i) { return half(0.5 + 0.125 * double(i)); });
    const auto b = listOf<std::uint16_t>(2 * (n + 1),
                                         [](std::size_t i) { return half(0.25 * double(i) - 4); });
    auto da = r.array(a), db = r.array(b);
    auto di = r.zeros<int>(n);
    r.launch("k", 1, unsigned(n), da, db, di);
    const auto got = halves(da.values());
    std::vector<double> want(n);
    for (std::size_t i = 0; i < n; ++i) {
        const double v = fromHalf(a[i]);
        want[i] = std::log(v) + std::sin(v) / v - std::floor(v);
    }
    want[0] += 32;
    r.close("a", got, want, 4e-3);
    const auto ints = di.values();
    r.equal("int", ints, listOf<int>(n, [&](std::size_t i) {
                return int(std::nearbyint(got[i])) + (got[i] < got[1]);
            }));
    // b[0] had 32 times b[3] added, then lanes swapped, then each passed the smaller of its pair
    // and b[2]'s on to the next pair.
    std::vector<double> pairs(2 * (n + 1));
    for (std::size_t i = 0; i < pairs.size(); ++i)
        pairs[i] = fromHalf(b[i]);
    for (std::size_t half : {0, 1}) {
        pairs[half] += 32 * pairs[6 + half];
        for (std::size_t lane = 0; lane < n; lane += 2)
            std::swap(pairs[2 * lane + half], pairs[2 * lane + 2 + half]);
        const double limit = pairs[4 + half];
        for (std::size_t lane = n; lane-- > 0;)
            pairs[2 * lane + 2 + half] = std::min(pairs[2 * lane + half], limit);
        pairs[18 + half] = std::exp2(pairs[4 + half]);
    }
    r.close("b", halves(db.values()), pairs, 4e-3);
}

void wideIntegers(CorpusRun& r) {
    __extension__ using Wide = __int128;
    __extension__ using Word = unsigned __int128;
    const auto longs = randomLongs(8, 3);
    auto da = r.zeros<std::uint64_t>(4), db = r.zeros<std::uint64_t>(3);
    for (const std::size_t seed : {0, 1, 2, 3}) {
        std::vector<std::uint64_t> a{longs[seed], longs[seed + 1] >> 40, longs[seed + 2] >> 42, 0};
        if (seed & 1) { // negative
            a[0] = ~a[0];
            a[1] = ~a[1];
        }
        const std::vector<std::uint64_t> b{longs[seed], longs[seed + 3], 977 + seed};
        auto va = r.array(a), vb = r.array(b);
        r.launch("k", 1, 1, va, vb);
        const auto first = static_cast<Wide>(Word{a[1]} << 64 | a[0]);
        const auto second = static_cast<Wide>(Word{a[3]} << 64 | a[2]);
        const auto result =
            static_cast<Word>(
                static_cast<Wide>(static_cast<Word>(first) * static_cast<Word>(second)) / 7) +
            (static_cast<Word>(first) << 3);
        auto wantA = a, wantB = b;
        wantA[0] = static_cast<std::uint64_t>(result);
        wantA[1] = static_cast<std::uint64_t>(result >> 64);
        wantB[0] = static_cast<std::uint64_t>(Word{b[0]} * b[1] >> 64) / b[2];
        r.equal("128 bits", va.values(), wantA);
        r.equal("64 bits", vb.values(), wantB);
    }
}

void vectors(CorpusRun& r) {
    const unsigned n = 5;
    const auto b = listOf<double>(4 * n, [](std::size_t i) { return double(i) + 0.5; });
    const auto words = randomWords(64, 1);
    const auto c = listOf<std::int16_t>(4 * n, [&](std::size_t i) { return words[i]; });
    const auto d = listOf<std::uint8_t>(2 * n, [&](std::size_t i) { return words[i]; });
    const auto e = listOf<std::int64_t>(
        4 * n, [&](std::size_t i) { return std::uint64_t{words[i]} << 32 | words[i + 1]; });
    auto da = r.zeros<double>(4 * n), db = r.array(b);
    auto dc = r.array(c);
    auto dd = r.array(d);
    auto de = r.array(e);
    r.launch("k", 1, n, da, db, dc, dd, de);
    auto wantA = b;
    auto wantC = c;
    auto wantD = d;
    auto wantE = e;
    for (std::size_t t = 0; t < n; ++t) {
        wantA[4 * t] += wantA[4 * t + 1];
        wantC[4 * t] = static_cast<std::int16_t>(c[4 * t] + c[4 * t + 1]);
        wantD[2 * t] ^= d[2 * t + 1];
        wantE[2 * (t + 5)] = e[2 * t + 1];
        wantE[2 * (t + 5) + 1] = e[2 * t];
    }
    r.equal("double4", da.values(), wantA);
    r.equal("short4", dc.values(), wantC);
    r.equal("uchar2", dd.values(), wantD);
    r.equal("longlong2", de.values(), wantE);
}

void smallFunctions(CorpusRun& r) {
    const auto x = listOf<float>(32, [](std::size_t i) { return float(i) / 16; });
    auto a = r.array(x);
    r.launch("k", 1, 32, a, 30);
    r.close("a", a.values(),
            listOf<double>(32,
                           [&](std::size_t i) {
                               double v = x[i];
                               for (int j = 0; j < 3 && i < 30; ++j)
                                   v = v * v + j;
                               return v;
                           }),
            1e-6);
}

} // namespace

std::vector<CorpusCase> extraCases() {
    return {
        {"large switch", "extra/x1_switch", 75, largeSwitch, ""},
        {"SIMD video", "extra/x2_simdvideo", 75, simdVideo, ""},
        {"state spaces", "extra/x3_isspace", 75, stateSpaces, ""},
        {"launch bounds", "extra/x4_launchb", 75, launchBounds, ""},
        {"dynamic stack", "extra/x5_alloca", 75, dynamicStack, ""},
        {"half functions", "extra/x6_half", 75, halfFunctions, ""},
        {"128-bit integers", "extra/x7_long", 75, wideIntegers, "-device-int128"},
        {"vectors", "extra/x8_vec", 75, vectors, ""},
        {"small functions", "extra/x10_dbg", 75, smallFunctions, ""},
    };
}

std::vector<CorpusCase> corpusCases() {
    std::vector<CorpusCase> all = basicCases();
    for (const auto& part :
         {numericCases(), parallelCases(), tensorCases(), languageCases(), extraCases()})
        all.insert(all.end(), part.begin(), part.end());
    return all;
}

} // namespace warpbench::test
