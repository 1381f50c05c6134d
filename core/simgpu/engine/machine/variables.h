// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/simgpu/engine/machine/inspector.h"
#include "core/simgpu/ptx/debug_info.h"

#include <cstdint>
#include <deque>
#include <string>
#include <vector>

namespace warpbench::simgpu::engine {

/// Variables of the source in one frame of a paused warp, and what is inside of them.
class Variables {
  public:
    enum class Encoding : std::uint8_t { // values of wbsimEncoding
        signedInteger,
        unsignedInteger,
        floating,
        boolean,
        character,
        pointer,
        enumeration,
        array,
        structure,
        unknown,
    };
    enum class Space : std::uint8_t { // values of wbsimSpace
        generic,
        global,
        shared,
        local,
        param,
        reg,
        none,
    };
    struct Variable {
        std::string name, path, type;
        std::uint64_t bytes = 0;
        Encoding encoding = Encoding::unknown;
        bool parameter = false;
        std::uint64_t children = 0;
        Space space = Space::none;
        std::uint64_t address = 0; ///< of the first lane that has one
        LaneValues values;         ///< of at most 8 bytes
    };

    Variables(const Inspector& inspector, Warp& warp, const FrameState& frame);

    std::uint64_t count() const { return m_visible.size(); }
    /// \param path   empty: a variable of the frame; else what is inside of path
    /// \return false where there is none
    bool find(const std::string& path, std::uint64_t index, Variable& out) const;

  private:
    /// Something of a type that lies somewhere.
    struct Thing {
        std::string name, path;
        std::int32_t type = -1;
        bool parameter = false;
        std::uint64_t bytes = 0; ///< where there is no type
        Space space = Space::none;
        std::array<std::uint64_t, kLanes> address{};
        std::uint32_t mask = 0; ///< lanes with an address
        LaneValues inRegister;
    };

    void addShared();
    Thing locate(const ptx::DebugVariable& variable) const;
    void locateSymbol(const ptx::DebugLocation& location, Thing& thing) const;
    bool isIn(const std::string& begin, const std::string& end) const;
    bool resolve(const std::string& path, Thing& thing) const;
    bool childOf(const Thing& parent, std::uint64_t index, Thing& child) const;
    std::uint64_t childCount(std::int32_t type) const;
    LaneValues valuesOf(const Thing& thing) const;
    Variable describe(const Thing& thing) const;
    const ptx::DebugType* typeOf(std::int32_t index) const;

    const Inspector& m_inspector;
    Warp& m_warp;
    const FrameState m_frame;
    const ptx::DebugInfo& m_info;
    const DebugIndex& m_index;
    std::vector<const ptx::DebugVariable*> m_visible;
    /// Shared memory, of whose variables compilers say nothing but what PTX has.
    std::deque<ptx::DebugVariable> m_shared;
};

} // namespace warpbench::simgpu::engine
