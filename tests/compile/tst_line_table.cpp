// SPDX-License-Identifier: GPL-3.0-or-later
// Mapping machine code to source and PTX, and SASS listings.
#include "core/base/error.h"
#include "core/compile/disassemble.h"
#include "core/formats/cubin.h"
#include "core/formats/line_table.h"
#include "tests/compile/golden.h"
#include "tests/compile/nvrtc_available.h"
#include "tests/main.h"

#include <QDir>
#include <QFile>
#include <QTemporaryDir>
#include <QTest>

#include <cstdlib>
#include <map>
#include <random>
#include <set>
#include <sstream>

namespace tst_line_table {

using namespace warpbench;
using namespace warpbench::compile;

namespace {

CompileResult build(const std::string& source, const char* arch = "sm_90") {
    CompileRequest request;
    request.source = source;
    request.fileName = "lines.cu";
    request.arch = arch;
    request.useCache = false;
    return compile::compile(request);
}

const char* const kSource = R"(__device__ float loop(const float* p, int n) {
    float s = 0;
    for (int i = 0; i < n; ++i)
        s += p[i] * p[i + 1];
    return s;
}
__device__ float outer(const float* p, int n) {
    return loop(p, n) +
           loop(p + 1, n * 2);
}
extern "C" __global__ void k(float* p, int n) {
    p[0] = outer(p, n);
}
extern "C" __global__ void other(float* p) {
    p[1] = 2;
}
)";

/// During its lifetime, only a separate folder is found as the toolkit.
class OwnToolkit {
  public:
    OwnToolkit() {
        qputenv(kName, m_folder.path().toUtf8());
        QDir(m_folder.path()).mkdir(QStringLiteral("bin"));
    }
    ~OwnToolkit() {
        if (m_before.isNull())
            qunsetenv(kName);
        else
            qputenv(kName, m_before);
    }
    OwnToolkit(const OwnToolkit&) = delete;
    OwnToolkit& operator=(const OwnToolkit&) = delete;

    bool addProgram(const char* name, const char* script) const {
        QFile file(m_folder.filePath(QStringLiteral("bin/") + QLatin1String(name)));
        return file.open(QIODevice::WriteOnly) && file.write(script) > 0 &&
               file.setPermissions(QFile::ReadOwner | QFile::WriteOwner | QFile::ExeOwner);
    }

  private:
    static constexpr const char* kName = "WARPBENCH_CUDA_HOME";

    QTemporaryDir m_folder;
    QByteArray m_before = qgetenv(kName);
};

} // namespace

class TestLineTable : public QObject {
    Q_OBJECT
  private slots:
    void initTestCase();
    void rowsNameSourceAndPtx();
    void inlinedCallsAreKnown();
    void noTables();
    void spillsByLine();
    void damagedTables();
    void missingDisassemblerIsClear();
    void disassemblerGetsTheCubin();
    void realDisassembler();
    void machineCodeOfSeveralVersions_data();
    void machineCodeOfSeveralVersions();
    void linesAreThoseOfNvdisasm_data();
    void linesAreThoseOfNvdisasm();
};

void TestLineTable::initTestCase() {
    NEED_NVRTC();
}

void TestLineTable::rowsNameSourceAndPtx() {
    const CompileResult result = build(kSource);
    QVERIFY2(result.succeeded, result.log.c_str());
    const std::vector<FunctionLines> functions = lineTable(*result.cubin);
    QCOMPARE(functions.size(), std::size_t{2});
    QCOMPARE(functions[0].function, std::string("k"));
    QCOMPARE(functions[1].function, std::string("other"));
    std::istringstream ptx(result.ptx);
    const std::ptrdiff_t ptxLines = std::count(result.ptx.begin(), result.ptx.end(), '\n') + 1;
    std::set<int> lines;
    std::uint64_t end = 0;
    for (const LineRow& row : functions[1].rows) {
        QVERIFY(row.begin < row.end);
        QVERIFY(row.begin >= end); // sorted, without overlap
        QVERIFY(row.begin % 16 == 0);
        end = row.end;
        QVERIFY2(row.place.file.ends_with("/lines.cu"), row.place.file.c_str());
        QVERIFY(row.ptxLine > 0 && row.ptxLine <= ptxLines);
        lines.insert(row.place.line);
    }
    const std::set<int> expected = {14, 15, 16};
    QVERIFY(lines == expected);
    QVERIFY(functions[1].at(0));
    QCOMPARE(functions[1].at(0)->place.line, 14);
    QVERIFY(!functions[1].at(1 << 20));
}

void TestLineTable::inlinedCallsAreKnown() {
    const CompileResult result = build(kSource);
    QVERIFY2(result.succeeded, result.log.c_str());
    std::set<std::vector<int>> chains;
    const auto functions = lineTable(*result.cubin);
    for (const LineRow& row : functions[0].rows)
        if (row.place.line == 4) {
            std::vector<int> chain;
            for (const Place& caller : row.calledFrom)
                chain.push_back(caller.line);
            chains.insert(chain);
        }
    // Both calls of loop() in outer(), and outer()'s in the kernel.
    const std::set<std::vector<int>> expected = {{8, 12}, {9, 12}};
    QVERIFY(chains == expected);
}

void TestLineTable::noTables() {
    QVERIFY(lineTable({}).empty());
    CompileRequest request;
    request.source = kSource;
    request.fileName = "lines.cu";
    request.arch = "sm_90";
    request.useCache = false;
    request.lineInfo = false;
    const CompileResult result = compile::compile(request);
    for (const FunctionLines& function : lineTable(*result.cubin))
        for (const LineRow& row : function.rows)
            QCOMPARE(row.place.line, 0);
}

void TestLineTable::spillsByLine() {
    std::ostringstream source;
    source << "extern \"C\" __global__ void __launch_bounds__(256, 8) k(float* p) {\n";
    for (int i = 0; i < 120; ++i)
        source << "float v" << i << " = p[" << i << " * threadIdx.x];\n";
    source << "__syncthreads();\n";
    for (int i = 0; i < 120; ++i)
        source << "p[" << i << " + threadIdx.x] = v" << i << " * v" << (i * 7) % 120 << ";\n";
    source << "}\n";
    const CompileResult result = build(source.str());
    QVERIFY2(result.succeeded, result.log.c_str());
    const std::vector<SpillSite> sites = spillSites(*result.cubin);
    QVERIFY(!sites.empty());
    int previous = sites.front().instructions;
    std::int64_t total = 0;
    for (const SpillSite& site : sites) {
        QCOMPARE(site.kernel, std::string("k"));
        QVERIFY(site.place.line >= 1 && site.place.line <= 243);
        QVERIFY(site.instructions > 0 && site.instructions <= previous);
        previous = site.instructions;
        total += site.instructions;
    }
    // Each moves 4 to 16 bytes.
    const KernelInfo* kernel = result.kernel("k");
    const std::int64_t bytes = *kernel->spillStoreBytes + *kernel->spillLoadBytes;
    QVERIFY(total * 4 <= bytes && total * 16 >= bytes);
    QVERIFY(spillSites(*build(kSource).cubin).empty());
}

void TestLineTable::damagedTables() {
    const std::vector<std::byte> cubin = *build(kSource).cubin;
    for (std::size_t length = 0; length < cubin.size(); length += 41) {
        const std::vector<std::byte> cut(cubin.begin(),
                                         cubin.begin() + static_cast<std::ptrdiff_t>(length));
        lineTable(cut);
        spillSites(cut);
    }
    std::mt19937 random(99);
    for (int round = 0; round < 300; ++round) {
        std::vector<std::byte> damaged = cubin;
        for (unsigned i = 0, count = 1 + random() % 8; i < count; ++i)
            damaged[random() % damaged.size()] = static_cast<std::byte>(random());
        for (const FunctionLines& function : lineTable(damaged))
            for (const LineRow& row : function.rows)
                QVERIFY(row.begin < row.end && row.place.line >= 0);
    }
}

void TestLineTable::missingDisassemblerIsClear() {
    const OwnToolkit toolkit;
    try {
        disassemble({});
        QFAIL("no error");
    } catch (const Error& error) {
        QCOMPARE(error.kind(), ErrorKind::environment);
        QVERIFY(error.text().find("nvdisasm") != std::string::npos);
        QVERIFY(error.remedy().find("--install-compiler") != std::string::npos);
    }
}

/// A script in nvdisasm's place, since NVRTC comes without it: shows how it is called.
void TestLineTable::disassemblerGetsTheCubin() {
#ifdef _WIN32
    QSKIP("the stand-in is a script, which Windows does not start");
#endif
    const OwnToolkit toolkit;
    QVERIFY(toolkit.addProgram(
        "nvdisasm", "#!/bin/sh\nif [ \"$(cat \"$2\")\" = bad ]; then echo broken >&2; exit 3; fi\n"
                    "echo \"$1\"; cat \"$2\"\n"));
    const auto bytes = [](const std::string& text) {
        return std::as_bytes(std::span(text.data(), text.size()));
    };
    const std::string listing = disassemble(bytes("device code"));
    std::string problem;
    try {
        disassemble(bytes("bad"));
    } catch (const Error& error) {
        problem = error.what();
    }
    QCOMPARE(listing, std::string("--print-code\ndevice code"));
    QVERIFY2(problem.find("broken") != std::string::npos, problem.c_str());
}

void TestLineTable::realDisassembler() {
    if (findDisassembler().empty())
        QSKIP("no nvdisasm here: `warpbench-cli doctor --install-compiler` fetches it");
    const CompileResult result = build(kSource);
    const std::string listing = disassemble(*result.cubin);
    for (const char* expected : {".text.k:", ".text.other:", "EXIT"})
        QVERIFY2(listing.find(expected) != std::string::npos, listing.c_str());
}

void TestLineTable::machineCodeOfSeveralVersions_data() {
    QTest::addColumn<QString>("version");
    QVERIFY(golden::versionsOf("ptxas").size() >= 5);
    for (const QString& version : golden::versionsOf("ptxas"))
        QTest::addRow("%s", qPrintable(version)) << version;
}

void TestLineTable::machineCodeOfSeveralVersions() {
    QFETCH(QString, version);
    const std::vector<std::byte> cubin = golden::bytes("ptxas/" + version + "/kernels.cubin");
    const auto facts = readCubin(cubin);
    QVERIFY(facts.has_value());
    QCOMPARE(facts->computeCapability, 80);
    QCOMPARE(facts->kernels.size(), std::size_t{4});
    const CubinKernel* tiled = facts->kernel("tiled");
    QVERIFY(tiled);
    QCOMPARE(tiled->registers.value_or(0), 25);
    QCOMPARE(tiled->barriers.value_or(0), 1); // not reported by old logs
    QCOMPARE(tiled->parameters.size(), std::size_t{2});
    const std::string ptx = golden::text("nvrtc/" + version + "/kernels.ptx");
    const std::ptrdiff_t ptxLines = std::count(ptx.begin(), ptx.end(), '\n') + 1;
    const std::vector<FunctionLines> functions = lineTable(cubin);
    QVERIFY(functions.size() >= 4);
    for (const FunctionLines& function : functions) {
        QVERIFY(!function.rows.empty());
        for (const LineRow& row : function.rows) {
            QVERIFY(row.begin < row.end && row.ptxLine <= ptxLines);
            if (row.place.line > 0)
                QCOMPARE(row.place.file, std::string("/project/kernels.cu"));
        }
    }
    // Lines of the spilling kernel and no others; old machine code does not contain them.
    const std::vector<SpillSite> sites = spillSites(cubin);
    QCOMPARE(sites.empty(), version.startsWith("11.") || version == "12.4");
    for (const SpillSite& site : sites) {
        QCOMPARE(site.kernel, std::string("_Z7spillerILi36EEvPf"));
        QVERIFY(site.place.line >= 38 && site.place.line <= 50);
    }
}

namespace {

/// What nvdisasm says of the instructions of each function: by their offset, the lines of the
/// source (the innermost first) or the line of the PTX.
using Told = std::map<std::string, std::map<std::uint64_t, std::vector<int>>>;

Told readTold(const std::string& listing) {
    Told told;
    std::map<std::uint64_t, std::vector<int>>* function = nullptr;
    std::vector<int> lines;
    bool inNote = false; // a chain of calls is a note of several lines
    std::istringstream text(listing);
    for (std::string line; std::getline(text, line);) {
        const std::size_t note = line.find("//## File ");
        const std::size_t code = line.find("/*");
        if (note != line.npos) {
            if (!inNote)
                lines.clear();
            inNote = true;
            lines.push_back(std::atoi(line.c_str() + line.find("\", line ") + 8));
        } else if (line.starts_with(".text.") && line.ends_with(':')) {
            function = &told[line.substr(6, line.size() - 7)];
            lines.clear();
            inNote = false;
        } else if (function && code != line.npos) {
            (*function)[std::strtoull(line.c_str() + code + 2, nullptr, 16)] = lines;
            inNote = false;
        }
    }
    return told;
}

} // namespace

void TestLineTable::linesAreThoseOfNvdisasm_data() {
    QTest::addColumn<QString>("version");
    QVERIFY(golden::versionsOf("nvdisasm").size() >= 3);
    for (const QString& version : golden::versionsOf("nvdisasm"))
        QTest::addRow("%s", qPrintable(version)) << version;
}

void TestLineTable::linesAreThoseOfNvdisasm() {
    QFETCH(QString, version);
    const QString folder = "nvdisasm/" + version;
    const QString of = QString::fromStdString(golden::text(folder + "/of.txt")).trimmed();
    const auto functions = lineTable(golden::bytes("ptxas/" + of + "/kernels.cubin"));
    for (const bool ptx : {false, true}) {
        const Told told =
            readTold(golden::text(folder + (ptx ? "/ptx-lines.sass" : "/lines.sass")));
        QCOMPARE(told.size(), std::size_t{4});
        for (const auto& [name, instructions] : told) {
            const auto function =
                std::find_if(functions.begin(), functions.end(),
                             [&](const FunctionLines& f) { return f.function == name; });
            QVERIFY(function != functions.end());
            for (const auto& [offset, lines] : instructions) {
                const LineRow* row = function->at(offset);
                std::vector<int> got;
                if (row && ptx && row->ptxLine > 0)
                    got.push_back(row->ptxLine);
                if (row && !ptx && row->place.line > 0) {
                    got.push_back(row->place.line);
                    for (const Place& caller : row->calledFrom)
                        got.push_back(caller.line);
                }
                QVERIFY2(
                    got == lines,
                    qPrintable(
                        QString("%1+%2").arg(QString::fromStdString(name)).arg(offset, 0, 16)));
            }
        }
    }
}

WARPBENCH_TEST(TestLineTable)
} // namespace tst_line_table

#include "tst_line_table.moc"
