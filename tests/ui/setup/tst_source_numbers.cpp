// SPDX-License-Identifier: GPL-3.0-or-later
// A number changed in the source that is also a parameter of the set-up.
#include "tests/main.h"
#include "tests/ui/ui_test.h"
#include "ui/setup/source_card.h"
#include "ui/workbench/workbench.h"

#include <QApplication>
#include <QLabel>
#include <QPushButton>
#include <QTest>

#include <memory>

namespace tst_source_numbers {

using namespace warpbench;
using namespace warpbench::ui;

namespace {

const char* const kSource =
    "#define TILE 16\n"
    "const int rows = 1 << 10, columns = 64;\n"
    "int twice = 1; void f() { int twice = 2; int n = rows; n = 5; }\n"
    "__global__ void k(float *p) { for (int s = 1; s < 4; s *= 2) p[s] = s; }\n";

} // namespace

class TstSourceNumbers : public QObject {
    Q_OBJECT

  private slots:
    void initTestCase() { prepareUiTest(m_home); }

    void numbersAreThoseOfDeclarations() {
        const auto numbers = numbersOfSource(kSource);
        QCOMPARE(numbers.at("TILE"), 16.0);
        QCOMPARE(numbers.at("rows"), 1024.0);
        QCOMPARE(numbers.at("columns"), 64.0);
        QVERIFY(!numbers.contains("twice")); // which of them?
        QVERIFY(!numbers.contains("n"));     // not a number
    }

    void aChangedOneIsSaidAndTaken() {
        Workbench bench;
        SourceCard card(bench);
        card.resize(300, 100);
        card.show();
        project::Project project;
        project.parameters["TILE"].text = "16";
        project.parameters["rows"].text = "2000"; // changed by the user, without changing the
                                                  // source
        bench.document.create(project, QString::fromLatin1(kSource));
        QVERIFY(!card.isVisible());
        const auto edit = [&](const char* tile) {
            bench.document.setSource(QString::fromLatin1(kSource).replace(
                QStringLiteral("TILE 16"), QStringLiteral("TILE ") + QLatin1String(tile)));
        };
        edit("32");
        QTRY_VERIFY(card.isVisible());
        QCOMPARE(card.findChild<QLabel*>()->text(),
                 QStringLiteral("TILE is now 32 in the source, but 16 in the set-up, which runs "
                                "use."));
        click(card, "sourceCardTake");
        QCOMPARE(bench.document.project().parameters.at("TILE").text, std::string("32"));
        QVERIFY(!card.isVisible());
        bench.document.undoStack()->undo();
        QVERIFY(card.isVisible());
        click(card, "sourceCardKeep");
        QVERIFY(!card.isVisible());
        QCOMPARE(bench.document.project().parameters.at("TILE").text, std::string("16"));
        edit("16");
        QTest::qWait(0);
        edit("8");
        QTRY_VERIFY(card.isVisible());
    }

  private:
    static void click(SourceCard& card, const char* name) {
        QTest::mouseClick(card.findChild<QPushButton*>(QLatin1String(name)), Qt::LeftButton);
    }

    QTemporaryDir m_home;
};

WARPBENCH_WIDGET_TEST(TstSourceNumbers)
} // namespace tst_source_numbers

#include "tst_source_numbers.moc"
