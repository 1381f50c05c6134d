// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/compile/compile.h"
#include "core/project/project.h"
#include "ui/fields/bound_form.h"

#include <QWidget>

#include <functional>
#include <optional>
#include <vector>

class QComboBox;

namespace warpbench::ui {

enum class ArgumentKind { pointer, scalar, structure, bytes, texture, surface };

ArgumentKind kindOf(const project::Argument& argument);
QString kindName(ArgumentKind kind); ///< "pointer", "number", "struct", …
/// The kinds that can represent a parameter; several if its type is not unique.
std::vector<ArgumentKind> kindsFor(const std::optional<compile::Parameter>& parameter);
/// A default argument of a kind, with a buffer of the project if it needs one.
project::Argument defaultArgument(ArgumentKind kind, const project::Project& project);

/// The controls for one kind of argument. Invalid input stays in its field with the error below it,
/// and the project keeps the last valid value.
class ArgumentEditor : public QWidget {
    Q_OBJECT

  public:
    using Change = std::function<void(project::Argument&)>;
    using QWidget::QWidget;

    /// Shows an argument of the editor's kind.
    virtual void display(const project::Argument& argument, const project::Project& project,
                         const Evaluation& evaluation) = 0;
    /// The next argument is another one, for example of another launch.
    virtual void forgetTyping() = 0;

  signals:
    /// \param field  the edited field: consecutive changes of the same field become one step of the
    /// history; empty for a choice, which is always its own step
    void changed(const warpbench::ui::ArgumentEditor::Change& change, const QString& field = {});
};

/// An editor whose fields are bound to one kind of argument.
template <class Kind>
class BoundArgument : public ArgumentEditor {
  public:
    void display(const project::Argument& argument, const project::Project& project,
                 const Evaluation& evaluation) override {
        if (const auto* value = std::get_if<Kind>(&argument.value)) {
            m_project = &project;
            show(*value, evaluation);
        }
    }
    void forgetTyping() override { m_form.forgetTyping(); }

  protected:
    explicit BoundArgument(QWidget* parent)
        : ArgumentEditor(parent)
        , m_form([this](const QString&, const auto& change, const QString& field) {
            edit(change, field);
        }) {}

    virtual void show(const Kind& value, const Evaluation& evaluation) {
        m_form.show(value, evaluation);
    }
    void edit(const std::function<void(Kind&)>& change, const QString& field = {}) {
        emit changed(
            [change](project::Argument& argument) {
                if (auto* value = std::get_if<Kind>(&argument.value))
                    change(*value);
            },
            field);
    }
    /// The project whose argument is shown, for the rules of the fields.
    const project::Project& project() const { return *m_project; }

    BoundForm<Kind> m_form;

  private:
    const project::Project* m_project = nullptr;
};

/// \param name  of the parameter, for accessible names
ArgumentEditor* makeArgumentEditor(ArgumentKind kind, const QString& name,
                                   const std::optional<compile::Parameter>& parameter);

/// Fills a combo box with the project's buffers and selects one; marks a missing one. \param
/// withNull  offers "null pointer", whose data is an empty text
void showBuffers(QComboBox& combo, const project::Project& project, const QString& selected,
                 bool withNull);

} // namespace warpbench::ui
