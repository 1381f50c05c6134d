// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/arrays/host_array.h"

#include <QString>

#include <cstddef>
#include <span>

/// How far an element is from what is expected of it, as the inspector writes it.
namespace warpbench::ui {

/// got − want: exact for integers, lane by lane for vectors; "–" where there is none to speak of
/// (structs, NaN, infinities).
QString differenceText(const memory::DType& dtype, std::span<const std::byte> got,
                       std::span<const std::byte> want);
/// |got − want| / |want|, the largest of a vector's lanes; "–" where `want` is 0 or as above.
QString relativeErrorText(const memory::DType& dtype, std::span<const std::byte> got,
                          std::span<const std::byte> want);
/// Whether errors are counted in ULPs: those of floats, and of types made of floats.
bool hasUlps(const memory::DType& dtype);
/// The number of values of the type between the two, counted with one of them (units in the last
/// place), the most of a vector's lanes or a complex number's parts; "–" for integers and as above.
QString ulpErrorText(const memory::DType& dtype, std::span<const std::byte> got,
                     std::span<const std::byte> want);

} // namespace warpbench::ui
