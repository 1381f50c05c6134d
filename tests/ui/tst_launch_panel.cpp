// SPDX-License-Identifier: GPL-3.0-or-later
// The launch panel as a user drives it: every kind of argument, and the launch's own options, by
// the keyboard; what is typed is never lost, and every step can be undone.
#include "tests/ui/ui_test.h"
#include "ui/models/project_document.h"
#include "ui/models/text.h"
#include "ui/panels/argument_row.h"
#include "ui/panels/bytes_editor.h"
#include "ui/panels/extent_editor.h"
#include "ui/panels/launch_panel.h"
#include "ui/panels/texture_editor.h"

#include <QAbstractSpinBox>
#include <QApplication>
#include <QCheckBox>
#include <QComboBox>
#include <QLabel>
#include <QLineEdit>
#include <QMenu>
#include <QPlainTextEdit>
#include <QPushButton>
#include <QSignalSpy>
#include <QTest>
#include <QToolButton>
#include <QWheelEvent>

using namespace warpbench;
using namespace warpbench::ui;

namespace {

const char* const kSource = R"(
struct Camera { float zoom; int steps; float* out; };
extern "C" __global__ void draw(float* out, const float* in, int n, Camera camera,
                                cudaTextureObject_t photo, cudaSurfaceObject_t canvas) {}
extern "C" __global__ void clear(float* out, int n) {}
)";

/// What a compile of kSource tells and a scan cannot.
std::vector<compile::KernelInfo> compiledKernels() {
    auto kernels = compile::scanKernels(kSource);
    for (auto& kernel : kernels) {
        kernel.lowered = kernel.name;
    }
    compile::Parameter& camera = kernels[0].parameters[3];
    camera.size = 16;
    compile::Parameter zoom;
    zoom.name = "zoom";
    zoom.type = "float";
    zoom.size = 4;
    compile::Parameter steps = zoom;
    steps.name = "steps";
    steps.type = "int";
    compile::Parameter out;
    out.name = "out";
    out.type = "float *";
    out.pointer = true;
    camera.members = {zoom, steps, out};
    return kernels;
}

} // namespace

class TstLaunchPanel : public QObject {
    Q_OBJECT

  private slots:
    void initTestCase() {
        prepareUiTest(m_home);
        QVERIFY2(fontsAvailable(), "no font is installed: install fonts-dejavu-core");
    }

    void init() {
        m_document = std::make_unique<ProjectDocument>();
        m_document->create({}, QString::fromLatin1(kSource));
        m_panel = std::make_unique<LaunchPanel>(*m_document);
        m_panel->resize(340, 900);
        m_panel->setKernels(compile::scanKernels(kSource));
        m_panel->show();
        m_panel->activateWindow();
        QVERIFY(QTest::qWaitForWindowActive(m_panel.get()));
        QTest::mouseClick(m_panel->findChild<QWidget*>(QStringLiteral("addLaunch")),
                          Qt::LeftButton);
        QCOMPARE(m_document->project().launches.size(), std::size_t(1));
        QTRY_VERIFY(row(5) && row(5)->isVisible());
    }

    void cleanup() {
        m_panel.reset();
        m_document.reset();
    }

    void rowsComeFromTheSignature() {
        const auto& args = launch().args;
        QCOMPARE(args.size(), std::size_t(6));
        QCOMPARE(kindOf(args[0]), ArgumentKind::pointer);
        QCOMPARE(kindOf(args[2]), ArgumentKind::scalar);
        QCOMPARE(kindOf(args[3]), ArgumentKind::structure);
        QCOMPARE(kindOf(args[4]), ArgumentKind::texture);
        QCOMPARE(kindOf(args[5]), ArgumentKind::surface);
        // A buffer was made for each pointer, and both are arguments.
        QCOMPARE(m_document->project().buffers.size(), std::size_t(2));
        QCOMPARE(buffer(0).buffer, std::string("out"));
        QCOMPARE(buffer(1).access, project::Access::in);
        for (int i = 0; i < 6; ++i) {
            QVERIFY(row(i)->isVisible());
        }
    }

    /// A step shows its line, what is wrong with it, and its kernel, which becomes source on
    /// demand.
    void aStepIsALine() {
        auto* menu = m_panel->findChild<QMenu*>(QStringLiteral("addStep"));
        menu->actions().at(2)->trigger(); // a reduction
        QCOMPARE(m_document->project().launches.size(), std::size_t(2));
        QCOMPARE(m_panel->currentLaunch(), 1);
        QVERIFY(!row(0)->isVisible());
        auto* problem = m_panel->findChild<QLabel*>(QStringLiteral("stepProblem"));
        QVERIFY2(problem->isVisible() && problem->text().contains(QStringLiteral("as in z =")),
                 qPrintable(problem->text()));
        m_document->edit(QStringLiteral("Shapes"), [](project::Project& p) {
            p.buffers[0].shape = {{"1", {}}};
            p.buffers[1].shape = {{"100", {}}};
        });
        type(QStringLiteral("stepLine"), QStringLiteral("out = in * in"));
        const auto step = [&] { return *m_document->project().launches[1].step; };
        QCOMPARE(step().text.text, std::string("out = in * in"));
        QVERIFY2(!problem->isVisible(), qPrintable(problem->text()));
        auto* code = m_panel->findChild<QPlainTextEdit*>(QStringLiteral("stepCode"));
        QVERIFY(code->toPlainText().contains(
            QStringLiteral("__global__ void __launch_bounds__(256) reduce_")));
        auto* with = m_panel->findChild<QComboBox*>(QStringLiteral("stepWith"));
        with->setEditText(QStringLiteral("left * right"));
        QCOMPARE(step().with.text, std::string("left * right"));
        QVERIFY(problem->text().contains(QStringLiteral("neutral")));
        type(QStringLiteral("stepNeutral"), QStringLiteral("1"));
        QVERIFY(!problem->isVisible());
        type(QStringLiteral("stepBlock"), QStringLiteral("128"));
        QCOMPARE(m_document->project().launches[1].block[0].text, std::string("128"));
        QSignalSpy appended(m_panel.get(), &LaunchPanel::sourceAppended);
        m_panel->findChild<QPushButton*>(QStringLiteral("turnIntoSource"))->click();
        QCOMPARE(appended.size(), 1);
        const auto& launch = m_document->project().launches[1];
        QVERIFY(!launch.step);
        QVERIFY(appended[0][0].toString().contains(qs(launch.kernel)));
        QTRY_VERIFY(row(0) && row(0)->isVisible());
        m_document->undoStack()->undo();
        QCOMPARE(step().with.text, std::string("left * right"));
    }

    void noExpressionOfAGridIsCut() {
        auto* grid = m_panel->findChild<ExtentEditor*>();
        QCOMPARE(grid->rows(), ExtentEditor::Rows::one);
        const QStringList typed{QStringLiteral("ceil_div(width, BLOCK_WIDTH)"),
                                QStringLiteral("ceil_div(height, BLOCK_HEIGHT)")};
        static const char* const kNames[] = {"gridx", "gridy"};
        for (int axis = 0; axis < 2; ++axis) {
            auto* edit =
                m_panel->findChild<QWidget*>(QLatin1String(kNames[axis]))->findChild<QLineEdit*>();
            edit->setFocus();
            edit->selectAll();
            QTest::keyClicks(edit, typed[axis]);
            QVERIFY(edit->hasFocus()); // although it has moved
        }
        QTRY_COMPARE(grid->rows(), ExtentEditor::Rows::three);
        for (auto* edit : grid->findChildren<QLineEdit*>()) {
            QTRY_VERIFY(edit->width() > edit->fontMetrics().horizontalAdvance(edit->text()) + 12);
        }
        QCOMPARE(qs(launch().grid[1].text), typed[1]);
        // With room for all they stand beside each other again.
        m_panel->setFocus();
        m_panel->resize(900, 900);
        QTRY_COMPARE(grid->rows(), ExtentEditor::Rows::one);
        for (auto* edit : grid->findChildren<QLineEdit*>()) {
            QTRY_VERIFY(edit->width() > edit->fontMetrics().horizontalAdvance(edit->text()) + 12);
        }
    }

    void aBufferIsChosenByTheKeyboard() {
        auto* combo = named<QComboBox>(0, QStringLiteral("Buffer for out"));
        choose(combo, QStringLiteral("in"));
        QCOMPARE(buffer(0).buffer, std::string("in"));
        choose(combo, QStringLiteral("null pointer"));
        QVERIFY(std::holds_alternative<project::NullArg>(launch().args[0].value));
        undo();
        QCOMPARE(buffer(0).buffer, std::string("in"));
        undo();
        QCOMPARE(buffer(0).buffer, std::string("out"));
        QCOMPARE(combo->currentText(), QStringLiteral("out"));
        choose(named<QComboBox>(0, QStringLiteral("Access of out")), QStringLiteral("resident"));
        QCOMPARE(buffer(0).access, project::Access::resident);
    }

    void aBufferIsMadeFromItsRow() {
        auto* add = row(1)->findChild<QToolButton*>(QStringLiteral("newBuffer"));
        add->setFocus();
        QTest::keyClick(add, Qt::Key_Space);
        QCOMPARE(m_document->project().buffers.size(), std::size_t(3));
        const project::Buffer& made = m_document->project().buffers[2];
        QCOMPARE(made.name, std::string("in2")); // "in" is taken
        QCOMPARE(QString::fromStdString(made.dtype.name()), QStringLiteral("float32"));
        QVERIFY(made.shape == m_document->project().buffers[0].shape);
        QCOMPARE(made.init.kind, project::Init::Kind::normal); // the kernel only reads it
        QCOMPARE(buffer(1).buffer, std::string("in2"));
        QCOMPARE(named<QComboBox>(1, QStringLiteral("Buffer for in"))->currentText(),
                 QStringLiteral("in2"));
        undo(); // one step
        QCOMPARE(m_document->project().buffers.size(), std::size_t(2));
        QCOMPARE(buffer(1).buffer, std::string("in"));
    }

    void aPointerMayPointIntoItsBuffer() {
        auto* button =
            named<QToolButton>(0, QStringLiteral("Point into the buffer of out, not to its start"));
        button->setFocus();
        QTest::keyClick(button, Qt::Key_Space);
        auto* field = named<QLineEdit>(0, QStringLiteral("Offset of out in elements"));
        QVERIFY(field->hasFocus());
        QTest::keyClicks(field, QStringLiteral("n / 2"));
        QCOMPARE(buffer(0).offset->text, std::string("n / 2"));
        QTest::keyClicks(field, QStringLiteral(" +"));
        QVERIFY(field->property("invalid").toBool());
        QCOMPARE(field->text(), QStringLiteral("n / 2 +"));
        QTest::keyClick(button, Qt::Key_Space); // off again
        QVERIFY(!buffer(0).offset);
        undo();
        QVERIFY(buffer(0).offset);
        QVERIFY(field->isVisible());
    }

    void aNumberKeepsWhatIsTyped() {
        auto* field = named<QLineEdit>(2, QStringLiteral("Value of n"));
        field->setFocus();
        field->selectAll();
        QTest::keyClicks(field, QStringLiteral("nobody + 1"));
        QVERIFY(field->property("invalid").toBool());
        QVERIFY(visibleText(2).contains(QStringLiteral("nobody")));
        QCOMPARE(field->text(), QStringLiteral("nobody + 1"));
        field->selectAll();
        QTest::keyClicks(field, QStringLiteral("2 * n"));
        QVERIFY(!field->property("invalid").toBool());
        QVERIFY(visibleText(2).contains(QStringLiteral("= 2048")));
        undo(); // typing in one field is one step
        QCOMPARE(field->text(), QStringLiteral("n"));
    }

    void membersOfAStructAreAddedByName() {
        auto* add = row(3)->findChild<QToolButton*>(QStringLiteral("addMember"));
        QVERIFY(add->isVisible());
        QTest::mouseClick(add, Qt::LeftButton);
        QCOMPARE(structure().fields.size(), std::size_t(1));
        auto* name = named<QLineEdit>(3, QStringLiteral("Name of a member of camera"));
        QTRY_VERIFY(name->isVisible());
        name->setFocus();
        name->selectAll();
        QTest::keyClicks(name, QStringLiteral("2x"));
        QTest::keyClick(name, Qt::Key_Return);
        QVERIFY(name->property("invalid").toBool());
        QCOMPARE(name->text(), QStringLiteral("2x"));
        name->selectAll();
        QTest::keyClicks(name, QStringLiteral("zoom"));
        QTest::keyClick(name, Qt::Key_Return);
        QVERIFY(structure().fields.count("zoom"));
        auto* value = named<QLineEdit>(3, QStringLiteral("Value of member zoom"));
        value->setFocus();
        value->selectAll();
        QTest::keyClicks(value, QStringLiteral("1.5"));
        QCOMPARE(std::get<project::Expression>(structure().fields.at("zoom")).text,
                 std::string("1.5"));
    }

    void aCompileTellsTheMembers() {
        m_document->edit(QStringLiteral("set"), [](project::Project& p) {
            auto& fields = std::get<project::StructArg>(p.launches[0].args[3].value).fields;
            fields["wrong"] = project::Expression{"1", {}};
        });
        m_panel->setKernels(compiledKernels());
        QTRY_VERIFY(visibleText(3).contains(QStringLiteral("no member wrong")));
        auto* steps = named<QLineEdit>(3, QStringLiteral("Value of member steps"));
        QVERIFY(steps && steps->text().isEmpty());
        steps->setFocus();
        QTest::keyClicks(steps, QStringLiteral("100"));
        QCOMPARE(std::get<project::Expression>(structure().fields.at("steps")).text,
                 std::string("100"));
        choose(named<QComboBox>(3, QStringLiteral("Buffer for member out")), QStringLiteral("in"));
        QCOMPARE(std::get<project::BufferArg>(structure().fields.at("out")).buffer,
                 std::string("in"));
        // The next scan of the source, which knows no members, does not take them away.
        m_panel->setKernels(compile::scanKernels(std::string(kSource) + "\n// typed\n"));
        QVERIFY(named<QLineEdit>(3, QStringLiteral("Value of member steps")));
        steps = named<QLineEdit>(3, QStringLiteral("Value of member steps"));
        steps->clear();
        steps->setFocus();
        QTest::keyClicks(steps, QStringLiteral("1"));
        QTest::keyClick(steps, Qt::Key_Backspace);
        QVERIFY(!structure().fields.count("steps"));
    }

    void aMemberThatNoNumberFillsSaysSo() {
        auto kernels = compiledKernels();
        compile::Parameter tag;
        tag.name = "tag";
        tag.type = "short [3]";
        tag.size = 6;
        compile::Parameter inner;
        inner.name = "inner";
        inner.type = "Lens";
        inner.size = 4;
        inner.members = {tag};
        kernels[0].parameters[3].members = {tag, inner};
        m_panel->setKernels(kernels);
        for (const char* member : {"tag", "inner"}) {
            auto* field = named<QLineEdit>(
                3, QStringLiteral("Value of member %1").arg(QLatin1String(member)));
            QVERIFY(field && !field->property("invalid").toBool()); // empty: zeros
            QTRY_VERIFY(field->isVisible());
            QVERIFY(field->placeholderText().startsWith(QStringLiteral("zeros")));
            field->setFocus();
            QTest::keyClicks(field, QStringLiteral("3"));
            QVERIFY(field->property("invalid").toBool());
            QTRY_VERIFY(visibleText(3).contains(QStringLiteral("as bytes")));
            QTest::keyClick(field, Qt::Key_Backspace);
            QVERIFY(!field->property("invalid").toBool());
        }
    }

    void aTemplateIsToldFromAKernel() {
        const auto problem = [&] {
            return m_panel->findChild<QLabel*>(QStringLiteral("kernelProblem"))->text();
        };
        auto kernels = compile::scanKernels(
            "template <class T> __global__ void scale(T* x) {}\n__global__ void plain(int* x) {}");
        m_panel->setKernels(kernels);
        m_panel->setTemplates({QStringLiteral("scale")});
        auto* kernel = m_panel->findChild<QComboBox*>(QStringLiteral("kernelChoice"))->lineEdit();
        const auto typeName = [&](const QString& name) {
            kernel->setFocus();
            kernel->selectAll();
            QTest::keyClicks(kernel, name);
            QTest::keyClick(kernel, Qt::Key_Return);
        };
        typeName(QStringLiteral("scale"));
        QVERIFY2(problem().contains(QStringLiteral("scale<float>")), qPrintable(problem()));
        typeName(QStringLiteral("scale<float>"));
        QCOMPARE(problem(), QString());
        typeName(QStringLiteral("plain"));
        QCOMPARE(problem(), QString());
    }

    /// A report or a scan that comes while a name is typed leaves it alone.
    void aNameThatIsBeingTypedStays() {
        auto* line = m_panel->findChild<QComboBox*>(QStringLiteral("kernelChoice"))->lineEdit();
        line->setFocus();
        line->selectAll();
        QTest::keyClicks(line, QStringLiteral("cle"));
        m_panel->setKernels(compile::scanKernels(std::string(kSource) +
                                                 "extern \"C\" __global__ void more(int n) {}\n"));
        m_document->edit(QStringLiteral("elsewhere"),
                         [](project::Project& p) { p.timing.repeats = 7; });
        QVERIFY2(line->text().startsWith(QStringLiteral("cle")), qPrintable(line->text()));
        QTest::keyClicks(line, QStringLiteral("ar"));
        QTest::keyClick(line, Qt::Key_Return);
        QCOMPARE(QString::fromStdString(launch().kernel), QStringLiteral("clear"));
        m_document->undoStack()->undo();
        QCOMPARE(line->text(), QStringLiteral("draw"));
    }

    void aLongKernelsNameIsShownFromItsStart() {
        const std::string name(120, 'k');
        m_panel->setKernels(compile::scanKernels("__global__ void " + name + "() {}"));
        m_document->edit(QStringLiteral("name"),
                         [&](project::Project& p) { p.launches[0].kernel = name; });
        const auto* line =
            m_panel->findChild<QComboBox*>(QStringLiteral("kernelChoice"))->lineEdit();
        QCOMPARE(line->text().size(), 120);
        QCOMPARE(line->cursorPosition(), 0);
    }

    void whatIsWrongWithAnExtentHasRoom() {
        m_panel->setFixedWidth(300);
        for (const char* name : {"gridy", "blockx", "clusterz"}) {
            const QString wrong = QStringLiteral("99 +");
            type(QLatin1String(name), wrong);
            QVERIFY(fieldOf(QLatin1String(name))->property("invalid").toBool());
            const QLabel* shown = nullptr;
            for (const auto* label : m_panel->findChildren<QLabel*>()) {
                if (label->isVisible() && label->text().contains(wrong)) {
                    QVERIFY(!shown); // once
                    shown = label;
                }
            }
            QVERIFY2(shown, name);
            const QString letter(QLatin1Char(name[qstrlen(name) - 1]));
            QVERIFY(shown->text().startsWith(letter + QStringLiteral(": ")));
            QTRY_VERIFY2(shown->width() > 150, qPrintable(QString::number(shown->width())));
            type(QLatin1String(name), QStringLiteral("1"));
            QVERIFY(!shown->isVisible());
        }
    }

    /// Who scrolls past a field does not mean it.
    void theWheelChangesNothing() {
        const project::Project before = m_document->project();
        int tried = 0;
        for (auto* field : m_panel->findChildren<QWidget*>()) {
            if (!qobject_cast<QComboBox*>(field) && !qobject_cast<QAbstractSpinBox*>(field)) {
                continue;
            }
            field->setFocus();
            QVERIFY2(field->focusPolicy() != Qt::WheelFocus, qPrintable(field->objectName()));
            for (QWidget* under : {field, static_cast<QWidget*>(field->findChild<QLineEdit*>())}) {
                if (!under) {
                    continue;
                }
                const QPointF middle = QRectF(under->rect()).center();
                QWheelEvent wheel(middle, under->mapToGlobal(middle), {}, {0, -360}, Qt::NoButton,
                                  Qt::NoModifier, Qt::NoScrollPhase, false);
                QApplication::sendEvent(under, &wheel);
                ++tried;
            }
        }
        QVERIFY(tried > 10);
        QCOMPARE(m_document->project() == before, true);
    }

    void fieldsEndAtOneEdge() {
        const auto edgeOf = [&](const QWidget* field) {
            return field->mapTo(m_panel.get(), QPoint(field->width(), 0)).x();
        };
        const int edge = edgeOf(m_panel->findChild<QWidget*>(QStringLiteral("kernelChoice")));
        for (const char* name :
             {"gridz", "blockz", "sharedBytes", "launchRepeat", "clusterz", "launchMaxShared"}) {
            QCOMPARE(edgeOf(fieldOf(QLatin1String(name))), edge);
        }
        QCOMPARE(edgeOf(m_panel->findChild<QWidget*>(QStringLiteral("launchStream"))), edge);
    }

    void aStructMayBeGivenAsBytes() {
        auto* kind = row(3)->findChild<QComboBox*>(QStringLiteral("argumentKind"));
        choose(kind, QStringLiteral("bytes"));
        QCOMPARE(kindOf(launch().args[3]), ArgumentKind::bytes);
        auto* field = named<QLineEdit>(3, QStringLiteral("Bytes of camera"));
        field->setFocus();
        QTest::keyClicks(field, QStringLiteral("00 ff 3"));
        QVERIFY(field->property("invalid").toBool());
        QCOMPARE(field->text(), QStringLiteral("00 ff 3")); // kept
        QTest::keyClicks(field, QStringLiteral("c"));
        QVERIFY(!field->property("invalid").toBool());
        QCOMPARE(std::get<project::BytesArg>(launch().args[3].value).bytes,
                 (std::vector<std::uint8_t>{0, 255, 0x3c}));
        QCOMPARE(field->text(), QStringLiteral("00 ff 3c"));
        QTest::keyClicks(field, QStringLiteral(" xy"));
        QTRY_VERIFY(visibleText(3).contains(QStringLiteral("hexadecimal")));
        m_document->edit(QStringLiteral("other"), [](auto& p) { p.timing.repeats = 9; });
        QCOMPARE(field->text(), QStringLiteral("00 ff 3c xy")); // not even by another edit
        undo();
        undo();
        QVERIFY(std::get<project::BytesArg>(launch().args[3].value).bytes.size() < 3);
        undo();
        QCOMPARE(kindOf(launch().args[3]), ArgumentKind::structure);
    }

    void aTextureIsSetUp() {
        choose(named<QComboBox>(4, QStringLiteral("Buffer for photo")), QStringLiteral("in"));
        choose(named<QComboBox>(4, QStringLiteral("Channels of photo")),
               QStringLiteral("4 channels"));
        choose(named<QComboBox>(4, QStringLiteral("Filter of photo")), QStringLiteral("linear"));
        choose(named<QComboBox>(4, QStringLiteral("Addressing of photo")), QStringLiteral("wrap"));
        const auto texture = [&] { return std::get<project::TextureArg>(launch().args[4].value); };
        QCOMPARE(texture().buffer, std::string("in"));
        QCOMPARE(texture().channels, 4);
        QCOMPARE(texture().filter, std::string("linear"));
        QCOMPARE(texture().address, std::string("wrap"));
        // What cannot be made says why, and is kept.
        QVERIFY(visibleText(4).contains(QStringLiteral("normalised coordinates")));
        auto* normalized = row(4)->findChild<QCheckBox*>();
        normalized->setFocus();
        QTest::keyClick(normalized, Qt::Key_Space);
        QVERIFY(texture().normalized);
        QVERIFY(!visibleText(4).contains(QStringLiteral("need")));
        undo();
        QVERIFY(!normalized->isChecked());
    }

    void texturesFollowTheDriversRules_data() {
        QTest::addColumn<QString>("dtype");
        QTest::addColumn<QString>("filter");
        QTest::addColumn<QString>("read");
        QTest::addColumn<bool>("good");
        QTest::newRow("floats as stored") << "float32"
                                          << "linear"
                                          << "element" << true;
        QTest::newRow("integers as stored") << "int32"
                                            << "point"
                                            << "element" << true;
        QTest::newRow("integers filtered") << "uint8"
                                           << "linear"
                                           << "element" << false;
        QTest::newRow("bytes as floats") << "uint8"
                                         << "linear"
                                         << "normalized_float" << true;
        QTest::newRow("ints as floats") << "int32"
                                        << "point"
                                        << "normalized_float" << false;
        QTest::newRow("floats as floats") << "float32"
                                          << "point"
                                          << "normalized_float" << false;
    }

    void texturesFollowTheDriversRules() {
        QFETCH(QString, dtype);
        QFETCH(QString, filter);
        QFETCH(QString, read);
        QFETCH(bool, good);
        project::Project p;
        project::Buffer buffer;
        buffer.name = "b";
        buffer.dtype = *memory::DType::parse(dtype.toStdString());
        p.buffers.push_back(buffer);
        const project::TextureArg texture{"b",     1,     filter.toStdString(),
                                          "clamp", false, read.toStdString()};
        QCOMPARE(textureProblem(texture, p).isEmpty(), good);
    }

    void aSurfaceIsSetUp() {
        choose(named<QComboBox>(5, QStringLiteral("Buffer for canvas")), QStringLiteral("in"));
        choose(named<QComboBox>(5, QStringLiteral("Access of canvas")), QStringLiteral("out"));
        const auto& surface = std::get<project::SurfaceArg>(launch().args[5].value);
        QCOMPARE(surface.buffer, std::string("in"));
        QCOMPARE(surface.access, project::Access::out);
    }

    void theLaunchHasItsOwnOptions() {
        type(QStringLiteral("clusterx"), QStringLiteral("2"));
        QCOMPARE(launch().cluster.size(), std::size_t(1));
        type(QStringLiteral("clusterx"), QStringLiteral("3")); // 4 blocks are no multiple
        QVERIFY(fieldOf(QStringLiteral("clusterx"))->property("invalid").toBool());
        QCOMPARE(launch().cluster[0].text, std::string("3"));
        type(QStringLiteral("clusterx"), QString());
        QVERIFY(launch().cluster.empty());
        type(QStringLiteral("launchMaxShared"), QStringLiteral("96 * 1024"));
        QCOMPARE(launch().maxDynamicShared->text, std::string("96 * 1024"));
        type(QStringLiteral("launchRepeat"), QStringLiteral("0"));
        QVERIFY(fieldOf(QStringLiteral("launchRepeat"))->property("invalid").toBool());
        auto* stream = m_panel->findChild<QLineEdit*>(QStringLiteral("launchStream"));
        stream->setFocus();
        QTest::keyClicks(stream, QStringLiteral("copy"));
        QCOMPARE(launch().stream, std::string("copy"));
        auto* cooperative = m_panel->findChild<QCheckBox*>(QStringLiteral("launchCooperative"));
        cooperative->setFocus();
        QTest::keyClick(cooperative, Qt::Key_Space);
        QVERIFY(launch().cooperative);
        undo();
        undo();
        QVERIFY(launch().stream.empty());
        QVERIFY(stream->text().isEmpty());
    }

    void everyControlIsOnTheWayOfTheTabKey() {
        m_panel->findChild<QWidget*>(QStringLiteral("launchChoice"))->setFocus();
        QSet<QWidget*> reached;
        for (int i = 0; i < 200; ++i) {
            QWidget* focus = QApplication::focusWidget();
            QVERIFY2(focus, qPrintable(QStringLiteral("none after %1").arg(i)));
            if (reached.contains(focus)) {
                break;
            }
            reached.insert(focus);
            QTest::keyClick(focus, Qt::Key_Tab);
        }
        for (QWidget* control : m_panel->findChildren<QWidget*>()) {
            const bool input =
                qobject_cast<QLineEdit*>(control) || qobject_cast<QComboBox*>(control) ||
                qobject_cast<QCheckBox*>(control) || qobject_cast<QToolButton*>(control);
            // A combo box that can be edited gives the focus to its line.
            QWidget* taker = control->focusProxy() ? control->focusProxy() : control;
            if (input && control->isVisible() && control->isEnabled() &&
                !qobject_cast<QComboBox*>(control->parentWidget())) {
                QVERIFY2(reached.contains(taker) || reached.contains(control),
                         qPrintable(control->accessibleName() + control->objectName()));
                QVERIFY2(!control->accessibleName().isEmpty() ||
                             !control->property("text").toString().isEmpty(),
                         qPrintable(control->objectName()));
            }
        }
    }

    void nothingIsClipped() {
        m_panel->setFixedWidth(300); // the least that the window gives it
        QCoreApplication::processEvents();
        for (const QWidget* control : m_panel->findChildren<QWidget*>()) {
            if (control->isVisible() && control->parentWidget()) {
                const QRect inside = control->parentWidget()->rect();
                QVERIFY2(inside.right() + 1 >= control->geometry().right() ||
                             control->objectName().startsWith(QStringLiteral("qt_")),
                         qPrintable(control->accessibleName() + control->objectName()));
            }
        }
        QString widest;
        for (const QWidget* control : m_panel->findChildren<QWidget*>()) {
            if (control->minimumSizeHint().width() > 276) {
                widest = QStringLiteral("%1 %2 %3")
                             .arg(control->metaObject()->className(), control->accessibleName())
                             .arg(control->minimumSizeHint().width());
            }
        }
        QVERIFY2(m_panel->minimumSizeHint().width() <= 300, qPrintable(widest));
    }

  private:
    const project::Launch& launch() const { return m_document->project().launches[0]; }
    const project::BufferArg& buffer(std::size_t i) const {
        return std::get<project::BufferArg>(launch().args[i].value);
    }
    const project::StructArg& structure() const {
        return std::get<project::StructArg>(launch().args[3].value);
    }
    void undo() { m_document->undoStack()->undo(); }
    ArgumentRow* row(int i) const {
        return m_panel->findChild<ArgumentRow*>(QStringLiteral("argument%1").arg(i));
    }
    template <class Widget>
    Widget* named(int i, const QString& name) const {
        for (Widget* widget : row(i)->findChildren<Widget*>()) {
            if (widget->accessibleName() == name && !widget->isHidden()) {
                return widget;
            }
        }
        return nullptr;
    }
    /// As a user with no mouse: arrow keys until the text is there.
    static void choose(QComboBox* combo, const QString& text) {
        QVERIFY(combo);
        combo->setFocus();
        QTest::keyClick(combo, Qt::Key_Home);
        for (int i = 0; i < 20 && combo->currentText() != text; ++i) {
            QTest::keyClick(combo, Qt::Key_Down);
        }
        QCOMPARE(combo->currentText(), text);
    }
    QLineEdit* fieldOf(const QString& objectName) const {
        return m_panel->findChild<QWidget*>(objectName)->findChild<QLineEdit*>();
    }
    void type(const QString& objectName, const QString& text) {
        QLineEdit* field = fieldOf(objectName);
        field->setFocus();
        field->selectAll();
        text.isEmpty() ? QTest::keyClick(field, Qt::Key_Backspace) : QTest::keyClicks(field, text);
    }
    QString visibleText(int i) const {
        QStringList texts;
        for (const QLabel* label : row(i)->findChildren<QLabel*>()) {
            if (label->isVisible()) {
                texts << label->text();
            }
        }
        return texts.join(QLatin1Char('\n'));
    }

    QTemporaryDir m_home;
    std::unique_ptr<ProjectDocument> m_document;
    std::unique_ptr<LaunchPanel> m_panel;
};

QTEST_MAIN(TstLaunchPanel)
#include "tst_launch_panel.moc"
