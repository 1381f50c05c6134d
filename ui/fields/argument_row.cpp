// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/fields/argument_row.h"

#include "ui/fields/form.h"
#include "ui/theme/text_scale.h"
#include "ui/words/text.h"

#include <QComboBox>
#include <QHBoxLayout>
#include <QLabel>
#include <QToolButton>
#include <QVBoxLayout>

#include <algorithm>

namespace warpbench::ui {

ArgumentRow::ArgumentRow(int index, const std::optional<compile::Parameter>& parameter,
                         const project::Argument& argument, QWidget* parent)
    : QWidget(parent) {
    setObjectName(QStringLiteral("argument%1").arg(index));
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(2);
    const QString name = parameter && !parameter->name.empty() ? qs(parameter->name)
                                                               : tr("argument %1").arg(index + 1);
    auto* title = new QLabel;
    title->setTextFormat(Qt::RichText);
    const QString type = parameter ? qs(parameter->type) : QString();
    title->setText(QStringLiteral("%1 &nbsp;<span style='font-size:small'>%2</span>")
                       .arg(name.toHtmlEscaped(), type.toHtmlEscaped()));
    title->setToolTip(type);
    title->setMinimumWidth(1);
    auto* head = new QHBoxLayout;
    layout->addLayout(head);
    head->setSpacing(kSmallGap);
    head->addWidget(title, 1);
    auto kinds = kindsFor(parameter);
    const ArgumentKind kind = kindOf(argument);
    if (std::find(kinds.begin(), kinds.end(), kind) == kinds.end()) {
        kinds.push_back(kind); // the kind used in the project
    }
    if (kinds.size() > 1) {
        head->addWidget(makeKindChoice(kinds, kind, name));
    }
    if (kind == ArgumentKind::pointer) {
        auto* add = makeIconButton(QStringLiteral("add"), tr("New buffer for %1").arg(name));
        add->setObjectName(QStringLiteral("newBuffer"));
        scaleIcon(*add, 12); // no taller than the text beside it
        head->addWidget(add);
        connect(add, &QToolButton::clicked, this, &ArgumentRow::bufferWanted);
    }
    m_editor = makeArgumentEditor(kind, name, parameter);
    layout->addWidget(m_editor);
    connect(m_editor, &ArgumentEditor::changed, this, &ArgumentRow::changed);
    setAccessibleName(name);
}

QComboBox* ArgumentRow::makeKindChoice(const std::vector<ArgumentKind>& kinds, ArgumentKind kind,
                                       const QString& name) {
    auto* choice = new QComboBox;
    choice->setObjectName(QStringLiteral("argumentKind"));
    choice->setAccessibleName(tr("Kind of %1").arg(name));
    choice->setToolTip(tr("What is passed for this parameter"));
    for (const ArgumentKind one : kinds) {
        choice->addItem(kindName(one), int(one));
    }
    choice->setCurrentIndex(choice->findData(int(kind)));
    connect(choice, &QComboBox::activated, this,
            [this, choice] { emit kindChosen(ArgumentKind(choice->currentData().toInt())); });
    return choice;
}

void ArgumentRow::update(const project::Argument& argument, const project::Project& project,
                         const Evaluation& evaluation) {
    m_editor->display(argument, project, evaluation);
}

QString ArgumentRow::shapeOf(const std::optional<compile::Parameter>& parameter,
                             const project::Argument& argument) {
    QString shape = QStringLiteral("%1").arg(int(kindOf(argument)));
    if (parameter) {
        shape += QStringLiteral("|%1|%2").arg(qs(parameter->name), qs(parameter->type));
        if (kindOf(argument) == ArgumentKind::bytes) // only this kind needs it, and only a compile
                                                     // knows it
            shape += QStringLiteral("|%1").arg(parameter->size);
        for (const auto& member : parameter->members) {
            shape += QStringLiteral("|%1 %2").arg(qs(member.type), qs(member.name));
        }
    }
    return shape;
}

} // namespace warpbench::ui
