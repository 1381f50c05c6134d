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

/// The project file as plain data: what docs/project-file.md says, key by key. Nothing here is
/// evaluated: numbers that may depend on parameters are kept as expressions in text form, and
/// core/plan/evaluate.h turns them into numbers.
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
    /// NAME → value; no value is a bare -DNAME. The value's text is an expression only for other
    /// expressions' sake; the compiler gets it as written.
    std::map<std::string, std::optional<std::string>> defines;
    std::vector<std::string> includeDirs; ///< relative to the project file
    bool lto = false;                     ///< what is linked is optimised as one

    bool operator==(const CompileSettings&) const = default;
};

/// How a buffer gets its first contents. Which members mean something depends on `kind`.
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

/// What a buffer must hold after the check pass. Exactly one of the four sources is set.
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

/// How the contents of a buffer from several devices become one, element by element.
enum class Reduction { sum, min, max };

/// Where a buffer lies: in the device's memory; in managed memory, whose pages move to who touches
/// them; in page-locked memory of the host, which kernels reach over the bus; or in the device's
/// with its rows (the last dimension) a multiple of 512 bytes apart.
enum class MemoryKind { device, managed, mapped, pitched };

struct Buffer {
    std::string name;
    memory::DType dtype;
    std::vector<Expression> shape; ///< outermost first
    Init init;
    std::optional<Expect> expect;
    bool split = false; ///< its rows are shared out over the project's devices
    /// Rows of its neighbours that each device holds before and after its own; none: 0.
    std::optional<Expression> halo;
    /// What becomes of the contents that several devices leave in a buffer that is not split.
    std::optional<Reduction> reduce;
    MemoryKind memory = MemoryKind::device;
    /// Where it lies on the device, because pointers in memory lead to it; none: anywhere.
    std::optional<Expression> address;
    Place place;

    bool operator==(const Buffer& o) const {
        return memory == o.memory && address == o.address && name == o.name && dtype == o.dtype &&
               shape == o.shape && init == o.init && expect == o.expect && split == o.split &&
               halo == o.halo && reduce == o.reduce;
    }
};

enum class Access { in, out, inout, resident };

struct BufferArg {
    std::string buffer;
    Access access = Access::inout;
    std::optional<Expression> offset; ///< elements
    bool operator==(const BufferArg&) const = default;
};
struct ScalarArg {
    memory::DType type;            ///< a scalar or vector type
    std::vector<Expression> value; ///< one per lane
    bool operator==(const ScalarArg&) const = default;
};
struct NullArg {
    bool operator==(const NullArg&) const = default;
};
struct MemberValue;
/// Laid out from the compiler's type, by the members' names. What is left out is zeros.
struct StructArg {
    std::map<std::string, MemberValue> fields;
    bool operator==(const StructArg&) const;
};
/// What a member holds: a number, a buffer's address, the members of a struct, or the elements of
/// an array or vector (core/project/struct_values.h goes through them).
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
                addressZ = {};     ///< where they differ from `address`, which is x's; else empty
    bool srgb = false;             ///< bytes are read as the linear values of sRGB ones
    std::array<float, 4> border{}; ///< what is outside, where an axis has "border"
    /// array: a copy in the layout of textures; linear, pitched: the buffer's rows as they lie.
    std::string memory = "array";
    /// Buffers of the mip levels after the first, each half as large; then coordinates are
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
    Place place;
    bool operator==(const Argument& o) const { return value == o.value; }
};

/// Bytes moved and operations done by one launch, for the derived rates.
struct MetricExpressions {
    std::optional<Expression> bytes;
    std::optional<Expression> flops;
    bool operator==(const MetricExpressions&) const = default;
};

/// What a launch does whose kernel is made of a few words (core/steps/step.h).
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
    std::optional<Expression> neutral; ///< reduce, scan: where `with` is an expression
    bool descending = false;           ///< sort
    bool exclusive = false;            ///< scan: an element is not part of its own sum

    bool operator==(const Step&) const = default;
};

struct Launch {
    /// In place of a kernel of the source: then kernel, grid and args are empty, and an empty block
    /// is 256 threads, of a reduction 512.
    std::optional<Step> step;
    std::string kernel;            ///< a name or a C++ name expression; may hold ${NAME}
    std::vector<Expression> grid;  ///< x, y, z; missing ones are 1
    std::vector<Expression> block; ///< threads
    Expression shared{"0", {}};    ///< dynamic shared memory, bytes
    std::vector<Argument> args;    ///< in declaration order
    std::string stream;            ///< launches of one name run in order; empty: the default one
    /// Of the stream: a smaller number goes first. None: 0.
    std::optional<Expression> priority;
    bool cooperative = false;
    /// May begin before the launch before it has ended; its kernel waits by itself.
    bool programmatic = false;
    std::vector<Expression> cluster;            ///< empty: none
    std::optional<Expression> maxDynamicShared; ///< opt-in limit, bytes
    std::optional<Expression> repeat;           ///< launches per pass, default 1
    MetricExpressions metrics;
    Place place;

    bool operator==(const Launch& o) const {
        return step == o.step && kernel == o.kernel && grid == o.grid && block == o.block &&
               shared == o.shared && args == o.args && stream == o.stream &&
               priority == o.priority && cooperative == o.cooperative &&
               programmatic == o.programmatic && cluster == o.cluster &&
               maxDynamicShared == o.maxDynamicShared && repeat == o.repeat && metrics == o.metrics;
    }
};

/// The value of a __constant__ or __device__ symbol: so many elements of a scalar or vector type.
/// The compiler's symbol table knows its size only, hence the type here.
struct Constant {
    memory::DType dtype;
    std::vector<Expression> value; ///< one per lane of each element; empty: what the source says
    std::string file;              ///< with its bytes, in place of `value`; empty: none
    bool read = false;             ///< its values after the check pass are part of the report
    Place place;
    bool operator==(const Constant& o) const {
        return dtype == o.dtype && value == o.value && file == o.file && read == o.read;
    }
};

/// Limits of the context, bytes; none: what the driver has set (context_settings.h).
struct Limits {
    std::optional<Expression> stackBytes;
    std::optional<Expression> heapBytes;
    std::optional<Expression> printfBytes;
    bool operator==(const Limits&) const = default;
};
/// Whose context a run works in.
enum class ContextKind { own, primary };

struct Timing {
    int warmup = 3;
    int repeats = 50;
    /// Passes go on until the median is known to this part of itself; 0: after `repeats`.
    double medianError = 0;
    int maxRepeats = 10'000; ///< the most, with medianError
    bool flushL2 = false;
    bool restore = true;
    bool graph = false; ///< also as one CUDA graph
    /// Copies of the buffers that launches only read, which passes take in turn.
    int rotate = 1;
    double timeoutSeconds = 60;
    bool operator==(const Timing&) const = default;
};

struct Sweep {
    /// NAME → the values to try, as --set takes them.
    std::map<std::string, std::vector<Expression>> parameters;
    std::vector<Expression> restrictions;
    std::string strategy = "exhaustive";
    std::string objective = "time";
    bool operator==(const Sweep&) const = default;
};

/// A set of values that a task is checked with.
struct TaskInput {
    std::map<std::string, Expression> set; ///< NAME → value, as --set takes them
    std::uint64_t seed = 0;                ///< added to the seed of each random initialiser
    bool operator==(const TaskInput&) const = default;
};

/// Something to do, with a check that tells whether it is done: a lesson's task, or a teacher's
/// test of submissions. Done where, for every input, the run ends well, all `expect` and `require`
/// hold, and no fault was found.
struct Task {
    std::string text; ///< what to do; a test's name
    std::string hint;
    double points = 1;
    std::vector<TaskInput> inputs;        ///< empty: the project as it stands
    std::map<std::string, Expect> expect; ///< by buffer, in place of the buffer's own
    std::vector<Expression> require;      ///< over parameters, defines and counters; not 0
    std::optional<bool> faults; ///< look for races, uninitialised reads and the like; empty: yes
    Place place;
    bool operator==(const Task& o) const {
        return text == o.text && hint == o.hint && points == o.points && inputs == o.inputs &&
               expect == o.expect && require == o.require && faults == o.faults;
    }
};

struct Project {
    static constexpr int kVersion = 1;

    std::string name;
    std::string notes; ///< Markdown
    Source source = SourceText{};
    /// What the source is linked with: CUDA sources, each compiled by itself, and PTX.
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
    std::vector<Task> tasks;
    int devices = 1; ///< that share a run, where buffers are split
    /// How often every pass goes through the launches, as for the steps of a simulation; none: 1.
    std::optional<Expression> rounds;

    /// Keys that this version does not know, by JSON pointer, their values as JSON text; written
    /// back on save.
    std::map<std::string, std::string> unknown;
    /// Where the file lies; empty for a project that was never saved. Not part of the file.
    std::filesystem::path file;
    /// Whether the user, who trusts the project, lets it name files outside its folder and options
    /// that do. Never from the file.
    bool mayLeaveFolder = false;
    /// Whether it is compiled only where the system keeps the compiler from files outside its
    /// folder. Never from the file.
    bool mustConfine = false;
    /// The file that a source handed over as text comes from, where it is not the project's own. A
    /// compiler that reads the source then reads nothing beside it but `sourceFolder`.
    std::filesystem::path foreignSource;
    std::filesystem::path sourceFolder; ///< empty: nothing beside it
    /// Folders with headers that the user, not the project, named. Not part of the file.
    std::vector<std::filesystem::path> userIncludeDirs;
    /// Texts that represent files which the source includes, by absolute path: what an editor holds
    /// and has not saved. Not part of the file.
    std::map<std::string, std::string> unsaved;
    /// Written by a newer version of Warpbench: may be looked at, not saved.
    bool readOnly = false;
    /// Where values are in the file, by JSON pointer ("/compile/defines/BLOCK"). Not part of the
    /// file.
    std::map<std::string, Place> places;

    /// The folder that relative paths refer to; empty where the project was never saved.
    std::filesystem::path folder() const { return file.parent_path(); }

    /// Equality of contents, not of place.
    bool operator==(const Project& o) const {
        return name == o.name && notes == o.notes && source == o.source && link == o.link &&
               compile == o.compile && parameters == o.parameters && buffers == o.buffers &&
               launches == o.launches && constants == o.constants && context == o.context &&
               limits == o.limits && timing == o.timing && metrics == o.metrics &&
               sweep == o.sweep && tasks == o.tasks && devices == o.devices && rounds == o.rounds &&
               unknown == o.unknown;
    }
};

} // namespace warpbench::project
