// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/results/compare_model.h"

#include <algorithm>
#include <utility>

namespace warpbench::ui {

Comparison compareTexts(QStringList before, std::vector<int> beforeLines, QStringList after,
                        std::vector<int> afterLines, bool ofListing, bool withoutNumbers) {
    Comparison made;
    if (ofListing) {
        const auto keysOf = [withoutNumbers](const QStringList& lines) {
            QStringList keys;
            keys.reserve(lines.size());
            for (const QString& line : lines)
                keys << listingKey(line, withoutNumbers);
            return keys;
        };
        made.rows = sideBySide(keysOf(before), keysOf(after));
    } else {
        made.rows = sideBySide(before, after);
    }
    bool inChange = false;
    for (int row = 0; row < int(made.rows.size()); ++row) {
        const bool differs = made.rows[std::size_t(row)].kind != SideRow::Kind::same;
        if (differs && !inChange)
            made.changes.push_back(row);
        inChange = differs;
    }
    made.before = std::move(before);
    made.after = std::move(after);
    made.beforeLines = std::move(beforeLines);
    made.afterLines = std::move(afterLines);
    return made;
}

void CompareModel::setComparison(std::shared_ptr<const Comparison> comparison) {
    beginResetModel();
    m_comparison = std::move(comparison);
    endResetModel();
}

int CompareModel::changeAt(int row) const {
    if (!m_comparison)
        return 0;
    const auto& changes = m_comparison->changes;
    return int(std::upper_bound(changes.begin(), changes.end(), row) - changes.begin());
}

int CompareModel::nextChange(int row, int direction) const {
    if (!m_comparison)
        return -1;
    const auto& changes = m_comparison->changes;
    if (direction > 0) {
        const auto next = std::upper_bound(changes.begin(), changes.end(), row);
        return next == changes.end() ? -1 : *next;
    }
    const auto here = std::lower_bound(changes.begin(), changes.end(), row);
    return here == changes.begin() ? -1 : *(here - 1);
}

int CompareModel::rowCount(const QModelIndex& parent) const {
    return parent.isValid() || !m_comparison ? 0 : int(m_comparison->rows.size());
}

int CompareModel::columnCount(const QModelIndex& parent) const {
    return parent.isValid() ? 0 : int(ColumnCount);
}

QVariant CompareModel::data(const QModelIndex& index, int role) const {
    if (!checkIndex(index, CheckIndexOption::IndexIsValid))
        return {};
    const SideRow& row = m_comparison->rows[std::size_t(index.row())];
    const bool left = index.column() < AfterLineColumn;
    const int line = left ? row.before : row.after;
    if (role == KindRole)
        return int(row.kind);
    if (role != Qt::DisplayRole || line < 0)
        return {};
    const bool text = index.column() == BeforeColumn || index.column() == AfterColumn;
    if (text)
        return (left ? m_comparison->before : m_comparison->after)[line];
    const int number =
        (left ? m_comparison->beforeLines : m_comparison->afterLines)[std::size_t(line)];
    if (row.kind == SideRow::Kind::same)
        return number;
    // With a symbol in addition to the colour.
    return QStringLiteral("%1 %2")
        .arg(left ? QStringLiteral("−") : QStringLiteral("+"))
        .arg(number);
}

} // namespace warpbench::ui
