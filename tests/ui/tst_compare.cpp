// SPDX-License-Identifier: GPL-3.0-or-later
// Two versions side by side: the alignment of lines, and the panel that shows it.
#include "core/compile/compile.h"
#include "tests/main.h"
#include "tests/ui/window_test.h"
#include "ui/commands/actions.h"
#include "ui/docks/panel_docks.h"
#include "ui/documents/line_diff.h"
#include "ui/panels/compare_panel.h"
#include "ui/results/compare_model.h"
#include "ui/run/run_history.h"
#include "ui/theme/theme.h"
#include "ui/window/run_presenter.h"

#include <QAbstractItemModelTester>
#include <QApplication>
#include <QComboBox>
#include <QLabel>
#include <QRandomGenerator>
#include <QScrollBar>
#include <QSignalSpy>
#include <QToolButton>
#include <QTreeView>

#include <numeric>

namespace tst_compare {

using namespace warpbench;
using namespace warpbench::ui;

namespace {

QStringList split(const char* letters) {
    QStringList lines;
    for (const char* c = letters; *c; ++c)
        lines << QString(QLatin1Char(*c));
    return lines;
}

/// "ab|-c|+d": same, removed, added; "~xy" for x beside y.
QString drawn(const QStringList& before, const QStringList& after) {
    QString text;
    for (const SideRow& row : sideBySide(before, after)) {
        switch (row.kind) {
        case SideRow::Kind::same:
            text += before[row.before];
            break;
        case SideRow::Kind::changed:
            text += QLatin1Char('~') + before[row.before] + after[row.after];
            break;
        case SideRow::Kind::removed:
            text += QLatin1Char('-') + before[row.before];
            break;
        case SideRow::Kind::added:
            text += QLatin1Char('+') + after[row.after];
            break;
        }
    }
    return text;
}

} // namespace

class TstCompare : public QObject {
    Q_OBJECT

  private slots:
    void initTestCase() {
        prepareUiTest(m_home);
        Theme::instance().apply(false);
    }

    /// Removed lines precede their replacements.
    void aDifferenceOfTexts() {
        std::string kinds;
        for (const DiffLine& line : diffTexts("a\nb\nc\nd\n", "a\nx\ny\nd\r\ne"))
            kinds += "=-+"[int(line.kind)] + line.text.toStdString();
        QCOMPARE(kinds, std::string("=a-b-c+x+y=d+e"));
    }
    /// Texts that differ at both ends, as after a new heading and one more function.
    void aLineOfALongTextIsFoundAgain() {
        QString before;
        for (int i = 0; i < 5000; ++i)
            before += QStringLiteral("line %1\n").arg(i);
        const QString after = "heading\n" + before + "last\n";
        QCOMPARE(lineAfter("first\n" + before, after, 2001), 2001);
        QCOMPARE(lineAfter(before, after, 2001), 2002);
        QCOMPARE(lineAfter(after, before, 1), 1);
    }

    void linesStandBesideEachOther_data() {
        QTest::addColumn<QByteArray>("before");
        QTest::addColumn<QByteArray>("after");
        QTest::addColumn<QString>("wanted");
        const auto row = [](const char* before, const char* after, const char* wanted) {
            QTest::addRow("%s, %s", before, after)
                << QByteArray(before) << QByteArray(after) << QString::fromLatin1(wanted);
        };
        row("", "", "");
        row("abc", "abc", "abc");
        row("", "ab", "+a+b");
        row("ab", "", "-a-b");
        row("abc", "axc", "a~bxc");
        row("abcd", "ad", "a-b-cd");
        row("ad", "abcd", "a+b+cd");
        row("aab", "ab", "a-ab"); // b alone is there once on both sides
        row("aaaa", "aa", "aa-a-a");
        row("abab", "baba", "-abab+a");
        row("abc", "xyz", "~ax~by~cz");
    }
    void linesStandBesideEachOther() {
        QFETCH(QByteArray, before);
        QFETCH(QByteArray, after);
        QTEST(drawn(split(before.constData()), split(after.constData())), "wanted");
    }

    void whatDiffersWithinALine() {
        const auto part = [](const char* before, const char* after) {
            return differingPart(QString::fromLatin1(before), QString::fromLatin1(after));
        };
        QCOMPARE(part("tile[TILE][TILE];", "tile[TILE][TILE + 1];"), (DifferingPart{15, 15, 19}));
        QCOMPARE(part("abc", "axc"), (DifferingPart{1, 2, 2}));
        QCOMPARE(part("aa", "aaa"), (DifferingPart{2, 2, 3}));
        QCOMPARE(part("ab", "cd"), (DifferingPart{0, 2, 2}));
        QCOMPARE(part("", "x"), (DifferingPart{0, 0, 1}));
    }

    /// Whatever the texts, each line appears once and in order, and lines marked as equal are
    /// equal.
    void everyLineStandsOnce() {
        QRandomGenerator random(7);
        for (int round = 0; round < 400; ++round) {
            const auto text = [&] {
                QStringList lines;
                const int size = int(random.bounded(24));
                for (int i = 0; i < size; ++i)
                    lines << QString::number(random.bounded(6));
                return lines;
            };
            const QStringList before = text();
            const QStringList after = text();
            int a = 0;
            int b = 0;
            for (const SideRow& row : sideBySide(before, after)) {
                if (row.before >= 0)
                    QCOMPARE(row.before, a++);
                if (row.after >= 0)
                    QCOMPARE(row.after, b++);
                QVERIFY(row.before >= 0 || row.after >= 0);
                if (row.kind == SideRow::Kind::same)
                    QCOMPARE(before[row.before], after[row.after]);
            }
            QCOMPARE(a, int(before.size()));
            QCOMPARE(b, int(after.size()));
        }
    }

    void thousandsOfDifferencesEnd() {
        QStringList before;
        QStringList after;
        for (int i = 0; i < 20'000; ++i) {
            before << QString::number(i % 50);
            after << QString::number((i * 7 + 3) % 50);
        }
        before << QStringLiteral("end");
        after << QStringLiteral("end");
        const auto rows = sideBySide(before, after);
        QCOMPARE(rows.back().kind, SideRow::Kind::same);
    }

    void whatIsComparedOfAListing() {
        const auto key = [](const char* line, bool without) {
            return listingKey(QString::fromLatin1(line), without);
        };
        QCOMPARE(key("\tadd.s32 \t%r12, %r3, 4;", true), key("add.s32 %r1, %r44, 4;", true));
        QVERIFY(key("add.s32 %r12, %r3, 4;", false) != key("add.s32 %r1, %r44, 4;", false));
        QVERIFY(key("add.s32 %r12, %r3, 4;", true) != key("add.s32 %r12, %r3, 5;", true));
        QCOMPARE(key("@%p1 bra $L__BB0_2;", true), key("@%p7 bra $L__BB3_12;", true));
        QCOMPARE(key("        /*0040*/ IMAD R3, R4, UR5, P0 ;  /* 0x00ff */", true),
                 key("        /*0050*/ IMAD R7, R1, UR4, P1 ;", true));
        QVERIFY(key("ld.param.u64 %rd1, [k_param_0];", true) !=
                key("ld.param.u64 %rd1, [k_param_1];", true));
    }

    void changesAreWalkedThrough() {
        CompareModel model;
        const QAbstractItemModelTester tester(&model);
        QCOMPARE(model.nextChange(-1, 1), -1);
        const QStringList before = split("abcdefgh");
        const QStringList after = split("aXcdeYZfgh");
        std::vector<int> a(std::size_t(before.size()));
        std::vector<int> b(std::size_t(after.size()));
        std::iota(a.begin(), a.end(), 1);
        std::iota(b.begin(), b.end(), 1);
        model.setComparison(
            std::make_shared<const Comparison>(compareTexts(before, a, after, b, false, false)));
        QCOMPARE(model.comparison()->changes, (std::vector<int>{1, 5}));
        QCOMPARE(model.nextChange(-1, 1), 1);
        QCOMPARE(model.nextChange(1, 1), 5);
        QCOMPARE(model.nextChange(5, 1), -1);
        QCOMPARE(model.nextChange(5, -1), 1);
        QCOMPARE(model.changeAt(6), 2);
        QCOMPARE(model.index(1, CompareModel::BeforeLineColumn).data().toString(),
                 QStringLiteral("− 2"));
        QCOMPARE(model.index(5, CompareModel::AfterColumn).data().toString(), QStringLiteral("Y"));
        QVERIFY(!model.index(5, CompareModel::BeforeColumn).data().isValid());
    }

    void aPinnedSourceStandsBesideTodays() {
        if (compilerIsMissing())
            QSKIP("the CUDA compiler is not installed");
        OpenWindow window;
        auto& panel = window->panel<ComparePanel>();
        QSignalSpy shown(&window->presenter(), &RunPresenter::reportShown);
        window->actionSet().run->trigger();
        QTRY_COMPARE_WITH_TIMEOUT(shown.count(), 1, kPatience);
        window->actionSet().pinBaseline->trigger();
        window.editor().setText(QStringLiteral("// changed\n") + window.editor().text());
        QCOMPARE(panel.model().rowCount(), 0); // the panel is hidden
        window->docks().focus(QStringLiteral("compare"));
        QTRY_VERIFY(panel.model().rowCount() > 3);
        QCOMPARE(panel.model().comparison()->changes, std::vector<int>{0});
        const auto* title = panel.findChild<QLabel*>(QStringLiteral("compareWhere"));
        QTRY_COMPARE(title->text(), QStringLiteral("Change 1 of 1"));
        // Rows are aligned, whether one of them has a symbol or not.
        auto* left = panel.findChild<QTreeView*>(QStringLiteral("compareBefore"));
        auto* right = panel.findChild<QTreeView*>(QStringLiteral("compareAfter"));
        const int last = panel.model().rowCount() - 1;
        const auto topOf = [&](QTreeView* view, CompareModel::Column column) {
            return view->visualRect(panel.model().index(last, column)).top();
        };
        QTRY_COMPARE(topOf(left, CompareModel::BeforeColumn),
                     topOf(right, CompareModel::AfterColumn));
        // PTX of before and now is the same: a comment compiles to nothing.
        auto* form = panel.findChild<QComboBox*>(QStringLiteral("compareForm"));
        form->setFocus();
        QTest::keyClick(form, Qt::Key_Down);
        QTRY_VERIFY_WITH_TIMEOUT(panel.model().rowCount() > 8, kPatience);
        QTRY_COMPARE(title->text(), QStringLiteral("No differences"));
        // Another architecture, compiled aside: the project and the last compile stay as they are.
        const auto code = window->workbench().results.code().code;
        auto* with = panel.findChild<QComboBox*>(QStringLiteral("compareVersion"));
        const int other = with->findText(QStringLiteral("Now, for sm_75"));
        QVERIFY(other > 0);
        with->setCurrentIndex(other);
        QTRY_VERIFY_WITH_TIMEOUT(panel.model().rowCount() > 8, kPatience);
        QCOMPARE(window->workbench().results.code().code, code);
        QCOMPARE(window->document().project().compile.arch, std::string("auto"));
        // Both sides scroll as one.
        left->verticalScrollBar()->setValue(left->verticalScrollBar()->maximum());
        QCOMPARE(right->verticalScrollBar()->value(), left->verticalScrollBar()->value());
    }

    /// However narrow the panel is.
    void whatDiffersIsInSight() {
        if (compilerIsMissing())
            QSKIP("the CUDA compiler is not installed");
        OpenWindow window;
        window->resize(1000, 700);
        auto& panel = window->panel<ComparePanel>();
        QSignalSpy shown(&window->presenter(), &RunPresenter::reportShown);
        const QString far = QString(200, QLatin1Char(' ')) + QStringLiteral("// far");
        const QString source = window.editor().text();
        window.editor().setText(source + far);
        window->actionSet().run->trigger();
        QTRY_COMPARE_WITH_TIMEOUT(shown.count(), 1, kPatience);
        window->actionSet().pinBaseline->trigger();
        window.editor().setText(source + far + QStringLiteral(" away"));
        window->docks().focus(QStringLiteral("compare"));
        QTRY_COMPARE(panel.model().comparison() ? panel.model().comparison()->changes.size() : 0,
                     std::size_t(1));
        const auto* right = panel.findChild<QTreeView*>(QStringLiteral("compareAfter"));
        const int letter = QFontMetrics(right->font()).horizontalAdvance(QLatin1Char('0'));
        QTRY_VERIFY(right->horizontalScrollBar()->value() > 100 * letter);
        const QRect line = right->visualRect(
            panel.model().index(panel.model().rowCount() - 1, CompareModel::AfterColumn));
        QVERIFY(line.left() + int(far.size()) * letter < right->viewport()->width());
        // It stays the change that is looked at when the other side is compiled or run again.
        const auto* title = panel.findChild<QLabel*>(QStringLiteral("compareWhere"));
        QCOMPARE(title->text(), QStringLiteral("Change 1 of 1"));
        window->actionSet().run->trigger();
        QTRY_COMPARE_WITH_TIMEOUT(shown.count(), 2, kPatience);
        QTRY_COMPARE(title->text(), QStringLiteral("Change 1 of 1"));
    }

    void sassOfTwoArchitectures() {
        if (compile::compilerInfo().disassembler.empty())
            QSKIP("no nvdisasm here: `warpbench-cli doctor --install-compiler` fetches it");
        OpenWindow window;
        auto& panel = window->panel<ComparePanel>();
        window->docks().focus(QStringLiteral("compare"));
        window->actionSet().compile->trigger();
        QTRY_VERIFY_WITH_TIMEOUT(window->workbench().results.code().code, kPatience);
        QVERIFY(panel.showPart(QStringLiteral("sass")));
        QVERIFY(!panel.showPart(QStringLiteral("binary")));
        auto* with = panel.findChild<QComboBox*>(QStringLiteral("compareVersion"));
        with->setCurrentIndex(with->findText(QStringLiteral("Now, for sm_75")));
        QTRY_VERIFY_WITH_TIMEOUT(panel.model().rowCount() > 8, kPatience);
        const Comparison& comparison = *panel.model().comparison();
        QVERIFY(!comparison.changes.empty());
        for (const QStringList* side : {&comparison.before, &comparison.after})
            QVERIFY(!side->filter(QStringLiteral("EXIT")).isEmpty());
        // The kernels' names are on both sides.
        QVERIFY(std::any_of(comparison.rows.begin(), comparison.rows.end(),
                            [](const SideRow& row) { return row.kind == SideRow::Kind::same; }));
    }

  private:
    QTemporaryDir m_home;
};

WARPBENCH_WIDGET_TEST(TstCompare)
} // namespace tst_compare

#include "tst_compare.moc"
