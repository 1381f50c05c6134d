// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/fields/argument_editor.h"

class QHBoxLayout;
class QToolButton;

namespace warpbench::ui {

/// A buffer, its access by the launch, and the pointer's offset in it.
class PointerEditor : public ArgumentEditor {
    Q_OBJECT

  public:
    explicit PointerEditor(const QString& name, QWidget* parent = nullptr);

    void display(const project::Argument& argument, const project::Project& project,
                 const Evaluation& evaluation) override;
    void forgetTyping() override { m_form.forgetTyping(); }

  private:
    void addBuffer(const QString& name, QHBoxLayout& row);
    void addOffset(const QString& name, QHBoxLayout& row);

    BoundForm<project::Argument> m_form; ///< because a null pointer is another kind of argument
    const project::Project* m_project = nullptr;
    QToolButton* m_offsetShown; ///< checked while the offset field is visible
};

} // namespace warpbench::ui
