// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/simgpu/engine/debug/debug_control.h"
#include "core/simgpu/engine/debug/debug_index.h"
#include "core/simgpu/engine/machine/warp.h"
#include "core/simgpu/ptx/debug/debug_info.h"
#include "core/simgpu/ptx/module.h"

#include <array>
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace warpbench::simgpu::engine {

class Stepper;
struct Block;
struct Launch;

struct BlockState {
    std::uint64_t block = 0; ///< linear index
    Dim3 index{0, 0, 0};
    std::uint32_t warps = 0;
    std::uint32_t warpsLeft = 0; ///< that have not exited
};

/// Lanes of a warp that are at the same place.
struct LaneGroup {
    enum class State : std::uint8_t { next, ready, atBarrier, atWarpSync }; // as wbsimLanesState
    State state = State::ready;
    std::uint32_t mask = 0;
    std::uint32_t barrier = 0;  ///< the barrier it waits at
    std::uint32_t waitsFor = 0; ///< lanes that a warp-wide operation waits for
    const Inst* pc = nullptr;
    const Frame* frame = nullptr;
};

struct WarpState {
    std::uint32_t active = 0; ///< lanes that execute the next instruction; 0: none can run
    std::uint32_t exited = 0; ///< lanes that have exited
    std::uint32_t absent = 0; ///< lanes that do not exist
    std::vector<LaneGroup> groups;
};

/// A frame on the stack of a lane group; inlined functions have their own frames.
struct FrameState {
    std::string function; ///< source name if known
    std::string file;
    std::uint32_t line = 0;
    std::uint32_t column = 0;
    std::uint32_t ptxLine = 0;
    bool inlined = false;
    std::uint32_t inlineLevel = 0; ///< inlining depth
    bool innermost = false;        ///< of the frames that share one real frame
    /// The real frame that it belongs to; null for the kernel.
    const Frame* frame = nullptr;
    std::uint32_t moduleFunction = 0; ///< into ptx::Module::functions
    std::uint32_t instruction = 0;    ///< into its code
    bool outerActivation = false;     ///< the function is active again in an inner frame
};

/// The value of a register or variable in each lane.
struct LaneValues {
    std::array<std::uint64_t, kLanes> bits{};
    std::uint32_t known = 0; ///< lanes whose value is known
};

/// "b32", "pred"; and 1 for a predicate.
std::string_view nameOf(ptx::Type type);
std::uint32_t bitsOf(ptx::Type type);

struct RegisterState {
    std::string name;
    ptx::Type type = ptx::Type::none;
    LaneValues values;
};

enum class ReadSpace : std::uint8_t { generic, global, shared, local, param }; // as wbsimSpace

/// Inspects a paused launch. Lives as long as the pause, during which nothing changes.
class Inspector {
  public:
    explicit Inspector(const Stepper& stepper)
        : m_stepper(stepper) {}

    Pause pause() const;
    const LaunchRequest& request() const;
    const std::string& kernel() const;
    std::vector<BlockState> blocks() const;
    /// Null if the block is not resident or does not have this warp.
    Warp* warp(std::uint64_t block, std::uint32_t warp) const;
    WarpState state(const Warp& w) const;
    /// The lanes that the warp runs next come first.
    std::vector<LaneGroup> groups(const Warp& w) const;
    /// Innermost first.
    std::vector<FrameState> frames(const LaneGroup& group) const;
    /// False if the kernel is too large to give each register its own row.
    bool knowsRegisters() const;
    /// The registers of a frame's function whose values can be determined, as indices into
    /// Function::registers. Empty for outer activations of a recursive function.
    std::vector<std::size_t> registers(const FrameState& frame) const;
    /// \param index  into Function::registers
    RegisterState registerState(Warp& w, const FrameState& frame, std::size_t index) const;
    LaneValues registerValues(Warp& w, const FrameState& frame, std::size_t index) const;
    /// \param address  in `space`; false if any byte is not accessible
    bool read(Warp& w, std::uint32_t lane, ReadSpace space, std::uint64_t address,
              std::span<std::byte> out) const;
    /// Whether any of the bytes was ever written; true if unknown.
    bool isAnyWritten(const Warp& w, std::uint32_t lane, ReadSpace space, std::uint64_t address,
                      std::uint64_t size) const;
    const ptx::DebugInfo& debugInfo() const;
    const DebugIndex& debugIndex() const;
    const Launch& launch() const;
    /// See Stepper::save.
    std::shared_ptr<const SavedLaunch> save() const;

  private:
    std::uint16_t rowOf(const FrameState& frame, std::size_t index) const;

    const Stepper& m_stepper;
};

} // namespace warpbench::simgpu::engine
