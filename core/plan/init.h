// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/arrays/host_array.h"
#include "core/project/plan.h"

#include <cstddef>
#include <functional>
#include <memory>
#include <vector>

namespace warpbench::project {

/// Gives memory of at least so many bytes for an array: shared, page-locked or heap.
using BlockAllocator = std::function<std::shared_ptr<memory::HostBlock>(std::size_t bytes)>;

/// The same for the buffer of an index.
using BlockFor = std::function<std::shared_ptr<memory::HostBlock>(std::size_t buffer)>;

/// For each buffer of a plan whether anybody sees its first contents but for those that are made
/// from it: not where the launches begin with `out`, what they leave is downloaded, and no check
/// asks.
std::vector<bool> seenBuffers(const LaunchPlan& plan);

/// For each buffer of a plan whether a check's expression or another buffer's initialiser names its
/// first contents.
std::vector<bool> buffersNamedAtFirst(const LaunchPlan& plan);

/// For each buffer of a plan whether a check or another buffer's initialiser asks for its contents.
std::vector<bool> namedBuffers(const LaunchPlan& plan);

/// The first contents of every buffer of a plan that is seen, in its order; buffers that an
/// initialiser refers to are filled first. Random kinds give the same bits on every machine,
/// whatever the number of threads (docs/project-file.md says how). \param allocate  called once per
/// buffer that is filled; empty: the heap \returns an array without a block for a buffer that is
/// not seen \throws Error (project) for a cycle of initialisers, a file that is missing, broken or
/// of
///         another type or shape, or a kind that does not fit the dtype
std::vector<memory::HostArray> initialiseBuffers(const LaunchPlan& plan,
                                                 const BlockAllocator& allocate = {});

/// The same for some of the buffers; those that their initialisers refer to are made as well.
/// \param wanted    for each buffer whether it is
/// \param blockFor  gives memory for the buffer of an index
/// \returns for each buffer its array, empty where nobody needed it
std::vector<memory::HostArray> initialiseBuffers(const LaunchPlan& plan,
                                                 const std::vector<bool>& wanted,
                                                 const BlockFor& blockFor);

/// The same for a single buffer and those that it needs; the others are left out of the work.
memory::HostArray initialiseBuffer(const LaunchPlan& plan, std::size_t buffer,
                                   const BlockAllocator& allocate = {});

/// The contents of a buffer from a file, for `init` and `expect`.
/// \throws Error (project) with the place in the data file where it has one (a line of a .csv),
/// else
///         with the buffer's place in the project
memory::HostArray readBufferFile(const PlannedBuffer& buffer, const std::filesystem::path& file,
                                 const std::string& member);

} // namespace warpbench::project
