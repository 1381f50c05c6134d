// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/fields/struct_editor.h"

#include "core/project/struct_values.h"
#include "ui/documents/guess.h"
#include "ui/documents/project_text.h"
#include "ui/fields/form.h"
#include "ui/theme/fonts.h"
#include "ui/theme/key_names.h"
#include "ui/words/text.h"

#include <QComboBox>
#include <QHBoxLayout>
#include <QLabel>
#include <QLineEdit>
#include <QToolButton>
#include <QVBoxLayout>

#include <algorithm>

namespace warpbench::ui {

using project::StructArg;

namespace {

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
    if (const auto* structure = std::get_if<StructArg>(&value);
        structure && !structure->fields.empty()) {
        for (const auto& [name, field] : structure->fields) {
            addPaths(field, path + QLatin1Char('.') + qs(name), names);
        }
        return;
    }
    const auto* list = std::get_if<project::MemberList>(&value);
    bool plain = true; // only numbers
    if (list) {
        StructArg whole;
        whole.fields["list"] = value;
        project::forEachAddress(whole, [&](const project::BufferArg&) { plain = false; });
        for (const auto& element : *list) {
            plain = plain && !std::holds_alternative<StructArg>(element);
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

/// The buffer to which a member points; null: none.
const project::BufferArg* addressAt(const StructArg& structure, const std::string& path) {
    const project::MemberValue* value = project::memberAt(structure, path);
    return value ? std::get_if<project::BufferArg>(value) : nullptr;
}

/// \param type  empty: not known
Evaluated evaluatedMember(const project::MemberValue& value,
                          const std::optional<compile::Parameter>& type,
                          const Evaluation& evaluation) {
    if (const auto* expression = std::get_if<project::Expression>(&value)) {
        return evaluation.scalar(expression->text);
    }
    Evaluated evaluated;
    std::size_t count = 0;
    StructArg whole;
    whole.fields["value"] = value;
    project::forEachLeaf(std::as_const(whole), [&](const auto& leaf) {
        ++count;
        if constexpr (std::is_same_v<std::decay_t<decltype(leaf)>, project::Expression>) {
            evaluated = evaluated.ok() ? evaluation.scalar(leaf.text) : evaluated;
        }
    });
    evaluated.value.clear();
    evaluated.number.reset();
    if (type && count > roomOf(*type)) {
        evaluated.error = StructEditor::tr("%1 has room for %2 values, but %3 are given")
                              .arg(qs(type->type))
                              .arg(roomOf(*type))
                              .arg(count);
    }
    return evaluated;
}

} // namespace

StructEditor::StructEditor(const QString& name, const std::vector<compile::Parameter>& members,
                           QWidget* parent)
    : BoundArgument(parent)
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

void StructEditor::set(const QString& member, const std::optional<Value>& value) {
    edit([name = ss(member), value](StructArg& structure) {
        project::setMember(structure, name, value);
    });
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
    showProblem(*row.problem, problem);
    if (!problem.isEmpty() || to == row.member) {
        return;
    }
    edit([from = ss(row.member), to = ss(to)](StructArg& structure) {
        if (auto field = structure.fields.extract(from); !field.empty()) {
            field.key() = to;
            structure.fields.insert(std::move(field));
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

/// \param known  without a buffer it is null, otherwise a number
QWidget* StructEditor::makeBuffer(const QString& member, bool known) {
    const std::string path = ss(member);
    auto* box = new QComboBox;
    box->setSizeAdjustPolicy(QComboBox::AdjustToMinimumContentsLengthWithIcon);
    box->setMinimumContentsLength(5);
    const auto bufferIn = [path](const StructArg& structure) {
        const auto* buffer = addressAt(structure, path);
        return buffer ? qs(buffer->buffer) : QString();
    };
    return m_form.add(
        {.says = tr("Buffer for member %1").arg(member),
         .input = choiceInput(box),
         .value = {bufferIn,
                   [path, known](StructArg& structure, const QVariant& value) {
                       const std::string name = ss(value.toString());
                       std::optional<Value> chosen;
                       if (!name.empty())
                           chosen = project::BufferArg{name, project::Access::inout, {}};
                       else if (!known)
                           chosen = project::Expression{"0", {}};
                       project::setMember(structure, path, chosen);
                   }},
         .prepare = [=, this](const StructArg& structure) {
             showBuffers(*box, project(), bufferIn(structure), true);
             if (!known)
                 box->setItemText(box->findData(QString()), tr("value"));
         }});
}

/// \param type  null: not known
QWidget* StructEditor::makeValue(const QString& member, const compile::Parameter* type) {
    const std::string path = ss(member);
    const std::optional known = type ? std::optional(*type) : std::nullopt;
    return m_form.add(
        {.key = QStringLiteral("member ") + member,
         .says = tr("Value of member %1").arg(member),
         .placeholder = !type               ? QString()
                        : roomOf(*type) > 1 ? tr("zeros, of %1").arg(qs(type->type))
                                            : tr("0, of %1").arg(qs(type->type)),
         .input = expressionInput(),
         .value = {[path](const StructArg& structure) {
                       const Value* value = project::memberAt(structure, path);
                       return value ? memberToText(*value) : QString();
                   },
                   [=](StructArg& structure, const QVariant& value) {
                       const QString text = value.toString();
                       const bool none = text.isEmpty() && known;
                       project::setMember(structure, path,
                                          none ? std::nullopt
                                               : std::optional<Value>(textToMember(text)));
                   }},
         .evaluate =
             [=](const StructArg& structure, const Evaluation& evaluation, const std::string&) {
                 const Value* value = project::memberAt(structure, path);
                 return value ? evaluatedMember(*value, known, evaluation) : Evaluated{};
             },
         .visible = [path](const StructArg& structure) { return !addressAt(structure, path); }});
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
        line->addWidget(makeBuffer(member, row.known), pointer ? 1 : 0, Qt::AlignTop);
    }
    if (!pointer) {
        line->addWidget(makeValue(member, type), 1);
    }
    if (!type) {
        auto* remove = makeIconButton(QStringLiteral("remove"), tr("Remove member %1").arg(member));
        line->addWidget(remove, 0, Qt::AlignTop);
        connect(remove, &QToolButton::clicked, this, [this, member] { set(member, std::nullopt); });
    }
    return row;
}

void StructEditor::rebuild(const StructArg& structure) {
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
    m_form.clear();
    for (const QString& name : names) {
        m_rows.push_back(makeRow(name, memberOf(name)));
        m_layout->addWidget(m_rows.back().widget);
    }
}

void StructEditor::show(const StructArg& structure, const Evaluation& evaluation) {
    rebuild(structure);
    BoundArgument::show(structure, evaluation);
    for (const Row& row : m_rows) {
        if (m_compiled && !row.known) {
            showProblem(*row.problem, tr("Unknown member %1").arg(row.member));
        }
    }
}

} // namespace warpbench::ui
