// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/simgpu/ptx/module.h"

#include <cstdint>
#include <string>
#include <vector>

namespace warpbench::simgpu::ptx {

/// What the DWARF sections of a module compiled with -G say of its variables (DWARF 2 to 4; NVRTC
/// 13.0 writes version 2). Registers are named by their PTX name, code by PTX labels.

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
    /// Formats that a struct of CUDA's headers holds the bits of.
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
    std::int32_t element = -1; ///< of an array; what a pointer points to: -1 for void
    std::uint64_t count = 0;   ///< elements of an array; 0: as many as there is room for
    /// Of a struct, class or union. Those of bases (first) and of unnamed unions are among them, as
    /// C++ finds them.
    std::vector<Member> members;
};

/// Where a variable is, for a part of the code.
struct DebugLocation {
    std::string begin, end; ///< labels; empty: everywhere
    bool inRegister = false;
    std::string symbol;       ///< name of the register, or of the PTX variable
    std::uint64_t offset = 0; ///< bytes behind the PTX variable's address
};

struct DebugVariable {
    std::string name;
    std::int32_t type = -1;
    bool parameter = false;
    std::uint32_t parameterIndex = 0; ///< among the function's parameters
    std::uint32_t inlined = 0;        ///< how many functions deep it was inlined
    std::string begin, end;           ///< labels of its scope; empty: the function
    std::vector<DebugLocation> locations;
    std::size_t part = 0; ///< of a linked module: whose
};

struct DebugFunction {
    std::string begin;                    ///< label
    std::size_t part = 0;                 ///< of a linked module: whose; labels are its own
    std::vector<DebugVariable> variables; ///< inner scopes before outer ones
};

struct DebugInfo {
    std::vector<DebugType> types;
    std::vector<DebugFunction> functions;
    std::vector<DebugVariable> globals;

    /// "const Pair*", "float[4]", "int&".
    std::string nameOf(std::int32_t type) const;
};

/// Empty where the module has no such sections, or they are not understood.
DebugInfo readDebugInfo(const Module& module);

} // namespace warpbench::simgpu::ptx
