// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/toolkit/thrust_headers.h"

#include "core/base/read_limit.h"
#include "core/platform/files.h"

#include <algorithm>
#include <array>

namespace warpbench::compile {

bool isThrustOfDevice(std::string_view header) {
    static constexpr std::array<std::string_view, 5> kOfHost = {
        "_vector.h", "allocator", "device_new", "device_delete", "thrust/mr/"};
    return header.starts_with("thrust/") &&
           std::none_of(kOfHost.begin(), kOfHost.end(), [&](std::string_view part) {
               return header.find(part) != std::string_view::npos;
           });
}

const std::vector<std::string_view>& namesThatThrustUses() {
    static const std::vector<std::string_view> names = {
        "FLT_MIN", "FLT_MAX", "FLT_EPSILON", "FLT_MAX_EXP", "FLT_MANT_DIG", "FLT_RADIX",
        "DBL_MIN", "DBL_MAX", "DBL_EPSILON", "DBL_MAX_EXP", "DBL_MANT_DIG",
    };
    return names;
}

std::string thrustPrelude() {
    // Device code does not throw, and NVRTC rejects functions that are only for the host.
    return R"(#include <cuda/std/cmath>
#include <cuda/std/complex>
#include <cuda/std/cstddef>
#include <cuda/std/cstdint>
#include <cuda/std/functional>
#include <cuda/std/iterator>
#include <cuda/std/limits>
#include <cuda/std/tuple>
#include <cuda/std/type_traits>
#include <cuda/std/utility>
#undef __host__
#define __host__
#define throw __trap(), (void)
#define THRUST_HOST_SYSTEM 1
#define THRUST_DEVICE_SYSTEM 4
namespace std {
using namespace ::cuda::std;
template <class C> struct char_traits;
template <class T> class allocator;
template <class C, class T = char_traits<C>> class basic_ostream;
template <class C, class T = char_traits<C>> class basic_istream;
struct string {
    string(const char* = nullptr) {}
    const char* c_str() const { return nullptr; }
    string& operator+=(const string&) { return *this; }
};
struct exception {
    virtual ~exception() {}
    virtual const char* what() const noexcept { return nullptr; }
};
struct bad_alloc : exception {};
struct runtime_error : exception {
    runtime_error(const string&) {}
};
}
)";
}

const std::vector<std::string>& emptyHeadersOfThrust() {
    static const std::vector<std::string> names = {
        "algorithm", "cassert",     "cerrno",           "cfloat",    "climits", "cmath",
        "complex",   "cstddef",     "cstdint",          "cstdio",    "cstdlib", "cstring",
        "exception", "functional",  "initializer_list", "ios",       "iosfwd",  "iostream",
        "istream",   "iterator",    "limits",           "memory",    "mutex",   "new",
        "ostream",   "random",      "sstream",          "stdexcept", "string",  "system_error",
        "tuple",     "type_traits", "typeinfo",         "utility",   "vector",
    };
    return names;
}

std::vector<std::pair<std::string, std::string>>
changedHeadersOfThrust(const std::vector<std::filesystem::path>& toolkitIncludes) {
    // It specialises std::iterator_traits, which libcu++ otherwise takes from the host's library.
    constexpr const char* kName = "thrust/detail/pointer.h";
    constexpr std::string_view kHosts = "\nnamespace std\n";
    constexpr std::string_view kOurs = "\nnamespace cuda::std\n";
    for (const std::filesystem::path& folder : toolkitIncludes) {
        try {
            std::string text =
                platform::readFile(folder / kName, ErrorKind::environment, kMaxReadBytes);
            if (const std::size_t at = text.find(kHosts); at != std::string::npos)
                text.replace(at, kHosts.size(), kOurs);
            return {{kName, std::move(text)}};
        } catch (const Error&) {
            continue; // in another folder
        }
    }
    return {};
}

} // namespace warpbench::compile
