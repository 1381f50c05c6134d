// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/arrays/dtype.h"
#include "core/expression/number.h"
#include "core/project/context_settings.h"
#include "core/project/launch_shape.h"
#include "core/project/library_call.h"
#include "core/project/project.h"

#include <array>
#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <map>
#include <optional>
#include <string>
#include <variant>
#include <vector>

/// A project with every expression evaluated: what a run executes. Plain values, made by makePlan
/// (core/plan/evaluate.h) and not changed afterwards.
namespace warpbench::project {

/// How to set a buffer's first contents, with numbers in place of expressions.
struct PlannedInit {
    Init::Kind kind = Init::Kind::zeros;
    Number value = std::int64_t(0); ///< constant
    Number start = std::int64_t(0), step = std::int64_t(1);
    Number low = std::int64_t(0), high = std::int64_t(1);
    double mean = 0, stddev = 1;
    std::uint64_t seed = 0;
    Expression expression;      ///< expression
    std::filesystem::path path; ///< file, absolute if the project has a folder
    std::string member;
};

/// What a buffer must hold after the check pass; `buffers` are indices into LaunchPlan::buffers.
struct PlannedExpect {
    enum class Kind { expression, reference, file, buffer };
    Kind kind = Kind::expression;
    Expression expression; ///< expression, reference
    std::filesystem::path path;
    std::string member;
    std::size_t other = 0; ///< buffer: the one to compare with
    double rtol = 1e-5, atol = 1e-8;
    bool exact = false, equalNan = true;
    /// Buffers other than the checked one whose value after the check pass is needed: those in
    /// after(y), and `other`.
    std::vector<std::size_t> needsAfter;
};

struct PlannedBuffer {
    std::string name;
    arrays::DType dtype;
    std::vector<std::int64_t> shape; ///< outermost first
    std::int64_t elements = 0;
    std::uint64_t bytes = 0;
    PlannedInit init;
    std::optional<PlannedExpect> expect;

    /// Rows of other devices' parts before and after this one's, not included in `shape` and
    /// `bytes`; addresses point to the first own row.
    std::int64_t haloBefore = 0, haloAfter = 0;
    MemoryKind memory = MemoryKind::device;
    std::uint64_t pitch = 0;   ///< bytes between the starts of lines (last dimension); 0: no gaps
    std::uint64_t address = 0; ///< required address on the device; 0: anywhere

    bool used = false;     ///< by some launch
    bool upload = false;   ///< the first access of the launches is not `out`
    bool written = false;  ///< some access is out, inout or resident: restored before timing passes
    bool download = false; ///< some access is `out` or `inout`, or a check needs it
    bool resident = false; ///< some access is `resident`
    Place place;

    /// Bytes of the last dimension.
    std::uint64_t lineBytes() const {
        return (shape.empty() ? 1 : std::uint64_t(shape.back())) * dtype.size();
    }
    /// Bytes of one row; 0 without rows.
    std::uint64_t rowBytes() const {
        return shape.empty() || shape[0] == 0 ? 0 : bytes / std::uint64_t(shape[0]);
    }
};

/// A buffer's address in the argument list.
struct PlannedBufferArg {
    std::size_t buffer = 0; ///< index into LaunchPlan::buffers
    Access access = Access::inout;
    std::uint64_t byteOffset = 0; ///< within the buffer; checked
};
/// A scalar or vector argument, or raw bytes, as in the parameter block.
struct PlannedBytes {
    std::vector<std::byte> bytes;
    std::optional<arrays::DType> type; ///< empty for raw bytes
};
struct PlannedNull {};
struct PlannedMember;
/// A struct passed by value. The compiler's type determines the offsets and types of its
/// fields.
struct PlannedStruct {
    std::map<std::string, PlannedMember> fields;
};
/// As MemberValue.
struct PlannedMember
    : std::variant<Number, PlannedBufferArg, PlannedStruct, std::vector<PlannedMember>> {
    using Variant =
        std::variant<Number, PlannedBufferArg, PlannedStruct, std::vector<PlannedMember>>;
    using Variant::variant;
    const Variant& variant() const { return *this; }
};
using PlannedList = std::vector<PlannedMember>;
struct PlannedTexture {
    std::size_t buffer = 0;
    TextureArg settings;
    std::vector<std::size_t> levels; ///< buffers of the mip levels after the first
};
struct PlannedSurface {
    std::size_t buffer = 0;
    SurfaceArg settings;
};
struct PlannedArgument {
    std::variant<PlannedBufferArg, PlannedBytes, PlannedNull, PlannedStruct, PlannedTexture,
                 PlannedSurface>
        value;
    Place place;
};

/// Bytes moved and floating-point operations done by one launch; empty if not given.
struct PlannedMetrics {
    std::optional<double> bytes;
    std::optional<double> flops;
};

struct PlannedLaunch : LaunchShape {
    /// Replaces the kernel; then `kernel` is the function's name, and `args` its buffers.
    std::optional<LibraryCall> library;
    std::vector<PlannedArgument> args;
    PlannedMetrics metrics;
    Place place;
};

/// Bytes for a __constant__ or __device__ symbol, set before the first launch.
struct PlannedConstant {
    std::string symbol;
    arrays::DType dtype;
    std::vector<std::byte> bytes; ///< empty: `path`, or the initial value in the source
    std::filesystem::path path;   ///< a file with its bytes; empty: none
    bool read = false;            ///< report it after the check pass
    Place place;
};

struct LaunchPlan {
    CompileSettings compile; ///< with overridden defines
    std::vector<PlannedBuffer> buffers;
    std::vector<PlannedLaunch> launches;
    std::uint32_t rounds = 1; ///< how often each pass repeats `launches`
    std::vector<PlannedConstant> constants;
    /// Kernels generated from steps, appended to the source; each under its own file name.
    std::string generated;
    ContextSettings context;
    Timing timing;
    /// The value of every parameter, and of every define that is a number.
    NumberTable names;
    std::filesystem::path folder; ///< of the project; its paths are relative to this

    /// Index of a buffer by name; empty if unknown.
    std::optional<std::size_t> findBuffer(std::string_view name) const;
};

} // namespace warpbench::project
