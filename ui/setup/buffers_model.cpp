// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/setup/buffers_model.h"

#include "core/project/struct_values.h"
#include "ui/documents/evaluation.h"
#include "ui/documents/project_text.h"
#include "ui/words/describe.h"
#include "ui/words/text.h"

#include <algorithm>

namespace warpbench::ui {

namespace {

/// Renames a buffer wherever the project refers to it. Expressions stay unchanged: they are the
/// user's text, and their fields show the errors.
void renameEverywhere(project::Project& p, const std::string& from, const std::string& to) {
    for (auto& buffer : p.buffers) {
        if (buffer.name == from) {
            buffer.name = to;
        }
        if (buffer.expect && buffer.expect->buffer == from) {
            buffer.expect->buffer = to;
        }
    }
    for (auto& [name, layout] : p.layouts) {
        std::replace(layout.buffers.begin(), layout.buffers.end(), from, to);
    }
    for (auto& launch : p.launches) {
        if (launch.step && launch.step->kind == project::Step::Kind::fill &&
            launch.step->text.text == from) {
            launch.step->text.text = to;
        }
        for (auto& argument : launch.args) {
            if (auto* b = std::get_if<project::BufferArg>(&argument.value);
                b && b->buffer == from) {
                b->buffer = to;
            } else if (auto* t = std::get_if<project::TextureArg>(&argument.value)) {
                t->buffer = t->buffer == from ? to : t->buffer;
                std::replace(t->levels.begin(), t->levels.end(), from, to);
            } else if (auto* s = std::get_if<project::SurfaceArg>(&argument.value);
                       s && s->buffer == from) {
                s->buffer = to;
            } else if (auto* members = std::get_if<project::StructArg>(&argument.value)) {
                project::forEachAddress(*members, [&](project::BufferArg& pointer) {
                    if (pointer.buffer == from) {
                        pointer.buffer = to;
                    }
                });
            }
        }
    }
}

} // namespace

BuffersModel::BuffersModel(ProjectDocument& document, QObject* parent)
    : NameTableModel(document, ColumnCount, parent) {
    refresh();
    connect(&document, &ProjectDocument::changed, this, &BuffersModel::refresh);
}

void BuffersModel::refresh() {
    const project::Project& project = m_document.project();
    const Evaluation evaluation(project);
    std::vector<QString> shapes;
    std::vector<QString> errors;
    for (const auto& buffer : project.buffers) {
        std::uint64_t elements = 1;
        QStringList extents;
        QString error;
        for (const auto& dimension : buffer.shape) {
            const Evaluated value = evaluation.integer(dimension.text, 0);
            if (!value.ok()) {
                error = value.error;
                break;
            }
            extents << value.value;
            elements *= std::uint64_t(*value.number);
        }
        const QString count =
            extents.size() > 1
                ? tr("%1 elements (%2)").arg(describeCount(elements), extents.join(" × "))
                : tr("%1 elements").arg(describeCount(elements));
        shapes.push_back(error.isEmpty() ? count + QStringLiteral(", ") +
                                               describeBytes(elements * buffer.dtype.size())
                                         : QString());
        errors.push_back(error);
    }
    // A renamed buffer keeps its row and its open editor.
    const bool sameRows = m_buffers.size() == project.buffers.size();
    if (!sameRows) {
        beginResetModel();
    }
    m_buffers = project.buffers;
    m_shapes = std::move(shapes);
    m_errors = std::move(errors);
    if (!sameRows) {
        endResetModel();
    } else if (!m_buffers.empty()) {
        emit dataChanged(index(0, 0), index(int(m_buffers.size()) - 1, ColumnCount - 1));
    }
}

std::string BuffersModel::freshName(const std::string& base) const {
    const project::Project& p = m_document.project();
    const auto taken = [&](const std::string& name) {
        return p.parameters.count(name) || p.compile.defines.count(name) ||
               std::any_of(p.buffers.begin(), p.buffers.end(),
                           [&](const auto& b) { return b.name == name; });
    };
    std::string name = base;
    for (int i = 2; taken(name); ++i) {
        name = base + std::to_string(i);
    }
    return name;
}

int BuffersModel::add() {
    project::Buffer buffer;
    buffer.name = freshName("buffer");
    const auto& parameters = m_document.project().parameters;
    buffer.shape = {project::Expression{parameters.count("n") ? "n" : "1024", {}}};
    m_document.edit(tr("Add buffer"), [&](project::Project& p) { p.buffers.push_back(buffer); });
    return rowCount() - 1;
}

int BuffersModel::duplicate(int row) {
    if (row < 0 || row >= rowCount()) {
        return -1;
    }
    project::Buffer copy = m_document.project().buffers[std::size_t(row)];
    copy.name = freshName(copy.name + "_copy");
    m_document.edit(tr("Duplicate buffer"), [&](project::Project& p) {
        p.buffers.insert(p.buffers.begin() + row + 1, copy);
    });
    return row + 1;
}

void BuffersModel::remove(int row) {
    if (row < 0 || row >= rowCount()) {
        return;
    }
    m_document.edit(tr("Remove buffer"),
                    [&](project::Project& p) { p.buffers.erase(p.buffers.begin() + row); });
}

int BuffersModel::move(int row, int by) {
    const int to = row + by;
    if (row < 0 || row >= rowCount() || to < 0 || to >= rowCount()) {
        return row;
    }
    m_document.edit(tr("Move buffer"), [&](project::Project& p) {
        std::swap(p.buffers[std::size_t(row)], p.buffers[std::size_t(to)]);
    });
    return to;
}

int BuffersModel::rowCount(const QModelIndex& parent) const {
    return parent.isValid() ? 0 : int(m_buffers.size());
}

QVariant BuffersModel::data(const QModelIndex& index, int role) const {
    if (!checkIndex(index, CheckIndexOption::IndexIsValid)) {
        return {};
    }
    const auto row = std::size_t(index.row());
    const project::Buffer& buffer = m_buffers[row];
    if (role == Qt::DisplayRole || role == Qt::EditRole) {
        switch (index.column()) {
        case NameColumn:
            return qs(buffer.name);
        case DTypeColumn:
            return qs(buffer.dtype.name());
        case ShapeColumn:
            return expressionsToText(buffer.shape);
        case InitColumn:
            return initToText(buffer.init);
        case ExpectColumn:
            return expectToText(buffer.expect);
        }
    }
    if (role == ErrorRole && index.column() == ShapeColumn) {
        return m_errors[row];
    }
    if (role == Qt::ToolTipRole) {
        return m_errors[row].isEmpty() ? m_shapes[row] : m_errors[row];
    }
    return {};
}

QVariant BuffersModel::headerData(int section, Qt::Orientation orientation, int role) const {
    if (role != Qt::DisplayRole || orientation != Qt::Horizontal) {
        return {};
    }
    switch (section) {
    case NameColumn:
        return tr("Name");
    case DTypeColumn:
        return tr("Type");
    case ShapeColumn:
        return tr("Shape");
    case InitColumn:
        return tr("Filled with");
    case ExpectColumn:
        return tr("Expected");
    }
    return {};
}

Qt::ItemFlags BuffersModel::flags(const QModelIndex& index) const {
    if (!index.isValid()) {
        return Qt::NoItemFlags;
    }
    Qt::ItemFlags flags = QAbstractTableModel::flags(index) | Qt::ItemNeverHasChildren;
    if (index.column() <= ShapeColumn) {
        flags |= Qt::ItemIsEditable;
    }
    return flags;
}

bool BuffersModel::rename(int row, const QString& name) {
    const std::string old = m_buffers[std::size_t(row)].name;
    if (name == qs(old)) {
        return true;
    }
    if (!isIdentifier(name)) {
        emit refused(tr("“%1” is not a name: letters, digits and _ only").arg(name));
        return false;
    }
    if (freshName(ss(name)) != ss(name)) {
        emit refused(tr("The name “%1” is already taken").arg(name));
        return false;
    }
    m_document.edit(tr("Rename %1").arg(qs(old)),
                    [&](project::Project& p) { renameEverywhere(p, old, ss(name)); });
    return true;
}

bool BuffersModel::setData(const QModelIndex& index, const QVariant& value, int role) {
    if (role != Qt::EditRole || !checkIndex(index, CheckIndexOption::IndexIsValid)) {
        return false;
    }
    const auto row = std::size_t(index.row());
    const QString text = value.toString().trimmed();
    switch (index.column()) {
    case NameColumn:
        return rename(index.row(), text);
    case DTypeColumn: {
        const auto dtype = arrays::DType::parse(ss(text));
        if (!dtype) {
            emit refused(tr("“%1” is not a type that a buffer can have").arg(text));
            return false;
        }
        m_document.edit(tr("Change type"),
                        [&](project::Project& p) { p.buffers[row].dtype = *dtype; });
        return true;
    }
    case ShapeColumn: {
        const auto shape = textToExpressions(text);
        m_document.edit(tr("Change shape"),
                        [&](project::Project& p) { p.buffers[row].shape = shape; });
        return true;
    }
    default:
        return false;
    }
}

} // namespace warpbench::ui
