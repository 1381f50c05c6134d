// SPDX-License-Identifier: GPL-3.0-or-later
// The launch panel's text about the numbers of threads and elements, and its absence in common
// cases.
#include "core/project/project_file.h"
#include "core/sources/source_scan.h"
#include "tests/main.h"
#include "tests/source_path.h"
#include "ui/documents/evaluation.h"
#include "ui/setup/thread_words.h"
#include "ui/words/text.h"

#include <QDirIterator>
#include <QTest>

namespace tst_thread_words {

using namespace warpbench;
using namespace warpbench::ui;

namespace {

project::Argument argumentOf(const std::string& buffer, project::Access access) {
    project::Argument argument;
    argument.value = project::BufferArg{buffer, access, std::nullopt};
    return argument;
}

project::Buffer bufferOf(const std::string& name, const std::string& elements) {
    project::Buffer buffer;
    buffer.name = name;
    buffer.shape = {{elements, {}}};
    return buffer;
}

/// A launch that reads `in` and writes `out`.
project::Project projectOf(const std::string& in, const std::string& out, const std::string& grid,
                           const std::string& block) {
    project::Project project;
    project.buffers = {bufferOf("in", in), bufferOf("out", out)};
    project::Launch launch;
    launch.kernel = "k";
    launch.grid = {{grid, {}}};
    launch.block = {{block, {}}};
    launch.args = {argumentOf("in", project::Access::in), argumentOf("out", project::Access::out)};
    project.launches = {launch};
    return project;
}

QString said(const project::Project& project, const std::string& source, std::size_t launch = 0) {
    const auto& one = project.launches.at(launch);
    const std::string plain = one.kernel.substr(0, one.kernel.find('<'));
    for (const compile::ScannedKernel& kernel : compile::scanSource(source))
        if (kernel.info.name == plain)
            return threadsAgainstElements(project, one, Evaluation(project), &kernel.info,
                                          kernel.hasLoop);
    return threadsAgainstElements(project, one, Evaluation(project), nullptr, true);
}

const char* const kOne = "__global__ void k(const float *in, float *out) { out[0] = in[0]; }";
const char* const kLoop = "__global__ void k(const float *in, float *out) {\n"
                          "  for (int i = threadIdx.x; i < 9; i += blockDim.x) out[i] = in[i]; }";

} // namespace

class TstThreadWords : public QObject {
    Q_OBJECT

  private slots:
    void fourTimesTheThreadsAreSaid() {
        const QString text = said(projectOf("65536", "65536", "4096", "64"), kOne);
        QCOMPARE(text, QStringLiteral("More threads than the 65\u00A0536 elements of in, its "
                                      "largest buffer: for one element each, 1\u00A0024 of these "
                                      "blocks are enough."));
    }

    /// The loop may be in a function that the kernel calls.
    void aLoopInAHelperIsOne() {
        const char* const helper =
            "template <class T> __device__ void all(T *out) { for (int i = 0; i < 9; ++i) out[i] = "
            "0; }\n"
            "__device__ void more(float *out) { all<float>(out); more(out); }\n"
            "__global__ void k(const float *in, float *out) { more(out); }";
        QCOMPARE(said(projectOf("65536", "65536", "64", "256"), helper), QString());
    }

    void whatNoThreadReachesIsSaid() {
        const QString text = said(projectOf("65536", "65536", "64", "256"), kOne);
        QVERIFY2(text.startsWith(QStringLiteral("Fewer threads than the 65\u00A0536 elements of "
                                                "out, and the kernel does not loop")),
                 qPrintable(text));
        QVERIFY2(text.contains(QStringLiteral(" 256 of these blocks")), qPrintable(text));
    }

    void whatIsUsualIsNot_data() {
        QTest::addColumn<QByteArray>("in");
        QTest::addColumn<QByteArray>("out");
        QTest::addColumn<QByteArray>("grid");
        QTest::addColumn<QByteArray>("block");
        QTest::addColumn<QByteArray>("source");
        QTest::newRow("as many") << QByteArray("65536") << QByteArray("65536") << QByteArray("256")
                                 << QByteArray("256") << QByteArray(kOne);
        QTest::newRow("rounded up") << QByteArray("1000") << QByteArray("1000") << QByteArray("4")
                                    << QByteArray("256") << QByteArray(kOne);
        QTest::newRow("one block over few elements")
            << QByteArray("300") << QByteArray("300") << QByteArray("1") << QByteArray("1024")
            << QByteArray(kOne);
        QTest::newRow("sums of each block")
            << QByteArray("65536") << QByteArray("256") << QByteArray("256") << QByteArray("256")
            << QByteArray(kOne);
        QTest::newRow("a counter") << QByteArray("1") << QByteArray("1") << QByteArray("1024")
                                   << QByteArray("256") << QByteArray(kOne);
        QTest::newRow("a loop over the grid")
            << QByteArray("65536") << QByteArray("65536") << QByteArray("8") << QByteArray("256")
            << QByteArray(kLoop);
        QTest::newRow("a kernel that nobody knows")
            << QByteArray("65536") << QByteArray("65536") << QByteArray("8") << QByteArray("256")
            << QByteArray();
        QTest::newRow("four floats for each thread")
            << QByteArray("4096") << QByteArray("4096") << QByteArray("4") << QByteArray("256")
            << QByteArray("__global__ void k(const float4 *in, float4 *out) { *out = *in; }");
        QTest::newRow("structs") << QByteArray("65536") << QByteArray("65536") << QByteArray("4")
                                 << QByteArray("256")
                                 << QByteArray("__global__ void k(const P *in, P *out) {}");
        QTest::newRow("sizes that are wrong still")
            << QByteArray("65536") << QByteArray("many") << QByteArray("4") << QByteArray("256")
            << QByteArray(kOne);
    }
    void whatIsUsualIsNot() {
        QFETCH(QByteArray, in);
        QFETCH(QByteArray, out);
        QFETCH(QByteArray, grid);
        QFETCH(QByteArray, block);
        QFETCH(QByteArray, source);
        QCOMPARE(said(projectOf(in.toStdString(), out.toStdString(), grid.toStdString(),
                                block.toStdString()),
                      source.toStdString()),
                 QString());
    }

    /// Lessons launch as they should.
    void noLessonIsSpokenOf() {
        int launches = 0;
        QDirIterator files(QString::fromStdString(test::sourcePath("examples")),
                           {QStringLiteral("*.warpbench")}, QDir::Files,
                           QDirIterator::Subdirectories);
        while (files.hasNext()) {
            const std::string path = ss(files.next());
            const project::Project project = project::readProject(path).project;
            const std::string source = project::sourceText(project);
            for (std::size_t i = 0; i < project.launches.size(); ++i, ++launches) {
                if (project.launches[i].step)
                    continue;
                const QString text = said(project, source, i);
                QVERIFY2(text.isEmpty(), qPrintable(qs(path) + QLatin1String(": ") + text));
            }
        }
        QVERIFY(launches > 20);
    }
};

WARPBENCH_TEST(TstThreadWords)
} // namespace tst_thread_words

#include "tst_thread_words.moc"
