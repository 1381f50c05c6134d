// SPDX-License-Identifier: GPL-3.0-or-later
// The launch panel with the keyboard: kernel, steps, grid and launch options. Input is never lost,
// nothing is clipped, and every step can be undone.
#include "core/sources/source_scan.h"
#include "tests/main.h"
#include "tests/ui/setup/launch_panel_test.h"
#include "ui/fields/extent_editor.h"
#include "ui/words/text.h"

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

namespace tst_launch_panel {

using namespace warpbench;
using namespace warpbench::ui;

class TstLaunchPanel : public LaunchPanelTest {
    Q_OBJECT

  private slots:
    void initTestCase() { prepareTests(); }
    void init() { openPanel(); }
    void cleanup() { closePanel(); }

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
            QStringLiteral("__global__ void __launch_bounds__(512) reduce_")));
        const QLineEdit* block = fieldOf(QStringLiteral("stepBlock"));
        QCOMPARE(block->placeholderText(), QStringLiteral("512"));
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
        // With enough space, they are in one row again.
        m_panel->setFocus();
        m_panel->resize(900, 900);
        QTRY_COMPARE(grid->rows(), ExtentEditor::Rows::one);
        for (auto* edit : grid->findChildren<QLineEdit*>()) {
            QTRY_VERIFY(edit->width() > edit->fontMetrics().horizontalAdvance(edit->text()) + 12);
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

    /// If a kernel is renamed in the source, its launch keeps its settings.
    void aRenamedKernelKeepsItsArguments() {
        const auto before = launch().args;
        const std::string name = launch().kernel;
        std::string source = kSource;
        const std::size_t at = source.find(name + "(");
        QVERIFY(at != std::string::npos);
        source.replace(at, name.size(), "paint");
        m_panel->setKernels(compile::scanKernels(source));
        const auto* problem = m_panel->findChild<QLabel*>(QStringLiteral("kernelProblem"));
        QVERIFY(problem->text().contains(QStringLiteral("does not define this kernel")));
        auto* line = m_panel->findChild<QComboBox*>(QStringLiteral("kernelChoice"))->lineEdit();
        line->setFocus();
        line->selectAll();
        QTest::keyClicks(line, QStringLiteral("paint"));
        QTest::keyClick(line, Qt::Key_Return);
        QCOMPARE(launch().kernel, std::string("paint"));
        QVERIFY(launch().args == before);
        QCOMPARE(m_document->project().buffers.size(), std::size_t(2));
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

    /// Scrolling past a field does not change it.
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

    void theLaunchHasItsOwnOptions() {
        type(QStringLiteral("clusterx"), QStringLiteral("2"));
        QCOMPARE(launch().cluster.size(), std::size_t(1));
        type(QStringLiteral("clusterx"), QStringLiteral("3")); // 4 blocks are not divisible by 3
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
    const project::BufferArg& buffer(std::size_t i) const {
        return std::get<project::BufferArg>(launch().args[i].value);
    }
};

WARPBENCH_WIDGET_TEST(TstLaunchPanel)
} // namespace tst_launch_panel

#include "tst_launch_panel.moc"
