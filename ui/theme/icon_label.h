// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/theme/icons.h"

#include <QLabel>

namespace warpbench::ui {

/// A 16-pixel icon in theme colours, which follows changes of the theme.
class IconLabel : public QLabel {
    Q_OBJECT

  public:
    explicit IconLabel(QWidget* parent = nullptr);
    IconLabel(const QString& name, IconTint tint, QWidget* parent = nullptr);

    void setSign(const QString& name, IconTint tint);

  private:
    void draw();

    QString m_name;
    IconTint m_tint = IconTint::text;
};

} // namespace warpbench::ui
