// SPDX-License-Identifier: GPL-3.0-or-later
// The two themes: text and controls stand out from their background, and switching polishes widgets
// only once.
#include "tests/main.h"
#include "ui/theme/banner.h"
#include "ui/theme/dock_sight.h"
#include "ui/theme/series_color.h"
#include "ui/theme/style_sheet.h"
#include "ui/theme/theme.h"
#include "ui/theme/turns.h"

#include <QAbstractEventDispatcher>
#include <QAccessible>
#include <QApplication>
#include <QComboBox>
#include <QDockWidget>
#include <QEvent>
#include <QHash>
#include <QLabel>
#include <QLineEdit>
#include <QMainWindow>
#include <QPushButton>
#include <QRegularExpression>
#include <QScopeGuard>
#include <QTest>
#include <QTimer>
#include <QVBoxLayout>

#include <algorithm>
#include <cmath>

namespace tst_theme {

using namespace warpbench::ui;

namespace {

constexpr double kText = 4.5;     // WCAG 2.2, 1.4.3
constexpr double kGraphics = 3.0; // WCAG 2.2, 1.4.11

double luminance(const QColor& color) {
    const auto linear = [](double channel) {
        return channel <= 0.04045 ? channel / 12.92 : std::pow((channel + 0.055) / 1.055, 2.4);
    };
    return 0.2126 * linear(color.redF()) + 0.7152 * linear(color.greenF()) +
           0.0722 * linear(color.blueF());
}

double contrast(const QColor& a, const QColor& b) {
    const double x = luminance(a) + 0.05;
    const double y = luminance(b) + 0.05;
    return std::max(x, y) / std::min(x, y);
}

/// Counts the style changes of each widget.
class StyleChanges : public QObject {
  public:
    QHash<QObject*, int> counts;

    bool eventFilter(QObject* watched, QEvent* event) override {
        if (event->type() == QEvent::StyleChange)
            ++counts[watched];
        return false;
    }
};

} // namespace

class TstTheme : public QObject {
    Q_OBJECT

  private slots:
    void textStandsOut_data() {
        QTest::addColumn<bool>("dark");
        QTest::newRow("light") << false;
        QTest::newRow("dark") << true;
    }
    void textStandsOut() {
        QFETCH(bool, dark);
        const ThemeColors& c = ThemeColors(Theme::colorsOf(dark));
        struct Pair {
            const char* what;
            QColor front, back;
            double least = kText;
        };
        QList<Pair> pairs{
            {"selected text", c.text, c.selection},
            {"text of a hovered row", c.text, c.hover},
            {"text of a pressed button", c.text, c.pressed},
            {"muted text of a hovered tab", c.muted, c.hover},
            {"a button that is on", c.text, c.infoSoft},
            {"text on the accent", c.accentText, c.accent},
            {"error", c.error, c.errorSoft},
            {"warning", c.warning, c.warningSoft},
            {"success", c.success, c.successSoft},
            {"info", c.info, c.infoSoft},
            {"simulated", c.simulated, c.simulatedSoft},
            {"line numbers", c.editorMarginText, c.editorMargin},
            {"line number of the caret", c.editorMarginText, c.editorCaretLine},
        };
        for (const QColor& back : {c.window, c.panel, c.base, c.alternate}) {
            for (const QColor& front :
                 {c.text, c.muted, c.error, c.warning, c.success, c.info, c.simulated})
                pairs.append({"text", front, back});
            pairs.append({"where the focus is", c.accent, back, kGraphics});
            pairs.append({"edge of a field", c.field, back, kGraphics});
        }
        for (const QColor& back : {c.editorBackground, c.editorCaretLine}) {
            for (const QColor& front : {c.editorText, c.keyword, c.builtin, c.type, c.number,
                                        c.string, c.comment, c.preprocessor, c.function})
                pairs.append({"source", front, back});
        }
        Theme::instance().apply(dark);
        const QColor hint = qApp->palette().color(QPalette::PlaceholderText);
        pairs.append({"hint in a field", hint, c.base});
        pairs.append({"hint in a field of a panel", hint, c.panel});
        for (int i = 0; i < kSeriesColors; ++i) {
            for (const QColor& back : {c.window, c.panel, c.base})
                pairs.append({"series of a chart", seriesColor(i), back, kGraphics});
        }
        for (const Pair& pair : std::as_const(pairs)) {
            const double is = contrast(pair.front, pair.back);
            QVERIFY2(is >= pair.least, qPrintable(QStringLiteral("%1: %2 on %3 is %4, at least %5")
                                                      .arg(QLatin1String(pair.what),
                                                           pair.front.name(), pair.back.name())
                                                      .arg(is, 0, 'f', 2)
                                                      .arg(pair.least)));
        }
    }

    /// Rules of the sheet that name a text and a background together.
    void textOfTheSheetStandsOut_data() { textStandsOut_data(); }
    void textOfTheSheetStandsOut() {
        QFETCH(bool, dark);
        static const QRegularExpression rule(QStringLiteral("([^{}]+)\\{([^}]*)\\}"));
        static const QRegularExpression front(QStringLiteral("(?<![-\\w])color: (#[0-9a-f]{6})"));
        static const QRegularExpression back(
            QStringLiteral("(?<![-\\w])background: (#[0-9a-f]{6})"));
        int found = 0;
        auto rules = rule.globalMatch(styleSheet(Theme::colorsOf(dark), dark));
        while (rules.hasNext()) {
            const QRegularExpressionMatch one = rules.next();
            const auto text = front.match(one.captured(2));
            const auto behind = back.match(one.captured(2));
            if (!text.hasMatch() || !behind.hasMatch() ||
                one.captured(1).contains(QStringLiteral(":disabled")))
                continue; // what cannot be used may be faint: WCAG 1.4.3 excepts it
            ++found;
            const double is = contrast(QColor(text.captured(1)), QColor(behind.captured(1)));
            QVERIFY2(is >= kText, qPrintable(one.captured(0).simplified() +
                                             QStringLiteral(" %1").arg(is, 0, 'f', 2)));
        }
        QVERIFY2(found > 10, qPrintable(QString::number(found)));
    }

    /// Qt alone would do it once for each of a widget's ancestors.
    void anotherThemeTellsEachWidgetOnce() {
        Theme::instance().apply(false);
        QWidget window;
        QWidget* inner = &window;
        for (int depth = 0; depth < 8; ++depth) {
            auto* layout = new QVBoxLayout(inner);
            layout->addWidget(new QLineEdit);
            layout->addWidget(inner = new QWidget);
        }
        auto* button = new QPushButton(QStringLiteral("deep"), inner);
        button->setDefault(true);
        window.show();
        QVERIFY(QTest::qWaitForWindowExposed(&window));
        StyleChanges changes;
        const QList<QWidget*> all = window.findChildren<QWidget*>();
        for (QWidget* widget : all)
            widget->installEventFilter(&changes);
        const QImage light = window.grab().toImage();
        Theme::instance().apply(true);
        for (QWidget* widget : all)
            QVERIFY2(changes.counts.value(widget) <= 1, widget->metaObject()->className());
        QCOMPARE(changes.counts.value(button), 1);
        QCOMPARE(window.grab().toImage().pixelColor(2, 2), Theme::colorsOf(true).window);
        Theme::instance().apply(false);
        QCOMPARE(window.grab().toImage(), light); // nothing of the other is left
    }

    /// Hidden widgets apply another theme when shown, and then all at once.
    void anotherThemeReachesAPanelBehindATabWhenItIsSeen() {
        Theme::instance().apply(false);
        QMainWindow window;
        window.resize(500, 400);
        window.setCentralWidget(new QWidget);
        auto* front = new QDockWidget(QStringLiteral("front"), &window);
        auto* back = new QDockWidget(QStringLiteral("back"), &window);
        auto* line = new QLineEdit(QStringLiteral("behind"));
        line->setFocusPolicy(Qt::NoFocus); // which would show
        auto* panel = new QWidget;
        (new QVBoxLayout(panel))->addWidget(line);
        front->setWidget(new QWidget);
        back->setWidget(panel);
        window.addDockWidget(Qt::RightDockWidgetArea, front);
        window.tabifyDockWidget(front, back);
        window.show();
        back->raise();
        QVERIFY(QTest::qWaitForWindowExposed(&window));
        QTRY_VERIFY(!back->visibleRegion().isEmpty());
        const QImage light = back->grab().toImage();
        StyleChanges changes;
        line->installEventFilter(&changes);
        Theme::instance().apply(true);
        QCOMPARE(changes.counts.value(line), 0); // in a separate turn: the window responds first
        QTRY_COMPARE(changes.counts.value(line), 1);
        const QImage dark = back->grab().toImage();
        QVERIFY(dark != light);
        front->raise();
        QTRY_VERIFY(back->visibleRegion().isEmpty());
        Theme::instance().apply(false);
        Theme::instance().apply(true);
        Theme::instance().apply(false);
        QCOMPARE(changes.counts.value(line), 1);
        back->raise();
        QTRY_COMPARE(changes.counts.value(line), 2);
        QTRY_COMPARE(back->grab().toImage(), light);
        // The same for a closed panel.
        back->hide();
        Theme::instance().apply(true);
        QCOMPARE(changes.counts.value(line), 2);
        back->show();
        back->raise();
        QTRY_COMPARE(changes.counts.value(line), 3);
        QTRY_COMPARE(back->grab().toImage(), dark);
        // Tried and changed back: there is nothing to take.
        front->raise();
        QTRY_VERIFY(back->visibleRegion().isEmpty());
        Theme::instance().apply(false);
        Theme::instance().apply(true);
        back->raise();
        QTRY_VERIFY(!back->visibleRegion().isEmpty());
        bool later = false;
        inTurn(window, [&later] { later = true; }); // after the panel's pending work
        QTRY_VERIFY(later);
        QCOMPARE(changes.counts.value(line), 3);
        QCOMPARE(back->grab().toImage(), dark);
        Theme::instance().apply(false);
    }

    /// A page, a menu or a line of text that is hidden takes another theme before it is painted.
    void anotherThemeReachesWhatIsHiddenWhenItShows() {
        Theme::instance().apply(false);
        QWidget window;
        window.resize(300, 200);
        auto* page = new QWidget(&window);
        page->setGeometry(0, 0, 300, 200);
        auto* line = new QLineEdit(QStringLiteral("a line"), page);
        line->setFocusPolicy(Qt::NoFocus); // which would show
        window.show();
        QVERIFY(QTest::qWaitForWindowExposed(&window));
        const QImage light = window.grab().toImage();
        StyleChanges changes;
        line->installEventFilter(&changes);
        page->hide();
        Theme::instance().apply(true);
        Theme::instance().apply(false);
        Theme::instance().apply(true);
        QCOMPARE(changes.counts.value(line), 0);
        page->show();
        QCOMPARE(changes.counts.value(line), 1);
        const QImage dark = window.grab().toImage();
        QVERIFY(dark != light);
        page->hide();
        page->show();
        QCOMPARE(changes.counts.value(line), 1);
        page->hide();
        Theme::instance().apply(false);
        page->show();
        QCOMPARE(changes.counts.value(line), 2);
        QCOMPARE(window.grab().toImage(), light);
    }

    /// However many other timers are late: keys are answered between what waits.
    void whatCanWaitComesOneByOne() {
        QObject first;
        QObject second;
        QObject third;
        QList<int> done;
        int turns = 0;
        const auto turn = [&] { done << turns; };
        connect(QAbstractEventDispatcher::instance(), &QAbstractEventDispatcher::awake, &first,
                [&turns] { ++turns; });
        for (int i = 0; i < 8; ++i)
            (new QTimer(&first))->start(0); // always due
        inTurn(first, turn);
        inTurn(second, turn);
        inTurn(third, turn);
        QTRY_COMPARE(done.size(), 3);
        QVERIFY(done[0] < done[1] && done[1] < done[2]);
    }

    /// As on Windows, where a window is asked to paint before it is mapped, and is exposed while it
    /// waits for its turn: what was dirty is kept, and nothing else asks again.
    void aWindowThatIsMappedMeanwhileIsPaintedInItsTurn() {
        class Painted : public QWidget {
          public:
            int times = 0;

          protected:
            void paintEvent(QPaintEvent*) override { ++times; }
        } window;
        window.show();
        QTRY_VERIFY(window.times > 0);
        window.setAttribute(Qt::WA_Mapped, false);
        window.update();
        QCoreApplication::processEvents();
        window.times = 0;
        paintInTurn(window);
        window.setAttribute(Qt::WA_Mapped, true);
        QTRY_VERIFY(window.times > 0);
    }

    void aPanelBehindATabWaitsUntilItIsSeen() {
        QMainWindow window;
        window.resize(500, 400);
        window.setCentralWidget(new QWidget);
        auto* front = new QDockWidget(QStringLiteral("front"), &window);
        auto* back = new QDockWidget(QStringLiteral("back"), &window);
        auto* panel = new QWidget;
        int refreshed = 0;
        auto* when = new WhenSeen(*panel, [&refreshed] { ++refreshed; });
        front->setWidget(new QWidget);
        back->setWidget(panel);
        window.addDockWidget(Qt::RightDockWidgetArea, front);
        window.tabifyDockWidget(front, back);
        when->due();
        QCOMPARE(refreshed, 1); // not visible yet: there is no event to catch up at
        front->raise();
        window.show();
        QVERIFY(QTest::qWaitForWindowExposed(&window));
        QTRY_VERIFY(!front->visibleRegion().isEmpty());
        when->due();
        when->due();
        QCOMPARE(refreshed, 1);
        back->raise();
        QTRY_COMPARE(refreshed, 2); // once for both
        when->due();
        QCOMPARE(refreshed, 3); // it is seen
        back->hide();
        when->due();
        QCOMPARE(refreshed, 3);
        back->show();
        QTRY_COMPARE(refreshed, 4);
    }

    /// Neither a desktop with separate fonts for some widgets (such as Windows) nor a style sheet
    /// changes the font.
    void allWidgetsHaveOneFont() {
        QFont other = QApplication::font();
        other.setItalic(true);
        Theme::instance().apply(false);
        const QString sheet = qApp->styleSheet();
        const auto restore = qScopeGuard([&] { qApp->setStyleSheet(sheet); });
        for (const char* kind : {"QMenuBar", "QStatusBar", "QAbstractItemView", "QHeaderView"}) {
            QApplication::setFont(other, kind);
            QApplication::style()->polish(qApp);
            QCOMPARE(QApplication::font(kind), QApplication::font());
            qApp->setStyleSheet({});
            qApp->setStyleSheet(sheet);
            QCOMPARE(QApplication::font(kind), QApplication::font());
        }
    }

    /// The colour of a pinned run is that of the theme on the screen, in a selected row as well.
    void aSwatchFollowsTheTheme() {
        const QIcon swatch = seriesSwatch(1);
        const auto middle = [&](QIcon::Mode mode) {
            return swatch.pixmap(QSize(12, 12), mode).toImage().pixelColor(6, 6);
        };
        for (const bool dark : {false, true, false}) {
            Theme::instance().apply(dark);
            QCOMPARE(middle(QIcon::Normal), seriesColor(1));
            QCOMPARE(middle(QIcon::Selected), seriesColor(1));
            // As large at any scale.
            QCOMPARE(swatch.pixmap(QSize(32, 32)).toImage().pixelColor(6, 16), seriesColor(1));
        }
    }

    /// A screen reader reads an alert when it comes up, with the kind that others see by colour.
    void aBannerIsAnAlert() {
        Banner banner;
        banner.showMessage(Banner::Kind::error, QStringLiteral("It did not compile"));
        QAccessibleInterface* access = QAccessible::queryAccessibleInterface(&banner);
        QVERIFY(access);
        QCOMPARE(access->role(), QAccessible::AlertMessage);
        QCOMPARE(access->text(QAccessible::Name), QStringLiteral("Error: It did not compile"));
        banner.showMessage(Banner::Kind::success, QStringLiteral("All checks passed"));
        QCOMPARE(access->text(QAccessible::Name), QStringLiteral("Success: All checks passed"));
        QVERIFY(!access->state().invisible);
    }

    /// A message of many lines leaves room for the code below it, and can be read whole.
    void aBannerStaysLow() {
        Banner banner;
        const QLabel* label = nullptr;
        for (const QLabel* one : banner.findChildren<QLabel*>())
            label = one->wordWrap() ? one : label;
        QVERIFY(label);
        QString text = QStringLiteral("first\nsecond\nthird\nfourth");
        banner.showMessage(Banner::Kind::warning, text);
        QCOMPARE(label->text(), text);
        QVERIFY(label->toolTip().isEmpty());
        text += QStringLiteral("\nfifth");
        banner.showMessage(Banner::Kind::warning, text);
        QCOMPARE(label->text().count(QLatin1Char('\n')), 3);
        QVERIFY(label->text().endsWith(QStringLiteral("2 more lines")));
        QVERIFY(label->toolTip().contains(QStringLiteral("fifth")));
        QCOMPARE(banner.text(), text);
        banner.showMessage(Banner::Kind::error, QString(5000, QLatin1Char('x')));
        QVERIFY(label->text().size() < 500);
    }
};

WARPBENCH_WIDGET_TEST(TstTheme)
} // namespace tst_theme

#include "tst_theme.moc"
