// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/run/gpu_comparison.h"

#include "core/report/pass_estimate.h"
#include "ui/words/describe.h"
#include "ui/words/error_words.h"
#include "ui/words/estimate_words.h"
#include "ui/words/text.h"

#include <algorithm>
#include <utility>

namespace warpbench::ui {

GpuComparison::GpuComparison(ProjectDocument& document, RunController& controller,
                             DevicesModel& devices, QObject* parent)
    : QAbstractTableModel(parent)
    , m_document(document)
    , m_controller(controller)
    , m_devices(devices) {
    connect(&document, &ProjectDocument::changed, this, &GpuComparison::documentChanged);
    connect(&document, &ProjectDocument::sourceEdited, this, &GpuComparison::documentChanged);
    connect(&document, &ProjectDocument::headersEdited, this, &GpuComparison::documentChanged);
    connect(&document, &ProjectDocument::sourceReplaced, this, &GpuComparison::forget);
    connect(&controller, &RunController::asideDropped, this, &GpuComparison::giveUp);
}

void GpuComparison::start() {
    if (m_controller.busy())
        return;
    beginResetModel();
    m_gpus.clear();
    endResetModel();
    m_planned.clear();
    for (const session::DeviceInfo& device : m_devices.devices())
        if (device.simulated && device.usable() && !device.spare)
            m_planned.push_back(device);
    m_stale = false;
    m_base = {};
    m_base.project = m_document.project();
    m_base.source = ss(m_document.source());
    m_base.devices = 1;
    m_base.repeats = 0;
    m_base.estimate = true;
    m_estimating = !m_planned.empty();
    if (m_estimating)
        next();
    else
        emit changed();
}

void GpuComparison::next() {
    emit changed();
    session::RunRequest request = m_base;
    request.device = m_planned[m_gpus.size()].selector;
    m_controller.runAside(std::move(request),
                          [this](const session::RunReport& report) { take(report); });
}

void GpuComparison::take(const session::RunReport& report) {
    if (!m_estimating)
        return; // cancelled meanwhile
    if (report.status == session::RunStatus::cancelled) {
        giveUp();
        return;
    }
    beginResetModel();
    m_gpus.push_back({m_planned[m_gpus.size()], session::passEstimate(report)});
    const bool isLast = m_gpus.size() == m_planned.size();
    if (isLast)
        std::stable_sort(m_gpus.begin(), m_gpus.end(), [](const Gpu& a, const Gpu& b) {
            return session::isListedBefore(a.pass, b.pass);
        });
    endResetModel();
    if (!isLast) {
        next();
        return;
    }
    m_estimating = false;
    emit changed();
}

/// Stopped, or something else runs now: keeps the results so far.
void GpuComparison::giveUp() {
    if (std::exchange(m_estimating, false))
        emit changed();
}

/// For another project.
void GpuComparison::forget() {
    m_estimating = false;
    m_stale = false;
    beginResetModel();
    m_gpus.clear();
    endResetModel();
    emit changed();
}

void GpuComparison::documentChanged() {
    if (!m_gpus.empty() && !std::exchange(m_stale, true))
        emit changed();
}

bool GpuComparison::isGuessedInPart() const {
    return std::any_of(m_gpus.begin(), m_gpus.end(),
                       [](const Gpu& gpu) { return gpu.pass.timed() && !gpu.pass.calibrated; });
}

int GpuComparison::rowCount(const QModelIndex& parent) const {
    return parent.isValid() ? 0 : int(m_gpus.size());
}

int GpuComparison::columnCount(const QModelIndex& parent) const {
    return parent.isValid() ? 0 : ColumnCount;
}

QString GpuComparison::textOf(const Gpu& gpu, int column) const {
    const estimate::TimeEstimate& pass = gpu.pass;
    if (column == GpuColumn)
        return !pass.timed()     ? qs(gpu.device.name)
               : pass.calibrated ? qs(pass.model)
                                 : qs(pass.model) + QStringLiteral(" *");
    if (!pass.timed())
        return column == BoundColumn ? errorInWords(pass.untimed).section(u'\n', 0, 0)
                                     : QStringLiteral("–");
    double least = pass.ms;
    for (const Gpu& other : m_gpus)
        if (other.pass.timed())
            least = std::min(least, other.pass.ms);
    switch (column) {
    case TimeColumn:
        return describeMilliseconds(pass.ms);
    case RangeColumn:
        return describeRange(pass);
    case FactorColumn:
        return least > 0 ? QStringLiteral("%1×").arg(pass.ms / least, 0, 'f', 2) : QString();
    default:
        return describeBounds(pass);
    }
}

QVariant GpuComparison::data(const QModelIndex& index, int role) const {
    const Gpu& gpu = m_gpus[std::size_t(index.row())];
    switch (role) {
    case Qt::DisplayRole:
        return textOf(gpu, index.column());
    case Qt::ToolTipRole:
        if (!gpu.pass.timed())
            return errorInWords(gpu.pass.untimed);
        if (index.column() == BoundColumn && !gpu.pass.boundBy.empty())
            return boundAdvice(gpu.pass.boundBy.front().bound);
        return {};
    case Qt::TextAlignmentRole:
        return index.column() == TimeColumn || index.column() == FactorColumn
                   ? QVariant(Qt::AlignRight | Qt::AlignVCenter)
                   : QVariant();
    case CurrentRole:
        return m_devices.current() && m_devices.current()->selector == gpu.device.selector;
    default:
        return {};
    }
}

QVariant GpuComparison::headerData(int section, Qt::Orientation orientation, int role) const {
    if (role != Qt::DisplayRole || orientation != Qt::Horizontal)
        return {};
    switch (section) {
    case GpuColumn:
        return tr("GPU");
    case TimeColumn:
        return tr("Estimated");
    case RangeColumn:
        return tr("Range");
    case FactorColumn:
        return tr("Against the best");
    default:
        return tr("Limited by");
    }
}

} // namespace warpbench::ui
