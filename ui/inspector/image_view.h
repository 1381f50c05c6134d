// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/arrays/host_array.h"
#include "ui/elements/slice.h"
#include "ui/inspector/color_scale.h"

#include <QImage>
#include <QWidget>

#include <optional>

namespace warpbench::ui {

/// Whether a slice can be drawn: two dimensions of numbers or of 3- or 4-vectors, or three if the
/// last one holds 3 or 4 bytes or floats of colour; at most 64 million elements.
bool drawable(const arrays::DType& dtype, const Slice& slice);
/// The channels of a drawable slice; 1: numbers.
int channelsOf(const arrays::DType& dtype, const Slice& slice);

/// The image of a slice.
struct SlicePicture {
    QImage image;
    int every = 1; ///< draws every n-th row and column; 1 for up to 4096 rows and columns
    std::optional<ColorScale> scale; ///< of numbers; empty: channels are drawn as colours
};

/// Maps numbers to the style's colours; NaN is magenta. Channels are colours unless the style
/// chooses one of them: integers over their whole range, floats from 0 to 1. Callable from any
/// thread.
/// \param array  elements of the buffer from `first` on, including all of the slice
SlicePicture drawSlice(const arrays::HostArray& array, const Slice& slice, std::int64_t first = 0,
                       const ImageStyle& style = {});

/// Shows an image with sharp pixels. Fits it to the view at first and after a double-click; the
/// wheel zooms, dragging moves it. The keys +, -, 0 and the arrows do the same.
class ImageView : public QWidget {
    Q_OBJECT

  public:
    explicit ImageView(QWidget* parent = nullptr);

    void setImage(const QImage& image);
    const QImage& image() const { return m_image; }
    void setMessage(const QString& message); ///< instead of an image
    const QString& message() const { return m_message; }
    /// Whether dragging moves the image; by default it does.
    void setMovable(bool movable) { m_isMovable = movable; }

    QSize sizeHint() const override { return {320, 240}; }

  signals:
    /// The pixel under the mouse; -1, -1: none.
    void pixelHovered(int x, int y);
    void pixelClicked(int x, int y);
    /// The mouse moved over the image, or a button changed there.
    void mouseChanged(QPoint pixel, Qt::MouseButtons buttons);

  protected:
    void paintEvent(QPaintEvent* event) override;
    void wheelEvent(QWheelEvent* event) override;
    void mousePressEvent(QMouseEvent* event) override;
    void mouseMoveEvent(QMouseEvent* event) override;
    void mouseReleaseEvent(QMouseEvent* event) override;
    void mouseDoubleClickEvent(QMouseEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;
    void leaveEvent(QEvent* event) override;

  private:
    double scale() const;
    QPointF origin() const; ///< top left corner of the image in widget coordinates
    QPoint pixelAt(QPointF position) const;
    void tellMouse(const QMouseEvent& event);
    void zoom(double factor, QPointF around);
    void moveBy(QPointF pixels);
    void fit();

    QImage m_image;
    QString m_message;
    double m_zoom = 0; ///< 0: fitted
    QPointF m_offset;
    QPointF m_dragFrom;
    QPointF m_pressed; ///< where the mouse button went down
    bool m_isMovable = true;
    bool m_dragged = false; ///< moved since the press: not a click
};

} // namespace warpbench::ui
