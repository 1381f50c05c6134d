// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/panels/struct_editor.h"

#include "ui/models/project_text.h"
#include "ui/models/text.h"
#include "ui/panels/expression_field.h"
#include "ui/panels/form.h"
#include "ui/theme/fonts.h"

#include <QComboBox>
#include <QHBoxLayout>
#include <QLabel>
#include <QLineEdit>
#include <QSignalBlocker>
#include <QToolButton>
#include <QVBoxLayout>

#include <algorithm>

namespace warpbench::ui {

namespace {

project::StructArg* structOf(project::Argument& argument) {
    return std::get_if<project::StructArg>(&argument.value);
}

} // namespace

StructEditor::StructEditor(const QString& name, std::vector<compile::Parameter> members,
                           QWidget* parent)
    : ArgumentEditor(parent)
    , m_name(name)
    , m_members(std::move(members))
    , m_layout(new QVBoxLayout)
    , m_add(new QToolButton) {
    auto* outer = new QVBoxLayout(this);
    outer->setContentsMargins(kGap, 0, 0, 0);
    outer->setSpacing(kSmallGap);
    m_layout->setSpacing(kSmallGap);
    outer->addLayout(m_layout);
    m_add->setObjectName(QStringLiteral("addMember"));
    m_add->setText(tr("Add a member"));
    m_add->setToolTip(tr("Compile (Ctrl+B) to have all members of the struct listed here"));
    m_add->setAccessibleName(tr("Add a member to %1").arg(name));
    m_add->setFocusPolicy(Qt::TabFocus);
    outer->addWidget(m_add, 0, Qt::AlignLeft);
    m_add->setVisible(m_members.empty()); // not before it has a parent
    connect(m_add, &QToolButton::clicked, this, &StructEditor::addMember);
}

const compile::Parameter* StructEditor::memberOf(const QString& name) const {
    const auto found = std::find_if(m_members.begin(), m_members.end(),
                                    [&](const auto& m) { return qs(m.name) == name; });
    return found == m_members.end() ? nullptr : &*found;
}

void StructEditor::set(const QString& member, const std::optional<Value>& value, bool typed) {
    emit changed(
        [name = ss(member), value](project::Argument& argument) {
            if (auto* structure = structOf(argument)) {
                if (value) {
                    structure->fields[name] = *value;
                } else {
                    structure->fields.erase(name);
                }
            }
        },
        typed ? QStringLiteral("member ") + member : QString());
}

void StructEditor::addMember() {
    QString name = QStringLiteral("member");
    for (int i = 2; m_shown.contains(name); ++i) {
        name = QStringLiteral("member%1").arg(i);
    }
    set(name, project::Expression{"0", {}});
    for (const Row& row : m_rows) {
        if (row.member == name && row.name) {
            row.name->setFocus();
            row.name->selectAll();
        }
    }
}

/// A name that cannot be a member's stays in its field and is told to be wrong.
void StructEditor::rename(const Row& row) {
    const QString to = row.name->text().trimmed();
    const QString problem = to == row.member ? QString()
                            : !isIdentifier(to)
                                ? tr("A member's name has letters, digits and _ only")
                            : m_shown.contains(to) ? tr("There is a member %1 already").arg(to)
                                                   : QString();
    setInvalid(row.name, problem);
    row.problem->setText(problem);
    row.problem->setVisible(!problem.isEmpty());
    if (!problem.isEmpty() || to == row.member) {
        return;
    }
    emit changed([from = ss(row.member), to = ss(to)](project::Argument& argument) {
        if (auto* structure = structOf(argument)) {
            if (auto field = structure->fields.extract(from); !field.empty()) {
                field.key() = to;
                structure->fields.insert(std::move(field));
            }
        }
    });
}

void StructEditor::addNameField(Row& row) {
    row.name = new QLineEdit(row.member);
    row.name->setFont(codeFont());
    row.name->setAccessibleName(tr("Name of a member of %1").arg(m_name));
    row.name->setMaximumWidth(110);
    connect(row.name, &QLineEdit::editingFinished, this, [this, member = row.member] {
        const auto at = std::find_if(m_rows.begin(), m_rows.end(),
                                     [&](const Row& r) { return r.member == member; });
        if (at != m_rows.end()) {
            rename(*at);
        }
    });
}

namespace {

/// Nested structs and arrays: zeros, unless the whole argument is given as bytes.
bool takesNoNumber(const compile::Parameter& member) {
    return !member.members.empty() || member.type.find('[') != std::string::npos;
}

} // namespace

StructEditor::Row StructEditor::makeRow(const QString& member, const compile::Parameter* type) {
    Row row;
    row.member = member;
    row.known = type != nullptr;
    row.widget = new QWidget;
    auto* column = new QVBoxLayout(row.widget);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(2);
    auto* line = new QHBoxLayout;
    line->setSpacing(kSmallGap);
    column->addLayout(line);
    row.problem = makeProblem();
    column->addWidget(row.problem);
    if (type) {
        auto* label = new QLabel(member);
        label->setToolTip(qs(type->type));
        label->setMinimumWidth(48);
        label->setContentsMargins(0, 5, 0, 0); // on the line of the field's text
        line->addWidget(label, 0, Qt::AlignTop);
    } else {
        addNameField(row);
        line->addWidget(row.name, 0, Qt::AlignTop);
    }
    const bool pointer = type && type->pointer;
    if (pointer || !type) {
        row.buffer = new QComboBox;
        row.buffer->setAccessibleName(tr("Buffer for member %1").arg(member));
        row.buffer->setSizeAdjustPolicy(QComboBox::AdjustToMinimumContentsLengthWithIcon);
        row.buffer->setMinimumContentsLength(5);
        line->addWidget(row.buffer, pointer ? 1 : 0, Qt::AlignTop);
        connect(row.buffer, &QComboBox::activated, this, [this, member, combo = row.buffer] {
            const QString buffer = combo->currentData().toString();
            const bool known = memberOf(member) != nullptr;
            set(member, !buffer.isEmpty() ? std::optional<Value>(project::BufferArg{
                                                ss(buffer), project::Access::inout, {}})
                        : known           ? std::nullopt
                                          : std::optional<Value>(project::Expression{"0", {}}));
        });
    }
    if (!pointer) {
        row.value = new ExpressionField(tr("Value of member %1").arg(member));
        row.value->setPlaceholder(!type                  ? QString()
                                  : takesNoNumber(*type) ? tr("zeros, of %1").arg(qs(type->type))
                                                         : tr("0, of %1").arg(qs(type->type)));
        line->addWidget(row.value, 1);
        connect(row.value, &ExpressionField::edited, this, [this, member](const QString& text) {
            const bool none = text.trimmed().isEmpty() && memberOf(member);
            set(member,
                none ? std::nullopt
                     : std::optional<Value>(project::Expression{ss(text.trimmed()), {}}),
                true);
        });
    }
    if (!type) {
        auto* remove = makeIconButton(QStringLiteral("remove"), tr("Remove member %1").arg(member));
        line->addWidget(remove, 0, Qt::AlignTop);
        connect(remove, &QToolButton::clicked, this, [this, member] { set(member, std::nullopt); });
    }
    return row;
}

void StructEditor::rebuild(const Fields& fields) {
    QStringList names;
    for (const auto& member : m_members) {
        names << qs(member.name);
    }
    for (const auto& [name, value] : fields) {
        if (!names.contains(qs(name))) {
            names << qs(name);
        }
    }
    if (names == m_shown && !m_rows.empty()) {
        return;
    }
    m_shown = names;
    for (const Row& row : m_rows) {
        row.widget->hide();
        row.widget->deleteLater();
    }
    m_rows.clear();
    for (const QString& name : names) {
        m_rows.push_back(makeRow(name, memberOf(name)));
        m_layout->addWidget(m_rows.back().widget);
    }
}

void StructEditor::displayRow(const Row& row, const Fields& fields, const project::Project& project,
                              const Evaluation& evaluation) {
    const auto field = fields.find(ss(row.member));
    const auto* value =
        field != fields.end() ? std::get_if<project::Expression>(&field->second) : nullptr;
    const auto* buffer =
        field != fields.end() ? std::get_if<project::BufferArg>(&field->second) : nullptr;
    if (row.buffer) {
        showBuffers(*row.buffer, project, buffer ? qs(buffer->buffer) : QString(), true);
        if (!row.known) {
            row.buffer->setItemText(row.buffer->findData(QString()), tr("value"));
        }
    }
    if (row.value) {
        row.value->setVisible(buffer == nullptr);
        row.value->setText(value ? qs(value->text) : QString());
        const compile::Parameter* type = memberOf(row.member);
        Evaluated evaluated = value ? evaluation.scalar(value->text) : Evaluated{};
        if (value && type && takesNoNumber(*type)) {
            evaluated.error = tr("No number fills %1: leave it empty for zeros, or give the whole "
                                 "argument as bytes")
                                  .arg(qs(type->type));
        }
        row.value->setEvaluated(evaluated);
    }
    if (!m_members.empty() && !row.known) {
        row.problem->setText(tr("The struct has no member %1").arg(row.member));
        row.problem->show();
    }
}

void StructEditor::display(const project::Argument& argument, const project::Project& project,
                           const Evaluation& evaluation) {
    const auto* structure = std::get_if<project::StructArg>(&argument.value);
    if (!structure) {
        return;
    }
    rebuild(structure->fields);
    for (const Row& row : m_rows) {
        displayRow(row, structure->fields, project, evaluation);
    }
}

} // namespace warpbench::ui
