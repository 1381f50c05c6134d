// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/toolkit/host_headers.h"

#include "core/toolkit/thrust_headers.h"

#include <algorithm>
#include <array>
#include <map>

namespace warpbench::compile {

namespace {

bool startsWithAny(std::string_view text, std::initializer_list<std::string_view> starts) {
    return std::any_of(starts.begin(), starts.end(),
                       [&](std::string_view start) { return text.starts_with(start); });
}

/// One word each, so that a look-up is a binary search.
const std::set<std::string_view>& hostHeaders() {
    static const std::set<std::string_view> names = {
        // C
        "assert.h",
        "complex.h",
        "ctype.h",
        "errno.h",
        "fenv.h",
        "float.h",
        "inttypes.h",
        "iso646.h",
        "limits.h",
        "locale.h",
        "math.h",
        "memory.h",
        "malloc.h",
        "setjmp.h",
        "signal.h",
        "stdalign.h",
        "stdarg.h",
        "stdatomic.h",
        "stdbool.h",
        "stddef.h",
        "stdint.h",
        "stdio.h",
        "stdlib.h",
        "string.h",
        "strings.h",
        "tgmath.h",
        "threads.h",
        "time.h",
        "values.h",
        "wchar.h",
        // C++
        "algorithm",
        "any",
        "array",
        "atomic",
        "bit",
        "bitset",
        "cassert",
        "ccomplex",
        "cctype",
        "cerrno",
        "cfenv",
        "cfloat",
        "charconv",
        "chrono",
        "cinttypes",
        "climits",
        "clocale",
        "cmath",
        "codecvt",
        "compare",
        "complex",
        "concepts",
        "condition_variable",
        "csetjmp",
        "csignal",
        "cstdarg",
        "cstddef",
        "cstdint",
        "cstdio",
        "cstdlib",
        "cstring",
        "ctime",
        "cwchar",
        "deque",
        "exception",
        "execution",
        "filesystem",
        "forward_list",
        "fstream",
        "functional",
        "future",
        "initializer_list",
        "iomanip",
        "ios",
        "iosfwd",
        "iostream",
        "istream",
        "iterator",
        "limits",
        "list",
        "locale",
        "map",
        "memory",
        "mutex",
        "new",
        "numbers",
        "numeric",
        "optional",
        "ostream",
        "queue",
        "random",
        "ranges",
        "ratio",
        "regex",
        "scoped_allocator",
        "set",
        "shared_mutex",
        "span",
        "sstream",
        "stack",
        "stdexcept",
        "streambuf",
        "string",
        "string_view",
        "system_error",
        "thread",
        "tuple",
        "type_traits",
        "typeindex",
        "typeinfo",
        "unordered_map",
        "unordered_set",
        "utility",
        "valarray",
        "variant",
        "vector",
        "iostream.h",
        // operating systems
        "conio.h",
        "direct.h",
        "dirent.h",
        "dlfcn.h",
        "fcntl.h",
        "getopt.h",
        "io.h",
        "libgen.h",
        "omp.h",
        "process.h",
        "pthread.h",
        "sched.h",
        "semaphore.h",
        "stdafx.h",
        "tchar.h",
        "termios.h",
        "unistd.h",
        "windows.h",
        "Windows.h",
        "mpi.h",
        "zlib.h",
        "png.h",
        // NVIDIA's libraries for the host and the samples' helpers
        "cublas.h",
        "cublas_v2.h",
        "cublasXt.h",
        "cublasLt.h",
        "cufft.h",
        "cufftXt.h",
        "cufftw.h",
        "cusparse.h",
        "cusparse_v2.h",
        "cusolverDn.h",
        "cusolverSp.h",
        "cusolverMg.h",
        "curand.h",
        "cudnn.h",
        "cupti.h",
        "nccl.h",
        "npp.h",
        "nppi.h",
        "nvjpeg.h",
        "nvml.h",
        "nvrtc.h",
        "nvToolsExt.h",
        "cuda.h",
        "cudaGL.h",
        "cudaEGL.h",
        "cudaProfiler.h",
        "cuda_profiler_api.h",
        "cuda_gl_interop.h",
        "cuda_egl_interop.h",
        "cuda_vdpau_interop.h",
        "cutil.h",
        "cutil_inline.h",
        "cutil_math.h",
        "exception.h",
        "helper_cuda.h",
        "helper_cuda_drvapi.h",
        "helper_cuda_gl.h",
        "helper_cusolver.h",
        "helper_functions.h",
        "helper_gl.h",
        "helper_image.h",
        "helper_multiprocess.h",
        "helper_nvJPEG.hxx",
        "helper_string.h",
        "helper_timer.h",
        "device_functions.h",
        "math_functions.h",
        "math_functions.hpp",
        "texture_fetch_functions.h",
        "cuda_texture_types.h",
        "sm_11_atomic_functions.h",
        "sm_12_atomic_functions.h",
        "sm_13_double_functions.h",
        "sm_20_atomic_functions.h",
        "sm_20_intrinsics.h",
        "sm_30_intrinsics.h",
        "sm_35_intrinsics.h",
        "host_defines.h",
        "device_double_functions.h",
        "cuda_runtime.h",
        "cuda_runtime_api.h",
        "device_launch_parameters.h",
        "driver_types.h",
        "vector_types.h",
        "vector_functions.h",
        "builtin_types.h",
        "channel_descriptor.h",
        "driver_functions.h",
    };
    return names;
}

/// A definition of a name that programs compiled by nvcc get from the host's headers.
const std::map<std::string_view, std::string_view>& definitions() {
    // 64-bit integers are the same as in libcu++ under NVRTC, and limits as in its <climits>: both
    // may occur in one program.
    static const std::map<std::string_view, std::string_view> texts = {
        {"int8_t", "using int8_t = signed char;"},
        {"int16_t", "using int16_t = signed short;"},
        {"int32_t", "using int32_t = signed int;"},
        {"int64_t", "using int64_t = signed long long;"},
        {"uint8_t", "using uint8_t = unsigned char;"},
        {"uint16_t", "using uint16_t = unsigned short;"},
        {"uint32_t", "using uint32_t = unsigned int;"},
        {"uint64_t", "using uint64_t = unsigned long long;"},
        {"u_int8_t", "using u_int8_t = unsigned char;"},
        {"u_int32_t", "using u_int32_t = unsigned int;"},
        {"u_int64_t", "using u_int64_t = unsigned long long;"},
        {"intptr_t", "using intptr_t = signed long long;"},
        {"uintptr_t", "using uintptr_t = unsigned long long;"},
        {"intmax_t", "using intmax_t = signed long long;"},
        {"uintmax_t", "using uintmax_t = unsigned long long;"},
        {"ssize_t", "using ssize_t = signed long;"},
        {"uint", "using uint = unsigned int;"},
        {"ushort", "using ushort = unsigned short;"},
        {"ulong", "using ulong = unsigned long;"},
        {"u_char", "using u_char = unsigned char;"},
        {"__int128_t", "using __int128_t = __int128;"},
        {"__uint128_t", "using __uint128_t = unsigned __int128;"},
        {"CHAR_BIT", "#define CHAR_BIT 8"},
        {"SCHAR_MIN", "#define SCHAR_MIN         (-128)"},
        {"SCHAR_MAX", "#define SCHAR_MAX         127"},
        {"UCHAR_MAX", "#define UCHAR_MAX         255"},
        {"CHAR_MIN", "#define CHAR_MIN SCHAR_MIN\n#define SCHAR_MIN         (-128)"},
        {"CHAR_MAX", "#define CHAR_MAX SCHAR_MAX\n#define SCHAR_MAX         127"},
        {"SHRT_MIN", "#define SHRT_MIN  (-SHRT_MAX - 1)\n#define SHRT_MAX  0x7fff"},
        {"SHRT_MAX", "#define SHRT_MAX  0x7fff"},
        {"USHRT_MAX", "#define USHRT_MAX 0xffff"},
        {"INT_MIN", "#define INT_MIN   (-INT_MAX - 1)\n#define INT_MAX   0x7fffffff"},
        {"INT_MAX", "#define INT_MAX   0x7fffffff"},
        {"UINT_MAX", "#define UINT_MAX  0xffffffff"},
        {"LONG_MIN", "#define LONG_MIN  (-LONG_MAX - 1)\n#define LONG_MAX  LLONG_MAX\n"
                     "#define LLONG_MAX  0x7fffffffffffffffLL"},
        {"LONG_MAX", "#define LONG_MAX  LLONG_MAX\n#define LLONG_MAX  0x7fffffffffffffffLL"},
        {"ULONG_MAX", "#define ULONG_MAX ULLONG_MAX\n#define ULLONG_MAX 0xffffffffffffffffUL"},
        {"LLONG_MIN", "#define LLONG_MIN  (-LLONG_MAX - 1)\n"
                      "#define LLONG_MAX  0x7fffffffffffffffLL"},
        {"LLONG_MAX", "#define LLONG_MAX  0x7fffffffffffffffLL"},
        {"ULLONG_MAX", "#define ULLONG_MAX 0xffffffffffffffffUL"},
        {"INT8_MAX", "WIDTH 127"},
        {"INT16_MAX", "WIDTH 32767"},
        {"INT32_MAX", "WIDTH 2147483647"},
        {"INT32_MIN", "WIDTH (-2147483647 - 1)"},
        {"INT64_MAX", "WIDTH 9223372036854775807LL"},
        {"INT64_MIN", "WIDTH (-9223372036854775807LL - 1)"},
        {"UINT8_MAX", "WIDTH 255"},
        {"UINT16_MAX", "WIDTH 65535"},
        {"UINT32_MAX", "WIDTH 4294967295U"},
        {"UINT64_MAX", "WIDTH 18446744073709551615ULL"},
        {"SIZE_MAX", "WIDTH 18446744073709551615UL"},
        {"MAXFLOAT", "#define MAXFLOAT 3.40282346638528859811704183484516925e+38F"},
        {"FLT_MAX", "#define FLT_MAX 3.40282346638528859811704183484516925e+38F"},
        {"FLT_MIN", "#define FLT_MIN 1.17549435082228750796873653722224568e-38F"},
        {"FLT_EPSILON", "#define FLT_EPSILON 1.19209289550781250000000000000000000e-7F"},
        {"FLT_MAX_EXP", "#define FLT_MAX_EXP 128"},
        {"FLT_MANT_DIG", "#define FLT_MANT_DIG 24"},
        {"FLT_RADIX", "#define FLT_RADIX 2"},
        {"DBL_MAX_EXP", "#define DBL_MAX_EXP 1024"},
        {"DBL_MANT_DIG", "#define DBL_MANT_DIG 53"},
        {"FLT_DIG", "#define FLT_DIG 6"},
        {"DBL_MAX", "#define DBL_MAX 1.79769313486231570814527423731704357e+308"},
        {"DBL_MIN", "#define DBL_MIN 2.22507385850720138309023271733240406e-308"},
        {"DBL_EPSILON", "#define DBL_EPSILON 2.22044604925031308084726333618164062e-16"},
        {"DBL_DIG", "#define DBL_DIG 15"},
        {"INFINITY", "#define INFINITY (__int_as_float(0x7f800000))"},
        {"HUGE_VALF", "#define HUGE_VALF (__int_as_float(0x7f800000))"},
        {"HUGE_VAL", "#define HUGE_VAL (__longlong_as_double(0x7ff0000000000000LL))"},
        {"register", "#define register"}, // removed in C++17, but accepted by nvcc
        {"NAN", "#define NAN (__int_as_float(0x7fffffff))"},
        {"M_E", "#define M_E 2.7182818284590452354"},
        {"M_LOG2E", "#define M_LOG2E 1.4426950408889634074"},
        {"M_LOG10E", "#define M_LOG10E 0.43429448190325182765"},
        {"M_LN2", "#define M_LN2 0.69314718055994530942"},
        {"M_LN10", "#define M_LN10 2.30258509299404568402"},
        {"M_PI", "#define M_PI 3.14159265358979323846"},
        {"M_PI_2", "#define M_PI_2 1.57079632679489661923"},
        {"M_PI_4", "#define M_PI_4 0.78539816339744830962"},
        {"M_1_PI", "#define M_1_PI 0.31830988618379067154"},
        {"M_2_PI", "#define M_2_PI 0.63661977236758134308"},
        {"M_2_SQRTPI", "#define M_2_SQRTPI 1.12837916709551257390"},
        {"M_SQRT2", "#define M_SQRT2 1.41421356237309504880"},
        {"M_SQRT1_2", "#define M_SQRT1_2 0.70710678118654752440"},
        {"CUtexObject", "using CUtexObject = unsigned long long;"},
        {"CUsurfObject", "using CUsurfObject = unsigned long long;"},
        {"cufftReal", "using cufftReal = float;"},
        {"cufftComplex", "using cufftComplex = float2;"},
        {"cufftDoubleComplex", "using cufftDoubleComplex = double2;"},
        {"__linux__", "#define __linux__ 1"},
        {"__linux", "#define __linux 1"},
        {"__unix__", "#define __unix__ 1"},
        {"RAND_MAX", "#define RAND_MAX 2147483647"},
        {"EXIT_SUCCESS", "#define EXIT_SUCCESS 0"},
        {"EXIT_FAILURE", "#define EXIT_FAILURE 1"},
        {"__NVCC__", "#define __NVCC__ 1"},
    };
    return texts;
}

/// Functions and types that NVRTC has outside of any namespace.
constexpr std::array kGlobalNames = std::to_array<std::string_view>({
    "abs",       "acos",   "acosh",    "asin",   "asinh",     "atan",      "atan2",     "atanh",
    "cbrt",      "ceil",   "copysign", "cos",    "cosh",      "erf",       "erfc",      "exp",
    "exp2",      "expm1",  "fabs",     "fdim",   "floor",     "fma",       "fmax",      "fmin",
    "fmod",      "frexp",  "hypot",    "ilogb",  "isfinite",  "isinf",     "isnan",     "ldexp",
    "lgamma",    "llrint", "llround",  "log",    "log10",     "log1p",     "log2",      "logb",
    "lrint",     "lround", "max",      "min",    "modf",      "nearbyint", "nextafter", "pow",
    "remainder", "remquo", "rint",     "round",  "scalbln",   "scalbn",    "signbit",   "sin",
    "sinh",      "sqrt",   "tan",      "tanh",   "tgamma",    "trunc",     "printf",    "memcpy",
    "memset",    "malloc", "free",     "size_t", "ptrdiff_t", "labs",      "llabs",     "clock_t",
    "sqrtf",     "fabsf",  "expf",     "logf",   "powf",      "floorf",    "ceilf",     "fminf",
    "fmaxf",     "sinf",   "cosf",     "tanhf",  "roundf",
});

/// libcu++'s equivalents of the host's `std::` names.
const std::map<std::string_view, std::string_view>& libcuxx() {
    static const std::map<std::string_view, std::string_view> headers = {
        {"numeric_limits", "limits"},
        {"array", "array"},
        {"complex", "complex"},
        {"tuple", "tuple"},
        {"make_tuple", "tuple"},
        {"get", "tuple"},
        {"tie", "tuple"},
        {"pair", "utility"},
        {"make_pair", "utility"},
        {"swap", "utility"},
        {"move", "utility"},
        {"forward", "utility"},
        {"declval", "utility"},
        {"index_sequence", "utility"},
        {"make_index_sequence", "utility"},
        {"integer_sequence", "utility"},
        {"optional", "optional"},
        {"nullopt", "optional"},
        {"plus", "functional"},
        {"minus", "functional"},
        {"multiplies", "functional"},
        {"less", "functional"},
        {"greater", "functional"},
        {"clamp", "algorithm"},
        {"lower_bound", "algorithm"},
        {"upper_bound", "algorithm"},
        {"byte", "cstddef"},
        {"nullptr_t", "cstddef"},
        {"real", "complex"},
        {"imag", "complex"},
        {"conj", "complex"},
        {"norm", "complex"},
        {"initializer_list", "initializer_list"},
        {"span", "span"},
        {"integral", "concepts"},
        {"signed_integral", "concepts"},
        {"unsigned_integral", "concepts"},
        {"floating_point", "concepts"},
        {"same_as", "concepts"},
        {"derived_from", "concepts"},
        {"convertible_to", "concepts"},
        {"common_with", "concepts"},
        {"assignable_from", "concepts"},
        {"swappable", "concepts"},
        {"destructible", "concepts"},
        {"constructible_from", "concepts"},
        {"default_initializable", "concepts"},
        {"move_constructible", "concepts"},
        {"copy_constructible", "concepts"},
        {"copyable", "concepts"},
        {"movable", "concepts"},
        {"regular", "concepts"},
        {"semiregular", "concepts"},
        {"equality_comparable", "concepts"},
        {"totally_ordered", "concepts"},
        {"invocable", "concepts"},
        {"regular_invocable", "concepts"},
        {"predicate", "concepts"},
    };
    return headers;
}

/// Type traits are too many to list: words with the same beginning and end.
bool isTypeTrait(std::string_view name) {
    static const std::set<std::string_view> others = {"enable_if",
                                                      "enable_if_t",
                                                      "conditional",
                                                      "conditional_t",
                                                      "integral_constant",
                                                      "true_type",
                                                      "false_type",
                                                      "decay",
                                                      "decay_t",
                                                      "common_type",
                                                      "common_type_t",
                                                      "void_t",
                                                      "underlying_type",
                                                      "make_unsigned",
                                                      "make_unsigned_t",
                                                      "make_signed",
                                                      "make_signed_t",
                                                      "invoke_result",
                                                      "invoke_result_t",
                                                      "result_of",
                                                      "aligned_storage",
                                                      "extent",
                                                      "rank",
                                                      "bool_constant",
                                                      "alignment_of"};
    return others.contains(name) || startsWithAny(name, {"is_", "remove_", "add_"});
}

/// Limits of fixed-width integers come from libcu++ if it is available: different definitions would
/// cause warnings.
std::string definitionOf(std::string_view name, std::string_view definition) {
    constexpr std::string_view kOfWidth = "WIDTH ";
    if (!definition.starts_with(kOfWidth))
        return std::string(definition) + "\n";
    const std::string word(name);
    return "#if __has_include(<cuda/std/cstdint>)\n#include <cuda/std/cstdint>\n#endif\n#ifndef " +
           word + "\n#define " + word + " " + std::string(definition.substr(kOfWidth.size())) +
           "\n#endif\n";
}

void addStdName(std::string_view name, std::string& includes, std::string& names,
                std::string& text) {
    const std::string word(name);
    if (std::find(kGlobalNames.begin(), kGlobalNames.end(), name) != kGlobalNames.end()) {
        names += "using ::" + word + ";\n";
        return;
    }
    if (name.ends_with("_t") && definitions().contains(name)) {
        text += std::string(definitions().at(name)) + "\n";
        names += "using ::" + word + ";\n";
        return;
    }
    const auto found = libcuxx().find(name);
    const std::string_view header = found != libcuxx().end() ? found->second
                                    : isTypeTrait(name)      ? std::string_view("type_traits")
                                                             : std::string_view();
    if (header.empty())
        return;
    // <cuda/std/algorithm> is one of the few newer headers: the name's own part is sufficient.
    const std::string line = header == "algorithm"
                                 ? "#include <cuda/std/__algorithm/" + word + ".h>\n"
                                 : "#include <cuda/std/" + std::string(header) + ">\n";
    if (includes.find(line) == std::string::npos)
        includes += line;
    names += "using ::cuda::std::" + word + ";\n";
}

bool anyStartsWith(const std::set<std::string_view>& names, std::string_view start) {
    const auto first = names.lower_bound(start);
    return first != names.end() && first->starts_with(start);
}

} // namespace

bool isHostHeader(std::string_view name) {
    return hostHeaders().contains(name) ||
           startsWithAny(name, {"sys/", "boost/", "GL/", "OpenGL/", "GLFW/", "X11/", "opencv2/",
                                "bits/", "experimental/", "gsl/", "thrust/", "nvtx3/", "arpa/",
                                "netinet/", "cub/device/", "cub/util_allocator"});
}

bool isToolkitHeaderOfUse(std::string_view name, const std::set<std::string_view>& names) {
    if (name.starts_with("thrust/"))
        return names.contains("thrust") && isThrustOfDevice(name);
    if (isHostHeader(name))
        return false;
    if (startsWithAny(name, {"cooperative_groups"}))
        return names.contains("cooperative_groups");
    if (name.starts_with("cub/"))
        return names.contains("cub");
    if (name.starts_with("cuda/"))
        return names.contains("cuda") || names.contains("nvcuda");
    if (name.starts_with("curand"))
        return anyStartsWith(names, "curand") || anyStartsWith(names, "skipahead");
    if (startsWithAny(name, {"cublas", "cufft", "cusparse", "cusolver", "npp", "nvjpeg", "nvml"}))
        return false;
    return true;
}

std::string typesOfLibrary(std::string_view header, const std::set<std::string_view>& names) {
    if (!startsWithAny(header, {"cublas", "cusparse", "cudnn"}))
        return {};
    std::string includes;
    if (names.contains("half") || names.contains("half2") || anyStartsWith(names, "__half"))
        includes += "#include <cuda_fp16.h>\n";
    if (anyStartsWith(names, "__nv_bfloat16") || anyStartsWith(names, "nv_bfloat16"))
        includes += "#include <cuda_bf16.h>\n";
    return includes;
}

std::string cubHeadersFor(const std::set<std::string_view>& names) {
    static const std::map<std::string_view, std::string_view> headers = {
        {"BlockReduce", "block/block_reduce.cuh"},
        {"BlockScan", "block/block_scan.cuh"},
        {"BlockLoad", "block/block_load.cuh"},
        {"BlockStore", "block/block_store.cuh"},
        {"BlockRadixSort", "block/block_radix_sort.cuh"},
        {"BlockMergeSort", "block/block_merge_sort.cuh"},
        {"BlockExchange", "block/block_exchange.cuh"},
        {"BlockShuffle", "block/block_shuffle.cuh"},
        {"BlockHistogram", "block/block_histogram.cuh"},
        {"BlockDiscontinuity", "block/block_discontinuity.cuh"},
        {"WarpReduce", "warp/warp_reduce.cuh"},
        {"WarpScan", "warp/warp_scan.cuh"},
        {"WarpLoad", "warp/warp_load.cuh"},
        {"WarpStore", "warp/warp_store.cuh"},
        {"WarpMergeSort", "warp/warp_merge_sort.cuh"},
    };
    std::string text;
    for (const auto& [name, header] : headers)
        if (names.contains(name))
            text += "#include <cub/" + std::string(header) + ">\n";
    return text.empty() ? "#include <cub/thread/thread_operators.cuh>\n" : text;
}

const std::vector<std::string>& emptyHeaders() {
    static const std::vector<std::string> names = {
        "stdlib.h", "stdint.h", "stdio.h",  "string.h", "limits.h", "math.h",
        "float.h",  "assert.h", "stddef.h", "time.h",   "memory.h", "memory",
    };
    return names;
}

std::string preludeFor(const std::set<std::string_view>& names,
                       const std::set<std::string_view>& stdNames,
                       const std::function<bool(std::string_view)>& defined) {
    std::string includes;
    std::string inStd;
    std::string text;
    for (const auto& [name, definition] : definitions())
        if (names.contains(name) && !defined(name))
            text += definitionOf(name, definition);
    for (const std::string_view name : stdNames)
        addStdName(name, includes, inStd, text);
    if (!inStd.empty())
        text += "namespace std {\n" + inStd + "}\n";
    return includes + text;
}

} // namespace warpbench::compile
