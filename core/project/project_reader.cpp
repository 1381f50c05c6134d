// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/project/project_reader.h"

#include "core/base/path_text.h"
#include "core/base/suggest.h"
#include "core/project/project_files.h"
#include "core/project/row_parts.h"

#include <limits>

namespace warpbench::project {

namespace {

constexpr std::size_t kMaxDimensions = 16;
constexpr std::int64_t kMostCopies = 1024; // of buffers that passes take in turn
constexpr std::int64_t kMaxInt = std::numeric_limits<int>::max();

} // namespace

void Reader::checkFormat(ObjectReader& object, const std::string& format, Project* project) {
    const JsonValue name = object.need("format");
    if (name.string() != format) {
        name.fail({"WB1348",
                   "this is '{found}', not a {expected} file",
                   "open a file whose \"format\" is \"{expected}\"",
                   {{"found", name.string()}, {"expected", format}}});
    }
    const JsonValue version = object.need("version");
    const std::int64_t number = version.integer(1, kMaxInt);
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

Source Reader::source(const JsonValue& value) {
    ObjectReader object(value);
    const auto file = object.find("file");
    const auto text = object.find("text");
    if (file && text) {
        value.fail({"WB1350", "the source is given twice", "give either \"file\" or \"text\""});
    }
    if (!file && !text) {
        value.fail(
            {"WB1351", "the source is given by nothing", "give either \"file\" or \"text\""});
    }
    finish(object);
    if (file) {
        return SourceFile{file->string()};
    }
    return SourceText{text->string()};
}

SourceFile Reader::linkedFile(const JsonValue& value) {
    ObjectReader object(value);
    SourceFile file{object.need("file").string()};
    finish(object);
    return file;
}

CompileSettings Reader::compile(const JsonValue& value) {
    ObjectReader object(value);
    CompileSettings settings;
    if (const auto arch = object.find("arch")) {
        settings.arch = arch->string();
    }
    if (const auto std = object.find("std")) {
        settings.std = std->string();
    }
    if (const auto options = object.find("options")) {
        settings.options = options->strings();
    }
    if (const auto directories = object.find("include_dirs")) {
        settings.includeDirs = directories->strings();
    }
    if (const auto lto = object.find("lto")) {
        settings.lto = lto->boolean();
    }
    if (const auto defines = object.find("defines")) {
        ObjectReader names(*defines);
        for (const auto& [name, text] : names.members()) {
            settings.defines[name] = text.value->is_null() ? std::optional<std::string>()
                                                           : std::optional(text.expression().text);
        }
    }
    finish(object);
    return settings;
}

arrays::DType Reader::scalarOrVector(const JsonValue& value) {
    const std::string name = value.string();
    if (const auto type = arrays::DType::parse(name)) {
        return *type;
    }
    const std::string nearest = nearestWord(name, dtypeWords());
    const ErrorText said{"WB1352",
                         "'{type}' is not a type",
                         "use a type such as float32, int32 or float4",
                         {{"type", name}}};
    value.fail(nearest.empty()
                   ? said
                   : said.advised(phrase("did you mean '{name}'?", {{"name", nearest}})));
}

/// "dtype" with "fields" and "struct_name" next to it if it is "struct".
arrays::DType Reader::dtype(ObjectReader& object) {
    const JsonValue name = object.need("dtype");
    if (name.string() != "struct") {
        return scalarOrVector(name);
    }
    const auto structName = object.find("struct_name");
    std::vector<arrays::Field> fields;
    for (const JsonValue& item : object.need("fields").array(1)) {
        ObjectReader member(item);
        arrays::Field field;
        field.name = member.need("name").string();
        field.type = std::make_shared<const arrays::DType>(dtype(member));
        if (const auto count = member.find("count")) {
            field.count = std::size_t(count->integer(1, std::int64_t(1) << 30));
        }
        finish(member);
        fields.push_back(std::move(field));
    }
    try {
        return arrays::DType::structure(structName ? structName->string() : "", std::move(fields));
    } catch (const Error& error) {
        name.fail(error.said());
    }
}

Init Reader::init(const JsonValue& value) {
    ObjectReader object(value);
    Init init;
    init.kind = object.need("kind").word(kInitWords);
    const auto optional = [&](const char* key, std::optional<Expression>& target) {
        if (const auto found = object.find(key)) {
            target = found->expression();
        }
    };
    optional("value", init.value);
    optional("start", init.start);
    optional("step", init.step);
    optional("low", init.low);
    optional("high", init.high);
    optional("mean", init.mean);
    optional("stddev", init.stddev);
    optional("expression", init.expression);
    if (const auto seed = object.find("seed")) {
        init.seed = seed->unsignedInteger();
    }
    if (const auto path = object.find("path")) {
        init.path = path->string();
    }
    if (const auto member = object.find("member")) {
        init.member = member->string();
    }
    switch (init.kind) {
    case Init::Kind::constant:
        object.need("value");
        break;
    case Init::Kind::randint:
        object.need("high");
        break;
    case Init::Kind::expression:
        object.need("expression");
        break;
    case Init::Kind::file:
        object.need("path");
        break;
    default:
        break;
    }
    finish(object);
    return init;
}

Expect Reader::expect(const JsonValue& value) {
    ObjectReader object(value);
    Expect expect;
    int sources = 0;
    if (const auto expression = object.find("expression")) {
        expect.expression = expression->expression();
        ++sources;
    }
    if (const auto reference = object.find("reference")) {
        expect.reference = reference->expression();
        ++sources;
    }
    if (const auto file = object.find("file")) {
        expect.file = file->string();
        ++sources;
    }
    if (const auto member = object.find("member")) {
        expect.member = member->string();
    }
    if (const auto buffer = object.find("buffer")) {
        expect.buffer = buffer->string();
        ++sources;
    }
    if (sources == 0) {
        value.fail({"WB1353", "nothing is expected here",
                    "give exactly one of \"expression\", \"reference\", \"file\", \"buffer\""});
    }
    if (sources > 1) {
        value.fail({"WB1354", "more than one thing is expected",
                    "give exactly one of \"expression\", \"reference\", \"file\", \"buffer\""});
    }
    const auto tolerance = [&](const char* key, double& target) {
        if (const auto found = object.find(key)) {
            target = found->number();
            if (!(target >= 0)) {
                found->fail({"WB1355", "a tolerance below 0", "give 0 or more"});
            }
        }
    };
    tolerance("rtol", expect.rtol);
    tolerance("atol", expect.atol);
    if (const auto exact = object.find("exact")) {
        expect.exact = exact->boolean();
    }
    if (const auto equalNan = object.find("equal_nan")) {
        expect.equalNan = equalNan->boolean();
    }
    finish(object);
    return expect;
}

Buffer Reader::buffer(const JsonValue& value) {
    ObjectReader object(value);
    Buffer buffer;
    buffer.place = value.place();
    buffer.name = object.need("name").string();
    buffer.dtype = dtype(object);
    buffer.shape = object.need("shape").expressions(0, kMaxDimensions);
    if (const auto found = object.find("init")) {
        buffer.init = init(*found);
    }
    if (const auto found = object.find("expect")) {
        buffer.expect = expect(*found);
    }
    if (const auto split = object.find("split")) {
        if (split->string() != "rows") {
            split->fail(
                {"WB1356", "a buffer can only be split by rows", "write \"split\": \"rows\""});
        }
        buffer.split = true;
    }
    if (const auto memory = object.find("memory")) {
        buffer.memory = memory->word(kMemoryWords);
    }
    if (const auto address = object.find("address")) {
        buffer.address = address->expression();
    }
    if (const auto halo = object.find("halo")) {
        buffer.halo = halo->expression();
    }
    if (const auto reduce = object.find("reduce")) {
        buffer.reduce = reduce->word(kReductionWords);
    }
    finish(object);
    return buffer;
}

MetricExpressions Reader::metrics(const JsonValue& value) {
    ObjectReader object(value);
    MetricExpressions metrics;
    if (const auto bytes = object.find("bytes")) {
        metrics.bytes = bytes->expression();
    }
    if (const auto flops = object.find("flops")) {
        metrics.flops = flops->expression();
    }
    finish(object);
    return metrics;
}

Constant Reader::constant(const JsonValue& value) {
    ObjectReader object(value);
    Constant constant;
    constant.place = value.place();
    constant.dtype = scalarOrVector(object.need("dtype"));
    if (const auto read = object.find("read")) {
        constant.read = read->boolean();
    }
    if (const auto file = object.find("file")) {
        constant.file = file->string();
    }
    if ((constant.read || !constant.file.empty()) && !object.has("value")) {
        finish(object);
        return constant;
    }
    if (!constant.file.empty()) {
        value.fail({"WB1357", "the variable has both a value and a file", "remove one of the two"});
    }
    const JsonValue values = object.need("value");
    if (values.value->is_array()) {
        constant.value = values.expressions(1);
    } else {
        constant.value = {values.expression()};
    }
    finish(object);
    return constant;
}

Limits Reader::limits(const JsonValue& value) {
    ObjectReader object(value);
    Limits limits;
    if (const auto stack = object.find("stack_bytes")) {
        limits.stackBytes = stack->expression();
    }
    if (const auto heap = object.find("heap_bytes")) {
        limits.heapBytes = heap->expression();
    }
    if (const auto print = object.find("printf_bytes")) {
        limits.printfBytes = print->expression();
    }
    finish(object);
    return limits;
}

Timing Reader::timing(const JsonValue& value) {
    ObjectReader object(value);
    Timing timing;
    if (const auto warmup = object.find("warmup")) {
        timing.warmup = int(warmup->integer(0, kMaxInt));
    }
    if (const auto repeats = object.find("repeats")) {
        timing.repeats = int(repeats->integer(0, kMaxInt));
    }
    if (const auto error = object.find("median_error")) {
        timing.medianError = error->number();
        if (!(timing.medianError >= 0 && timing.medianError <= 0.5)) {
            error->fail({"WB1358",
                         "a median error of {number}",
                         "give a fraction of the median up to 0.5, such as 0.01 for 1 %; 0 "
                         "switches this off",
                         {{"number", error->value->dump()}}});
        }
    }
    if (const auto most = object.find("max_repeats")) {
        timing.maxRepeats = int(most->integer(1, kMaxInt));
    }
    if (const auto flush = object.find("flush_l2")) {
        timing.flushL2 = flush->boolean();
    }
    if (const auto restore = object.find("restore")) {
        timing.restore = restore->boolean();
    }
    if (const auto rotate = object.find("rotate")) {
        timing.rotate = int(rotate->integer(1, kMostCopies));
    }
    if (const auto graph = object.find("graph")) {
        timing.graph = graph->boolean();
    }
    if (const auto timeout = object.find("timeout_s")) {
        timing.timeoutSeconds = timeout->number();
        if (!(timing.timeoutSeconds > 0)) {
            timeout->fail({"WB1359",
                           "a time limit of {number} seconds",
                           "give more than 0",
                           {{"number", timeout->value->dump()}}});
        }
    }
    finish(object);
    return timing;
}

Sweep Reader::sweep(const JsonValue& value) {
    ObjectReader object(value);
    Sweep sweep;
    if (const auto parameters = object.find("parameters")) {
        ObjectReader names(*parameters);
        for (const auto& [name, values] : names.members()) {
            for (const JsonValue& item : values.array(1)) {
                if (item.value->is_structured() || item.value->is_null()) {
                    item.fail({"WB1360", "this is not a value that a sweep can try",
                               "write a number or a string"});
                }
                sweep.parameters[name].push_back(item.expression());
            }
        }
    }
    if (const auto restrictions = object.find("restrictions")) {
        sweep.restrictions = restrictions->expressions();
    }
    if (const auto strategy = object.find("strategy")) {
        sweep.strategy = strategy->string();
    }
    if (const auto objective = object.find("objective")) {
        sweep.objective = objective->string();
    }
    finish(object);
    return sweep;
}

MemoryLayout Reader::layout(const JsonValue& value) {
    ObjectReader object(value);
    MemoryLayout layout;
    layout.text = object.need("text").string();
    if (const auto buffers = object.find("buffers")) {
        layout.buffers = buffers->strings();
    }
    finish(object);
    return layout;
}

/// "inputs", "expect", "require" and "faults" of a task's check or of a test.
void Reader::taskCheck(ObjectReader& object, Task& task) {
    if (const auto inputs = object.find("inputs")) {
        for (const JsonValue& item : inputs->array(1)) {
            ObjectReader values(item);
            TaskInput& input = task.inputs.emplace_back();
            if (const auto set = values.find("set")) {
                ObjectReader names(*set);
                for (const auto& [name, value] : names.members()) {
                    input.set[name] = value.expression();
                }
            }
            if (const auto seed = values.find("seed")) {
                input.seed = seed->unsignedInteger();
            }
            finish(values);
        }
    }
    if (const auto found = object.find("expect")) {
        ObjectReader buffers(*found);
        for (const auto& [name, item] : buffers.members()) {
            task.expect[name] = expect(item);
        }
    }
    if (const auto require = object.find("require")) {
        task.require = require->expressions();
    }
    if (const auto faults = object.find("faults")) {
        task.faults = faults->boolean();
    }
}

std::vector<Task> Reader::tasks(const JsonValue& value) {
    std::vector<Task> tasks;
    m_refuses = m_unknownKeys != UnknownKeys::keep;
    for (const JsonValue& item : value.array()) {
        tasks.push_back(task(item));
    }
    m_refuses = m_unknownKeys == UnknownKeys::refuse;
    return tasks;
}

Task Reader::task(const JsonValue& value) {
    ObjectReader object(value);
    Task task;
    task.place = value.place();
    task.text = object.need("text").string();
    if (const auto hint = object.find("hint")) {
        task.hint = hint->string();
    }
    if (const auto points = object.find("points")) {
        task.points = points->number();
    }
    if (const auto check = object.find("check")) {
        ObjectReader inner(*check);
        taskCheck(inner, task);
        finish(inner);
    }
    finish(object);
    return task;
}

Task Reader::test(const JsonValue& value) {
    ObjectReader object(value);
    Task task;
    task.place = value.place();
    task.text = object.need("name").string();
    if (const auto points = object.find("points")) {
        task.points = points->number();
    }
    taskCheck(object, task);
    finish(object);
    return task;
}

ReadResult Reader::read(const std::filesystem::path& file) {
    ReadResult result;
    Project& project = result.project;
    project.file = file;
    ObjectReader object(root());
    checkFormat(object, "warpbench-project", &project);
    if (const auto name = object.find("name")) {
        project.name = name->string();
    }
    if (const auto notes = object.find("notes")) {
        project.notes = notes->string();
    }
    project.source = source(object.need("source"));
    if (const auto link = object.find("link")) {
        for (const JsonValue& item : link->array()) {
            project.link.push_back(linkedFile(item));
        }
    }
    if (const auto found = object.find("compile")) {
        project.compile = compile(*found);
    }
    if (const auto parameters = object.find("parameters")) {
        ObjectReader names(*parameters);
        for (const auto& [name, text] : names.members()) {
            project.parameters[name] = text.expression();
        }
    }
    if (const auto buffers = object.find("buffers")) {
        for (const JsonValue& item : buffers->array()) {
            project.buffers.push_back(buffer(item));
        }
    }
    if (const auto launches = object.find("launches")) {
        for (const JsonValue& item : launches->array()) {
            project.launches.push_back(launch(item));
        }
    }
    if (const auto constants = object.find("constants")) {
        ObjectReader symbols(*constants);
        for (const auto& [symbol, item] : symbols.members()) {
            project.constants[symbol] = constant(item);
        }
    }
    if (const auto found = object.find("context")) {
        project.context = found->word(kContextWords);
    }
    if (const auto found = object.find("limits")) {
        project.limits = limits(*found);
    }
    if (const auto found = object.find("timing")) {
        project.timing = timing(*found);
    }
    if (const auto found = object.find("metrics")) {
        project.metrics = metrics(*found);
    }
    if (const auto found = object.find("sweep")) {
        project.sweep = sweep(*found);
    }
    if (const auto found = object.find("layouts")) {
        ObjectReader names(*found);
        for (const auto& [name, item] : names.members()) {
            project.layouts[name] = layout(item);
        }
    }
    if (const auto found = object.find("tasks")) {
        project.tasks = tasks(*found);
    }
    if (const auto devices = object.find("devices")) {
        project.devices = int(devices->integer(1, kMaxDevices));
    }
    if (const auto rounds = object.find("rounds")) {
        project.rounds = rounds->expression();
    }
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
        ObjectReader buffers(*found);
        for (const auto& [name, item] : buffers.members()) {
            checks[name] = expect(item);
        }
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
            tests.push_back(test(item));
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
