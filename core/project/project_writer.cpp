// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/path_text.h"
#include "core/expression/integer_math.h"
#include "core/platform/files.h"
#include "core/project/project_file.h"
#include "core/project/project_files.h"
#include "core/project/words.h"

#include <nlohmann/json.hpp>

namespace warpbench::project {

namespace {

using nlohmann::json;

template <class... Handlers>
struct Overloaded : Handlers... {
    using Handlers::operator()...;
};
template <class... Handlers>
Overloaded(Handlers...) -> Overloaded<Handlers...>;

/// A number or boolean if the text is exactly what JSON would write, otherwise a string. Reading it
/// again gives the same expression.
json toJson(const Expression& expression) {
    json parsed = json::parse(expression.text, nullptr, false);
    if ((parsed.is_number() || parsed.is_boolean()) && parsed.dump() == expression.text) {
        return parsed;
    }
    return expression.text;
}

json toJson(const std::vector<Expression>& list) {
    json array = json::array();
    for (const Expression& expression : list) {
        array.push_back(toJson(expression));
    }
    return array;
}

void put(json& object, const char* key, const std::optional<Expression>& expression) {
    if (expression) {
        object[key] = toJson(*expression);
    }
}

/// An integer without ".0", as people write it.
json toJson(double value) {
    const auto whole = exactInteger(value);
    return whole && !(value == 0 && std::signbit(value)) ? json(*whole) : json(value);
}

template <class Value>
void putUnless(json& object, const char* key, const Value& value, const Value& standard) {
    if (!(value == standard)) {
        object[key] = value;
    }
}

json compileToJson(const CompileSettings& settings) {
    json object = {{"arch", settings.arch}, {"std", settings.std}};
    putUnless(object, "options", settings.options, {});
    putUnless(object, "include_dirs", settings.includeDirs, {});
    putUnless(object, "lto", settings.lto, false);
    for (const auto& [name, text] : settings.defines) {
        object["defines"][name] = text ? json(*text) : json(nullptr);
    }
    return object;
}

void putDType(json& object, const arrays::DType& dtype) {
    if (dtype.kind() != arrays::DType::Kind::structure) {
        object["dtype"] = dtype.name();
        return;
    }
    object["dtype"] = "struct";
    if (dtype.name() != "struct") {
        object["struct_name"] = dtype.name();
    }
    for (const arrays::Field& field : dtype.fields()) {
        json member = {{"name", field.name}};
        putDType(member, *field.type);
        putUnless(member, "count", field.count, std::size_t(1));
        object["fields"].push_back(std::move(member));
    }
}

json initToJson(const Init& init) {
    json object = {{"kind", wordFor(kInitWords, init.kind)}};
    // Required keys are written even if they are still empty, so that an unfinished project can be
    // saved and opened again.
    switch (init.kind) {
    case Init::Kind::constant:
        object["value"] = "";
        break;
    case Init::Kind::randint:
        object["high"] = "";
        break;
    case Init::Kind::expression:
        object["expression"] = "";
        break;
    case Init::Kind::file:
        object["path"] = "";
        break;
    default:
        break;
    }
    put(object, "value", init.value);
    put(object, "start", init.start);
    put(object, "step", init.step);
    put(object, "low", init.low);
    put(object, "high", init.high);
    put(object, "mean", init.mean);
    put(object, "stddev", init.stddev);
    put(object, "expression", init.expression);
    putUnless(object, "seed", init.seed, std::uint64_t(0));
    putUnless(object, "path", init.path, {});
    putUnless(object, "member", init.member, {});
    return object;
}

json expectToJson(const Expect& expect) {
    json object = json::object();
    put(object, "expression", expect.expression);
    put(object, "reference", expect.reference);
    putUnless(object, "file", expect.file, {});
    putUnless(object, "member", expect.member, {});
    const bool other = expect.expression || expect.reference || !expect.file.empty();
    if (!other || !expect.buffer.empty()) {
        object["buffer"] = expect.buffer; // one of them is required
    }
    const Expect standard;
    putUnless(object, "rtol", toJson(expect.rtol), toJson(standard.rtol));
    putUnless(object, "atol", toJson(expect.atol), toJson(standard.atol));
    putUnless(object, "exact", expect.exact, standard.exact);
    putUnless(object, "equal_nan", expect.equalNan, standard.equalNan);
    return object;
}

json bufferToJson(const Buffer& buffer) {
    json object = {{"name", buffer.name}, {"shape", toJson(buffer.shape)}};
    putDType(object, buffer.dtype);
    object["init"] = initToJson(buffer.init);
    if (buffer.expect) {
        object["expect"] = expectToJson(*buffer.expect);
    }
    if (buffer.split) {
        object["split"] = "rows";
    }
    put(object, "address", buffer.address);
    put(object, "halo", buffer.halo);
    if (buffer.memory != MemoryKind::device) {
        object["memory"] = wordFor(kMemoryWords, buffer.memory);
    }
    if (buffer.reduce) {
        object["reduce"] = wordFor(kReductionWords, *buffer.reduce);
    }
    return object;
}

json toJson(const BufferArg& arg) {
    json object = {{"buffer", arg.buffer}, {"access", wordFor(kAccessWords, arg.access)}};
    put(object, "offset", arg.offset);
    return object;
}

json fieldsToJson(const StructArg& structure);

json memberToJson(const MemberValue& member) {
    return std::visit(Overloaded{[](const StructArg& structure) {
                                     json fields = fieldsToJson(structure);
                                     const bool needsWord =
                                         fields.contains("buffer") || fields.contains("struct");
                                     return needsWord ? json{{"struct", fields}} : fields;
                                 },
                                 [](const MemberList& list) {
                                     json array = json::array();
                                     for (const MemberValue& element : list) {
                                         array.push_back(memberToJson(element));
                                     }
                                     return array;
                                 },
                                 [](const auto& leaf) { return toJson(leaf); }},
                      member.variant());
}

json fieldsToJson(const StructArg& structure) {
    json fields = json::object();
    for (const auto& [name, field] : structure.fields) {
        fields[name] = memberToJson(field);
    }
    return fields;
}

json toJson(const StructArg& arg) {
    return {{"struct", fieldsToJson(arg)}};
}

json toJson(const BytesArg& arg) {
    constexpr std::string_view kDigits = "0123456789abcdef";
    std::string text;
    for (const std::uint8_t byte : arg.bytes) {
        text += kDigits[byte >> 4];
        text += kDigits[byte & 15];
    }
    return {{"bytes", text}};
}

json toJson(const TextureArg& arg) {
    json object = {{"buffer", arg.buffer}};
    const TextureArg standard;
    putUnless(object, "channels", arg.channels, standard.channels);
    putUnless(object, "filter", arg.filter, standard.filter);
    if (arg.addressY.empty() && arg.addressZ.empty()) {
        putUnless(object, "address", arg.address, standard.address);
    } else {
        object["address"] = {arg.address, arg.addressY.empty() ? arg.address : arg.addressY};
        if (!arg.addressZ.empty()) {
            object["address"].push_back(arg.addressZ);
        }
    }
    putUnless(object, "normalized", arg.normalized, standard.normalized);
    putUnless(object, "read", arg.read, standard.read);
    putUnless(object, "srgb", arg.srgb, standard.srgb);
    if (arg.border != standard.border) {
        for (const float channel : arg.border) {
            object["border"].push_back(toJson(double(channel)));
        }
    }
    putUnless(object, "memory", arg.memory, standard.memory);
    putUnless(object, "levels", arg.levels, standard.levels);
    putUnless(object, "level_filter", arg.levelFilter, standard.levelFilter);
    return {{"texture", object}};
}

json toJson(const SurfaceArg& arg) {
    json object = {{"buffer", arg.buffer}, {"access", wordFor(kAccessWords, arg.access)}};
    putUnless(object, "channels", arg.channels, 1);
    return {{"surface", object}};
}

json toJson(const ScalarArg& arg) {
    return {{"scalar", arg.type.name()},
            {"value", arg.value.size() == 1 ? toJson(arg.value[0]) : toJson(arg.value)}};
}

json toJson(const NullArg&) {
    return {{"null", true}};
}

json toJson(const MetricExpressions& metrics) {
    json object = json::object();
    put(object, "bytes", metrics.bytes);
    put(object, "flops", metrics.flops);
    return object;
}

json stepToJson(const Step& step) {
    json object = {{wordFor(kStepWords, step.kind), step.text.text}};
    const bool joins = step.kind == Step::Kind::reduce || step.kind == Step::Kind::scan;
    if (step.kind == Step::Kind::fill) {
        object["value"] = toJson(step.value);
    }
    const bool seeded = step.kind == Step::Kind::random || step.kind == Step::Kind::library;
    if (seeded && !(step.seed == Step{}.seed)) {
        object["seed"] = toJson(step.seed);
    }
    if (joins) {
        putUnless(object, "with", step.with.text, Step{}.with.text);
        put(object, "neutral", step.neutral);
    }
    if (step.kind == Step::Kind::sort) {
        putUnless(object, "descending", step.descending, false);
    }
    if (step.kind == Step::Kind::scan) {
        putUnless(object, "exclusive", step.exclusive, false);
    }
    return object;
}

json kernelLaunchToJson(const Launch& launch) {
    json object = {{"kernel", launch.kernel},
                   {"grid", toJson(launch.grid)},
                   {"block", toJson(launch.block)},
                   {"args", json::array()}};
    if (launch.shared.text != "0") {
        object["shared"] = toJson(launch.shared);
    }
    for (const Argument& argument : launch.args) {
        object["args"].push_back(
            std::visit([](const auto& value) { return toJson(value); }, argument.value));
    }
    putUnless(object, "cooperative", launch.cooperative, false);
    putUnless(object, "programmatic", launch.programmatic, false);
    if (!launch.cluster.empty()) {
        object["cluster"] = toJson(launch.cluster);
    }
    put(object, "max_dynamic_shared", launch.maxDynamicShared);
    return object;
}

json launchToJson(const Launch& launch) {
    json object = launch.step ? stepToJson(*launch.step) : kernelLaunchToJson(launch);
    if (launch.step && !launch.block.empty()) {
        object["block"] = toJson(launch.block);
    }
    putUnless(object, "stream", launch.stream, {});
    put(object, "priority", launch.priority);
    put(object, "repeat", launch.repeat);
    if (!(launch.metrics == MetricExpressions{})) {
        object["metrics"] = toJson(launch.metrics);
    }
    return object;
}

json limitsToJson(const Limits& limits) {
    json object = json::object();
    put(object, "stack_bytes", limits.stackBytes);
    put(object, "heap_bytes", limits.heapBytes);
    put(object, "printf_bytes", limits.printfBytes);
    return object;
}

json timingToJson(const Timing& timing) {
    json object = {{"warmup", timing.warmup},
                   {"repeats", timing.repeats},
                   {"flush_l2", timing.flushL2},
                   {"restore", timing.restore},
                   {"timeout_s", toJson(timing.timeoutSeconds)}};
    const Timing usual;
    if (timing.medianError != usual.medianError)
        object["median_error"] = toJson(timing.medianError);
    if (timing.maxRepeats != usual.maxRepeats)
        object["max_repeats"] = timing.maxRepeats;
    putUnless(object, "graph", timing.graph, usual.graph);
    putUnless(object, "rotate", timing.rotate, usual.rotate);
    return object;
}

json sweepToJson(const Sweep& sweep) {
    json object = {{"strategy", sweep.strategy},
                   {"objective", sweep.objective},
                   {"parameters", json::object()}};
    for (const auto& [name, values] : sweep.parameters) {
        object["parameters"][name] = toJson(values);
    }
    if (!sweep.restrictions.empty()) {
        object["restrictions"] = toJson(sweep.restrictions);
    }
    return object;
}

json taskToJson(const Task& task) {
    json object = {{"text", task.text}};
    putUnless(object, "hint", task.hint, {});
    putUnless(object, "points", toJson(task.points), toJson(Task{}.points));
    json check = json::object();
    for (const TaskInput& input : task.inputs) {
        json values = json::object();
        for (const auto& [name, value] : input.set) {
            values["set"][name] = toJson(value);
        }
        putUnless(values, "seed", input.seed, std::uint64_t(0));
        check["inputs"].push_back(values);
    }
    for (const auto& [buffer, expect] : task.expect) {
        check["expect"][buffer] = expectToJson(expect);
    }
    if (!task.require.empty()) {
        check["require"] = toJson(task.require);
    }
    if (task.faults) {
        check["faults"] = *task.faults;
    }
    putUnless(object, "check", check, json::object());
    return object;
}

/// Restores a key unknown to this version at its old location, if the containing object still
/// exists. Sections that are omitted at their defaults are created for it.
void restoreUnknown(json& document, const std::string& pointer, const std::string& value) {
    const json::json_pointer where(pointer);
    const json::json_pointer parent = where.parent_pointer();
    if (!document.contains(parent)) {
        const std::string section = parent.empty() ? "" : parent.back();
        if ((section != "metrics" && section != "limits") ||
            !document.contains(parent.parent_pointer())) {
            return;
        }
        document[parent] = json::object();
    }
    json& object = document[parent];
    if (object.is_object() && !object.contains(where.back())) {
        object[where.back()] = json::parse(value);
    }
}

/// The current index of the list element that was at `index` when the file was read: buffers,
/// launches and arguments remember their place in it. Empty if it was removed.
template <class List>
std::optional<std::size_t> indexNow(const Project& project, const List& list,
                                    const std::string& listPointer, const std::string& index) {
    const auto before = project.places.find(listPointer + "/" + index);
    if (before == project.places.end()) {
        return std::nullopt;
    }
    for (std::size_t i = 0; i < list.size(); ++i) {
        if (list[i].place == before->second) {
            return i;
        }
    }
    return std::nullopt;
}

/// The pointer of an unknown key, adapted to the current index of its buffer, launch or argument.
/// Empty if that was removed.
std::optional<std::string> pointerNow(const Project& project, const std::string& pointer) {
    std::vector<std::string> parts;
    for (std::size_t at = 0; at < pointer.size();) {
        const std::size_t end = std::min(pointer.find('/', at + 1), pointer.size());
        parts.push_back(pointer.substr(at + 1, end - at - 1));
        at = end;
    }
    if (parts.size() < 3 || (parts[0] != "buffers" && parts[0] != "launches")) {
        return pointer;
    }
    const std::string list = "/" + parts[0];
    const bool isBuffer = parts[0] == "buffers";
    const auto index = isBuffer ? indexNow(project, project.buffers, list, parts[1])
                                : indexNow(project, project.launches, list, parts[1]);
    if (!index) {
        return std::nullopt;
    }
    std::string now = list + "/" + std::to_string(*index);
    std::size_t next = 2;
    if (!isBuffer && parts[2] == "args" && parts.size() > 4) {
        const auto argument = indexNow(project, project.launches[*index].args,
                                       list + "/" + parts[1] + "/args", parts[3]);
        if (!argument) {
            return std::nullopt;
        }
        now += "/args/" + std::to_string(*argument);
        next = 4;
    }
    for (; next < parts.size(); ++next) {
        now += "/" + parts[next];
    }
    return now;
}

json projectToJson(const Project& project) {
    json document = {{"format", "warpbench-project"},
                     {"version", Project::kVersion},
                     {"name", project.name},
                     {"compile", compileToJson(project.compile)},
                     {"timing", timingToJson(project.timing)},
                     {"buffers", json::array()},
                     {"launches", json::array()}};
    putUnless(document, "notes", project.notes, {});
    document["source"] = std::visit(Overloaded{[](const SourceText& source) {
                                                   return json{{"text", source.text}};
                                               },
                                               [](const SourceFile& source) {
                                                   return json{{"file", source.path}};
                                               }},
                                    project.source);
    for (const SourceFile& file : project.link) {
        document["link"].push_back({{"file", file.path}});
    }
    for (const auto& [name, expression] : project.parameters) {
        document["parameters"][name] = toJson(expression);
    }
    for (const Buffer& buffer : project.buffers) {
        document["buffers"].push_back(bufferToJson(buffer));
    }
    for (const Launch& launch : project.launches) {
        document["launches"].push_back(launchToJson(launch));
    }
    for (const auto& [symbol, constant] : project.constants) {
        json& object = document["constants"][symbol];
        object["dtype"] = constant.dtype.name();
        if (!constant.value.empty()) {
            object["value"] =
                constant.value.size() == 1 ? toJson(constant.value[0]) : toJson(constant.value);
        } else if (!constant.file.empty()) {
            object["file"] = constant.file;
        } else if (!constant.read) {
            object["value"] = ""; // still empty; an unfinished project can be saved
        }
        putUnless(object, "read", constant.read, false);
    }
    if (project.context != ContextKind::own) {
        document["context"] = wordFor(kContextWords, project.context);
    }
    if (!(project.limits == Limits{})) {
        document["limits"] = limitsToJson(project.limits);
    }
    if (!(project.metrics == MetricExpressions{})) {
        document["metrics"] = toJson(project.metrics);
    }
    if (project.sweep) {
        document["sweep"] = sweepToJson(*project.sweep);
    }
    for (const auto& [name, layout] : project.layouts) {
        json& object = document["layouts"][name];
        object["text"] = layout.text;
        putUnless(object, "buffers", layout.buffers, {});
    }
    for (const Task& task : project.tasks) {
        document["tasks"].push_back(taskToJson(task));
    }
    putUnless(document, "devices", project.devices, 1);
    put(document, "rounds", project.rounds);
    for (const auto& [pointer, value] : project.unknown) {
        if (const auto now = pointerNow(project, pointer)) {
            restoreUnknown(document, *now, value);
        }
    }
    return document;
}

} // namespace

std::string writeProject(const Project& project) {
    try {
        return projectToJson(project).dump(2) + "\n";
    } catch (const json::type_error&) {
        throw Error(ErrorKind::project,
                    {"WB1362", "a text of the project is not UTF-8", "convert the source to UTF-8"},
                    Place{utf8(project.file)});
    }
}

void requireSavable(const Project& project, const std::filesystem::path& file) {
    if (project.readOnly) {
        throw Error(ErrorKind::project,
                    {"WB1363", "the project was written by a newer Warpbench",
                     "update Warpbench to change it"},
                    Place{utf8(file)});
    }
}

void saveProject(const Project& project, const std::filesystem::path& file) {
    requireSavable(project, file);
    platform::replaceFile(file, writeProject(project));
}

std::vector<std::string> dtypeWords() {
    std::vector<std::string> words;
    for (int i = 0; i <= int(arrays::Scalar::complex128); ++i) {
        words.emplace_back(arrays::nameOf(arrays::Scalar(i)));
    }
    for (const char* base : {"char", "uchar", "short", "ushort", "int", "uint", "longlong",
                             "ulonglong", "float", "double"}) {
        for (const char* lanes : {"2", "3", "4"}) {
            words.push_back(std::string(base) + lanes);
        }
    }
    words.emplace_back("half2");
    words.emplace_back("struct");
    return words;
}

} // namespace warpbench::project
