// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/documents/recovery.h"

#include <QDialog>

namespace warpbench::ui {

/// Asks whether to delete unsaved work of a crashed session, and shows what would be lost.
/// Accepted: delete it.
class DeleteWorkDialog : public QDialog {
    Q_OBJECT

  public:
    explicit DeleteWorkDialog(const Recovery::Entry& work, QWidget* parent = nullptr);
};

} // namespace warpbench::ui
