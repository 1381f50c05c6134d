// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/documents/project_document.h"

#include <QDialog>

#include <vector>

namespace warpbench::ui {

/// Asks what to do about files that another program has changed, and shows the differences.
class ConflictDialog : public QDialog {
    Q_OBJECT

  public:
    enum class Choice { overwrite, saveAs, reload, cancel };

    explicit ConflictDialog(const std::vector<ProjectDocument::DiskChange>& changes,
                            QWidget* parent = nullptr);

    Choice choice() const { return m_choice; }

  private:
    Choice m_choice = Choice::cancel;
};

} // namespace warpbench::ui
