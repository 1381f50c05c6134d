// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace warpbench::compile {

/// A kernel's parameter. Name and type come from the source (or DWARF); offset and size come from
/// the cubin and are exact.
struct Parameter {
    std::string name; ///< empty if unknown
    std::string type; ///< in C++, "const float *"; empty if unknown
    std::size_t offset = 0;
    std::size_t size = 0; ///< bytes; 0 without a cubin
    bool pointer = false;
    bool pointeeConst = false; ///< a pointer to const: the kernel only reads
    std::string pointee;       ///< the type pointed to, without const; "float"
    /// Members of a struct passed by value, as far as known.
    std::vector<Parameter> members;
    /// The type without typedefs ("float" for "real") and namespaces; from DWARF, otherwise
    /// empty.
    std::string canonical;
    std::size_t count = 0; ///< elements in the outermost dimension of an array; 0: not an array
    /// For an array: one entry, its element, an array itself if there are more dimensions.
    std::vector<Parameter> element;
    /// For a pointer to a struct: one entry, the struct. Pointers in it have none.
    std::vector<Parameter> target;

    bool operator==(const Parameter&) const = default;
};

/// Information about one kernel from ptxas and the cubin.
struct KernelInfo {
    std::string name;    ///< in the source or name expression: "multiply_them", "scale<float, 4>"
    std::string lowered; ///< in the module: "_Z5scaleIfLi4EEvPT_"
    /// Other name expressions for the same instance: "scale<real, 2 + 2>".
    std::vector<std::string> otherNames;
    int line = 0; ///< of its definition in the source, 0 if unknown
    std::vector<Parameter> parameters;

    std::optional<int> registers;              ///< per thread; empty without a cubin
    std::optional<std::int64_t> sharedBytes;   ///< static, as reported by ptxas
    std::optional<std::int64_t> localBytes;    ///< stack frame per thread
    std::optional<std::int64_t> constantBytes; ///< empty on sm_90 and later: not reported
    std::optional<std::int64_t> spillStoreBytes;
    std::optional<std::int64_t> spillLoadBytes;
    std::optional<int> barriers;
    std::optional<int> maxThreads; ///< including __launch_bounds__ and the register limit

    /// Whether a launch with this name refers to this kernel.
    bool isCalled(const std::string& launched) const;

    bool operator==(const KernelInfo&) const = default;
};

} // namespace warpbench::compile
