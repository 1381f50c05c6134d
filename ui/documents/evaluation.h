// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/expression/number.h"
#include "core/project/project.h"

#include <QString>
#include <QStringList>

#include <optional>
#include <vector>

namespace warpbench::ui {

/// The value of an expression as the window shows it, or the error. One of the texts is empty.
struct Evaluated {
    QString value;
    QString error;
    std::optional<double> number;

    bool ok() const { return error.isEmpty(); }
};

/// Evaluates single expressions with a project's parameters and defines, so that each field can
/// show its own value or error while the rest of the project is still invalid.
class Evaluation {
  public:
    explicit Evaluation(const project::Project& project);

    /// Why the names themselves cannot be evaluated; empty: they can.
    const QString& namesError() const { return m_namesError; }
    /// The value of a parameter or define; empty for non-numeric defines.
    QString nameValue(const std::string& name) const;

    /// A kernel's name with each ${NAME} replaced; unchanged if that fails.
    QString inserted(const std::string& text) const;

    Evaluated scalar(const std::string& expression) const;
    /// The same for an integer of at least `minimum`.
    Evaluated integer(const std::string& expression, std::int64_t minimum) const;
    /// Several integers; missing ones up to `atLeast` are 1.
    std::optional<std::vector<std::int64_t>>
    integers(const std::vector<project::Expression>& expressions, std::int64_t minimum) const;

  private:
    project::Project m_names; ///< parameters and defines only
    project::NumberTable m_values;
    QString m_namesError;
};

} // namespace warpbench::ui
