// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/fields/scalar_editor.h"

#include "ui/documents/project_text.h"
#include "ui/fields/form.h"
#include "ui/words/text.h"

#include <QHBoxLayout>

namespace warpbench::ui {

using project::ScalarArg;

namespace {

/// The values of all lanes, or the first error.
Evaluated evaluatedLanes(const ScalarArg& scalar, const Evaluation& evaluation) {
    Evaluated shown;
    for (const auto& lane : scalar.value) {
        Evaluated value = evaluation.scalar(lane.text);
        if (!value.ok()) {
            return value;
        }
        shown.value += (shown.value.isEmpty() ? QString() : QStringLiteral(", ")) + value.value;
    }
    const auto lanes = std::size_t(scalar.type.lanes());
    if (scalar.value.size() != lanes) {
        shown.error = ScalarEditor::tr("%1 takes %2 numbers, separated by commas")
                          .arg(qs(scalar.type.name()))
                          .arg(lanes);
    }
    return shown;
}

} // namespace

ScalarEditor::ScalarEditor(const QString& name, bool typeKnown, QWidget* parent)
    : BoundArgument(parent) {
    std::vector<Choice> types;
    for (const QString& type : dtypeNames()) {
        types.push_back({type, type});
    }
    auto* row = new QHBoxLayout(this);
    row->setContentsMargins(0, 0, 0, 0);
    row->setSpacing(kSmallGap);
    row->addWidget(
        m_form.add({.key = "value",
                    .says = tr("Value of %1").arg(name),
                    .input = expressionInput(),
                    .value = {[](const ScalarArg& s) { return expressionsToText(s.value); },
                              [](ScalarArg& s, const QVariant& value) {
                                  if (s.type.lanes() > 1) {
                                      s.value = textToExpressions(value.toString());
                                  } else {
                                      s.value.assign(1, {});
                                      fromField(s.value.front(), value);
                                  }
                              }},
                    .evaluate = [](const ScalarArg& s, const Evaluation& evaluation,
                                   const std::string&) { return evaluatedLanes(s, evaluation); }}),
        1);
    QWidget* type =
        m_form.add({.says = tr("Type of %1").arg(name),
                    .input = choiceInput(types),
                    .value = {[](const ScalarArg& s) { return qs(s.type.name()); },
                              [](ScalarArg& s, const QVariant& value) {
                                  s.type =
                                      arrays::DType::parse(ss(value.toString())).value_or(s.type);
                              }}});
    row->addWidget(type, 0, Qt::AlignTop);
    type->setVisible(!typeKnown);
}

} // namespace warpbench::ui
