// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QDialog>

class QListWidget;

namespace warpbench::ui {

/// Chooses a template for a new project.
class NewProjectDialog : public QDialog {
    Q_OBJECT

  public:
    explicit NewProjectDialog(QWidget* parent = nullptr);

    int chosen() const; ///< index into projectTemplates()

  private:
    QListWidget* m_list;
};

} // namespace warpbench::ui
