// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/documents/evaluation.h"

#include "core/base/error.h"
#include "core/plan/evaluate.h"
#include "core/plan/split.h"
#include "core/project/names.h"
#include "ui/words/error_words.h"
#include "ui/words/text.h"

#include <QCoreApplication>

#include <cmath>

namespace warpbench::ui {

namespace {

QString message(const Error& error) {
    return error.remedy().empty() ? errorText(error)
                                  : errorText(error) + QStringLiteral(": ") + errorRemedy(error);
}

} // namespace

Evaluation::Evaluation(const project::Project& project) {
    m_names.compile.defines = project.compile.defines;
    m_names.parameters = project.parameters;
    try {
        m_names.parameters.merge(project::partNames(project, 0, 1));
        m_values = project::evaluateNames(m_names);
    } catch (const Error& error) {
        m_namesError = message(error);
    }
}

QString Evaluation::nameValue(const std::string& name) const {
    const auto found = m_values.find(name);
    return found == m_values.end() ? QString() : qs(project::toString(found->second));
}

QString Evaluation::inserted(const std::string& text) const {
    try {
        return qs(project::insertNames({text, {}}, m_names.compile, m_values));
    } catch (const Error&) {
        return qs(text);
    }
}

Evaluated Evaluation::scalar(const std::string& expression) const {
    Evaluated result;
    if (expression.empty()) {
        result.error = QCoreApplication::translate("Evaluation", "A value is missing");
        return result;
    }
    try {
        const project::Number value = project::Names(m_names).number({expression, {}});
        result.value = qs(project::toString(value));
        result.number = project::toDouble(value);
    } catch (const Error& error) {
        result.error = message(error);
    }
    return result;
}

Evaluated Evaluation::integer(const std::string& expression, std::int64_t minimum) const {
    Evaluated result = scalar(expression);
    if (!result.ok()) {
        return result;
    }
    if (*result.number != std::floor(*result.number)) {
        result.error =
            QCoreApplication::translate("Evaluation", "%1 is not a whole number").arg(result.value);
    } else if (*result.number < double(minimum)) {
        result.error = QCoreApplication::translate("Evaluation", "%1 is too small: at least %2")
                           .arg(result.value)
                           .arg(minimum);
    }
    return result;
}

std::optional<std::vector<std::int64_t>>
Evaluation::integers(const std::vector<project::Expression>& expressions,
                     std::int64_t minimum) const {
    std::vector<std::int64_t> values;
    for (const auto& expression : expressions) {
        const Evaluated value = integer(expression.text, minimum);
        if (!value.ok()) {
            return std::nullopt;
        }
        values.push_back(std::int64_t(*value.number));
    }
    return values;
}

} // namespace warpbench::ui
