// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/results/resource_model.h"

#include "ui/words/describe.h"
#include "ui/words/text.h"

#include <algorithm>
#include <cstdlib>

namespace warpbench::ui {

namespace {

// Equal for all compute capabilities since 5.0: CUDA C++ Programming Guide, "Technical
// Specifications per Compute Capability".
constexpr std::uint64_t kMostLocal = 512 * 1024;
constexpr std::uint64_t kMostConstant = 64 * 1024;

QString bytesOf(const std::optional<std::int64_t>& bytes) {
    return bytes ? describeBytes(std::uint64_t(*bytes)) : QStringLiteral("–");
}

} // namespace

void ResourceModel::setKernels(std::vector<compile::KernelInfo> kernels) {
    beginResetModel();
    if (kernels.empty())
        m_before.clear();
    else if (kernels != m_kernels)
        m_before = std::move(m_kernels);
    m_kernels = std::move(kernels);
    endResetModel();
}

void ResourceModel::setBaseline(std::vector<compile::KernelInfo> kernels, const QString& name) {
    beginResetModel();
    m_baseline = std::move(kernels);
    m_baselineName = name;
    endResetModel();
}

std::optional<std::int64_t> ResourceModel::value(const compile::KernelInfo& kernel, int row) {
    switch (row) {
    case RegistersRow:
        return kernel.registers;
    case StaticSharedRow:
        return kernel.sharedBytes;
    case LocalRow:
        return kernel.localBytes;
    case SpillStoresRow:
        return kernel.spillStoreBytes;
    case SpillLoadsRow:
        return kernel.spillLoadBytes;
    case ConstantRow:
        return kernel.constantBytes;
    case BarriersRow:
        return kernel.barriers;
    case MaxThreadsRow:
        return kernel.maxThreads;
    default:
        return {};
    }
}

QString ResourceModel::change(const compile::KernelInfo& kernel,
                              const std::vector<compile::KernelInfo>& before, int row) {
    const auto former = std::find_if(before.begin(), before.end(),
                                     [&](const auto& k) { return k.name == kernel.name; });
    const auto now = value(kernel, row);
    const auto then = former == before.end() ? std::nullopt : value(*former, row);
    if (!now || !then || *now == *then)
        return {};
    const bool bytes = row != RegistersRow && row != BarriersRow && row != MaxThreadsRow;
    const auto size = std::uint64_t(std::abs(*now - *then));
    return QStringLiteral("%1%2").arg(*now > *then ? QChar(u'+') : QChar(u'−'),
                                      bytes ? describeBytes(size) : QString::number(size));
}

void ResourceModel::setLimits(std::optional<occupancy::DeviceLimits> limits) {
    beginResetModel();
    m_limits = std::move(limits);
    endResetModel();
}

int ResourceModel::rowCount(const QModelIndex& parent) const {
    return parent.isValid() || m_kernels.empty() ? 0 : RowCount;
}

int ResourceModel::columnCount(const QModelIndex& parent) const {
    return parent.isValid() ? 0 : int(m_kernels.size());
}

QString ResourceModel::text(const compile::KernelInfo& kernel, int row) const {
    const auto of = [](const QString& used, const QString& available) {
        return QStringLiteral("%1 / %2").arg(used, available);
    };
    switch (row) {
    case RegistersRow: {
        const QString used =
            kernel.registers ? QString::number(*kernel.registers) : QStringLiteral("–");
        return m_limits ? of(used, QString::number(m_limits->maxRegistersPerThread)) : used;
    }
    case StaticSharedRow:
        return m_limits ? of(bytesOf(kernel.sharedBytes),
                             describeBytes(std::uint64_t(m_limits->sharedPerBlock)))
                        : bytesOf(kernel.sharedBytes);
    case LocalRow:
        return of(bytesOf(kernel.localBytes), describeBytes(kMostLocal));
    case SpillStoresRow:
        return bytesOf(kernel.spillStoreBytes);
    case SpillLoadsRow:
        return bytesOf(kernel.spillLoadBytes);
    case ConstantRow:
        return kernel.constantBytes
                   ? of(bytesOf(kernel.constantBytes), describeBytes(kMostConstant))
                   : bytesOf(kernel.constantBytes);
    case BarriersRow:
        return kernel.barriers ? of(QString::number(*kernel.barriers), QStringLiteral("16"))
                               : QStringLiteral("–");
    case MaxThreadsRow:
        return kernel.maxThreads ? QString::number(*kernel.maxThreads) : QStringLiteral("–");
    default:
        return {};
    }
}

bool ResourceModel::isConcern(const compile::KernelInfo& kernel, int row) const {
    switch (row) {
    case RegistersRow:
        return m_limits && kernel.registers && *kernel.registers >= m_limits->maxRegistersPerThread;
    case StaticSharedRow:
        return m_limits && kernel.sharedBytes && *kernel.sharedBytes >= m_limits->sharedPerBlock;
    case SpillStoresRow:
        return kernel.spillStoreBytes.value_or(0) > 0;
    case SpillLoadsRow:
        return kernel.spillLoadBytes.value_or(0) > 0;
    default:
        return false;
    }
}

QString ResourceModel::tip(const compile::KernelInfo& kernel, int row) const {
    QStringList said;
    if (isConcern(kernel, row))
        said << (row == SpillStoresRow || row == SpillLoadsRow
                     ? tr("Registers spill to local memory: fewer live values, a larger register "
                          "limit or a smaller block may help")
                     : tr("At the device's limit"));
    if (const QString last = change(kernel, m_before, row); !last.isEmpty())
        said << tr("%1 against the previous compile").arg(last);
    if (const QString pinned = change(kernel, m_baseline, row); !pinned.isEmpty())
        said << tr("%1 against %2").arg(pinned, m_baselineName);
    return said.join(QLatin1Char('\n'));
}

QVariant ResourceModel::data(const QModelIndex& index, int role) const {
    if (!checkIndex(index, CheckIndexOption::IndexIsValid)) {
        return {};
    }
    const compile::KernelInfo& kernel = m_kernels[std::size_t(index.column())];
    switch (role) {
    case Qt::DisplayRole: {
        QStringList parts{text(kernel, index.row())};
        if (const QString last = change(kernel, m_before, index.row()); !last.isEmpty())
            parts.prepend(last);
        if (const QString pinned = change(kernel, m_baseline, index.row()); !pinned.isEmpty())
            parts.append(QStringLiteral("◆ %1").arg(pinned));
        return parts.join(QStringLiteral("  "));
    }
    case ChangeRole:
        return change(kernel, m_before, index.row());
    case BaselineRole:
        return change(kernel, m_baseline, index.row());
    case Qt::TextAlignmentRole:
        return int(Qt::AlignRight | Qt::AlignVCenter);
    case ConcernRole:
        return isConcern(kernel, index.row());
    case Qt::ToolTipRole:
        return tip(kernel, index.row());
    default:
        return {};
    }
}

QVariant ResourceModel::headerData(int section, Qt::Orientation orientation, int role) const {
    if (orientation == Qt::Horizontal) {
        const bool named = role == Qt::DisplayRole || role == Qt::ToolTipRole;
        if (named && section < int(m_kernels.size())) {
            return qs(m_kernels[std::size_t(section)].name);
        }
        return {};
    }
    static const char* const names[] = {QT_TR_NOOP("Registers per thread"),
                                        QT_TR_NOOP("Static shared memory"),
                                        QT_TR_NOOP("Local memory (stack)"),
                                        QT_TR_NOOP("Spill stores"),
                                        QT_TR_NOOP("Spill loads"),
                                        QT_TR_NOOP("Constant memory"),
                                        QT_TR_NOOP("Barriers"),
                                        QT_TR_NOOP("Largest block (threads)")};
    static const char* const tips[] = {
        QT_TR_NOOP("32-bit registers that ptxas gave each thread, of the most it can have"),
        QT_TR_NOOP("Declared __shared__ variables, of the limit of a block without opting in"),
        QT_TR_NOOP("Stack frame of each thread"),
        QT_TR_NOOP("Bytes written because registers ran out"),
        QT_TR_NOOP("Bytes read back because registers ran out"),
        QT_TR_NOOP("Parameters and constants; ptxas does not report them from sm_90 on"),
        QT_TR_NOOP("Hardware barriers of a block"),
        QT_TR_NOOP("From __launch_bounds__ and the register count")};
    if (section < 0 || section >= RowCount) {
        return {};
    }
    if (role == Qt::DisplayRole) {
        return tr(names[section]);
    }
    return role == Qt::ToolTipRole ? QVariant(tr(tips[section])) : QVariant();
}

} // namespace warpbench::ui
