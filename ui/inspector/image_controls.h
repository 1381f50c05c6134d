// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/inspector/color_scale.h"

#include <QStringList>
#include <QWidget>

#include <optional>

class QComboBox;
class QLineEdit;
class QToolButton;

namespace warpbench::ui {

class ColorBar;

/// The choices above an image: channel, colour map, logarithmic or linear, and the range of the
/// colours with a bar between its two ends. They take several rows in a narrow panel.
class ImageControls : public QWidget {
    Q_OBJECT

  public:
    explicit ImageControls(QWidget* parent = nullptr);

    /// Shows the style of another buffer, or of the same one again.
    void setImageStyle(const ImageStyle& style);
    /// Shows what the image was drawn with.
    /// \param channels  their names; empty: the buffer holds numbers
    /// \param scale  empty: its pixels are colours
    void setImage(const QStringList& channels, const std::optional<ColorScale>& scale);

  signals:
    void imageStyleChanged(const ImageStyle& style); ///< by the user

  private:
    QWidget* buildRange();
    void showChannels(const QStringList& channels);
    void showLogarithmic();
    void takeEnds();
    void change();

    ImageStyle m_style;
    QComboBox* m_channel = nullptr;
    QComboBox* m_map = nullptr;
    QToolButton* m_logarithmic = nullptr;
    QWidget* m_range = nullptr; ///< m_low, m_bar and m_high
    QLineEdit* m_low = nullptr;
    QLineEdit* m_high = nullptr;
    ColorBar* m_bar = nullptr;
};

} // namespace warpbench::ui
