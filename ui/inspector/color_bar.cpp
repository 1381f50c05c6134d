// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/inspector/color_bar.h"

#include "ui/elements/buffer_facts.h"
#include "ui/theme/theme.h"

#include <QPainter>

namespace warpbench::ui {

ColorBar::ColorBar(QWidget* parent)
    : QWidget(parent) {
    setMinimumWidth(24);
    setFixedHeight(sizeHint().height());
    setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
    connect(&Theme::instance(), &Theme::changed, this, qOverload<>(&QWidget::update));
}

void ColorBar::setScale(const std::optional<ColorScale>& scale) {
    m_scale = scale;
    setAccessibleName(m_scale ? tr("Colours from %1 to %2")
                                    .arg(numberText(m_scale->low()), numberText(m_scale->high()))
                              : QString());
    setToolTip(accessibleName());
    update();
}

void ColorBar::paintEvent(QPaintEvent*) {
    if (!m_scale)
        return;
    QPainter painter(this);
    const QRect inner = rect().adjusted(1, 1, -1, -1);
    for (int x = 0; x < inner.width(); ++x) {
        const auto [red, green, blue] =
            m_scale->colorOf(m_scale->valueAt((x + 0.5) / inner.width()));
        painter.fillRect(inner.left() + x, inner.top(), 1, inner.height(),
                         QColor(red, green, blue));
    }
    painter.setPen(themeColors().borderStrong);
    painter.drawRect(rect().adjusted(0, 0, -1, -1));
}

} // namespace warpbench::ui
