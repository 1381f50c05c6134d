// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/fields/argument_editor.h"

class QToolButton;

namespace warpbench::ui {

class ExpressionField;

/// A buffer, its access by the launch, and the pointer's offset in it.
class PointerEditor : public ArgumentEditor {
    Q_OBJECT

  public:
    explicit PointerEditor(const QString& name, QWidget* parent = nullptr);

    void display(const project::Argument& argument, const project::Project& project,
                 const Evaluation& evaluation) override;

  private:
    void chooseBuffer();
    void chooseAccess();
    void setOffset(const QString& text, const QString& field);

    QComboBox* m_buffer;
    QComboBox* m_access;
    QToolButton* m_offsetShown; ///< checked while the offset field is visible
    QWidget* m_offsetRow;
    ExpressionField* m_offset;
};

} // namespace warpbench::ui
