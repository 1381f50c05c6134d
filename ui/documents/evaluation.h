// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/expression/number.h"
#include "core/project/project.h"

#include <QString>
#include <QStringList>

#include <optional>
#include <vector>

namespace warpbench::ui {

/// An expression's value as the window shows it, or why it has none. One of the texts is empty.
struct Evaluated {
    QString value;
    QString error;
    std::optional<double> number;

    bool ok() const { return error.isEmpty(); }
};

/// Works out single expressions over a project's parameters and defines, so that each field of the
/// window can show its own value or its own error while the rest of the project is still wrong.
class Evaluation {
  public:
    explicit Evaluation(const project::Project& project);

    /// Why the names themselves cannot be worked out; empty: they can.
    const QString& namesError() const { return m_namesError; }
    /// The value of a parameter or define; empty for defines that are not numbers.
    QString nameValue(const std::string& name) const;

    /// A kernel's name with each ${NAME} replaced; as it is where that is not possible.
    QString inserted(const std::string& text) const;

    Evaluated scalar(const std::string& expression) const;
    /// The same, and it has to be a whole number of at least `minimum`.
    Evaluated integer(const std::string& expression, std::int64_t minimum) const;
    /// Each of several as an integer; missing ones up to `atLeast` are 1.
    std::optional<std::vector<std::int64_t>>
    integers(const std::vector<project::Expression>& expressions, std::int64_t minimum) const;

  private:
    project::Project m_names; ///< parameters and defines alone
    project::NumberTable m_values;
    QString m_namesError;
};

} // namespace warpbench::ui
