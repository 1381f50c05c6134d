// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/simgpu/engine/debug/inspector.h"
#include "core/simgpu/ptx/debug/debug_info.h"

#include <array>
#include <cstdint>
#include <deque>
#include <string>
#include <string_view>
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
        bfloat16,
        float8E4m3,
        float8E5m2,
        float8E8m0,
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
        std::array<std::uint64_t, kLanes> addresses{};
        std::uint32_t addressed = 0; ///< lanes that have an address
        LaneValues values;           ///< of at most 8 bytes
    };

    Variables(const Inspector& inspector, Warp& warp, const FrameState& frame);

    std::uint64_t count() const { return m_visible.size(); }
    /// \param path   empty: a variable of the frame; else what is inside of path
    /// \return false where there is none
    bool find(const std::string& path, std::uint64_t index, Variable& out) const;
    /// What a path itself names. A name that is no variable of the function is looked for among the
    /// members of *this, then outside of functions.
    bool find(const std::string& path, Variable& out) const;

  private:
    /// Something of a type that lies somewhere.
    struct Thing {
        std::string name, path;
        std::int32_t type = -1;
        std::int32_t reference = -1; ///< type of the reference that represents it; -1: none
        bool parameter = false;
        std::uint64_t bytes = 0; ///< where the type does not say
        Space space = Space::none;
        std::array<std::uint64_t, kLanes> address{};
        std::uint32_t mask = 0; ///< lanes with an address
        LaneValues inRegister;
    };

    void addShared();
    void addGlobals();
    void addGlobal(const ptx::DebugVariable& variable);
    Thing locate(const ptx::DebugVariable& variable) const;
    void locateHere(const ptx::DebugVariable& variable, Thing& thing) const;
    bool isBeforeBody() const;
    void locateArgument(const ptx::DebugVariable& variable, Thing& thing) const;
    void dereference(Thing& thing) const;
    void locateSymbol(const ptx::DebugLocation& location, Thing& thing) const;
    bool isIn(const std::string& begin, const std::string& end) const;
    const ptx::DebugVariable* named(std::string_view name, std::size_t from, std::size_t to) const;
    bool findRoot(const std::string& name, Thing& thing) const;
    bool resolve(const std::string& path, Thing& thing) const;
    bool memberOf(const Thing& parent, std::string_view name, Thing& member) const;
    bool childOf(const Thing& parent, std::uint64_t index, Thing& child) const;
    std::uint64_t childCount(const Thing& thing) const;
    bool hasElements(const Thing& thing) const;
    LaneValues valuesOf(const Thing& thing) const;
    Variable describe(const Thing& thing) const;
    std::int32_t sharedType(const std::string& name, std::uint64_t bytes);
    const ptx::DebugType* typeOf(std::int32_t index) const;
    std::string typeName(std::int32_t index) const;

    const Inspector& m_inspector;
    Warp& m_warp;
    const FrameState m_frame;
    const ptx::DebugInfo& m_info;
    const DebugIndex& m_index;
    std::vector<const ptx::DebugVariable*> m_visible;
    std::size_t m_ownCount = 0; ///< of those that the function declares, which come first
    /// Shared memory, of whose variables compilers say nothing but what PTX has; and variables
    /// whose name is mangled.
    std::deque<ptx::DebugVariable> m_made;
    std::deque<ptx::DebugType> m_madeTypes; ///< whose indices follow those of the module's
};

} // namespace warpbench::simgpu::engine
