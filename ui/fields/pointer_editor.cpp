// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/fields/pointer_editor.h"

#include "ui/documents/project_text.h"
#include "ui/fields/form.h"
#include "ui/theme/name_combo.h"
#include "ui/words/text.h"

#include <QHBoxLayout>
#include <QLabel>
#include <QToolButton>
#include <QVBoxLayout>

namespace warpbench::ui {

using project::Argument;
using project::BufferArg;

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

const BufferArg* bufferOf(const Argument& argument) {
    return std::get_if<BufferArg>(&argument.value);
}

void setBuffer(Argument& argument, const std::string& name) {
    if (name.empty()) {
        argument.value = project::NullArg{};
        return;
    }
    BufferArg buffer = bufferOf(argument) ? *bufferOf(argument) : BufferArg{};
    buffer.buffer = name;
    argument.value = buffer;
}

template <class Member>
Value<Argument> ofBuffer(Member BufferArg::*member) {
    return {
        [=](const Argument& a) { return bufferOf(a) ? toField(bufferOf(a)->*member) : QVariant(); },
        [=](Argument& a, const QVariant& value) {
            if (auto* buffer = std::get_if<BufferArg>(&a.value))
                fromField(buffer->*member, value);
        }};
}

} // namespace

PointerEditor::PointerEditor(const QString& name, QWidget* parent)
    : ArgumentEditor(parent)
    , m_form([this](const QString&, const auto& change, const QString& field) {
        emit changed(change, field);
    })
    , m_offsetShown(makeIconButton(QStringLiteral("next"),
                                   tr("Point into the buffer of %1, not to its start").arg(name))) {
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(kSmallGap);
    auto* row = new QHBoxLayout;
    row->setSpacing(kSmallGap);
    layout->addLayout(row);
    addBuffer(name, *row);
    m_offsetShown->setCheckable(true);
    row->addWidget(m_offsetShown);
    auto* offsetRow = new QWidget;
    auto* offset = new QHBoxLayout(offsetRow);
    offset->setContentsMargins(kGap, 0, 0, 0);
    offset->setSpacing(kSmallGap);
    layout->addWidget(offsetRow);
    addOffset(name, *offset);
    offsetRow->hide();
    connect(m_offsetShown, &QToolButton::toggled, offsetRow, &QWidget::setVisible);
}

void PointerEditor::addBuffer(const QString& name, QHBoxLayout& row) {
    auto* buffers = new NameCombo;
    row.addWidget(
        m_form.add({.says = tr("Buffer for %1").arg(name),
                    .input = choiceInput(buffers),

                    .value = {[](const Argument& a) {
                                  return bufferOf(a) ? toField(bufferOf(a)->buffer) : QString();
                              },
                              [](Argument& a, const QVariant& value) {
                                  setBuffer(a, ss(value.toString()));
                              }},
                    .prepare =
                        [this, buffers](const Argument& a) {
                            showBuffers(*buffers, *m_project,
                                        bufferOf(a) ? qs(bufferOf(a)->buffer) : QString(), true);
                        }}),
        1);
    std::vector<Choice> ways;
    for (const auto access : accesses()) {
        ways.push_back({accessName(access), int(access), accessTip(access)});
    }
    const Input access = choiceInput(ways);
    row.addWidget(m_form.add({.says = tr("Access of %1").arg(name),
                              .input = access,
                              .value = ofBuffer(&BufferArg::access),
                              .enabled = bufferOf,
                              .prepare = [access](const Argument& a) {
                                  if (bufferOf(a))
                                      setTip(access, accessTip(bufferOf(a)->access));
                              }}));
}

void PointerEditor::addOffset(const QString& name, QHBoxLayout& row) {
    auto* label = new QLabel(tr("from element"));
    label->setProperty("role", "muted");
    row.addWidget(label, 0, Qt::AlignTop);
    const Input offset = expressionInput();
    const auto value = ofBuffer(&BufferArg::offset);
    row.addWidget(m_form.add({.key = "offset",
                              .says = tr("Offset of %1 in elements").arg(name),
                              .placeholder = QStringLiteral("0"),
                              .input = offset,
                              .value = value,
                              .evaluate = integerFrom(0),
                              .prepare =
                                  [this, offset](const Argument& a) {
                                      const BufferArg* buffer = bufferOf(a);
                                      m_offsetShown->setEnabled(buffer);
                                      // An emptied field stays while it has the focus.
                                      if (!buffer || buffer->offset || !offset.focus->hasFocus())
                                          m_offsetShown->setChecked(buffer && buffer->offset);
                                  }}),
                  1);
    connect(m_offsetShown, &QToolButton::clicked, this, [this, offset, value](bool on) {
        if (on) {
            offset.focus->setFocus();
        } else if (!offset.read().toString().isEmpty()) {
            // A separate step, not part of the typing.
            emit changed([value](Argument& a) { value.set(a, QString()); });
        }
    });
}

void PointerEditor::display(const Argument& argument, const project::Project& project,
                            const Evaluation& evaluation) {
    m_project = &project;
    m_form.show(argument, evaluation);
}

} // namespace warpbench::ui
