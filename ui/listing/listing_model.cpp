// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/listing/listing_model.h"

#include "ui/listing/ptx_help.h"
#include "ui/words/describe.h"

#include <QStringList>

#include <algorithm>

namespace warpbench::ui {

namespace {

constexpr double kFewLanes = 24; // as in the counters of a launch

double lanesOf(const session::PtxLineCounters& counts) {
    return double(counts.threadExecutions) / double(counts.executions);
}

QString lanesText(const session::PtxLineCounters& counts) {
    const bool whole = counts.threadExecutions % counts.executions == 0;
    return QString::number(lanesOf(counts), 'f', whole ? 0 : 1);
}

} // namespace

void ListingModel::setListing(std::shared_ptr<const Listing> listing) {
    beginResetModel();
    m_listing = std::move(listing);
    showRows();
    endResetModel();
}

void ListingModel::setEverything(bool on) {
    beginResetModel();
    m_everything = on;
    showRows();
    endResetModel();
}

bool ListingModel::isShown(int line) const {
    using Kind = Listing::Kind;
    switch (m_listing->kind(line)) {
    case Kind::instruction:
    case Kind::label:
    case Kind::function:
        return true;
    case Kind::directive:
    case Kind::debug:
    case Kind::other:
        return m_everything;
    }
    return true;
}

void ListingModel::showRows() {
    m_rows.clear();
    for (int line = 0; m_listing && line < m_listing->size(); ++line) {
        if (isShown(line))
            m_rows.push_back(line);
    }
}

void ListingModel::setLinkedLine(int sourceLine, const QString& file) {
    if (sourceLine != m_linked || file != m_linkedFile) {
        m_linked = sourceLine;
        m_linkedFile = file;
        emit repaintWanted();
    }
}

void ListingModel::setCounts(const std::vector<session::PtxLineCounters>& counts) {
    m_counts.clear();
    for (const session::PtxLineCounters& part : counts) {
        if (part.executions == 0)
            continue;
        session::PtxLineCounters& sum = m_counts[part.line];
        sum.line = part.line;
        sum.executions += part.executions;
        sum.threadExecutions += part.threadExecutions;
    }
    emit repaintWanted();
}

const session::PtxLineCounters* ListingModel::countsOf(int line) const {
    const auto found = m_counts.find(m_listing->ptxLine(line));
    return found == m_counts.end() ? nullptr : &found->second;
}

QVariant ListingModel::countText(int line, int column) const {
    if (const session::PtxLineCounters* counts = countsOf(line))
        return column == LanesColumn ? lanesText(*counts) : describeCompactly(counts->executions);
    return {};
}

int ListingModel::rowOf(int line) const {
    const auto found = std::lower_bound(m_rows.begin(), m_rows.end(), line);
    return found == m_rows.end() ? -1 : int(found - m_rows.begin());
}

int ListingModel::firstRowOf(int sourceLine, const QString& file) const {
    if (!m_listing)
        return -1;
    const auto& lines = m_listing->linesOf(sourceLine, file);
    return lines.empty() ? -1 : rowOf(lines.front());
}

int ListingModel::find(const QString& text, int from, int direction) const {
    const int count = rowCount();
    for (int i = 0; i < count && !text.isEmpty(); ++i) {
        const int row = ((from + i * direction) % count + count) % count;
        if (m_listing->text(lineOf(row)).contains(text, Qt::CaseInsensitive))
            return row;
    }
    return -1;
}

int ListingModel::rowCount(const QModelIndex& parent) const {
    return parent.isValid() ? 0 : int(m_rows.size());
}

int ListingModel::columnCount(const QModelIndex& parent) const {
    return parent.isValid() ? 0 : int(ColumnCount);
}

QString ListingModel::tipOf(int line) const {
    QStringList parts;
    if (const QString help = ptxHelp(m_listing->text(line)); !help.isEmpty())
        parts << help;
    if (const session::PtxLineCounters* counts = countsOf(line))
        parts << tr("Executed %1 times by a warp, on average by %2 of its 32 lanes")
                     .arg(describeCount(counts->executions), lanesText(*counts));
    if (const int source = m_listing->sourceLine(line); source > 0) {
        const QString& file = m_listing->sourceFile(line);
        QString from = file.isEmpty() ? tr("From line %1").arg(source)
                                      : tr("From line %1 of %2").arg(source).arg(file);
        for (const int caller : m_listing->calledFrom(line))
            from += tr(", inlined in line %1").arg(caller);
        parts << from;
    }
    return parts.join(QLatin1Char('\n'));
}

QVariant ListingModel::data(const QModelIndex& index, int role) const {
    if (!checkIndex(index, CheckIndexOption::IndexIsValid))
        return {};
    const int line = lineOf(index.row());
    switch (role) {
    case Qt::DisplayRole: {
        if (index.column() == TextColumn)
            return m_listing->text(line).toString();
        if (index.column() != LineColumn)
            return countText(line, index.column());
        const int source = m_listing->sourceLine(line);
        return source > 0 ? QVariant(source) : QVariant();
    }
    case Qt::ToolTipRole:
        return tipOf(line);
    case Qt::TextAlignmentRole:
        return int((index.column() == TextColumn ? Qt::AlignLeft : Qt::AlignRight) |
                   Qt::AlignVCenter);
    case LinkedRole: {
        if (m_linked == 0)
            return false;
        const auto& lines = m_listing->linesOf(m_linked, m_linkedFile);
        return std::binary_search(lines.begin(), lines.end(), line);
    }
    case ConcernRole: {
        const session::PtxLineCounters* counts =
            index.column() == LanesColumn ? countsOf(line) : nullptr;
        return counts && lanesOf(*counts) < kFewLanes;
    }
    default:
        return {};
    }
}

QVariant ListingModel::headerData(int section, Qt::Orientation orientation, int role) const {
    if (orientation != Qt::Horizontal || (role != Qt::DisplayRole && role != Qt::ToolTipRole))
        return {};
    const bool tip = role == Qt::ToolTipRole;
    switch (section) {
    case LineColumn:
        return tip ? tr("The line of the source that the instruction comes from") : tr("Line");
    case ExecutionsColumn:
        return tip ? tr("How often warps executed the instruction, on the simulated GPU, in all "
                        "launches")
                   : tr("Runs");
    case LanesColumn:
        return tip ? tr("Active lanes of the 32, on average") : tr("Lanes");
    case TextColumn:
        return tip ? QString() : tr("Code");
    default:
        return {};
    }
}

} // namespace warpbench::ui
