// SPDX-License-Identifier: GPL-3.0-or-later
// Corpus kernels 18, 20, 21 and 30 to 34: language features, and whole algorithms.
#include "tests/simgpu/corpus/reference.h"

#include <numeric>
#include <sstream>

namespace warpbench::test {

namespace {

void printing(CorpusRun& r) {
    const std::string text = r.backend().printedBy([&] { r.launch("hello", 2, 4, 3, 1.5f); });
    std::vector<std::string> lines, want;
    std::istringstream stream(text);
    for (std::string line; std::getline(stream, line);)
        lines.push_back(line);
    for (int i = 0; i < 8; ++i)
        want.push_back("hello " + std::to_string(i) + " 4.500000 x");
    r.require(sortedCopy(lines) == want, "printed: " + text);

    // assert, __trap and __brkpt, none of them reached.
    auto x = r.array(listOf<int>(32, [](std::size_t i) { return i; }));
    r.launch("chk", 1, 32, x);
}

int fibonacci(int n) {
    return n < 2 ? n : fibonacci(n - 1) + fibonacci(n - 2);
}

void recursion(CorpusRun& r) {
    auto out = r.zeros<int>(64);
    r.launch("rec", 1, 64, out);
    r.equal("fib", out.values(), listOf<int>(64, [](std::size_t i) { return fibonacci(i & 15); }));

    const std::size_t n = 25, threads = 16;
    auto a = randomInts(n * threads, 3, 1000);
    auto da = r.array(a);
    r.launch("sortk", 1, unsigned(threads), da, int(n));
    for (std::size_t t = 0; t < threads; ++t)
        std::sort(a.begin() + std::ptrdiff_t(t * n), a.begin() + std::ptrdiff_t(t * n + n));
    r.equal("sorted", da.values(), a);
}

void functionPointers(CorpusRun& r) {
    const std::size_t n = 96;
    const auto x = randomFloats(n, 1);
    const auto k = listOf<int>(n, [](std::size_t i) { return i * 7 % 3; });
    auto dx = r.array(x), dy = r.zeros<float>(n);
    auto dk = r.array(k);
    r.launch("ind", 3, 32, dx, dy, dk);
    r.close("table", dy.values(),
            listOf<double>(n,
                           [&](std::size_t i) {
                               return k[i] == 0   ? x[i] + 1.0
                                      : k[i] == 1 ? double(x[i]) * x[i]
                                                  : std::exp(double(x[i]));
                           }),
            2e-6);

    for (const int which : {0, 1}) {
        auto out = r.zeros<float>(32);
        r.launch("virt", 1, 32, out, which);
        r.equal(which ? "derived" : "base", out.values(),
                listOf<float>(32, [&](std::size_t i) { return i * (which ? 2 : 1); }));
    }

    // Threads 0 to 9 write the 5 that y holds already, so that the others read it at any time.
    const auto cases = listOf<int>(20, [](std::size_t i) { return i < 10 ? 0 : i - 10; });
    auto dc = r.array(cases), y = r.array(std::vector<int>(20, 5));
    r.launch("sw", 1, 20, y, dc);
    std::vector<int> want(10, 5);
    want.insert(want.end(), {5, 5, 11, 1, 12, 2, 6, -5, 40, 0});
    r.equal("switch", y.values(), want);
}

void localMemory(CorpusRun& r) {
    const std::size_t n = 40;
    const auto x = randomInts(32 * n, 1, 1000);
    auto dx = r.array(x), dy = r.zeros<int>(32 * n);
    r.launch("localarr", 1, unsigned(n), dx, dy, int(n));
    std::vector<int> want(32 * n);
    for (std::size_t t = 0; t < n; ++t) {
        const auto column =
            sortedCopy(listOf<int>(32, [&](std::size_t i) { return x[i * n + t]; }));
        for (std::size_t i = 0; i < 32; ++i)
            want[i * n + t] = column[static_cast<std::size_t>(x[i] & 31)];
    }
    r.equal("sorted", dy.values(), want);
}

struct Record {
    int a = 0;
    int padding = 0;
    double b = 0;
    float c[5] = {};
    float tail = 0;
};

void structs(CorpusRun& r) {
    std::vector<float> table(64);
    for (std::size_t i = 0; i < 64; ++i)
        table[i] = float(i) / 4;
    r.backend().write(r.backend().symbol("ck"), table.data(), 256);
    const int zero = 0;
    r.backend().write(r.backend().symbol("gcount"), &zero, 4);
    Record p;
    p.a = 11;
    p.b = 1.25;
    for (std::size_t i = 0; i < 5; ++i)
        p.c[i] = float(i) + 0.5f;
    std::vector<double> got, want;
    const auto addFields = [](std::vector<double>& to, const Record& q) {
        to.push_back(q.a);
        to.push_back(q.b);
        to.insert(to.end(), q.c, q.c + 5);
    };
    for (int k = 0; k < 20; ++k) {
        auto out = r.array(std::vector<Record>(3));
        r.launch("structs", 1, 3, p, out, k);
        for (const Record& q : out.values())
            addFields(got, q);
        Record q = p;
        q.c[k % 5] += float((k & 3) + 1) + table[static_cast<std::size_t>(4 * (k & 15) + 1)];
        q.b *= 2;
        for (int thread = 0; thread < 3; ++thread)
            addFields(want, q);
    }
    r.equal("fields", got, want);
    int count = 0;
    r.backend().read(r.backend().symbol("gcount"), &count, 4);
    r.equal("count", std::vector{count}, std::vector{60});

    const auto x = randomFloats(64, 2);
    auto dx = r.array(x), dy = r.zeros<float>(101);
    r.launch("ldg", 1, 64, dx, dy);
    auto sums = listOf<float>(101, [&](std::size_t i) { return i < 64 ? x[i] + x[5] + x[7] : 0; });
    sums[100] = 1;
    r.equal("hints", dy.values(), sums);
}

void deviceHeap(CorpusRun& r) {
    const int n = 16;
    auto pointers = r.zeros<std::uint64_t>(64);
    r.launch("mal", 1, 64, pointers, n);
    const auto sorted = sortedCopy(pointers.values());
    for (std::size_t i = 0; i < 64; ++i)
        r.require(sorted[i] != 0 && (i == 0 || sorted[i] - sorted[i - 1] >= 64),
                  "malloc gave overlapping blocks");
    // A later launch still finds what the first one wrote.
    auto copy = r.zeros<std::uint8_t>(9100);
    r.launch("mc", 1, 1, copy, pointers.values()[9]);
    std::vector<std::uint8_t> want(9100);
    for (std::size_t i = 0; i < 16; ++i)
        want[4 * i] = static_cast<std::uint8_t>(i);
    std::fill_n(want.begin() + 9000, 17, std::uint8_t{3});
    r.equal("heap", copy.values(), want);
    r.launch("fre", 1, 64, pointers);

    const auto words = randomWords(64 * 100 / 4, 3);
    auto from = r.array(words);
    auto to = r.zeros<std::uint8_t>(9100);
    r.launch("mc", 1, 100, to, from);
    std::vector<std::uint8_t> bytes(9100);
    std::memcpy(bytes.data(), words.data(), 6400);
    std::fill_n(bytes.begin() + 9000, 17, std::uint8_t{3});
    r.equal("memcpy", to.values(), bytes);
}

struct Sphere {
    float centre[3];
    float radius;
    float colour[3];
};

void rayTracer(CorpusRun& r) {
    const std::size_t w = 64, h = 48;
    const std::vector<Sphere> spheres{{{0, 0, 5}, 1.5f, {1, 0.5f, 0.25f}},
                                      {{1, 0.5f, 4}, 0.75f, {0.25f, 1, 0.5f}},
                                      {{-1.5f, -0.5f, 6}, 1, {0.5f, 0.25f, 1}}};
    auto ds = r.array(spheres);
    auto out = r.zeros<std::uint32_t>(w * h);
    r.launch("ray", shape({4, 3}, {16, 16}), out, int(w), int(h), ds, 3, 0.0f);
    const auto got = out.values();
    std::size_t differing = 0, lit = 0;
    for (std::size_t i = 0; i < w * h; ++i) {
        double d[3] = {(double(i % w) - w * 0.5) / w, (double(i / w) - h * 0.5) / w, 1};
        const double length = std::sqrt(d[0] * d[0] + d[1] * d[1] + 1);
        for (double& axis : d)
            axis /= length;
        double best = 1e30;
        const Sphere* hit = nullptr;
        for (const Sphere& s : spheres) {
            double along = 0, square = 0;
            for (int axis = 0; axis < 3; ++axis) {
                along += double(s.centre[axis]) * d[axis];
                square += double(s.centre[axis]) * s.centre[axis];
            }
            const double q = along * along - square + double(s.radius) * s.radius;
            const double z = q > 0 ? along - std::sqrt(q) : -1;
            if (z > 0 && z < best) {
                best = z;
                hit = &s;
            }
        }
        bool same = got[i] >> 24 == 255;
        for (unsigned channel = 0; channel < 3; ++channel) {
            const double want = hit ? double(hit->colour[channel]) / (1 + best * 0.1) * 255 : 0;
            same = same && std::fabs(double(got[i] >> (8 * channel) & 255) - std::floor(want)) <= 1;
        }
        differing += !same;
        lit += hit != nullptr;
    }
    r.require(lit > w * h / 20, "the picture is empty");
    // At an edge, the last bit decides which object is hit.
    r.require(differing <= 8, std::to_string(differing) + " pixels differ");
}

void graphs(CorpusRun& r) {
    // A ring with some chords, as compressed rows.
    const int n = 200;
    std::vector<int> rows{0}, columns;
    for (int v = 0; v < n; ++v) {
        columns.push_back((v + 1) % n);
        columns.push_back((v + n - 1) % n);
        if (v % 10 == 0)
            columns.push_back((v + 50) % n);
        rows.push_back(static_cast<int>(columns.size()));
    }
    std::vector<int> want(n, -1), queue{0};
    want[0] = 0;
    for (std::size_t q = 0; q < queue.size(); ++q) {
        const auto v = static_cast<std::size_t>(queue[q]);
        for (int e = rows[v]; e < rows[v + 1]; ++e) {
            const int u = columns[static_cast<std::size_t>(e)];
            if (want[static_cast<std::size_t>(u)] < 0) {
                want[static_cast<std::size_t>(u)] = want[v] + 1;
                queue.push_back(u);
            }
        }
    }
    std::vector<int> start(n, -1);
    start[0] = 0;
    auto dr = r.array(rows), dc = r.array(columns), distance = r.array(start);
    for (int level = 0;; ++level) {
        auto changed = r.zeros<int>(1);
        r.launch("bfs", 2, 128, dr, dc, distance, n, level, changed);
        if (!changed.values()[0])
            break;
        r.require(level < n, "bfs does not end");
    }
    r.equal("bfs", distance.values(), want);

    const auto values = listOf<double>(columns.size(), [](std::size_t i) { return i % 9 + 1; });
    const auto x = listOf<double>(n, [](std::size_t i) { return i % 5; });
    auto da = r.array(values), dx = r.array(x), dy = r.zeros<double>(n);
    r.launch("spmv", (n * 32 + 127) / 128, 128, dr, dc, da, dx, dy, n);
    r.equal("spmv", dy.values(), listOf<double>(n, [&](std::size_t v) {
                double sum = 0;
                for (auto e = static_cast<std::size_t>(rows[v]);
                     e < static_cast<std::size_t>(rows[v + 1]); ++e)
                    sum += values[e] * x[static_cast<std::size_t>(columns[e])];
                return sum;
            }));

    const std::size_t w = 37, h = 21;
    const auto words = randomWords(w * h, 4);
    const auto cells =
        listOf<std::uint8_t>(w * h, [&](std::size_t i) { return words[i] % 3 == 0; });
    auto from = r.array(cells), to = r.zeros<std::uint8_t>(w * h);
    r.launch("life", shape({3, 2}, {16, 16}), from, to, int(w), int(h));
    r.equal("life", to.values(), listOf<std::uint8_t>(w * h, [&](std::size_t i) {
                int around = -cells[i];
                for (std::size_t k = 0; k < 9; ++k)
                    around += cells[(i / w + k / 3 + h - 1) % h * w + (i % w + k % 3 + w - 1) % w];
                return around == 3 || (around == 2 && cells[i]);
            }));
}

void softmax(CorpusRun& r) {
    const std::size_t n = 300, rows = 3;
    const auto x = randomFloats(n * rows, 1);
    auto dx = r.array(x), dy = r.zeros<float>(n * rows);
    r.launch("softmax", unsigned(rows), 128, dx, dy, int(n));
    std::vector<double> sums(rows);
    for (std::size_t i = 0; i < x.size(); ++i)
        sums[i / n] += std::exp(double(x[i]));
    r.close("softmax", dy.values(),
            listOf<double>(x.size(), [&](std::size_t i) { return std::exp(x[i]) / sums[i / n]; }),
            1e-6);

    const auto g = randomFloats(n, 2), b = randomFloats(n, 3);
    auto dg = r.array(g), db = r.array(b);
    r.launch("gelu_ln", unsigned(rows), 32, dx, dy, dg, db, int(n));
    std::vector<double> mean(rows), scale(rows);
    for (std::size_t row = 0; row < rows; ++row) {
        double sum = 0, squares = 0;
        for (std::size_t i = row * n; i < row * n + n; ++i) {
            const double v = x[i];
            const double gelu = 0.5 * v * (1 + std::tanh(0.79788456 * (v + 0.044715 * v * v * v)));
            sum += gelu;
            squares += gelu * gelu;
        }
        mean[row] = sum / n;
        scale[row] = 1 / std::sqrt(squares / n - mean[row] * mean[row] + 1e-5);
    }
    r.close("layer norm", dy.values(),
            listOf<double>(x.size(),
                           [&](std::size_t i) {
                               return (x[i] - mean[i / n]) * scale[i / n] * g[i % n] + b[i % n];
                           }),
            r.build().fastMath ? 1e-3 : 1e-5);
}

} // namespace

std::vector<CorpusCase> languageCases() {
    return {
        {"printf and assert", "18_printf", 75, printing, ""},
        {"recursion", "20_recursion", 75, recursion, ""},
        {"function pointers", "21_fptr", 75, functionPointers, ""},
        {"local memory", "30_local", 75, localMemory, ""},
        {"structs", "30_local", 75, structs, ""},
        {"device heap", "31_malloc", 75, deviceHeap, ""},
        {"ray tracer", "32_raytrace", 75, rayTracer, ""},
        {"graphs", "33_bfs_spmv", 75, graphs, ""},
        {"softmax", "34_softmax", 75, softmax, ""},
    };
}

} // namespace warpbench::test
