// SPDX-License-Identifier: GPL-3.0-or-later
// Which of several headers with the same name is read: nvcc's order, including a user's header with
// the name of a toolkit header. Uses real compiles and their cache.
#include "core/platform/folders.h"
#include "tests/compile/nvrtc_available.h"
#include "tests/main.h"

#include <QTest>

#include <filesystem>
#include <fstream>
#include <memory>

namespace tst_header_order {

using namespace warpbench;
using namespace warpbench::compile;
namespace fs = std::filesystem;

namespace {

void write(const fs::path& file, const std::string& text) {
    fs::create_directories(file.parent_path());
    std::ofstream(file) << text;
}

/// A header that identifies itself by the number that k writes.
std::string answering(int number) {
    return "#define WHO " + std::to_string(number) + "\n";
}

} // namespace

class HeaderOrderTest : public QObject {
    Q_OBJECT

  private slots:
    void initTestCase() {
        m_cache = std::make_unique<platform::TemporaryFolder>();
        qputenv("XDG_CACHE_HOME", QByteArray::fromStdString(m_cache->path().string()));
        if (!compilerInfo().available)
            QSKIP("no NVRTC was found, and these tests compile kernels");
        if (compilerInfo().includeFolder.empty() ||
            !fs::exists(compilerInfo().includeFolder / "cuda_fp16.h"))
            QSKIP("no toolkit headers here");
    }
    void init() {
        m_folder = std::make_unique<platform::TemporaryFolder>();
        m_project = fs::canonical(m_folder->path());
    }

    /// What nvcc does: a quoted name beside the file that asks for it first; then, like a name in
    /// angle brackets, the folders of -I in their order; then the toolkit.
    void theOrderIsNvccs_data() {
        QTest::addColumn<QString>("include");
        QTest::addColumn<bool>("beside");   ///< a header of that name is next to the source
        QTest::addColumn<bool>("inFolder"); ///< and in the first include folder
        QTest::addColumn<bool>("inSecond"); ///< and in the second
        QTest::addColumn<int>("who"); ///< 1: beside, 2: first folder, 3: second, 0: the toolkit's
        const QString quoted = "\"cuda_fp16.h\"";
        const QString angle = "<cuda_fp16.h>";
        QTest::newRow("quoted, beside") << quoted << true << false << false << 1;
        QTest::newRow("quoted, beside before folders") << quoted << true << true << true << 1;
        QTest::newRow("quoted, folder") << quoted << false << true << true << 2;
        QTest::newRow("quoted, second folder") << quoted << false << false << true << 3;
        QTest::newRow("quoted, nowhere of the user's") << quoted << false << false << false << 0;
        QTest::newRow("angle, beside is not looked at") << angle << true << false << false << 0;
        QTest::newRow("angle, folder") << angle << true << true << true << 2;
        QTest::newRow("angle, second folder") << angle << true << false << true << 3;
        QTest::newRow("angle, nowhere of the user's") << angle << false << false << false << 0;
    }
    void theOrderIsNvccs() {
        QFETCH(QString, include);
        QFETCH(bool, beside);
        QFETCH(bool, inFolder);
        QFETCH(bool, inSecond);
        QFETCH(int, who);
        if (beside)
            write(m_project / "cuda_fp16.h", answering(1));
        if (inFolder)
            write(m_project / "inc/cuda_fp16.h", answering(2));
        if (inSecond)
            write(m_project / "second/cuda_fp16.h", answering(3));
        // As it is, with host code that is set aside, in a header of the user's, and as a text that
        // is not saved.
        const std::string line = "#include " + include.toStdString() + "\n";
        for (const bool host : {false, true}) {
            const std::string main =
                host ? "#include <cstdio>\nint main() { printf(\"x\"); }\n" : "";
            QCOMPARE(answerOf(line + main), who);
            write(m_project / "between.h", line);
            QCOMPARE(answerOf("#include \"between.h\"\n" + main), who);
            CompileRequest typed = request("#include \"between.h\"\n" + main);
            write(m_project / "between.h", "// as it was saved\n");
            typed.unsaved[(m_project / "between.h").string()] = line;
            QCOMPARE(answerOf(typed), who);
        }
    }

    /// A user's header with the name of a host standard header takes precedence over our stand-in
    /// for missing ones.
    void namesOfTheHostsHeadersMayBeTaken_data() {
        QTest::addColumn<QString>("name");
        for (const char* name : {"time.h", "math.h", "stdio.h", "memory", "stdint.h"})
            QTest::newRow(name) << name;
    }
    void namesOfTheHostsHeadersMayBeTaken() {
        QFETCH(QString, name);
        const std::string header = name.toStdString();
        write(m_project / header, answering(1));
        write(m_project / "between.h", "#include \"" + header + "\"\n");
        for (const std::string main : {"", "#include <cstdlib>\nint main() { exit(1); }\n"}) {
            QCOMPARE(answerOf("#include \"" + header + "\"\n" + main), 1);
            QCOMPARE(answerOf("#include \"between.h\"\n" + main), 1);
        }
    }

    /// A header of the toolkit's that includes another gets the user's where a folder of the user's
    /// has one of that name, as with nvcc; and a change of it is noticed, though nobody but the
    /// toolkit names it.
    void theToolkitsHeadersFindTheUsersToo() {
        const fs::path inner = m_project / "inc/cuda/std/version"; // which CCCL's headers ask for
        const std::string source = "#include <cuda/std/cstdint>\n"
                                   "__device__ cuda::std::uint32_t word;\n";
        QCOMPARE(answerOf(source), 0);
        for (const int who : {5, 6}) {
            write(inner, answering(who) + "#include_next <cuda/std/version>\n");
            QCOMPARE(answerOf(source), who);
        }
        const CompileResult result = compile::compile(request(source));
        QVERIFY(!result.cached);
        QVERIFY2(result.missReason.find("a header of the project has the name") == 0,
                 result.missReason.c_str());
        fs::remove(inner);
        QCOMPARE(answerOf(source), 0);
    }

    /// A new, changed or deleted header invalidates earlier compiles.
    void aHeaderThatComesOrGoesIsNoticed() {
        const std::string source = "#include \"cuda_fp16.h\"\n";
        QCOMPARE(answerOf(source), 0);
        write(m_project / "inc/cuda_fp16.h", answering(2));
        QCOMPARE(answerOf(source), 2);
        write(m_project / "cuda_fp16.h", answering(1));
        QCOMPARE(answerOf(source), 1);
        write(m_project / "cuda_fp16.h", answering(4));
        QCOMPARE(answerOf(source), 4);
        fs::remove(m_project / "cuda_fp16.h");
        QCOMPARE(answerOf(source), 2);
        fs::remove(m_project / "inc/cuda_fp16.h");
        QCOMPARE(answerOf(source), 0);
    }

  private:
    CompileRequest request(const std::string& head) const {
        CompileRequest request;
        request.fileName = (m_project / "k.cu").string();
        request.source = head + "#ifndef WHO\n#define WHO 0\n#endif\n"
                                "extern \"C\" __global__ void k(int* out) { *out = WHO + 7700; }\n";
        request.arch = "compute_90";
        request.includeDirs = {m_project / "inc", m_project / "second"};
        return request;
    }
    int answerOf(const std::string& head) const { return answerOf(request(head)); }
    /// The number that the kernel would write; -1: it does not compile.
    static int answerOf(const CompileRequest& request) {
        const CompileResult result = compile::compile(request);
        if (!result.succeeded) {
            qWarning("%s", result.log.c_str());
            return -1;
        }
        for (int who = 0; who < 10; ++who)
            if (result.ptx.find(std::to_string(7700 + who) + ";") != std::string::npos)
                return who;
        return -2;
    }

    std::unique_ptr<platform::TemporaryFolder> m_cache;
    std::unique_ptr<platform::TemporaryFolder> m_folder;
    fs::path m_project;
};

WARPBENCH_TEST(HeaderOrderTest)
} // namespace tst_header_order

#include "tst_header_order.moc"
