// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/fields/argument_editor.h"

namespace warpbench::ui {

class ExpressionField;

/// A number or a vector's components with commas between them, and the type if the signature does
/// not fix it.
class ScalarEditor : public ArgumentEditor {
    Q_OBJECT

  public:
    ScalarEditor(const QString& name, bool typeKnown, QWidget* parent = nullptr);

    void display(const project::Argument& argument, const project::Project& project,
                 const Evaluation& evaluation) override;

  private:
    ExpressionField* m_value;
    QComboBox* m_type;
};

} // namespace warpbench::ui
