// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/documents/evaluation.h"

#include <QVariant>

#include <functional>
#include <vector>

class QComboBox;
class QWidget;

namespace warpbench::ui {

class ExpressionField;

/// A widget for one value. Every kind of widget has the same functions, so that a form can treat
/// all its fields alike.
struct Input {
    QWidget* widget = nullptr;
    QWidget* focus = nullptr; ///< the part that takes the focus and has the accessible name
    bool typed = false;       ///< may hold a text that is not finished; its edits merge
    std::function<QVariant()> read = {};
    std::function<void(const QVariant&)> write = {}; ///< without an edit
    std::function<void(const Evaluated&)> tell = {}; ///< the value beside it, or its error
    std::function<void(const std::function<void()>&)> onEdit = {}; ///< edits by the user
};

/// A line of text. \param code  in the code font
Input lineInput(bool code = false);
/// An expression with its value beside it or the error below it. \param field  null: a new one
Input expressionInput(ExpressionField* field = nullptr);
Input checkInput(const QString& caption);

struct Choice {
    QString text;
    QVariant value;
    QString tip = {};
};
/// A list of values. A value that is not in the list is added, so that the project keeps it.
/// \param shortest  characters that are always visible; 0: as wide as the longest choice
Input choiceInput(const std::vector<Choice>& choices, int shortest = 0);
/// The same for an existing box, whose items may change.
Input choiceInput(QComboBox* box);
/// A list of texts that takes any other text as well.
Input textChoiceInput(const QStringList& texts);

struct NumberRange {
    double least = 0;
    double most = 0;
    int decimals = 0; ///< 0: integers
    double step = 1;
    QString suffix = {};
    QString special = {}; ///< shown instead of `least`
};
Input numberInput(const NumberRange& range);

/// The tool tip of a field while it has no error, and the text of an empty one.
void setTip(const Input& input, const QString& tip);
void setPlaceholder(const Input& input, const QString& text);
/// Shows or hides a widget that already has its place in a layout.
void setShown(QWidget* widget, bool shown);

/// Values of the project as inputs show them, and back. Texts are trimmed; an empty one is no
/// expression. Words are separated by spaces, double quotes enclose words with spaces.
QVariant toField(const std::string& text);
QVariant toField(const project::Expression& expression);
QVariant toField(const std::optional<project::Expression>& expression);
QVariant toField(const std::vector<std::string>& words);
void fromField(std::string& text, const QVariant& value);
void fromField(project::Expression& expression, const QVariant& value);
void fromField(std::optional<project::Expression>& expression, const QVariant& value);
void fromField(std::vector<std::string>& words, const QVariant& value);
/// Numbers, truth values and enumerations.
template <class T>
requires std::is_arithmetic_v<T> || std::is_enum_v<T> QVariant toField(T number) {
    if constexpr (std::is_enum_v<T>)
        return int(number);
    else
        return number;
}
template <class T>
requires std::is_arithmetic_v<T> || std::is_enum_v<T>
void fromField(T& number, const QVariant& value) {
    if constexpr (std::is_enum_v<T>)
        number = T(value.toInt());
    else
        number = value.value<T>();
}

} // namespace warpbench::ui
