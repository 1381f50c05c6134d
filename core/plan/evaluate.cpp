// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/plan/evaluate.h"

#include "core/arrays/host_array.h"
#include "core/base/suggest.h"
#include "core/expression/integer_math.h"
#include "core/plan/buffer_accesses.h"
#include "core/plan/library_step.h"
#include "core/plan/split.h"
#include "core/project/compile_options.h"
#include "core/project/names.h"
#include "core/project/plan_arguments.h"
#include "core/project/project_files.h"
#include "core/project/words.h"
#include "core/steps/step.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace warpbench::project {

namespace {

constexpr std::int64_t kMaxUint32 = std::numeric_limits<std::uint32_t>::max();
constexpr std::int64_t kMaxInt64 = std::numeric_limits<std::int64_t>::max();
constexpr std::int64_t kMaxRounds = 100'000; // timing uses separate events for each

std::string axisName(std::size_t axis) {
    return std::string(1, "xyz"[axis]);
}

/// Turns a project into a plan, section by section.
class Planner {
  public:
    explicit Planner(const Project& project)
        : m_project(project)
        , m_names(project) {}

    LaunchPlan plan();
    PlannedExpect expect(const Expect& expect, const std::string& pointer, std::size_t self) const;

  private:
    ContextSettings contextSettings();
    void planBuffer(const Buffer& buffer, std::size_t index);
    std::uint64_t addressOf(const Buffer& buffer, const PlannedBuffer& planned);
    PlannedInit init(const Buffer& buffer, const std::string& pointer);
    void planLaunch(const Launch& launch, std::size_t index);
    void planRepeat(const Launch& launch, PlannedLaunch& planned);
    void planStreams();
    void checkProgrammatic(std::size_t index) const;
    std::array<std::uint32_t, 3> extent(const std::vector<Expression>& sizes,
                                        const ErrorText& what);
    PlannedMetrics metrics(const MetricExpressions& expressions);

    const Project& m_project;
    Names m_names;
    LaunchPlan m_plan;
    ArgumentPlanner m_arguments{m_project, m_names, m_plan.buffers};
};

LaunchPlan Planner::plan() {
    m_plan.compile = m_project.compile;
    m_plan.timing = m_project.timing;
    m_plan.folder = m_project.folder();
    m_plan.names = m_names.table();
    for (std::size_t i = 0; i < m_project.buffers.size(); ++i) {
        planBuffer(m_project.buffers[i], i);
    }
    for (std::size_t i = 0; i < m_project.buffers.size(); ++i) {
        if (const auto& expected = m_project.buffers[i].expect) {
            m_plan.buffers[i].expect =
                expect(*expected, "/buffers/" + std::to_string(i) + "/expect", i);
        }
    }
    for (std::size_t i = 0; i < m_project.launches.size(); ++i) {
        planLaunch(m_project.launches[i], i);
        checkProgrammatic(i);
    }
    planStreams();
    if (m_project.rounds) {
        m_plan.rounds =
            std::uint32_t(m_names.integer(*m_project.rounds, 1, kMaxRounds, "\"rounds\""));
    }
    m_plan.context = contextSettings();
    for (const auto& [symbol, constant] : m_project.constants) {
        std::vector<std::byte> bytes;
        if (!constant.value.empty()) {
            bytes = m_arguments.pack(constant.dtype, constant.value, constant.place);
        }
        std::filesystem::path file;
        if (!constant.file.empty()) {
            file = projectPath(m_project, constant.file, constant.place);
        }
        m_plan.constants.push_back({symbol, constant.dtype, std::move(bytes), std::move(file),
                                    constant.read, constant.place});
    }
    noteAccesses(m_plan);
    return std::move(m_plan);
}

ContextSettings Planner::contextSettings() {
    ContextSettings settings;
    settings.primary = m_project.context == ContextKind::primary;
    const auto take = [&](const std::optional<Expression>& from, std::optional<std::uint64_t>& to,
                          const char* key) {
        if (from) {
            to = std::uint64_t(m_names.integer(*from, 1, kMaxInt64, key));
        }
    };
    take(m_project.limits.stackBytes, settings.stackBytes, "\"stack_bytes\"");
    take(m_project.limits.heapBytes, settings.heapBytes, "\"heap_bytes\"");
    take(m_project.limits.printfBytes, settings.printfBytes, "\"printf_bytes\"");
    return settings;
}

void Planner::planBuffer(const Buffer& buffer, std::size_t index) {
    PlannedBuffer planned;
    planned.name = buffer.name;
    planned.dtype = buffer.dtype;
    planned.place = buffer.place;
    for (const Expression& extent : buffer.shape) {
        planned.shape.push_back(m_names.integer(
            extent, 0, kMaxInt64, phrase("a dimension of '{buffer}'", {{"buffer", buffer.name}})));
    }
    try {
        planned.elements = arrays::elementCount(planned.shape);
    } catch (const Error& error) {
        throw Error(error.kind(),
                    phrase("buffer '{buffer}': {problem}",
                           {{"buffer", buffer.name}, {"problem", error.said()}}),
                    buffer.place);
    }
    const auto bytes = checkedMultiply(planned.elements, std::int64_t(planned.dtype.size()));
    if (!bytes) {
        throw Error(ErrorKind::project,
                    {"WB1408",
                     "the size of buffer '{buffer}' in bytes does not fit 64 bits",
                     "make its shape smaller",
                     {{"buffer", buffer.name}}},
                    buffer.place);
    }
    planned.bytes = std::uint64_t(*bytes);
    planned.memory = buffer.memory;
    if (buffer.memory == MemoryKind::pitched) {
        planned.pitch = pitchOf(planned.lineBytes());
    }
    if (buffer.memory != MemoryKind::device && (buffer.split || buffer.halo)) {
        throw Error(ErrorKind::project,
                    {"WB1409",
                     "buffer '{buffer}' is {memory}, but devices can only share plain device "
                     "memory",
                     "remove \"memory\", or \"split\" and \"halo\"",
                     {{"buffer", buffer.name}, {"memory", wordFor(kMemoryWords, buffer.memory)}}},
                    buffer.place);
    }
    if (buffer.halo) {
        m_names.integer(*buffer.halo, 0, kMaxInt64,
                        phrase("the halo of '{buffer}'", {{"buffer", buffer.name}}));
        if (!buffer.split) {
            throw Error(ErrorKind::project,
                        {"WB1410",
                         "buffer '{buffer}' has a halo and is not split",
                         "give it \"split\": \"rows\", or remove \"halo\"",
                         {{"buffer", buffer.name}}},
                        buffer.halo->place);
        }
    }
    if (buffer.address) {
        planned.address = addressOf(buffer, planned);
    }
    planned.init = init(buffer, "/buffers/" + std::to_string(index) + "/init");
    m_plan.buffers.push_back(std::move(planned));
}

/// The address of a buffer: plain memory of one device, apart from all other buffers.
std::uint64_t Planner::addressOf(const Buffer& buffer, const PlannedBuffer& planned) {
    const auto refuse = [&](ErrorText said) {
        throw Error(ErrorKind::project, std::move(said), buffer.address->place);
    };
    if (buffer.memory != MemoryKind::device || buffer.split || buffer.halo) {
        refuse({"WB1411",
                "buffer '{buffer}' has an address, but only plain device memory of one device can "
                "have one",
                "remove \"address\", or \"memory\", \"split\" and \"halo\"",
                {{"buffer", buffer.name}}});
    }
    const auto address = std::uint64_t(
        m_names.integer(*buffer.address, 1, kMaxInt64,
                        phrase("the address of '{buffer}'", {{"buffer", buffer.name}})));
    if (address % planned.dtype.alignment() != 0) {
        refuse({"WB1412",
                "buffer '{buffer}' has an address that its type cannot have",
                "give a multiple of {alignment}",
                {{"buffer", buffer.name}, {"alignment", planned.dtype.alignment()}}});
    }
    for (const PlannedBuffer& other : m_plan.buffers) {
        if (other.address != 0 && address < other.address + other.bytes &&
            other.address < address + planned.bytes) {
            refuse({"WB1413",
                    "buffer '{buffer}' and '{other}' would be at the same addresses",
                    "change one of the two",
                    {{"buffer", buffer.name}, {"other", other.name}}});
        }
    }
    return address;
}

PlannedInit Planner::init(const Buffer& buffer, const std::string& pointer) {
    const Init& init = buffer.init;
    PlannedInit planned;
    planned.kind = init.kind;
    planned.seed = init.seed;
    const auto number = [&](const std::optional<Expression>& expression, Number standard) {
        return expression ? m_names.number(*expression) : standard;
    };
    planned.value = number(init.value, planned.value);
    planned.start = number(init.start, planned.start);
    planned.step = number(init.step, planned.step);
    planned.low = number(init.low, planned.low);
    planned.high = number(init.high, planned.high);
    planned.mean = toDouble(number(init.mean, 0.0));
    planned.stddev = toDouble(number(init.stddev, 1.0));
    const Place place = m_names.placeOf(pointer);
    if (init.kind == Init::Kind::randint) {
        const Integer low = toInteger(planned.low, init.low.value_or(Expression{"0", place}));
        const Integer high = toInteger(planned.high, init.high.value_or(Expression{"1", place}));
        if (compare(low, high) >= 0) {
            throw Error(
                ErrorKind::project,
                {"WB1414",
                 "randint of buffer '{buffer}' has the empty range [{low}, {high})",
                 "make \"high\" larger than \"low\"",
                 {{"buffer", buffer.name}, {"low", low.toString()}, {"high", high.toString()}}},
                place);
        }
        planned.low = toNumber(low);
        planned.high = toNumber(high);
    }
    if (init.kind == Init::Kind::normal && !(planned.stddev >= 0)) {
        throw Error(ErrorKind::project,
                    {"WB1415",
                     "the standard deviation of buffer '{buffer}' is {found}",
                     "give 0 or more",
                     {{"buffer", buffer.name}, {"found", toString(planned.stddev)}}},
                    place);
    }
    if (init.kind == Init::Kind::file) {
        planned.path = projectPath(m_project, init.path, m_names.placeOf(pointer + "/path"));
        planned.member = init.member;
    }
    if (init.kind == Init::Kind::expression) {
        planned.expression = init.expression.value_or(Expression{"0", place});
        Formula::parse(planned.expression); // find errors in it before the run
    }
    return planned;
}

PlannedExpect Planner::expect(const Expect& expect, const std::string& pointer,
                              std::size_t self) const {
    PlannedExpect planned;
    planned.rtol = expect.rtol;
    planned.atol = expect.atol;
    planned.exact = expect.exact;
    planned.equalNan = expect.equalNan;
    const auto need = [&](std::size_t buffer) {
        if (buffer != self && std::find(planned.needsAfter.begin(), planned.needsAfter.end(),
                                        buffer) == planned.needsAfter.end()) {
            planned.needsAfter.push_back(buffer);
        }
    };
    if (expect.expression || expect.reference) {
        planned.kind =
            expect.expression ? PlannedExpect::Kind::expression : PlannedExpect::Kind::reference;
        planned.expression = expect.expression ? *expect.expression : *expect.reference;
        ParseOptions options;
        options.arrayFunctions = planned.kind == PlannedExpect::Kind::reference;
        const Formula formula = Formula::parse(planned.expression, options);
        for (const std::string& name : formula.namesAfter()) {
            need(bufferIndex(m_project, name, planned.expression.place));
        }
    } else if (!expect.buffer.empty()) {
        planned.kind = PlannedExpect::Kind::buffer;
        planned.other = bufferIndex(m_project, expect.buffer, m_names.placeOf(pointer + "/buffer"));
        if (planned.other == self) {
            throw Error(ErrorKind::project,
                        {"WB1416", "a buffer is compared with itself",
                         "name the buffer that holds the right values"},
                        m_names.placeOf(pointer + "/buffer"));
        }
        need(planned.other);
    } else {
        planned.kind = PlannedExpect::Kind::file;
        planned.path = projectPath(m_project, expect.file, m_names.placeOf(pointer + "/file"));
        planned.member = expect.member;
    }
    return planned;
}

std::array<std::uint32_t, 3> Planner::extent(const std::vector<Expression>& sizes,
                                             const ErrorText& what) {
    std::array<std::uint32_t, 3> result{1, 1, 1};
    for (std::size_t i = 0; i < sizes.size() && i < 3; ++i) {
        result[i] = std::uint32_t(
            m_names.integer(sizes[i], 1, kMaxUint32,
                            phrase("{what} {axis}", {{"what", what}, {"axis", axisName(i)}})));
    }
    return result;
}

void Planner::planLaunch(const Launch& launch, std::size_t index) {
    const std::string pointer = "/launches/" + std::to_string(index);
    PlannedLaunch planned;
    planned.place = launch.place;
    if (launch.step) {
        LibraryPlan call = planLibrary(*launch.step, m_plan.buffers, m_names, launch.place);
        planned.kernel = call.call.name;
        planned.library = std::move(call.call);
        planned.args = std::move(call.args);
        planned.metrics = call.metrics;
        planned.stream = launch.stream;
        planRepeat(launch, planned);
        m_plan.launches.push_back(std::move(planned));
        return;
    }
    planned.kernel = insertNames({launch.kernel, m_names.placeOf(pointer + "/kernel")},
                                 m_plan.compile, m_plan.names);
    planned.grid = extent(launch.grid, phrase("grid"));
    planned.block = extent(launch.block, phrase("block"));
    planned.sharedBytes = std::uint64_t(
        m_names.integer(launch.shared, 0, kMaxUint32, phrase("shared memory in bytes")));
    planned.stream = launch.stream;
    planned.cooperative = launch.cooperative;
    planned.programmatic = launch.programmatic;
    if (!launch.cluster.empty()) {
        planned.cluster = extent(launch.cluster, phrase("cluster"));
        for (std::size_t i = 0; i < 3; ++i) {
            if (planned.grid[i] % (*planned.cluster)[i] != 0) {
                throw Error(ErrorKind::project,
                            {"WB1417",
                             "grid {axis} is {found}, which is not a multiple of the cluster's "
                             "{cluster}",
                             "make the grid a whole number of clusters",
                             {{"axis", axisName(i)},
                              {"found", planned.grid[i]},
                              {"cluster", (*planned.cluster)[i]}}},
                            launch.place);
            }
        }
    }
    if (launch.maxDynamicShared) {
        planned.maxDynamicShared = std::uint64_t(
            m_names.integer(*launch.maxDynamicShared, 0, kMaxUint32, "max_dynamic_shared"));
    }
    for (const Argument& arg : launch.args) {
        planned.args.push_back(m_arguments.argument(arg));
    }
    planRepeat(launch, planned);
    m_plan.launches.push_back(std::move(planned));
}

void Planner::planRepeat(const Launch& launch, PlannedLaunch& planned) {
    if (launch.priority) {
        planned.priority = int(m_names.integer(*launch.priority, -1000, 1000, "\"priority\""));
    }
    if (launch.repeat) {
        planned.repeat = std::uint32_t(m_names.integer(*launch.repeat, 1, 1'000'000, "repeat"));
    }
    // The project's own metrics apply to its only launch (DESIGN, run report).
    MetricExpressions expressions = launch.metrics;
    if (m_project.launches.size() == 1) {
        expressions.bytes = expressions.bytes ? expressions.bytes : m_project.metrics.bytes;
        expressions.flops = expressions.flops ? expressions.flops : m_project.metrics.flops;
    }
    const PlannedMetrics given = metrics(expressions);
    planned.metrics.bytes = given.bytes ? given.bytes : planned.metrics.bytes;
    planned.metrics.flops = given.flops ? given.flops : planned.metrics.flops;
}

/// A stream has one priority, whichever of its launches specifies it.
void Planner::planStreams() {
    std::map<std::string, int> priorities;
    for (const PlannedLaunch& launch : m_plan.launches) {
        if (!launch.priority) {
            continue;
        }
        if (launch.stream.empty()) {
            throw Error(ErrorKind::project,
                        {"WB1418", "the default stream cannot have a priority",
                         "give the launch a \"stream\", or remove \"priority\""},
                        launch.place);
        }
        const auto [known, isNew] = priorities.emplace(launch.stream, *launch.priority);
        if (!isNew && known->second != *launch.priority) {
            throw Error(ErrorKind::project,
                        {"WB1419",
                         "stream \"{stream}\" has the priorities {priority} and {other}",
                         "give one, or use two streams",
                         {{"stream", launch.stream},
                          {"priority", known->second},
                          {"other", *launch.priority}}},
                        launch.place);
        }
    }
    for (PlannedLaunch& launch : m_plan.launches) {
        if (const auto known = priorities.find(launch.stream); known != priorities.end()) {
            launch.priority = known->second;
        }
    }
}

/// Launches that overlap are timed together, so nothing may come between them, and neither may be
/// repeated alone.
void Planner::checkProgrammatic(std::size_t index) const {
    const PlannedLaunch& launch = m_plan.launches[index];
    if (!launch.programmatic) {
        return;
    }
    const auto refuse = [&](ErrorText said) {
        throw Error(ErrorKind::project, std::move(said), launch.place);
    };
    if (index == 0 || m_plan.launches[index - 1].stream != launch.stream) {
        refuse({"WB1420", "a programmatic launch must directly follow another launch on its stream",
                "move it after the launch that it may overlap, or remove \"programmatic\""});
    }
    const PlannedLaunch& before = m_plan.launches[index - 1];
    if (before.library) {
        refuse({"WB1421",
                "a programmatic launch overlaps a kernel, but the step before it calls a library",
                "remove \"programmatic\""});
    }
    if (launch.repeat != 1 || before.repeat != 1) {
        refuse({"WB1422",
                "a programmatic launch and the one before it are timed together, and \"repeat\" "
                "repeats one alone",
                "remove \"repeat\"; \"rounds\" repeats both"});
    }
    for (const PlannedLaunch* one : {&before, &launch}) {
        for (const PlannedArgument& arg : one->args) {
            if (std::holds_alternative<PlannedTexture>(arg.value) ||
                std::holds_alternative<PlannedSurface>(arg.value)) {
                refuse({"WB1423",
                        "the copy that a texture or surface needs would come between a "
                        "programmatic launch and the one before it",
                        "give the kernels pointers, or remove \"programmatic\""});
            }
        }
    }
}

PlannedMetrics Planner::metrics(const MetricExpressions& expressions) {
    PlannedMetrics planned;
    if (expressions.bytes) {
        planned.bytes = toDouble(m_names.number(*expressions.bytes));
    }
    if (expressions.flops) {
        planned.flops = toDouble(m_names.number(*expressions.flops));
    }
    return planned;
}

} // namespace

std::optional<std::size_t> LaunchPlan::findBuffer(std::string_view name) const {
    for (std::size_t i = 0; i < buffers.size(); ++i) {
        if (buffers[i].name == name) {
            return i;
        }
    }
    return std::nullopt;
}

namespace {

/// Generated kernels and libraries require contiguous elements.
void requireNoGaps(const LaunchPlan& plan, const PlannedLaunch& launch) {
    for (const PlannedArgument& argument : launch.args) {
        const auto* address = std::get_if<PlannedBufferArg>(&argument.value);
        if (address && plan.buffers[address->buffer].pitch > 0) {
            throw Error(ErrorKind::project,
                        {"WB1424",
                         "buffer '{buffer}' is pitched, but a step needs elements without gaps",
                         "remove its \"memory\", or write your own kernel",
                         {{"buffer", plan.buffers[address->buffer].name}}},
                        launch.place);
        }
    }
}

} // namespace

LaunchPlan makePlan(const Project& project, const Overrides& set) {
    const bool isSplit = hasSplitBuffers(project);
    const bool hasSteps = std::any_of(project.launches.begin(), project.launches.end(),
                                      [](const Launch& launch) { return launch.step; });
    if (set.empty() && !isSplit && !hasSteps) {
        return Planner(project).plan();
    }
    Project changed = withOverrides(project, set);
    std::string generated = expandSteps(changed);
    if (isSplit) { // the whole buffer, as on one device
        changed.parameters.merge(partNames(changed, 0, 1));
    }
    LaunchPlan plan = Planner(changed).plan();
    plan.generated = std::move(generated);
    for (std::size_t i = 0; i < plan.launches.size(); ++i) {
        if (const auto& step = project.launches[i].step) {
            plan.launches[i].step = textOf(*step);
            requireNoGaps(plan, plan.launches[i]);
        }
    }
    return plan;
}

void attachExpect(LaunchPlan& plan, const std::string& buffer, const Expect& expect,
                  bool mayLeaveFolder) {
    // A check needs only the buffers' names and the location of files, so a project with nothing
    // else is sufficient.
    Project names;
    names.file = plan.folder / "checks";
    names.mayLeaveFolder = mayLeaveFolder;
    for (const PlannedBuffer& planned : plan.buffers) {
        Buffer named;
        named.name = planned.name;
        names.buffers.push_back(std::move(named));
    }
    const auto index = plan.findBuffer(buffer);
    if (!index) {
        std::vector<std::string> known;
        for (const PlannedBuffer& planned : plan.buffers) {
            known.push_back(planned.name);
        }
        const ErrorText said{
            "WB1425", "a check names '{buffer}', which is not a buffer", {}, {{"buffer", buffer}}};
        throw Error(ErrorKind::project, said.advised(suggestion(buffer, known)));
    }
    PlannedExpect planned = Planner(names).expect(expect, "", *index);
    plan.buffers[*index].download = plan.buffers[*index].used;
    for (const std::size_t other : planned.needsAfter) {
        plan.buffers[other].download = plan.buffers[other].used;
    }
    plan.buffers[*index].expect = std::move(planned);
}

Project withOverrides(const Project& project, const Overrides& set) {
    Project changed = project;
    for (const auto& [name, text] : set) {
        if (isOptionName(name)) {
            setOption(changed.compile.options, name, text);
            continue;
        }
        const auto parameter = changed.parameters.find(name);
        const auto define = changed.compile.defines.find(name);
        if (parameter != changed.parameters.end()) {
            parameter->second = {text, overridePlace(name)};
        } else if (define != changed.compile.defines.end()) {
            define->second = text;
        } else {
            std::vector<std::string> known;
            for (const auto& [candidate, value] : project.parameters) {
                known.push_back(candidate);
            }
            for (const auto& [candidate, value] : project.compile.defines) {
                known.push_back(candidate);
            }
            const ErrorText said{"WB1426",
                                 "unknown parameter or define '{name}'",
                                 "add it to the project first",
                                 {{"name", name}}};
            throw Error(ErrorKind::usage,
                        known.empty() ? said : said.advised(suggestion(name, known)));
        }
    }
    return changed;
}

NumberTable evaluateNames(const Project& project, const Overrides& set) {
    const Project changed = withOverrides(project, set);
    return Names(changed).table();
}

} // namespace warpbench::project
