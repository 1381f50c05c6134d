// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/panels/argument_row.h"

#include "ui/models/guess.h"
#include "ui/models/project_text.h"
#include "ui/models/text.h"
#include "ui/panels/expression_field.h"
#include "ui/panels/form.h"
#include "ui/theme/fonts.h"

#include <QComboBox>
#include <QHBoxLayout>
#include <QLabel>
#include <QSignalBlocker>
#include <QVBoxLayout>

namespace warpbench::ui {

namespace {

const QString kNull = QStringLiteral("null");

bool isPointer(const project::Argument& argument) {
    return std::holds_alternative<project::BufferArg>(argument.value) ||
           std::holds_alternative<project::NullArg>(argument.value);
}

QString accessTip(project::Access access) {
    switch (access) {
    case project::Access::in:
        return ArgumentRow::tr("Copied to the device before the launch");
    case project::Access::out:
        return ArgumentRow::tr("Undefined before, copied back after the launch");
    case project::Access::inout:
        return ArgumentRow::tr("Copied to the device before and back after the launch");
    case project::Access::resident:
        return ArgumentRow::tr("Stays on the device between launches and runs");
    }
    return {};
}

} // namespace

ArgumentRow::ArgumentRow(int index, const std::optional<compile::Parameter>& parameter,
                         const project::Argument& argument, QWidget* parent)
    : QWidget(parent) {
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
    layout->addWidget(title);
    if (isPointer(argument)) {
        buildPointer(name);
    } else if (std::holds_alternative<project::ScalarArg>(argument.value)) {
        buildScalar(name);
    } else {
        m_other = makeHint(QString());
        layout->addWidget(m_other);
    }
    setAccessibleName(name);
}

void ArgumentRow::buildPointer(const QString& name) {
    m_buffer = new QComboBox;
    m_buffer->setAccessibleName(tr("Buffer for %1").arg(name));
    m_buffer->setSizeAdjustPolicy(QComboBox::AdjustToMinimumContentsLengthWithIcon);
    m_buffer->setMinimumContentsLength(6);
    m_access = new QComboBox;
    m_access->setAccessibleName(tr("Access of %1").arg(name));
    for (const auto access : accesses()) {
        m_access->addItem(accessName(access), int(access));
        m_access->setItemData(m_access->count() - 1, accessTip(access), Qt::ToolTipRole);
    }
    auto* row = new QHBoxLayout;
    row->setSpacing(kSmallGap);
    row->addWidget(m_buffer, 1);
    row->addWidget(m_access);
    static_cast<QVBoxLayout*>(layout())->addLayout(row);
    connect(m_buffer, &QComboBox::activated, this, [this] {
        const QString buffer = m_buffer->currentData().toString();
        emit changed([buffer](project::Argument& argument) {
            if (buffer == kNull) {
                argument.value = project::NullArg{};
                return;
            }
            const auto* old = std::get_if<project::BufferArg>(&argument.value);
            project::BufferArg now = old ? *old : project::BufferArg{};
            now.buffer = ss(buffer);
            argument.value = now;
        });
    });
    connect(m_access, &QComboBox::activated, this, [this] {
        const auto access = project::Access(m_access->currentData().toInt());
        emit changed([access](project::Argument& argument) {
            if (auto* buffer = std::get_if<project::BufferArg>(&argument.value)) {
                buffer->access = access;
            }
        });
    });
}

void ArgumentRow::buildScalar(const QString& name) {
    m_value = new ExpressionField(tr("Value of %1").arg(name));
    static_cast<QVBoxLayout*>(layout())->addWidget(m_value);
    connect(m_value, &ExpressionField::edited, this, [this](const QString& text) {
        emit changed([text](project::Argument& argument) {
            if (auto* scalar = std::get_if<project::ScalarArg>(&argument.value)) {
                scalar->value = scalar->type.lanes() > 1
                                    ? textToExpressions(text)
                                    : std::vector<project::Expression>{{ss(text.trimmed()), {}}};
            }
        });
    });
}

void ArgumentRow::update(const project::Argument& argument, const project::Project& project,
                         const Evaluation& evaluation) {
    if (m_buffer) {
        const auto* arg = std::get_if<project::BufferArg>(&argument.value);
        const QString wanted = arg ? qs(arg->buffer) : kNull;
        const QSignalBlocker blockBuffer(m_buffer);
        const QSignalBlocker blockAccess(m_access);
        m_buffer->clear();
        for (const auto& buffer : project.buffers) {
            m_buffer->addItem(qs(buffer.name), qs(buffer.name));
        }
        m_buffer->addItem(tr("null pointer"), kNull);
        int index = m_buffer->findData(wanted);
        const bool missing = index < 0;
        if (missing) {
            m_buffer->addItem(tr("%1 (missing)").arg(wanted), wanted);
            index = m_buffer->count() - 1;
        }
        m_buffer->setCurrentIndex(index);
        setInvalid(m_buffer,
                   missing ? tr("The project has no buffer “%1”").arg(wanted) : QString());
        m_access->setEnabled(arg != nullptr);
        if (arg) {
            m_access->setCurrentIndex(m_access->findData(int(arg->access)));
            m_access->setToolTip(accessTip(arg->access));
        }
    }
    if (const auto* scalar = std::get_if<project::ScalarArg>(&argument.value); scalar && m_value) {
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
        m_value->setEvaluated(shown);
    }
    if (m_other) {
        m_other->setText(argumentToText(argument));
    }
}

QString ArgumentRow::shapeOf(const std::optional<compile::Parameter>& parameter,
                             const project::Argument& argument) {
    const int kind = isPointer(argument) ? 0
                     : std::holds_alternative<project::ScalarArg>(argument.value)
                         ? 1
                         : 2 + int(argument.value.index());
    return QStringLiteral("%1|%2|%3")
        .arg(kind)
        .arg(parameter ? qs(parameter->name) : QString(),
             parameter ? qs(parameter->type) : QString());
}

} // namespace warpbench::ui
