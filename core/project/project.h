// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/arrays/dtype.h"
#include "core/base/error.h"
#include "core/expression/expression_text.h"

#include <array>
#include <cstdint>
#include <filesystem>
#include <map>
#include <optional>
#include <string>
#include <variant>
#include <vector>

/// The project file as plain data: docs/project-file.md describes it key by key. Nothing here is
/// evaluated: numbers that may depend on parameters are kept as expressions in text form, and
/// core/plan/evaluate.h evaluates them.
namespace warpbench::project {

struct SourceFile {
    std::string path; ///< relative to the project file
    bool operator==(const SourceFile&) const = default;
};
struct SourceText {
    std::string text;
    bool operator==(const SourceText&) const = default;
};
using Source = std::variant<SourceText, SourceFile>;

struct CompileSettings {
    std::string arch = "auto"; ///< "auto", "sm_90", "compute_80", …
    std::string std = "c++17";
    std::vector<std::string> options;
    /// NAME → value; no value is a bare -DNAME. The compiler gets the value's text as written; it
    /// is evaluated as an expression only for use in other expressions.
    std::map<std::string, std::optional<std::string>> defines;
    std::vector<std::string> includeDirs; ///< relative to the project file
    bool lto = false;                     ///< link-time optimisation of everything linked

    bool operator==(const CompileSettings&) const = default;
};

/// How to set a buffer's first contents. `kind` determines which members apply.
struct Init {
    enum class Kind { zeros, ones, constant, arange, uniform, normal, randint, expression, file };
    Kind kind = Kind::zeros;
    std::optional<Expression> value;        ///< constant
    std::optional<Expression> start, step;  ///< arange, default 0 and 1
    std::optional<Expression> low, high;    ///< uniform [0, 1), randint [low, high)
    std::optional<Expression> mean, stddev; ///< normal, default 0 and 1
    std::uint64_t seed = 0;                 ///< uniform, normal, randint
    std::optional<Expression> expression;   ///< element-wise, over i, j, k, parameters, buffers
    std::string path;                       ///< file, relative to the project file
    std::string member;                     ///< file: the array's name in an .npz

    bool operator==(const Init&) const = default;
};

/// The required contents of a buffer after the check pass. Exactly one of the four sources is set.
struct Expect {
    std::optional<Expression> expression; ///< element-wise, "a * b"
    std::optional<Expression> reference;  ///< a named whole-array function, "matmul(a, b)"
    std::string file;                     ///< .npy, .npz, .csv, raw
    std::string member;
    std::string buffer; ///< another buffer of the project
    double rtol = 1e-5;
    double atol = 1e-8;
    bool exact = false;
    bool equalNan = true;

    bool operator==(const Expect&) const = default;
};

/// How several devices' copies of a buffer are combined, element by element.
enum class Reduction { sum, min, max };

/// Where a buffer is: in the device's memory; in managed memory, whose pages migrate to the
/// processor that touches them; in page-locked host memory, which kernels access over the bus; or
/// in the device's memory with its rows (last dimension) a multiple of 512 bytes apart.
enum class MemoryKind { device, managed, mapped, pitched };

struct Buffer {
    std::string name;
    arrays::DType dtype;
    std::vector<Expression> shape; ///< outermost first
    Init init;
    std::optional<Expect> expect;
    bool split = false; ///< its rows are distributed over the project's devices
    /// Rows of its neighbours that each device holds before and after its own; none: 0.
    std::optional<Expression> halo;
    /// How to combine the copies of a buffer that is not split but written by several devices.
    std::optional<Reduction> reduce;
    MemoryKind memory = MemoryKind::device;
    /// Its address on the device, because pointers in memory point to it; none: anywhere.
    std::optional<Expression> address;
    FilePlace place;

    bool operator==(const Buffer&) const = default;
};

enum class Access { in, out, inout, resident };

struct BufferArg {
    std::string buffer;
    Access access = Access::inout;
    std::optional<Expression> offset; ///< elements
    bool operator==(const BufferArg&) const = default;
};
struct ScalarArg {
    arrays::DType type;            ///< a scalar or vector type
    std::vector<Expression> value; ///< one per lane
    bool operator==(const ScalarArg&) const = default;
};
struct NullArg {
    bool operator==(const NullArg&) const = default;
};
struct MemberValue;
/// Laid out from the compiler's type, by the members' names. Omitted members are zero.
struct StructArg {
    std::map<std::string, MemberValue> fields;
    bool operator==(const StructArg&) const;
};
/// The value of a member: a number, a buffer's address, the members of a struct, or the elements of
/// an array or vector (core/project/struct_values.h traverses them).
struct MemberValue : std::variant<Expression, BufferArg, StructArg, std::vector<MemberValue>> {
    using Variant = std::variant<Expression, BufferArg, StructArg, std::vector<MemberValue>>;
    using Variant::variant;
    const Variant& variant() const { return *this; }
    Variant& variant() { return *this; }
    bool operator==(const MemberValue& o) const { return variant() == o.variant(); }
};
using MemberList = std::vector<MemberValue>;
inline bool StructArg::operator==(const StructArg& o) const {
    return fields == o.fields;
}
struct BytesArg {
    std::vector<std::uint8_t> bytes;
    bool operator==(const BytesArg&) const = default;
};
struct TextureArg {
    std::string buffer;
    int channels = 1;
    std::string filter = "point";  ///< point, linear
    std::string address = "clamp"; ///< wrap, clamp, mirror, border
    bool normalized = false;
    std::string read = "element"; ///< element, normalized_float
    std::string addressY = {},
                addressZ = {};     ///< if different from `address`, which is for x; otherwise empty
    bool srgb = false;             ///< convert bytes from sRGB to linear values on reading
    std::array<float, 4> border{}; ///< the value outside, for axes with "border"
    /// array: a copy in a texture layout; linear, pitched: the buffer's own rows.
    std::string memory = "array";
    /// Buffers of the mip levels after the first, each half as large. With levels, coordinates are
    /// normalized.
    std::vector<std::string> levels = {};
    std::string levelFilter = "point"; ///< between levels: point, linear
    bool operator==(const TextureArg&) const = default;
};
struct SurfaceArg {
    std::string buffer;
    int channels = 1;
    Access access = Access::inout;
    bool operator==(const SurfaceArg&) const = default;
};
struct Argument {
    std::variant<BufferArg, ScalarArg, NullArg, StructArg, BytesArg, TextureArg, SurfaceArg> value;
    FilePlace place;
    bool operator==(const Argument&) const = default;
};

/// Bytes moved and operations done by one launch, for the derived rates.
struct MetricExpressions {
    std::optional<Expression> bytes;
    std::optional<Expression> flops;
    bool operator==(const MetricExpressions&) const = default;
};

/// A launch whose kernel is generated from a short text (core/steps/step.h).
struct Step {
    enum class Kind { elementwise, fill, random, reduce, scan, sort, library };
    Kind kind = Kind::elementwise;
    /// elementwise: "z = a * x + y", several with `;` between them; fill: a buffer's name; random:
    /// "z = normal(0, 1)"; reduce:
    /// "total = x * y"; scan: "z = x"; sort: "keys" or
    /// "keys, values"; library: "c = gemm(a, b)", a call in place of a kernel
    Expression text;
    Expression value{"0", {}};         ///< fill
    Expression seed{"0", {}};          ///< random; library, for its random numbers
    Expression with{"sum", {}};        ///< reduce, scan: sum, product, min, max; of left and right
    std::optional<Expression> neutral; ///< reduce, scan: if `with` is an expression
    bool descending = false;           ///< sort
    bool exclusive = false;            ///< scan: each sum excludes its own element

    bool operator==(const Step&) const = default;
};

struct Launch {
    /// Replaces a kernel of the source: then kernel, grid and args are empty, and an empty block
    /// means 256 threads, or 512 for a reduction.
    std::optional<Step> step;
    std::string kernel;            ///< a name or a C++ name expression; may hold ${NAME}
    std::vector<Expression> grid;  ///< x, y, z; missing ones are 1
    std::vector<Expression> block; ///< threads
    Expression shared{"0", {}};    ///< dynamic shared memory, bytes
    std::vector<Argument> args;    ///< in declaration order
    std::string stream;            ///< launches of one name run in order; empty: the default one
    /// Of the stream: lower numbers have precedence. None: 0.
    std::optional<Expression> priority;
    bool cooperative = false;
    /// May begin before the previous launch has ended; its kernel waits by itself.
    bool programmatic = false;
    std::vector<Expression> cluster;            ///< empty: none
    std::optional<Expression> maxDynamicShared; ///< opt-in limit, bytes
    std::optional<Expression> repeat;           ///< launches per pass, default 1
    MetricExpressions metrics;
    FilePlace place;

    bool operator==(const Launch&) const = default;
};

/// The value of a __constant__ or __device__ symbol: elements of a scalar or vector type.
/// The compiler's symbol table has only its size, hence the type here.
struct Constant {
    arrays::DType dtype;
    std::vector<Expression> value; ///< one per lane of each element; empty: as in the source
    std::string file;              ///< a file with its bytes, in place of `value`; empty: none
    bool read = false;             ///< report its values after the check pass
    FilePlace place;
    bool operator==(const Constant&) const = default;
};

/// Limits of the context, bytes; none: the driver's default (context_settings.h).
struct Limits {
    std::optional<Expression> stackBytes;
    std::optional<Expression> heapBytes;
    std::optional<Expression> printfBytes;
    bool operator==(const Limits&) const = default;
};
/// The context that a run works in.
enum class ContextKind { own, primary };

struct Timing {
    int warmup = 3;
    int repeats = 50;
    /// Repeat passes until the median's relative error is at most this; 0: stop after `repeats`.
    double medianError = 0;
    int maxRepeats = 10'000; ///< the most, with medianError
    bool flushL2 = false;
    bool restore = true;
    bool graph = false; ///< also time as one CUDA graph
    /// Number of copies of read-only buffers that passes use in turn.
    int rotate = 1;
    double timeoutSeconds = 60;
    bool operator==(const Timing&) const = default;
};

struct Sweep {
    /// NAME → the values to try, as for --set.
    std::map<std::string, std::vector<Expression>> parameters;
    std::vector<Expression> restrictions;
    std::string strategy = "exhaustive";
    std::string objective = "time";
    bool operator==(const Sweep&) const = default;
};

/// A set of values for checking a task.
struct TaskInput {
    std::map<std::string, Expression> set; ///< NAME → value, as for --set
    std::uint64_t seed = 0;                ///< added to the seed of each random initialiser
    bool operator==(const TaskInput&) const = default;
};

/// An exercise with a check of its solution: a lesson's task, or a teacher's test of submissions.
/// It is solved if, for every input, the run succeeds, all `expect` and `require` hold, and no
/// fault was found.
struct Task {
    std::string text; ///< the exercise; a test's name
    std::string hint;
    double points = 1;
    std::vector<TaskInput> inputs;        ///< empty: the project as it is
    std::map<std::string, Expect> expect; ///< by buffer, in place of the buffer's own
    std::vector<Expression> require;      ///< over parameters, defines and counters; not 0
    std::optional<bool> faults;           ///< check for races, uninitialised reads etc.; empty: yes
    FilePlace place;
    bool operator==(const Task&) const = default;
};

/// How the window shows buffers as records, whatever their type (core/layouts/layout.h).
struct MemoryLayout {
    std::string text;                 ///< C declarations
    std::vector<std::string> buffers; ///< those that are shown so
    bool operator==(const MemoryLayout&) const = default;
};

struct Project {
    static constexpr int kVersion = 1;

    std::string name;
    std::string notes; ///< Markdown
    Source source = SourceText{};
    /// CUDA sources, each compiled separately, and PTX that the source is linked with.
    std::vector<SourceFile> link;
    CompileSettings compile;
    std::map<std::string, Expression> parameters;
    std::vector<Buffer> buffers;
    std::vector<Launch> launches;
    std::map<std::string, Constant> constants; ///< by the symbol's name
    ContextKind context = ContextKind::own;
    Limits limits;
    Timing timing;
    MetricExpressions metrics;
    std::optional<Sweep> sweep;
    std::map<std::string, MemoryLayout> layouts; ///< by name
    std::vector<Task> tasks;
    int devices = 1; ///< number that share a run if buffers are split
    /// How often every pass repeats the launches, as for the steps of a simulation; none: 1.
    std::optional<Expression> rounds;

    /// Keys unknown to this version, by JSON pointer, with their values as JSON text; written
    /// back on save.
    std::map<std::string, std::string> unknown;
    /// The project's file; empty for a project that was never saved. Not part of the file.
    std::filesystem::path file;
    /// Whether the user trusts the project, so that it may name files outside its folder and
    /// options that do. Never from the file.
    bool mayLeaveFolder = false;
    /// Folder of data that the user has edited but not saved with the project yet. The project may
    /// name the files directly in it by their absolute paths. Never from the file; empty: none.
    std::filesystem::path editedData;
    /// Compile it only if the system can keep the compiler from reading files outside its folder.
    /// Never from the file.
    bool mustConfine = false;
    /// The file that a source passed as text comes from, if that is not the project's own. A
    /// compiler that reads the source may then read nothing else next to it except `sourceFolder`.
    std::filesystem::path foreignSource;
    std::filesystem::path sourceFolder; ///< empty: nothing else
    /// Include folders named by the user, not by the project. Not part of the file.
    std::vector<std::filesystem::path> userIncludeDirs;
    /// Texts that replace files included by the source, by absolute path: an editor's unsaved
    /// contents. Not part of the file.
    std::map<std::string, std::string> unsaved;
    /// Written by a newer version of Warpbench: can be viewed but not saved.
    bool readOnly = false;
    /// Where values are in the file, by JSON pointer ("/compile/defines/BLOCK"). Not part of the
    /// file.
    std::map<std::string, Place> places;

    /// The folder that relative paths refer to; empty if the project was never saved.
    std::filesystem::path folder() const { return file.parent_path(); }

    /// Compares contents, not locations.
    bool operator==(const Project& o) const {
        return name == o.name && notes == o.notes && source == o.source && link == o.link &&
               compile == o.compile && parameters == o.parameters && buffers == o.buffers &&
               launches == o.launches && constants == o.constants && context == o.context &&
               limits == o.limits && timing == o.timing && metrics == o.metrics &&
               sweep == o.sweep && layouts == o.layouts && tasks == o.tasks &&
               devices == o.devices && rounds == o.rounds && unknown == o.unknown;
    }
};

} // namespace warpbench::project
