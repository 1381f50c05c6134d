// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/simgpu/engine/decode/code.h"
#include "core/simgpu/engine/engine.h"
#include "core/simgpu/engine/observe/access_pattern.h"
#include "core/simgpu/engine/observe/enclosing_branches.h"
#include "core/simgpu/engine/profile/profiler.h"

#include <array>
#include <cstdint>
#include <vector>

namespace warpbench::simgpu::engine {

/// What to do at a record besides executing it; for most records, nothing.
struct Observation {
    static constexpr std::uint32_t kNoPattern = ~0u;
    static constexpr std::uint32_t kNoShortcut = ~0u;

    Handler run = nullptr; ///< executes the record itself
    /// The length of a run of records that starts here and that a warp always executes together
    /// with the same lanes, so that counting here is sufficient. 0: no run starts here.
    std::uint32_t runLength = 0;
    std::uint32_t runInstructions = 0; ///< instructions in the run, including elided ones
    /// Accesses through the same row within a run have the same pattern; the first one determines
    /// it. An index into Worker::patterns.
    std::uint32_t pattern = kNoPattern;
    bool findsPattern = false;
    /// An earlier record of its run that has the same bank conflicts or sectors; if it is the
    /// record itself, it counts them.
    std::uint32_t countedAt = 0;

    bool measuresAfter = false; ///< counted after it has run, as lanes may return to it
    bool measuresAccess = false, measuresBranch = false;
    bool measuresTouched = false; ///< its handler reports which memory it touches
    bool checksAccess = false, notesOrder = false;
    bool isTraced = false;      ///< its addresses are recorded, in some blocks
    std::uint32_t join = 0;     ///< number + 1 of the join point here; 0: none
    bool judgesMeeting = false; ///< a warp-wide operation that some lanes may bypass
    /// The record's handler stores the pattern of a full warp's addresses in Warp::shapes or
    /// indexShape, and does not change the row of addresses or indices.
    bool tellsShape = false;
    bool keepsPattern = false; ///< first of its pattern, some of whose records do not report it
    bool isFollowed = true;    ///< the record's number fits into an Access
    /// The shortcut that starts here: an index into ObservedCode::shortcuts.
    std::uint32_t shortcut = kNoShortcut;
    /// If only the executions and directions of a branch are needed: its record.
    std::uint32_t branch = 0;
};

/// Records that one handler executes at once (Shortcut), although they are observed. They are
/// observed afterwards, because they do not change the addresses they access.
struct ObservedShortcut {
    Handler run = nullptr;            ///< executes all of them, or only the first
    std::vector<std::uint32_t> later; ///< later records to observe
    /// A sum of products whose loads need only race checks, all at once; null: none. It belongs to
    /// the code that the observed code was made from.
    const ProductSum* racingSum = nullptr;
    /// For its two address rows: whether the loads, all from one source line, access consecutive
    /// words.
    std::array<bool, 2> goesByWords{};
    /// A sum of products that stores the patterns of its two address rows in two entries.
    bool tellsShapes = false;
};

/// A kernel's code with observed records, for a launch that requests metrics or per-access
/// checks. Records and their numbers are those of the original; records that are not observed run
/// as fast.
struct ObservedCode {
    Code code;
    std::vector<Observation> observations; ///< by record
    std::vector<ObservedShortcut> shortcuts;
    std::vector<ProfiledRecord> profiled; ///< by record; empty unless profiling
    std::uint32_t patterns = 0;
    std::uint32_t traced = 0;                ///< number of traced records
    bool copies = false;                     ///< contains asynchronous copies
    EnclosingBranches branches;              ///< empty unless barriers are checked
    std::vector<ConstantRow> parametersRead; ///< the code depends on their values
};

/// \param module  the module of `code`
/// \param request  the launch: its settings and parameters
ObservedCode observe(const Code& code, const ptx::Module& module, const LaunchRequest& request);

} // namespace warpbench::simgpu::engine
