// SPDX-License-Identifier: GPL-3.0-or-later
// The inspector's image: colour maps, range, channels. Element i has the value i.
#include "tests/main.h"
#include "tests/ui/inspector/inspector_test.h"
#include "ui/inspector/color_bar.h"
#include "ui/inspector/color_scale.h"
#include "ui/inspector/image_view.h"

#include <QApplication>
#include <QMouseEvent>
#include <QTest>
#include <QToolButton>

#include <cmath>
#include <limits>

namespace tst_inspector_image {

using namespace warpbench;
using namespace warpbench::ui;
using arrays::ColorMap;

class TstInspectorImage : public InspectorTest {
    Q_OBJECT

  private:
    template <class Widget>
    Widget* named(const char* name) {
        return m_inspector->findChild<Widget*>(QLatin1String(name));
    }
    ImageView* image() { return m_inspector->findChild<ImageView*>(); }
    void showImage(const std::vector<session::BufferReport>& buffers) {
        m_inspector->setReport(reportOf(buffers));
        chooseView(named<QComboBox>("inspectorView"), QStringLiteral("Image"));
        QTRY_VERIFY(!image()->image().isNull());
    }
    void type(const char* field, const QString& text) {
        auto* line = named<QLineEdit>(field);
        line->setFocus();
        line->selectAll();
        QTest::keyClick(line, Qt::Key_Backspace);
        QTest::keyClicks(line, text);
        QTest::keyClick(line, Qt::Key_Return);
    }
    void hover(double x, double y) { // of the view
        const QPointF at(x, y);
        QMouseEvent move(QEvent::MouseMove, at, image()->mapToGlobal(at), Qt::NoButton,
                         Qt::NoButton, {});
        QApplication::sendEvent(image(), &move);
    }
    static arrays::Rgb grey(int level) {
        const auto part = std::uint8_t(level);
        return {part, part, part};
    }
    /// Reads bytes that are their own index, modulo 256.
    static ElementPages::Reader bytesReader() {
        return
            [](session::ReadRequest request, const session::Handlers<arrays::HostArray>& handlers) {
                arrays::HostArray array(arrays::DType(arrays::Scalar::uint8),
                                        {std::int64_t(request.count)});
                std::iota(array.as<std::uint8_t>().begin(), array.as<std::uint8_t>().end(),
                          std::uint8_t(request.first));
                handlers.done(array);
            };
    }

  private slots:
    void initTestCase() { prepareTests(); }
    void init() { openInspector(); }
    void cleanup() { m_inspector.reset(); }

    void numbersHaveTheColoursOfTheirScale() {
        ImageStyle style;
        style.map = ColorMap::gray;
        const ColorScale linear(style, 0, 100);
        QCOMPARE(linear.colorOf(0), grey(0));
        QCOMPARE(linear.colorOf(20), grey(51));
        QCOMPARE(linear.colorOf(1000), grey(255));
        QCOMPARE(linear.colorOf(-std::numeric_limits<double>::infinity()), grey(0));
        QCOMPARE(linear.colorOf(std::nan("")), arrays::kNanColor);
        QCOMPARE(linear.valueAt(0.25), 25.0);
        style.logarithmic = true;
        const ColorScale logarithmic(style, 1, 100'000);
        QCOMPARE(logarithmic.colorOf(10), grey(51));
        QCOMPARE(logarithmic.colorOf(-3), grey(0));
        QCOMPARE(logarithmic.valueAt(0.4), 100.0);
        style.map = ColorMap::diverging;
        const ColorScale diverging(style, -1, 100);
        QCOMPARE(diverging.colorOf(0), arrays::scaleColor(0.5, ColorMap::diverging));
        QCOMPARE(diverging.colorOf(100), arrays::scaleColor(1, ColorMap::diverging));
        QCOMPARE(diverging.colorOf(-50), arrays::scaleColor(0.25, ColorMap::diverging));
        constexpr double kMost = std::numeric_limits<double>::max();
        style.map = ColorMap::gray;
        style.logarithmic = false;
        QCOMPARE(ColorScale(style, -kMost, kMost).colorOf(0), grey(128));
        QCOMPARE(ColorScale(style, 3, 3).colorOf(3), grey(0));
    }

    /// Without a range of its own, an image has that of its finite values, which the fields show.
    void aRangeIsFoundOrTyped() {
        showImage({bufferOf("map", {20, 50})});
        auto* bar = m_inspector->findChild<ColorBar*>();
        QCOMPARE(bar->scale()->high(), 999.0);
        QCOMPARE(named<QLineEdit>("imageHigh")->placeholderText(), QStringLiteral("999"));
        QCOMPARE(bar->accessibleName(), QStringLiteral("Colours from 0 to 999"));
        chooseView(named<QComboBox>("imageMap"), QStringLiteral("Grey"));
        QTRY_COMPARE(image()->image().pixel(49, 19), qRgb(255, 255, 255));
        type("imageLow", QStringLiteral("100"));
        type("imageHigh", QStringLiteral("355"));
        QTRY_COMPARE(image()->image().pixel(0, 3), qRgb(50, 50, 50)); // 150
        QCOMPARE(image()->image().pixel(49, 1), qRgb(0, 0, 0));       // 99
        QCOMPARE(image()->image().pixel(49, 19), qRgb(255, 255, 255));
        type("imageLow", {});
        type("imageHigh", {});
        QTRY_COMPARE(bar->scale()->low(), 0.0);
    }

    void anInvalidRangeChangesNothingAndSaysWhy_data() {
        QTest::addColumn<QString>("low");
        QTest::addColumn<QString>("high");
        QTest::addColumn<bool>("logarithmic");
        QTest::addColumn<QString>("why");
        QTest::newRow("no number") << "x"
                                   << "" << false << "A number";
        QTest::newRow("falls") << "5"
                               << "4" << false << "must rise";
        QTest::newRow("infinite") << "-inf"
                                  << "" << false << "A number";
        QTest::newRow("zero, logarithmic") << "0"
                                           << "" << true << "above 0";
    }
    void anInvalidRangeChangesNothingAndSaysWhy() {
        QFETCH(QString, low);
        QFETCH(QString, high);
        QFETCH(bool, logarithmic);
        QFETCH(QString, why);
        showImage({bufferOf("map", {20, 50})});
        if (logarithmic)
            named<QToolButton>("imageLogarithmic")->click();
        auto* bar = m_inspector->findChild<ColorBar*>();
        QTRY_COMPARE(bar->scale()->low(), logarithmic ? 1.0 : 0.0);
        type("imageHigh", high);
        type("imageLow", low);
        auto* field = named<QLineEdit>("imageLow");
        QVERIFY(field->property("invalid").toBool());
        QVERIFY2(field->toolTip().contains(why), qPrintable(field->toolTip()));
        QCOMPARE(field->text(), low);
        QCOMPARE(bar->scale()->low(), logarithmic ? 1.0 : 0.0);
    }

    void logarithmicColoursStartAboveZero() {
        showImage({bufferOf("map", {20, 50})});
        chooseView(named<QComboBox>("imageMap"), QStringLiteral("Grey"));
        named<QToolButton>("imageLogarithmic")->click();
        QTRY_COMPARE(m_inspector->findChild<ColorBar*>()->scale()->low(), 1.0);
        const double share = std::log(31.0) / std::log(999.0);
        QCOMPARE(qGray(image()->image().pixel(31, 0)), int(std::lround(255 * share)));
        QCOMPARE(image()->image().pixel(0, 0), qRgb(0, 0, 0));
        chooseView(named<QComboBox>("imageMap"), QStringLiteral("Diverging"));
        QTRY_VERIFY(!named<QToolButton>("imageLogarithmic")->isEnabled());
        QTRY_COMPARE(image()->image().pixel(0, 0), qRgb(0xf2, 0xf2, 0xf0));
    }

    void eachBufferKeepsItsStyle() {
        const auto buffers = std::vector{bufferOf("a", {20, 50}), bufferOf("b", {20, 50})};
        showImage(buffers);
        chooseView(named<QComboBox>("imageMap"), QStringLiteral("Grey"));
        type("imageHigh", QStringLiteral("2000.125"));
        const auto look = [&](const QString& buffer, const QString& map, const QString& high) {
            QVERIFY(m_inspector->showBuffer(buffer));
            chooseView(named<QComboBox>("inspectorView"), QStringLiteral("Image"));
            QTRY_COMPARE(named<QComboBox>("imageMap")->currentText(), map);
            QCOMPARE(named<QLineEdit>("imageHigh")->text(), high);
        };
        look(QStringLiteral("b"), QStringLiteral("Viridis"), {});
        look(QStringLiteral("a"), QStringLiteral("Grey"), QStringLiteral("2000.125"));
        m_inspector->setReport(reportOf(buffers)); // of the next run
        look(QStringLiteral("a"), QStringLiteral("Grey"), QStringLiteral("2000.125"));
        m_inspector->clear(); // another project
        m_inspector->setReport(reportOf(buffers));
        look(QStringLiteral("a"), QStringLiteral("Viridis"), {});
    }

    void aChannelIsDrawnAsNumbers() {
        m_inspector->setReader(bytesReader());
        const arrays::DType byte(arrays::Scalar::uint8);
        showImage({bufferOf("rgb", {4, 5, 3}, byte), bufferOf("map", {4, 5}, byte)});
        QCOMPARE(image()->image().pixel(1, 1), qRgb(18, 19, 20));
        QVERIFY(!named<QComboBox>("imageMap")->isVisible());
        chooseView(named<QComboBox>("imageChannel"), QStringLiteral("Green"));
        QTRY_VERIFY(named<QComboBox>("imageMap")->isVisible());
        const auto* bar = m_inspector->findChild<ColorBar*>();
        QCOMPARE(bar->scale()->low(), 1.0);
        QCOMPARE(bar->scale()->high(), 58.0);
        QVERIFY(m_inspector->showBuffer(QStringLiteral("map")));
        chooseView(named<QComboBox>("inspectorView"), QStringLiteral("Image"));
        QTRY_VERIFY(!named<QComboBox>("imageChannel")->isVisible());
    }

    void thePointerShowsAllChannelsOfAPixel() {
        m_inspector->setReader(bytesReader());
        showImage({bufferOf("rgb", {4, 4, 3}, arrays::DType(arrays::Scalar::uint8))});
        hover(image()->width() / 2.0 + 2, image()->height() / 2.0 + 2);
        QTRY_COMPARE(m_cell->text(), QStringLiteral("row 2, column 2: (30, 31, 32)"));
    }

    void floatsAreColoursFromZeroToOne() {
        arrays::HostArray array(arrays::DType(arrays::Scalar::float32), {1, 2, 3});
        const float values[] = {0, 0.2F, 1, 2, -1, 0.4F};
        std::copy(std::begin(values), std::end(values), array.as<float>().begin());
        const Slice slice = Slice::whole({1, 2, 3});
        QVERIFY(drawable(array.dtype(), slice));
        const SlicePicture picture = drawSlice(array, slice);
        QVERIFY(!picture.scale);
        QCOMPARE(picture.image.pixel(0, 0), qRgb(0, 51, 255));
        QCOMPARE(picture.image.pixel(1, 0), qRgb(255, 0, 102));
    }

    void controlsWrapInANarrowPanel() {
        showImage({bufferOf("map", {20, 20})});
        auto* high = named<QLineEdit>("imageHigh");
        const int wide = high->mapTo(m_inspector.get(), QPoint()).y();
        m_inspector->resize(280, 500);
        QTRY_COMPARE(m_inspector->width(), 280);
        QTRY_VERIFY(high->mapTo(m_inspector.get(), QPoint()).y() > wide);
        QVERIFY(high->mapTo(m_inspector.get(), high->rect().topRight()).x() < 280);
    }

    void keysZoomAndMove() {
        showImage({bufferOf("map", {20, 20})});
        image()->setFocus();
        const QImage fitted = image()->grab().toImage();
        QTest::keyClick(image(), Qt::Key_Plus);
        const QImage near = image()->grab().toImage();
        QVERIFY(near != fitted);
        QTest::keyClick(image(), Qt::Key_Left);
        QVERIFY(image()->grab().toImage() != near);
        QTest::keyClick(image(), Qt::Key_Right);
        QCOMPARE(image()->grab().toImage(), near);
        QTest::keyClick(image(), Qt::Key_0);
        QCOMPARE(image()->grab().toImage(), fitted);
    }
};

WARPBENCH_WIDGET_TEST(TstInspectorImage)
} // namespace tst_inspector_image

#include "tst_inspector_image.moc"
