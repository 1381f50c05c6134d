// SPDX-License-Identifier: GPL-3.0-or-later
// Typing the compiler's options and the project's other settings.
#include "tests/main.h"
#include "tests/ui/ui_test.h"
#include "ui/fields/name_table.h"
#include "ui/setup/constants_model.h"
#include "ui/setup/constants_panel.h"
#include "ui/setup/names_model.h"
#include "ui/setup/names_panel.h"
#include "ui/setup/options_panel.h"
#include "ui/theme/fonts.h"

#include <QApplication>
#include <QCheckBox>
#include <QComboBox>
#include <QLabel>
#include <QLineEdit>
#include <QMenu>
#include <QShortcut>
#include <QSpinBox>
#include <QTableView>
#include <QTest>
#include <QToolButton>
#include <QUndoStack>

namespace tst_options_panel {

using namespace warpbench;
using namespace warpbench::ui;

class TstOptionsPanel : public QObject {
    Q_OBJECT

  private slots:
    void initTestCase() {
        prepareUiTest(m_home);
        QVERIFY2(fontsAvailable(), "no font is installed: install fonts-dejavu-core");
    }

    void init() {
        m_document = std::make_unique<ProjectDocument>();
        m_document->create({}, {});
        m_panel = std::make_unique<OptionsPanel>(*m_document);
        m_panel->show();
        m_panel->activateWindow();
        QVERIFY(QTest::qWaitForWindowActive(m_panel.get()));
    }

    void cleanup() {
        m_panel.reset();
        m_document.reset();
    }

    void optionsMayHaveBlanks() {
        auto* field = m_panel->findChild<QLineEdit*>(QStringLiteral("compilerOptions"));
        field->setFocus();
        const QString typed = QStringLiteral("-DX=\"a b\" --use_fast_math ");
        QTest::keyClicks(field, typed);
        QCOMPARE(m_document->project().compile.options,
                 (std::vector<std::string>{"-DX=a b", "--use_fast_math"}));
        QCOMPARE(field->text(), typed); // input is not reformatted
    }

    /// An emptied architecture means "auto", which does not appear under the caret.
    void anEmptiedArchitectureStaysEmpty() {
        auto* box = m_panel->findChild<QComboBox*>(QStringLiteral("architecture"));
        box->setFocus();
        box->lineEdit()->selectAll();
        QTest::keyClicks(box, QStringLiteral("sm_103"));
        QCOMPARE(m_document->project().compile.arch, std::string("sm_103"));
        box->lineEdit()->selectAll();
        QTest::keyClick(box, Qt::Key_Backspace);
        QCOMPARE(m_document->project().compile.arch, std::string("auto"));
        QCOMPARE(box->currentText(), QString());
        QCOMPARE(box->lineEdit()->placeholderText(), QStringLiteral("auto"));
        QTest::keyClicks(box, QStringLiteral("sm_90"));
        QCOMPARE(m_document->project().compile.arch, std::string("sm_90"));
        m_document->undoStack()->undo();
        QCOMPARE(box->currentText(), QStringLiteral("auto"));
    }

    /// An empty list explains its purpose, and the explanation disappears with the first name.
    void theFirstParameterIsTypedWhereTheHintStood() {
        NamesPanel names(*m_document);
        names.show();
        names.activateWindow();
        QVERIFY(QTest::qWaitForWindowActive(&names));
        const auto* hint = names.findChild<QLabel*>(QStringLiteral("namesHint"));
        auto* table = names.findChild<QTableView*>(QStringLiteral("namesTable"));
        QVERIFY(hint->isVisible() && !table->isVisible());
        names.findChild<QMenu*>()->actions().constFirst()->trigger();
        QVERIFY(!hint->isVisible() && table->isVisible());
        auto* field = table->findChild<QLineEdit*>();
        QVERIFY(field);
        QTest::keyClicks(field, QStringLiteral("width"));
        QTest::keyClick(field, Qt::Key_Return);
        QTRY_COMPARE(m_document->project().parameters.count("width"), std::size_t(1));
        m_document->undoStack()->undo();
        m_document->undoStack()->undo();
        QVERIFY(hint->isVisible() && !table->isVisible());
    }

    /// A figure that is cut reads as another: names give way first, and the words beside them.
    void figuresOfParametersAreReadInANarrowPanel() {
        m_document->edit(QStringLiteral("names"), [](project::Project& project) {
            project.parameters = {{"numElements", {"50000", {}}},
                                  {"threadsPerBlock", {"256", {}}},
                                  {"elementsOfHalf", {"numElements // 2", {}}}};
        });
        NamesPanel names(*m_document);
        names.resize(290, 300);
        names.show();
        QVERIFY(QTest::qWaitForWindowExposed(&names));
        const auto* table = names.findChild<QTableView*>(QStringLiteral("namesTable"));
        const QFontMetrics letters(codeFont());
        const auto room = [&](int column) { return table->columnWidth(column) - 8; };
        QVERIFY(room(NamesModel::ValueColumn) >=
                letters.horizontalAdvance(QStringLiteral("50000")));
        QVERIFY(!table->isColumnHidden(NamesModel::EvaluatedColumn));
        const QAbstractItemView* hints = table;
        QVERIFY(table->columnWidth(NamesModel::EvaluatedColumn) >=
                hints->sizeHintForColumn(NamesModel::EvaluatedColumn));
        int all = 0;
        for (int column = 0; column < NamesModel::ColumnCount; ++column)
            all += table->columnWidth(column);
        QVERIFY2(all <= table->viewport()->width(), qPrintable(QString::number(all)));
        m_document->undoStack()->undo();
    }

    /// Long names shrink in favour of values, and a value's editor is wider than its cell.
    void aValueHasRoom() {
        m_document->create({}, QStringLiteral("__constant__ float coefficientsOfTheFilter[8];\n"
                                              "__global__ void k() {}\n"));
        m_document->edit({}, [](project::Project& p) {
            p.constants["coefficientsOfTheFilter"] = {
                arrays::DType(arrays::Scalar::float32), {{"1.25", {}}, {"2.5", {}}}, "", true, {}};
        });
        ConstantsPanel panel(*m_document);
        panel.resize(280, 200);
        panel.show();
        panel.activateWindow();
        QVERIFY(QTest::qWaitForWindowActive(&panel));
        auto* table = panel.findChild<NameTable*>(QStringLiteral("constantsTable"));
        QTRY_VERIFY(table->columnWidth(ConstantsModel::ValueColumn) >= 84);
        const QModelIndex value = panel.model().index(0, ConstantsModel::ValueColumn);
        QCOMPARE(value.data(Qt::ToolTipRole).toString(), value.data().toString());
        QCOMPARE(value.siblingAtColumn(ConstantsModel::NameColumn).data(Qt::ToolTipRole).toString(),
                 QStringLiteral("coefficientsOfTheFilter"));
        table->editAt(0, ConstantsModel::ValueColumn);
        const auto* field = table->findChild<QLineEdit*>();
        QTRY_VERIFY(field && field->width() >= 180);
        QVERIFY(table->viewport()->rect().contains(field->geometry()));
        // With room it is as wide as its name.
        panel.resize(600, 200);
        QTRY_VERIFY(table->columnWidth(ConstantsModel::NameColumn) > 130);
    }

    /// Variables of the source are offered by name and type, and their values typed at once.
    void aConstantIsSetWhereTheSourceDeclaresIt() {
        m_document->create({}, QStringLiteral("__constant__ float scale[3];\n"
                                              "__device__ int hits;\n"
                                              "__device__ float square(float x) { return x; }\n"
                                              "__global__ void k() { __shared__ int s; }\n"));
        ConstantsPanel panel(*m_document);
        panel.show();
        panel.activateWindow();
        QVERIFY(QTest::qWaitForWindowActive(&panel));
        const auto* hint = panel.findChild<QLabel*>(QStringLiteral("constantsHint"));
        auto* table = panel.findChild<QTableView*>(QStringLiteral("constantsTable"));
        QVERIFY(hint->isVisible() && !table->isVisible());
        auto* menu = panel.findChild<QToolButton*>(QStringLiteral("addConstant"))->menu();
        emit menu->aboutToShow();
        QStringList offered;
        for (const QAction* action : menu->actions())
            if (!action->isSeparator())
                offered << action->text();
        QCOMPARE(offered, (QStringList{"scale: float[3]", "hits: int", "&Another variable"}));
        menu->actions().constFirst()->trigger();
        auto* field = table->findChild<QLineEdit*>();
        QVERIFY(field && table->isVisible());
        field->selectAll();
        QTest::keyClicks(field, QStringLiteral("1, max(2, 3), n"));
        QTest::keyClick(field, Qt::Key_Return);
        const auto constant = [&] { return m_document->project().constants.at("scale"); };
        QTRY_COMPARE(constant().value.size(), std::size_t(3));
        QCOMPARE(constant().dtype.name(), std::string("float32"));
        QCOMPARE(constant().value[1].text, std::string("max(2, 3)"));
        const auto problem = [&] {
            return panel.model()
                .index(0, ConstantsModel::ValueColumn)
                .data(ConstantsModel::ErrorRole)
                .toString();
        };
        QVERIFY(problem().contains(QLatin1String("n"))); // which nothing defines
        m_document->edit({}, [](project::Project& p) { p.parameters["n"] = {"4", {}}; });
        QCOMPARE(problem(), QString());
        emit menu->aboutToShow();
        QCOMPARE(menu->actions().constFirst()->text(), QStringLiteral("hits: int"));
        m_document->undoStack()->undo();
        m_document->undoStack()->undo();
        m_document->undoStack()->undo();
        QVERIFY(m_document->project().constants.empty() && hint->isVisible());
    }

    void whatWasReadIsShown() {
        ConstantsPanel panel(*m_document);
        const auto* held = panel.findChild<QLabel*>(QStringLiteral("constantsHeld"));
        session::RunReport report;
        panel.showHeld(&report);
        QVERIFY(held->isHidden());
        arrays::HostArray values(arrays::DType(arrays::Scalar::int32), {2});
        values.as<std::int32_t>()[0] = 64;
        values.as<std::int32_t>()[1] = -1;
        report.variables.push_back({"hits", values});
        panel.showHeld(&report);
        QVERIFY(!held->isHidden());
        QCOMPARE(held->text(), QStringLiteral("After the run: hits = 64, -1"));
        panel.showHeld(nullptr);
        QVERIFY(held->isHidden());
    }

    void aConstantIsReadByItsCheckBox() {
        m_document->edit({}, [](project::Project& p) {
            p.constants["hits"] = {
                arrays::DType(arrays::Scalar::int32), {{"7", {}}}, "", false, {}};
        });
        ConstantsPanel panel(*m_document);
        ConstantsModel& model = panel.model();
        const auto at = [&](int column) { return model.index(0, column); };
        const auto constant = [&] { return m_document->project().constants.at("hits"); };
        QVERIFY(model.setData(at(ConstantsModel::ReadColumn), Qt::Checked, Qt::CheckStateRole));
        QVERIFY(constant().read);
        QVERIFY(model.setData(at(ConstantsModel::ValueColumn), QString(), Qt::EditRole));
        QVERIFY(constant().value.empty());
        QCOMPARE(at(ConstantsModel::ValueColumn).data().toString(),
                 QStringLiteral("as the source says"));
        QVERIFY(model.setData(at(ConstantsModel::ReadColumn), Qt::Unchecked, Qt::CheckStateRole));
        QVERIFY(!at(0).data(ConstantsModel::ErrorRole).toString().isEmpty()); // nothing left to do
        QVERIFY(
            model.setData(at(ConstantsModel::TypeColumn), QStringLiteral("float4"), Qt::EditRole));
        QCOMPARE(constant().dtype.name(), std::string("float4"));
        QVERIFY(
            !model.setData(at(ConstantsModel::TypeColumn), QStringLiteral("quux"), Qt::EditRole));
        QVERIFY(model.setData(at(ConstantsModel::ValueColumn), QStringLiteral("1, 2, 3"),
                              Qt::EditRole));
        QVERIFY(!at(0).data(ConstantsModel::ErrorRole).toString().isEmpty()); // three of four
        QVERIFY(
            model.setData(at(ConstantsModel::NameColumn), QStringLiteral("weights"), Qt::EditRole));
        QVERIFY(m_document->project().constants.contains("weights"));
    }

    /// Contents of the file survive editing the field.
    void wordsComeBackAsTheyWere_data() {
        QTest::addColumn<QString>("word");
        for (const char* word : {"plain", "my headers", "say \"x\"", "\"", "tab\there", "a\"\"b c"})
            QTest::newRow(word) << QString::fromLatin1(word);
    }
    void wordsComeBackAsTheyWere() {
        QFETCH(QString, word);
        const std::vector<std::string> folders{"first", word.toStdString()};
        m_document->edit({}, [&](project::Project& p) { p.compile.includeDirs = folders; });
        auto* field = m_panel->findChild<QLineEdit*>(QStringLiteral("includeFolders"));
        field->setFocus();
        QTest::keyClick(field, Qt::Key_Home);
        QTest::keyClicks(field, QStringLiteral("x"));
        QCOMPARE(m_document->project().compile.includeDirs,
                 (std::vector<std::string>{"xfirst", word.toStdString()}));
    }

    void devicesAndRounds() {
        auto* devices = m_panel->findChild<QSpinBox*>(QStringLiteral("devicesThatShare"));
        devices->setFocus();
        QTest::keyClick(devices, Qt::Key_Up);
        QCOMPARE(m_document->project().devices, 2);
        auto* rounds =
            m_panel->findChild<QWidget*>(QStringLiteral("rounds"))->findChild<QLineEdit*>();
        rounds->setFocus();
        QTest::keyClicks(rounds, QStringLiteral("2 * 8"));
        QCOMPARE(m_document->project().rounds->text, std::string("2 * 8"));
        m_document->undoStack()->undo();
        QVERIFY(!m_document->project().rounds);
        m_document->undoStack()->undo();
        QCOMPARE(m_document->project().devices, 1);
        QCOMPARE(devices->value(), 1);
    }

    void limitsAndContext() {
        auto* stack =
            m_panel->findChild<QWidget*>(QStringLiteral("limitStack"))->findChild<QLineEdit*>();
        stack->setFocus();
        QTest::keyClicks(stack, QStringLiteral("4 * 1024"));
        QCOMPARE(m_document->project().limits.stackBytes->text, std::string("4 * 1024"));
        auto* context = m_panel->findChild<QComboBox*>(QStringLiteral("contextKind"));
        context->setFocus();
        QTest::keyClick(context, Qt::Key_Down);
        QCOMPARE(m_document->project().context, project::ContextKind::primary);
        m_document->undoStack()->undo();
        QCOMPARE(context->currentIndex(), 0);
        m_document->undoStack()->undo();
        QVERIFY(!m_document->project().limits.stackBytes);
        QCOMPARE(stack->text(), QString());
    }

    void linkedSourcesAreOptimisedAsOne() {
        auto* lto = m_panel->findChild<QCheckBox*>(QStringLiteral("linkTimeOptimisation"));
        QVERIFY(!lto->isChecked());
        lto->click();
        QVERIFY(m_document->project().compile.lto);
        m_document->undoStack()->undo();
        QVERIFY(!m_document->project().compile.lto);
        QVERIFY(!lto->isChecked());
        m_document->undoStack()->redo();
        QVERIFY(lto->isChecked());
    }

    void graphsAndCopiesInTurn() {
        auto* graph = m_panel->findChild<QCheckBox*>(QStringLiteral("timeAsGraph"));
        graph->click();
        QVERIFY(m_document->project().timing.graph);
        auto* copies = m_panel->findChild<QSpinBox*>(QStringLiteral("rotateInputs"));
        copies->setFocus();
        QTest::keyClick(copies, Qt::Key_Up);
        QCOMPARE(m_document->project().timing.rotate, 2);
        m_document->undoStack()->undo();
        m_document->undoStack()->undo();
        QVERIFY(!graph->isChecked());
        QCOMPARE(copies->value(), 1);
    }

    /// Undo in a plain field undoes a step of the project's history and adds none.
    void undoIsTheProjects() {
        QUndoStack* history = m_document->undoStack();
        const QShortcut undo(QKeySequence::Undo, m_panel.get(), history, &QUndoStack::undo,
                             Qt::WidgetWithChildrenShortcut); // as in the window
        auto* field = m_panel->findChild<QLineEdit*>(QStringLiteral("compilerOptions"));
        field->setFocus();
        QTest::keyClicks(field, QStringLiteral("-lineinfo"));
        QCOMPARE(m_document->project().compile.options, std::vector<std::string>{"-lineinfo"});
        const int steps = history->count();
        QTest::keySequence(field, QKeySequence::Undo);
        QVERIFY(m_document->project().compile.options.empty());
        QCOMPARE(field->text(), QString());
        QCOMPARE(history->count(), steps);
        QVERIFY(history->canRedo());
    }

  private:
    QTemporaryDir m_home;
    std::unique_ptr<ProjectDocument> m_document;
    std::unique_ptr<OptionsPanel> m_panel;
};

WARPBENCH_WIDGET_TEST(TstOptionsPanel)
} // namespace tst_options_panel

#include "tst_options_panel.moc"
