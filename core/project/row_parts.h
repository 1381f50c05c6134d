// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/project/project.h"

#include <cstdint>
#include <map>
#include <string>
#include <vector>

/// The rows of split buffers that each of several devices has.
namespace warpbench::project {

/// The rows that one device works on.
struct RowPart {
    std::int64_t first = 0;
    std::int64_t rows = 0;
    bool operator==(const RowPart&) const = default;
};

inline constexpr int kMaxDevices = 64;

/// Shares rows out: as evenly as they go, the first parts have a row more.
/// \pre 1 ≤ devices ≤ rows
std::vector<RowPart> splitRows(std::int64_t rows, int devices);

/// Whether some buffer is split.
bool hasSplitBuffers(const Project& project);

/// What the names `device`, `devices`, `rows` and `first_row` of launches represent on one device;
/// empty where nothing is split.
/// \throws Error (project) where the project has such a name itself, split buffers differ in their
///         number of rows, or there are fewer rows than devices
std::map<std::string, Expression> partNames(const Project& project, int device, int devices);

/// The rows of one device, of a project that has split buffers.
/// \throws Error (project) as partNames does
RowPart rowPartOf(const Project& project, int device, int devices);

} // namespace warpbench::project
