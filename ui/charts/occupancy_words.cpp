// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/charts/occupancy_words.h"

#include "ui/charts/occupancy_panel.h"
#include "ui/words/describe.h"

#include <QStringList>

#include <algorithm>

namespace warpbench::ui {

namespace {

using occupancy::Limiter;

QString limiterName(Limiter limiter) {
    switch (limiter) {
    case Limiter::warps:
        return OccupancyPanel::tr("warps per SM");
    case Limiter::registers:
        return OccupancyPanel::tr("registers");
    case Limiter::shared_memory:
        return OccupancyPanel::tr("shared memory");
    case Limiter::blocks:
        return OccupancyPanel::tr("blocks per SM");
    case Limiter::barriers:
        return OccupancyPanel::tr("barriers");
    case Limiter::device:
        return OccupancyPanel::tr("the device");
    }
    return {};
}

bool binds(const occupancy::Occupancy& result, Limiter limiter) {
    return std::find(result.limiters.begin(), result.limiters.end(), limiter) !=
           result.limiters.end();
}

QString count(std::int64_t value) {
    return describeCount(std::uint64_t(value));
}

/// Changes that would make room for one more block.
QStringList remedies(const occupancy::DeviceLimits& limits, const occupancy::KernelUsage& usage,
                     const occupancy::Occupancy& result) {
    const auto then = [&](const occupancy::KernelUsage& changed) {
        return percentText(occupancy::compute(limits, changed).fraction);
    };
    QStringList said;
    if (const auto fewer = occupancy::registersForOneMoreBlock(limits, usage);
        fewer && (binds(result, Limiter::registers) || result.activeBlocks == 0)) {
        occupancy::KernelUsage changed = usage;
        changed.registers = *fewer;
        said << OccupancyPanel::tr(
                    "Registers limit it: %1 fewer per thread (%2) give one more block, %3.")
                    .arg(usage.registers - *fewer)
                    .arg(*fewer)
                    .arg(then(changed));
    }
    if (const auto less = occupancy::sharedForOneMoreBlock(limits, usage);
        less && binds(result, Limiter::shared_memory)) {
        occupancy::KernelUsage changed = usage;
        changed.dynamicShared = *less;
        said << OccupancyPanel::tr(
                    "Shared memory limits it: %1 less per block gives one more block, %2.")
                    .arg(describeBytes(std::uint64_t(usage.dynamicShared - *less)), then(changed));
    }
    const occupancy::BlockSizeSuggestion best = occupancy::suggestBlockSize(limits, usage);
    if (best.occupancy.activeWarps > result.activeWarps)
        said << OccupancyPanel::tr("Blocks of %1 threads would reach %2.")
                    .arg(best.threads)
                    .arg(percentText(best.occupancy.fraction));
    return said;
}

/// Whether the carve-out limits the blocks, or takes more of the L1 cache than necessary.
QString carveOutSentence(const occupancy::DeviceLimits& limits, const occupancy::KernelUsage& usage,
                         const occupancy::Occupancy& result) {
    const auto least = occupancy::smallestCarveOut(limits, usage);
    if (!least)
        return {};
    occupancy::KernelUsage largest = usage;
    largest.carveOutPercent = -1;
    const int most = occupancy::compute(limits, largest).activeBlocks;
    if (most > result.activeBlocks)
        return OccupancyPanel::tr("The carve-out limits it: with %1 KiB, %2 blocks fit.")
            .arg(*least)
            .arg(most);
    const bool usesShared = usage.staticShared + usage.dynamicShared > 0;
    if (!usesShared || std::int64_t(*least) * 1024 >= occupancy::sharedOfSm(limits, usage))
        return {};
    return OccupancyPanel::tr("A carve-out of %1 KiB is enough for that and leaves the rest to the "
                              "L1 cache.")
        .arg(*least);
}

QString clusterSentence(const occupancy::DeviceLimits& limits, const occupancy::KernelUsage& usage,
                        const occupancy::Waves& waves) {
    if (usage.clusterBlocks < 2)
        return {};
    const int largest = occupancy::largestCluster(limits);
    if (largest == 1)
        return OccupancyPanel::tr("Clusters need compute capability 9.0 or later.");
    if (usage.clusterBlocks > largest)
        return OccupancyPanel::tr("A cluster has at most %1 blocks there.").arg(largest);
    QString said =
        OccupancyPanel::tr(
            "At most %1 clusters of %2 blocks run at once. Fewer run if they do not fill each "
            "group of multiprocessors, because a cluster stays within one group.")
            .arg(count(waves.clusters))
            .arg(usage.clusterBlocks);
    if (usage.clusterBlocks > occupancy::kPortableCluster)
        said += u' ' + OccupancyPanel::tr("More than %1 blocks per cluster need an opt-in by the "
                                          "kernel, and not every GPU supports them.")
                           .arg(occupancy::kPortableCluster);
    return said;
}

/// How the grid fills the device, and the cost of a nearly empty last wave.
QString wavesSentence(const occupancy::Waves& waves, std::int64_t blocks) {
    if (waves.atOnce == 0 || blocks <= 0)
        return {};
    // The sentence may wrap, but not between a number and its sign.
    const auto percent = [](double part) { return percentText(part).replace(u' ', QChar::Nbsp); };
    if (waves.full == 0)
        return OccupancyPanel::tr(
                   "The grid has %1 block(s), and %2 would run at once: it fills %3 of this GPU.",
                   nullptr, int(std::min<std::int64_t>(blocks, waves.atOnce)))
            .arg(count(blocks), count(waves.atOnce), percent(waves.used));
    if (waves.rest == 0)
        return OccupancyPanel::tr("The grid runs in %1 full waves of %2 blocks.")
            .arg(waves.full)
            .arg(count(waves.atOnce));
    return OccupancyPanel::tr(
               "The grid runs in %1 waves of %2 blocks, the last one %3 full: %4 of the time is "
               "used.")
        .arg(waves.full + 1)
        .arg(count(waves.atOnce), percent(double(waves.rest) / double(waves.atOnce)),
             percent(waves.used));
}

} // namespace

QString limitersInWords(const std::vector<Limiter>& limiters) {
    QStringList names;
    for (const Limiter limiter : limiters)
        names.append(limiterName(limiter));
    if (names.size() < 2)
        return names.join(QString());
    const QString last = names.takeLast();
    return OccupancyPanel::tr("%1 and %2").arg(names.join(QStringLiteral(", ")), last);
}

QString percentText(double fraction) {
    if (fraction > 0 && fraction < 0.0005)
        return OccupancyPanel::tr("less than 0.1 %");
    return OccupancyPanel::tr("%1 %").arg(fraction * 100, 0, 'f', fraction < 0.1 ? 1 : 0);
}

QString occupancyInWords(const occupancy::DeviceLimits& limits, const occupancy::KernelUsage& usage,
                         std::int64_t blocks) {
    const occupancy::Occupancy result = occupancy::compute(limits, usage);
    const occupancy::Waves waves = occupancy::wavesOf(limits, usage, blocks);
    QStringList said;
    if (usage.threads > usage.maxThreads)
        said << OccupancyPanel::tr("This kernel takes at most %1 threads per block.")
                    .arg(usage.maxThreads);
    said << remedies(limits, usage, result) << carveOutSentence(limits, usage, result);
    if (usage.threads % limits.warpSize != 0)
        said << OccupancyPanel::tr("%1 threads leave %2 lanes of each block's last warp idle.")
                    .arg(usage.threads)
                    .arg(limits.warpSize - usage.threads % limits.warpSize);
    said << clusterSentence(limits, usage, waves) << wavesSentence(waves, blocks);
    said.removeAll(QString());
    return said.join(u' ');
}

} // namespace warpbench::ui
