// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/arrays/host_array.h"
#include "core/plan/element_set.h"

#include <QString>

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>

/// Deviations from expected values, as text for the inspector.
namespace warpbench::ui {

/// Elements of one array, as an array that shares its memory.
memory::HostArray partOf(const memory::HostArray& array, std::uint64_t first, std::uint64_t count);
/// The elements in which two arrays of one type and size differ. NaN equals NaN, and 0 equals −0.
std::shared_ptr<const project::ElementSet> differingElements(const memory::HostArray& a,
                                                             const memory::HostArray& b);

/// got − want: exact for integers, per component for vectors; "–" if undefined (structs, NaN,
/// infinities).
QString differenceText(const memory::DType& dtype, std::span<const std::byte> got,
                       std::span<const std::byte> want);
/// |got − want|, the largest of a vector's components; infinite if undefined.
double absoluteError(const memory::DType& dtype, std::span<const std::byte> got,
                     std::span<const std::byte> want);
/// |got − want| / |want|, the largest of a vector's components; "–" if `want` is 0 or as above.
QString relativeErrorText(const memory::DType& dtype, std::span<const std::byte> got,
                          std::span<const std::byte> want);
/// Whether errors are measured in ULPs: for floats and types composed of floats.
bool hasUlps(const memory::DType& dtype);
/// The error in ULPs (units in the last place): how many steps the two values are apart. The
/// largest of a vector's components or a complex number's parts; "–" for integers and as above.
QString ulpErrorText(const memory::DType& dtype, std::span<const std::byte> got,
                     std::span<const std::byte> want);

} // namespace warpbench::ui
