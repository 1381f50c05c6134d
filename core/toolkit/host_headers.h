// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <functional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

/// Headers and names that nvcc provides and NVRTC does not.
namespace warpbench::compile {

/// Whether a header is for the host only: of the C and C++ libraries, of the operating system, of
/// well-known libraries, of NVIDIA's samples.
bool isHostHeader(std::string_view name);

/// Whether a toolkit header is useful to a kernel that uses these names. Host-only ones
/// (cuBLAS, Thrust's containers) never are, slow ones only if one of their names occurs.
bool isToolkitHeaderOfUse(std::string_view name, const std::set<std::string_view>& names);

/// A replacement for a library's header that declares types for kernels, as cuBLAS does half;
/// empty: none of them is used.
std::string typesOfLibrary(std::string_view header, const std::set<std::string_view>& names);

/// The headers of CUB that replace <cub/cub.cuh>, which NVRTC cannot read as a whole.
std::string cubHeadersFor(const std::set<std::string_view>& names);

/// Names of host headers that NVIDIA's headers include and that may be empty.
const std::vector<std::string>& emptyHeaders();

/// Definitions of names that are used and that the program does not define itself.
/// \param names     identifiers that occur
/// \param stdNames  those that occur as std::name
/// \param defined   whether the program defines a name
std::string preludeFor(const std::set<std::string_view>& names,
                       const std::set<std::string_view>& stdNames,
                       const std::function<bool(std::string_view)>& defined);

} // namespace warpbench::compile
