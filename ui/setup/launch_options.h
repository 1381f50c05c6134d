// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/fields/bound_form.h"

#include <QWidget>

namespace warpbench::ui {

/// Options of a launch besides grid, block and arguments: repeats, a stream, clusters, more shared
/// memory than by default, a cooperative launch.
class LaunchOptions : public QWidget {
    Q_OBJECT

  public:
    /// Adds its fields to a form, which shows them and reports their edits.
    explicit LaunchOptions(BoundForm<project::Launch>& form, QWidget* parent = nullptr);
};

} // namespace warpbench::ui
