// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/compile/compile_json.h"

#include "core/base/error.h"

#include <nlohmann/json.hpp>

namespace warpbench::compile {

using nlohmann::json;

namespace {

constexpr Severity kSeverities[] = {Severity::note, Severity::remark, Severity::warning,
                                    Severity::error};

/// Runs a reader; what nlohmann::json throws becomes an Error.
template <class Read>
auto guarded(const char* what, Read&& read) {
    try {
        return read();
    } catch (const json::exception& error) {
        throw Error(ErrorKind::internal,
                    std::string("a message about a ") + what + " cannot be read: " + error.what());
    }
}

template <class Value>
void get(const json& object, const char* key, Value& value) {
    if (const auto found = object.find(key); found != object.end())
        found->get_to(value);
}

template <class Value>
void get(const json& object, const char* key, std::optional<Value>& value) {
    if (const auto found = object.find(key); found != object.end() && !found->is_null())
        value = found->get<Value>();
}

template <class Value>
json orNull(const std::optional<Value>& value) {
    return value ? json(*value) : json(nullptr);
}

template <class Value>
json listOf(const std::vector<Value>& values) {
    json list = json::array();
    for (const Value& value : values)
        list.push_back(toJson(value));
    return list;
}

template <class Value, class Read>
void getList(const json& object, const char* key, std::vector<Value>& values, Read read) {
    const auto found = object.find(key);
    if (found == object.end())
        return;
    for (const json& value : found->template get_ref<const json::array_t&>())
        values.push_back(read(value));
}

const json& asObject(const json& value) {
    value.get_ref<const json::object_t&>(); // throws where it is none
    return value;
}

Severity severityFromName(const std::string& name) {
    for (Severity severity : kSeverities)
        if (name == severityName(severity))
            return severity;
    throw Error(ErrorKind::internal, "unknown severity \"" + name + "\" in a message");
}

std::vector<std::byte> bytesOf(const json& value) {
    std::vector<std::uint8_t> raw;
    if (value.is_binary())
        raw = value.get_binary();
    else
        value.at("bytes").get_to(raw); // how a JSON text writes a binary value
    std::vector<std::byte> bytes(raw.size());
    for (std::size_t i = 0; i < raw.size(); ++i)
        bytes[i] = static_cast<std::byte>(raw[i]);
    return bytes;
}

} // namespace

const char* severityName(Severity severity) noexcept {
    switch (severity) {
    case Severity::note:
        return "note";
    case Severity::remark:
        return "remark";
    case Severity::warning:
        return "warning";
    case Severity::error:
        return "error";
    }
    return "error";
}

json toJson(const Diagnostic& diagnostic) {
    return {{"severity", severityName(diagnostic.severity)},
            {"file", diagnostic.place.file},
            {"line", diagnostic.place.line},
            {"column", diagnostic.place.column},
            {"code", diagnostic.code},
            {"text", diagnostic.text},
            {"source", diagnostic.source},
            {"notes", listOf(diagnostic.notes)}};
}

json toJson(const Parameter& parameter) {
    return {{"name", parameter.name},          {"type", parameter.type},
            {"offset", parameter.offset},      {"size", parameter.size},
            {"pointer", parameter.pointer},    {"pointee_const", parameter.pointeeConst},
            {"pointee", parameter.pointee},    {"members", listOf(parameter.members)},
            {"canonical", parameter.canonical}};
}

json toJson(const KernelInfo& kernel) {
    return {{"name", kernel.name},
            {"lowered", kernel.lowered},
            {"line", kernel.line},
            {"parameters", listOf(kernel.parameters)},
            {"registers", orNull(kernel.registers)},
            {"shared_bytes", orNull(kernel.sharedBytes)},
            {"local_bytes", orNull(kernel.localBytes)},
            {"constant_bytes", orNull(kernel.constantBytes)},
            {"spill_store_bytes", orNull(kernel.spillStoreBytes)},
            {"spill_load_bytes", orNull(kernel.spillLoadBytes)},
            {"barriers", orNull(kernel.barriers)},
            {"max_threads", orNull(kernel.maxThreads)}};
}

json toJson(const CompileRequest& request) {
    json defines = json::object();
    for (const auto& [name, value] : request.defines)
        defines[name] = orNull(value);
    json includeDirs = json::array();
    for (const auto& dir : request.includeDirs)
        includeDirs.push_back(dir.string());
    return {{"source", request.source},
            {"file_name", request.fileName},
            {"arch", request.arch},
            {"std", request.std},
            {"options", request.options},
            {"defines", std::move(defines)},
            {"include_dirs", std::move(includeDirs)},
            {"name_expressions", request.nameExpressions},
            {"line_info", request.lineInfo},
            {"debug", request.debug},
            {"use_cache", request.useCache},
            {"describe_parameters", request.describeParameters}};
}

json toJsonWithoutCubin(const CompileResult& result) {
    return {{"succeeded", result.succeeded},
            {"ptx", result.ptx},
            {"log", result.log},
            {"diagnostics", listOf(result.diagnostics)},
            {"kernels", listOf(result.kernels)},
            {"arch", result.arch},
            {"command_line", result.commandLine},
            {"compiler", result.compiler},
            {"milliseconds", result.milliseconds},
            {"cached", result.cached},
            {"dropped_options", result.droppedOptions}};
}

json toJson(const CompileResult& result) {
    json value = toJsonWithoutCubin(result);
    value["cubin"] = nullptr;
    if (result.cubin) {
        const auto* begin = reinterpret_cast<const std::uint8_t*>(result.cubin->data());
        value["cubin"] =
            json::binary(std::vector<std::uint8_t>(begin, begin + result.cubin->size()));
    }
    return value;
}

Diagnostic diagnosticFromJson(const json& value) {
    return guarded("diagnostic", [&] {
        Diagnostic diagnostic;
        std::string severity = severityName(diagnostic.severity);
        get(asObject(value), "severity", severity);
        diagnostic.severity = severityFromName(severity);
        get(value, "file", diagnostic.place.file);
        get(value, "line", diagnostic.place.line);
        get(value, "column", diagnostic.place.column);
        get(value, "code", diagnostic.code);
        get(value, "text", diagnostic.text);
        get(value, "source", diagnostic.source);
        getList(value, "notes", diagnostic.notes, diagnosticFromJson);
        return diagnostic;
    });
}

Parameter parameterFromJson(const json& value) {
    return guarded("parameter", [&] {
        Parameter parameter;
        get(asObject(value), "name", parameter.name);
        get(value, "type", parameter.type);
        get(value, "offset", parameter.offset);
        get(value, "size", parameter.size);
        get(value, "pointer", parameter.pointer);
        get(value, "pointee_const", parameter.pointeeConst);
        get(value, "pointee", parameter.pointee);
        getList(value, "members", parameter.members, parameterFromJson);
        get(value, "canonical", parameter.canonical);
        return parameter;
    });
}

KernelInfo kernelFromJson(const json& value) {
    return guarded("kernel", [&] {
        KernelInfo kernel;
        get(asObject(value), "name", kernel.name);
        get(value, "lowered", kernel.lowered);
        get(value, "line", kernel.line);
        getList(value, "parameters", kernel.parameters, parameterFromJson);
        get(value, "registers", kernel.registers);
        get(value, "shared_bytes", kernel.sharedBytes);
        get(value, "local_bytes", kernel.localBytes);
        get(value, "constant_bytes", kernel.constantBytes);
        get(value, "spill_store_bytes", kernel.spillStoreBytes);
        get(value, "spill_load_bytes", kernel.spillLoadBytes);
        get(value, "barriers", kernel.barriers);
        get(value, "max_threads", kernel.maxThreads);
        return kernel;
    });
}

CompileRequest requestFromJson(const json& value) {
    return guarded("compile request", [&] {
        CompileRequest request;
        get(asObject(value), "source", request.source);
        get(value, "file_name", request.fileName);
        get(value, "arch", request.arch);
        get(value, "std", request.std);
        get(value, "options", request.options);
        if (const auto defines = value.find("defines"); defines != value.end())
            for (const auto& [name, text] : defines->get_ref<const json::object_t&>())
                request.defines[name] =
                    text.is_null() ? std::nullopt : std::optional(text.get<std::string>());
        std::vector<std::string> includeDirs;
        get(value, "include_dirs", includeDirs);
        request.includeDirs.assign(includeDirs.begin(), includeDirs.end());
        get(value, "name_expressions", request.nameExpressions);
        get(value, "line_info", request.lineInfo);
        get(value, "debug", request.debug);
        get(value, "use_cache", request.useCache);
        get(value, "describe_parameters", request.describeParameters);
        return request;
    });
}

CompileResult resultFromJson(const json& value) {
    return guarded("compile result", [&] {
        CompileResult result;
        get(asObject(value), "succeeded", result.succeeded);
        get(value, "ptx", result.ptx);
        get(value, "log", result.log);
        getList(value, "diagnostics", result.diagnostics, diagnosticFromJson);
        getList(value, "kernels", result.kernels, kernelFromJson);
        get(value, "arch", result.arch);
        get(value, "command_line", result.commandLine);
        get(value, "compiler", result.compiler);
        get(value, "milliseconds", result.milliseconds);
        get(value, "cached", result.cached);
        get(value, "dropped_options", result.droppedOptions);
        if (const auto cubin = value.find("cubin"); cubin != value.end() && !cubin->is_null())
            result.cubin = std::make_shared<const std::vector<std::byte>>(bytesOf(*cubin));
        return result;
    });
}

} // namespace warpbench::compile
