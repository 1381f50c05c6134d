// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/project/project.h"

#include <cstdint>
#include <map>
#include <string>
#include <vector>

/// The rows of split buffers on each of several devices.
namespace warpbench::project {

/// The rows that one device works on.
struct RowPart {
    std::int64_t first = 0;
    std::int64_t rows = 0;
    bool operator==(const RowPart&) const = default;
};

inline constexpr int kMaxDevices = 64;

/// Distributes rows as evenly as possible; the first parts get one more row.
/// \pre 1 ≤ devices ≤ rows
std::vector<RowPart> splitRows(std::int64_t rows, int devices);

/// Whether any buffer is split.
bool hasSplitBuffers(const Project& project);

/// The values of the names `device`, `devices`, `rows` and `first_row` of launches on one device;
/// empty if nothing is split.
/// \throws Error (project) if the project itself has such a name, split buffers differ in their
///         number of rows, or there are fewer rows than devices
std::map<std::string, Expression> partNames(const Project& project, int device, int devices);

/// The rows of one device in a project that has split buffers.
/// \throws Error (project) as partNames does
RowPart rowPartOf(const Project& project, int device, int devices);

} // namespace warpbench::project
