// SPDX-License-Identifier: GPL-3.0-or-later
// Corpus kernels 16, 17, 22 to 29 and 35: cooperation between threads.
#include "tests/simgpu/corpus/reference.h"

#include <numeric>

namespace warpbench::test {

namespace {

void cooperativeReduce(CorpusRun& r) {
    const int n = 3000;
    const auto x = randomInts(n, 1, 1000);
    auto dx = r.array(x), sum = r.zeros<int>(1);
    r.launch("cgreduce", 3, 128, dx, sum, n);
    r.equal("sum", sum.values(), std::vector{std::accumulate(x.begin(), x.end(), 0)});
}

void coalescedGroups(CorpusRun& r) {
    const unsigned n = 64;
    const auto x = randomInts(n, 2, 10);
    auto dc = r.zeros<int>(100 + n), dx = r.array(x);
    r.launch("cgcoal", 1, n, dc, dx);
    std::vector<int> want(100 + n), scanned(n);
    for (std::size_t i = 0; i < n; ++i) {
        if (x[i] > 0)
            want[static_cast<std::size_t>(1 + want[0]++)] = 1;
        scanned[i] = x[i] + (i % 8 ? scanned[i - 1] : 0);
    }
    for (std::size_t i = 0; i < n; ++i) {
        const auto tile = scanned.begin() + std::ptrdiff_t(i / 8 * 8);
        want[100 + i] = scanned[i] + std::any_of(tile, tile + 8, [](int s) { return s > 2; });
    }
    r.equal("c", dc.values(), want);
}

void cooperativeGrid(CorpusRun& r) {
    const int n = 1000;
    const auto x = listOf<float>(n, [](std::size_t i) { return i; });
    auto dx = r.array(x);
    auto config = shape({4}, {128});
    config.cooperative = true;
    r.launch("cggrid", config, dx, n);
    r.equal("x", dx.values(), listOf<float>(n, [&](std::size_t i) { return x[i] * 5.0625f; }));
}

void cub(CorpusRun& r) {
    const int n = 1000;
    const auto x = listOf<float>(n, [](std::size_t i) { return i % 23; });
    auto dx = r.array(x), sums = r.zeros<float>(4);
    r.launch("cubreduce", 4, 256, dx, sums, n);
    r.equal("reduce", sums.values(), listOf<float>(4, [&](std::size_t block) {
                float sum = 0;
                for (std::size_t i = 256 * block; i < std::min<std::size_t>(n, 256 * block + 256);
                     ++i)
                    sum += x[i];
                return sum;
            }));

    const auto ints = randomInts(256, 3, 1000);
    auto di = r.array(ints), scanned = r.zeros<int>(256);
    r.launch("cubscan", 2, 128, di, scanned);
    std::vector<int> want(256);
    for (std::size_t i = 0; i < 256; ++i)
        want[i] = i % 128 ? want[i - 1] + ints[i - 1] : 0;
    r.equal("scan", scanned.values(), want);

    auto keys = randomWords(1024, 4);
    auto dk = r.array(keys);
    r.launch("cubsort", 2, 128, dk);
    std::sort(keys.begin(), keys.begin() + 512);
    std::sort(keys.begin() + 512, keys.end());
    r.equal("sort", dk.values(), keys);
}

/// C = A B^T of whole numbers, so that any order of the sums is exact.
template <class T, class A, class F>
std::vector<T> productOf(const std::vector<A>& a, const std::vector<A>& b, std::size_t m,
                         std::size_t n, std::size_t k, F value) {
    return listOf<T>(m * n, [&](std::size_t i) {
        double sum = 0;
        for (std::size_t j = 0; j < k; ++j)
            sum += value(a[i / n * k + j]) * value(b[i % n * k + j]);
        return sum;
    });
}

std::vector<std::uint16_t> wholeHalves(std::size_t n, unsigned seed) {
    const auto ints = randomInts(n, seed, 8);
    return listOf<std::uint16_t>(n, [&](std::size_t i) { return half(ints[i]); });
}

void wmma(CorpusRun& r) {
    const int n = 32;
    const auto a = wholeHalves(n * n, 1), b = wholeHalves(n * n, 2);
    auto da = r.array(a), db = r.array(b);
    auto dc = r.zeros<float>(n * n);
    r.launch("wm", shape({2, 2}, {32}), da, db, dc, n);
    r.equal("half", dc.values(), productOf<float>(a, b, n, n, n, fromHalf));

    const auto words = randomInts(512, 3, 128);
    const auto x = listOf<std::int8_t>(256, [&](std::size_t i) { return words[i]; });
    const auto y = listOf<std::int8_t>(256, [&](std::size_t i) { return words[256 + i]; });
    auto dx = r.array(x), dy = r.array(y);
    auto di = r.zeros<int>(256);
    r.launch("wi8", 1, 32, dx, dy, di);
    r.equal("bytes", di.values(),
            productOf<int>(x, y, 16, 16, 16, [](std::int8_t v) { return double(v); }));
}

void mma(CorpusRun& r) {
    const auto a = wholeHalves(256, 1), b = wholeHalves(128, 2);
    auto da = r.array(a), db = r.array(b);
    auto dc = r.zeros<float>(128);
    r.launch("mmak", 1, 32, da, db, dc);
    r.equal("c", dc.values(), listOf<float>(128, [&](std::size_t i) {
                const std::size_t lane = i / 4, row = lane / 4 + i % 4 / 2 * 8,
                                  column = lane % 4 * 2 + i % 2;
                double sum = 0;
                for (std::size_t k = 0; k < 16; ++k)
                    sum += fromHalf(a[row * 16 + k]) * fromHalf(b[k * 8 + column]);
                return sum;
            }));
}

void asyncPipeline(CorpusRun& r) {
    const std::size_t n = 5;
    const auto ints = randomInts(4 * 128 * n, 1, 20);
    const auto g = listOf<float>(ints.size(), [&](std::size_t i) { return ints[i]; });
    auto dg = r.array(g), out = r.zeros<float>(128);
    r.launch("pipe", 1, 128, dg, out, int(n));
    r.equal("sums", out.values(), listOf<float>(128, [&](std::size_t t) {
                float sum = 0;
                for (std::size_t i = 0; i < n; ++i) {
                    const float* v = &g[4 * (128 * i + (t ^ 1))];
                    sum += v[0] + v[1] * v[2] - v[3];
                }
                return sum;
            }));
}

void asyncBarrier(CorpusRun& r) {
    const std::size_t n = 4;
    const auto g = randomInts(128 * n, 1, 1000);
    auto dg = r.array(g), reversed = r.zeros<int>(128), sums = r.zeros<int>(128);
    r.launch("mbar", 1, 128, dg, reversed);
    r.equal("reversed", reversed.values(),
            listOf<int>(128, [&](std::size_t t) { return g[127 - t]; }));
    r.launch("cpipe", 1, 128, dg, sums, int(n));
    r.equal("sums", sums.values(), listOf<int>(128, [&](std::size_t t) {
                int sum = 0;
                for (std::size_t i = 0; i < n; ++i)
                    sum += g[128 * i + 127 - t];
                return sum;
            }));
}

void cluster(CorpusRun& r) {
    const auto x = randomInts(512, 1, 1000);
    auto dx = r.array(x), out = r.zeros<int>(512);
    auto config = shape({4}, {128});
    config.cluster = cuda::Dim3{2, 1, 1};
    r.launch("dsm", config, dx, out);
    auto got = out.values();
    std::vector<int> want(512);
    for (std::size_t i = 0; i < 512; ++i) {
        const int own = x[i / 128 * 128] + 128; // one was added by each thread of the other block
        want[i] = x[i ^ 128] + own;
        if (i % 128 == 0) {
            // Thread 0 reads a value that other threads are still adding to.
            r.require(got[i] >= want[i] && got[i] <= want[i] + 128, "thread 0 read nonsense");
            got[i] = want[i];
        }
    }
    r.equal("out", got, want);
}

void atomics(CorpusRun& r) {
    const unsigned n = 20;
    const std::vector<int> start{5, 7, 100, -100, 31, 0, 3, 0};
    auto a = r.array(start);
    auto u = r.zeros<unsigned>(60);
    auto l = r.zeros<std::uint64_t>(2);
    auto f = r.zeros<float>(2);
    auto d = r.zeros<double>(1);
    const auto x = listOf<double>(n, [](std::size_t i) { return 0.25 * double(i); });
    auto dx = r.array(x);
    r.launch("atoms", 1, n, a, u, l, f, d, dx);
    auto got = a.values();
    const int last = got[7];
    r.require(last >= 0 && last < int(n), "atomicExch left what no thread wrote");
    got[7] = 0;
    std::vector<int> want{5 + 190, 7 - 190, 0, 19, 31, 0, 3, 0};
    for (int i = 0; i < int(n); ++i) {
        want[4] &= i;
        want[5] |= i;
        want[6] ^= i;
    }
    r.equal("int", got, want);
    r.equal("long", l.values(), std::vector<std::uint64_t>{n, n - 1});
    r.equal("float", f.values(), std::vector{20.0f, 2.0f});
    r.equal("double", d.values(), std::vector{47.5});
    // atomicInc and atomicDec wrap at 16; each thread got another old value.
    const auto counters = u.values();
    std::vector<unsigned> increments, decrements;
    unsigned up = 0, down = 0;
    for (unsigned i = 0; i < n; ++i) {
        increments.push_back(up);
        up = up >= 16 ? 0 : up + 1;
        decrements.push_back(down);
        down = down == 0 || down > 16 ? 16 : down - 1;
    }
    const auto part = [&](std::size_t from) {
        return sortedCopy(std::vector<unsigned>(counters.begin() + std::ptrdiff_t(from),
                                                counters.begin() + std::ptrdiff_t(from + n)));
    };
    r.equal("inc", part(20), sortedCopy(increments));
    r.equal("dec", part(40), sortedCopy(decrements));
    r.equal("counters", std::vector{counters[0], counters[1]}, std::vector{up, down});
}

void atomicLoops(CorpusRun& r) {
    const auto x = listOf<double>(64, [](std::size_t i) { return double(i) - 7.5; });
    auto sum = r.zeros<double>(1), dx = r.array(x);
    r.launch("casd", 1, 64, sum, dx);
    r.equal("cas", sum.values(), std::vector{std::accumulate(x.begin(), x.end(), 0.0)});

    auto lock = r.zeros<int>(1), count = r.zeros<int>(1);
    r.launch("spin", 2, 48, lock, count);
    r.equal("spin lock", count.values(), std::vector{96});
    r.equal("lock", lock.values(), std::vector{0});

    const auto values = listOf<float>(1024, [](std::size_t i) { return i / 32; });
    auto dv = r.array(values), out = r.zeros<float>(32);
    auto counter = r.zeros<unsigned>(1);
    r.launch("lastblock", 32, 32, dv, out, counter);
    r.equal("last block", out.values(), listOf<float>(32, [](std::size_t i) { return 2 * i; }));
    r.equal("blocks", counter.values(), std::vector{32u});

    auto scoped = r.zeros<int>(2);
    auto shorts = r.array(std::vector<std::uint16_t>{1, 9});
    r.launch("atomblk", 1, 64, scoped, shorts);
    r.equal("scopes", scoped.values(), std::vector{64, 64});
    r.equal("16 bits", shorts.values(), std::vector<std::uint16_t>{2, 9});
}

void cudaAtomics(CorpusRun& r) {
    auto p = r.array(std::vector<int>{0, 0});
    auto flag = r.zeros<int>(1), data = r.zeros<int>(1);
    r.launch("ca", 4, 1, p, flag, data);
    const auto got = p.values();
    // The largest is 9 unless some of the four added theirs after another's fetch_max.
    r.require(got[0] >= 9 && got[0] <= 12, "fetch_max left " + std::to_string(got[0]));
    r.equal("data", std::vector{got[1]}, std::vector{42});
    auto high = r.array(std::vector<int>{100, 0});
    auto flag2 = r.zeros<int>(1);
    r.launch("ca", 4, 1, high, flag2, data);
    r.equal("high", high.values(), std::vector{104, 42});
}

/// The kernel adds clocks to its results. All lanes of a warp read them at once, so differences
/// between lanes do not contain them.
void warpOperations(CorpusRun& r) {
    const unsigned n = 32;
    auto x = randomInts(n, 5, 4);
    auto dx = r.array(x), out = r.zeros<int>(n);
    r.launch("warpops", 1, n, dx, out);
    const auto want = listOf<int>(n, [&](std::size_t i) {
        std::uint32_t equals = 0;
        for (unsigned j = 0; j < n; ++j)
            equals |= std::uint32_t(x[j] == x[i]) << j;
        return equals + static_cast<std::uint32_t>(x[i ^ 3]);
    });
    const auto got = out.values();
    const auto differences = [](const std::vector<int>& v) {
        return listOf<std::uint32_t>(v.size(), [&](std::size_t i) {
            return static_cast<std::uint32_t>(v[i]) - static_cast<std::uint32_t>(v[0]);
        });
    };
    r.equal("differences", differences(got), differences(want));
}

void bulkCopy(CorpusRun& r) {
    const auto g = randomInts(1024, 1, 100000);
    auto dg = r.array(g), out = r.zeros<int>(1024);
    r.launch("tma", 4, 256, dg, out);
    r.equal("reversed", out.values(),
            listOf<int>(1024, [&](std::size_t i) { return g[i / 256 * 256 + 255 - i % 256]; }));
}

} // namespace

std::vector<CorpusCase> parallelCases() {
    return {
        {"cooperative reduce", "16_cg", 75, cooperativeReduce, ""},
        {"coalesced groups", "16_cg", 75, coalescedGroups, ""},
        {"cooperative grid", "16_cg", 75, cooperativeGrid, ""},
        {"cub", "17_cub", 75, cub, ""},
        {"wmma", "22_wmma", 75, wmma, ""},
        {"mma", "23_mma_ptx", 80, mma, ""},
        {"async pipeline", "24_cpasync", 75, asyncPipeline, ""},
        {"async barrier", "25_barrier", 75, asyncBarrier, ""},
        {"cluster", "26_cluster", 90, cluster, ""},
        {"atomics", "27_atomics", 75, atomics, ""},
        {"atomic loops", "27_atomics", 75, atomicLoops, ""},
        {"cuda atomics", "28_cudaatomic", 75, cudaAtomics, ""},
        {"warp operations", "29_warpops", 75, warpOperations, ""},
        {"bulk copy", "35_tma", 90, bulkCopy, ""},
    };
}

} // namespace warpbench::test
