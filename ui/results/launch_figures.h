// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/report/run_report.h"
#include "ui/words/text.h"

#include <QAbstractTableModel>

#include <memory>
#include <optional>
#include <utility>
#include <vector>

namespace warpbench::ui {

/// The name and the description of a row, in the user's language.
struct FigureWords {
    QString section; ///< group of the row: "Global memory"
    QString name;
    QString meaning;
};

/// The counts of a run's launches: a row per count and a column per launch with counts, each
/// next to the same launch of a pinned run. Omits rows that are zero for all launches,
/// including those of the pinned run. Subclasses know who counted, and define the rows and
/// their format.
template <class Figures>
class LaunchFigures : public QAbstractTableModel {
  public:
    enum Role {
        SectionRole = Qt::UserRole, ///< FigureWords::section
        ConcernRole                 ///< true: worth a look
    };

    using QAbstractTableModel::QAbstractTableModel;

    /// Null, or a run without counts: no rows.
    void setReport(const session::RunReport* report) {
        beginResetModel();
        m_launches.clear();
        for (std::size_t i = 0; report && i < report->launches.size(); ++i) {
            const session::LaunchReport& launch = report->launches[i];
            if (const std::optional<Figures>& figures = figuresOf(launch))
                m_launches.push_back({launch.kernel, *figures, i});
        }
        findRows();
        endResetModel();
    }
    /// The baseline; null: none. \param name  as shown to the user
    void setBaseline(std::shared_ptr<const session::RunReport> report, const QString& name) {
        beginResetModel();
        m_baseline = std::move(report);
        m_baselineName = name;
        findRows();
        endResetModel();
    }

    bool empty() const { return m_launches.empty(); }
    /// Whether the baseline has counts for any of the launches.
    bool compares() const {
        for (int column = 0; column < columnCount(); ++column) {
            if (before(column))
                return true;
        }
        return false;
    }

    int rowCount(const QModelIndex& parent = {}) const final {
        return parent.isValid() ? 0 : int(m_rows.size());
    }
    int columnCount(const QModelIndex& parent = {}) const final {
        return parent.isValid() ? 0 : int(m_launches.size());
    }

    QVariant data(const QModelIndex& index, int role) const final {
        if (!checkIndex(index, CheckIndexOption::IndexIsValid))
            return {};
        const int row = m_rows[std::size_t(index.row())];
        const Figures& figures = at(index.column());
        const Figures* base = before(index.column());
        switch (role) {
        case Qt::DisplayRole: {
            const QString change = base ? changeOf(row, figures, *base) : QString();
            return change.isEmpty() ? textOf(row, figures)
                                    : QStringLiteral("%1  ◆ %2").arg(textOf(row, figures), change);
        }
        case Qt::ToolTipRole:
            return base ? QStringLiteral("%1\n%2: %3")
                              .arg(wordsOf(row).meaning, m_baselineName, textOf(row, *base))
                        : wordsOf(row).meaning;
        case Qt::TextAlignmentRole:
            return int(Qt::AlignRight | Qt::AlignVCenter);
        case SectionRole:
            return wordsOf(row).section;
        case ConcernRole:
            return isConcern(row, figures);
        default:
            return {};
        }
    }

    QVariant headerData(int section, Qt::Orientation orientation, int role) const final {
        const bool across = orientation == Qt::Horizontal;
        if (section < 0 || section >= (across ? columnCount() : rowCount()) ||
            (role != Qt::DisplayRole && role != Qt::ToolTipRole))
            return {};
        if (across)
            return qs(m_launches[std::size_t(section)].kernel);
        const FigureWords words = wordsOf(m_rows[std::size_t(section)]);
        return role == Qt::DisplayRole ? words.name
                                       : QStringLiteral("%1: %2").arg(words.section, words.meaning);
    }

  protected:
    /// The counts of the launch in a column.
    const Figures& at(int column) const { return m_launches[std::size_t(column)].figures; }

  private:
    struct Launch {
        std::string kernel;
        Figures figures;
        std::size_t index = 0; ///< index in the run
    };

    virtual const std::optional<Figures>& figuresOf(const session::LaunchReport& launch) const = 0;
    /// All possible rows in order.
    virtual std::vector<int> allRows() const = 0;
    virtual FigureWords wordsOf(int row) const = 0;
    /// Whether a row is nonzero for a launch.
    virtual bool any(int row, const Figures& figures) const = 0;
    virtual QString textOf(int row, const Figures& figures) const = 0;
    /// The difference to the baseline; empty: not significant.
    virtual QString changeOf(int row, const Figures& now, const Figures& before) const = 0;
    virtual bool isConcern(int row, const Figures& figures) const = 0;

    /// The baseline's counts for a column; null: none.
    const Figures* before(int column) const {
        const Launch& launch = m_launches[std::size_t(column)];
        if (!m_baseline || launch.index >= m_baseline->launches.size())
            return nullptr;
        const session::LaunchReport& other = m_baseline->launches[launch.index];
        const std::optional<Figures>& figures = figuresOf(other);
        return other.kernel == launch.kernel && figures ? &*figures : nullptr;
    }

    /// Keeps rows that are nonzero for any launch, also in the baseline: conflicts that are gone
    /// deserve a row.
    void findRows() {
        const auto wanted = [this](int row) {
            for (int column = 0; column < columnCount(); ++column) {
                const Figures* base = before(column);
                if (any(row, at(column)) || (base && any(row, *base)))
                    return true;
            }
            return false;
        };
        m_rows.clear();
        for (const int row : allRows()) {
            if (wanted(row))
                m_rows.push_back(row);
        }
    }

    std::vector<Launch> m_launches;
    std::shared_ptr<const session::RunReport> m_baseline;
    QString m_baselineName;
    std::vector<int> m_rows; ///< the visible rows
};

} // namespace warpbench::ui
