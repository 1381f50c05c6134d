// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <filesystem>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

/// Thrust in device code. Its headers need the host's C++ library, which NVRTC lacks. libcu++
/// replaces it, and Thrust's sequential back end replaces the one that launches kernels, because a
/// thread that calls an algorithm with `thrust::seq` or `thrust::device` runs it by itself.
namespace warpbench::compile {

/// Whether a header has algorithms, iterators or values for kernels: not containers and their
/// allocators.
bool isThrustOfDevice(std::string_view header);

/// Names of the C library that Thrust's headers use, for preludeFor().
const std::vector<std::string_view>& namesThatThrustUses();

/// Text to insert before the source.
std::string thrustPrelude();

/// Names of host headers that Thrust's headers include and that may be empty.
const std::vector<std::string>& emptyHeadersOfThrust();

/// Headers of the toolkit's Thrust that need a change for NVRTC, by their name in #include.
std::vector<std::pair<std::string, std::string>>
changedHeadersOfThrust(const std::vector<std::filesystem::path>& toolkitIncludes);

} // namespace warpbench::compile
