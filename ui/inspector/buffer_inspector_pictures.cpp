// SPDX-License-Identifier: GPL-3.0-or-later
// A buffer as an image: its values, or a map of the wrong elements.
#include "ui/documents/background.h"
#include "ui/elements/comparison.h"
#include "ui/inspector/buffer_inspector.h"
#include "ui/inspector/image_controls.h"
#include "ui/inspector/image_view.h"
#include "ui/theme/theme.h"

#include <QLineEdit>
#include <QSignalBlocker>
#include <QVBoxLayout>

namespace warpbench::ui {

namespace {

constexpr std::uint64_t kMostShadedBytes = std::uint64_t(64) << 20; // of each array

/// \param count  1: numbers, which have no channels
QStringList channelNames(int count) {
    const QStringList names{BufferInspector::tr("Red"), BufferInspector::tr("Green"),
                            BufferInspector::tr("Blue"), BufferInspector::tr("Alpha")};
    return count > 1 ? names.mid(0, count) : QStringList();
}

} // namespace

QWidget* BufferInspector::buildImagePage() {
    m_imageControls = new ImageControls;
    m_imageControls->hide(); // until there is an image
    m_image = new ImageView;
    auto* page = new QWidget;
    auto* column = new QVBoxLayout(page);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(0);
    column->addWidget(m_imageControls);
    column->addWidget(m_image, 1);
    connect(m_imageControls, &ImageControls::imageStyleChanged, this,
            [this](const ImageStyle& style) {
                m_imageStyles[currentBuffer()] = style;
                applySlice();
            });
    connect(m_image, &ImageView::pixelHovered, this, &BufferInspector::hoverPixel);
    connect(m_image, &ImageView::pixelClicked, this, [this](int x, int y) {
        if (view() == kMapView && m_map.elementAt(x, y) >= 0)
            goToElement(m_map.elementAt(x, y));
        else if (view() == kImageView && elementOfPixel(x, y) >= 0)
            emit elementChosen(elementOfPixel(x, y));
    });
    return page;
}

/// Selects the first image of a buffer with more dimensions than an image has.
void BufferInspector::takePlane() {
    const session::BufferReport* buffer = current();
    if (!buffer || (view() != kImageView && view() != kMapView) || !m_sliceText->text().isEmpty())
        return;
    QStringList fixed;
    for (std::size_t axis = 0; axis + 1 < buffer->shape.size(); ++axis) {
        const auto parsed = Slice::parse(fixed.join(QStringLiteral(", ")), buffer->shape);
        const auto* slice = std::get_if<Slice>(&parsed);
        if (slice && (view() == kMapView ? mappable(*slice) : drawable(buffer->dtype, *slice))) {
            const QSignalBlocker block(m_sliceText);
            m_sliceText->setText(fixed.join(QStringLiteral(", ")));
            return;
        }
        fixed.append(QStringLiteral("0"));
    }
}

void BufferInspector::drawImage() {
    const session::BufferReport* buffer = current();
    if (!drawable(buffer->dtype, *m_slice))
        return showInsteadOfImage(
            m_slice->bufferShape().size() < 2
                ? tr("An image needs two dimensions, but %1 has one. Give it a shape such as "
                     "“height, width” in Set-up, under Data.")
                      .arg(QString::fromStdString(buffer->name))
                : tr("An image needs two dimensions of numbers or colours, with up to 64 million "
                     "elements. Choose a slice that leaves two, for example “0, :, :”."));
    const std::uint64_t drawing = m_drawing;
    const auto [first, last] = m_slice->span();
    const auto arrived = [this, slice = *m_slice, drawing, first = first,
                          style = m_imageStyles.value(currentBuffer())](
                             const arrays::HostArray& array) {
        if (drawing != m_drawing)
            return; // another slice, buffer or view was selected meanwhile
        inBackground(
            this, [array, slice, first, style] { return drawSlice(array, slice, first, style); },
            [this, slice, drawing](const SlicePicture& picture) {
                if (drawing == m_drawing)
                    showPicture(picture, slice);
            });
    };
    readRange(std::uint64_t(first), std::uint64_t(last - first + 1), "image", arrived,
              [this, drawing](const QString& why) {
                  if (drawing == m_drawing)
                      showInsteadOfImage(why);
              });
}

void BufferInspector::showPicture(const SlicePicture& picture, const Slice& slice) {
    m_drawnSlice = slice;
    m_drawnEvery = picture.every;
    m_imageControls->setImage(channelNames(channelsOf(current()->dtype, slice)), picture.scale);
    m_imageControls->show();
    m_image->setImage(picture.image);
    say(picture.every > 1 ? tr("1 in %1 rows and columns is drawn").arg(picture.every) : QString());
}

void BufferInspector::showInsteadOfImage(const QString& message) {
    m_imageControls->hide();
    m_image->setMessage(message);
}

void BufferInspector::drawMap() {
    if (!m_wrong) // the difference is being computed, or there is nothing to compare with
        return showInsteadOfImage(differencesText());
    if (!mappable(*m_slice))
        return showInsteadOfImage(tr("An error map needs one or two dimensions. Choose a slice "
                                     "that leaves two, for example “0, :, :”."));
    showMap({});
    // Then again, shaded by the errors.
    const auto [first, last] = m_slice->span();
    const auto count = std::uint64_t(last - first + 1);
    if (count * current()->dtype.size() > kMostShadedBytes)
        return;
    const auto shade = [this, first = first, drawing = m_drawing](const arrays::HostArray& got,
                                                                  const arrays::HostArray& want) {
        if (drawing == m_drawing)
            showMap([got, want, first](std::int64_t element) {
                const std::size_t size = got.dtype().size();
                const std::size_t at = std::size_t(element - first) * size;
                return absoluteError(got.dtype(), got.bytes().subspan(at, size),
                                     want.bytes().subspan(at, size));
            });
    };
    readRange(std::uint64_t(first), count, "map",
              [this, first = std::uint64_t(first), count, shade](const arrays::HostArray& got) {
                  readReference(first, count,
                                [got, shade](const arrays::HostArray& want) { shade(got, want); });
              });
}

/// \param errorOf  empty: not known yet
void BufferInspector::showMap(ErrorOf errorOf) {
    const ThemeColors& colors = themeColors();
    inBackground(
        this,
        [wrong = m_wrong, slice = *m_slice, right = colors.pressed, error = colors.error,
         errorOf = std::move(errorOf)] {
            return drawMismatches(*wrong, slice, right, error, errorOf);
        },
        [this, drawing = m_drawing](const MismatchMap& map) {
            if (drawing != m_drawing)
                return;
            m_map = map;
            m_imageControls->hide();
            m_image->setImage(map.image);
            sayMap();
        });
}

void BufferInspector::sayMap() {
    QStringList parts;
    if (m_map.every > 1)
        parts << tr("one pixel for %1 × %1 elements").arg(m_map.every);
    if (m_map.errors)
        parts << tr("errors from %1 to %2; the redder, the larger")
                     .arg(m_map.errors->first, 0, 'g', 3)
                     .arg(m_map.errors->second, 0, 'g', 3);
    else
        parts << (m_map.every > 1 ? tr("the redder, the more are wrong")
                                  : tr("one pixel per element; click one to go there"));
    say(parts.join(QStringLiteral("; ")));
}

void BufferInspector::hoverPixel(int x, int y) {
    if (x < 0 || !current() || !m_slice)
        return showElement({}, -1);
    if (view() == kMapView) {
        const std::int64_t element = m_map.elementAt(x, y);
        return showElement(element < 0 ? QString() : tr("element %1: ").arg(element), element);
    }
    const std::int64_t element = elementOfPixel(x, y);
    if (element < 0)
        return showElement({}, -1);
    showElement(tr("row %1, column %2: ").arg(y * m_drawnEvery).arg(x * m_drawnEvery), element);
}

std::int64_t BufferInspector::elementOfPixel(int x, int y) const {
    const Slice::Walk walk = m_drawnSlice.walk();
    if (x < 0 || walk.steps.size() < 2)
        return -1;
    return walk.origin + std::int64_t(y) * m_drawnEvery * walk.steps[0] +
           std::int64_t(x) * m_drawnEvery * walk.steps[1];
}

/// An element as text, or all channels of a pixel if they are elements of their own.
QString BufferInspector::valueText(std::int64_t element) const {
    const std::vector<std::int64_t> steps =
        view() == kImageView ? m_drawnSlice.walk().steps : std::vector<std::int64_t>{};
    if (steps.size() < 3)
        return textOf(*m_pages, element);
    QStringList channels;
    for (int channel = 0; channel < channelsOf(current()->dtype, m_drawnSlice); ++channel)
        channels.append(textOf(*m_pages, element + channel * steps[2]));
    return QStringLiteral("(%1)").arg(channels.join(QStringLiteral(", ")));
}

} // namespace warpbench::ui
