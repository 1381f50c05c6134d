// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace warpbench::compile {

/// A kernel's parameter. Name and type come from the source (or DWARF), offset and size from the
/// cubin, so the latter are exact.
struct Parameter {
    std::string name; ///< empty where unknown
    std::string type; ///< as C++ spells it, "const float *"; empty where unknown
    std::size_t offset = 0;
    std::size_t size = 0; ///< bytes; 0 before there is a cubin
    bool pointer = false;
    bool pointeeConst = false; ///< a pointer to const: the kernel only reads
    std::string pointee;       ///< the type pointed to, without const; "float"
    /// Members of a struct passed by value, as far as they are known.
    std::vector<Parameter> members;
    /// The type with its typedefs resolved ("float" for "real"), without namespaces; from DWARF,
    /// else empty.
    std::string canonical;
    std::size_t count = 0; ///< elements of an array, of the outermost dimension; 0: it is none
    /// Of an array: one, as its elements are; arrays themselves where it has more dimensions.
    std::vector<Parameter> element;
    /// Of a pointer to a struct: one, the struct with its members. Pointers in it have none.
    std::vector<Parameter> target;

    bool operator==(const Parameter&) const = default;
};

/// What ptxas and the cubin say of one kernel.
struct KernelInfo {
    std::string
        name; ///< as the source or name expression has it: "multiply_them", "scale<float, 4>"
    std::string lowered; ///< as the module has it: "_Z5scaleIfLi4EEvPT_"
    /// Name expressions besides `name` that mean the same instance: "scale<real, 2 + 2>".
    std::vector<std::string> otherNames;
    int line = 0; ///< of its definition in the source, 0 if unknown
    std::vector<Parameter> parameters;

    std::optional<int> registers;              ///< per thread; empty without a cubin
    std::optional<std::int64_t> sharedBytes;   ///< static, as ptxas reports
    std::optional<std::int64_t> localBytes;    ///< stack frame per thread
    std::optional<std::int64_t> constantBytes; ///< empty on sm_90 and later: ptxas does not say
    std::optional<std::int64_t> spillStoreBytes;
    std::optional<std::int64_t> spillLoadBytes;
    std::optional<int> barriers;
    std::optional<int> maxThreads; ///< __launch_bounds__ and the register limit taken in

    /// Whether a launch that names its kernel so means this one.
    bool isCalled(const std::string& launched) const;

    bool operator==(const KernelInfo&) const = default;
};

} // namespace warpbench::compile
