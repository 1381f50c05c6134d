// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/setup/constants_model.h"

#include "ui/documents/evaluation.h"
#include "ui/documents/project_text.h"
#include "ui/words/text.h"

#include <utility>

namespace warpbench::ui {

ConstantsModel::ConstantsModel(ProjectDocument& document, QObject* parent)
    : NameRowsModel(document, ColumnCount, parent) {
    begin(rowsOf(document.project()));
    connect(&document, &ProjectDocument::changed, this,
            [this] { show(rowsOf(m_document.project())); });
}

std::vector<ConstantRow> ConstantsModel::rowsOf(const project::Project& project) const {
    std::vector<ConstantRow> rows;
    const Evaluation evaluation(project);
    for (const auto& [name, constant] : project.constants) {
        ConstantRow row{
            name, qs(constant.dtype.name()), expressionsToText(constant.value), constant.read, {},
            {}};
        QStringList values;
        for (const project::Expression& lane : constant.value) {
            const Evaluated value = evaluation.scalar(lane.text);
            values << value.value;
            if (row.error.isEmpty())
                row.error = value.error;
        }
        const std::size_t count = constant.value.size();
        const auto lanes = std::size_t(constant.dtype.lanes());
        if (count == 0 && !constant.read)
            row.error = tr("Give its value, or have it read after the launches");
        else if (row.error.isEmpty() && count > 1 && count % lanes != 0)
            row.error = tr("%1 takes %2 numbers for each element, separated by commas")
                            .arg(row.type)
                            .arg(lanes);
        row.evaluated = values.join(QStringLiteral(", "));
        rows.push_back(std::move(row));
    }
    return rows;
}

std::vector<guess::DeviceVariable> ConstantsModel::missing() const {
    auto variables = guess::deviceVariables(ss(m_document.source()));
    std::erase_if(variables, [&](const guess::DeviceVariable& variable) {
        return m_document.project().constants.contains(variable.name);
    });
    return variables;
}

int ConstantsModel::add(const guess::DeviceVariable* variable) {
    std::string name = variable ? variable->name : "name";
    for (int i = 2; m_document.project().constants.contains(name); ++i)
        name = "name" + std::to_string(i);
    project::Constant constant;
    constant.dtype = arrays::DType(arrays::Scalar::float32);
    if (variable && variable->dtype)
        constant.dtype = *variable->dtype;
    constant.value = {{"0", {}}};
    m_document.edit(tr("Add variable"), [&](project::Project& p) { p.constants[name] = constant; });
    return rowNamed(name);
}

void ConstantsModel::remove(int row) {
    const ConstantRow* removed = rowAt(row);
    if (!removed)
        return;
    const std::string name = removed->name;
    m_document.edit(tr("Remove %1").arg(qs(name)),
                    [&](project::Project& p) { p.constants.erase(name); });
}

QVariant ConstantsModel::data(const QModelIndex& index, int role) const {
    if (!checkIndex(index, CheckIndexOption::IndexIsValid))
        return {};
    const ConstantRow& row = rowOf(index);
    if (role == Qt::CheckStateRole && index.column() == ReadColumn)
        return row.read ? Qt::Checked : Qt::Unchecked;
    if (role == Qt::AccessibleTextRole && index.column() == ReadColumn)
        return row.read ? tr("read after the launches") : tr("not read");
    if (role == Qt::DisplayRole || role == Qt::EditRole) {
        switch (index.column()) {
        case NameColumn:
            return qs(row.name);
        case TypeColumn:
            return row.type;
        case ValueColumn:
            return role == Qt::DisplayRole && row.value.isEmpty() && row.read
                       ? tr("as the source says")
                       : row.value;
        }
    }
    if (role == ErrorRole)
        return row.error;
    if (role == Qt::ToolTipRole) {
        if (!row.error.isEmpty())
            return row.error;
        if (index.column() == ReadColumn)
            return tr("What it holds after the launches becomes part of the report");
        if (row.evaluated != row.value)
            return tr("Comes to %1").arg(row.evaluated);
        return data(index, Qt::DisplayRole); // a narrow column cuts it off
    }
    return {};
}

QVariant ConstantsModel::headerData(int section, Qt::Orientation orientation, int role) const {
    if (role != Qt::DisplayRole || orientation != Qt::Horizontal)
        return {};
    switch (section) {
    case NameColumn:
        return tr("Variable");
    case TypeColumn:
        return tr("Type");
    case ValueColumn:
        return tr("Value");
    case ReadColumn:
        return tr("Read");
    }
    return {};
}

Qt::ItemFlags ConstantsModel::flags(const QModelIndex& index) const {
    if (!index.isValid())
        return Qt::NoItemFlags;
    const Qt::ItemFlags flags = QAbstractTableModel::flags(index) | Qt::ItemNeverHasChildren;
    return flags | (index.column() == ReadColumn ? Qt::ItemIsUserCheckable : Qt::ItemIsEditable);
}

bool ConstantsModel::rename(const ConstantRow& row, const QString& name) {
    if (name == qs(row.name))
        return true;
    if (name.isEmpty()) {
        emit refused(tr("A variable needs the name that it has in the source"));
        return false;
    }
    if (m_document.project().constants.contains(ss(name))) {
        emit refused(tr("The name “%1” is already taken").arg(name));
        return false;
    }
    m_document.edit(tr("Rename %1").arg(qs(row.name)), [&](project::Project& p) {
        auto node = p.constants.extract(row.name);
        node.key() = ss(name);
        p.constants.insert(std::move(node));
    });
    return true;
}

bool ConstantsModel::setData(const QModelIndex& index, const QVariant& value, int role) {
    if (!checkIndex(index, CheckIndexOption::IndexIsValid))
        return false;
    const ConstantRow row = rowOf(index);
    const auto edit = [&](const std::function<void(project::Constant&)>& change) {
        m_document.edit(tr("Change %1").arg(qs(row.name)),
                        [&](project::Project& p) { change(p.constants.at(row.name)); });
        return true;
    };
    if (index.column() == ReadColumn && role == Qt::CheckStateRole)
        return edit([&](project::Constant& c) { c.read = value.toInt() == Qt::Checked; });
    if (role != Qt::EditRole)
        return false;
    const QString text = value.toString().trimmed();
    if (index.column() == NameColumn)
        return rename(row, text);
    if (index.column() == TypeColumn) {
        const auto type = arrays::DType::parse(ss(text));
        if (!type) {
            emit refused(tr("“%1” is not a type").arg(text));
            return false;
        }
        return edit([&](project::Constant& c) { c.dtype = *type; });
    }
    if (index.column() != ValueColumn)
        return false;
    return edit([&](project::Constant& c) { c.value = textToExpressions(text); });
}

} // namespace warpbench::ui
