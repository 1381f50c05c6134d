// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/cache/compile_json.h"

#include "core/base/error.h"
#include "core/base/path_text.h"

#include <nlohmann/json.hpp>

#include <concepts>
#include <type_traits>
#include <utility>

namespace warpbench::compile {

using nlohmann::json;

namespace {

// Each record's fields, once for writing (of a const record) and for reading.

template <class Value, class Record>
concept Is = std::same_as<std::remove_const_t<Value>, Record>;

template <class Field>
void fields(Field&& field, Is<Diagnostic> auto& diagnostic) {
    field("severity", diagnostic.severity);
    field("file", diagnostic.place.file);
    field("line", diagnostic.place.line);
    field("column", diagnostic.place.column);
    field("code", diagnostic.code);
    field("text", diagnostic.text);
    field("source", diagnostic.source);
    field("notes", diagnostic.notes);
}

template <class Field>
void fields(Field&& field, Is<Parameter> auto& parameter) {
    field("name", parameter.name);
    field("type", parameter.type);
    field("offset", parameter.offset);
    field("size", parameter.size);
    field("pointer", parameter.pointer);
    field("pointee_const", parameter.pointeeConst);
    field("pointee", parameter.pointee);
    field("members", parameter.members);
    field("canonical", parameter.canonical);
    field("count", parameter.count);
    field("element", parameter.element);
    field("target", parameter.target);
}

template <class Field>
void fields(Field&& field, Is<KernelInfo> auto& kernel) {
    field("name", kernel.name);
    field("lowered", kernel.lowered);
    field("other_names", kernel.otherNames);
    field("line", kernel.line);
    field("parameters", kernel.parameters);
    field("registers", kernel.registers);
    field("shared_bytes", kernel.sharedBytes);
    field("local_bytes", kernel.localBytes);
    field("constant_bytes", kernel.constantBytes);
    field("spill_store_bytes", kernel.spillStoreBytes);
    field("spill_load_bytes", kernel.spillLoadBytes);
    field("barriers", kernel.barriers);
    field("max_threads", kernel.maxThreads);
}

template <class Field>
void fields(Field&& field, Is<LinkedSource> auto& source) {
    field("file_name", source.fileName);
    field("text", source.text);
}

template <class Field>
void fields(Field&& field, Is<CodePart> auto& part) {
    field("file_name", part.fileName);
    field("ptx", part.ptx);
    field("cubin", part.cubin);
}

template <class Field>
void fields(Field&& field, Is<CompileRequest> auto& request) {
    field("source", request.source);
    field("file_name", request.fileName);
    field("arch", request.arch);
    field("std", request.std);
    field("options", request.options);
    field("defines", request.defines);
    field("include_dirs", request.includeDirs);
    field("name_expressions", request.nameExpressions);
    field("linked", request.linked);
    field("lto", request.lto);
    field("unsaved", request.unsaved);
    field("line_info", request.lineInfo);
    field("debug", request.debug);
    field("use_cache", request.useCache);
    field("confined", request.confined);
    field("must_confine", request.mustConfine);
    field("readable", request.readable);
    field("describe_parameters", request.describeParameters);
}

template <class Field>
void fields(Field&& field, Is<SetAside> auto& part) {
    field("kind", part.kind);
    field("file", part.file);
    field("line", part.line);
    field("end_line", part.endLine);
    field("name", part.name);
}

template <class Field>
void fields(Field&& field, Is<CompileResult> auto& result) {
    field("succeeded", result.succeeded);
    field("ptx", result.ptx);
    field("log", result.log);
    field("diagnostics", result.diagnostics);
    field("kernels", result.kernels);
    field("arch", result.arch);
    field("command_line", result.commandLine);
    field("compiler", result.compiler);
    field("given", result.given);
    field("milliseconds", result.milliseconds);
    field("cached", result.cached);
    field("miss_reason", result.missReason);
    field("dropped_options", result.droppedOptions);
    field("set_aside", result.setAside);
    field("compiled_by", result.compiledBy);
    field("unconfined", result.unconfined);
    field("cubin", result.cubin);
    field("parts", result.parts);
}

constexpr auto kNothing = [](const char*, auto&) {};
template <class Value>
concept Record = requires(Value& value) {
    fields(kNothing, value);
};

template <template <class...> class Template, class Value>
constexpr bool isOf = false;
template <template <class...> class Template, class... Arguments>
constexpr bool isOf<Template, Template<Arguments...>> = true;

constexpr Severity kSeverities[] = {Severity::note, Severity::remark, Severity::warning,
                                    Severity::error};

Severity severityFromName(const std::string& name) {
    for (Severity severity : kSeverities)
        if (name == severityName(severity))
            return severity;
    throw Error(ErrorKind::internal,
                {"WB1600", "unknown severity \"{name}\" in a message", {}, {{"name", name}}});
}

constexpr SetAside::Kind kSetAsideKinds[] = {SetAside::Kind::include, SetAside::Kind::function,
                                             SetAside::Kind::variable, SetAside::Kind::declaration};

SetAside::Kind setAsideFromName(const std::string& name) {
    for (SetAside::Kind kind : kSetAsideKinds)
        if (name == setAsideName(kind))
            return kind;
    throw Error(ErrorKind::internal,
                {"WB1601", "unknown host code \"{name}\" in a message", {}, {{"name", name}}});
}

using Cubin = decltype(CompileResult::cubin);

json write(const Cubin& cubin) {
    if (!cubin)
        return nullptr;
    const auto* begin = reinterpret_cast<const std::uint8_t*>(cubin->data());
    return json::binary(std::vector<std::uint8_t>(begin, begin + cubin->size()));
}

void read(const json& from, Cubin& cubin) {
    if (from.is_null())
        return;
    std::vector<std::uint8_t> raw;
    if (from.is_binary())
        raw = from.get_binary();
    else
        from.at("bytes").get_to(raw); // how a JSON text writes a binary value
    const auto* begin = reinterpret_cast<const std::byte*>(raw.data());
    cubin = std::make_shared<const std::vector<std::byte>>(begin, begin + raw.size());
}

template <class Value>
json write(const Value& value) {
    if constexpr (Record<const Value>) {
        json object = json::object();
        fields([&](const char* key, const auto& field) { object[key] = write(field); }, value);
        return object;
    } else if constexpr (isOf<std::vector, Value>) {
        json list = json::array();
        for (const auto& element : value)
            list.push_back(write(element));
        return list;
    } else if constexpr (isOf<std::map, Value>) {
        json object = json::object();
        for (const auto& [name, element] : value)
            object[name] = write(element);
        return object;
    } else if constexpr (isOf<std::optional, Value>) {
        return value ? write(*value) : json(nullptr);
    } else if constexpr (std::same_as<Value, std::filesystem::path>) {
        return utf8(value);
    } else if constexpr (std::same_as<Value, Severity>) {
        return severityName(value);
    } else if constexpr (std::same_as<Value, SetAside::Kind>) {
        return setAsideName(value);
    } else {
        return value;
    }
}

/// \throws json::exception if a value has another type
template <class Value>
void read(const json& from, Value& value) {
    if constexpr (Record<Value>) {
        const auto& object = from.get_ref<const json::object_t&>();
        const auto field = [&](const char* key, auto& to) {
            if (const auto found = object.find(key); found != object.end())
                read(found->second, to);
        };
        fields(field, value);
    } else if constexpr (isOf<std::vector, Value>) {
        value.clear();
        for (const json& element : from.get_ref<const json::array_t&>())
            read(element, value.emplace_back());
    } else if constexpr (isOf<std::map, Value>) {
        for (const auto& [name, element] : from.get_ref<const json::object_t&>())
            read(element, value[name]);
    } else if constexpr (isOf<std::optional, Value>) {
        if (!from.is_null())
            read(from, value.emplace());
    } else if constexpr (std::same_as<Value, std::filesystem::path>) {
        value = pathFromUtf8(from.get<std::string>());
    } else if constexpr (std::same_as<Value, Severity>) {
        value = severityFromName(from.get<std::string>());
    } else if constexpr (std::same_as<Value, SetAside::Kind>) {
        value = setAsideFromName(from.get<std::string>());
    } else {
        from.get_to(value);
    }
}

/// Parses a record; exceptions of nlohmann::json become Errors.
template <class Value>
Value recordFrom(const json& from, ErrorText what) {
    try {
        Value value;
        read(from, value);
        return value;
    } catch (const json::exception& error) {
        throw Error(ErrorKind::internal,
                    {"WB1602",
                     "a message about {subject} cannot be read: {problem}",
                     {},
                     {{"subject", std::move(what)}, {"problem", error.what()}}});
    }
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

const char* setAsideName(SetAside::Kind kind) noexcept {
    switch (kind) {
    case SetAside::Kind::include:
        return "include";
    case SetAside::Kind::function:
        return "function";
    case SetAside::Kind::variable:
        return "variable";
    case SetAside::Kind::declaration:
        break;
    }
    return "declaration";
}

json toJson(const CompileRequest& request) {
    return write(request);
}

json toJson(const CompileResult& result) {
    return write(result);
}

json toJsonWithoutCubin(const CompileResult& result) {
    CompileResult rest = result;
    rest.cubin.reset();
    return write(rest);
}

CompileRequest requestFromJson(const json& value) {
    return recordFrom<CompileRequest>(value, phrase("a compile request"));
}

CompileResult resultFromJson(const json& value) {
    return recordFrom<CompileResult>(value, phrase("a compile result"));
}

} // namespace warpbench::compile
