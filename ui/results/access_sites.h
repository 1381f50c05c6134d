// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/report/run_report.h"

#include <QString>

#include <vector>

namespace warpbench::ui {

/// An instruction that accesses memory, with the executions of it that a run kept.
struct AccessSite {
    int launch = 0;
    QString kernel;
    int line = 0; ///< of the source; 0: not known
    int ptxLine = 0;
    session::AccessSpace space = session::AccessSpace::global;
    bool load = false, store = false;
    std::uint32_t bytes = 0; ///< per lane
    QString buffer;          ///< of the first access; empty: none, or not known
    /// Alike instructions of the line, as unrolled loops have them: which one, of how many.
    int copy = 1, copies = 1;
    /// By block, warp and execution.
    std::vector<session::TracedAccess> accesses;
    std::vector<session::TracedBuffer> buffers;
    /// How many times more memory works for the accesses than it would have to; 1: no more.
    double excess = 1;

    std::vector<std::uint64_t> blocks() const;
    std::vector<std::uint32_t> warps(std::uint64_t block) const;
    /// The kept executions of a warp, in order.
    std::vector<const session::TracedAccess*> executions(std::uint64_t block,
                                                         std::uint32_t warp) const;
};

/// The sites of a run in order of launch and PTX line; none where nothing was traced.
/// \param own  the name of the source: what comes from other files has no line
std::vector<AccessSite> accessSitesOf(const session::RunReport& report, const QString& own);

/// What tells an access from the others: "Line 24: global load of a"; of those alike in a line
/// "Line 24, 3 of 16: …".
QString describeSite(const AccessSite& site);
/// The same with how much and by whom: "Line 24: global load of a, 4 B a lane · multiply".
QString describeSiteInFull(const AccessSite& site);
/// "Time 2 of 5" of one of its executions; with which of those alike it is one.
QString describeTime(const AccessSite& site, const session::TracedAccess& access);
/// Why the line has several alike; empty where it has one.
QString explainCopies(const AccessSite& site);
/// What a teacher would say of an access: what happened, and what would help.
QString explainAccess(const session::TracedAccess& access);
/// "Lane 5: out[1029]" for a lane; an idle one says so.
QString describeLane(const std::vector<session::TracedBuffer>& buffers,
                     const session::TracedAccess& access, int lane);
/// "0 to 15 and 31".
QString describeLanes(std::uint32_t mask);

} // namespace warpbench::ui
