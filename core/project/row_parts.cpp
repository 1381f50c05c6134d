// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/project/row_parts.h"

#include "core/project/names.h"

#include <algorithm>
#include <array>
#include <limits>

namespace warpbench::project {

namespace {

constexpr std::array<const char*, 4> kPartNames{"device", "devices", "first_row", "rows"};

Place placeIn(const Project& project, const std::string& pointer) {
    const auto found = project.places.find(pointer);
    return found == project.places.end() ? Place{} : found->second;
}

/// The project must not use the names that a split defines for anything else.
void requireFreeNames(const Project& project) {
    for (const std::string name : kPartNames) {
        const bool isBuffer =
            std::any_of(project.buffers.begin(), project.buffers.end(),
                        [&](const Buffer& buffer) { return buffer.name == name; });
        if (isBuffer || project.parameters.contains(name) ||
            project.compile.defines.contains(name)) {
            throw Error(ErrorKind::project,
                        {"WB1364",
                         "'{name}' is the name of a part of a split buffer",
                         "rename the parameter, define or buffer of this name",
                         {{"name", name}}},
                        placeIn(project, "/parameters/" + name));
        }
    }
}

/// The number of rows, common to all split buffers.
std::int64_t splitRowsOf(const Project& project) {
    Names names(project);
    const Buffer* first = nullptr;
    std::int64_t rows = 0;
    for (const Buffer& buffer : project.buffers) {
        if (!buffer.split) {
            continue;
        }
        if (buffer.shape.empty()) {
            throw Error(ErrorKind::project,
                        {"WB1365",
                         "buffer '{buffer}' is split and has no rows",
                         "give it a shape, or remove \"split\"",
                         {{"buffer", buffer.name}}},
                        buffer.place);
        }
        const std::int64_t own =
            names.integer(buffer.shape[0], 0, std::numeric_limits<std::int64_t>::max(),
                          phrase("a dimension of '{buffer}'", {{"buffer", buffer.name}}));
        if (first && own != rows) {
            throw Error(ErrorKind::project,
                        {"WB1366",
                         "buffer '{buffer}' has {count} rows, and '{other}', which is also split, "
                         "has {expected}",
                         "split buffers with the same number of rows",
                         {{"buffer", buffer.name},
                          {"count", own},
                          {"other", first->name},
                          {"expected", rows}}},
                        buffer.place);
        }
        first = first ? first : &buffer;
        rows = own;
    }
    return rows;
}

} // namespace

std::vector<RowPart> splitRows(std::int64_t rows, int devices) {
    std::vector<RowPart> parts;
    std::int64_t first = 0;
    for (int device = 0; device < devices; ++device) {
        const std::int64_t own = rows / devices + (device < rows % devices ? 1 : 0);
        parts.push_back({first, own});
        first += own;
    }
    return parts;
}

bool hasSplitBuffers(const Project& project) {
    return std::any_of(project.buffers.begin(), project.buffers.end(),
                       [](const Buffer& buffer) { return buffer.split; });
}

RowPart rowPartOf(const Project& project, int device, int devices) {
    const std::int64_t rows = splitRowsOf(project);
    if (devices == 1) {
        return {0, rows};
    }
    if (rows < devices) {
        throw Error(ErrorKind::project,
                    {"WB1367",
                     "{rows} rows cannot be split over {devices} devices",
                     "use fewer devices, or more rows",
                     {{"rows", rows}, {"devices", devices}}},
                    placeIn(project, "/devices"));
    }
    return splitRows(rows, devices)[std::size_t(device)];
}

std::map<std::string, Expression> partNames(const Project& project, int device, int devices) {
    if (!hasSplitBuffers(project)) {
        return {};
    }
    requireFreeNames(project);
    const RowPart part = rowPartOf(project, device, devices);
    return {{"device", {std::to_string(device), {}}},
            {"devices", {std::to_string(devices), {}}},
            {"first_row", {std::to_string(part.first), {}}},
            {"rows", {std::to_string(part.rows), {}}}};
}

} // namespace warpbench::project
