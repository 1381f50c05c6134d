// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/compile/compile.h"
#include "core/project/project.h"
#include "ui/models/evaluation.h"

#include <QWidget>

#include <functional>
#include <optional>

class QComboBox;
class QLabel;

namespace warpbench::ui {

class ExpressionField;

/// One argument of a launch: the parameter's name and type, and a control that fits it. A pointer
/// takes a buffer and its access, a value an expression; kinds that have no control of their own
/// (structs, bytes, textures) are shown and kept.
class ArgumentRow : public QWidget {
    Q_OBJECT

  public:
    using Change = std::function<void(project::Argument&)>;

    /// \param parameter  from the kernel's signature; empty where that is not known
    ArgumentRow(int index, const std::optional<compile::Parameter>& parameter,
                const project::Argument& argument, QWidget* parent = nullptr);

    /// Shows an argument of the same kind as the row was made for.
    void update(const project::Argument& argument, const project::Project& project,
                const Evaluation& evaluation);
    /// What decides whether a row can show an argument or has to be made anew.
    static QString shapeOf(const std::optional<compile::Parameter>& parameter,
                           const project::Argument& argument);

  signals:
    void changed(const warpbench::ui::ArgumentRow::Change& change);

  private:
    void buildPointer(const QString& name);
    void buildScalar(const QString& name);

    QComboBox* m_buffer = nullptr;
    QComboBox* m_access = nullptr;
    ExpressionField* m_value = nullptr;
    QLabel* m_other = nullptr;
};

} // namespace warpbench::ui
