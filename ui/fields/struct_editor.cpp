// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/fields/struct_editor.h"

#include "core/project/struct_values.h"
#include "ui/documents/guess.h"
#include "ui/documents/project_text.h"
#include "ui/fields/expression_field.h"
#include "ui/fields/form.h"
#include "ui/theme/fonts.h"
#include "ui/theme/key_names.h"
#include "ui/words/text.h"

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

constexpr std::size_t kMostMemberRows = 64; ///< edit more in the project file
constexpr std::size_t kMostShown = 8;       ///< elements of an array of structs or pointers

const compile::Parameter& lastElement(const compile::Parameter& member) {
    return member.element.empty() ? member : lastElement(member.element.front());
}

/// The maximum number of values in a member.
std::size_t roomOf(const compile::Parameter& member) {
    if (!member.element.empty()) {
        return member.count * roomOf(member.element.front());
    }
    const auto type = dtypeOfType(member.type);
    return type ? std::size_t(type->lanes()) : 1;
}

bool isPlainStruct(const compile::Parameter& type) {
    const auto dtype = dtypeOfType(type.type);
    return !type.members.empty() && !dtype;
}

/// Collects the members that get rows, with their paths as names.
void addRows(const std::vector<compile::Parameter>& members, const std::string& path,
             std::vector<compile::Parameter>& rows, QString& unlisted) {
    for (compile::Parameter member : members) {
        member.name = path.empty() ? member.name : path + "." + member.name;
        if (rows.size() >= kMostMemberRows) {
            unlisted = unlisted.isEmpty() ? qs(member.name) : unlisted;
        } else if (isPlainStruct(member)) {
            addRows(member.members, member.name, rows, unlisted);
        } else if (const auto& scalar = lastElement(member);
                   member.count > 0 && (scalar.pointer || isPlainStruct(scalar))) {
            for (std::size_t i = 0; i < std::min(member.count, kMostShown); ++i) {
                compile::Parameter element = member.element.front();
                element.name = "[" + std::to_string(i) + "]";
                std::vector<compile::Parameter> one;
                addRows({element}, "", one, unlisted);
                for (compile::Parameter& row : one) {
                    row.name = member.name + row.name;
                    rows.push_back(std::move(row));
                }
            }
            if (member.count > kMostShown && unlisted.isEmpty()) {
                unlisted = qs(member.name) + QStringLiteral("[%1]").arg(kMostShown);
            }
        } else {
            rows.push_back(std::move(member));
        }
    }
}

/// The paths of values in the project without a row in `names`.
void addPaths(const project::MemberValue& value, const QString& path, QStringList& names) {
    if (names.contains(path)) {
        return;
    }
    if (const auto* structure = std::get_if<project::StructArg>(&value);
        structure && !structure->fields.empty()) {
        for (const auto& [name, field] : structure->fields) {
            addPaths(field, path + QLatin1Char('.') + qs(name), names);
        }
        return;
    }
    const auto* list = std::get_if<project::MemberList>(&value);
    bool plain = true; // only numbers
    if (list) {
        project::StructArg whole;
        whole.fields["list"] = value;
        project::forEachAddress(whole, [&](const project::BufferArg&) { plain = false; });
        for (const auto& element : *list) {
            plain = plain && !std::holds_alternative<project::StructArg>(element);
        }
    }
    const bool inRows = std::any_of(names.begin(), names.end(), [&](const QString& name) {
        return name.startsWith(path + QLatin1Char('[')) || name.startsWith(path + QLatin1Char('.'));
    });
    if (!list || (plain && !inRows)) {
        names << path;
        return;
    }
    for (std::size_t i = 0; i < list->size(); ++i) {
        addPaths((*list)[i], path + QStringLiteral("[%1]").arg(i), names);
    }
}

} // namespace

StructEditor::StructEditor(const QString& name, const std::vector<compile::Parameter>& members,
                           QWidget* parent)
    : ArgumentEditor(parent)
    , m_name(name)
    , m_compiled(!members.empty())
    , m_layout(new QVBoxLayout)
    , m_add(new QToolButton) {
    addRows(members, "", m_members, m_unlisted);
    auto* outer = new QVBoxLayout(this);
    outer->setContentsMargins(kGap, 0, 0, 0);
    outer->setSpacing(kSmallGap);
    m_layout->setSpacing(kSmallGap);
    outer->addLayout(m_layout);
    m_add->setObjectName(QStringLiteral("addMember"));
    m_add->setText(tr("Add a member"));
    setTextWithKeys(*m_add, "toolTip",
                    tr("Compile ({compile}) to list all members of the struct here"));
    m_add->setAccessibleName(tr("Add a member to %1").arg(name));
    m_add->setFocusPolicy(Qt::TabFocus);
    outer->addWidget(m_add, 0, Qt::AlignLeft);
    m_add->setVisible(!m_compiled); // not before it has a parent
    if (!m_unlisted.isEmpty()) {
        outer->addWidget(makeHint(
            tr("Members from %1 on are zero, or as set in the project file").arg(m_unlisted)));
    }
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
                project::setMember(*structure, name, value);
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

/// A name that is invalid for a member stays in its field and is marked.
void StructEditor::rename(const Row& row) {
    const QString to = row.name->text().trimmed();
    const QString problem = to == row.member ? QString()
                            : !isIdentifier(to)
                                ? tr("A member's name contains only letters, digits and _")
                            : m_shown.contains(to) ? tr("The member %1 already exists").arg(to)
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
    useCodeFont(*row.name);
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
        label->setContentsMargins(0, 5, 0, 0); // aligned with the field's text
        line->addWidget(label, 0, Qt::AlignTop);
    } else if (isIdentifier(member)) {
        addNameField(row);
        line->addWidget(row.name, 0, Qt::AlignTop);
    } else {
        line->addWidget(new QLabel(member), 0, Qt::AlignTop);
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
        row.value->setPlaceholder(!type               ? QString()
                                  : roomOf(*type) > 1 ? tr("zeros, of %1").arg(qs(type->type))
                                                      : tr("0, of %1").arg(qs(type->type)));
        line->addWidget(row.value, 1);
        connect(row.value, &ExpressionField::edited, this, [this, member](const QString& text) {
            const bool none = text.trimmed().isEmpty() && memberOf(member);
            set(member, none ? std::nullopt : std::optional<Value>(textToMember(text)), true);
        });
    }
    if (!type) {
        auto* remove = makeIconButton(QStringLiteral("remove"), tr("Remove member %1").arg(member));
        line->addWidget(remove, 0, Qt::AlignTop);
        connect(remove, &QToolButton::clicked, this, [this, member] { set(member, std::nullopt); });
    }
    return row;
}

void StructEditor::rebuild(const project::StructArg& structure) {
    QStringList names;
    for (const auto& member : m_members) {
        names << qs(member.name);
    }
    for (const auto& [name, value] : structure.fields) {
        addPaths(value, qs(name), names);
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

void StructEditor::displayRow(const Row& row, const project::StructArg& structure,
                              const project::Project& project, const Evaluation& evaluation) {
    const Value* value = project::memberAt(structure, ss(row.member));
    const auto* buffer = value ? std::get_if<project::BufferArg>(value) : nullptr;
    if (row.buffer) {
        showBuffers(*row.buffer, project, buffer ? qs(buffer->buffer) : QString(), true);
        if (!row.known) {
            row.buffer->setItemText(row.buffer->findData(QString()), tr("value"));
        }
    }
    if (row.value) {
        row.value->setVisible(buffer == nullptr);
        displayValue(row, buffer ? nullptr : value, evaluation);
    }
    if (m_compiled && !row.known) {
        row.problem->setText(tr("Unknown member %1").arg(row.member));
        row.problem->show();
    }
}

void StructEditor::displayValue(const Row& row, const Value* value, const Evaluation& evaluation) {
    // A list being edited is not reformatted.
    const QString typed = row.value->text();
    if (!value || !row.value->lineEdit()->hasFocus() || !(textToMember(typed) == *value)) {
        row.value->setText(value ? memberToText(*value) : QString());
    }
    Evaluated evaluated;
    const compile::Parameter* type = memberOf(row.member);
    if (const auto* expression = value ? std::get_if<project::Expression>(value) : nullptr) {
        evaluated = evaluation.scalar(expression->text);
    } else if (value) {
        std::size_t count = 0;
        project::StructArg whole;
        whole.fields["value"] = *value;
        project::forEachLeaf(std::as_const(whole), [&](const auto& leaf) {
            ++count;
            if constexpr (std::is_same_v<std::decay_t<decltype(leaf)>, project::Expression>) {
                evaluated = evaluated.ok() ? evaluation.scalar(leaf.text) : evaluated;
            }
        });
        evaluated.value.clear();
        evaluated.number.reset();
        if (type && count > roomOf(*type)) {
            evaluated.error = tr("%1 has room for %2 values, but %3 are given")
                                  .arg(qs(type->type))
                                  .arg(roomOf(*type))
                                  .arg(count);
        }
    }
    row.value->setEvaluated(evaluated);
}

void StructEditor::display(const project::Argument& argument, const project::Project& project,
                           const Evaluation& evaluation) {
    const auto* structure = std::get_if<project::StructArg>(&argument.value);
    if (!structure) {
        return;
    }
    rebuild(*structure);
    for (const Row& row : m_rows) {
        displayRow(row, *structure, project, evaluation);
    }
}

} // namespace warpbench::ui
