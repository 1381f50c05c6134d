// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <functional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

/// What is known of headers and names that nvcc gives a program and NVRTC does not.
namespace warpbench::compile {

/// Whether a header is for the host alone: of the C and C++ libraries, of the operating system, of
/// well-known libraries, of NVIDIA's samples.
bool isHostHeader(std::string_view name);

/// Whether a header of the toolkit is of use to a kernel that uses these names. Those for the host
/// alone (cuBLAS, Thrust's containers) never are, slow ones only where a name of theirs occurs.
bool isToolkitHeaderOfUse(std::string_view name, const std::set<std::string_view>& names);

/// What represents a library's header that brings types which kernels use, as cuBLAS brings half;
/// empty: nothing of it is used.
std::string typesOfLibrary(std::string_view header, const std::set<std::string_view>& names);

/// The headers of CUB that represent <cub/cub.cuh>, which NVRTC cannot read as a whole.
std::string cubHeadersFor(const std::set<std::string_view>& names);

/// Names of the host's headers that NVIDIA's headers ask for, for which an empty text will do.
const std::vector<std::string>& emptyHeaders();

/// Definitions of those names that are used and that the program does not define itself.
/// \param names     identifiers that occur
/// \param stdNames  those that occur as std::name
/// \param defined   whether the program defines a name
std::string preludeFor(const std::set<std::string_view>& names,
                       const std::set<std::string_view>& stdNames,
                       const std::function<bool(std::string_view)>& defined);

} // namespace warpbench::compile
