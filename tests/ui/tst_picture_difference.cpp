// SPDX-License-Identifier: GPL-3.0-or-later
// The purpose of comparing images: it detects a moved label, clipped text and another word, but
// ignores differences in antialiasing.
#include "tests/main.h"
#include "tests/ui/picture_difference.h"

#include <QApplication>
#include <QFont>
#include <QFontMetrics>
#include <QGuiApplication>
#include <QPainter>
#include <QTest>

#include <functional>

namespace tst_picture_difference {

using namespace warpbench::ui;

namespace {

/// A panel in little: a field, a label beside it in quiet letters, a line of a chart.
struct Drawing {
    QColor paper{0xfa, 0xfa, 0xfa};
    QColor ink{0x5f, 0x66, 0x70}; ///< the quietest text that there is
    QString word = QStringLiteral("Registers");
    QPoint label{12, 30};
    int room = 200;    ///< for the label, pixels; it is clipped there
    qreal aside = 0;   ///< of the line, pixels
    bool frame = true; ///< of the field
};

QFont labelFont() {
    QFont font(QStringLiteral("DejaVu Sans"));
    font.setPixelSize(12);
    return font;
}

QImage draw(const Drawing& what) {
    QImage picture(240, 120, QImage::Format_RGB32);
    picture.fill(what.paper);
    QPainter painter(&picture);
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setFont(labelFont());
    painter.setPen(what.ink);
    painter.save();
    painter.setClipRect(QRect(what.label - QPoint(0, 20), QSize(what.room, 40)));
    painter.drawText(what.label, what.word);
    painter.restore();
    if (what.frame)
        painter.drawRect(QRectF(120.5, 14.5, 80, 22));
    painter.setPen(QPen(QColor(0x2a, 0x6f, 0xdb), 1.8));
    painter.drawLine(QPointF(10, 110 + what.aside), QPointF(230, 60 + what.aside));
    return picture;
}

/// Each pixel a little lighter or darker than it was.
QImage noisy(QImage picture, int by) {
    for (int y = 0; y < picture.height(); ++y) {
        for (int x = 0; x < picture.width(); ++x) {
            const int more = (x * 7 + y * 13) % 2 == 0 ? by : -by;
            const QRgb c = picture.pixel(x, y);
            picture.setPixel(x, y,
                             qRgb(std::clamp(qRed(c) + more, 0, 255),
                                  std::clamp(qGreen(c) + more, 0, 255),
                                  std::clamp(qBlue(c) + more, 0, 255)));
        }
    }
    return picture;
}

} // namespace

class TstPictureDifference : public QObject {
    Q_OBJECT

  private slots:
    void whatAUserSeesIsSeen_data() {
        QTest::addColumn<std::function<void(Drawing&)>>("change");
        const auto add = [](const char* name, std::function<void(Drawing&)> change) {
            QTest::newRow(name) << std::move(change);
        };
        add("a label a pixel to the right", [](Drawing& d) { d.label += QPoint(1, 0); });
        add("a label a pixel down", [](Drawing& d) { d.label += QPoint(0, 1); });
        add("a label that is gone", [](Drawing& d) { d.word.clear(); });
        add("its last letter clipped", [](Drawing& d) {
            const QFontMetrics metrics(labelFont());
            d.room = metrics.horizontalAdvance(d.word) -
                     metrics.horizontalAdvance(d.word.back()) * 2 / 3;
        });
        add("its last letter elided", [](Drawing& d) { d.word = QStringLiteral("Register…"); });
        add("another letter", [](Drawing& d) { d.word = QStringLiteral("Registens"); });
        add("a letter less", [](Drawing& d) { d.word = QStringLiteral("Register"); });
        add("another colour of text", [](Drawing& d) { d.ink = QColor(0xa8, 0xae, 0xb5); });
        add("no frame", [](Drawing& d) { d.frame = false; });
        add("a line two pixels lower", [](Drawing& d) { d.aside = 2; });
        add("another paper", [](Drawing& d) { d.paper = QColor(0xee, 0xee, 0xee); });
    }
    void whatAUserSeesIsSeen() {
        QFETCH(std::function<void(Drawing&)>, change);
        Drawing other;
        change(other);
        const QImage before = draw({});
        const QImage after = draw(other);
        const double most = differenceOf(before, after).most;
        QVERIFY2(!alike(before, after), qPrintable(QString::number(most)));
        QVERIFY(!alike(after, before));
    }

    void noiseIsNotSeen() {
        const QImage picture = draw({});
        QCOMPARE(differenceOf(picture, picture).most, 0.0);
        QVERIFY(alike(picture, noisy(picture, 6)));
        QVERIFY(!alike(picture, noisy(picture, 40)));
        Drawing other;
        other.aside = 0.15; // of a pixel: what another machine's arithmetic may do
        const double most = differenceOf(picture, draw(other)).most;
        QVERIFY2(alike(picture, draw(other)), qPrintable(QString::number(most)));
    }

    void itSaysWhere() {
        Drawing other;
        other.label += QPoint(0, 3);
        const PictureDifference found = differenceOf(draw({}), draw(other));
        QVERIFY(QRect(5, 10, 80, 30).contains(found.where));
        const QImage shown = showDifference(draw({}), draw(other));
        QCOMPARE(shown.pixelColor(200, 100), QColor(Qt::white));
        int dark = 0;
        for (int x = 0; x < 90; ++x) {
            for (int y = 10; y < 40; ++y)
                dark += qGray(shown.pixel(x, y)) < 100;
        }
        QVERIFY(dark > 20);
    }

    void anotherSizeIsAnotherPicture() {
        const QImage picture = draw({});
        QVERIFY(!alike(picture, picture.copy(0, 0, 239, 120)));
    }

    /// A picture is kept in few colours, and stays alike.
    void fewColoursAreEnough() {
        const QImage picture = draw({});
        const QImage small = inFewColours(picture, 32);
        QCOMPARE(small.format(), QImage::Format_Indexed8);
        QVERIFY(small.colorCount() <= 32);
        const QImage back = small.convertToFormat(QImage::Format_RGB32);
        QVERIFY2(differenceOf(picture, back).most < kPictureTolerance / 2,
                 qPrintable(QString::number(differenceOf(picture, back).most)));
    }
};

WARPBENCH_WIDGET_TEST(TstPictureDifference)
} // namespace tst_picture_difference

#include "tst_picture_difference.moc"
