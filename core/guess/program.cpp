// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/guess/program.h"

#include "core/base/path_text.h"
#include "core/compile/host_code.h"
#include "core/compile/source_scan.h"
#include "core/expression/expression.h"
#include "core/guess/block_link.h"
#include "core/guess/contents.h"
#include "core/guess/host_program.h"
#include "core/guess/pointer_use.h"
#include "core/guess/signature.h"
#include "core/project/evaluate.h"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <map>
#include <set>

namespace warpbench::guess {

namespace {

using compile::KernelInfo;
using compile::ScannedKernel;
using project::Expression;
using PointerUses = std::map<std::string, std::vector<PointerUse>>;

std::string withoutTemplateArguments(const std::string& name) {
    return name.substr(0, name.find('<'));
}

/// More would keep a first look at a program waiting.
constexpr int kMostRounds = 100;

/// A launch is written with as few namespaces as its place needs.
const ScannedKernel* findKernel(const std::vector<ScannedKernel>& kernels,
                                const std::string& name) {
    const std::string plain = withoutTemplateArguments(name);
    for (const ScannedKernel& kernel : kernels)
        if (kernel.info.name == plain || kernel.info.name.ends_with("::" + plain))
            return &kernel;
    return nullptr;
}

/// The names that an expression says. One that is wrong says none: the plan will be refused.
void noteNames(const Expression& expression, std::set<std::string>& names) {
    try {
        const auto formula = project::Formula::parse(expression);
        names.insert(formula.names().begin(), formula.names().end());
    } catch (const Error&) {
        for (const compile::Token& token : compile::tokenize(expression.text))
            names.insert(std::string(token.text));
    }
}

/// Makes a project of a followed program.
class Builder {
  public:
    Builder(project::Project start, const HostProgram& program,
            const std::vector<ScannedKernel>& kernels, const PointerUses& uses)
        : m_project(std::move(start))
        , m_program(program)
        , m_kernels(kernels)
        , m_uses(uses)
        , m_buffers(program.memories.size()) {}

    ProgramGuess run() {
        for (const LaunchCall& call : m_program.launches)
            if (const ScannedKernel* kernel = findKernel(m_kernels, call.kernel))
                addLaunch(call, *kernel);
        for (const LaunchLoop& loop : m_program.loops)
            if (loop.first < m_program.launches.size())
                addLoop(loop);
        for (const ConstantCopy& copy : m_program.constants)
            addConstant(copy);
        ProgramGuess guess;
        addParameters();
        guess.project = std::move(m_project);
        guess.fromHostCode = !guess.project.launches.empty();
        guess.questions = std::move(m_questions);
        return guess;
    }

  private:
    void ask(const LaunchCall& call, const std::string& what) {
        m_questions.push_back(fmt::format("{} (line {}): {}", withoutTemplateArguments(call.kernel),
                                          call.line, what));
    }

    /// The first template argument, which is what a parameter of type T most often is.
    std::string typeOf(const std::string& type, const LaunchCall& call) const {
        if (const auto known = m_program.types.find(type); known != m_program.types.end())
            return known->second;
        const std::size_t open = call.kernel.find('<');
        if (open == std::string::npos || dtypeOfType(type))
            return type;
        const std::size_t end = call.kernel.find_first_of(",>", open);
        return call.kernel.substr(open + 1, end - open - 1);
    }

    void addLaunch(const LaunchCall& call, const ScannedKernel& kernel) {
        project::Launch launch;
        const std::size_t angle = call.kernel.find('<');
        launch.kernel =
            kernel.info.name + (angle == std::string::npos ? "" : call.kernel.substr(angle));
        if (kernel.isTemplate && angle == std::string::npos)
            launch.kernel += "<float>";
        extent(call, call.grid, launch.grid, "the grid", "4");
        extent(call, call.block, launch.block, "the block", "256");
        if (call.shared.isNumber() && (call.shared.number > 0 || !call.shared.text.empty()))
            launch.shared = Expression{call.shared.spelled(), {}};
        else if (!call.written.empty() && call.shared.kind != Value::Kind::number &&
                 call.shared.assumed)
            ask(call, "the dynamic shared memory could not be told, 0 is assumed");
        for (std::size_t i = 0; i < kernel.info.parameters.size(); ++i) {
            compile::Parameter parameter = kernel.info.parameters[i];
            parameter.pointee = typeOf(parameter.pointee, call);
            if (!parameter.pointer)
                parameter.type = typeOf(parameter.type, call);
            launch.args.push_back(argument(call, parameter, i));
        }
        m_project.launches.push_back(std::move(launch));
    }

    void extent(const LaunchCall& call, const Value& value, std::vector<Expression>& to,
                const char* what, const char* otherwise) {
        const auto& numbers = value.extentNumber;
        const bool empty =
            std::any_of(numbers.begin(), numbers.end(), [](double n) { return n < 1; });
        if (value.kind != Value::Kind::grid || empty) {
            ask(call, fmt::format("{} could not be told from the program, {} is assumed", what,
                                  otherwise));
            to = {Expression{otherwise, {}}};
            return;
        }
        std::size_t last = 3;
        while (last > 1 && (value.extent[last - 1].empty() || value.extent[last - 1] == "1"))
            --last;
        for (std::size_t i = 0; i < last; ++i)
            to.push_back(Expression{value.extent[i].empty() ? "1" : value.extent[i], {}});
    }

    /// What a kernel does with an argument, as far as its text says.
    PointerUse useOf(const LaunchCall& call, std::size_t index) const {
        const std::string plain = withoutTemplateArguments(call.kernel);
        const std::size_t scope = plain.rfind("::");
        const auto found =
            m_uses.find(scope == std::string::npos ? plain : plain.substr(scope + 2));
        return found != m_uses.end() && index < found->second.size() ? found->second[index]
                                                                     : PointerUse{true, true, true};
    }

    /// What the kernel only reads is not copied back, and what it only writes is not copied there
    /// where the program does not do so either.
    project::Access accessOf(const LaunchCall& call, const compile::Parameter& parameter,
                             std::size_t index) const {
        const PointerUse use = useOf(call, index);
        if (parameter.pointeeConst || (use.read && !use.written))
            return project::Access::in;
        const bool given = index >= call.given.size() || call.given[index];
        return use.written && !use.read && !given ? project::Access::out : project::Access::inout;
    }

    /// What the program sets of a struct that is passed by value. What it leaves is zeros.
    project::StructArg structArgument(const LaunchCall& call, const compile::Parameter& parameter,
                                      const Value& value) {
        project::StructArg made;
        std::string missing;
        for (std::size_t i = 0; i < value.members.size(); ++i) {
            const Value& member = value.members[i];
            const std::string& name = value.names[i];
            const bool zero = member.isNumber() && member.number == 0 && member.text.empty();
            if (member.kind == Value::Kind::pointer) {
                std::optional<Expression> offset;
                if (!member.offset.empty())
                    offset = Expression{member.offset, {}};
                made.fields[name] = project::BufferArg{
                    bufferOf(std::size_t(member.memory), call, {}), project::Access::inout, offset};
            } else if (member.isNumber() && !zero) {
                made.fields[name] = Expression{member.spelled(), {}};
            } else if (!zero) {
                missing += (missing.empty() ? "" : ", ") + name;
            }
        }
        if (!missing.empty())
            ask(call, fmt::format("{} of {} could not be told from the program: zeros are passed",
                                  missing, parameter.name));
        return made;
    }

    project::Argument argument(const LaunchCall& call, const compile::Parameter& parameter,
                               std::size_t index) {
        const Value value = index < call.arguments.size() ? call.arguments[index] : Value{};
        const std::string written =
            index < call.written.size() ? call.written[index] : std::string("nothing");
        project::Argument made;
        if (parameter.pointer) {
            if (value.isNumber() && value.number == 0) {
                made.value = project::NullArg{};
                return made;
            }
            const project::Access access = accessOf(call, parameter, index);
            if (value.kind == Value::Kind::pointer)
                askForContents(call, std::size_t(value.memory), access);
            const std::string buffer = value.kind == Value::Kind::pointer
                                           ? bufferOf(std::size_t(value.memory), call, parameter)
                                           : strangeBuffer(call, parameter, written);
            std::optional<Expression> offset;
            if (!value.offset.empty())
                offset = Expression{value.offset, {}};
            made.value = project::BufferArg{buffer, access, offset};
            return made;
        }
        if (value.kind == Value::Kind::structure) {
            made.value = structArgument(call, parameter, value);
            return made;
        }
        const auto type = dtypeOfType(parameter.type);
        if (!type || type->kind() != memory::DType::Kind::scalar || !value.isNumber()) {
            if (!type && value.isNumber()) { // an enum, say
                made.value = project::ScalarArg{memory::DType(memory::Scalar::int32),
                                                {Expression{value.spelled(), {}}}};
                return made;
            }
            made = guessArgument(m_project, parameter);
            std::string assumed;
            if (const auto* scalar = std::get_if<project::ScalarArg>(&made.value);
                scalar && !scalar->value.empty())
                assumed = scalar->value.front().text + " is assumed";
            else
                assumed = "its members are to be filled in";
            ask(call, fmt::format("{} is {}, which could not be told from the program: {}",
                                  parameter.name, written, assumed));
            return made;
        }
        Value number = value;
        if (type->scalar() == memory::Scalar::boolean)
            number = Value::of(value.number != 0, true);
        else if (!isFloating(type->scalar()) && !value.isInteger && value.text.empty())
            number = Value::of(std::trunc(value.number), true);
        made.value = project::ScalarArg{*type, {Expression{number.spelled(), {}}}};
        return made;
    }

    bool taken(const std::string& name) const {
        return m_program.parameters.contains(name) || m_project.compile.defines.contains(name) ||
               std::any_of(m_project.buffers.begin(), m_project.buffers.end(),
                           [&](const auto& buffer) { return buffer.name == name; });
    }

    std::string freeName(const std::string& wanted) const {
        std::string name = wanted.empty() ? "buffer" : wanted;
        for (int i = 2; taken(name); ++i)
            name = wanted + std::to_string(i);
        return name;
    }

    /// Of memory that is read before anything that was understood fills it.
    void askForContents(const LaunchCall& call, std::size_t index, project::Access access) {
        const Memory& memory = m_program.memories[index];
        const bool first = m_buffers[index].empty();
        const bool read =
            access == project::Access::in || (access == project::Access::inout && memory.given);
        const bool told = memory.filled || memory.zeroed || memory.unclear;
        if (first && read && !told)
            ask(call, fmt::format("the first contents of {} could not be told from the program: "
                                  "zeros are assumed",
                                  memory.name));
    }

    std::string bufferOf(std::size_t memory, const LaunchCall& call,
                         const compile::Parameter& parameter) {
        if (!m_buffers[memory].empty())
            return m_buffers[memory];
        const Memory& from = m_program.memories[memory];
        project::Buffer buffer;
        buffer.name = freeName(from.name);
        const std::size_t bytes = setType(buffer, parameter, from);
        Expression count{
            from.count.isNumber() && from.count.number > 0 ? from.count.spelled() : "1024", {}};
        if (!from.count.isNumber() || from.count.number <= 0)
            ask(call, fmt::format("the size of {} could not be told, 1024 elements are assumed",
                                  from.name));
        if (bytes > 1)
            count.text = inBrackets(count.text) + " * " + std::to_string(bytes);
        buffer.shape = {std::move(count)};
        buffer.init = from.init;
        bool unclear = from.unclear;
        if (!from.listed.empty()) {
            const auto listed = initOfList(from.listed, from.count.number);
            unclear = !listed;
            buffer.init = listed.value_or(project::Init{});
        }
        if (bytes > 0)
            buffer.init = {};
        if (unclear) {
            buffer.init = {};
            if (bytes == 0) {
                const bool real = isFloating(buffer.dtype.scalar());
                buffer.init.kind =
                    real ? project::Init::Kind::uniform : project::Init::Kind::randint;
                buffer.init.seed = memory + 1;
                if (!real) {
                    buffer.init.low = Expression{"0", {}};
                    buffer.init.high = Expression{"2", {}};
                }
            }
            ask(call, fmt::format("the first contents of {} are worked out by the program: {} are "
                                  "assumed",
                                  from.name, bytes == 0 ? "random numbers" : "zeros"));
        }
        m_buffers[memory] = buffer.name;
        m_project.buffers.push_back(std::move(buffer));
        return m_buffers[memory];
    }

    /// The element's type: the kernel's, else the variable's. A struct becomes bytes.
    /// \returns bytes of an element that became bytes; 0 where the type is known
    std::size_t setType(project::Buffer& buffer, const compile::Parameter& parameter,
                        const Memory& from) const {
        auto type = dtypeOfType(parameter.pointee);
        if (!type)
            type = dtypeOfType(from.type);
        if (type) {
            buffer.dtype = *type;
            return 0;
        }
        buffer.dtype = memory::DType(memory::Scalar::uint8);
        if (parameter.pointee.find('*') != std::string::npos)
            return 8;
        for (const std::string& name : {parameter.pointee, from.type})
            if (const auto size = m_program.sizes.find(name); size != m_program.sizes.end())
                return size->second;
        return 1;
    }

    /// A pointer whose memory was not seen being made.
    std::string strangeBuffer(const LaunchCall& call, const compile::Parameter& parameter,
                              const std::string& written) {
        for (const auto& [expression, name] : m_strange)
            if (expression == written)
                return name;
        project::Buffer buffer;
        buffer.name = freeName(parameter.name);
        buffer.dtype =
            dtypeOfType(parameter.pointee).value_or(memory::DType(memory::Scalar::float32));
        buffer.shape = {Expression{"65536", {}}};
        ask(call, fmt::format("how {} is made could not be told: {} is a buffer of 65536 elements",
                              written, buffer.name));
        m_strange.emplace_back(written, buffer.name);
        m_project.buffers.push_back(std::move(buffer));
        return m_project.buffers.back().name;
    }

    /// Whether a pass finds what the one before it left.
    bool carries(const LaunchLoop& loop) const {
        std::set<int> found;
        std::set<int> left;
        for (std::size_t i = loop.first; i < loop.first + loop.count; ++i) {
            const LaunchCall& call = m_program.launches[i];
            std::set<int> written;
            for (std::size_t a = 0; a < call.arguments.size(); ++a) {
                const Value& value = call.arguments[a];
                if (value.kind != Value::Kind::pointer)
                    continue;
                const PointerUse use = useOf(call, a);
                if (use.read && !left.contains(value.memory) &&
                    !m_program.memories[std::size_t(value.memory)].refilled)
                    found.insert(value.memory);
                if (use.written)
                    written.insert(value.memory);
            }
            left.insert(written.begin(), written.end());
        }
        return std::any_of(found.begin(), found.end(),
                           [&](int memory) { return left.contains(memory); });
    }

    /// Whether nobody knows what one of its launches does to its arguments.
    bool isHandedOn(const LaunchLoop& loop) const {
        for (std::size_t i = loop.first; i < loop.first + loop.count; ++i)
            for (std::size_t a = 0; a < m_program.launches[i].arguments.size(); ++a)
                if (m_program.launches[i].arguments[a].kind == Value::Kind::pointer &&
                    useOf(m_program.launches[i], a).handedOn)
                    return true;
        return false;
    }

    /// The passes of a loop are the project's rounds where that is all there is. A loop whose
    /// passes leave the same is there to be timed, which the project does by itself.
    void addLoop(const LaunchLoop& loop) {
        const LaunchCall& call = m_program.launches[loop.first];
        if (!findKernel(m_kernels, call.kernel) || (!loop.varies && !carries(loop)))
            return;
        const double passes = loop.passes.isNumber() ? loop.passes.number : 0;
        const std::string often = passes > 0 ? fmt::format("{} times", passes) : "again and again";
        if (passes > 0 && passes / loop.passesEach <= 1 && !loop.varies)
            return;
        const bool all = loop.first == 0 && loop.count == m_program.launches.size();
        if (loop.varies) {
            ask(call, fmt::format("a loop launches it {}, with what changes from pass to pass: "
                                  "only the first is here",
                                  often));
        } else if (!all || passes == 0 || isHandedOn(loop)) {
            ask(call, fmt::format("a loop launches it {}, here it is launched once (\"rounds\" "
                                  "repeats a project's launches)",
                                  often));
        } else {
            setRounds(loop, call, passes);
        }
    }

    void setRounds(const LaunchLoop& loop, const LaunchCall& call, double passes) {
        const double rounds = std::floor(passes / loop.passesEach);
        if (rounds > kMostRounds)
            ask(call, fmt::format("a loop launches it {} times, \"rounds\" is {}: more take their "
                                  "time on a simulated device",
                                  passes, kMostRounds));
        else if (rounds * loop.passesEach != passes)
            ask(call, fmt::format("a loop launches it {} times, and two launches that change "
                                  "places are a round: {} are here",
                                  passes, rounds * loop.passesEach));
        std::string text = Value::of(std::min(rounds, double(kMostRounds)), true).spelled();
        if (rounds <= kMostRounds && !loop.passes.text.empty())
            text = loop.passesEach == 1
                       ? loop.passes.text
                       : fmt::format("{} // {}", inBrackets(loop.passes.text), loop.passesEach);
        m_project.rounds = Expression{text, {}};
    }

    void addConstant(const ConstantCopy& copy) {
        std::vector<Expression> values = valuesOf(copy, m_program);
        const auto dtype = dtypeOfType(copy.type);
        if (values.empty() || !dtype) {
            m_questions.push_back(
                fmt::format("{} (line {}): what is copied there could not be told from the "
                            "program: it holds what its declaration says",
                            copy.symbol, copy.line));
            return;
        }
        m_project.constants[copy.symbol] = {*dtype, std::move(values), false, {}};
    }

    /// Only the variables that something refers to.
    void addParameters() {
        std::set<std::string> used;
        const auto note = [&](const Expression& expression) { noteNames(expression, used); };
        const auto noteAll = [&](const std::optional<Expression>& expression) {
            if (expression)
                note(*expression);
        };
        for (const project::Buffer& buffer : m_project.buffers) {
            for (const Expression& extentOf : buffer.shape)
                note(extentOf);
            for (const auto* value :
                 {&buffer.init.value, &buffer.init.high, &buffer.init.low, &buffer.init.expression})
                noteAll(*value);
        }
        noteAll(m_project.rounds);
        for (const auto& [name, constant] : m_project.constants)
            for (const Expression& expression : constant.value)
                note(expression);
        for (const project::Launch& launch : m_project.launches) {
            for (const auto* list : {&launch.grid, &launch.block})
                for (const Expression& expression : *list)
                    note(expression);
            note(launch.shared);
            for (const project::Argument& argumentOf : launch.args) {
                if (const auto* scalar = std::get_if<project::ScalarArg>(&argumentOf.value))
                    for (const Expression& expression : scalar->value)
                        note(expression);
                if (const auto* buffer = std::get_if<project::BufferArg>(&argumentOf.value))
                    noteAll(buffer->offset);
                if (const auto* structure = std::get_if<project::StructArg>(&argumentOf.value))
                    for (const auto& [name, field] : structure->fields)
                        if (const auto* number = std::get_if<Expression>(&field))
                            note(*number);
            }
        }
        for (bool more = true; more;) { // parameters refer to others
            more = false;
            for (const auto& [name, value] : m_program.parameters)
                if (used.contains(name) && !m_project.parameters.contains(name)) {
                    m_project.parameters[name] = Expression{value, {}};
                    note(m_project.parameters[name]);
                    more = true;
                }
        }
    }

    project::Project m_project;
    const HostProgram& m_program;
    const std::vector<ScannedKernel>& m_kernels;
    const PointerUses& m_uses;
    std::vector<std::string> m_buffers; ///< by memory; empty: not used yet
    std::vector<std::pair<std::string, std::string>> m_strange;
    std::vector<std::string> m_questions;
};

/// The same program with numbers in place of words.
HostProgram withoutWords(HostProgram program) {
    const auto plain = [](Value& value) {
        value.text.clear();
        for (Value& member : value.members)
            member.text.clear();
    };
    for (Memory& memory : program.memories)
        plain(memory.count);
    for (LaunchLoop& loop : program.loops)
        plain(loop.passes);
    for (ConstantCopy& copy : program.constants)
        plain(copy.source);
    for (LaunchCall& call : program.launches)
        for (Value& value : call.arguments)
            plain(value);
    return program;
}

/// Of a launch that is made of the kernel's parameters alone, each a pointer's buffer of its own.
void setAccess(project::Launch& launch, const PointerUses& uses) {
    const std::size_t scope = launch.kernel.rfind("::");
    const auto found =
        uses.find(scope == std::string::npos ? launch.kernel : launch.kernel.substr(scope + 2));
    if (found == uses.end())
        return;
    for (std::size_t i = 0; i < std::min(launch.args.size(), found->second.size()); ++i) {
        const PointerUse use = found->second[i];
        auto* buffer = std::get_if<project::BufferArg>(&launch.args[i].value);
        if (buffer && use.read != use.written)
            buffer->access = use.read ? project::Access::in : project::Access::out;
    }
}

std::set<std::string> namesOf(const project::CompileSettings& compile) {
    std::set<std::string> names;
    for (const auto& [name, value] : compile.defines)
        names.insert(name);
    return names;
}

bool canBePlanned(const project::Project& project, std::string& reason) {
    try {
        project::makePlan(project);
        return true;
    } catch (const Error& error) {
        reason = error.text();
        return false;
    }
}

} // namespace

ProgramGuess guessSetUp(project::Project project, const compile::CompileRequest& request) {
    const auto files = compile::programFiles(request);
    std::vector<ScannedKernel> kernels;
    for (const auto& [path, text] : files)
        for (ScannedKernel& kernel : compile::scanSource(text))
            kernels.push_back(std::move(kernel));
    const HostProgram program = readHostProgram(files);
    const PointerUses uses = pointerUses(files);
    HostProgram linked = program;
    linkBlocks(linked, namesOf(project.compile));
    ProgramGuess guess = Builder(project, linked, kernels, uses).run();
    std::string reason;
    if (guess.fromHostCode && !canBePlanned(guess.project, reason))
        guess = Builder(project, program, kernels, uses).run();
    if (guess.fromHostCode && !canBePlanned(guess.project, reason)) {
        ProgramGuess numbers = Builder(project, withoutWords(program), kernels, uses).run();
        if (canBePlanned(numbers.project, reason))
            guess = std::move(numbers);
        else
            guess.questions.push_back("the guessed set-up is not yet right: " + reason);
    }
    std::vector<std::string> questions = program.questions;
    questions.insert(questions.end(), guess.questions.begin(), guess.questions.end());
    if (!guess.fromHostCode) {
        questions.clear();
        for (const ScannedKernel& kernel : kernels) {
            if (kernel.isTemplate)
                continue; // its arguments are not known
            guess::addLaunch(guess.project, kernel.info);
            setAccess(guess.project.launches.back(), uses);
            questions.push_back(fmt::format("{}: sizes and values are guessed from its parameters "
                                            "alone, since no launch of it was found",
                                            kernel.info.name));
        }
    }
    guess.questions.clear();
    for (const std::string& question : questions)
        if (std::find(guess.questions.begin(), guess.questions.end(), question) ==
            guess.questions.end())
            guess.questions.push_back(question);
    if (!guess.questions.empty() && guess.project.notes.empty()) {
        guess.project.notes = "The set-up was guessed from the source. To check:\n";
        for (const std::string& question : guess.questions)
            guess.project.notes += "\n- " + question;
    }
    return guess;
}

} // namespace warpbench::guess
