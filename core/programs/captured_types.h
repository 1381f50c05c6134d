// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/compile/compile.h"
#include "core/project/project.h"

#include <cstddef>
#include <map>
#include <optional>
#include <string>
#include <vector>

namespace warpbench::programs {

/// The contents of the memory that a pointer points to.
struct PointeeShape {
    std::optional<arrays::DType> dtype; ///< of an element; empty: unknown
    /// A pointer in each element.
    struct Pointer {
        std::size_t offset = 0; ///< bytes
        std::string target;     ///< the type that it points to: "Node", "float"
    };
    std::vector<Pointer> pointers;
    /// Whether there may be other pointers: raw bytes, addresses as integers.
    bool mayHoldMore = true;
};

/// Types by their names, as far as a kernel's pointers reveal them.
class PointeeTypes {
  public:
    /// The target of a parameter or member; remembers the structs that it names.
    PointeeShape shapeOf(const compile::Parameter& pointer);
    /// By a name that shapeOf() has encountered, or of a scalar.
    PointeeShape shapeOf(const std::string& type) const;

  private:
    std::map<std::string, PointeeShape> m_structs;
};

/// Whether elements of a type may be addresses: not floats, and not integers of other sizes. A type
/// without a dtype is a struct or a pointer.
bool mayHoldPointers(const std::optional<arrays::DType>& dtype);

/// The dtype of a value: by the name in the source, or else with its typedefs resolved.
std::optional<arrays::DType> dtypeOfValue(const compile::Parameter& parameter);

} // namespace warpbench::programs
