// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/results/access_sites.h"

#include "ui/words/describe.h"
#include "ui/words/text.h"

#include <QCoreApplication>
#include <QFileInfo>
#include <QStringList>

#include <algorithm>
#include <bit>
#include <numeric>

namespace warpbench::ui {

namespace {

using session::AccessShape;
using session::AccessSpace;
using session::TracedAccess;

struct Lanes {
    Q_DECLARE_TR_FUNCTIONS(Lanes)
};

bool sameSite(const AccessSite& site, int launch, const TracedAccess& access) {
    return site.launch == launch && site.ptxLine == access.ptxLine && site.space == access.space &&
           site.bytes == access.bytes && site.store == access.store;
}

double excessOf(const std::vector<TracedAccess>& accesses) {
    constexpr std::size_t kEnough = 32; // samples to find the worst site without blocking the
                                        // window
    const std::size_t step = std::max<std::size_t>(1, accesses.size() / kEnough);
    double done = 0, needed = 0;
    for (std::size_t i = 0; i < accesses.size(); i += step) {
        const TracedAccess& access = accesses[i];
        const AccessShape shape = session::shapeOf(access);
        const bool shared = access.space == AccessSpace::shared;
        done += shared ? shape.passes : double(shape.sectors.size());
        needed += shared ? shape.idealPasses : shape.idealSectors;
    }
    return needed > 0 ? done / needed : 1;
}

QString bufferOf(const std::vector<session::TracedBuffer>& buffers, const TracedAccess& access) {
    if (access.space != AccessSpace::global || access.mask == 0)
        return {};
    const std::uint64_t address = access.addresses[std::size_t(std::countr_zero(access.mask))];
    const auto found = std::find_if(buffers.begin(), buffers.end(), [&](const auto& buffer) {
        return address >= buffer.address && address - buffer.address < buffer.bytes;
    });
    return found == buffers.end() ? QString() : qs(found->name);
}

void numberCopies(std::vector<AccessSite>& sites) {
    const auto alike = [](const AccessSite& a, const AccessSite& b) {
        return a.launch == b.launch && a.line > 0 && a.line == b.line && a.space == b.space &&
               a.load == b.load && a.store == b.store && a.bytes == b.bytes && a.buffer == b.buffer;
    };
    for (std::size_t i = 0; i < sites.size(); ++i) {
        for (std::size_t j = 0; j < sites.size(); ++j) {
            if (i == j || !alike(sites[i], sites[j]))
                continue;
            ++sites[i].copies;
            sites[i].copy += j < i;
        }
    }
}

QString elementOf(const std::vector<session::TracedBuffer>& buffers, std::uint64_t address) {
    for (const session::TracedBuffer& buffer : buffers) {
        if (address < buffer.address || address >= buffer.address + buffer.bytes)
            continue;
        const std::uint64_t offset = address - buffer.address;
        if (buffer.elementBytes == 0)
            return Lanes::tr("byte %1 of %2").arg(offset).arg(qs(buffer.name));
        return QStringLiteral("%1[%2]").arg(qs(buffer.name)).arg(offset / buffer.elementBytes);
    }
    return QStringLiteral("0x%1").arg(address, 0, 16);
}

/// "Only 16 of 32 lanes take part. ", or an empty text.
QString idleText(const AccessShape& shape) {
    return shape.lanes == 32  ? QString()
           : shape.lanes == 1 ? Lanes::tr("Only one lane of 32 takes part. ")
                              : Lanes::tr("Only %1 of 32 lanes take part. ").arg(shape.lanes);
}

QString explainShared(const TracedAccess& access, const AccessShape& shape) {
    if (shape.passes <= shape.idealPasses)
        return shape.lanes > 1 && shape.passes == 1
                   ? Lanes::tr("No two lanes want different words of one bank: one pass serves "
                               "them all.")
                   : Lanes::tr("No bank is asked for two words at once: no extra passes.");
    QString text =
        Lanes::tr("Lanes %1 want %2 different words of bank %3: %4 passes where %5 "
                  "would do.")
            .arg(describeLanes(shape.worstLanes))
            .arg(shape.banks[std::size_t(shape.worstBank)].size())
            .arg(shape.worstBank)
            .arg(shape.passes)
            .arg(shape.idealPasses == 1 ? Lanes::tr("one") : QString::number(shape.idealPasses));
    std::int64_t stride = 0;
    if (session::strideOf(access, stride) && stride % 4 == 0 && stride != 0) {
        const std::int64_t words = std::abs(stride / 4);
        const std::int64_t banks = session::kBanks / std::gcd(words, std::int64_t(session::kBanks));
        text += QLatin1Char(' ') +
                Lanes::tr("Lanes are %1 words apart, which uses only %2 of the 32 banks. Make rows "
                          "one word longer, or let neighbouring lanes access neighbouring words.")
                    .arg(words)
                    .arg(banks);
    }
    return text;
}

QString explainSectors(const TracedAccess& access, const AccessShape& shape) {
    const auto sectors = int(shape.sectors.size());
    const bool local = access.space == AccessSpace::local;
    std::int64_t stride = 0;
    const bool regular = session::strideOf(access, stride);
    if (sectors <= shape.idealSectors) {
        if (regular && stride == 0 && !local)
            return Lanes::tr("All lanes use the same address: one sector serves them all.");
        return Lanes::tr("The lanes are close together: %1 of 32 bytes, no more than they need.")
            .arg(Lanes::tr("%n sector(s)", nullptr, sectors));
    }
    QString text =
        Lanes::tr("%1 sectors are moved where %2 would do: %3 for %4 that lanes asked for.")
            .arg(sectors)
            .arg(shape.idealSectors)
            .arg(describeBytes(std::uint64_t(sectors) * session::kSectorBytes),
                 describeBytes(std::uint64_t(shape.lanes) * access.bytes));
    if (local)
        return text + QLatin1Char(' ') +
               Lanes::tr("The lanes access different places in their arrays.");
    if (!regular)
        return text + QLatin1Char(' ') + Lanes::tr("The lanes' addresses are not evenly spaced.");
    if (std::abs(stride) > access.bytes)
        return text + QLatin1Char(' ') +
               Lanes::tr("Neighbouring lanes are %1 apart. Let them access neighbouring elements, "
                         "so that they share sectors.")
                   .arg(describeBytes(std::uint64_t(std::abs(stride))));
    return text + QLatin1Char(' ') +
           Lanes::tr(
               "The row does not start at a sector boundary, so it touches one extra sector.");
}

} // namespace

std::vector<std::uint64_t> AccessSite::blocks() const {
    std::vector<std::uint64_t> all;
    for (const TracedAccess& access : accesses) {
        if (all.empty() || all.back() != access.block)
            all.push_back(access.block);
    }
    return all;
}

std::vector<std::uint32_t> AccessSite::warps(std::uint64_t block) const {
    std::vector<std::uint32_t> all;
    for (const TracedAccess& access : accesses) {
        if (access.block == block && (all.empty() || all.back() != access.warp))
            all.push_back(access.warp);
    }
    return all;
}

std::vector<const TracedAccess*> AccessSite::executions(std::uint64_t block,
                                                        std::uint32_t warp) const {
    std::vector<const TracedAccess*> all;
    for (const TracedAccess& access : accesses) {
        if (access.block == block && access.warp == warp)
            all.push_back(&access);
    }
    return all;
}

std::vector<AccessSite> accessSitesOf(const session::RunReport& report, const QString& own) {
    std::vector<AccessSite> sites;
    const QFileInfo ownFile(own);
    for (std::size_t i = 0; i < report.launches.size(); ++i) {
        const session::LaunchReport& launch = report.launches[i];
        if (!launch.trace)
            continue;
        for (const TracedAccess& access : launch.trace->accesses) {
            // Parts of one access to several memory spaces alternate, so this searches the last
            // few.
            const auto site = std::find_if(sites.rbegin(), sites.rend(), [&](const auto& known) {
                return sameSite(known, int(i), access);
            });
            if (site != sites.rend()) {
                site->accesses.push_back(access);
                continue;
            }
            const bool isOwn = own.isEmpty() || QFileInfo(qs(access.file)) == ownFile;
            AccessSite& added = sites.emplace_back();
            added.launch = int(i);
            added.kernel = qs(launch.kernel);
            added.line = isOwn ? access.line : 0;
            added.ptxLine = access.ptxLine;
            added.space = access.space;
            added.load = access.load;
            added.store = access.store;
            added.bytes = access.bytes;
            added.buffer = bufferOf(launch.trace->buffers, access);
            added.accesses.push_back(access);
            added.buffers = launch.trace->buffers;
        }
    }
    for (AccessSite& site : sites)
        site.excess = excessOf(site.accesses);
    numberCopies(sites);
    return sites;
}

QString describeSite(const AccessSite& site) {
    const QString space = site.space == AccessSpace::shared  ? Lanes::tr("shared")
                          : site.space == AccessSpace::local ? Lanes::tr("local")
                                                             : Lanes::tr("global");
    const QString what = site.load && site.store ? Lanes::tr("%1 atomic").arg(space)
                         : site.store            ? Lanes::tr("%1 store").arg(space)
                                                 : Lanes::tr("%1 load").arg(space);
    const QString where =
        site.copies > 1 // only for a known line
            ? Lanes::tr("Line %1, %2 of %3").arg(site.line).arg(site.copy).arg(site.copies)
            : site.line > 0 ? Lanes::tr("Line %1").arg(site.line)
                            : Lanes::tr("PTX line %1").arg(site.ptxLine);
    const QString text = Lanes::tr("%1: %2").arg(where, what);
    return site.buffer.isEmpty() ? text : text + Lanes::tr(" of %1").arg(site.buffer);
}

QString describeSiteInFull(const AccessSite& site) {
    return QStringLiteral("%1%2 · %3")
        .arg(describeSite(site), Lanes::tr(", %1 B per lane").arg(site.bytes), site.kernel);
}

QString describeTime(const AccessSite& site, const TracedAccess& access) {
    const QString time = describeCount(access.execution + 1);
    const QString times = describeCount(access.executions);
    return site.copies > 1 ? Lanes::tr("Access %1 of %2, time %3 of %4")
                                 .arg(site.copy)
                                 .arg(site.copies)
                                 .arg(time, times)
                           : Lanes::tr("Time %1 of %2").arg(time, times);
}

QString explainCopies(const AccessSite& site) {
    if (site.copies < 2)
        return {};
    return Lanes::tr("This is access %1 of %2 like it in this line: when the compiler unrolls a "
                     "loop, each pass has separate accesses. The list shows them all.")
        .arg(site.copy)
        .arg(site.copies);
}

QString describeLanes(std::uint32_t mask) {
    QStringList parts;
    for (int lane = 0; lane < 32; ++lane) {
        if ((mask >> lane & 1u) == 0)
            continue;
        const int length = std::countr_one(mask >> lane);
        if (length > 2) {
            parts << Lanes::tr("%1 to %2").arg(lane).arg(lane + length - 1);
            lane += length - 1;
        } else {
            parts << QString::number(lane);
        }
    }
    if (parts.size() < 2)
        return parts.join(QString());
    const QString last = parts.takeLast();
    return Lanes::tr("%1 and %2").arg(parts.join(QStringLiteral(", ")), last);
}

QString explainAccess(const TracedAccess& access) {
    const AccessShape shape = session::shapeOf(access);
    return idleText(shape) + (access.space == AccessSpace::shared ? explainShared(access, shape)
                                                                  : explainSectors(access, shape));
}

QString describeLane(const std::vector<session::TracedBuffer>& buffers, const TracedAccess& access,
                     int lane) {
    if ((access.mask >> lane & 1u) == 0)
        return Lanes::tr("Lane %1 does not take part").arg(lane);
    const std::uint64_t address = access.addresses[std::size_t(lane)];
    switch (access.space) {
    case AccessSpace::shared:
        return Lanes::tr("Lane %1: byte %2 of shared memory, bank %3")
            .arg(lane)
            .arg(address)
            .arg(address / 4 % session::kBanks);
    case AccessSpace::local:
        return Lanes::tr("Lane %1: byte %2 of its local memory").arg(lane).arg(address);
    case AccessSpace::global:
        break;
    }
    return Lanes::tr("Lane %1: %2").arg(lane).arg(elementOf(buffers, address));
}

} // namespace warpbench::ui
