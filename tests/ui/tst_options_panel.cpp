// SPDX-License-Identifier: GPL-3.0-or-later
// The compiler's options and the project's other settings, typed as a user does.
#include "tests/ui/ui_test.h"
#include "ui/panels/names_panel.h"
#include "ui/panels/options_panel.h"

#include <QLabel>
#include <QLineEdit>
#include <QMenu>
#include <QShortcut>
#include <QSpinBox>
#include <QTableView>
#include <QTest>
#include <QUndoStack>

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
        QCOMPARE(field->text(), typed); // nobody's typing is rewritten
    }

    /// A list without names says what they are, and makes way for the first one.
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

    /// What a file says survives an edit of the field.
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

    /// Undo in a plain field takes a step of the project's history back and adds none.
    void undoIsTheProjects() {
        QUndoStack* history = m_document->undoStack();
        const QShortcut undo(QKeySequence::Undo, m_panel.get(), history, &QUndoStack::undo,
                             Qt::WidgetWithChildrenShortcut); // as the window has it
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

QTEST_MAIN(TstOptionsPanel)
#include "tst_options_panel.moc"
