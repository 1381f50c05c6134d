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
    std::uint32_t warpsLeft = 0; ///< that have not ended
};

/// Lanes of a warp that are at the same place.
struct LaneGroup {
    enum class State : std::uint8_t { next, ready, atBarrier, atWarpSync }; // as wbsimLanesState
    State state = State::ready;
    std::uint32_t mask = 0;
    std::uint32_t barrier = 0;  ///< that it waits at
    std::uint32_t waitsFor = 0; ///< lanes that an operation of the warp waits for
    const Inst* pc = nullptr;
    const Frame* frame = nullptr;
};

struct WarpState {
    std::uint32_t active = 0; ///< lanes that execute the next instruction; 0: none can
    std::uint32_t exited = 0; ///< lanes that have ended
    std::uint32_t absent = 0; ///< lanes that never were
    std::vector<LaneGroup> groups;
};

/// A function on the stack of a group of lanes; an inlined one has its own frame.
struct FrameState {
    std::string function; ///< as the source calls it where that is known
    std::string file;
    std::uint32_t line = 0;
    std::uint32_t column = 0;
    std::uint32_t ptxLine = 0;
    bool inlined = false;
    std::uint32_t inlineLevel = 0; ///< how many functions deep it was inlined
    bool innermost = false;        ///< of those that represent one real frame
    /// The real frame that it belongs to: null is the kernel.
    const Frame* frame = nullptr;
    std::uint32_t moduleFunction = 0; ///< into ptx::Module::functions
    std::uint32_t instruction = 0;    ///< into its code
    bool outerActivation = false;     ///< the function is active once more further in
};

/// What a register or variable holds in each lane.
struct LaneValues {
    std::array<std::uint64_t, kLanes> bits{};
    std::uint32_t known = 0; ///< lanes of which there is a value
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

/// Looks at a paused launch. Lives as long as the pause; nothing moves meanwhile.
class Inspector {
  public:
    explicit Inspector(const Stepper& stepper)
        : m_stepper(stepper) {}

    Pause pause() const;
    const LaunchRequest& request() const;
    const std::string& kernel() const;
    std::vector<BlockState> blocks() const;
    /// Null where the block is not resident, or has no such warp.
    Warp* warp(std::uint64_t block, std::uint32_t warp) const;
    WarpState state(const Warp& w) const;
    /// The lanes that the warp runs next come first, then the others.
    std::vector<LaneGroup> groups(const Warp& w) const;
    /// Innermost first.
    std::vector<FrameState> frames(const LaneGroup& group) const;
    /// False where the kernel was too large to give each register its own row.
    bool knowsRegisters() const;
    /// Of the function of a frame: those that can be determined, as indices into
    /// Function::registers. Empty for the outer activations of a recursive function.
    std::vector<std::size_t> registers(const FrameState& frame) const;
    /// \param index  into Function::registers
    RegisterState registerState(Warp& w, const FrameState& frame, std::size_t index) const;
    LaneValues registerValues(Warp& w, const FrameState& frame, std::size_t index) const;
    /// \param address  in `space`; false where some byte is not there
    bool read(Warp& w, std::uint32_t lane, ReadSpace space, std::uint64_t address,
              std::span<std::byte> out) const;
    /// Whether any of so many bytes was ever written; true where nobody knows.
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
