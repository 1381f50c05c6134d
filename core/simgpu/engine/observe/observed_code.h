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

/// What is done at a record beside executing it. Most records have nothing of all this.
struct Observation {
    static constexpr std::uint32_t kNoPattern = ~0u;
    static constexpr std::uint32_t kNoShortcut = ~0u;

    Handler run = nullptr; ///< executes the record itself
    /// The record begins a run of so many records that a warp executes one after the other with the
    /// same lanes: to count them all it is enough to count here. 0: it begins none.
    std::uint32_t runLength = 0;
    std::uint32_t runInstructions = 0; ///< that the run counts for, with those that have no record
    /// Accesses through the same row within a run have the same pattern, and the first one finds it
    /// out. An index into Worker::patterns.
    std::uint32_t pattern = kNoPattern;
    bool findsPattern = false;
    /// Its bank conflicts or sectors are those of this earlier record of its run; itself: it counts
    /// them.
    std::uint32_t countedAt = 0;

    bool measuresAfter = false; ///< counted when it has run: lanes may have to come back to it
    bool measuresAccess = false, measuresBranch = false;
    bool measuresTouched = false; ///< its handler tells of the memory that it touches
    bool checksAccess = false, notesOrder = false;
    bool isTraced = false;      ///< its addresses are kept, in some blocks
    std::uint32_t join = 0;     ///< number + 1 of the branches' end that begins here; 0: none
    bool judgesMeeting = false; ///< a warp-wide operation that some lanes may go round
    /// The record's handler leaves in Warp::shapes or indexShape how a full warp's addresses lie,
    /// and leaves the row of addresses, or of indices, as it is.
    bool tellsShape = false;
    bool keepsPattern = false; ///< the first of those of its pattern, of which not all tell so
    bool isFollowed = true;    ///< the number of the record can be kept in an Access
    /// That begins here. An index into ObservedCode::shortcuts.
    std::uint32_t shortcut = kNoShortcut;
    /// Of that nothing is to be known but its executions, and where lanes go behind this branch.
    std::uint32_t branch = 0;
};

/// Records that one handler does at once (Shortcut), of which something is to be known all the
/// same. It is looked at behind them: they change no address that they access.
struct ObservedShortcut {
    Handler run = nullptr;            ///< does all of them, or the first one alone
    std::vector<std::uint32_t> later; ///< records behind the first one that are to be looked at
    /// The sum of products whose loads are to be checked for races and for nothing else, and all
    /// at once; null: it is none. Of the code that the observed one was made from.
    const ProductSum* racingSum = nullptr;
    /// Of its two rows of addresses: whether the loads, all of one line of the source, go from word
    /// to word.
    std::array<bool, 2> goesByWords{};
    /// A sum of products that leaves the shapes of its two rows' addresses in two places.
    bool tellsShapes = false;
};

/// A kernel's code whose records look at what they do, where a launch asks for metrics or for
/// checks of each access. Records and their numbers are those of the original; those of which
/// nothing is to be known run as fast as there.
struct ObservedCode {
    Code code;
    std::vector<Observation> observations; ///< by record
    std::vector<ObservedShortcut> shortcuts;
    std::vector<ProfiledRecord> profiled; ///< by record; empty where nothing is profiled
    std::uint32_t patterns = 0;
    std::uint32_t traced = 0;                ///< records that are
    bool copies = false;                     ///< has asynchronous copies
    EnclosingBranches branches;              ///< empty without the check of barriers
    std::vector<ConstantRow> parametersRead; ///< by whose values it was made
};

/// \param module  that `code` was made from
/// \param request  for which launch: what it asks for, and its parameters
ObservedCode observe(const Code& code, const ptx::Module& module, const LaunchRequest& request);

} // namespace warpbench::simgpu::engine
