// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/fields/scalar_editor.h"

#include "ui/documents/project_text.h"
#include "ui/fields/expression_field.h"
#include "ui/fields/form.h"
#include "ui/words/text.h"

#include <QComboBox>
#include <QHBoxLayout>

namespace warpbench::ui {

ScalarEditor::ScalarEditor(const QString& name, bool typeKnown, QWidget* parent)
    : ArgumentEditor(parent)
    , m_value(new ExpressionField(tr("Value of %1").arg(name)))
    , m_type(new QComboBox) {
    auto* row = new QHBoxLayout(this);
    row->setContentsMargins(0, 0, 0, 0);
    row->setSpacing(kSmallGap);
    row->addWidget(m_value, 1);
    row->addWidget(m_type, 0, Qt::AlignTop);
    m_type->setAccessibleName(tr("Type of %1").arg(name));
    m_type->addItems(dtypeNames());
    m_type->setVisible(!typeKnown);
    connect(m_value, &ExpressionField::edited, this, [this](const QString& text) {
        emit changed(
            [text](project::Argument& argument) {
                if (auto* scalar = std::get_if<project::ScalarArg>(&argument.value)) {
                    scalar->value =
                        scalar->type.lanes() > 1
                            ? textToExpressions(text)
                            : std::vector<project::Expression>{{ss(text.trimmed()), {}}};
                }
            },
            QStringLiteral("value"));
    });
    connect(m_type, &QComboBox::activated, this, [this] {
        const auto type = arrays::DType::parse(ss(m_type->currentText()));
        emit changed([type](project::Argument& argument) {
            auto* scalar = std::get_if<project::ScalarArg>(&argument.value);
            if (scalar && type) {
                scalar->type = *type;
            }
        });
    });
}

void ScalarEditor::display(const project::Argument& argument, const project::Project&,
                           const Evaluation& evaluation) {
    const auto* scalar = std::get_if<project::ScalarArg>(&argument.value);
    if (!scalar) {
        return;
    }
    m_type->setCurrentIndex(m_type->findText(qs(scalar->type.name())));
    m_value->setText(expressionsToText(scalar->value));
    Evaluated shown;
    for (const auto& lane : scalar->value) {
        const Evaluated value = evaluation.scalar(lane.text);
        if (!value.ok()) {
            shown = value;
            break;
        }
        shown.value += (shown.value.isEmpty() ? QString() : QStringLiteral(", ")) + value.value;
    }
    const auto lanes = std::size_t(scalar->type.lanes());
    if (shown.ok() && scalar->value.size() != lanes) {
        shown.error =
            tr("%1 takes %2 numbers, separated by commas").arg(qs(scalar->type.name())).arg(lanes);
    }
    m_value->setEvaluated(shown);
}

} // namespace warpbench::ui
