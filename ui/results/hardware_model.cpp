// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/results/hardware_model.h"

#include "ui/run/baselines.h"
#include "ui/words/describe.h"

#include <QCoreApplication>

#include <cmath>
#include <iterator>

namespace warpbench::ui {

namespace {

using cuda::HardwareFigure;
using cuda::HardwareFigures;

enum class Form { count, bytes, part, number, time, stall };

/// A counter: name, description, format.
struct FigureRow {
    const char* section;
    const char* name;
    const char* meaning;
    Form form;
};

constexpr const char* kWorkFigures = QT_TRANSLATE_NOOP("Hardware", "Work");
constexpr const char* kGlobalFigures = QT_TRANSLATE_NOOP("Hardware", "Global memory");
constexpr const char* kSharedFigures = QT_TRANSLATE_NOOP("Hardware", "Shared and local memory");
constexpr const char* kBusyFigures = QT_TRANSLATE_NOOP("Hardware", "How busy it was");
constexpr const char* kCacheFigures = QT_TRANSLATE_NOOP("Hardware", "Caches and DRAM");
constexpr const char* kStallFigures = QT_TRANSLATE_NOOP("Hardware", "Why warps waited");

// In the order of HardwareFigure.
// clang-format off
constexpr FigureRow kFigureRows[] = {
    {kWorkFigures, QT_TRANSLATE_NOOP("Hardware", "Time while counting"), QT_TRANSLATE_NOOP("Hardware", "Of the launch alone, while counting; see Timing for the real times"), Form::time},
    {kWorkFigures, QT_TRANSLATE_NOOP("Hardware", "Warp instructions"), QT_TRANSLATE_NOOP("Hardware", "Machine instructions that warps executed"), Form::count},
    {kWorkFigures, QT_TRANSLATE_NOOP("Hardware", "Thread instructions"), QT_TRANSLATE_NOOP("Hardware", "The same for each active lane; divided by warp instructions, the mean number of active lanes"), Form::count},
    {kWorkFigures, QT_TRANSLATE_NOOP("Hardware", "Branches"), QT_TRANSLATE_NOOP("Hardware", "That warps executed; short ones are compiled to predicates and do not count"), Form::count},
    {kWorkFigures, QT_TRANSLATE_NOOP("Hardware", "Divergent branches"), QT_TRANSLATE_NOOP("Hardware", "Branches that sent the lanes of a warp different ways"), Form::count},
    {kGlobalFigures, QT_TRANSLATE_NOOP("Hardware", "Global accesses"), QT_TRANSLATE_NOOP("Hardware", "Loads, stores and atomics of warps"), Form::count},
    {kGlobalFigures, QT_TRANSLATE_NOOP("Hardware", "Global sectors"), QT_TRANSLATE_NOOP("Hardware", "32-byte sectors that the accesses touched"), Form::count},
    {kGlobalFigures, QT_TRANSLATE_NOOP("Hardware", "Global loaded"), QT_TRANSLATE_NOOP("Hardware", "Bytes that the lanes asked for"), Form::bytes},
    {kGlobalFigures, QT_TRANSLATE_NOOP("Hardware", "Global stored"), QT_TRANSLATE_NOOP("Hardware", "Bytes that the lanes wrote"), Form::bytes},
    {kSharedFigures, QT_TRANSLATE_NOOP("Hardware", "Shared accesses"), QT_TRANSLATE_NOOP("Hardware", "Loads, stores and atomics of warps"), Form::count},
    {kSharedFigures, QT_TRANSLATE_NOOP("Hardware", "Bank conflicts"), QT_TRANSLATE_NOOP("Hardware", "Extra passes, because lanes wanted different words of one bank; the unit itself causes a few"), Form::count},
    {kSharedFigures, QT_TRANSLATE_NOOP("Hardware", "Shared loaded"), QT_TRANSLATE_NOOP("Hardware", "Bytes that the lanes read from shared memory"), Form::bytes},
    {kSharedFigures, QT_TRANSLATE_NOOP("Hardware", "Shared stored"), QT_TRANSLATE_NOOP("Hardware", "Bytes that the lanes wrote to shared memory"), Form::bytes},
    {kSharedFigures, QT_TRANSLATE_NOOP("Hardware", "Local loaded"), QT_TRANSLATE_NOOP("Hardware", "Bytes of arrays and spills that did not fit in registers"), Form::bytes},
    {kSharedFigures, QT_TRANSLATE_NOOP("Hardware", "Local stored"), QT_TRANSLATE_NOOP("Hardware", "Bytes of arrays and spills that did not fit in registers"), Form::bytes},
    {kBusyFigures, QT_TRANSLATE_NOOP("Hardware", "Achieved occupancy"), QT_TRANSLATE_NOOP("Hardware", "Average warps of an SM while it had any, of its maximum; Occupancy shows what would be possible"), Form::part},
    {kBusyFigures, QT_TRANSLATE_NOOP("Hardware", "Cycles with an instruction"), QT_TRANSLATE_NOOP("Hardware", "In which a scheduler had a warp that was ready, of those in which it had warps"), Form::part},
    {kBusyFigures, QT_TRANSLATE_NOOP("Hardware", "Busy: computing"), QT_TRANSLATE_NOOP("Hardware", "The busiest unit of the SMs, of what it could do"), Form::part},
    {kBusyFigures, QT_TRANSLATE_NOOP("Hardware", "Busy: L1 and shared memory"), QT_TRANSLATE_NOOP("Hardware", "Of what they could do"), Form::part},
    {kBusyFigures, QT_TRANSLATE_NOOP("Hardware", "Busy: L2"), QT_TRANSLATE_NOOP("Hardware", "Of what it could do"), Form::part},
    {kBusyFigures, QT_TRANSLATE_NOOP("Hardware", "Busy: DRAM"), QT_TRANSLATE_NOOP("Hardware", "Of what it could do"), Form::part},
    {kCacheFigures, QT_TRANSLATE_NOOP("Hardware", "Found in L1"), QT_TRANSLATE_NOOP("Hardware", "Sectors, of those looked for"), Form::part},
    {kCacheFigures, QT_TRANSLATE_NOOP("Hardware", "Found in L2"), QT_TRANSLATE_NOOP("Hardware", "Sectors, of those looked for; caches hold what the previous launch left there"), Form::part},
    {kGlobalFigures, QT_TRANSLATE_NOOP("Hardware", "Sectors per load"), QT_TRANSLATE_NOOP("Hardware", "Of a warp: 4 where 32 lanes read 4 bytes each side by side, 32 where each reads somewhere else"), Form::number},
    {kGlobalFigures, QT_TRANSLATE_NOOP("Hardware", "Sectors per store"), QT_TRANSLATE_NOOP("Hardware", "Of a warp: 4 where 32 lanes write 4 bytes each side by side, 32 where each writes somewhere else"), Form::number},
    {kWorkFigures, QT_TRANSLATE_NOOP("Hardware", "Branches in step"), QT_TRANSLATE_NOOP("Hardware", "That left the lanes of a warp together, of all"), Form::part},
    {kCacheFigures, QT_TRANSLATE_NOOP("Hardware", "Read from DRAM"), QT_TRANSLATE_NOOP("Hardware", "Bytes; 0 if everything was in the caches"), Form::bytes},
    {kCacheFigures, QT_TRANSLATE_NOOP("Hardware", "Written to DRAM"), QT_TRANSLATE_NOOP("Hardware", "Bytes; what stays in the cache is written later"), Form::bytes},
    {kWorkFigures, QT_TRANSLATE_NOOP("Hardware", "float operations"), QT_TRANSLATE_NOOP("Hardware", "Additions and multiplications, fused ones count twice; without tensor cores"), Form::count},
    {kWorkFigures, QT_TRANSLATE_NOOP("Hardware", "double operations"), QT_TRANSLATE_NOOP("Hardware", "Additions and multiplications, fused ones count twice; without tensor cores"), Form::count},
    {kWorkFigures, QT_TRANSLATE_NOOP("Hardware", "half instructions"), QT_TRANSLATE_NOOP("Hardware", "Of the lanes; a packed one does two operations"), Form::count},
    {kWorkFigures, QT_TRANSLATE_NOOP("Hardware", "half operations"), QT_TRANSLATE_NOOP("Hardware", "Additions and multiplications as if all were packed in pairs, fused ones count twice; without tensor cores"), Form::count},
    {kStallFigures, QT_TRANSLATE_NOOP("Hardware", "Waits: barrier"), QT_TRANSLATE_NOOP("Hardware", "For the other warps of the block at __syncthreads()"), Form::stall},
    {kStallFigures, QT_TRANSLATE_NOOP("Hardware", "Waits: branch"), QT_TRANSLATE_NOOP("Hardware", "For the target of a branch"), Form::stall},
    {kStallFigures, QT_TRANSLATE_NOOP("Hardware", "Waits: dispatch"), QT_TRANSLATE_NOOP("Hardware", "The dispatcher held the instruction back"), Form::stall},
    {kStallFigures, QT_TRANSLATE_NOOP("Hardware", "Waits: last stores"), QT_TRANSLATE_NOOP("Hardware", "At their end, for stores to be accepted"), Form::stall},
    {kStallFigures, QT_TRANSLATE_NOOP("Hardware", "Waits: tensor core"), QT_TRANSLATE_NOOP("Hardware", "For a product of matrices"), Form::stall},
    {kStallFigures, QT_TRANSLATE_NOOP("Hardware", "Waits: constants"), QT_TRANSLATE_NOOP("Hardware", "For constant memory that was not in its cache"), Form::stall},
    {kStallFigures, QT_TRANSLATE_NOOP("Hardware", "Waits: too many accesses"), QT_TRANSLATE_NOOP("Hardware", "The queue for local and global memory was full: fewer, wider accesses help"), Form::stall},
    {kStallFigures, QT_TRANSLATE_NOOP("Hardware", "Waits: global memory"), QT_TRANSLATE_NOOP("Hardware", "For data from global, local or texture memory: more warps or earlier loads help"), Form::stall},
    {kStallFigures, QT_TRANSLATE_NOOP("Hardware", "Waits: busy arithmetic unit"), QT_TRANSLATE_NOOP("Hardware", "The unit that computes it was busy"), Form::stall},
    {kStallFigures, QT_TRANSLATE_NOOP("Hardware", "Waits: fence"), QT_TRANSLATE_NOOP("Hardware", "For __threadfence() and the like"), Form::stall},
    {kStallFigures, QT_TRANSLATE_NOOP("Hardware", "Waits: busy memory unit"), QT_TRANSLATE_NOOP("Hardware", "The queue for shared memory, special functions and dynamic branches was full"), Form::stall},
    {kStallFigures, QT_TRANSLATE_NOOP("Hardware", "Waits: other"), QT_TRANSLATE_NOOP("Hardware", "For reasons without a separate counter"), Form::stall},
    {kStallFigures, QT_TRANSLATE_NOOP("Hardware", "Waits: code"), QT_TRANSLATE_NOOP("Hardware", "For instructions to be fetched: large kernels, long jumps"), Form::stall},
    {kStallFigures, QT_TRANSLATE_NOOP("Hardware", "Waits: another warp's turn"), QT_TRANSLATE_NOOP("Hardware", "They were ready, but another warp was selected: there are enough warps"), Form::stall},
    {kStallFigures, QT_TRANSLATE_NOOP("Hardware", "Waits: shared memory"), QT_TRANSLATE_NOOP("Hardware", "For data from shared memory, special functions and the like"), Form::stall},
    {kStallFigures, QT_TRANSLATE_NOOP("Hardware", "Waits: sleeping"), QT_TRANSLATE_NOOP("Hardware", "In __nanosleep()"), Form::stall},
    {kStallFigures, QT_TRANSLATE_NOOP("Hardware", "Waits: textures"), QT_TRANSLATE_NOOP("Hardware", "The queue of the texture unit was full"), Form::stall},
    {kStallFigures, QT_TRANSLATE_NOOP("Hardware", "Waits: fixed latency"), QT_TRANSLATE_NOOP("Hardware", "For the instruction before, which takes a few cycles"), Form::stall},
};
// clang-format on
static_assert(std::size(kFigureRows) == cuda::kHardwareFigures);

/// The order of the sections.
constexpr const char* kFigureSections[] = {kWorkFigures,  kGlobalFigures, kSharedFigures,
                                           kCacheFigures, kBusyFigures,   kStallFigures};

QString translatedFigure(const char* text) {
    return QCoreApplication::translate("Hardware", text);
}

/// The total stall time of a launch, to which the single stalls belong.
double waitingOf(const HardwareFigures& figures) {
    double sum = 0;
    for (std::size_t i = 0; i < std::size(kFigureRows); ++i) {
        if (kFigureRows[i].form == Form::stall)
            sum += figures.values[i].value_or(0);
    }
    return sum;
}

QString percentOfPart(double part) {
    return QStringLiteral("%1 %").arg(100 * part, 0, 'f', 1);
}

QString figureText(std::size_t row, const HardwareFigures& figures) {
    const std::optional<double>& value = figures.values[row];
    if (!value)
        return QStringLiteral("–");
    switch (kFigureRows[row].form) {
    case Form::count:
        return describeCount(std::uint64_t(std::llround(*value)));
    case Form::bytes:
        return describeBytes(std::uint64_t(std::llround(*value)));
    case Form::part:
        return percentOfPart(*value);
    case Form::number:
        return QString::number(*value, 'f', 1);
    case Form::time:
        return describeMilliseconds(*value);
    case Form::stall: {
        const double all = waitingOf(figures);
        return percentOfPart(all > 0 ? *value / all : 0);
    }
    }
    return {};
}

/// The value in a row as a comparable number.
std::optional<double> shownValue(std::size_t row, const HardwareFigures& figures) {
    const std::optional<double>& value = figures.values[row];
    if (!value || kFigureRows[row].form != Form::stall)
        return value;
    const double all = waitingOf(figures);
    return all > 0 ? *value / all : 0;
}

bool isFigureOfConcern(HardwareFigure figure, const HardwareFigures& figures) {
    const auto value = [&](HardwareFigure wanted) { return figures[wanted].value_or(0); };
    switch (figure) {
    case HardwareFigure::sectors_per_load:
    case HardwareFigure::sectors_per_store:
        return value(figure) > 16; // 32 lanes with 16 bytes each need that many
    case HardwareFigure::shared_bank_conflicts:
        return value(figure) > 0.5 * value(HardwareFigure::shared_accesses);
    case HardwareFigure::local_bytes_loaded:
    case HardwareFigure::local_bytes_stored:
        return value(figure) > 0;
    case HardwareFigure::branch_efficiency:
        return figures[figure] && *figures[figure] < 0.9;
    default:
        return kFigureRows[std::size_t(figure)].form == Form::stall &&
               figure != HardwareFigure::stall_not_selected &&
               value(figure) > 0.3 * waitingOf(figures);
    }
}

} // namespace

const std::optional<HardwareFigures>&
HardwareModel::figuresOf(const session::LaunchReport& launch) const {
    return launch.hardware;
}

std::vector<int> HardwareModel::allRows() const {
    std::vector<int> rows;
    for (const char* section : kFigureSections) {
        for (int row = 0; row < int(std::size(kFigureRows)); ++row) {
            if (kFigureRows[row].section == section)
                rows.push_back(row);
        }
    }
    return rows;
}

FigureWords HardwareModel::wordsOf(int row) const {
    const FigureRow& one = kFigureRows[row];
    return {translatedFigure(one.section), translatedFigure(one.name),
            translatedFigure(one.meaning)};
}

bool HardwareModel::any(int row, const HardwareFigures& figures) const {
    return figures.values[std::size_t(row)].value_or(0) > 0;
}

QString HardwareModel::textOf(int row, const HardwareFigures& figures) const {
    return figureText(std::size_t(row), figures);
}

/// "−12.5 %", or for percentages "+3.2 points".
QString HardwareModel::changeOf(int row, const HardwareFigures& now,
                                const HardwareFigures& before) const {
    constexpr double kLeast = 0.0005; // differences visible with one decimal
    const std::optional<double> value = shownValue(std::size_t(row), now);
    const std::optional<double> other = shownValue(std::size_t(row), before);
    if (!value || !other)
        return {};
    const Form form = kFigureRows[row].form;
    const double difference = *value - *other;
    if (form != Form::part && form != Form::stall) {
        const bool same = std::abs(difference) < kLeast * std::abs(*other);
        return same || difference == 0 ? QString() : describeChange(*value, *other);
    }
    if (std::abs(difference) < kLeast)
        return {};
    return tr("%1%2 points")
        .arg(difference < 0 ? QStringLiteral("−") : QStringLiteral("+"))
        .arg(100 * std::abs(difference), 0, 'f', 1);
}

bool HardwareModel::isConcern(int row, const HardwareFigures& figures) const {
    return isFigureOfConcern(HardwareFigure(row), figures);
}

} // namespace warpbench::ui
