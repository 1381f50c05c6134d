// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/run/run_state.h"

#include <QAbstractTableModel>
#include <QString>

#include <memory>
#include <optional>
#include <vector>

namespace warpbench::ui {

/// A run pinned by the user.
struct Baseline {
    QString name;
    int color = 0; ///< of seriesColor()
    RunState run;  ///< without buffer contents
};

/// The pinned runs of the open project, one of which is the baseline for later runs. Stored beside
/// the user's settings by the project's path, not in the project file, and restored after a
/// restart.
class Baselines final : public QAbstractTableModel {
    Q_OBJECT

  public:
    enum Column { NameColumn, FigureColumn, DeviceColumn, TimeColumn, ColumnCount };
    enum Role {
        ColorRole = Qt::UserRole, ///< of seriesColor()
        ChosenRole                ///< true: the baseline
    };

    explicit Baselines(const ProjectDocument& document, QObject* parent = nullptr);

    /// Stores pinned runs in a folder from now on. Otherwise they are lost at exit.
    void keepIn(const QString& folder);
    /// Pins a run and makes it the baseline. \param name  empty: an unused one such as "Run 3"
    void pin(const RunState& run, const QString& name = {});
    void remove(int row);
    void rename(int row, const QString& name);
    void setColor(int row, int color);
    /// Sets the baseline. \param row  -1: none
    void choose(int row);

    const Baseline& at(int row) const { return *m_all[std::size_t(row)]; }
    /// The row of the baseline; -1: none.
    int chosenRow() const { return m_chosen; }
    /// The baseline; null: none.
    const Baseline* chosen() const { return m_chosen < 0 ? nullptr : &at(m_chosen); }

    int rowCount(const QModelIndex& parent = {}) const override;
    int columnCount(const QModelIndex& parent = {}) const override;
    QVariant data(const QModelIndex& index, int role) const override;
    bool setData(const QModelIndex& index, const QVariant& value, int role) override;
    Qt::ItemFlags flags(const QModelIndex& index) const override;
    QVariant headerData(int section, Qt::Orientation orientation, int role) const override;

  signals:
    /// The baseline has changed, or its name or colour.
    void chosenChanged();
    /// Writing the pinned runs failed, with the reason.
    void failed(const QString& why);

  private:
    void projectReplaced();
    void projectMoved();
    QString fileOf(const QString& project) const;
    QString projectPath() const;
    void keep();
    QString freeName(const QString& wanted) const;
    int freeColor() const;

    const ProjectDocument& m_document;
    QString m_folder;
    QString m_path; ///< of the project they belong to
    std::vector<std::unique_ptr<Baseline>> m_all;
    int m_chosen = -1;
};

/// The launch of a baseline to compare with: the same kernel at the same index; null:
/// none.
const session::LaunchReport* launchOf(const session::RunReport& baseline,
                                      const session::LaunchReport& launch, std::size_t index);
/// Whether two runs used the same device model, so that their times are
/// comparable.
bool sameDevice(const session::RunReport& a, const session::RunReport& b);
/// The cost of a run as one value: the sum of the median times on a GPU; for a simulated one, the
/// estimated time or else the number of instructions. Empty: unknown.
QString describeCost(const session::RunReport& report);
/// "−12.5 %", "+3.0 %", "the same", "from 0".
QString describeChange(double now, double before);

} // namespace warpbench::ui
