// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/fields/argument_editor.h"

#include <QWidget>

#include <optional>

namespace warpbench::ui {

/// An argument of a launch: the parameter's name and type, its kind if there is a choice, and the
/// editor of that kind.
class ArgumentRow : public QWidget {
    Q_OBJECT

  public:
    /// \param parameter  from the kernel's signature; empty if unknown
    ArgumentRow(int index, const std::optional<compile::Parameter>& parameter,
                const project::Argument& argument, QWidget* parent = nullptr);

    /// Shows an argument of the row's kind.
    void update(const project::Argument& argument, const project::Project& project,
                const Evaluation& evaluation);
    void forgetTyping() { m_editor->forgetTyping(); }
    /// A key that tells whether a row can show an argument or must be recreated.
    static QString shapeOf(const std::optional<compile::Parameter>& parameter,
                           const project::Argument& argument);

  signals:
    void changed(const warpbench::ui::ArgumentEditor::Change& change, const QString& field);
    void kindChosen(warpbench::ui::ArgumentKind kind);
    void bufferWanted(); ///< a new one for this pointer

  private:
    QComboBox* makeKindChoice(const std::vector<ArgumentKind>& kinds, ArgumentKind kind,
                              const QString& name);

    ArgumentEditor* m_editor;
};

} // namespace warpbench::ui
