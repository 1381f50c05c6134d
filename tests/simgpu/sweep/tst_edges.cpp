// SPDX-License-Identifier: GPL-3.0-or-later
// Instructions on numbers near the smallest normal one, and comparisons of pairs of halves,
// compared with an H200's results in golden_edges.txt. WBTEST_EDGES_OUT names a file for the
// results themselves, one line per instruction.
#include "tests/main.h"
#include "tests/simgpu/engine/machine_fixture.h"
#include "tests/source_path.h"

#include <QtTest/QTest>

#include <cstdlib>
#include <fstream>
#include <map>
#include <sstream>

namespace tst_edges {

using namespace warpbench::simgpu::engine;
using warpbench::test::sourcePath;

namespace {

using Words = std::vector<std::uint64_t>;
/// First, second and third operands.
using Inputs = std::array<Words, 3>;

std::string typeOf(char kind, bool memory) {
    const std::map<char, std::array<const char*, 2>> types{{'f', {".f32", ".f32"}},
                                                           {'d', {".f64", ".f64"}},
                                                           {'h', {".b16", ".b16"}},
                                                           {'r', {".b32", ".b32"}}};
    return types.at(kind)[memory];
}

std::size_t bytesOf(char kind) {
    return kind == 'd' ? 8 : kind == 'h' ? 2 : 4;
}

/// A kernel that does one instruction on element %ctaid * 128 + %tid of arrays of words of 8 bytes.
std::string kernelOf(const std::string& instruction, const std::string& kinds) {
    static const char* const kNames[] = {"A", "B", "C", "D"};
    std::string text = ".version 8.6\n.target sm_90\n.address_size 64\n"
                       ".visible .entry k(.param .u64 a, .param .u64 b, .param .u64 c,\n"
                       ".param .u64 d, .param .u32 n)\n{\n.reg .pred p;\n.reg .b32 i, m;\n"
                       ".reg .b64 at, off;\n";
    for (std::size_t k = 0; k < 4; ++k) {
        if (kinds[k] != '-')
            text += ".reg " + typeOf(kinds[k], false) + " " + kNames[k] + ";\n";
    }
    text += "mov.u32 i, %ctaid.x;\nmov.u32 m, %tid.x;\nmad.lo.u32 i, i, 128, m;\n"
            "ld.param.u32 m, [n];\nsetp.ge.u32 p, i, m;\n@p ret;\nmul.wide.u32 off, i, 8;\n";
    for (std::size_t k = 0; k < 3; ++k) {
        if (kinds[k] != '-')
            text += std::string("ld.param.u64 at, [") + char('a' + k) +
                    "];\nadd.u64 at, at, off;\n" + "ld.global" + typeOf(kinds[k], true) + " " +
                    kNames[k] + ", [at];\n";
    }
    return text + instruction + "\nld.param.u64 at, [d];\nadd.u64 at, at, off;\nst.global" +
           typeOf(kinds[3], true) + " [at], D;\nret;\n}\n";
}

std::uint64_t digestOf(const Words& words) {
    std::uint64_t digest = 0xcbf29ce484222325;
    for (const std::uint64_t word : words) {
        for (int shift = 0; shift < 64; shift += 8)
            digest = (digest ^ (word >> shift & 255)) * 0x100000001b3;
    }
    return digest;
}

Words valuesOf(const std::string& text) {
    Words values;
    std::stringstream parts(text);
    for (std::string part; std::getline(parts, part, ',');)
        values.push_back(std::stoull(part, nullptr, 16));
    return values;
}

} // namespace

class TestEdges : public QObject {
    Q_OBJECT

  private:
    Machine m;
    std::map<std::string, std::vector<Words>> m_sets;
    Inputs inputs(const std::string& set, bool pairs) const;
    Words run(const std::string& instruction, const std::string& kinds, const Inputs& in);

  private slots:
    void golden_data();
    void golden();
};

Inputs TestEdges::inputs(const std::string& set, bool pairs) const {
    Inputs in;
    const std::vector<Words>& tuples = m_sets.at(set);
    for (const Words& first : tuples) {
        if (!pairs) {
            for (std::size_t k = 0; k < in.size(); ++k)
                in[k].push_back(k < first.size() ? first[k] : 0);
            continue;
        }
        for (const Words& second : tuples) {
            in[0].push_back(first[0]);
            in[1].push_back(second[0]);
            in[2].push_back(0);
        }
    }
    return in;
}

Words TestEdges::run(const std::string& instruction, const std::string& kinds, const Inputs& in) {
    if (!m.loadText(kernelOf(instruction, kinds))) {
        QTest::qFail(m.error.c_str(), __FILE__, __LINE__);
        return {};
    }
    DeviceArray<std::uint64_t> a(*m.memory, in[0]), b(*m.memory, in[1]), c(*m.memory, in[2]);
    DeviceArray<std::uint64_t> d(*m.memory, Words(in[0].size()));
    const auto count = static_cast<std::uint32_t>(in[0].size());
    const LaunchOutcome outcome = m.run("k", {(count + 127) / 128, 1, 1}, {128, 1, 1},
                                        Parameters()
                                            .add(a.address())
                                            .add(b.address())
                                            .add(c.address())
                                            .add(d.address())
                                            .add(count));
    if (!outcome.ok())
        QTest::qFail(describe(outcome).c_str(), __FILE__, __LINE__);
    Words results = d.values();
    for (std::uint64_t& word : results)
        word &= ~std::uint64_t{0} >> (64 - 8 * bytesOf(kinds[3]));
    return results;
}

void TestEdges::golden_data() {
    QTest::addColumn<QString>("digest");
    QTest::addColumn<QString>("kinds");
    QTest::addColumn<QString>("set");
    QTest::addColumn<bool>("pairs");
    QTest::addColumn<QString>("instruction");
    std::ifstream file(sourcePath("tests/simgpu/sweep/golden_edges.txt"));
    QVERIFY(file);
    for (std::string line; std::getline(file, line);) {
        std::stringstream words(line);
        std::string first, second, set, mode, instruction;
        words >> first >> second;
        if (first.empty() || first.front() == '#')
            continue;
        if (first == "set") {
            std::vector<Words>& tuples = m_sets[second];
            for (std::string tuple; words >> tuple;)
                tuples.push_back(valuesOf(tuple));
            continue;
        }
        words >> set >> mode;
        std::getline(words >> std::ws, instruction);
        QTest::addRow("%s", instruction.c_str())
            << QString::fromStdString(first) << QString::fromStdString(second)
            << QString::fromStdString(set) << (mode == "x2") << QString::fromStdString(instruction);
    }
}

void TestEdges::golden() {
    QFETCH(QString, digest);
    QFETCH(QString, kinds);
    QFETCH(QString, set);
    QFETCH(bool, pairs);
    QFETCH(QString, instruction);
    const Words results =
        run(instruction.toStdString(), kinds.toStdString(), inputs(set.toStdString(), pairs));
    if (const char* path = std::getenv("WBTEST_EDGES_OUT")) {
        std::ofstream out(path, std::ios::app);
        out << instruction.toStdString() << " :" << std::hex;
        for (const std::uint64_t word : results)
            out << ' ' << word;
        out << '\n';
    }
    QCOMPARE(QString::number(digestOf(results), 16),
             QString::number(digest.toULongLong(nullptr, 16), 16));
}

WARPBENCH_TEST(TestEdges)
} // namespace tst_edges

#include "tst_edges.moc"
