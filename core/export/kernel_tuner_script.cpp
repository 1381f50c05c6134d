// SPDX-License-Identifier: GPL-3.0-or-later
// Scripts for Kernel Tuner (https://kerneltuner.github.io): the arguments of its tune_kernel.
#include "core/base/error.h"
#include "core/export/export_model.h"
#include "core/export/python_text.h"
#include "core/export/tuned_names.h"
#include "core/project/struct_values.h"
#include "core/sources/tokenizer.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>
#include <cstring>
#include <functional>
#include <map>
#include <set>
#include <type_traits>
#include <utility>
#include <variant>

namespace warpbench::exporting {

using project::Expression;
using project::Project;

namespace {

[[noreturn]] void cannotSay(ErrorText problem, const Place& place = {}) {
    throw Error(ErrorKind::project,
                {"WB2203",
                 "the project cannot be exported for Kernel Tuner: {problem}",
                 "change that in a copy of the project, or use warpbench-cli sweep",
                 {{"problem", std::move(problem)}}},
                place);
}

// ---- one launch of several ----

constexpr const char* kLaunchRemedy = "name one with --launch: {kernels}";

std::size_t launchOf(const Project& project, const std::string& name) {
    const auto& launches = project.launches;
    if (name.empty() && launches.size() == 1)
        return 0;
    std::vector<std::string> kernels;
    for (std::size_t i = 0; i < launches.size(); ++i) {
        if (!name.empty() && (launches[i].kernel == name || std::to_string(i) == name))
            return i;
        if (!launches[i].step)
            kernels.push_back(launches[i].kernel);
    }
    const std::string list = fmt::format("{}", fmt::join(kernels, ", "));
    if (name.empty())
        throw Error(ErrorKind::usage,
                    {"WB2204",
                     "the project has {count} launches, but Kernel Tuner tunes one",
                     kLaunchRemedy,
                     {{"count", launches.size()}, {"kernels", list}}});
    throw Error(ErrorKind::usage, {"WB2205",
                                   "\"{name}\" is not a launch of the project",
                                   kLaunchRemedy,
                                   {{"name", name}, {"kernels", list}}});
}

/// The names in a step's text: it writes those to the left of `=`, or all without one.
void addStep(const project::Step& step,
             const std::function<void(const std::string&, project::Access)>& add) {
    bool isLeft = true;
    for (const compile::Token& token : compile::tokenize(step.text.text)) {
        if (token.is("=") || token.is(";"))
            isLeft = token.is(";");
        else
            add(std::string(token.text), isLeft ? project::Access::inout : project::Access::in);
    }
}

/// Every buffer passed to a launch, and whether the launch may write to it.
std::map<std::string, bool> buffersOf(const project::Launch& launch) {
    std::map<std::string, bool> buffers;
    const auto add = [&](const std::string& buffer, project::Access access) {
        bool& writes = buffers[buffer];
        writes = writes || access != project::Access::in;
    };
    for (const project::Argument& argument : launch.args) {
        if (const auto* buffer = std::get_if<project::BufferArg>(&argument.value))
            add(buffer->buffer, buffer->access);
        else if (const auto* surface = std::get_if<project::SurfaceArg>(&argument.value))
            add(surface->buffer, surface->access);
        else if (const auto* structure = std::get_if<project::StructArg>(&argument.value))
            project::forEachAddress(
                *structure, [&](const project::BufferArg& one) { add(one.buffer, one.access); });
    }
    if (launch.step)
        addStep(*launch.step, add);
    return buffers;
}

// ---- parts that are the same in all combinations ----

class FixedParts {
  public:
    FixedParts(const Project& project, const TunedNames& names)
        : m_project(project)
        , m_names(names) {}

    void require(const project::Launch& launch) {
        for (const auto& [name, writes] : buffersOf(launch))
            requireBuffer(name);
        for (const project::Argument& argument : launch.args)
            if (const auto* scalar = std::get_if<project::ScalarArg>(&argument.value))
                for (const Expression& value : scalar->value)
                    requireFixed(value, phrase("the argument {value}", {{"value", value.text}}),
                                 argument.place);
        for (const auto& [symbol, constant] : m_project.constants)
            for (const Expression& value : constant.value)
                requireFixed(value, phrase("the value of {name}", {{"name", symbol}}),
                             constant.place);
    }

  private:
    void requireFixed(const Expression& expression, const ErrorText& what, const Place& place,
                      project::ParseOptions options = {}) {
        if (m_names.varies(expression, options))
            cannotSay(phrase("{subject} changes with the sweep", {{"subject", what}}), place);
        // Its initial contents may depend on other buffers.
        const project::Formula formula = project::Formula::parse(expression, options);
        for (const std::string& name : formula.names())
            requireBuffer(name);
    }

    void requireBuffer(const std::string& name) {
        const auto buffer =
            std::find_if(m_project.buffers.begin(), m_project.buffers.end(),
                         [&](const project::Buffer& one) { return one.name == name; });
        if (buffer == m_project.buffers.end() || !m_seen.insert(name).second)
            return;
        for (const Expression& size : buffer->shape)
            requireFixed(size, phrase("the shape of {buffer}", {{"buffer", name}}), buffer->place);
        const project::Init& init = buffer->init;
        for (const auto* value : {&init.value, &init.start, &init.step, &init.low, &init.high,
                                  &init.mean, &init.stddev, &init.expression})
            if (*value)
                requireFixed(**value, phrase("what {buffer} begins with", {{"buffer", name}}),
                             buffer->place);
        if (!buffer->expect)
            return;
        const ErrorText expected = phrase("what is expected of {buffer}", {{"buffer", name}});
        if (buffer->expect->expression)
            requireFixed(*buffer->expect->expression, expected, buffer->place);
        if (buffer->expect->reference)
            requireFixed(*buffer->expect->reference, expected, buffer->place,
                         {.arrayFunctions = true});
    }

    const Project& m_project;
    const TunedNames& m_names;
    std::set<std::string> m_seen;
};

// ---- the script ----

template <class T>
std::string textOfValue(const std::vector<std::uint8_t>& bytes) {
    T value{};
    std::memcpy(&value, bytes.data(), sizeof value);
    if constexpr (std::is_floating_point_v<T>)
        return pythonNumber(double(value));
    else
        return std::to_string(value);
}

/// The number of an argument of an everyday type; empty: its bytes have to do.
std::string scalarValue(arrays::Scalar type, const std::vector<std::uint8_t>& bytes) {
    switch (type) {
    case arrays::Scalar::int32:
        return textOfValue<std::int32_t>(bytes);
    case arrays::Scalar::uint32:
        return textOfValue<std::uint32_t>(bytes);
    case arrays::Scalar::int64:
        return textOfValue<std::int64_t>(bytes);
    case arrays::Scalar::uint64:
        return textOfValue<std::uint64_t>(bytes);
    case arrays::Scalar::float32:
        return textOfValue<float>(bytes);
    case arrays::Scalar::float64:
        return textOfValue<double>(bytes);
    default:
        return {};
    }
}

/// A number alone as it is; an expression made an integer.
std::string integerText(const std::string& python) {
    const bool isNumber = python.find_first_not_of("0123456789") == std::string::npos;
    return isNumber ? python : "int(" + python + ")";
}

constexpr const char* kRead = R"(

def read(name, dtype):
    return np.fromfile(HERE / name, dtype)

)";

constexpr const char* kVerify = R"(
def verify(answer, result, atol=None):
    good = True
    for want, got, rule in zip(answer, result, RULES):
        if want is None:
            continue
        name, rtol, atol, exact, equal_nan = rule
        got = got.ravel()
        inexact = np.issubdtype(want.dtype, np.inexact)
        if exact or not inexact:
            wrong = got != want
            if equal_nan and inexact:
                wrong &= ~(np.isnan(got) & np.isnan(want))
        else:
            wrong = ~np.isclose(got, want, rtol=rtol, atol=atol, equal_nan=equal_nan)
        count = int(np.count_nonzero(wrong))
        if count > 0:
            print(f"{name}: {count} of {got.size} values are wrong")
        good = good and count == 0
    return good

)";

constexpr const char* kEnd = R"(
times = [one for one in results if isinstance(one.get("time"), float)]
if not times:
    sys.exit("no combination gave a result")
best = min(times, key=lambda one: one["time"])
values = ", ".join(f"{name}={best[name]}" for name in tune_params)
print(f"best: {values}: {best['time']:.6g} ms")
)";

class Script {
  public:
    Script(const ExportModel& model, const Project& project)
        : m_model(model)
        , m_project(project)
        , m_launch(project.launches.front())
        , m_names(project) {}

    std::string text() {
        requireSayable();
        FixedParts(m_project, m_names).require(m_launch);
        const std::string arguments = argumentText();
        const std::string block = blockText(); // adds to m_tuned
        std::string call =
            fmt::format("results, _ = tune_kernel(\n    {},\n    str(HERE / {}),\n",
                        pythonText(kernelName()), pythonText(m_model.name + "_kernels.cu"));
        call += gridText() + block + restOfCall();
        const std::string body = arguments + tunedText() + restrictionText() + "\n" + call + ")";
        return headText(body) + kRead + (m_hasAnswer ? kVerify : "") + body + kEnd;
    }

  private:
    void requireSayable() const {
        for (const auto& [name, values] : m_project.sweep->parameters)
            if (!m_project.parameters.contains(name) && !m_project.compile.defines.contains(name))
                cannotSay(phrase("the sweep tries {name}, which is not a parameter or define",
                                 {{"name", name}}));
        const ExportModel::Launch& launch = m_model.launches.front();
        if (launch.repeat > 1 || m_model.rounds > 1)
            cannotSay(phrase("the kernel is launched several times"), m_launch.place);
        if (launch.cooperative)
            cannotSay(phrase("the launch is cooperative"), m_launch.place);
        if (launch.cluster[0] > 0)
            cannotSay(phrase("the launch has clusters"), m_launch.place);
    }

    std::string headText(const std::string& body) const {
        std::string text = fmt::format("# {}: a script made by Warpbench for Kernel Tuner.\n",
                                       m_model.title.empty() ? m_model.name : m_model.title);
        for (const std::string& note : m_model.notes)
            text += "# " + note + "\n";
        if (const std::string& objective = m_project.sweep->objective; objective != "time")
            text += "# It compares times; the project's own sweep compares " + objective + ".\n";
        if (body.find("math.") != std::string::npos)
            text += "import math\n";
        return text + "import pathlib\nimport sys\n\nimport numpy as np\n"
                      "from kernel_tuner import tune_kernel\n\n"
                      "HERE = pathlib.Path(__file__).resolve().parent\n";
    }

    /// Kernel Tuner replaces the names of its parameters in it.
    std::string kernelName() {
        std::string name = m_launch.kernel;
        for (std::size_t at = name.find("${"); at != std::string::npos; at = name.find("${", at)) {
            const std::size_t end = name.find('}', at);
            const std::string inside = name.substr(at + 2, end - at - 2);
            if (!m_names.varies(inside))
                return m_model.launches.front().kernel;
            if (!m_project.sweep->parameters.contains(inside))
                cannotSay(phrase("the kernel's name contains {name}, which depends on the sweep",
                                 {{"name", inside}}),
                          m_launch.place);
            name.replace(at, end + 1 - at, inside);
            at += inside.size();
        }
        return name;
    }

    // ---- arguments ----

    std::string bufferText(const ExportModel::Buffer& buffer) const {
        const std::string type = numpyType(buffer.dtype);
        if (!buffer.initial.empty())
            return fmt::format("read({}, np.{})", pythonText(buffer.initial), type);
        const std::size_t size = buffer.dtype.kind() == arrays::DType::Kind::structure
                                     ? 1
                                     : arrays::sizeOf(buffer.dtype.scalar());
        return fmt::format("np.zeros({}, np.{})", buffer.bytes / size, type);
    }

    std::string scalarText(const project::ScalarArg& scalar,
                           const ExportModel::Argument& argument) const {
        const std::string type = numpyType(scalar.type);
        if (scalar.type.kind() != arrays::DType::Kind::scalar ||
            (type != "bool_" && type != arrays::nameOf(scalar.type.scalar())))
            cannotSay(phrase("numpy does not have the type {type} of an argument",
                             {{"type", scalar.type.name()}}));
        const std::string value = scalarValue(scalar.type.scalar(), argument.bytes);
        if (!value.empty())
            return fmt::format("np.{}({})", type, value);
        return fmt::format("np.frombuffer({}, np.{})[0]", bytesText(argument.bytes), type);
    }

    std::string argumentText() {
        std::string arguments, answers, rules;
        std::set<std::size_t> taken;
        bool any = false;
        for (std::size_t i = 0; i < m_launch.args.size(); ++i) {
            const project::Argument& given = m_launch.args[i];
            const ExportModel::Argument& argument = m_model.launches.front().arguments[i];
            std::string answer = "None", rule = "None";
            if (std::holds_alternative<project::BufferArg>(given.value)) {
                const ExportModel::Argument::Address& address = argument.addresses.front();
                if (address.offset != 0)
                    cannotSay(phrase("an argument points into a buffer"), given.place);
                if (!taken.insert(address.buffer).second)
                    cannotSay(phrase("two arguments are the same buffer"), given.place);
                const ExportModel::Buffer& buffer = m_model.buffers[address.buffer];
                arguments += fmt::format("    {},  # {}: {} x {}\n", bufferText(buffer),
                                         buffer.name, buffer.elements, buffer.dtype.name());
                if (!buffer.expected.empty()) {
                    any = true;
                    answer = fmt::format("read({}, np.{})", pythonText(buffer.expected),
                                         numpyType(buffer.dtype));
                    rule = fmt::format("({}, {}, {}, {}, {})", pythonText(buffer.name), buffer.rtol,
                                       buffer.atol, buffer.exact ? "True" : "False",
                                       buffer.equalNan ? "True" : "False");
                }
            } else if (const auto* scalar = std::get_if<project::ScalarArg>(&given.value)) {
                arguments += fmt::format("    {},  # {}\n", scalarText(*scalar, argument),
                                         oneLine(scalar->value.front().text));
            } else {
                cannotSay(phrase("argument {number} is neither a buffer nor a number",
                                 {{"number", i + 1}}),
                          given.place);
            }
            answers += "    " + answer + ",\n";
            rules += "    " + rule + ",\n";
        }
        m_hasAnswer = any;
        std::string text = "\narguments = [\n" + arguments + "]\n";
        if (any)
            text +=
                "answer = [\n" + answers +
                "]\n# name, rtol, atol, whether to the bit, whether NaN equals NaN\nRULES = [\n" +
                rules + "]\n";
        return text;
    }

    // ---- launch ----

    /// Names of parameters for the block's axes. An axis with a fixed number becomes a parameter
    /// with one value.
    std::string blockText() {
        static constexpr std::array kUsual = {"block_size_x", "block_size_y", "block_size_z"};
        std::vector<std::string> names;
        for (std::size_t axis = 0; axis < m_launch.block.size(); ++axis) {
            const Expression& size = m_launch.block[axis];
            std::string name = m_names.nameAlone(size);
            if (name.empty() && m_names.varies(size))
                cannotSay(phrase("block {axis} is {value}, but it must be the value of one name",
                                 {{"axis", std::string(1, "xyz"[axis])}, {"value", size.text}}),
                          size.place);
            if (name.empty()) {
                name = kUsual[axis];
                if (m_project.sweep->parameters.contains(name))
                    cannotSay(
                        phrase("the sweep's {name} is not the block's size", {{"name", name}}),
                        size.place);
                m_tuned.emplace_back(name, project::toString(m_names.number(size)));
            }
            names.push_back(pythonText(name));
        }
        return fmt::format("    block_size_names=[{}],\n", fmt::join(names, ", "));
    }

    /// problem_size and its divisors; a function of the values, if these cannot express the grid.
    std::string gridText() {
        std::vector<std::string> sizes, computed;
        std::string divisors;
        bool isPlain = true;
        for (std::size_t axis = 0; axis < m_launch.grid.size(); ++axis) {
            const Expression& grid = m_launch.grid[axis];
            const auto quotient = m_names.quotient(grid);
            isPlain = isPlain && (quotient || !m_names.varies(grid));
            const std::string whole = m_names.python(grid);
            sizes.push_back(integerText(quotient ? quotient->dividend : whole));
            computed.push_back(integerText(whole));
            divisors += fmt::format("    grid_div_{}={},\n", "xyz"[axis],
                                    quotient ? divisorText(quotient->divisor) : "[]");
        }
        if (isPlain)
            return fmt::format("    ({},),\n    arguments,\n    tune_params,\n{}",
                               fmt::join(sizes, ", "), divisors);
        return fmt::format("    lambda p: ({},),\n    arguments,\n    tune_params,\n"
                           "    grid_div_x=[],\n    grid_div_y=[],\n    grid_div_z=[],\n",
                           fmt::join(computed, ", "));
    }

    /// A list with a name, or a function of the values.
    static std::string divisorText(const std::string& python) {
        const std::string_view open = "p[", close = "]";
        const bool isName = python.starts_with(open) && python.ends_with(close) &&
                            python.find(' ') == std::string::npos;
        return isName ? python.substr(1) : "lambda p: " + python;
    }

    std::string restOfCall() {
        std::string text;
        if (!m_project.sweep->restrictions.empty())
            text += "    restrictions=[allowed],\n";
        if (m_hasAnswer)
            text += "    answer=answer,\n    verify=verify,\n";
        text += compilerText();
        if (m_names.varies(m_launch.shared))
            text += fmt::format("    smem_args={{\"size\": lambda p: int({})}},\n",
                                m_names.python(m_launch.shared));
        else if (m_model.launches.front().shared > 0)
            text +=
                fmt::format("    smem_args={{\"size\": {}}},\n", m_model.launches.front().shared);
        std::vector<std::string> constants;
        for (const ExportModel::Constant& constant : m_model.constants)
            constants.push_back(fmt::format("{}: np.frombuffer({}, np.uint8)",
                                            pythonText(constant.symbol),
                                            bytesText(constant.bytes)));
        if (!constants.empty())
            text += fmt::format("    cmem_args={{{}}},\n", fmt::join(constants, ", "));
        return text +
               fmt::format("    strategy={},\n    lang=\"CUDA\",\n    cache=str(HERE / {}),\n",
                           pythonText(strategy()), pythonText(m_model.name + "_cache.json"));
    }

    /// Without `defines`, Kernel Tuner would define parameters of the project as well.
    std::string compilerText() const {
        const auto& tuned = m_project.sweep->parameters;
        std::vector<std::string> defines;
        std::vector<std::string> options = {pythonText("-std=" + m_model.standard),
                                            "f\"-I{HERE}\""};
        for (const std::string& option : m_model.options)
            options.push_back(pythonText(option));
        for (const auto& [name, value] : m_model.defines) {
            if (tuned.contains(name))
                defines.push_back(fmt::format("{0}: lambda p: p[{0}]", pythonText(name)));
            else
                options.push_back(pythonText("-D" + name + (value.empty() ? "" : "=" + value)));
        }
        return fmt::format("    defines={{{}}},\n    compiler_options=[{}],\n",
                           fmt::join(defines, ", "), fmt::join(options, ", "));
    }

    std::string strategy() const {
        static const std::map<std::string, const char*> kStrategies = {
            {"exhaustive", "brute_force"},
            {"random", "random_sample"},
            {"hill_climbing", "mls"},
            {"simulated_annealing", "simulated_annealing"},
            {"genetic", "genetic_algorithm"}};
        const auto found = kStrategies.find(m_project.sweep->strategy);
        if (found == kStrategies.end())
            cannotSay(phrase("the strategy {name}", {{"name", m_project.sweep->strategy}}));
        return found->second;
    }

    // ---- the space ----

    std::string tunedText() {
        std::string text = "\ntune_params = {\n";
        for (const auto& [name, values] : m_project.sweep->parameters) {
            std::vector<std::string> literals;
            for (const Expression& value : values)
                literals.push_back(m_names.literal(name, value));
            text += fmt::format("    {}: [{}],\n", pythonText(name), fmt::join(literals, ", "));
        }
        for (const auto& [name, value] : m_tuned)
            text += fmt::format("    {}: [{}],\n", pythonText(name), value);
        return text + "}\n";
    }

    std::string restrictionText() {
        if (m_project.sweep->restrictions.empty())
            return {};
        std::vector<std::string> all;
        for (const Expression& restriction : m_project.sweep->restrictions)
            all.push_back("bool(" + m_names.python(restriction) + ")");
        // Kernel Tuner passes the values one by one, by name or by position.
        return fmt::format("\n\ndef allowed(*values, **named):\n"
                           "    p = named or dict(zip(tune_params, values))\n"
                           "    try:\n        return {}\n"
                           "    except (ArithmeticError, ValueError):\n        return False\n\n",
                           fmt::join(all, " and "));
    }

    const ExportModel& m_model;
    const Project& m_project;
    const project::Launch& m_launch;
    TunedNames m_names;
    std::vector<std::pair<std::string, std::string>> m_tuned; ///< besides the sweep's: name, value
    bool m_hasAnswer = false;
};

} // namespace

Project projectForTuning(const Project& project, const std::string& launch) {
    if (!project.sweep || project.sweep->parameters.empty())
        throw Error(ErrorKind::project,
                    {"WB2206", "the project does not define a sweep for Kernel Tuner",
                     "add \"sweep\" with \"parameters\" to it"});
    const std::size_t chosen = launchOf(project, launch);
    const project::Launch& tuned = project.launches[chosen];
    if (tuned.step)
        cannotSay(phrase("a step generates its kernel, so it cannot be tuned"), tuned.place);
    const std::map<std::string, bool> own = buffersOf(tuned);
    for (std::size_t i = 0; i < project.launches.size(); ++i)
        for (const auto& [buffer, writes] : buffersOf(project.launches[i]))
            if (i != chosen && writes && own.contains(buffer))
                cannotSay(phrase("another launch writes {buffer}, which {kernel} uses",
                                 {{"buffer", buffer}, {"kernel", tuned.kernel}}),
                          project.launches[i].place);
    Project alone = project;
    alone.launches = {tuned};
    return alone;
}

std::vector<ExportedFile> kernelTunerScript(const ExportModel& model, const Project& project) {
    return {{model.name + "_tune.py", Script(model, project).text()},
            {model.name + "_kernels.cu", model.source}};
}

} // namespace warpbench::exporting
