// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/sweeps/axes_model.h"

#include "core/project/compile_options.h"
#include "core/sweep/values.h"
#include "ui/documents/evaluation.h"
#include "ui/words/describe.h"
#include "ui/words/error_words.h"
#include "ui/words/text.h"

#include <cmath>

namespace warpbench::ui {

namespace {

/// Options worth trying, with their values.
struct OptionAxis {
    const char* name;
    const char* values;
};
constexpr OptionAxis kOptions[] = {
    {"-maxrregcount", "32, 64, 128, 255"},
    {"-use_fast_math", "off, on"},
    {"-fmad", "true, false"},
};

bool isName(const project::Project& project, const std::string& name) {
    return project.parameters.contains(name) || project.compile.defines.contains(name);
}

/// Half, one and two times the current value of a name; without a number, just its value.
std::vector<project::Expression> valuesAround(const project::Project& project,
                                              const std::string& name) {
    for (const OptionAxis& option : kOptions)
        if (name == option.name)
            return sweep::parseValues(option.values);
    const auto define = project.compile.defines.find(name);
    const std::string present = define != project.compile.defines.end()
                                    ? define->second.value_or("1")
                                    : project.parameters.at(name).text;
    bool isNumber = false;
    const qlonglong number = Evaluation(project).nameValue(name).toLongLong(&isNumber);
    if (!isNumber || number < 2 || number % 2 != 0)
        return {{present, {}}};
    return {{std::to_string(number / 2), {}},
            {std::to_string(number), {}},
            {std::to_string(number * 2), {}}};
}

} // namespace

void editSweep(ProjectDocument& document, const QString& text,
               const std::function<void(project::Sweep&)>& change, const QString& mergeKey) {
    document.edit(
        text,
        [&](project::Project& project) {
            project::Sweep sweep = project.sweep.value_or(project::Sweep{});
            change(sweep);
            if (sweep == project::Sweep{})
                project.sweep.reset();
            else
                project.sweep = std::move(sweep);
        },
        mergeKey);
}

AxesModel::AxesModel(ProjectDocument& document, QObject* parent)
    : NameRowsModel(document, ColumnCount, parent) {
    begin(rowsOf(document.project()));
    connect(&document, &ProjectDocument::changed, this,
            [this] { show(rowsOf(m_document.project())); });
}

std::vector<AxisRow> AxesModel::rowsOf(const project::Project& project) {
    std::vector<AxisRow> rows;
    if (!project.sweep)
        return rows;
    for (const auto& [name, values] : project.sweep->parameters) {
        AxisRow& row = rows.emplace_back();
        row.name = name;
        row.values = qs(sweep::textOfValues(values));
        row.count = values.size();
        if (!project::isOptionName(name) && !isName(project, name))
            row.error =
                tr("Unknown parameter or define “%1”. Add it to the set-up, or remove it here.")
                    .arg(qs(name));
    }
    return rows;
}

std::vector<std::string> AxesModel::available() const {
    const project::Project& project = m_document.project();
    std::vector<std::string> names;
    const auto offer = [&](const std::string& name) {
        if (!project.sweep || !project.sweep->parameters.contains(name))
            names.push_back(name);
    };
    for (const auto& define : project.compile.defines)
        offer(define.first);
    for (const auto& parameter : project.parameters)
        offer(parameter.first);
    for (const OptionAxis& option : kOptions)
        offer(option.name);
    return names;
}

int AxesModel::add(const std::string& name) {
    const auto values = valuesAround(m_document.project(), name);
    editSweep(m_document, tr("Sweep over %1").arg(qs(name)),
              [&](project::Sweep& sweep) { sweep.parameters[name] = values; });
    return rowNamed(name);
}

void AxesModel::remove(int row) {
    if (!rowAt(row))
        return;
    const std::string name = rowAt(row)->name;
    editSweep(m_document, tr("Do not sweep over %1").arg(qs(name)),
              [&](project::Sweep& sweep) { sweep.parameters.erase(name); });
}

std::uint64_t AxesModel::combinations() const {
    std::uint64_t count = rowCount() > 0 ? 1 : 0;
    for (int row = 0; row < rowCount(); ++row)
        count *= rowAt(row)->count;
    return count;
}

bool AxesModel::hasErrors() const {
    for (int row = 0; row < rowCount(); ++row)
        if (!rowAt(row)->error.isEmpty())
            return true;
    return false;
}

QVariant AxesModel::data(const QModelIndex& index, int role) const {
    if (!checkIndex(index, CheckIndexOption::IndexIsValid))
        return {};
    const AxisRow& row = rowOf(index);
    if (role == ErrorRole || (role == Qt::ToolTipRole && !row.error.isEmpty()))
        return row.error;
    if (role == Qt::ToolTipRole && index.column() == ValuesColumn)
        return tr("%1\n"
                  "\n"
                  "Values separated by commas. 1..8, 32..1024+32 and 32..1024*2 are ranges.")
            .arg(row.values);
    if (role == Qt::TextAlignmentRole && index.column() == CountColumn)
        return QVariant(Qt::AlignRight | Qt::AlignVCenter);
    if (role != Qt::DisplayRole && role != Qt::EditRole)
        return {};
    switch (index.column()) {
    case NameColumn:
        return qs(row.name);
    case ValuesColumn:
        return row.values;
    default:
        return describeCount(row.count);
    }
}

QVariant AxesModel::headerData(int section, Qt::Orientation orientation, int role) const {
    if (orientation != Qt::Horizontal || role != Qt::DisplayRole)
        return {};
    switch (section) {
    case NameColumn:
        return tr("Name");
    case ValuesColumn:
        return tr("Values");
    default:
        return tr("Count");
    }
}

Qt::ItemFlags AxesModel::flags(const QModelIndex& index) const {
    if (!index.isValid())
        return Qt::NoItemFlags;
    Qt::ItemFlags flags = QAbstractTableModel::flags(index) | Qt::ItemNeverHasChildren;
    if (index.column() == ValuesColumn)
        flags |= Qt::ItemIsEditable;
    return flags;
}

bool AxesModel::setData(const QModelIndex& index, const QVariant& value, int role) {
    if (role != Qt::EditRole || !checkIndex(index, CheckIndexOption::IndexIsValid) ||
        index.column() != ValuesColumn)
        return false;
    const std::string name = rowOf(index).name;
    try {
        const auto values = sweep::parseValues(ss(value.toString()));
        editSweep(m_document, tr("Change the values of %1").arg(qs(name)),
                  [&](project::Sweep& sweep) { sweep.parameters[name] = values; });
        return true;
    } catch (const Error& error) {
        emit refused(errorInWords(error));
        return false;
    }
}

} // namespace warpbench::ui
