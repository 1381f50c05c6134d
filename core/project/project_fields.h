// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/project/field_rules.h"
#include "core/project/row_parts.h"
#include "core/project/words.h"

#include <array>

/// The project file's keys. Each record has one function that lists its rows: key, member, what the
/// key means, and rules. The reader, the writer and the schema go through them. They visit with
/// - field(key, member, text, rules): a row. A key that is not needed may be missing: then the
///   member keeps the value that it has in a new record;
/// - field.type(dtype): the rows of TypeKeys;
/// - field.group(key, text, rows): an object whose rows are members of the same record.
/// The reader reports the first error in the order of the rows.
namespace warpbench::project {

constexpr const auto& wordsOf(Init::Kind) {
    return kInitWords;
}
constexpr const auto& wordsOf(Access) {
    return kAccessWords;
}
constexpr const auto& wordsOf(Reduction) {
    return kReductionWords;
}
constexpr const auto& wordsOf(ContextKind) {
    return kContextWords;
}
constexpr const auto& wordsOf(MemoryKind) {
    return kMemoryWords;
}

template <class Field>
void fields(Field&& field, Is<SourceText> auto& source) {
    field("text", source.text, "The source itself.", {.needed = true});
}

template <class Field>
void fields(Field&& field, Is<SourceFile> auto& source) {
    field("file", source.path,
          "CUDA C++; PTX if it ends in .ptx, machine code if it ends in .cubin, both if it ends in "
          ".fatbin. Relative to the project.",
          {.needed = true});
}

template <class Field>
void fields(Field&& field, Is<CompileSettings> auto& compile) {
    field("arch", compile.arch, "auto (the device's), sm_90, compute_80, …", {.written = true});
    field("std", compile.std, "The C++ standard.", {.written = true});
    field("options", compile.options, "Further options of NVRTC or nvcc.");
    field("include_dirs", compile.includeDirs, "Folders for #include.");
    field("lto", compile.lto, "Optimise everything that is linked as one, by nvJitLink.");
    field("defines", compile.defines, "NAME: VALUE is -DNAME=VALUE; null is -DNAME.");
}

template <class Field>
void fields(Field&& field, Is<TypeKeys> auto& type) {
    field("dtype", TypeWord{type.word}, "The type of an element.", {.needed = true});
    if (type.word == "struct") {
        field("struct_name", type.structName, "The struct's name.");
        field("fields", type.fields, "The struct's members, laid out as in C.",
              {.needed = true, .least = 1});
    }
}

template <class Field>
void fields(Field&& field, Is<arrays::Field> auto& member) {
    field("name", member.name, "The member's name.", {.needed = true});
    field.type(member.type);
    field("count", member.count, "Elements of an array.", {.least = 1, .most = 1 << 30});
}

template <class Field>
void fields(Field&& field, Is<Init> auto& init) {
    using Kind = Init::Kind;
    field("kind", init.kind, "How to fill the buffer.", {.needed = true});
    field("value", init.value, "constant: the value of every lane.",
          {.neededIf = init.kind == Kind::constant});
    field("start", init.start, "arange: the first value; without it 0.");
    field("step", init.step, "arange: the difference to the next value; without it 1.");
    field("low", init.low, "uniform, randint: the smallest value; without it 0.");
    field("high", init.high,
          "uniform, randint: values are smaller than this; without it 1 for uniform.",
          {.neededIf = init.kind == Kind::randint});
    field("mean", init.mean, "normal: without it 0.");
    field("stddev", init.stddev, "normal: the standard deviation; without it 1.");
    field("expression", init.expression,
          "expression: computed element by element; may name other buffers.",
          {.neededIf = init.kind == Kind::expression});
    field("seed", init.seed, "uniform, normal, randint: of the random numbers.");
    field("path", init.path, "file: .npy, .npz, .csv; any other extension: raw bytes.",
          {.neededIf = init.kind == Kind::file});
    field("member", init.member, "file: the array's name in an .npz.");
}

template <class Field>
void fields(Field&& field, Is<Expect> auto& expect) {
    const Rules tolerance{.otherwise = {"WB1355", "a tolerance below 0", "give 0 or more"}};
    field("expression", expect.expression, "The contents, element by element: a * b",
          {.oneOf = true});
    field("reference", expect.reference, "The contents, from whole arrays: matmul(a, b)",
          {.oneOf = true});
    field("file", expect.file, "The contents: .npy, .npz, .csv; any other extension: raw bytes.",
          {.oneOf = true});
    field("member", expect.member, "The array's name in an .npz.");
    field("buffer", expect.buffer, "Another buffer, with its contents after the check pass.",
          {.oneOf = true});
    field("rtol", expect.rtol, "Passed where |got - want| <= atol + rtol * |want|.", tolerance);
    field("atol", expect.atol, "Passed where |got - want| <= atol + rtol * |want|.", tolerance);
    field("exact", expect.exact, "Compare bits, but any NaN equals any NaN.");
    field("equal_nan", expect.equalNan, "NaN equals NaN.");
}

template <class Field>
void fields(Field&& field, Is<Buffer> auto& buffer) {
    field("name", buffer.name, "Letters, digits, _", {.needed = true, .nonEmpty = true});
    field.type(buffer.dtype);
    field("shape", buffer.shape, "The sizes, outermost first; [] is one element.",
          {.needed = true, .most = 16});
    field("init", buffer.init, "Initial contents; without it zeros.", {.written = true});
    field("expect", buffer.expect, "The contents after the check pass.");
    field("split", ByRows{buffer.split}, "The project's devices share the outermost dimension.");
    field("memory", buffer.memory,
          "managed: pages move to the processor that accesses them; mapped: page-locked host "
          "memory; pitched: device memory with lines a multiple of 512 bytes apart.");
    field("address", buffer.address, "Where the buffer is on the device, in bytes.");
    field("halo", buffer.halo,
          "Of a split buffer: neighbouring rows that each device holds before and after its own.");
    field("reduce", buffer.reduce,
          "How to combine what several devices leave in a buffer that is not split.");
}

template <class Field>
void fields(Field&& field, Is<BufferArg> auto& arg) {
    field("buffer", arg.buffer, "A pointer to a buffer.", {.needed = true});
    field("access", arg.access,
          "What the kernel does with it; resident: it stays on the device between runs.",
          {.written = true});
    field("offset", arg.offset, "Elements that the pointer is after the buffer's start.");
}

template <class Field>
void fields(Field&& field, Is<ScalarArg> auto& arg) {
    field("scalar", arg.type, "The type of a scalar or vector.", {.needed = true});
    field("value", OneOrMore{arg.value}, "A number; for a vector a list with a number per lane.",
          {.needed = true, .least = 1, .most = 4});
}

template <class Field>
void fields(Field&& field, Is<TextureArg> auto& arg) {
    field("buffer", arg.buffer, "The buffer that the texture reads.", {.needed = true});
    field("channels", Channels{arg.channels}, "Channels of a texel.");
    field("filter", arg.filter, "Between texels.", {.words = {"point", "linear"}});
    field("address", AddressModes{arg.address, arg.addressY, arg.addressZ},
          "What coordinates outside mean, for all axes or for x, y and z.",
          {.most = 3, .words = {"wrap", "clamp", "mirror", "border"}});
    field("normalized", arg.normalized, "Coordinates go from 0 to 1.");
    field("read", arg.read, "How integers are read.", {.words = {"element", "normalized_float"}});
    field("srgb", arg.srgb, "Convert bytes that are read as normalized_float to linear values.");
    field("border", arg.border, "The value outside, for axes with border: a number per channel.");
    field("memory", arg.memory,
          "array: a copy in the layout of textures; linear: the buffer itself, for tex1Dfetch; "
          "pitched: the buffer's own rows.",
          {.words = {"array", "linear", "pitched"}});
    field("levels", arg.levels, "Buffers of the mip levels after the first.");
    field("level_filter", arg.levelFilter, "Between mip levels.", {.words = {"point", "linear"}});
}

template <class Field>
void fields(Field&& field, Is<SurfaceArg> auto& arg) {
    field("buffer", arg.buffer, "The buffer that the surface accesses.", {.needed = true});
    field("channels", Channels{arg.channels}, "Channels of an element.");
    field("access", arg.access, "What the kernel does with it.", {.written = true});
}

/// A kind of argument: the key that only it has, and an argument of that kind.
struct ArgumentKind {
    const char* key;
    decltype(Argument::value) standard;
    const char* text;
};
inline const std::array<ArgumentKind, 7> kArgumentKinds{{
    {"buffer", BufferArg{}, ""},
    {"scalar", ScalarArg{}, ""},
    {"null", NullArg{}, "A null pointer."},
    {"struct", StructArg{}, "A struct's members by name; those left out are zero."},
    {"bytes", BytesArg{}, "The argument's bytes, two hexadecimal digits each."},
    {"texture", TextureArg{}, "A texture object."},
    {"surface", SurfaceArg{}, "A surface object."},
}};

template <class Field>
void fields(Field&& field, Is<Argument> auto& argument) {
    const ArgumentKind& kind = kArgumentKinds[argument.value.index()];
    const auto rows = [&](auto& value) {
        using Value = std::remove_cvref_t<decltype(value)>;
        if constexpr (std::same_as<Value, BufferArg> || std::same_as<Value, ScalarArg>) {
            fields(field, value);
        } else {
            field(kind.key, value, kind.text, {.needed = true});
        }
    };
    std::visit(rows, argument.value);
}

template <class Field>
void fields(Field&& field, Is<MetricExpressions> auto& metrics) {
    field("bytes", metrics.bytes, "Bytes that one launch moves.");
    field("flops", metrics.flops, "Operations that one launch does.");
}

inline const char* textOf(Step::Kind kind) {
    switch (kind) {
    case Step::Kind::elementwise:
        return "Assignments to buffers, done for every element: z = a * x + y";
    case Step::Kind::fill:
        return "A buffer; its elements are value";
    case Step::Kind::random:
        return "Random numbers for a buffer: z = uniform(0, 1), z = normal(0, 1), "
               "z = randint(0, 10)";
    case Step::Kind::reduce:
        return "One value of an expression of all elements: total = x * y";
    case Step::Kind::scan:
        return "For each element, all up to it combined: z = x";
    case Step::Kind::sort:
        return "A buffer of keys, or keys and values that move along: keys, values";
    case Step::Kind::library:
        return "A call of NVIDIA's library: c = gemm(a, b), y = fft(x), z = normal(0, 1), "
               "y = spmv(offsets, columns, values, x), total = sum(x), y = inclusive_sum(x), "
               "sorted, moved = sort(keys, values)";
    }
    return "";
}

template <class Field>
void fields(Field&& field, Is<Step> auto& step) {
    using Kind = Step::Kind;
    const auto is = [&](Kind kind) { return step.kind == kind; };
    field(wordFor(kStepWords, step.kind), TextOnly{step.text}, textOf(step.kind), {.needed = true});
    if (is(Kind::fill)) {
        field("value", step.value, "fill: the value of every element.", {.needed = true});
    }
    if (is(Kind::random) || is(Kind::library)) {
        field("seed", step.seed, "random, library: of the random numbers.");
    }
    if (is(Kind::reduce) || is(Kind::scan)) {
        field("with", TextOnly{step.with},
              "reduce, scan: sum, product, min, max, or an expression of left and right");
        field("neutral", step.neutral,
              "reduce, scan: what changes nothing, for an expression of left and right.");
    }
    if (is(Kind::sort)) {
        field("descending", step.descending, "sort: largest first.");
    }
    if (is(Kind::scan)) {
        field("exclusive", step.exclusive, "scan: each sum excludes its own element.");
    }
}

/// Either a step with its keys, or a kernel of the source.
template <class Field>
void fields(Field&& field, Is<Launch> auto& launch) {
    constexpr const char* kBlock = "Threads of a block: x, y, z; of a step one number.";
    if (launch.step) {
        fields(field, *launch.step);
        field("block", launch.block, kBlock, {.least = 1, .most = 1});
    } else {
        field("kernel", launch.kernel,
              "The kernel's name, or a C++ name expression; ${NAME} inserts a parameter or define.",
              {.needed = true});
        field("grid", launch.grid, "Blocks: x, y, z.", {.needed = true, .least = 1, .most = 3});
        field("block", launch.block, kBlock, {.needed = true, .least = 1, .most = 3});
        field("shared", launch.shared, "Dynamic shared memory in bytes.");
        field("args", launch.args, "The kernel's arguments, in order.", {.written = true});
        field("cooperative", launch.cooperative, "A cooperative launch.");
        field("programmatic", launch.programmatic,
              "May start before the previous launch on the same stream has ended.");
        field("cluster", launch.cluster, "Blocks of a cluster: x, y, z.", {.most = 3});
        field("max_dynamic_shared", launch.maxDynamicShared,
              "Opt-in limit of dynamic shared memory in bytes.");
    }
    field("stream", launch.stream, "Launches on streams of the same name run in order.");
    field("priority", launch.priority, "Of the stream; smaller numbers run first.");
    field("repeat", launch.repeat, "Launches in each pass; without it 1.");
    field("metrics", launch.metrics, "Bytes moved and operations done by one launch.");
}

template <class Field>
void fields(Field&& field, Is<Constant> auto& constant) {
    field("dtype", constant.dtype, "The type of an element.", {.needed = true});
    field("read", constant.read,
          "Its values after the check pass are part of the report; without it value or file is "
          "needed");
    if (constant.value.empty()) { // only one of the two is written
        field("file", constant.file, "A file with the variable's bytes, in place of value");
    }
    field("value", OneOrMore{constant.value}, "A number, or a list with a number per lane.",
          {.neededIf = !constant.read && constant.file.empty(), .least = 1});
}

template <class Field>
void fields(Field&& field, Is<Limits> auto& limits) {
    field("stack_bytes", limits.stackBytes, "Stack of each thread.");
    field("heap_bytes", limits.heapBytes, "Space for malloc and new in kernels.");
    field("printf_bytes", limits.printfBytes, "Space for what kernels print during a launch.");
}

template <class Field>
void fields(Field&& field, Is<Timing> auto& timing) {
    field("warmup", timing.warmup, "Passes before measuring.", {.written = true, .most = kMostInt});
    field("repeats", timing.repeats, "Measured passes; 0: no timing.",
          {.written = true, .most = kMostInt});
    field("median_error", timing.medianError,
          "Repeat passes until each launch's median is known to this fraction; 0: stop at repeats.",
          {.most = 0.5,
           .otherwise = {"WB1358", "a median error of {number}",
                         "give a fraction of the median up to 0.5, such as 0.01 for 1 %; 0 "
                         "switches this off"}});
    field("max_repeats", timing.maxRepeats, "The most passes with median_error.",
          {.least = 1, .most = kMostInt});
    field("flush_l2", timing.flushL2, "Empty the L2 cache before each pass.", {.written = true});
    field("restore", timing.restore, "Restore written buffers before each pass.",
          {.written = true});
    field("rotate", timing.rotate, "Number of copies of read-only buffers that passes use in turn.",
          {.least = 1, .most = 1024});
    field("graph", timing.graph, "Also time whole passes: one by one, and as one CUDA graph.");
    field("timeout_s", timing.timeoutSeconds, "Seconds after which the run is stopped.",
          {.written = true,
           .above = true,
           .otherwise = {"WB1359", "a time limit of {number} seconds", "give more than 0"}});
}

template <class Field>
void fields(Field&& field, Is<Sweep> auto& sweep) {
    field("parameters", sweep.parameters,
          "NAME: [values], of parameters, defines and compiler options.", {.written = true});
    field("restrictions", sweep.restrictions,
          "Expressions; a combination is tried if all are true.");
    field("strategy", sweep.strategy,
          "exhaustive, random, hill_climbing, simulated_annealing, genetic", {.written = true});
    field("objective", sweep.objective,
          "What to optimise: time, energy, bytes_per_second, flops_per_second, registers, "
          "spill_bytes, shared_bytes, occupancy, a counter, or an expression of these to minimise",
          {.written = true});
}

template <class Field>
void fields(Field&& field, Is<MemoryLayout> auto& layout) {
    field("text", layout.text, "C declarations.", {.needed = true});
    field("buffers", layout.buffers, "The buffers that the window shows so.");
}

template <class Field>
void fields(Field&& field, Is<TaskInput> auto& input) {
    field("set", input.set, "NAME: value, of parameters and defines.");
    field("seed", input.seed, "Added to the seed of each random initialiser.");
}

/// The conditions of a task or test.
template <class Field>
void checkFields(Field&& field, Is<Task> auto& task) {
    field("inputs", task.inputs, "A run for each; without it one of the project as it is.",
          {.least = 1});
    field("expect", task.expect, "By buffer: further contents to expect, or others.");
    field("require", task.require,
          "Expressions over parameters, defines and counters that must not be 0.");
    field("faults", task.faults,
          "Look for races and reads of uninitialised memory; without it true.");
}

template <class Field>
void fields(Field&& field, Is<Task> auto& task) {
    field("text", task.text, "What to do.", {.needed = true});
    field("hint", task.hint, "Shown until the task is done.");
    field("points", task.points, "What warpbench-cli grade gives for it.");
    field.group("check", "What must hold besides the project's own expectations.",
                [&](auto& inner) { checkFields(inner, task); });
}

/// A teacher's test, in a file of checks.
template <class Field>
void testFields(Field&& field, Is<Task> auto& test) {
    field("name", test.text, "The test's name.", {.needed = true});
    field("points", test.points, "What warpbench-cli grade gives for it.");
    checkFields(field, test);
}

template <class Field>
void fields(Field&& field, Is<Project> auto& project) {
    field("name", project.name, "Shown in the window.", {.written = true});
    field("notes", project.notes, "Markdown that the window shows beside the code.");
    field("source", project.source, "The CUDA source: a file, or its text.", {.needed = true});
    field("link", project.link,
          "Further sources, each compiled by itself and linked with the source: CUDA C++; PTX if "
          "it ends in .ptx.");
    field("compile", project.compile, "How to compile.", {.written = true});
    field("parameters", project.parameters, "NAME: number or expression.");
    field("buffers", project.buffers, "The kernels' memory.", {.written = true});
    field("launches", project.launches, "What a run does, in order.", {.written = true});
    field("constants", project.constants,
          "By symbol: values of __constant__ and __device__ variables.");
    field("context", project.context,
          "primary: the device's primary context, which the CUDA runtime shares, instead of a "
          "separate one.");
    field("limits", project.limits, "Limits of the context; without them the driver's.");
    field("timing", project.timing, "How to measure times.", {.written = true});
    field("metrics", project.metrics, "Bytes moved and operations done by the only launch.");
    field("sweep", project.sweep, "Combinations of parameters to try.");
    field("layouts", project.layouts,
          "By name: C declarations by which the window shows buffers as records.");
    field("tasks", project.tasks, "Exercises of a lesson that check themselves.");
    field("devices", project.devices, "Number of devices that share the rows of split buffers.",
          {.least = 1, .most = kMaxDevices});
    field("rounds", project.rounds, "How often each pass repeats the launches; without it 1.");
}

} // namespace warpbench::project
