// SPDX-License-Identifier: GPL-3.0-or-later
// Editing a buffer's initialiser and expected value: no input is lost, every error is explained,
// and everything saved can be opened again.
#include "tests/main.h"
#include "tests/ui/ui_test.h"
#include "ui/fields/word_completer.h"
#include "ui/setup/buffer_form.h"
#include "ui/words/text.h"

#include <QAbstractItemView>
#include <QApplication>
#include <QComboBox>
#include <QFileDialog>
#include <QLabel>
#include <QLineEdit>
#include <QTest>
#include <QTimer>
#include <QToolButton>
#include <QUndoStack>

namespace tst_buffer_form {

using namespace warpbench;
using namespace warpbench::ui;

class TstBufferForm : public QObject {
    Q_OBJECT

  private slots:
    void initTestCase() {
        prepareUiTest(m_home);
        QVERIFY2(fontsAvailable(), "no font is installed: install fonts-dejavu-core");
    }

    void init() {
        m_document = std::make_unique<ProjectDocument>();
        project::Project project;
        project.parameters["n"] = project::Expression{"16", {}};
        for (const char* name : {"a", "b"}) {
            project::Buffer buffer;
            buffer.name = name;
            buffer.dtype = arrays::DType(arrays::Scalar::float32);
            buffer.shape = {project::Expression{"n", {}}};
            project.buffers.push_back(buffer);
        }
        m_document->create(std::move(project), QStringLiteral("// none\n"));
        m_form = std::make_unique<BufferForm>(*m_document);
        m_form->setBuffer(0);
        m_form->resize(320, 500);
        m_form->show();
        m_form->activateWindow();
        QVERIFY(QTest::qWaitForWindowActive(m_form.get()));
    }

    void cleanup() {
        m_form.reset();
        m_document.reset();
    }

    /// Functions and buffers of an expected value are found without a manual.
    void anExpectedValueIsCompleted() {
        choose("expectKind", QStringLiteral("a reference function"));
        auto* field =
            m_form->findChild<QWidget*>(QStringLiteral("expectText"))->findChild<QLineEdit*>();
        field->setFocus();
        field->selectAll();
        QTest::keyClicks(field, QStringLiteral("cums"));
        auto* completer = field->findChild<WordCompleter*>();
        QVERIFY(completer);
        QTRY_VERIFY(completer->popup()->isVisible());
        QVERIFY(completer->currentCompletion().contains(QStringLiteral("cumsum")));
        QVERIFY(completer->popup()->model()->index(0, 0).data().toString().contains(
            QStringLiteral("running sum")));
        QTest::keyClick(completer->popup(), Qt::Key_Down);
        QTest::keyClick(completer->popup(), Qt::Key_Return);
        QCOMPARE(field->text(), QStringLiteral("cumsum()"));
        QTest::keyClicks(field, QStringLiteral("b"));
        QCOMPARE(field->text(), QStringLiteral("cumsum(b)"));
        QCOMPARE(m_document->project().buffers[0].expect->reference->text,
                 std::string("cumsum(b)"));
        // The button has them all.
        QTest::mouseClick(m_form->findChild<QWidget*>(QStringLiteral("expectFunctions")),
                          Qt::LeftButton);
        QTRY_VERIFY(completer->popup()->isVisible());
        completer->popup()->hide();
    }

    void everyKindCanBeSavedAndOpenedAgain_data() {
        QTest::addColumn<QString>("kind");
        for (const char* kind : {"zeros", "ones", "constant", "arange", "uniform", "normal",
                                 "randint", "expression", "file"}) {
            QTest::newRow(kind) << QString::fromLatin1(kind);
        }
    }
    void everyKindCanBeSavedAndOpenedAgain() {
        QFETCH(QString, kind);
        choose("initKind", kind);
        reopened();
        // Nor does a field that was emptied make a file that cannot be read.
        for (auto* field : m_form->findChildren<QLineEdit*>()) {
            if (field->isVisible()) {
                type(field, QString());
            }
        }
        reopened();
    }

    void aNewKindBeginsWithSomethingThatRuns() {
        choose("initKind", QStringLiteral("randint"));
        QCOMPARE(buffer().init.high->text, std::string("100"));
        QCOMPARE(wrong(), QStringList());
        choose("initKind", QStringLiteral("expression"));
        QCOMPARE(buffer().init.expression->text, std::string("i"));
        choose("initKind", QStringLiteral("constant"));
        QCOMPARE(buffer().init.value->text, std::string("0"));
        QCOMPARE(wrong(), QStringList());
    }

    void anInitialisersMistakesAreTold() {
        choose("initKind", QStringLiteral("expression"));
        type(field("Element"), QStringLiteral("b[")); // a mistake in the language
        QCOMPARE(wrong(), QStringList{QStringLiteral("Element")});
        type(field("Element"), QStringLiteral("bb + 1"));
        QVERIFY2(visibleText().contains(QStringLiteral("did you mean 'b'")),
                 qPrintable(visibleText()));
        type(field("Element"), QStringLiteral("after(b)"));
        QVERIFY(visibleText().contains(QStringLiteral("once the kernels have run")));
        type(field("Element"), QStringLiteral("2 * b + sin(pi * i / n)"));
        QCOMPARE(wrong(), QStringList());
        choose("initKind", QStringLiteral("randint"));
        type(field("Below"), QString());
        QVERIFY(visibleText().contains(QStringLiteral("missing")));
    }

    void aSeedThatIsNoneStaysInItsField() {
        choose("initKind", QStringLiteral("normal"));
        type(field("Seed"), QStringLiteral("7"));
        QCOMPARE(buffer().init.seed, std::uint64_t(7));
        type(field("Seed"), QStringLiteral("-3x"));
        QCOMPARE(field("Seed")->text(), QStringLiteral("-3x"));
        QCOMPARE(wrong(), QStringList{QStringLiteral("Seed")});
        QCOMPARE(buffer().init.seed, std::uint64_t(7));
        type(field("Seed"), QStringLiteral("18446744073709551615"));
        QCOMPARE(wrong(), QStringList());
        QCOMPARE(buffer().init.seed, ~std::uint64_t(0));
    }

    void aChecksMistakesAreTold() {
        choose("expectKind", QStringLiteral("an expression per element"));
        type(field("Expected value"), QStringLiteral("a *"));
        QCOMPARE(wrong(), QStringList{QStringLiteral("Expected value")});
        type(field("Expected value"), QStringLiteral("a * after(b) + n"));
        QCOMPARE(wrong(), QStringList());
        // Selects another buffer as the default, not the previous expression.
        choose("expectKind", QStringLiteral("another buffer"));
        QCOMPARE(buffer().expect->buffer, std::string("b"));
        QCOMPARE(wrong(), QStringList());
        type(field("Expected value"), QStringLiteral("c"));
        QCOMPARE(wrong(), QStringList{QStringLiteral("Expected value")});
        type(field("Expected value"), QString());
        QVERIFY(visibleText().contains(QStringLiteral("missing")));
        reopened();
        choose("expectKind", QStringLiteral("a reference function"));
        type(field("Expected value"), QStringLiteral("matmul(a, b)"));
        QCOMPARE(wrong(), QStringList());
        type(field("Expected value"), QStringLiteral("i + 1")); // whole arrays are not indexed
        QCOMPARE(wrong(), QStringList{QStringLiteral("Expected value")});
    }

    /// Each tolerance is its own step of the history.
    void tolerancesAreUndoneOneByOne() {
        choose("expectKind", QStringLiteral("a file"));
        const project::Expect before = *buffer().expect;
        type(field("Relative tolerance"), QStringLiteral("0.5"));
        type(field("Absolute tolerance"), QStringLiteral("0.25"));
        QCOMPARE(buffer().expect->rtol, 0.5);
        QCOMPARE(buffer().expect->atol, 0.25);
        m_document->undoStack()->undo();
        QCOMPARE(buffer().expect->rtol, 0.5);
        QCOMPARE(buffer().expect->atol, before.atol);
        QCOMPARE(field("Absolute tolerance")->text(), QStringLiteral("1e-08"));
        m_document->undoStack()->undo();
        QCOMPARE(buffer().expect->rtol, before.rtol);
    }

    /// A text that is not a number belongs to the buffer for which it was typed.
    void aWrongToleranceIsNotTheNextBuffers() {
        m_document->edit({}, [](project::Project& p) {
            for (project::Buffer& buffer : p.buffers) {
                buffer.expect.emplace().file = "x.npy";
                buffer.expect->atol = 0;
            }
        });
        auto* tolerance = field("Absolute tolerance");
        const QString tip = tolerance->toolTip();
        QVERIFY(tip.contains(QStringLiteral("Passed where")));
        type(tolerance, QStringLiteral("abc"));
        QCOMPARE(wrong().contains(QStringLiteral("Absolute tolerance")), true);
        m_document->edit({}, [](project::Project& p) { p.timing.repeats = 7; });
        QCOMPARE(tolerance->text(), QStringLiteral("abc"));
        m_form->setBuffer(1);
        QCOMPARE(tolerance->text(), QStringLiteral("0"));
        QVERIFY(!wrong().contains(QStringLiteral("Absolute tolerance")));
        QCOMPARE(tolerance->toolTip(), tip);
        // Nor is it that of a buffer which takes this one's row.
        type(tolerance, QStringLiteral("abc"));
        m_document->edit(
            {}, [](project::Project& p) { std::swap(p.buffers[0].name, p.buffers[1].name); });
        QCOMPARE(tolerance->text(), QStringLiteral("0"));
    }

    /// Distribution over devices with halo rows, and back.
    void rowsAreSharedOut() {
        QVERIFY(!field("Rows of neighbours"));
        choose("sharing", QStringLiteral("its own rows"));
        QVERIFY(buffer().split);
        type(field("Rows of neighbours"), QStringLiteral("n / 8"));
        QCOMPARE(buffer().halo->text, std::string("n / 8"));
        QVERIFY(wrong().isEmpty());
        type(field("Rows of neighbours"), QStringLiteral("n / 7"));
        QCOMPARE(wrong(), QStringList{QStringLiteral("Rows of neighbours")});
        m_document->undoStack()->undo();
        choose("sharing", QStringLiteral("all of it, added up at the end"));
        QVERIFY(!buffer().split && !buffer().halo);
        QVERIFY(buffer().reduce == project::Reduction::sum);
        while (m_document->undoStack()->canUndo()) {
            m_document->undoStack()->undo();
        }
        QVERIFY(!buffer().split && !buffer().reduce && !buffer().halo);
    }

    void aFileIsChosen() {
        QTemporaryDir folder;
        QVERIFY(QDir(folder.path()).mkpath(QStringLiteral("data")));
        QFile data(folder.filePath(QStringLiteral("data/x y.npy")));
        QVERIFY(data.open(QIODevice::WriteOnly) && data.write("x") == 1);
        data.close();
        m_document->saveAs(folder.filePath(QStringLiteral("p.warpbench")));
        choose("initKind", QStringLiteral("file"));
        QVERIFY(visibleText().contains(QStringLiteral("Name a file")));
        QVERIFY(!m_form->findChild<QToolButton*>(QStringLiteral("browseCheck"))->isVisible());
        QTimer::singleShot(0, m_form.get(), [&] {
            auto* dialog = qobject_cast<QFileDialog*>(QApplication::activeModalWidget());
            QVERIFY(dialog);
            QCOMPARE(dialog->directory().absolutePath(), QDir(folder.path()).absolutePath());
            chooseFile(*dialog, data.fileName());
        });
        QTest::mouseClick(m_form->findChild<QToolButton*>(QStringLiteral("browseInit")),
                          Qt::LeftButton);
        QCOMPARE(buffer().init.path, std::string("data/x y.npy"));
        QCOMPARE(wrong(), QStringList());
        type(field("File"), QStringLiteral("none.npy"));
        QVERIFY(visibleText().contains(QStringLiteral("File not found")));
        type(field("File"), QStringLiteral("../x.npy"));
        QVERIFY(visibleText().contains(QStringLiteral("Copy the file")));
        choose("initKind", QStringLiteral("zeros"));
        QVERIFY(!m_form->findChild<QToolButton*>(QStringLiteral("browseInit"))->isVisible());
    }

  private:
    const project::Buffer& buffer() const { return m_document->project().buffers[0]; }
    void reopened() {
        const QString path = m_home.filePath(QStringLiteral("again.warpbench"));
        m_document->saveAs(path);
        ProjectDocument again;
        again.open(path);
        QCOMPARE(again.project().buffers.size(), std::size_t(2));
        QCOMPARE(int(again.project().buffers[0].init.kind), int(buffer().init.kind));
        QCOMPARE(again.project().buffers[0].expect.has_value(), buffer().expect.has_value());
    }
    void choose(const char* name, const QString& text) {
        auto* combo = m_form->findChild<QComboBox*>(QLatin1String(name));
        combo->setFocus();
        QTest::keyClick(combo, Qt::Key_Home);
        for (int i = 0; i < 20 && combo->currentText() != text; ++i) {
            QTest::keyClick(combo, Qt::Key_Down);
        }
        QCOMPARE(combo->currentText(), text);
    }
    QLineEdit* field(const char* accessibleName) const {
        for (auto* edit : m_form->findChildren<QLineEdit*>()) {
            if (edit->isVisible() && edit->accessibleName() == QLatin1String(accessibleName)) {
                return edit;
            }
        }
        return nullptr;
    }
    static void type(QLineEdit* field, const QString& text) {
        QVERIFY(field);
        field->setFocus();
        field->selectAll();
        text.isEmpty() ? QTest::keyClick(field, Qt::Key_Backspace) : QTest::keyClicks(field, text);
        QCOMPARE(field->text(), text); // as it was typed
    }
    /// The names of the fields that are marked as wrong.
    QStringList wrong() const {
        QStringList names;
        for (const auto* edit : m_form->findChildren<QLineEdit*>()) {
            if (edit->isVisible() && edit->property("invalid").toBool()) {
                names << edit->accessibleName();
            }
        }
        return names;
    }
    QString visibleText() const {
        QStringList texts;
        for (const auto* label : m_form->findChildren<QLabel*>()) {
            if (label->isVisible()) {
                texts << label->text();
            }
        }
        return texts.join(QLatin1Char('\n'));
    }

    QTemporaryDir m_home;
    std::unique_ptr<ProjectDocument> m_document;
    std::unique_ptr<BufferForm> m_form;
};

WARPBENCH_WIDGET_TEST(TstBufferForm)
} // namespace tst_buffer_form

#include "tst_buffer_form.moc"
