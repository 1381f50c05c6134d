// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/path_text.h"
#include "core/expression/integer_math.h"
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

/// A number or boolean where the text is exactly what JSON would write, else a text: reading it
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

/// A whole number without ".0", as people write it.
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
    for (const auto& [name, text] : settings.defines) {
        object["defines"][name] = text ? json(*text) : json(nullptr);
    }
    return object;
}

void putDType(json& object, const memory::DType& dtype) {
    if (dtype.kind() != memory::DType::Kind::structure) {
        object["dtype"] = dtype.name();
        return;
    }
    object["dtype"] = "struct";
    if (dtype.name() != "struct") {
        object["struct_name"] = dtype.name();
    }
    for (const memory::Field& field : dtype.fields()) {
        json member = {{"name", field.name}};
        putDType(member, *field.type);
        putUnless(member, "count", field.count, std::size_t(1));
        object["fields"].push_back(std::move(member));
    }
}

json initToJson(const Init& init) {
    json object = {{"kind", wordFor(kInitWords, init.kind)}};
    // What a kind needs is written although it is missing still: a project that is being made can
    // be saved and opened again.
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
        object["buffer"] = expect.buffer; // one of them has to be there
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
    return object;
}

json toJson(const BufferArg& arg) {
    json object = {{"buffer", arg.buffer}, {"access", wordFor(kAccessWords, arg.access)}};
    put(object, "offset", arg.offset);
    return object;
}

json toJson(const StructArg& arg) {
    json fields = json::object();
    for (const auto& [name, field] : arg.fields) {
        fields[name] = std::visit([](const auto& value) { return toJson(value); }, field);
    }
    return {{"struct", fields}};
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
    putUnless(object, "address", arg.address, standard.address);
    putUnless(object, "normalized", arg.normalized, standard.normalized);
    putUnless(object, "read", arg.read, standard.read);
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

json launchToJson(const Launch& launch) {
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
    putUnless(object, "stream", launch.stream, {});
    putUnless(object, "cooperative", launch.cooperative, false);
    if (!launch.cluster.empty()) {
        object["cluster"] = toJson(launch.cluster);
    }
    put(object, "max_dynamic_shared", launch.maxDynamicShared);
    put(object, "repeat", launch.repeat);
    if (!(launch.metrics == MetricExpressions{})) {
        object["metrics"] = toJson(launch.metrics);
    }
    return object;
}

json timingToJson(const Timing& timing) {
    return {{"warmup", timing.warmup},
            {"repeats", timing.repeats},
            {"flush_l2", timing.flushL2},
            {"restore", timing.restore},
            {"timeout_s", toJson(timing.timeoutSeconds)}};
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

/// Puts a key that this version does not know back where it stood, if what it stood in is still
/// there. Sections that are left out at their defaults are made again for it.
void restoreUnknown(json& document, const std::string& pointer, const std::string& value) {
    const json::json_pointer where(pointer);
    const json::json_pointer parent = where.parent_pointer();
    if (!document.contains(parent)) {
        const std::string section = parent.empty() ? "" : parent.back();
        if (section != "metrics" || !document.contains(parent.parent_pointer())) {
            return;
        }
        document[parent] = json::object();
    }
    json& object = document[parent];
    if (object.is_object() && !object.contains(where.back())) {
        object[where.back()] = json::parse(value);
    }
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
        object["value"] =
            constant.value.size() == 1 ? toJson(constant.value[0]) : toJson(constant.value);
    }
    if (!(project.metrics == MetricExpressions{})) {
        document["metrics"] = toJson(project.metrics);
    }
    if (project.sweep) {
        document["sweep"] = sweepToJson(*project.sweep);
    }
    for (const auto& [pointer, value] : project.unknown) {
        restoreUnknown(document, pointer, value);
    }
    return document;
}

} // namespace

std::string writeProject(const Project& project) {
    try {
        return projectToJson(project).dump(2) + "\n";
    } catch (const json::type_error&) {
        throw Error(ErrorKind::project, "a text of the project is not UTF-8",
                    "convert the source to UTF-8", Place{utf8(project.file)});
    }
}

void saveProject(const Project& project, const std::filesystem::path& file) {
    if (project.readOnly) {
        throw Error(ErrorKind::project, "the project was written by a newer Warpbench",
                    "update Warpbench to change it", Place{utf8(file)});
    }
    replaceFile(file, writeProject(project));
}

std::vector<std::string> dtypeWords() {
    std::vector<std::string> words;
    for (int i = 0; i <= int(memory::Scalar::complex128); ++i) {
        words.emplace_back(memory::nameOf(memory::Scalar(i)));
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
