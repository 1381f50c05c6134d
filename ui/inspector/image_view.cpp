// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/inspector/image_view.h"

#include "core/arrays/element.h"
#include "core/arrays/picture.h"
#include "ui/theme/theme.h"

#include <QApplication>
#include <QKeyEvent>
#include <QPainter>

#include <algorithm>
#include <cassert>
#include <cmath>
#include <functional>
#include <limits>
#include <utility>

namespace warpbench::ui {

namespace {

constexpr std::int64_t kMostImagePixels = 4096; // per side
constexpr double kImageZoom = 1.25;
constexpr double kMostZoom = 64;
constexpr double kImageStep = 40; // pixels per key

QRgb rgbOf(const arrays::Rgb& color) {
    return qRgb(color[0], color[1], color[2]);
}

/// The drawn part of a slice and the memory layout of its elements.
struct Raster {
    int width = 0;
    int height = 0;
    std::int64_t origin = 0;      ///< elements
    std::int64_t rowStep = 0;     ///< elements between drawn rows
    std::int64_t columnStep = 0;  ///< elements between drawn pixels
    std::int64_t channelStep = 0; ///< bytes between colour channels

    std::int64_t at(int x, int y) const { return origin + y * rowStep + x * columnStep; }
};

/// The range of a style's colours: its own ends, or else those of the finite values that have a
/// colour.
std::pair<double, double> rangeOf(const Raster& raster, const ImageStyle& style,
                                  const std::function<double(int, int)>& valueAt) {
    const bool logarithmic = ColorScale::isLogarithmic(style);
    const auto hasColor = [=](double value) {
        return std::isfinite(value) && (!logarithmic || value > 0);
    };
    double low = std::numeric_limits<double>::infinity();
    double high = -low;
    for (int y = 0; y < raster.height; ++y) {
        for (int x = 0; x < raster.width; ++x) {
            if (const double value = valueAt(x, y); hasColor(value)) {
                low = std::min(low, value);
                high = std::max(high, value);
            }
        }
    }
    if (low > high)
        low = high = logarithmic ? 1 : 0;
    const auto chosen = [&](const std::optional<double>& end, double found) {
        return end && hasColor(*end) ? *end : found;
    };
    return {chosen(style.low, low), chosen(style.high, high)};
}

SlicePicture drawNumbers(const arrays::HostArray& array, const Raster& raster,
                         const ImageStyle& style) {
    const arrays::Scalar scalar = array.dtype().scalar();
    const std::byte* data = array.bytes().data() + std::max(0, style.channel) * raster.channelStep;
    const std::size_t size = array.dtype().size();
    const auto valueAt = [&](int x, int y) {
        return arrays::readDouble(scalar, data + std::size_t(raster.at(x, y)) * size);
    };
    const auto [low, high] = rangeOf(raster, style, valueAt);
    const ColorScale scale(style, low, high);
    QImage image(raster.width, raster.height, QImage::Format_RGB32);
    for (int y = 0; y < raster.height; ++y) {
        auto* line = reinterpret_cast<QRgb*>(image.scanLine(y));
        for (int x = 0; x < raster.width; ++x)
            line[x] = rgbOf(scale.colorOf(valueAt(x, y)));
    }
    return {image, 1, scale};
}

SlicePicture drawColors(const arrays::HostArray& array, const Raster& raster) {
    const arrays::Scalar scalar = array.dtype().scalar();
    const std::byte* data = array.bytes().data();
    QImage image(raster.width, raster.height, QImage::Format_RGB32);
    for (int y = 0; y < raster.height; ++y) {
        auto* line = reinterpret_cast<QRgb*>(image.scanLine(y));
        for (int x = 0; x < raster.width; ++x) {
            const std::byte* at = data + std::size_t(raster.at(x, y)) * array.dtype().size();
            line[x] = qRgb(arrays::colorChannel(scalar, at),
                           arrays::colorChannel(scalar, at + raster.channelStep),
                           arrays::colorChannel(scalar, at + 2 * raster.channelStep));
        }
    }
    return {image, 1, {}};
}

} // namespace

bool drawable(const arrays::DType& dtype, const Slice& slice) {
    return arrays::isPicture(dtype, slice.shape());
}

int channelsOf(const arrays::DType& dtype, const Slice& slice) {
    const auto shape = slice.shape();
    return shape.size() == 3 ? int(shape[2]) : dtype.lanes();
}

SlicePicture drawSlice(const arrays::HostArray& array, const Slice& slice, std::int64_t first,
                       const ImageStyle& style) {
    const auto shape = slice.shape();
    assert(slice.span().second < first + array.elements());
    const Slice::Walk walk = slice.walk();
    const std::int64_t longest = std::max(shape[0], shape[1]);
    const std::int64_t every = (longest + kMostImagePixels - 1) / kMostImagePixels;
    Raster raster;
    raster.height = int((shape[0] + every - 1) / every);
    raster.width = int((shape[1] + every - 1) / every);
    raster.origin = walk.origin - first;
    raster.rowStep = walk.steps[0] * every;
    raster.columnStep = walk.steps[1] * every;
    raster.channelStep = std::int64_t(arrays::sizeOf(array.dtype().scalar())) *
                         (walk.steps.size() == 3 ? walk.steps[2] : 1);
    const int channels = channelsOf(array.dtype(), slice);
    const bool asColors =
        channels > 1 && (style.channel < 0 || style.channel >= channels); // another shape's channel
    SlicePicture picture = asColors ? drawColors(array, raster) : drawNumbers(array, raster, style);
    picture.every = int(every);
    return picture;
}

ImageView::ImageView(QWidget* parent)
    : QWidget(parent) {
    setMouseTracking(true);
    setFocusPolicy(Qt::StrongFocus);
    setAccessibleName(tr("Buffer as an image"));
    connect(&Theme::instance(), &Theme::changed, this, qOverload<>(&QWidget::update));
}

void ImageView::setImage(const QImage& image) {
    if (image.size() != m_image.size()) {
        m_zoom = 0;
        m_offset = {};
    }
    m_image = image;
    m_message.clear();
    update();
}

void ImageView::setMessage(const QString& message) {
    m_image = {};
    m_message = message;
    update();
}

double ImageView::scale() const {
    if (m_zoom > 0)
        return m_zoom;
    if (m_image.isNull())
        return 1;
    const double fitted =
        std::min((width() - 16.0) / m_image.width(), (height() - 16.0) / m_image.height());
    // Integer factors give all pixels the same size.
    return fitted >= 2 ? std::floor(fitted) : std::max(fitted, 0.01);
}

QPointF ImageView::origin() const {
    const QSizeF size = QSizeF(m_image.size()) * scale();
    return QPointF((width() - size.width()) / 2, (height() - size.height()) / 2) + m_offset;
}

QPoint ImageView::pixelAt(QPointF position) const {
    const QPointF at = (position - origin()) / scale();
    const QPoint pixel(int(std::floor(at.x())), int(std::floor(at.y())));
    return m_image.rect().contains(pixel) ? pixel : QPoint(-1, -1);
}

void ImageView::paintEvent(QPaintEvent*) {
    QPainter painter(this);
    painter.fillRect(rect(), themeColors().base);
    if (m_image.isNull()) {
        painter.setPen(themeColors().muted);
        painter.drawText(rect().adjusted(16, 16, -16, -16), Qt::AlignCenter | Qt::TextWordWrap,
                         m_message);
        return;
    }
    painter.setRenderHint(QPainter::SmoothPixmapTransform, scale() < 1);
    painter.drawImage(QRectF(origin(), QSizeF(m_image.size()) * scale()), m_image);
}

void ImageView::zoom(double factor, QPointF around) {
    if (m_image.isNull())
        return;
    const double before = scale();
    const QPointF anchor = (around - origin()) / before;
    m_zoom = std::clamp(before * factor, 0.02, kMostZoom);
    m_offset += around - (origin() + anchor * m_zoom);
    update();
}

void ImageView::moveBy(QPointF pixels) {
    m_zoom = scale();
    m_offset += pixels;
    update();
}

void ImageView::fit() {
    m_zoom = 0;
    m_offset = {};
    update();
}

void ImageView::wheelEvent(QWheelEvent* event) {
    // A touchpad sends many small fractions of a step.
    const double steps = event->angleDelta().y() / double(QWheelEvent::DefaultDeltasPerStep);
    zoom(std::pow(kImageZoom, steps), event->position());
    event->accept();
}

void ImageView::mousePressEvent(QMouseEvent* event) {
    m_pressed = m_dragFrom = event->position();
    m_dragged = false;
    tellMouse(*event);
}

void ImageView::tellMouse(const QMouseEvent& event) {
    const QPoint pixel = pixelAt(event.position());
    if (pixel.x() >= 0)
        emit mouseChanged(pixel, event.buttons());
}

/// A drag does not count as a click.
void ImageView::mouseReleaseEvent(QMouseEvent* event) {
    const QPoint pixel = pixelAt(event->position());
    if (event->button() == Qt::LeftButton && !m_dragged && pixel.x() >= 0)
        emit pixelClicked(pixel.x(), pixel.y());
    tellMouse(*event);
}

void ImageView::mouseMoveEvent(QMouseEvent* event) {
    m_dragged = m_dragged || (event->position() - m_pressed).manhattanLength() >=
                                 QApplication::startDragDistance();
    if (m_isMovable && event->buttons().testFlag(Qt::LeftButton) && m_dragged) {
        moveBy(event->position() - m_dragFrom);
        m_dragFrom = event->position();
    }
    const QPoint pixel = pixelAt(event->position());
    emit pixelHovered(pixel.x(), pixel.y());
    tellMouse(*event);
}

void ImageView::mouseDoubleClickEvent(QMouseEvent*) {
    m_dragged = true; // its release must not count as another click
    fit();
}

void ImageView::keyPressEvent(QKeyEvent* event) {
    const QPointF middle = QRectF(rect()).center();
    switch (event->key()) {
    case Qt::Key_Plus:
        return zoom(kImageZoom, middle);
    case Qt::Key_Minus:
        return zoom(1 / kImageZoom, middle);
    case Qt::Key_0:
        return fit();
    case Qt::Key_Left:
        return moveBy({kImageStep, 0});
    case Qt::Key_Right:
        return moveBy({-kImageStep, 0});
    case Qt::Key_Up:
        return moveBy({0, kImageStep});
    case Qt::Key_Down:
        return moveBy({0, -kImageStep});
    default:
        QWidget::keyPressEvent(event);
    }
}

void ImageView::leaveEvent(QEvent*) {
    emit pixelHovered(-1, -1);
}

} // namespace warpbench::ui
