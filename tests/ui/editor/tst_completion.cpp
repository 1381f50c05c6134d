// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/main.h"
#include "tests/ui/ui_test.h"
#include "ui/cpp/cuda_names.h"
#include "ui/cpp/source_outline.h"
#include "ui/editor/code_editor.h"
#include "ui/editor/completer.h"
#include "ui/editor/name_tips.h"
#include "ui/theme/theme.h"

#include <QApplication>
#include <QHelpEvent>
#include <QLabel>
#include <QListWidget>
#include <QTest>
#include <QToolTip>

#include <cstring>
#include <memory>

namespace tst_completion {

using namespace warpbench;
using namespace warpbench::ui;

namespace {

const char* const kSource = R"~(#include "helpers.cuh"
#include <cooperative_groups.h>
namespace cg = cooperative_groups;
#define TILE 32
#define SQUARE(x) \
    ((x) * (x))
/* struct NotHere { int a; }; */
// void norHere();
struct Particle {
    float4 position;
    float mass = 1.0f, charge;
    __device__ float energy(float speed) const { return 0.5f * mass * speed * speed; }
};
typedef struct { int first; int second; } Pair;
using Vec = float4;
enum class Mode { fast, exact };
__constant__ float table[64] = {1, 2, 3};
template <typename T>
__device__ T twice(T value) { return value + value; }
__device__ Particle makeParticle(const char* text = "{;}");
__global__ void __launch_bounds__(256, 2)
move(Particle* __restrict__ particles, const int n, Pair pair) {
    auto block = cg::this_thread_block();
    auto tile = cg::tiled_partition<32>(block);
    Vec a, b;
    float3 corner[8];
    dim3 *size = nullptr;
    const char* raw = R"x(} struct Fake {)x";
    
}
__device__ Particle makeParticle(const char* text) { return {}; }
)~";

QStringList namesOf(const std::vector<const Symbol*>& symbols) {
    QStringList names;
    for (const Symbol* symbol : symbols) {
        names << symbol->name;
    }
    return names;
}

} // namespace

class TstCompletion : public QObject {
    Q_OBJECT

  private slots:
    void initTestCase() {
        QVERIFY2(fontsAvailable(), "no font is installed: install fonts-dejavu-core");
        Theme::instance().apply(false);
    }

    /// Uses a binary search, so the order matters, and each row has a description.
    void theTableIsInOrderAndComplete() {
        const auto& all = cuda_names::all();
        QVERIFY(all.size() > 800);
        for (std::size_t i = 0; i < all.size(); ++i) {
            const cuda_names::Name& name = all[i];
            QVERIFY2(*name.name && *name.meaning, name.name);
            QVERIFY2(i == 0 || std::strcmp(all[i - 1].name, name.name) <= 0, name.name);
            if (name.kind == cuda_names::Kind::function_) {
                QVERIFY2(!cuda_names::signaturesOf(name).isEmpty(), name.name);
                for (const QString& line : cuda_names::signaturesOf(name)) {
                    QVERIFY2(cuda_names::wordIn(line, QString::fromUtf8(name.name)) > 0, name.name);
                    QVERIFY2(line.count(u'(') == line.count(u')'), qPrintable(line));
                }
            }
            const QString text = QString::fromUtf8(name.meaning);
            QVERIFY2(!text.contains(u'{') && text.endsWith(u'.'), qPrintable(text));
        }
        for (const char* name : {"__syncthreads", "atomicAdd", "__shfl_down_sync", "threadIdx",
                                 "float4", "__shared__", "__hfma2", "sqrtf", "__float2int_rz",
                                 "make_float4", "__pipeline_commit", "tex2D", "dim3"}) {
            QVERIFY2(cuda_names::find(QLatin1String(name)), name);
        }
        QVERIFY(!cuda_names::find(QStringLiteral("thread_rank"))); // a member
        QCOMPARE(cuda_names::find(QStringLiteral("__reduce_add_sync"))->leastCapability, 80);
        QCOMPARE(cuda_names::find(QStringLiteral("__cluster_barrier_wait"))->leastCapability, 90);
        QVERIFY(cuda_names::signaturesOf(*cuda_names::find(QStringLiteral("atomicAdd")))
                    .join(u' ')
                    .contains(QStringLiteral("float4 from 9.0")));
    }

    void theOutlineKnowsWhatTheFileDeclares() {
        const SourceOutline outline(QString::fromUtf8(kSource));
        QCOMPARE(outline.includes(), QStringList({"helpers.cuh", "cooperative_groups.h"}));
        const auto lineOf = [&outline](const char* name) {
            const Symbol* symbol = outline.find(QLatin1String(name));
            return symbol ? symbol->line : 0;
        };
        QCOMPARE(lineOf("TILE"), 4);
        QCOMPARE(lineOf("SQUARE"), 5);
        QCOMPARE(lineOf("Particle"), 9);
        QCOMPARE(lineOf("Pair"), 14);
        QCOMPARE(lineOf("Vec"), 15);
        QCOMPARE(lineOf("exact"), 16);
        QCOMPARE(lineOf("table"), 17);
        QCOMPARE(lineOf("twice"), 19);
        QCOMPARE(lineOf("move"), 22);
        QCOMPARE(lineOf("makeParticle"), 31); // defined there, declared above
        for (const char* none : {"NotHere", "norHere", "Fake", "mass", "block", "x"}) {
            QVERIFY2(!outline.find(QLatin1String(none)), none);
        }
        QCOMPARE(namesOf(outline.membersOf(QStringLiteral("Particle"))),
                 QStringList({"position", "mass", "charge", "energy"}));
        QCOMPARE(namesOf(outline.membersOf(QStringLiteral("Pair"))),
                 QStringList({"first", "second"}));
        QCOMPARE(outline.find(QStringLiteral("move"))->kind, Symbol::Kind::kernel);
        QVERIFY(outline.find(QStringLiteral("move"))
                    ->signature.endsWith(
                        "move(Particle* __restrict__ particles, const int n, Pair pair)"));
        QCOMPARE(outline.find(QStringLiteral("twice"))->signature,
                 QStringLiteral("__device__ T twice(T value)"));
    }

    void namesOfHeadersAreProposed() {
        CodeEditor editor;
        editor.setText(QStringLiteral("__device__ int own;\nvoid k() { heaviest(p, 2).mass; }\n"));
        Completer& completer = editor.completer();
        QVERIFY(completer.proposalsFor(QStringLiteral("TILEWI")).isEmpty());
        const SourceOutline header(
            QStringLiteral("#define TILEWIDTH 32\nstruct Body { float mass; };\n"
                           "__device__ Body heaviest(const Body* all, int n);\nint own();\n"));
        completer.setHeaders({{QStringLiteral("bodies.cuh"), header}});
        QCOMPARE(completer.proposalsFor(QStringLiteral("heav")),
                 QStringList{QStringLiteral("heaviest(const Body* all, int n)")});
        QCOMPARE(completer.proposalsFor(QStringLiteral("TILEWI")).size(), qsizetype(1));
        QCOMPARE(completer.membersOf(QStringLiteral("Body")),
                 QStringList{QStringLiteral("mass  float")});
        const QString text = editor.text();
        QCOMPARE(typeOfExpression(text, text.indexOf(QLatin1String(".mass")), completer.outline()),
                 QStringLiteral("Body"));
        QVERIFY(completer.tipAt(text.indexOf(QLatin1String("heaviest")))
                    .contains(QStringLiteral("bodies.cuh, line 3")));
        // Declarations in the text itself come first.
        QVERIFY(!completer.tipAt(text.indexOf(QLatin1String("own")))
                     .contains(QStringLiteral("bodies.cuh")));
        completer.setHeaders({});
        QVERIFY(completer.proposalsFor(QStringLiteral("TILEWI")).isEmpty());
    }

    /// Any start of a text may occur during typing.
    void anUnfinishedTextIsTaken() {
        const QString text = QString::fromUtf8(kSource);
        for (qsizetype size = 0; size <= text.size(); ++size) {
            const SourceOutline outline(text.left(size));
            for (const Symbol& symbol : outline.symbols()) {
                QCOMPARE(text.mid(symbol.at, symbol.name.size()), symbol.name);
            }
            typeOfExpression(text, size, outline);
        }
        SourceOutline(QStringLiteral("}}}}{{{((("));
        SourceOutline(QStringLiteral("template < struct { ) ; using ; typedef ; ~ ( ) {"));
        SourceOutline(QStringLiteral("#define"));
    }

    void expressionsHaveTypes_data() {
        QTest::addColumn<QString>("expression");
        QTest::addColumn<QString>("type");
        QTest::newRow("a variable of CUDA") << "threadIdx"
                                            << "uint3";
        QTest::newRow("dimensions") << "int i = blockDim"
                                    << "dim3";
        QTest::newRow("a parameter that is a pointer") << "particles"
                                                       << "Particle";
        QTest::newRow("its element") << "particles[i + f(2)]"
                                     << "Particle";
        QTest::newRow("a member") << "particles[i].position"
                                  << "float4";
        QTest::newRow("through a pointer") << "particles->position"
                                           << "float4";
        QTest::newRow("in brackets") << "(*particles)"
                                     << "Particle";
        QTest::newRow("the second of a list, by another name") << "b"
                                                               << "float4";
        QTest::newRow("an array") << "corner[3]"
                                  << "float3";
        QTest::newRow("a pointer") << "size"
                                   << "dim3";
        QTest::newRow("a typedef") << "pair"
                                   << "Pair";
        QTest::newRow("what a function gives") << "makeParticle()"
                                               << "Particle";
        QTest::newRow("what a maker gives") << "make_float4(1, 2, 3, 4)"
                                            << "float4";
        QTest::newRow("auto") << "block"
                              << "thread_block";
        QTest::newRow("auto of a template") << "tile"
                                            << "thread_block_tile";
        QTest::newRow("a member function") << "block.thread_index()"
                                           << "dim3";
        QTest::newRow("a number") << "n"
                                  << "int";
        QTest::newRow("nothing known") << "unheard"
                                       << "";
        QTest::newRow("a call of the unknown") << "unheard(1)[2]"
                                               << "";
    }
    void expressionsHaveTypes() {
        QFETCH(QString, expression);
        QFETCH(QString, type);
        QString text = QString::fromUtf8(kSource);
        const qsizetype at = text.indexOf(QStringLiteral("\n    \n}"));
        QVERIFY(at > 0);
        text.insert(at + 5, expression);
        QCOMPARE(typeOfExpression(text, at + 5 + expression.size(), SourceOutline(text)), type);
    }

    void aFunctionIsListedWithItsParametersAndInsertedByName() {
        const auto editor = shown();
        QTest::keyClicks(editor.get(), QStringLiteral("__shfl_"));
        QTRY_VERIFY(editor->isListActive());
        const QListWidget* list = listOf(*editor);
        QVERIFY(list);
        QVERIFY2(list->currentItem()->text().startsWith("__shfl_down_sync(unsigned mask, T var"),
                 qPrintable(list->currentItem()->text()));
        const QLabel* tip = editor->findChild<QLabel*>(QStringLiteral("completionTip"));
        QTRY_VERIFY(tip->isVisible());
        QVERIFY(tip->text().contains(QStringLiteral("delta higher")));
        QTest::keyClick(editor.get(), Qt::Key_Return);
        QCOMPARE(editor->text(), QStringLiteral("__shfl_down_sync"));
        QTRY_VERIFY(!tip->isVisible());
        QTest::keyClicks(editor.get(), QStringLiteral("("));
        QVERIFY(editor->isCallTipActive());
    }

    void whatTheDeviceLacksIsMarked() {
        const auto editor = shown();
        const auto row = [&editor] {
            const QStringList rows =
                editor->completer().proposalsFor(QStringLiteral("__reduce_ad"));
            return rows.value(0);
        };
        QCOMPARE(row(), QStringLiteral("__reduce_add_sync(unsigned mask, T value)"));
        editor->setComputeCapability(75);
        QCOMPARE(row(), QStringLiteral("__reduce_add_sync — needs compute capability 8.0"));
        editor->setComputeCapability(80);
        QCOMPARE(row(), QStringLiteral("__reduce_add_sync(unsigned mask, T value)"));
        editor->setComputeCapability(75);
        QTest::keyClicks(editor.get(), QStringLiteral("__reduce_add"));
        QTRY_VERIFY(editor->isListActive());
        const QLabel* tip = editor->findChild<QLabel*>(QStringLiteral("completionTip"));
        QTRY_VERIFY(tip->isVisible());
        QVERIFY(tip->text().contains(
            QStringLiteral("Needs compute capability 8.0; the chosen device has 7.5.")));
        QTest::keyClick(editor.get(), Qt::Key_Tab); // as Return
        QCOMPARE(editor->text(), QStringLiteral("__reduce_add_sync"));
    }

    void membersAreListedAfterAPoint() {
        const auto editor = shown();
        editor->replaceText(QStringLiteral(
            "struct Body { float4 at; float mass; };\n__global__ void k(Body* bodies) {\n\n}\n"));
        editor->setCursorPosition(2, 0);
        QTest::keyClicks(editor.get(), QStringLiteral("bodies->"));
        QVERIFY(editor->isListActive());
        QTest::keyClicks(editor.get(), QStringLiteral("m"));
        QTest::keyClick(editor.get(), Qt::Key_Return);
        QCOMPARE(editor->text(2), QStringLiteral("bodies->mass\n"));
        QTest::keyClicks(editor.get(), QStringLiteral(" = bodies[0].at."));
        QVERIFY(editor->isListActive());
        QStringList rows;
        const QListWidget* list = listOf(*editor);
        for (int i = 0; i < list->count(); ++i) {
            rows << list->item(i)->text().section(u' ', 0, 0);
        }
        QCOMPARE(rows, QStringList({"w", "x", "y", "z"}));
        QTest::keyClick(editor.get(), Qt::Key_Escape);
        // Only objects have members, and the point of a number does not count.
        QTest::keyClicks(editor.get(), QStringLiteral("x; float f = 1."));
        QVERIFY(!editor->isListActive());
    }

    void theMouseOverANameTellsOfIt() {
        const auto editor = shown();
        const QString text = QStringLiteral("__device__ float half_of(float x) { return x / 2; }\n"
                                            "__global__ void k(float* a) {\n"
                                            "    // atomicAdd\n"
                                            "    atomicAdd(a, half_of(a[threadIdx.x]));\n}\n");
        editor->replaceText(text);
        const auto tipOver = [&](const char* word) {
            return editor->completer().tipAt(text.lastIndexOf(QLatin1String(word)));
        };
        QVERIFY(tipOver("atomicAdd").contains(QStringLiteral("gives the old value")));
        QVERIFY(tipOver("half_of").contains(QStringLiteral("line 1")));
        QVERIFY(tipOver("threadIdx").contains(QStringLiteral("uint3")));
        QVERIFY(tipOver(".x").isEmpty());
        QVERIFY(tipOver("x])").contains(QStringLiteral("unsigned x")));
        // By the mouse itself, and not over a comment.
        const auto hover = [&](int line, int column) {
            const auto position =
                static_cast<unsigned long>(editor->positionFromLineIndex(line, column));
            const QPoint at(int(editor->SendScintilla(QsciScintilla::SCI_POINTXFROMPOSITION, 0UL,
                                                      long(position))),
                            int(editor->SendScintilla(QsciScintilla::SCI_POINTYFROMPOSITION, 0UL,
                                                      long(position))) +
                                4);
            QHelpEvent help(QEvent::ToolTip, at + QPoint(2, 0),
                            editor->viewport()->mapToGlobal(at + QPoint(2, 0)));
            QApplication::sendEvent(editor->viewport(), &help);
        };
        hover(3, 6);
        QVERIFY(QToolTip::text().contains(QStringLiteral("undivided")));
        QToolTip::hideText();
        hover(2, 9);
        QTRY_VERIFY(!QToolTip::isVisible());
    }

  private:
    static const QListWidget* listOf(const CodeEditor& editor) {
        for (const QListWidget* list : editor.findChildren<QListWidget*>()) {
            if (list->isVisible() && list->count() > 0) { // an old one is deleted later
                return list;
            }
        }
        return nullptr;
    }
    static std::unique_ptr<CodeEditor> shown() {
        auto editor = std::make_unique<CodeEditor>();
        editor->resize(600, 300);
        editor->show();
        [&] { QVERIFY(QTest::qWaitForWindowExposed(editor.get())); }();
        editor->setFocus();
        return editor;
    }
};

WARPBENCH_WIDGET_TEST(TstCompletion)
} // namespace tst_completion

#include "tst_completion.moc"
