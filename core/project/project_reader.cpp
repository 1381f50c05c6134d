// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/path_text.h"
#include "core/project/project_file.h"
#include "core/project/project_files.h"
#include "core/project/value_reader.h"

namespace warpbench::project {

namespace {

constexpr int kMostNested = 24; ///< the depth to which the compiler's types are read

/// Properties that a generated kernel defines itself, so that a step cannot set them.
constexpr const char* kNotForSteps[] = {
    "kernel",      "grid",         "shared",  "args",
    "cooperative", "programmatic", "cluster", "max_dynamic_shared"};

// Checks of several keys together.

/// Before a record's rows are read: which ones there are.
void chooseRows(ObjectReader& /*object*/, auto& /*record*/) {}

void chooseRows(ObjectReader& object, Launch& launch) {
    for (const auto& [kind, word] : kStepWords) {
        const std::string key(word);
        if (!object.has(key)) {
            continue;
        }
        if (launch.step) {
            object.need(key).fail(
                {"WB1305", "a launch can only do one thing", "make a separate launch for each"});
        }
        launch.step.emplace().kind = kind;
        object.need(key).string();
    }
    if (!launch.step) {
        return;
    }
    for (const char* key : kNotForSteps) {
        if (object.has(key)) {
            object.need(key).fail({"WB1306", "a generated kernel has its own",
                                   "remove it, or launch a kernel of the source"});
        }
    }
    if (launch.step->kind == Step::Kind::library && object.has("block")) {
        object.need("block").fail({"WB1307", "a library chooses its own blocks", "remove it"});
    }
    if (launch.step->kind == Step::Kind::sort && object.has("block")) {
        object.need("block").fail({"WB1308", "a sort chooses its own blocks", "remove it"});
    }
}

void chooseRows(ObjectReader& object, Argument& argument) {
    const ArgumentKind* found = nullptr;
    std::string names;
    for (const ArgumentKind& kind : kArgumentKinds) {
        names += (names.empty() ? "" : ", ") + std::string(kind.key);
        if (!object.has(kind.key)) {
            continue;
        }
        if (found) {
            object.object().fail({"WB1303",
                                  "this argument is a {kind} and a {other}",
                                  "write one object per argument",
                                  {{"kind", found->key}, {"other", kind.key}}});
        }
        found = &kind;
    }
    if (!found) {
        object.object().fail({"WB1304",
                              "this is not an argument",
                              "use one of {names} as its key",
                              {{"names", names}}});
    }
    argument.value = found->standard;
}

void requireOneSource(const JsonValue& expect, int sources) {
    if (sources == 0) {
        expect.fail({"WB1353", "nothing is expected here",
                     "give exactly one of \"expression\", \"reference\", \"file\", \"buffer\""});
    }
    if (sources > 1) {
        expect.fail({"WB1354", "more than one thing is expected",
                     "give exactly one of \"expression\", \"reference\", \"file\", \"buffer\""});
    }
}

class Rows;

/// Reads one document and holds what it collects on the way. A member's type decides which `read`
/// it gets.
class Reader {
  public:
    Reader(const PlacedJson& document, UnknownKeys unknown)
        : m_document(document)
        , m_unknownKeys(unknown)
        , m_refuses(unknown == UnknownKeys::refuse) {}

    ReadResult read(const std::filesystem::path& file);
    std::map<std::string, Expect> readChecks();
    std::vector<Task> readTests();

    void finish(const ObjectReader& object) {
        m_refuses ? object.requireKnown() : object.finish(m_unknown, m_warnings);
    }

    /// A single value, without keys.
    template <class T>
    requires requires(const JsonValue& value, T& to) { readValue(value, to, Rules{}); }
    void read(const JsonValue& value, T& to, const Rules& rules) { readValue(value, to, rules); }
    /// The value of a define.
    void read(const JsonValue& value, std::optional<std::string>& to, const Rules&) {
        if (!value.value->is_null()) {
            to = value.expression().text;
        }
    }
    template <class T>
    void read(const JsonValue& value, std::optional<T>& to, const Rules& rules) {
        read(value, to.emplace(), rules);
    }
    template <class T>
    void read(const JsonValue& value, std::vector<T>& to, const Rules& rules) {
        for (const JsonValue& item : itemsOf(value, rules)) {
            read(item, to.emplace_back(), {});
        }
    }
    template <class T>
    void read(const JsonValue& value, std::map<std::string, T>& to, const Rules&) {
        for (const auto& [name, item] : ObjectReader(value).members()) {
            read(item, to[name], {});
        }
    }
    void read(const JsonValue& value, std::map<std::string, std::vector<Expression>>& to,
              const Rules& rules);
    void read(const JsonValue& value, std::vector<Task>& to, const Rules& rules);

    void read(const JsonValue& value, Source& to, const Rules&);
    void read(const JsonValue& value, StructArg& to, const Rules&) { to = structArg(value, 0); }

    /// A record: an object with the rows of project_fields.h.
    template <class Record>
    requires requires(Rows& rows, Record& record) { fields(rows, record); }
    void read(const JsonValue& value, Record& to, const Rules&);

  private:
    JsonValue root() const { return {&m_document, &m_document.root, ""}; }
    void checkFormat(ObjectReader& object, const std::string& format, Project* project);
    StructArg structArg(const JsonValue& value, int depth);
    MemberValue memberValue(const JsonValue& value, int depth);
    std::map<std::string, Expect> commonChecks(ObjectReader& object);

    const PlacedJson& m_document;
    UnknownKeys m_unknownKeys;
    bool m_refuses; ///< unknown keys of the current object
    std::map<std::string, std::string> m_unknown;
    std::vector<Error> m_warnings;
};

/// Reads the rows of an object.
class Rows {
  public:
    Rows(Reader& reader, ObjectReader& object)
        : m_reader(reader)
        , m_object(object) {}

    template <class Member>
    void operator()(const std::string& key, Member&& member, const char* /*text*/,
                    const Rules& rules = {}) {
        if (const auto found = rules.isNeeded() ? m_object.need(key) : m_object.find(key)) {
            m_sources += rules.oneOf ? 1 : 0;
            m_reader.read(*found, member, rules);
        }
    }

    void type(arrays::DType& type) {
        TypeKeys keys;
        fields(*this, keys);
        const JsonValue word = m_object.need("dtype");
        if (keys.word != "struct") {
            readValue(word, type, {});
            return;
        }
        try {
            type = arrays::DType::structure(keys.structName, std::move(keys.fields));
        } catch (const Error& error) {
            word.fail(error.said());
        }
    }
    void type(std::shared_ptr<const arrays::DType>& type) {
        arrays::DType read;
        this->type(read);
        type = std::make_shared<const arrays::DType>(std::move(read));
    }

    template <class Inner>
    void group(const std::string& key, const char* /*text*/, Inner&& inner) {
        if (const auto found = m_object.find(key)) {
            ObjectReader object(*found);
            Rows rows(m_reader, object);
            inner(rows);
            m_reader.finish(object);
        }
    }

    int sources() const { return m_sources; }

  private:
    Reader& m_reader;
    ObjectReader& m_object;
    int m_sources = 0; ///< keys found of which there must be one
};

template <class Record>
requires requires(Rows& rows, Record& record) {
    fields(rows, record);
}
void Reader::read(const JsonValue& value, Record& to, const Rules&) {
    ObjectReader object(value);
    if constexpr (requires { to.place; }) {
        to.place = value.place();
    }
    chooseRows(object, to);
    Rows rows(*this, object);
    fields(rows, to);
    if constexpr (std::same_as<Record, Expect>) {
        requireOneSource(value, rows.sources());
    } else if constexpr (std::same_as<Record, Constant>) {
        if (!to.file.empty() && !to.value.empty()) {
            value.fail(
                {"WB1357", "the variable has both a value and a file", "remove one of the two"});
        }
    }
    finish(object);
}

/// A sweep's parameters.
void Reader::read(const JsonValue& value, std::map<std::string, std::vector<Expression>>& to,
                  const Rules& /*rules*/) {
    for (const auto& [name, values] : ObjectReader(value).members()) {
        for (const JsonValue& item : values.array(1)) {
            if (item.value->is_structured() || item.value->is_null()) {
                item.fail({"WB1360", "this is not a value that a sweep can try",
                           "write a number or a string"});
            }
            to[name].push_back(item.expression());
        }
    }
}

void Reader::read(const JsonValue& value, std::vector<Task>& to, const Rules& rules) {
    m_refuses = m_unknownKeys != UnknownKeys::keep;
    for (const JsonValue& item : itemsOf(value, rules)) {
        read(item, to.emplace_back(), {});
    }
    m_refuses = m_unknownKeys == UnknownKeys::refuse;
}

void Reader::read(const JsonValue& value, Source& to, const Rules& /*rules*/) {
    ObjectReader object(value);
    const bool file = object.find("file").has_value();
    const bool text = object.find("text").has_value();
    if (file && text) {
        value.fail({"WB1350", "the source is given twice", "give either \"file\" or \"text\""});
    }
    if (!file && !text) {
        value.fail(
            {"WB1351", "the source is given by nothing", "give either \"file\" or \"text\""});
    }
    Rows rows(*this, object);
    if (file) {
        fields(rows, to.emplace<SourceFile>());
    } else {
        fields(rows, to.emplace<SourceText>());
    }
    finish(object);
}

StructArg Reader::structArg(const JsonValue& value, int depth) {
    StructArg arg;
    for (const auto& [name, field] : ObjectReader(value).members()) {
        arg.fields[name] = memberValue(field, depth + 1);
    }
    return arg;
}

/// An object with "buffer" is an address and any other a struct; {"struct": {…}} is a struct with a
/// member of that name.
MemberValue Reader::memberValue(const JsonValue& value, int depth) {
    if (depth > kMostNested) {
        value.fail({"WB1301",
                    "structs and lists are nested more than {limit} levels deep",
                    "give the argument as {\"bytes\": …}",
                    {{"limit", kMostNested}}});
    }
    if (value.value->is_array()) {
        MemberList list;
        for (const JsonValue& element : value.array()) {
            list.push_back(memberValue(element, depth + 1));
        }
        return list;
    }
    if (!value.value->is_object()) {
        return value.expression();
    }
    ObjectReader object(value);
    if (object.has("buffer")) {
        BufferArg address;
        read(value, address, {});
        return address;
    }
    if (object.has("struct")) {
        StructArg structure = structArg(object.need("struct"), depth);
        finish(object);
        return structure;
    }
    return structArg(value, depth);
}

void Reader::checkFormat(ObjectReader& object, const std::string& format, Project* project) {
    const JsonValue name = object.need("format");
    if (name.string() != format) {
        name.fail({"WB1348",
                   "this is '{found}', not a {expected} file",
                   "open a file whose \"format\" is \"{expected}\"",
                   {{"found", name.string()}, {"expected", format}}});
    }
    const JsonValue version = object.need("version");
    const std::int64_t number = version.integer(1, std::int64_t(kMostInt));
    if (number > Project::kVersion) {
        m_warnings.emplace_back(
            ErrorKind::project,
            atPointer("/version", {"WB1349",
                                   "written by a newer Warpbench (format version {found}, "
                                   "this one knows {limit}); opened read-only",
                                   "update Warpbench to change it",
                                   {{"found", number}, {"limit", Project::kVersion}}}),
            version.place());
        if (project) {
            project->readOnly = true;
        }
    }
}

ReadResult Reader::read(const std::filesystem::path& file) {
    ReadResult result;
    Project& project = result.project;
    project.file = file;
    ObjectReader object(root());
    checkFormat(object, "warpbench-project", &project);
    Rows rows(*this, object);
    fields(rows, project);
    finish(object);
    project.unknown = std::move(m_unknown);
    project.places = m_document.values;
    result.warnings = std::move(m_warnings);
    return result;
}

/// "checks" of a file with additional checks.
std::map<std::string, Expect> Reader::commonChecks(ObjectReader& object) {
    checkFormat(object, "warpbench-checks", nullptr);
    if (!m_warnings.empty()) { // a newer version's conditions would not be checked
        throw m_warnings.front();
    }
    std::map<std::string, Expect> checks;
    if (const auto found = object.find("checks")) {
        read(*found, checks, {});
    }
    return checks;
}

std::map<std::string, Expect> Reader::readChecks() {
    ObjectReader object(root());
    std::map<std::string, Expect> checks = commonChecks(object);
    object.find("tests"); // of `grade`
    finish(object);
    if (checks.empty()) {
        root().fail({"WB1361", "nothing is checked here",
                     "add \"checks\"; \"tests\" are for warpbench-cli grade"});
    }
    return checks;
}

std::vector<Task> Reader::readTests() {
    ObjectReader object(root());
    const std::map<std::string, Expect> common = commonChecks(object);
    std::vector<Task> tests;
    if (const auto list = object.find("tests")) {
        for (const JsonValue& item : list->array(1)) {
            ObjectReader test(item);
            Rows rows(*this, test);
            testFields(rows, tests.emplace_back());
            tests.back().place = item.place();
            finish(test);
        }
    }
    finish(object);
    if (tests.empty()) {
        object.need("checks");
        Task& whole = tests.emplace_back();
        whole.text = "checks";
        whole.place = root().place();
    }
    for (Task& test : tests) {
        test.expect.insert(common.begin(), common.end()); // its own take precedence
    }
    return tests;
}

} // namespace

ReadResult parseProject(std::string_view json, const std::filesystem::path& file,
                        UnknownKeys unknown) {
    PlacedJson document = parsePlacedJson(json, utf8(file));
    std::optional<Error> migrated = migrateProject(document);
    try {
        ReadResult result = Reader(document, unknown).read(file);
        if (migrated) {
            result.warnings.push_back(*migrated);
        }
        return result;
    } catch (const Error& error) {
        const auto version =
            document.root.is_object() ? document.root.find("version") : document.root.end();
        if (version != document.root.end() && version->is_number_integer() &&
            version->get<std::int64_t>() > Project::kVersion) {
            throw Error(error.kind(),
                        error.said().advised(
                            phrase("the file was written by a newer Warpbench; update this one")),
                        error.place());
        }
        throw;
    }
}

ReadResult readProject(const std::filesystem::path& file, UnknownKeys unknown) {
    return parseProject(readTextFile(file), file, unknown);
}

std::vector<Task> readTests(const std::filesystem::path& file) {
    const PlacedJson document = parsePlacedJson(readTextFile(file), utf8(file));
    return Reader(document, UnknownKeys::refuse).readTests();
}

std::map<std::string, Expect> readChecks(const std::filesystem::path& file) {
    const PlacedJson document = parsePlacedJson(readTextFile(file), utf8(file));
    return Reader(document, UnknownKeys::refuse).readChecks();
}

} // namespace warpbench::project
