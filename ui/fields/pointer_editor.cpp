// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/fields/pointer_editor.h"

#include "ui/documents/project_text.h"
#include "ui/fields/expression_field.h"
#include "ui/fields/form.h"
#include "ui/theme/name_combo.h"
#include "ui/words/text.h"

#include <QComboBox>
#include <QHBoxLayout>
#include <QLabel>
#include <QLineEdit>
#include <QSignalBlocker>
#include <QToolButton>
#include <QVBoxLayout>

namespace warpbench::ui {

namespace {

QString accessTip(project::Access access) {
    switch (access) {
    case project::Access::in:
        return PointerEditor::tr("Copied to the device before the launch");
    case project::Access::out:
        return PointerEditor::tr("Undefined before, copied back after the launch");
    case project::Access::inout:
        return PointerEditor::tr("Copied to the device before and back after the launch");
    case project::Access::resident:
        return PointerEditor::tr("Stays on the device between launches and runs");
    }
    return {};
}

} // namespace

PointerEditor::PointerEditor(const QString& name, QWidget* parent)
    : ArgumentEditor(parent)
    , m_buffer(new NameCombo)
    , m_access(new QComboBox)
    , m_offsetShown(makeIconButton(QStringLiteral("next"), tr("Point into the buffer of %1, not "
                                                              "to its start")
                                                               .arg(name)))
    , m_offsetRow(new QWidget)
    , m_offset(new ExpressionField(tr("Offset of %1 in elements").arg(name))) {
    m_buffer->setAccessibleName(tr("Buffer for %1").arg(name));
    m_access->setAccessibleName(tr("Access of %1").arg(name));
    for (const auto access : accesses()) {
        m_access->addItem(accessName(access), int(access));
        m_access->setItemData(m_access->count() - 1, accessTip(access), Qt::ToolTipRole);
    }
    m_offsetShown->setCheckable(true);
    auto* row = new QHBoxLayout;
    row->setSpacing(kSmallGap);
    row->addWidget(m_buffer, 1);
    row->addWidget(m_access);
    row->addWidget(m_offsetShown);
    auto* offset = new QHBoxLayout(m_offsetRow);
    offset->setContentsMargins(kGap, 0, 0, 0);
    offset->setSpacing(kSmallGap);
    auto* label = new QLabel(tr("from element"));
    label->setProperty("role", "muted");
    offset->addWidget(label, 0, Qt::AlignTop);
    offset->addWidget(m_offset, 1);
    m_offset->setPlaceholder(QStringLiteral("0"));
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(kSmallGap);
    layout->addLayout(row);
    layout->addWidget(m_offsetRow);
    m_offsetRow->hide();
    connect(m_buffer, &QComboBox::activated, this, &PointerEditor::chooseBuffer);
    connect(m_access, &QComboBox::activated, this, &PointerEditor::chooseAccess);
    connect(m_offset, &ExpressionField::edited, this,
            [this](const QString& text) { setOffset(text, QStringLiteral("offset")); });
    connect(m_offsetShown, &QToolButton::toggled, m_offsetRow, &QWidget::setVisible);
    connect(m_offsetShown, &QToolButton::clicked, this, [this](bool on) {
        if (on) {
            m_offset->setFocus();
        } else if (!m_offset->text().isEmpty()) {
            setOffset({}, {}); // a separate step, not part of the typing
        }
    });
}

void PointerEditor::chooseBuffer() {
    const QString buffer = m_buffer->currentData().toString();
    emit changed([buffer](project::Argument& argument) {
        if (buffer.isEmpty()) {
            argument.value = project::NullArg{};
            return;
        }
        const auto* old = std::get_if<project::BufferArg>(&argument.value);
        project::BufferArg now = old ? *old : project::BufferArg{};
        now.buffer = ss(buffer);
        argument.value = now;
    });
}

void PointerEditor::chooseAccess() {
    const auto access = project::Access(m_access->currentData().toInt());
    emit changed([access](project::Argument& argument) {
        if (auto* buffer = std::get_if<project::BufferArg>(&argument.value)) {
            buffer->access = access;
        }
    });
}

void PointerEditor::setOffset(const QString& text, const QString& field) {
    const QString trimmed = text.trimmed();
    emit changed(
        [trimmed](project::Argument& argument) {
            if (auto* buffer = std::get_if<project::BufferArg>(&argument.value)) {
                buffer->offset = trimmed.isEmpty()
                                     ? std::nullopt
                                     : std::optional(project::Expression{ss(trimmed), {}});
            }
        },
        field);
}

void PointerEditor::display(const project::Argument& argument, const project::Project& project,
                            const Evaluation& evaluation) {
    const auto* arg = std::get_if<project::BufferArg>(&argument.value);
    showBuffers(*m_buffer, project, arg ? qs(arg->buffer) : QString(), true);
    const QSignalBlocker block(m_access);
    m_access->setEnabled(arg != nullptr);
    m_offsetShown->setEnabled(arg != nullptr);
    if (!arg) {
        m_offsetShown->setChecked(false);
        return;
    }
    m_access->setCurrentIndex(m_access->findData(int(arg->access)));
    m_access->setToolTip(accessTip(arg->access));
    m_offset->setText(arg->offset ? qs(arg->offset->text) : QString());
    m_offset->setEvaluated(arg->offset ? evaluation.integer(arg->offset->text, 0) : Evaluated{});
    if (arg->offset) {
        m_offsetShown->setChecked(true);
    } else if (!m_offset->lineEdit()->hasFocus()) {
        m_offsetShown->setChecked(false);
    }
}

} // namespace warpbench::ui
