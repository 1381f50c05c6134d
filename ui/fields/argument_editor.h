// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/compile/compile.h"
#include "core/project/project.h"
#include "ui/documents/evaluation.h"

#include <QWidget>

#include <functional>
#include <optional>
#include <vector>

class QComboBox;

namespace warpbench::ui {

enum class ArgumentKind { pointer, scalar, structure, bytes, texture, surface };

ArgumentKind kindOf(const project::Argument& argument);
QString kindName(ArgumentKind kind); ///< "pointer", "number", "struct", …
/// The kinds that can represent a parameter; several where its type is not known to be one.
std::vector<ArgumentKind> kindsFor(const std::optional<compile::Parameter>& parameter);
/// A first value of a kind: a buffer of the project where one is wanted.
project::Argument defaultArgument(ArgumentKind kind, const project::Project& project);

/// The controls of one kind of argument. What the user types that is no value yet stays in its
/// field, with what is wrong beneath it, and the project keeps its last right value.
class ArgumentEditor : public QWidget {
    Q_OBJECT

  public:
    using Change = std::function<void(project::Argument&)>;
    using QWidget::QWidget;

    /// Shows an argument of the kind that the editor was made for.
    virtual void display(const project::Argument& argument, const project::Project& project,
                         const Evaluation& evaluation) = 0;

  signals:
    /// \param field  where it was typed: steps in a row with the same one become one step of the
    ///     history; empty for a choice, which is its own step
    void changed(const warpbench::ui::ArgumentEditor::Change& change, const QString& field = {});
};

/// \param name  of the parameter, for accessible names
ArgumentEditor* makeArgumentEditor(ArgumentKind kind, const QString& name,
                                   const std::optional<compile::Parameter>& parameter);

/// Fills a choice of the project's buffers and selects one; one that is not there is shown as
/// missing and marked. \param withNull  offers "null pointer", whose data is an empty text
void showBuffers(QComboBox& combo, const project::Project& project, const QString& selected,
                 bool withNull);

} // namespace warpbench::ui
