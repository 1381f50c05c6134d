// SPDX-License-Identifier: GPL-3.0-or-later
// A buffer as an image: its values, or a map of the wrong elements.
#include "ui/documents/background.h"
#include "ui/inspector/buffer_inspector.h"
#include "ui/inspector/image_view.h"
#include "ui/theme/theme.h"

namespace warpbench::ui {

void BufferInspector::drawImage() {
    const session::BufferReport* buffer = current();
    if (!drawable(buffer->dtype, *m_slice)) {
        m_image->setMessage(
            m_slice->bufferShape().size() < 2
                ? tr("An image needs two dimensions, but %1 has one. Give it a shape such as "
                     "“height, width” in Set-up, under Data.")
                      .arg(QString::fromStdString(buffer->name))
                : tr("An image needs two dimensions of numbers or colours, with up to 64 million "
                     "elements. Choose a slice that leaves two, for example “0, :, :”."));
        return;
    }
    const std::uint64_t drawing = m_drawing;
    const auto [first, last] = m_slice->span();
    const auto arrived = [this, slice = *m_slice, drawing,
                          first = first](const memory::HostArray& array) {
        if (drawing != m_drawing)
            return; // another slice, buffer or view was selected meanwhile
        inBackground(
            this, [array, slice, first] { return drawSlice(array, slice, first); },
            [this, slice, drawing](const SlicePicture& picture) {
                if (drawing != m_drawing)
                    return;
                m_drawnSlice = slice;
                m_drawnEvery = picture.every;
                m_image->setImage(picture.image);
                say(picture.every > 1 ? tr("1 in %1 rows and columns is drawn").arg(picture.every)
                                      : QString());
            });
    };
    readRange(std::uint64_t(first), std::uint64_t(last - first + 1), "image", arrived,
              [this, drawing](const QString& why) {
                  if (drawing == m_drawing)
                      m_image->setMessage(why);
              });
}

void BufferInspector::drawMap() {
    if (!mappable(*m_slice)) {
        m_image->setMessage(tr("An error map needs one or two dimensions. Choose a slice that "
                               "leaves two, for example “0, :, :”."));
        return;
    }
    const ThemeColors& colors = themeColors();
    inBackground(
        this,
        [wrong = m_wrong, slice = *m_slice, right = colors.pressed, error = colors.error] {
            return drawMismatches(*wrong, slice, right, error);
        },
        [this, drawing = m_drawing](const MismatchMap& map) {
            if (drawing != m_drawing)
                return;
            m_map = map;
            m_image->setImage(map.image);
            say(map.every > 1 ? tr("one pixel for %1 × %1 elements; the redder, the more are wrong")
                                    .arg(map.every)
                              : tr("one pixel per element; click one to go there"));
        });
}

void BufferInspector::hoverPixel(int x, int y) {
    if (x < 0 || !current() || !m_slice)
        return showElement({}, -1);
    if (view() == kMapView) {
        const std::int64_t element = m_map.elementAt(x, y);
        return showElement(element < 0 ? QString() : tr("element %1: ").arg(element), element);
    }
    const Slice::Walk walk = m_drawnSlice.walk();
    if (walk.steps.size() < 2)
        return showElement({}, -1);
    const std::int64_t atRow = std::int64_t(y) * m_drawnEvery;
    const std::int64_t atColumn = std::int64_t(x) * m_drawnEvery;
    const std::int64_t element = walk.origin + atRow * walk.steps[0] + atColumn * walk.steps[1];
    showElement(tr("row %1, column %2: ").arg(atRow).arg(atColumn), element);
}

} // namespace warpbench::ui
