// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/inspector/color_scale.h"

#include <QWidget>

#include <optional>

namespace warpbench::ui {

/// The colours of an image's range, from its lowest number to its highest.
class ColorBar : public QWidget {
    Q_OBJECT

  public:
    explicit ColorBar(QWidget* parent = nullptr);

    void setScale(const std::optional<ColorScale>& scale); ///< empty: nothing is drawn
    const std::optional<ColorScale>& scale() const { return m_scale; }

    QSize sizeHint() const override { return {120, 16}; }

  protected:
    void paintEvent(QPaintEvent* event) override;

  private:
    std::optional<ColorScale> m_scale;
};

} // namespace warpbench::ui
