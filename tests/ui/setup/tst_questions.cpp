// SPDX-License-Identifier: GPL-3.0-or-later
// Open questions about a program appear above its launch, each with the field that answers it.
#include "tests/main.h"
#include "tests/ui/ui_test.h"
#include "ui/setup/setup_panel.h"
#include "ui/words/question_words.h"
#include "ui/workbench/workbench.h"

#include <QApplication>
#include <QFile>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <QTemporaryDir>
#include <QTest>

#include <algorithm>
#include <memory>

namespace tst_questions {

using namespace warpbench;
using namespace warpbench::ui;

namespace {

const char* const kProgram = R"(
__global__ void step(float *a, float *b, int n, float rate) { a[0] += b[0] * rate + n; }
int main(int argc, char **argv) {
  int n = atoi(argv[1]);
  float *a, *b;
  cudaMalloc(&a, n * sizeof(float));
  cudaMalloc(&b, n * sizeof(float));
  for (int t = 0; t < 50; ++t)
    step<<<gridFor(n), 256>>>(a, b, n, rateOf(n));
}
)";

} // namespace

class TstQuestions : public QObject {
    Q_OBJECT

  private slots:
    void initTestCase() { prepareUiTest(m_home); }

    void init() {
        const QString path = m_home.filePath(QStringLiteral("step.cu"));
        QFile file(path);
        QVERIFY(file.open(QIODevice::WriteOnly));
        file.write(kProgram);
        file.close();
        m_bench = std::make_unique<Workbench>();
        m_panel = std::make_unique<SetupPanel>(*m_bench);
        m_panel->resize(320, 900);
        m_panel->show();
        m_panel->activateWindow();
        QVERIFY(QTest::qWaitForWindowActive(m_panel.get()));
        m_bench->document.open(path);
        QTRY_VERIFY(m_panel->findChild<QWidget*>(QStringLiteral("argument3")));
    }
    void cleanup() {
        m_panel.reset();
        m_bench.reset();
    }

    void eachLeadsToTheFieldThatAnswersIt() {
        const auto& questions = m_bench->document.questions();
        QStringList places;
        for (std::size_t left = questions.size(); left > 0; --left) {
            QCOMPARE(label()->text(), QString::fromStdString(questions.front().text));
            click("questionShow");
            QWidget* focus = QApplication::focusWidget();
            QString place;
            for (QWidget* at = focus; at && at != m_panel.get() && place.isEmpty();
                 at = at->parentWidget())
                place = at->objectName().startsWith(QLatin1String("qt_")) ? QString()
                                                                          : at->objectName();
            places << place;
            m_panel->showPart(QStringLiteral("launch"));
            click("questionDone");
            QCOMPARE(questions.size(), left - 1);
        }
        QCOMPARE(places.join(QLatin1Char(' ')),
                 QStringLiteral("namesTable gridx buffersTable buffersTable argument3"));
        QVERIFY(!card()->isVisible());
        QVERIFY(m_bench->document.project().notes.find("To check") != std::string::npos);
    }

    /// A kernel without a program: what fills its constant memory is asked, and typed there.
    void constantMemoryLeadsToItsValue() {
        const QString path = m_home.filePath(QStringLiteral("blur.cu"));
        QFile file(path);
        QVERIFY(file.open(QIODevice::WriteOnly));
        file.write("__constant__ float mask[3];\n"
                   "__global__ void blur(float* out, int n) { out[0] = mask[n]; }\n");
        file.close();
        m_bench->document.open(path);
        const auto& questions = m_bench->document.questions();
        const auto asked = std::find_if(questions.begin(), questions.end(), [](const auto& one) {
            return one.kind == guess::Question::Kind::unset_constant;
        });
        QVERIFY(asked != questions.end());
        for (auto before = asked - questions.begin(); before > 0; --before)
            click("questionDone");
        QTRY_VERIFY(label()->text().contains(QStringLiteral("nothing fills mask")));
        m_panel->resize(320, 300); // the variables are below the visible part
        click("questionShow");
        auto* field = qobject_cast<QLineEdit*>(QApplication::focusWidget());
        QVERIFY(field);
        QTRY_VERIFY(field->visibleRegion().boundingRect().height() == field->height());
        field->selectAll();
        QTest::keyClicks(field, QStringLiteral("1, 2, 1"));
        QTest::keyClick(field, Qt::Key_Return);
        QTRY_COMPARE(m_bench->document.project().constants.at("mask").value.size(), std::size_t(3));
        // It is answered by that.
        for (const guess::Question& question : questions)
            QVERIFY(question.kind != guess::Question::Kind::unset_constant);
        QVERIFY(card()->isHidden()); // it was the last one
    }

    /// A number that launches do not use lacks a field to go to.
    void whatHasNoFieldIsNotShown() {
        auto* show = m_panel->findChild<QPushButton*>(QStringLiteral("questionShow"));
        QVERIFY(m_bench->document.questions().front().name == "n" && show->isVisible());
        m_bench->document.edit({}, [](project::Project& p) { p.parameters.erase("n"); });
        QVERIFY(!show->isVisible());
        m_bench->document.undoStack()->undo();
        QVERIFY(show->isVisible());
    }

    /// The guessed loop count of the program is shown with the launch and can be changed there.
    void roundsStandWithTheLaunch() {
        auto* row = m_panel->findChild<QWidget*>(QStringLiteral("launchRounds"));
        QVERIFY(row->isVisible());
        auto* field = row->findChild<QLineEdit*>();
        QCOMPARE(field->text(), QStringLiteral("50"));
        field->setFocus();
        field->selectAll();
        QTest::keyClicks(field, QStringLiteral("7"));
        QCOMPARE(m_bench->document.project().rounds->text, std::string("7"));
        QTest::keyClick(field, Qt::Key_Backspace);
        QVERIFY(!m_bench->document.project().rounds);
        QVERIFY(row->isVisible()); // it is being typed in
        m_bench->document.create({}, QString());
        QTRY_VERIFY(!row->isVisible());
    }

    /// In English, the window and the command line use the same texts.
    void wordsAreThoseOfTheCommandLine() {
        for (int kind = 0; kind < int(guess::Question::Kind::count); ++kind) {
            const guess::Question question(guess::Question::Kind(kind),
                                           {"k", "12", "%1", "64", "float"});
            QVERIFY(question.text.size() > 20);
            QCOMPARE(questionText(question), QString::fromStdString(question.text));
        }
    }

    void anotherFileAsksNothing() {
        QVERIFY(card()->isVisible());
        m_bench->document.create({}, QString());
        QVERIFY(!card()->isVisible());
    }

  private:
    QWidget* card() const { return m_panel->findChild<QWidget*>(QStringLiteral("questionCard")); }
    QLabel* label() const { return m_panel->findChild<QLabel*>(QStringLiteral("questionText")); }
    void click(const char* name) {
        auto* button = m_panel->findChild<QPushButton*>(QLatin1String(name));
        QVERIFY(button->isVisible());
        QTest::mouseClick(button, Qt::LeftButton);
    }

    QTemporaryDir m_home;
    std::unique_ptr<Workbench> m_bench;
    std::unique_ptr<SetupPanel> m_panel;
};

WARPBENCH_WIDGET_TEST(TstQuestions)
} // namespace tst_questions

#include "tst_questions.moc"
