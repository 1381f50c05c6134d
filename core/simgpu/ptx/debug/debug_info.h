// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/simgpu/ptx/module.h"

#include <cstdint>
#include <string>
#include <vector>

namespace warpbench::simgpu::ptx {

/// The variables of a module compiled with -G, according to its DWARF sections (DWARF 2 to 4; NVRTC
/// 13.0 writes version 2). Registers are given by PTX names, code by PTX labels.

struct DebugType {
    enum class Kind : std::uint8_t {
        unknown,
        base,
        pointer,
        reference,
        array,
        structure,
        enumeration,
    };
    /// Formats whose bits are stored in a struct of CUDA's headers.
    enum class Narrow : std::uint8_t {
        none,
        float16,
        bfloat16,
        float8E4m3,
        float8E5m2,
        float8E8m0
    };
    struct Member {
        std::string name;
        std::int32_t type = -1;
        std::uint64_t offset = 0; ///< bytes
    };
    Kind kind = Kind::unknown;
    std::string name; ///< of base types, structs, enums and typedefs
    std::uint64_t size = 0;
    std::uint8_t encoding = 0; ///< DW_ATE_*, of a base type
    bool isUnsigned = false;   ///< an enumeration of an unsigned type
    Narrow narrow = Narrow::none;
    std::int32_t element = -1; ///< of an array or pointer; -1 for void
    std::uint64_t count = 0;   ///< elements of an array; 0: as many as fit
    /// Of a struct, class or union, including those of bases (first) and of unnamed unions, in the
    /// order of C++ name lookup.
    std::vector<Member> members;
};

/// The location of a variable, for part of the code.
struct DebugLocation {
    std::string begin, end; ///< labels; empty: everywhere
    bool inRegister = false;
    std::string symbol;       ///< name of the register, or of the PTX variable
    std::uint64_t offset = 0; ///< bytes from the PTX variable's address
};

struct DebugVariable {
    std::string name;
    std::int32_t type = -1;
    bool parameter = false;
    std::uint32_t parameterIndex = 0; ///< among the function's parameters
    std::uint32_t inlined = 0;        ///< inlining depth
    std::string begin, end;           ///< labels of its scope; empty: the whole function
    std::vector<DebugLocation> locations;
    std::size_t part = 0; ///< in a linked module: its origin
};

struct DebugFunction {
    std::string begin;                    ///< label
    std::size_t part = 0;                 ///< in a linked module: its origin, with its own labels
    std::vector<DebugVariable> variables; ///< inner scopes first
};

struct DebugInfo {
    std::vector<DebugType> types;
    std::vector<DebugFunction> functions;
    std::vector<DebugVariable> globals;

    /// "const Pair*", "float[4]", "int&".
    std::string nameOf(std::int32_t type) const;
};

/// Empty if the module lacks these sections, or they are not understood.
DebugInfo readDebugInfo(const Module& module);

} // namespace warpbench::simgpu::ptx
