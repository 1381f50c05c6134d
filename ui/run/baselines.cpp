// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/run/baselines.h"

#include "core/report/pass_estimate.h"
#include "ui/documents/project_document.h"
#include "ui/documents/text_document.h"
#include "ui/run/baseline_file.h"
#include "ui/run/run_file.h"
#include "ui/run/run_history.h"
#include "ui/words/describe.h"
#include "ui/words/text.h"

#include <QFile>

#include <algorithm>
#include <cmath>
#include <utility>

namespace warpbench::ui {

Baselines::Baselines(const ProjectDocument& document, QObject* parent)
    : QAbstractTableModel(parent)
    , m_document(document)
    , m_path(projectPath()) {
    connect(&document, &ProjectDocument::sourceReplaced, this, &Baselines::projectReplaced);
    connect(&document, &ProjectDocument::moved, this, &Baselines::projectMoved);
}

QString Baselines::projectPath() const {
    return m_document.path().isEmpty() ? m_document.sourcePath() : m_document.path();
}

QString Baselines::fileOf(const QString& project) const {
    return fileOfProject(m_folder, project, QStringLiteral(".baselines"));
}

void Baselines::keepIn(const QString& folder) {
    m_folder = folder;
    if (m_all.empty())
        projectReplaced();
}

/// Loads the runs of another project.
void Baselines::projectReplaced() {
    m_path = projectPath();
    BaselineFile known;
    QFile file(fileOf(m_path));
    if (!file.fileName().isEmpty() && file.open(QIODevice::ReadOnly))
        known = baselinesFrom(file.readAll());
    beginResetModel();
    m_all = std::move(known.all);
    m_chosen = known.chosen;
    endResetModel();
    emit chosenChanged();
}

/// The project was saved under another name: stores its runs there as well.
void Baselines::projectMoved() {
    if (std::exchange(m_path, projectPath()) != m_path && !m_all.empty())
        keep();
}

void Baselines::keep() {
    const QString name = fileOf(m_path);
    if (name.isEmpty())
        return;
    if (m_all.empty()) {
        QFile::remove(name);
        return;
    }
    if (const QString why = replaceWhole(name, toBytes(m_all, m_chosen)); !why.isEmpty())
        emit failed(tr("The pinned runs cannot be kept for the next start: %1").arg(why));
}

QString Baselines::freeName(const QString& wanted) const {
    const auto taken = [this](const QString& name) {
        return std::any_of(m_all.begin(), m_all.end(),
                           [&](const auto& one) { return one->name == name; });
    };
    const QString stem = wanted.isEmpty() ? tr("Baseline") : wanted;
    QString name = stem;
    for (int n = 2; taken(name); ++n)
        name = QStringLiteral("%1 (%2)").arg(stem).arg(n);
    return name;
}

/// The first unused colour. The very first colour is for the current run.
int Baselines::freeColor() const {
    for (int color = 1;; ++color) {
        if (std::none_of(m_all.begin(), m_all.end(),
                         [&](const auto& one) { return one->color == color; }))
            return color;
    }
}

void Baselines::pin(const RunState& run, const QString& name) {
    // Pinning a pinned run again only makes it the baseline.
    const auto same = std::find_if(m_all.begin(), m_all.end(), [&](const auto& one) {
        return one->run.time == run.time && one->run.source == run.source;
    });
    if (run.time.isValid() && same != m_all.end())
        return choose(int(same - m_all.begin()));
    auto baseline = std::make_unique<Baseline>();
    baseline->name = freeName(name);
    baseline->color = freeColor();
    const auto code = run.report->code;
    baseline->run = withoutContents(run);
    auto report = std::make_shared<session::RunReport>(*baseline->run.report);
    report->code = code; // may be large, so one copy is shared
    baseline->run.report = std::move(report);
    const int row = rowCount();
    beginInsertRows({}, row, row);
    m_all.push_back(std::move(baseline));
    endInsertRows();
    m_chosen = -1;
    choose(row);
}

void Baselines::remove(int row) {
    beginRemoveRows({}, row, row);
    m_all.erase(m_all.begin() + row);
    const bool was = m_chosen == row;
    if (was)
        m_chosen = -1;
    else if (m_chosen > row)
        --m_chosen;
    endRemoveRows();
    keep();
    if (was)
        emit chosenChanged();
}

void Baselines::rename(int row, const QString& name) {
    if (name.trimmed().isEmpty() || name == at(row).name)
        return;
    m_all[std::size_t(row)]->name = freeName(name.trimmed());
    emit dataChanged(index(row, 0), index(row, ColumnCount - 1));
    keep();
    if (row == m_chosen)
        emit chosenChanged();
}

void Baselines::setColor(int row, int color) {
    if (std::exchange(m_all[std::size_t(row)]->color, color) == color)
        return;
    emit dataChanged(index(row, 0), index(row, ColumnCount - 1));
    keep();
    if (row == m_chosen)
        emit chosenChanged();
}

void Baselines::choose(int row) {
    if (std::exchange(m_chosen, row) == row)
        return;
    if (!m_all.empty())
        emit dataChanged(index(0, 0), index(rowCount() - 1, ColumnCount - 1));
    keep();
    emit chosenChanged();
}

int Baselines::rowCount(const QModelIndex& parent) const {
    return parent.isValid() ? 0 : int(m_all.size());
}

int Baselines::columnCount(const QModelIndex& parent) const {
    return parent.isValid() ? 0 : int(ColumnCount);
}

QVariant Baselines::data(const QModelIndex& index, int role) const {
    if (!checkIndex(index, CheckIndexOption::IndexIsValid))
        return {};
    const Baseline& one = at(index.row());
    const session::RunReport& report = *one.run.report;
    if (role == ColorRole)
        return one.color;
    if (role == ChosenRole)
        return index.row() == m_chosen;
    if (role == Qt::ToolTipRole)
        return index.row() == m_chosen ? tr("Later runs are compared with this one")
                                       : tr("A double click compares later runs with this one");
    if (role != Qt::DisplayRole && (role != Qt::EditRole || index.column() != NameColumn))
        return {};
    switch (index.column()) {
    case NameColumn:
        return one.name;
    case FigureColumn:
        return describeCost(report);
    case DeviceColumn:
        return report.device ? qs(report.device->name) : tr("no device");
    case TimeColumn:
        return describeMoment(one.run.time);
    default:
        return {};
    }
}

bool Baselines::setData(const QModelIndex& index, const QVariant& value, int role) {
    if (!index.isValid() || index.column() != NameColumn || role != Qt::EditRole)
        return false;
    rename(index.row(), value.toString());
    return true;
}

Qt::ItemFlags Baselines::flags(const QModelIndex& index) const {
    const Qt::ItemFlags flags = QAbstractTableModel::flags(index);
    return index.isValid() && index.column() == NameColumn ? flags | Qt::ItemIsEditable : flags;
}

QVariant Baselines::headerData(int section, Qt::Orientation orientation, int role) const {
    if (orientation != Qt::Horizontal || role != Qt::DisplayRole)
        return {};
    switch (section) {
    case NameColumn:
        return tr("Name");
    case FigureColumn:
        return tr("Cost");
    case DeviceColumn:
        return tr("Device");
    case TimeColumn:
        return tr("Time");
    default:
        return {};
    }
}

const session::LaunchReport* launchOf(const session::RunReport& baseline,
                                      const session::LaunchReport& launch, std::size_t index) {
    if (index >= baseline.launches.size())
        return nullptr;
    const session::LaunchReport& other = baseline.launches[index];
    return other.kernel == launch.kernel ? &other : nullptr;
}

bool sameDevice(const session::RunReport& a, const session::RunReport& b) {
    return a.device && b.device && a.device->name == b.device->name &&
           a.device->simulated == b.device->simulated;
}

QString describeCost(const session::RunReport& report) {
    const bool simulated = report.device && report.device->simulated;
    if (simulated) {
        if (const auto pass = session::passEstimate(report); pass.timed())
            return Baselines::tr("≈ %1").arg(describeMilliseconds(pass.ms));
    }
    double ms = 0;
    std::uint64_t instructions = 0;
    bool known = false;
    for (const session::LaunchReport& launch : report.launches) {
        if (simulated && launch.counters) {
            instructions += launch.counters->warpInstructions;
            known = true;
        } else if (!simulated && launch.time) {
            ms += launch.time->median;
            known = true;
        }
    }
    if (!known)
        return {};
    return simulated ? Baselines::tr("%1 instr.").arg(describeCount(instructions))
                     : describeMilliseconds(ms);
}

QString describeChange(double now, double before) {
    if (now == before)
        return Baselines::tr("the same");
    if (before == 0)
        return Baselines::tr("from 0");
    const double percent = (now / before - 1) * 100;
    return QStringLiteral("%1%2 %")
        .arg(percent < 0 ? QStringLiteral("−") : QStringLiteral("+"))
        .arg(std::abs(percent), 0, 'f', 1);
}

} // namespace warpbench::ui
