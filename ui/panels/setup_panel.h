// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/models/panel_parts.h"

#include <QTabWidget>

namespace warpbench::ui {

struct Workbench;

/// What the project says beside its source, in pages: launches with parameters and defines,
/// buffers, options.
class SetupPanel : public QTabWidget, public PanelParts {
    Q_OBJECT

  public:
    explicit SetupPanel(Workbench& bench);

    QStringList parts() const override;
    QString titleOf(const QString& part) const override;
    bool showPart(const QString& part) override;
};

} // namespace warpbench::ui
