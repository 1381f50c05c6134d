// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/run/run_state.h"

#include <QAbstractTableModel>
#include <QString>

#include <memory>
#include <optional>
#include <vector>

namespace warpbench::ui {

/// A run that the user pinned.
struct Baseline {
    QString name;
    int color = 0; ///< of seriesColor()
    RunState run;  ///< without the contents of buffers
};

/// The pinned runs of the open project, and the one that later runs are held against. They are kept
/// beside the user's settings, by the project's path, and are there again after a restart; nothing
/// of them is in the project file.
class Baselines final : public QAbstractTableModel {
    Q_OBJECT

  public:
    enum Column { NameColumn, FigureColumn, DeviceColumn, TimeColumn, ColumnCount };
    enum Role {
        ColorRole = Qt::UserRole, ///< of seriesColor()
        ChosenRole                ///< true: what later runs are held against
    };

    explicit Baselines(const ProjectDocument& document, QObject* parent = nullptr);

    /// Keeps them in files of this folder from now on. Without it they end with the program.
    void keepIn(const QString& folder);
    /// Pins a run and chooses it. \param name  empty: "Run 3" or such, as none is called yet
    void pin(const RunState& run, const QString& name = {});
    void remove(int row);
    void rename(int row, const QString& name);
    void setColor(int row, int color);
    /// What is compared with. \param row  -1: nothing
    void choose(int row);

    const Baseline& at(int row) const { return *m_all[std::size_t(row)]; }
    /// The row that is compared with; -1: none.
    int chosenRow() const { return m_chosen; }
    /// What is compared with; null: nothing.
    const Baseline* chosen() const { return m_chosen < 0 ? nullptr : &at(m_chosen); }

    int rowCount(const QModelIndex& parent = {}) const override;
    int columnCount(const QModelIndex& parent = {}) const override;
    QVariant data(const QModelIndex& index, int role) const override;
    bool setData(const QModelIndex& index, const QVariant& value, int role) override;
    Qt::ItemFlags flags(const QModelIndex& index) const override;
    QVariant headerData(int section, Qt::Orientation orientation, int role) const override;

  signals:
    /// Another one is compared with, or it is called or coloured otherwise.
    void chosenChanged();
    /// The pinned runs could not be written: why.
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
    QString m_path; ///< of the project that they belong to
    std::vector<std::unique_ptr<Baseline>> m_all;
    int m_chosen = -1;
};

/// The launch of a baseline that a launch is held against: the same kernel at the same place; null:
/// none.
const session::LaunchReport* launchOf(const session::RunReport& baseline,
                                      const session::LaunchReport& launch, std::size_t index);
/// Whether two runs were on the same model of device, so that their times can be held against each
/// other.
bool sameDevice(const session::RunReport& a, const session::RunReport& b);
/// What a run cost in one figure: the sum of the median times on a GPU; of a simulated one the
/// estimated time, else the instructions. Empty: none is known.
QString describeCost(const session::RunReport& report);
/// "−12.5 %", "+3.0 %", "the same", "from 0".
QString describeChange(double now, double before);

} // namespace warpbench::ui
