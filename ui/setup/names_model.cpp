// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/setup/names_model.h"

#include "ui/documents/project_text.h"
#include "ui/words/text.h"

#include <algorithm>

namespace warpbench::ui {

namespace {

bool taken(const project::Project& project, const std::string& name) {
    return project.parameters.count(name) || project.compile.defines.count(name) ||
           std::any_of(project.buffers.begin(), project.buffers.end(),
                       [&](const auto& buffer) { return buffer.name == name; });
}

} // namespace

NamesModel::NamesModel(ProjectDocument& document, QObject* parent)
    : NameRowsModel(document, ColumnCount, parent) {
    begin(rowsOf(document.project()));
    connect(&document, &ProjectDocument::changed, this,
            [this] { show(rowsOf(m_document.project())); });
}

std::vector<NameRow> NamesModel::rowsOf(const project::Project& project) {
    std::vector<NameRow> rows;
    const Evaluation evaluation(project);
    for (const auto& [name, expression] : project.parameters) {
        rows.push_back(
            {name, qs(expression.text), evaluation.scalar(expression.text), false, false});
    }
    for (const auto& [name, value] : project.compile.defines) {
        // A define can be any text; only numbers have a value to show.
        Evaluated evaluated;
        evaluated.value = evaluation.nameValue(name);
        rows.push_back({name, value ? qs(*value) : QString(), evaluated, true, !value});
    }
    return rows;
}

int NamesModel::add(bool define) {
    std::string name = define ? "NAME" : "name";
    for (int i = 2; taken(m_document.project(), name); ++i) {
        name = (define ? "NAME" : "name") + std::to_string(i);
    }
    m_document.edit(define ? tr("Add define") : tr("Add parameter"), [&](project::Project& p) {
        if (define) {
            p.compile.defines[name] = "1";
        } else {
            p.parameters[name] = project::Expression{"1", {}};
        }
    });
    return rowNamed(name);
}

void NamesModel::remove(int row) {
    if (!rowAt(row)) {
        return;
    }
    const NameRow removed = *rowAt(row);
    m_document.edit(tr("Remove %1").arg(qs(removed.name)), [&](project::Project& p) {
        if (removed.define) {
            p.compile.defines.erase(removed.name);
        } else {
            p.parameters.erase(removed.name);
        }
    });
}

QVariant NamesModel::data(const QModelIndex& index, int role) const {
    if (!checkIndex(index, CheckIndexOption::IndexIsValid)) {
        return {};
    }
    const NameRow& row = rowOf(index);
    if (role == Qt::DisplayRole || role == Qt::EditRole) {
        switch (index.column()) {
        case NameColumn:
            return qs(row.name);
        case ValueColumn:
            return row.value;
        case EvaluatedColumn:
            return row.evaluated.ok() ? row.evaluated.value : tr("error");
        case KindColumn:
            return row.define ? tr("define") : tr("parameter");
        }
    }
    if (role == ErrorRole) {
        return row.evaluated.error;
    }
    if (role == Qt::ToolTipRole) {
        if (!row.evaluated.ok()) {
            return row.evaluated.error;
        }
        return row.define
                   ? tr("Reaches the compiler as -D%1, and expressions where it is a number")
                         .arg(qs(row.name))
                   : tr("Known to expressions of this project; the compiler does not see it");
    }
    return {};
}

QVariant NamesModel::headerData(int section, Qt::Orientation orientation, int role) const {
    if (orientation != Qt::Horizontal) {
        return {};
    }
    const bool told = role == Qt::ToolTipRole || role == Qt::AccessibleTextRole;
    if (told && section == EvaluatedColumn) {
        return tr("The evaluated value");
    }
    if (role != Qt::DisplayRole) {
        return {};
    }
    switch (section) {
    case NameColumn:
        return tr("Name");
    case ValueColumn:
        return tr("Value");
    case EvaluatedColumn:
        return QStringLiteral("="); // the column is too narrow for words
    case KindColumn:
        return tr("Kind");
    }
    return {};
}

Qt::ItemFlags NamesModel::flags(const QModelIndex& index) const {
    if (!index.isValid()) {
        return Qt::NoItemFlags;
    }
    Qt::ItemFlags flags = QAbstractTableModel::flags(index) | Qt::ItemNeverHasChildren;
    if (index.column() != EvaluatedColumn) {
        flags |= Qt::ItemIsEditable;
    }
    return flags;
}

bool NamesModel::rename(const NameRow& row, const QString& name) {
    if (name == qs(row.name)) {
        return true;
    }
    if (!isIdentifier(name)) {
        emit refused(tr("“%1” is not a name: letters, digits and _ only").arg(name));
        return false;
    }
    if (taken(m_document.project(), ss(name))) {
        emit refused(tr("The name “%1” is already taken").arg(name));
        return false;
    }
    m_document.edit(tr("Rename %1").arg(qs(row.name)), [&](project::Project& p) {
        if (row.define) {
            auto node = p.compile.defines.extract(row.name);
            node.key() = ss(name);
            p.compile.defines.insert(std::move(node));
        } else {
            auto node = p.parameters.extract(row.name);
            node.key() = ss(name);
            p.parameters.insert(std::move(node));
        }
    });
    return true;
}

/// Changes a parameter to a define with the same text, or vice versa.
bool NamesModel::setKind(const NameRow& row, bool define) {
    if (define == row.define) {
        return true;
    }
    m_document.edit(tr("Change the kind of %1").arg(qs(row.name)), [&](project::Project& p) {
        if (define) {
            p.parameters.erase(row.name);
            p.compile.defines[row.name] = ss(row.value);
        } else {
            p.compile.defines.erase(row.name);
            p.parameters[row.name] =
                project::Expression{row.bare || row.value.isEmpty() ? "1" : ss(row.value), {}};
        }
    });
    return true;
}

bool NamesModel::setData(const QModelIndex& index, const QVariant& value, int role) {
    if (role != Qt::EditRole || !checkIndex(index, CheckIndexOption::IndexIsValid)) {
        return false;
    }
    const NameRow row = rowOf(index);
    const QString text = value.toString().trimmed();
    if (index.column() == NameColumn) {
        return rename(row, text);
    }
    if (index.column() == KindColumn) {
        return setKind(row, text == tr("define"));
    }
    if (index.column() != ValueColumn) {
        return false;
    }
    m_document.edit(tr("Change %1").arg(qs(row.name)), [&](project::Project& p) {
        if (!row.define) {
            p.parameters[row.name].text = ss(text);
        } else if (text.isEmpty()) {
            p.compile.defines[row.name] = std::nullopt;
        } else {
            p.compile.defines[row.name] = ss(text);
        }
    });
    return true;
}

} // namespace warpbench::ui
