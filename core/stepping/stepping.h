// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/arrays/dtype.h"
#include "core/report/buffer_ref.h"
#include "core/report/device_run.h"

#include <array>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

/// Stepping through one launch on a simulated GPU: requests to a worker, and its answers.
/// Plain values, as in device_run.h.
namespace warpbench::session {

inline constexpr std::size_t kStepLanes = 32;

struct StepBreakpoint {
    std::string file; ///< of the source, or its last folders and name; empty: the project's source
    int line = 0;     ///< from 1; a line without code represents the next one with code
    /// A condition that one of the active lanes must meet, in the language of project files with
    /// `&&` and `||`: over variables of the kernel and threadIdx.x, blockIdx.x, blockDim.x,
    /// gridDim.x, lane, warp. Empty: always.
    std::string condition;
};

/// How to move. Steps move one warp, or a lane of it; everything that it waits for runs meanwhile.
enum class StepMove : std::uint8_t {
    look,        ///< not at all
    go,          ///< to a breakpoint, a fault or the end
    line,        ///< to another line, into functions
    over,        ///< to another line of this function
    out,         ///< out of the function
    instruction, ///< one PTX instruction
    barrier,     ///< until the warp reaches a barrier
    block,       ///< to the block's end
    until,       ///< until the warp reaches a line
    back,        ///< to the start of the last move; from a fault to the previous line in its thread
    fault,       ///< to just before the failing instruction, or the end
    lane,        ///< until one lane reaches another line of this function, or ends
    writer,      ///< to just before the last write to a part of a buffer, or the end
};

struct StepCommand {
    StepMove move = StepMove::look;
    /// Which warp to move and inspect; empty: that of the previous state.
    std::optional<std::uint64_t> block; ///< linear index
    std::optional<std::uint32_t> warp;
    std::uint32_t lane = 0; ///< lane: which one
    /// A thread that `back` then follows line by line; empty: `back` undoes the last move.
    std::optional<std::array<std::uint32_t, 3>> follow;
    int line = 0;       ///< until
    std::string file;   ///< until: of the line, as a breakpoint has it; empty: the project's source
    std::string buffer; ///< writer: the buffer
    std::uint64_t firstByte = 0;     ///< writer: of the part
    std::uint64_t bytes = 0;         ///< writer: of the part
    bool registers = false;          ///< whether to read the PTX registers
    std::vector<std::string> prints; ///< expressions to evaluate for every lane afterwards
    std::optional<std::vector<StepBreakpoint>> breakpoints; ///< in place of the previous ones

    bool moves() const { return move != StepMove::look; }
};

/// A launch to step through; the launches before it are run first.
struct StepOpen {
    DeviceRunRequest run; ///< with PTX that was compiled with -G
    std::size_t launch = 0;
    std::string file;                               ///< the source's name in that code
    std::map<std::string, std::string> sharedTypes; ///< types of elements, by variable
};

/// Lanes of a warp that are at the same place.
struct StepLanes {
    std::string state; ///< "next", "ready", "barrier", "warp_sync"
    std::uint32_t mask = 0;
    int barrier = -1;                        ///< where they wait
    std::vector<std::uint32_t> missingWarps; ///< of the block, that have not reached that barrier
    std::uint32_t missingLanes = 0;          ///< of the warp, awaited by a warp-wide operation
    std::string file;
    int line = 0; ///< 0: unknown
    int ptxLine = 0;
};

struct StepWarp {
    std::uint32_t warp = 0;
    std::uint32_t activeMask = 0; ///< lanes that execute the next instruction
    std::uint32_t exitedMask = 0; ///< lanes that have ended
    std::uint32_t absentMask = 0; ///< lanes that do not exist
    std::vector<StepLanes> groups;
};

struct StepFrame {
    std::string function;
    std::string file;
    int line = 0;
    bool inlined = false;
};

/// Values are texts in C++ notation; empty if a lane has none, or if it is in memory that was never
/// written. Such parts of a value are "–".
using StepValues = std::vector<std::string>;

struct StepVariable {
    std::string path; ///< "p.n[2]"
    std::string type; ///< "int"; empty: unknown
    bool parameter = false;
    std::uint32_t changed = 0; ///< lanes whose value has changed since it was last inspected
    StepValues values;         ///< by lane
};

/// A PTX register of the function that the warp is in.
struct StepRegister {
    std::string name;          ///< "%rd4"
    std::string type;          ///< "b64"; "pred"
    bool named = false;        ///< by the next instruction
    std::uint32_t changed = 0; ///< lanes whose value has changed since it was last inspected
    StepValues values;         ///< by lane; floats as such, others in hexadecimal
};
inline constexpr std::size_t kMostRegisters = 2048;

/// A variable in shared memory of the block.
struct StepShared {
    std::string name;
    std::string type; ///< of an element
    std::uint64_t address = 0;
    std::uint64_t bytes = 0;
    std::uint32_t elementBytes = 4;
    StepValues values;                  ///< the first kMostShared elements
    std::vector<std::uint32_t> changed; ///< indices of elements that changed since last looked at
};
inline constexpr std::size_t kMostShared = 4096;

/// A buffer of the project. Session::read returns its contents at the latest pause.
struct StepBuffer {
    std::string name;
    arrays::DType dtype;
    std::vector<std::int64_t> shape; ///< outermost first
    bool given = false;              ///< passed to the launch being stepped through
    bool written = false;            ///< by that launch
    BufferRef ref;                   ///< of a new generation for each answer
};

struct StepPrint {
    std::string expression;
    std::uint32_t changed = 0; ///< lanes whose value has changed since it was last inspected
    StepValues values;         ///< by lane
    ErrorText error;           ///< why the values are missing
};

/// The state of a launch.
struct StepState {
    bool ended = false;         ///< the launch is over, successful or not; only `back` moves it
    std::string reason;         ///< "entry", "breakpoint", "step", "requested", "fault", "ended"
    std::string text;           ///< of a fault: what is wrong
    std::optional<Fault> fault; ///< the same in figures; not in the JSON. Empty: none, or unknown
    /// After the move `writer`: the thread in its block; empty: none of the launch wrote there.
    std::optional<std::array<std::uint32_t, 3>> writer;
    int breakpoint = -1;            ///< index in the list
    std::uint64_t instructions = 0; ///< PTX instructions that the launch has executed
    std::size_t moves = 0;          ///< number that `back` can undo
    std::uint64_t redone = 0;       ///< PTX instructions that the last `back` repeated
    std::string kernel;
    std::array<std::uint32_t, 3> grid{};
    std::array<std::uint32_t, 3> blockSize{};
    // The inspected warp.
    std::uint64_t block = 0; ///< linear index
    std::array<std::uint32_t, 3> blockIndex{};
    std::uint32_t warp = 0;
    std::uint32_t activeMask = 0;
    std::string file;
    int line = 0;
    int ptxLine = 0;
    std::string ptx;               ///< that line: the next instruction; if registers were requested
    std::string sourceFile;        ///< the project's source, as named in `file`
    std::vector<StepFrame> frames; ///< innermost first
    std::vector<StepWarp> warps;   ///< of the block
    std::vector<std::uint64_t> blocks; ///< running
    std::vector<StepVariable> variables;
    std::vector<StepShared> shared;
    std::vector<StepRegister> registers; ///< the first kMostRegisters, if requested
    std::vector<StepPrint> prints;       ///< as requested
    std::vector<StepBuffer> buffers;     ///< known to the session, not reported by workers
    std::string output;                  ///< what the kernel printed during the move
    double ms = 0;                       ///< duration of the move
    std::vector<std::string> notes;
};

/// A request to a device's worker: first to open a launch, then to move it.
struct StepCall {
    DeviceAddress device;
    std::optional<StepOpen> open; ///< in place of what was stepped through before
    StepCommand command;
};

} // namespace warpbench::session
