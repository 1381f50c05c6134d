// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/follow/question.h"
#include "ui/workbench/panel_parts.h"

#include <QTabWidget>

namespace warpbench::ui {

class BuffersPanel;
class ConstantsPanel;
class LaunchPanel;
class NamesPanel;
struct Workbench;

/// The set-up of the project in pages: launches with parameters and defines, buffers,
/// options.
class SetupPanel : public QTabWidget, public PanelParts {
    Q_OBJECT

  public:
    explicit SetupPanel(Workbench& bench);

    QStringList parts() const override;
    QString titleOf(const QString& part) const override;
    bool showPart(const QString& part) override;

  private:
    void showPlace(const guess::Question& question);

    NamesPanel* m_names;
    LaunchPanel* m_launch;
    BuffersPanel* m_buffers;
    ConstantsPanel* m_constants;
};

} // namespace warpbench::ui
