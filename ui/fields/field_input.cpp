// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/fields/field_input.h"

#include "ui/fields/expression_field.h"
#include "ui/theme/fonts.h"
#include "ui/theme/input_state.h"
#include "ui/words/text.h"

#include <QCheckBox>
#include <QComboBox>
#include <QDoubleSpinBox>
#include <QLineEdit>
#include <QProcess>
#include <QSignalBlocker>
#include <QSpinBox>

namespace warpbench::ui {

namespace {

constexpr const char* kPurpose = "purpose"; ///< the tool tip of a field without an error

/// Marks an input with its error, which replaces the tool tip.
std::function<void(const Evaluated&)> markOn(QWidget* input) {
    return [input](const Evaluated& evaluated) {
        markInvalid(*input, !evaluated.ok());
        input->setToolTip(evaluated.ok() ? input->property(kPurpose).toString() : evaluated.error);
        input->setAccessibleDescription(evaluated.error);
    };
}

template <class Widget, class Signal>
auto editsOf(Widget* widget, Signal signal) {
    return [=](const std::function<void()>& edited) {
        QObject::connect(widget, signal, widget, [edited] { edited(); });
    };
}

template <class Box>
Input spinInput(Box* box, const NumberRange& range) {
    using Number = decltype(box->value());
    box->setRange(Number(range.least), Number(range.most));
    box->setSingleStep(Number(range.step));
    box->setSuffix(range.suffix);
    box->setSpecialValueText(range.special);
    return {.widget = box,
            .focus = box,
            .typed = true,
            .read = [box] { return QVariant(box->value()); },
            .write =
                [box](const QVariant& value) {
                    const QSignalBlocker block(box);
                    box->setValue(value.value<Number>());
                },
            .tell = markOn(box),
            .onEdit = editsOf(box, &Box::valueChanged)};
}

} // namespace

Input lineInput(bool code) {
    auto* line = new QLineEdit;
    if (code)
        useCodeFont(*line);
    return {.widget = line,
            .focus = line,
            .typed = true,
            .read = [line] { return QVariant(line->text().trimmed()); },
            .write = [line](const QVariant& value) { line->setText(value.toString()); },
            .tell = markOn(line),
            .onEdit = editsOf(line, &QLineEdit::textEdited)};
}

Input expressionInput(ExpressionField* given) {
    ExpressionField* field = given ? given : new ExpressionField;
    return {.widget = field,
            .focus = field->lineEdit(),
            .typed = true,
            .read = [field] { return QVariant(field->text().trimmed()); },
            .write = [field](const QVariant& value) { field->setText(value.toString()); },
            .tell = [field](const Evaluated& evaluated) { field->setEvaluated(evaluated); },
            .onEdit = editsOf(field, &ExpressionField::edited)};
}

Input checkInput(const QString& caption) {
    auto* box = new QCheckBox(caption);
    return {.widget = box,
            .focus = box,
            .read = [box] { return QVariant(box->isChecked()); },
            .write = [box](const QVariant& value) { box->setChecked(value.toBool()); },
            .tell = markOn(box),
            .onEdit = editsOf(box, &QCheckBox::clicked)};
}

Input choiceInput(QComboBox* box) {
    return {.widget = box,
            .focus = box,
            .read = [box] { return box->currentData(); },
            .write =
                [box](const QVariant& value) {
                    if (box->findData(value) < 0)
                        box->addItem(value.toString(), value);
                    box->setCurrentIndex(box->findData(value));
                },
            .tell = markOn(box),
            .onEdit = editsOf(box, &QComboBox::activated)};
}

Input choiceInput(const std::vector<Choice>& choices, int shortest) {
    auto* box = new QComboBox;
    if (shortest > 0) {
        // The panel must not take width from the code; the list shows all texts in full.
        box->setSizeAdjustPolicy(QComboBox::AdjustToMinimumContentsLengthWithIcon);
        box->setMinimumContentsLength(shortest);
    }
    for (const Choice& choice : choices) {
        box->addItem(choice.text, choice.value);
        box->setItemData(box->count() - 1, choice.tip, Qt::ToolTipRole);
    }
    return choiceInput(box);
}

Input textChoiceInput(const QStringList& texts) {
    auto* box = new QComboBox;
    box->setEditable(true);
    box->setInsertPolicy(QComboBox::NoInsert);
    box->addItems(texts);
    return {.widget = box,
            .focus = box,
            .typed = true,
            .read = [box] { return QVariant(box->currentText().trimmed()); },
            .write =
                [box](const QVariant& value) {
                    const QSignalBlocker block(box);
                    box->setCurrentText(value.toString());
                },
            .tell = markOn(box),
            .onEdit = editsOf(box, &QComboBox::editTextChanged)};
}

Input numberInput(const NumberRange& range) {
    if (range.decimals == 0)
        return spinInput(new QSpinBox, range);
    auto* box = new QDoubleSpinBox;
    box->setLocale(QLocale::c()); // decimal point, as everywhere else
    box->setDecimals(range.decimals);
    return spinInput(box, range);
}

void setTip(const Input& input, const QString& tip) {
    input.widget->setProperty(kPurpose, tip);
    input.widget->setToolTip(tip);
}

void setPlaceholder(const Input& input, const QString& text) {
    auto* line = qobject_cast<QLineEdit*>(input.focus);
    if (line || (line = input.focus->findChild<QLineEdit*>()))
        line->setPlaceholderText(text);
}

void setShown(QWidget* widget, bool shown) {
    if (widget->isHidden() == shown)
        widget->setVisible(shown);
}

QVariant toField(const std::string& text) {
    return qs(text);
}

QVariant toField(const project::Expression& expression) {
    return qs(expression.text);
}

QVariant toField(const std::optional<project::Expression>& expression) {
    return expression ? qs(expression->text) : QString();
}

QVariant toField(const std::vector<std::string>& words) {
    QStringList list;
    for (const auto& word : words) {
        QString text = qs(word);
        if (text.isEmpty() || text.contains(QLatin1Char(' ')) || text.contains(QLatin1Char('"')) ||
            text.contains(QLatin1Char('\t'))) {
            text.replace(QLatin1Char('"'), QStringLiteral("\"\"\"")); // syntax of splitCommand
            text = QLatin1Char('"') + text + QLatin1Char('"');
        }
        list << text;
    }
    return list.join(QLatin1Char(' '));
}

void fromField(std::string& text, const QVariant& value) {
    text = ss(value.toString());
}

void fromField(project::Expression& expression, const QVariant& value) {
    expression = {ss(value.toString()), {}};
}

void fromField(std::optional<project::Expression>& expression, const QVariant& value) {
    const std::string text = ss(value.toString());
    expression = text.empty() ? std::nullopt : std::optional(project::Expression{text, {}});
}

void fromField(std::vector<std::string>& words, const QVariant& value) {
    words.clear();
    for (const QString& word : QProcess::splitCommand(value.toString()))
        words.push_back(ss(word));
}

} // namespace warpbench::ui
