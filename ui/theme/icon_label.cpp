// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/theme/icon_label.h"

#include "ui/theme/text_scale.h"
#include "ui/theme/theme.h"

namespace warpbench::ui {

IconLabel::IconLabel(QWidget* parent)
    : QLabel(parent) {
    draw();
    connect(&Theme::instance(), &Theme::changed, this, &IconLabel::draw);
}

IconLabel::IconLabel(const QString& name, IconTint tint, QWidget* parent)
    : IconLabel(parent) {
    setSign(name, tint);
}

void IconLabel::setSign(const QString& name, IconTint tint) {
    m_name = name;
    m_tint = tint;
    draw();
}

void IconLabel::draw() {
    const QSize size(scaled(16), scaled(16));
    setFixedSize(size);
    if (!m_name.isEmpty()) {
        setPixmap(icon(m_name, m_tint).pixmap(size));
    }
}

} // namespace warpbench::ui
