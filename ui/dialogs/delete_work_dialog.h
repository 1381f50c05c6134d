// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/documents/recovery.h"

#include <QDialog>

namespace warpbench::ui {

/// Asks whether work that a crash left behind is deleted, and shows what would be lost. Accepted:
/// it is.
class DeleteWorkDialog : public QDialog {
    Q_OBJECT

  public:
    explicit DeleteWorkDialog(const Recovery::Entry& work, QWidget* parent = nullptr);
};

} // namespace warpbench::ui
