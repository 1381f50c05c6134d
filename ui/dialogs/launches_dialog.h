// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/run/program_runner.h"

#include <QDialog>

#include <vector>

class QPushButton;
class QTreeWidget;

namespace warpbench::ui {

/// Lists the launches of a program in order, with repeated sequences folded, to choose one.
class LaunchesDialog : public QDialog {
    Q_OBJECT

  public:
    LaunchesDialog(const std::vector<ProgramLoop>& loops, QWidget* parent);

    /// "scale#3"; empty: no choice.
    QString chosen() const;

  private:
    QTreeWidget* m_tree;
    QPushButton* m_open;
};

} // namespace warpbench::ui
