// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/project/project_schema.h"

#include "core/arrays/c_type_names.h"
#include "core/project/record_json.h"

#include <cmath>

namespace warpbench::project {

namespace {

using Schema = nlohmann::ordered_json;

Schema reference(const std::string& name) {
    return {{"$ref", "#/$defs/" + name}};
}

Schema listOf(Schema item, const Rules& rules) {
    Schema list = {{"type", "array"}, {"items", std::move(item)}};
    if (rules.least > 0) {
        list["minItems"] = int(rules.least);
    }
    if (!std::isinf(rules.most)) {
        list["maxItems"] = int(rules.most);
    }
    return list;
}

/// One value, or a list of them.
Schema oneOrMore(const Schema& item, const Rules& rules) {
    return {{"oneOf", {item, listOf(item, rules)}}};
}

Schema integer(const Rules& rules) {
    Schema schema = {{"type", "integer"}, {"minimum", std::int64_t(rules.least)}};
    if (!std::isinf(rules.most)) {
        schema["maximum"] = std::int64_t(rules.most);
    }
    return schema;
}

/// Names of records that appear in several places or in themselves; others appear where they
/// are used.
const char* sharedName(const auto& /*record*/) {
    return nullptr;
}
const char* sharedName(const arrays::Field& /*record*/) {
    return "field";
}
const char* sharedName(const BufferArg& /*record*/) {
    return "bufferArgument";
}
const char* sharedName(const Expect& /*record*/) {
    return "expect";
}
const char* sharedName(const MetricExpressions& /*record*/) {
    return "metrics";
}

class SchemaRows;

/// Makes the schema of a member from its type.
class SchemaMaker {
  public:
    Schema document();

    Schema of(bool, const Rules&) { return {{"type", "boolean"}}; }
    Schema of(int, const Rules& rules) { return integer(rules); }
    Schema of(std::uint64_t, const Rules& rules) { return integer(rules); }
    Schema of(double, const Rules& rules);
    Schema of(const std::string&, const Rules& rules);
    Schema of(const Expression&, const Rules&) { return reference("expression"); }
    Schema of(const arrays::DType&, const Rules&) { return reference("dtype"); }
    template <class Enum>
    requires std::is_enum_v<Enum> Schema of(Enum value, const Rules&) {
        return {{"enum", allWords(wordsOf(value))}};
    }
    /// The value of a define.
    Schema of(const std::optional<std::string>&, const Rules&) {
        return {{"type", {"string", "number", "boolean", "null"}}};
    }

    template <class T>
    Schema of(const std::optional<T>&, const Rules& rules) {
        return of(T{}, rules);
    }
    template <class T>
    Schema of(const std::vector<T>&, const Rules& rules) {
        return listOf(of(T{}, {}), rules);
    }
    template <class T>
    Schema of(const std::map<std::string, T>&, const Rules&) {
        return {{"type", "object"}, {"additionalProperties", of(T{}, {})}};
    }
    Schema of(const std::map<std::string, std::vector<Expression>>&, const Rules&) {
        return {{"type", "object"},
                {"additionalProperties", listOf(reference("expression"), {.least = 1})}};
    }

    Schema of(TextOnly<const Expression>, const Rules&) { return {{"type", "string"}}; }
    Schema of(OneOrMore<const std::vector<Expression>>, const Rules& rules) {
        return oneOrMore(reference("expression"), rules);
    }
    Schema of(ByRows<const bool>, const Rules&) { return {{"const", "rows"}}; }
    Schema of(Channels<const int>, const Rules&) { return {{"enum", {1, 2, 4}}}; }
    Schema of(AddressModes<const std::string>, const Rules& rules) {
        return oneOrMore({{"enum", rules.words}}, {.least = 1, .most = rules.most});
    }
    Schema of(TypeWord<const std::string>, const Rules&) {
        return {{"oneOf", {reference("dtype"), {{"const", "struct"}}}}};
    }
    Schema of(const std::array<float, 4>&, const Rules&) {
        return listOf({{"type", "number"}}, {.least = 1, .most = 4});
    }

    Schema of(const Source&, const Rules&) {
        return {{"oneOf", {object<SourceFile>({{}}), object<SourceText>({{}})}}};
    }
    Schema of(const NullArg&, const Rules&) { return {{"const", true}}; }
    Schema of(const BytesArg&, const Rules&) { return {{"type", "string"}}; }
    Schema of(const StructArg&, const Rules&) { return reference("members"); }
    Schema of(const Argument&, const Rules&);
    Schema of(const Launch&, const Rules&);

    /// A record: an object with the rows of project_fields.h.
    template <class Record>
    requires requires(SchemaRows& rows, const Record& record) { fields(rows, record); }
    Schema of(const Record& record, const Rules&);

  private:
    /// \param kinds  records of one type that differ in their keys
    template <class Record>
    Schema object(const std::vector<Record>& kinds);

    Schema m_definitions = Schema::object();
};

/// The schemas of an object's rows.
class SchemaRows {
  public:
    explicit SchemaRows(SchemaMaker& maker)
        : m_maker(maker) {}

    template <class Member>
    void operator()(const std::string& key, const Member& member, const char* text,
                    const Rules& rules = {}) {
        if (rules.needed) {
            m_required.push_back(key);
        }
        if (rules.oneOf) {
            m_oneOf.push_back({{"required", Schema::array({key})}});
        }
        if (m_properties.contains(key)) { // of another kind of this record
            return;
        }
        Schema& schema = m_properties[key];
        schema["description"] = text;
        schema.update(m_maker.of(member, rules));
        const json standard = toJson(member);
        if (!rules.needed && standard.is_primitive() && !standard.is_null() &&
            standard != json(std::string())) {
            schema["default"] = standard;
        }
    }

    void type(const arrays::DType& /*type*/) {
        TypeKeys keys;
        fields(*this, std::as_const(keys));
        const Schema required = m_required;
        keys.word = "struct";
        fields(*this, std::as_const(keys));
        m_required = required; // only structs need the other keys
    }
    void type(const std::shared_ptr<const arrays::DType>& /*type*/) { type(arrays::DType()); }

    template <class Rows>
    void group(const std::string& key, const char* text, Rows&& rows) {
        SchemaRows inner(m_maker);
        rows(inner);
        m_properties[key] = {{"description", text}};
        m_properties[key].update(inner.object());
    }

    /// After the rows of one of several kinds of a record.
    void endKind() {
        m_oneOf.push_back({{"required", std::exchange(m_required, Schema::array())}});
    }

    Schema object() const {
        Schema schema = {{"type", "object"}, {"properties", m_properties}};
        if (!m_required.empty()) {
            schema["required"] = m_required;
        }
        if (!m_oneOf.empty()) {
            schema["oneOf"] = m_oneOf;
        }
        return schema;
    }

  private:
    SchemaMaker& m_maker;
    Schema m_properties = Schema::object();
    Schema m_required = Schema::array();
    Schema m_oneOf = Schema::array();
};

Schema SchemaMaker::of(double, const Rules& rules) {
    Schema schema = {{"type", "number"}};
    if (rules.otherwise.code) {
        schema[rules.above ? "exclusiveMinimum" : "minimum"] = std::int64_t(rules.least);
        if (!std::isinf(rules.most)) {
            schema["maximum"] = rules.most;
        }
    }
    return schema;
}

Schema SchemaMaker::of(const std::string&, const Rules& rules) {
    if (!rules.words.empty()) {
        return {{"enum", rules.words}};
    }
    Schema schema = {{"type", "string"}};
    if (rules.nonEmpty) {
        schema["minLength"] = 1;
    }
    return schema;
}

Schema SchemaMaker::of(const Argument&, const Rules&) {
    Schema kinds = Schema::array();
    for (const ArgumentKind& kind : kArgumentKinds) {
        kinds.push_back(object<Argument>({{kind.standard, {}}}));
    }
    return {{"oneOf", std::move(kinds)}};
}

Schema SchemaMaker::of(const Launch&, const Rules&) {
    std::vector<Launch> kinds(1);
    for (const auto& [kind, word] : kStepWords) {
        kinds.emplace_back().step.emplace().kind = kind;
    }
    return object(kinds);
}

template <class Record>
requires requires(SchemaRows& rows, const Record& record) {
    fields(rows, record);
}
Schema SchemaMaker::of(const Record& record, const Rules&) {
    const char* name = sharedName(record);
    if (!name) {
        return object<Record>({record});
    }
    if (!m_definitions.contains(name)) {
        m_definitions[name] = nullptr; // it may contain itself
        Schema made = object<Record>({record});
        m_definitions[name] = std::move(made);
    }
    return reference(name);
}

template <class Record>
Schema SchemaMaker::object(const std::vector<Record>& kinds) {
    SchemaRows rows(*this);
    for (const Record& kind : kinds) {
        fields(rows, kind);
        if (kinds.size() > 1) {
            rows.endKind();
        }
    }
    return rows.object();
}

Schema SchemaMaker::document() {
    std::vector<std::string> types = dtypeWords();
    types.pop_back(); // "struct"
    for (const std::string_view name : arrays::cTypeNames()) {
        types.emplace_back(name);
    }
    m_definitions["expression"] = {
        {"description", "A number, or an expression over parameters and defines."},
        {"type", {"string", "number", "boolean"}}};
    m_definitions["dtype"] = {{"enum", types}};
    m_definitions["members"] = {{"type", "object"}, {"additionalProperties", reference("member")}};
    m_definitions["member"] = {{"anyOf",
                                {reference("expression"), of(BufferArg{}, {}),
                                 listOf(reference("member"), {}), reference("members")}}};

    SchemaRows rows(*this);
    const Project standard;
    fields(rows, standard);
    Schema project = rows.object();
    Schema properties = {{"format", {{"const", "warpbench-project"}}},
                         {"version", {{"const", Project::kVersion}}}};
    properties.update(project["properties"]);
    Schema required = {"format", "version"};
    required.insert(required.end(), project["required"].begin(), project["required"].end());
    return {
        {"$schema", "https://json-schema.org/draft/2020-12/schema"},
        {"title", "Warpbench project, version " + std::to_string(Project::kVersion)},
        {"description",
         "A *.warpbench file. docs/project-file.md explains each key. Unknown keys are kept and "
         "warned about, so they are allowed here."},
        {"type", "object"},
        {"properties", std::move(properties)},
        {"required", std::move(required)},
        {"$defs", std::move(m_definitions)}};
}

} // namespace

std::string projectSchema() {
    return SchemaMaker().document().dump(2);
}

} // namespace warpbench::project
