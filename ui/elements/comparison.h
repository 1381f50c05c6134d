// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/arrays/host_array.h"
#include "core/plan/element_set.h"

#include <QString>

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>

/// Deviations from expected values, as text for the inspector.
namespace warpbench::ui {

/// Elements of one array, as an array that shares its memory.
arrays::HostArray partOf(const arrays::HostArray& array, std::uint64_t first, std::uint64_t count);

/// How far apart values may be that count as equal.
struct Tolerance {
    enum class Kind { absolute, relative, ulp };
    Kind kind = Kind::absolute;
    double most = 0;
};
/// "1e-6", "0.1 %" of the second value, "2 ulp"; empty: none. \returns nothing for other texts
std::optional<Tolerance> parseTolerance(const QString& text);

/// The elements in which two arrays of one type and size differ: of vectors and complex numbers, in
/// any part. NaN equals NaN, and 0 equals −0. Structs are compared as bytes.
std::shared_ptr<const project::ElementSet> differingElements(const arrays::HostArray& a,
                                                             const arrays::HostArray& b,
                                                             const Tolerance& tolerance = {});

/// got − want: exact for integers, per component for vectors; "–" if undefined (structs, NaN,
/// infinities).
QString differenceText(const arrays::DType& dtype, std::span<const std::byte> got,
                       std::span<const std::byte> want);
/// |got − want|, the largest of a vector's components; infinite if undefined.
double absoluteError(const arrays::DType& dtype, std::span<const std::byte> got,
                     std::span<const std::byte> want);
/// |got − want| / |want|, the largest of a vector's components; "–" if `want` is 0 or as above.
QString relativeErrorText(const arrays::DType& dtype, std::span<const std::byte> got,
                          std::span<const std::byte> want);
/// Whether errors are measured in ULPs: for floats and types composed of floats.
bool hasUlps(const arrays::DType& dtype);
/// The error in ULPs (units in the last place): how many steps the two values are apart. The
/// largest of a vector's components or a complex number's parts; "–" for integers and as above.
QString ulpErrorText(const arrays::DType& dtype, std::span<const std::byte> got,
                     std::span<const std::byte> want);

} // namespace warpbench::ui
