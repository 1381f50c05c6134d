// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <filesystem>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

/// Thrust in device code. Its headers ask for the host's C++ library, which NVRTC has not: libcu++
/// represents it, and Thrust's sequential back end for the one that launches kernels, as a thread
/// that calls an algorithm with `thrust::seq` or `thrust::device` runs it by itself.
namespace warpbench::compile {

/// Whether a header has algorithms, iterators or values that kernels use: not containers and their
/// allocators.
bool isThrustOfDevice(std::string_view header);

/// Names of the C library that Thrust's headers use, for preludeFor().
const std::vector<std::string_view>& namesThatThrustUses();

/// Text to be read before the source.
std::string thrustPrelude();

/// Names of the host's headers that Thrust's include, for which an empty text will do.
const std::vector<std::string>& emptyHeadersOfThrust();

/// Headers of the toolkit's Thrust that need a change for NVRTC, by the name that includes them.
std::vector<std::pair<std::string, std::string>>
changedHeadersOfThrust(const std::vector<std::filesystem::path>& toolkitIncludes);

} // namespace warpbench::compile
