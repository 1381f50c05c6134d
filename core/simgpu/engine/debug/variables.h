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

/// Source variables in one frame of a paused warp, and their members.
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
    /// \param path   empty: lists variables of the frame; otherwise members of the path
    /// \return false if there is no such entry
    bool find(const std::string& path, std::uint64_t index, Variable& out) const;
    /// Finds the variable that a path names. A name that is not a variable of the function is
    /// looked up among the members of *this, then at namespace scope.
    bool find(const std::string& path, Variable& out) const;

  private:
    /// A typed object at an address.
    struct Thing {
        std::string name, path;
        std::int32_t type = -1;
        std::int32_t reference = -1; ///< if reached through a reference, its type; -1: none
        bool parameter = false;
        std::uint64_t bytes = 0; ///< if the type does not say
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
    std::size_t m_ownCount = 0; ///< variables of the function itself, which come first
    /// Shared memory, for which debug information only has the PTX variables, and variables with
    /// mangled names.
    std::deque<ptx::DebugVariable> m_made;
    std::deque<ptx::DebugType> m_madeTypes; ///< their indices follow the module's
};

} // namespace warpbench::simgpu::engine
