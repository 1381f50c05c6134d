// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/report/run_report.h"

#include <QString>

#include <vector>

namespace warpbench::ui {

/// An instruction that accesses memory, with those of its executions that a run recorded.
struct AccessSite {
    int launch = 0;
    QString kernel;
    int line = 0; ///< of the source; 0: unknown
    int ptxLine = 0;
    session::AccessSpace space = session::AccessSpace::global;
    bool load = false, store = false;
    std::uint32_t bytes = 0; ///< per lane
    QString buffer;          ///< of the first access; empty: none or unknown
    /// Index and number of identical instructions on the line, as in unrolled loops.
    int copy = 1, copies = 1;
    /// Sorted by block, warp and execution.
    std::vector<session::TracedAccess> accesses;
    std::vector<session::TracedBuffer> buffers;
    /// Actual memory transactions divided by the minimum; 1: optimal.
    double excess = 1;

    std::vector<std::uint64_t> blocks() const;
    std::vector<std::uint32_t> warps(std::uint64_t block) const;
    /// The recorded executions of a warp, in order.
    std::vector<const session::TracedAccess*> executions(std::uint64_t block,
                                                         std::uint32_t warp) const;
};

/// The sites of a run, sorted by launch and PTX line; empty without a trace.
/// \param own  the source's name: code from other files gets no line
std::vector<AccessSite> accessSitesOf(const session::RunReport& report, const QString& own);

/// Identifies an access: "Line 24: global load of a". For one of several on a line: "Line 24, 3 of
/// 16: …".
QString describeSite(const AccessSite& site);
/// The same with size and kernel: "Line 24: global load of a, 4 B a lane · multiply".
QString describeSiteInFull(const AccessSite& site);
/// "Time 2 of 5" for an execution; also names its copy if there are several.
QString describeTime(const AccessSite& site, const session::TracedAccess& access);
/// Why the line has several copies of the instruction; empty if it has one.
QString explainCopies(const AccessSite& site);
/// Explains an access to learners: what happened, and what would help.
QString explainAccess(const session::TracedAccess& access);
/// "Lane 5: out[1029]"; says so if the lane is idle.
QString describeLane(const std::vector<session::TracedBuffer>& buffers,
                     const session::TracedAccess& access, int lane);
/// "0 to 15 and 31".
QString describeLanes(std::uint32_t mask);

} // namespace warpbench::ui
