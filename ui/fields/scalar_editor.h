// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/fields/argument_editor.h"

namespace warpbench::ui {

/// A number or a vector's components with commas between them, and the type if the signature does
/// not fix it.
class ScalarEditor : public BoundArgument<project::ScalarArg> {
    Q_OBJECT

  public:
    ScalarEditor(const QString& name, bool typeKnown, QWidget* parent = nullptr);
};

} // namespace warpbench::ui
