// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/arrays/host_array.h"
#include "core/project/plan.h"

#include <cstddef>
#include <functional>
#include <memory>
#include <vector>

namespace warpbench::project {

/// Allocates at least `bytes` for an array: shared, page-locked or heap memory.
using BlockAllocator = std::function<std::shared_ptr<arrays::HostBlock>(std::size_t bytes)>;

/// The same for the buffer with this index.
using BlockFor = std::function<std::shared_ptr<arrays::HostBlock>(std::size_t buffer)>;

/// For each buffer of a plan, whether anything but initialisers derived from it uses its first
/// contents. Not if the launches begin with `out`, the results are downloaded, and no check needs
/// the first contents.
std::vector<bool> seenBuffers(const LaunchPlan& plan);

/// For each buffer of a plan, whether a check's expression or another buffer's initialiser names
/// its first contents.
std::vector<bool> buffersNamedAtFirst(const LaunchPlan& plan);

/// For each buffer of a plan, whether a check or another buffer's initialiser needs its contents.
std::vector<bool> namedBuffers(const LaunchPlan& plan);

/// The first contents of every seen buffer of a plan, in its order; buffers that an initialiser
/// refers to are filled first. Random kinds give the same bits on every machine, for any number
/// of threads (docs/project-file.md says how). \param allocate  called once per filled buffer;
/// empty: the heap \returns an array without a block for a buffer that is not seen
/// \throws Error (project) for a cycle of initialisers, a file that is missing, broken or of
/// another
///         type or shape, or a kind that does not fit the dtype
std::vector<arrays::HostArray> initialiseBuffers(const LaunchPlan& plan,
                                                 const BlockAllocator& allocate = {});

/// The same for some of the buffers, including those that their initialisers refer to.
/// \param wanted    for each buffer, whether to fill it
/// \param blockFor  allocates the memory of a buffer by its index
/// \returns an array for each buffer, empty if it was not needed
std::vector<arrays::HostArray> initialiseBuffers(const LaunchPlan& plan,
                                                 const std::vector<bool>& wanted,
                                                 const BlockFor& blockFor);

/// The same for a single buffer and those that it needs; skips the others.
arrays::HostArray initialiseBuffer(const LaunchPlan& plan, std::size_t buffer,
                                   const BlockAllocator& allocate = {});

/// Reads the contents of a buffer from a file, for `init` and `expect`.
/// \throws Error (project) with the place in the data file if there is one (a line of a .csv),
///         otherwise with the buffer's place in the project
arrays::HostArray readBufferFile(const PlannedBuffer& buffer, const std::filesystem::path& file,
                                 const std::string& member);

} // namespace warpbench::project
