// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/guess/builder.h"

#include "core/guess/contents.h"
#include "core/guess/signature.h"
#include "core/guess/used_names.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <set>

namespace warpbench::guess {

namespace {

using compile::KernelInfo;
using compile::ScannedKernel;
using project::Expression;

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
        std::vector<int> launches; ///< of the project, for each of the program's
        for (const LaunchCall& call : m_program.launches) {
            m_launch = int(m_project.launches.size());
            launches.push_back(m_launch);
            if (const ScannedKernel* kernel = findKernel(m_kernels, call.kernel))
                addLaunch(call, *kernel);
        }
        for (const LaunchLoop& loop : m_program.loops)
            if (loop.first < launches.size()) {
                m_launch = launches[loop.first];
                addLoop(loop);
            }
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
    using Subject = Question::Subject;

    /// \param name  of the buffer
    void ask(const LaunchCall& call, Subject subject, const std::string& what,
             const std::string& name = {}) {
        const bool argument = subject == Subject::argument;
        m_questions.push_back({fmt::format("{} (line {}): {}",
                                           withoutTemplateArguments(call.kernel), call.line, what),
                               subject, name, m_launch, argument ? m_argument : -1});
    }

    /// The arguments that C++ finds by itself, from the pointers that the launch hands over: T of
    /// `k(const T *p)` is what p points to; where it finds none, float. Empty: nothing to be found.
    std::string deduced(const LaunchCall& call, const ScannedKernel& kernel) const {
        std::string text;
        for (const std::string& name : kernel.templateParameters) {
            std::string type = "float";
            for (std::size_t i = 0; i < kernel.info.parameters.size(); ++i) {
                const compile::Parameter& parameter = kernel.info.parameters[i];
                const bool given = i < call.arguments.size() && parameter.pointer &&
                                   parameter.pointee == name &&
                                   call.arguments[i].kind == Value::Kind::pointer;
                if (!given)
                    continue;
                const Memory& memory = m_program.memories[std::size_t(call.arguments[i].memory)];
                if (dtypeOfType(memory.type))
                    type = memory.type;
            }
            if (name.empty())
                break; // a number, which may have a default
            text += (text.empty() ? "" : ", ") + type;
        }
        return text.empty() ? text : "<" + text + ">";
    }

    /// What a template's parameter is here: the argument at its place, else the first one, which is
    /// what a parameter of type T most often is.
    std::string typeOf(const std::string& type, const LaunchCall& call,
                       const ScannedKernel& kernel) const {
        const auto& names = kernel.templateParameters;
        const auto place = std::find(names.begin(), names.end(), type);
        const std::size_t angle = call.kernel.find('<');
        if (place != names.end() && angle != std::string::npos) {
            std::vector<compile::Token> tokens = compile::tokenize(call.kernel);
            const compile::Tokens all(tokens);
            std::size_t begin = 0;
            while (begin < all.size() && !all[begin].is("<"))
                ++begin;
            const auto arguments =
                splitArguments(all.subspan(begin + 1, std::max(all.size(), begin + 2) - begin - 2));
            const auto at = std::size_t(place - names.begin());
            const std::string given = at < arguments.size() ? spellTokens(arguments[at]) : "";
            const auto known = m_program.types.find(given);
            if (!given.empty())
                return known == m_program.types.end() ? given : known->second;
        }
        if (const auto known = m_program.types.find(type); known != m_program.types.end())
            return known->second;
        const std::size_t open = call.kernel.find('<');
        if (open == std::string::npos || dtypeOfType(type))
            return type;
        const std::size_t end = call.kernel.find_first_of(",>", open);
        return call.kernel.substr(open + 1, end - open - 1);
    }

    void addLaunch(LaunchCall call, const ScannedKernel& kernel) {
        project::Launch launch;
        if (kernel.isTemplate && call.kernel.find('<') == std::string::npos)
            call.kernel += deduced(call, kernel);
        const std::size_t angle = call.kernel.find('<');
        launch.kernel =
            kernel.info.name + (angle == std::string::npos ? "" : call.kernel.substr(angle));
        extent(call, call.grid, launch.grid, Subject::grid, "4");
        extent(call, call.block, launch.block, Subject::block, "256");
        if (call.shared.isNumber() && (call.shared.number > 0 || !call.shared.text.empty()))
            launch.shared = Expression{call.shared.spelled(), {}};
        else if (!call.written.empty() && call.shared.kind != Value::Kind::number &&
                 call.shared.assumed)
            ask(call, Subject::shared, "the dynamic shared memory could not be told, 0 is assumed");
        for (std::size_t i = 0; i < kernel.info.parameters.size(); ++i) {
            compile::Parameter parameter = kernel.info.parameters[i];
            m_argument = int(i);
            parameter.pointee = typeOf(parameter.pointee, call, kernel);
            if (!parameter.pointer)
                parameter.type = typeOf(parameter.type, call, kernel);
            launch.args.push_back(argument(call, parameter, i));
        }
        m_project.launches.push_back(std::move(launch));
    }

    void extent(const LaunchCall& call, const Value& value, std::vector<Expression>& to,
                Subject subject, const char* otherwise) {
        const auto& numbers = value.extentNumber;
        const bool empty =
            std::any_of(numbers.begin(), numbers.end(), [](double n) { return n < 1; });
        if (value.kind != Value::Kind::grid || empty) {
            ask(call, subject,
                fmt::format("{} could not be told from the program, {} is assumed",
                            subject == Subject::grid ? "the grid" : "the block", otherwise));
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

    /// A member as the program leaves it; empty where that is zeros, or not known.
    /// \param missing  gets the names of those that are not
    std::optional<project::MemberValue> member(const LaunchCall& call, const Value& value,
                                               const std::string& path, std::string& missing) {
        if (value.kind == Value::Kind::pointer) {
            std::optional<Expression> offset;
            if (!value.offset.empty())
                offset = Expression{value.offset, {}};
            return project::BufferArg{bufferOf(std::size_t(value.memory), call, {}, {}),
                                      project::Access::inout, offset};
        }
        if (value.isArray()) {
            project::MemberList list;
            bool zeros = true;
            for (std::size_t i = 0; i < value.members.size(); ++i) {
                auto element =
                    member(call, value.members[i], path + "[" + std::to_string(i) + "]", missing);
                zeros = zeros && !element;
                const bool inner = value.members[i].kind == Value::Kind::structure;
                list.push_back(element  ? std::move(*element)
                               : !inner ? project::MemberValue(Expression{"0", {}})
                               : value.members[i].isArray()
                                   ? project::MemberValue(project::MemberList{})
                                   : project::MemberValue(project::StructArg{}));
            }
            return zeros ? std::nullopt : std::optional<project::MemberValue>(std::move(list));
        }
        if (value.kind == Value::Kind::structure) {
            project::StructArg made = members(call, value, path, missing);
            return made.fields.empty() ? std::nullopt
                                       : std::optional<project::MemberValue>(std::move(made));
        }
        if (!value.isNumber())
            missing += (missing.empty() ? "" : ", ") + path;
        const bool zero = value.number == 0 && value.text.empty();
        return value.isNumber() && !zero
                   ? std::optional<project::MemberValue>(Expression{value.spelled(), {}})
                   : std::nullopt;
    }

    project::StructArg members(const LaunchCall& call, const Value& value, const std::string& path,
                               std::string& missing) {
        project::StructArg made;
        for (std::size_t i = 0; i < value.members.size(); ++i) {
            const std::string& name = value.names[i];
            if (auto held = member(call, value.members[i], path.empty() ? name : path + "." + name,
                                   missing))
                made.fields[name] = std::move(*held);
        }
        return made;
    }

    /// What the program sets of a struct that is passed by value. What it leaves is zeros.
    project::StructArg structArgument(const LaunchCall& call, const compile::Parameter& parameter,
                                      const Value& value) {
        std::string missing;
        project::StructArg made = members(call, value, "", missing);
        if (!missing.empty())
            ask(call, Subject::argument,
                fmt::format("{} of {} could not be told from the program: zeros are passed",
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
            const std::string buffer =
                value.kind == Value::Kind::pointer
                    ? bufferOf(std::size_t(value.memory), call, index, parameter)
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
            ask(call, Subject::argument,
                fmt::format("{} is {}, which could not be told from the program: {}",
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
            ask(call, Subject::buffer,
                fmt::format("the first contents of {} could not be told from the program: zeros "
                            "are assumed",
                            memory.name),
                freeName(memory.name));
    }

    /// \param index  of the kernel's parameters; empty: it is a member of one
    std::string bufferOf(std::size_t memory, const LaunchCall& call,
                         std::optional<std::size_t> index, const compile::Parameter& parameter) {
        if (!m_buffers[memory].empty())
            return m_buffers[memory];
        const Memory& from = m_program.memories[memory];
        project::Buffer buffer;
        buffer.name = freeName(from.name);
        const std::size_t bytes = setType(buffer, parameter, from);
        Expression count{
            from.count.isNumber() && from.count.number > 0 ? from.count.spelled() : "1024", {}};
        if (!from.count.isNumber() || from.count.number <= 0)
            ask(call, Subject::buffer,
                fmt::format("the size of {} could not be told, 1024 elements are assumed",
                            from.name),
                buffer.name);
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
                    // Shades of a picture; others may be indices, which small ones hurt least.
                    const bool shades = buffer.dtype == memory::DType(memory::Scalar::uint8);
                    buffer.init.high = Expression{shades ? "256" : "2", {}};
                }
            }
            ask(call, Subject::buffer,
                fmt::format("the first contents of {} are worked out by the program: {} are "
                            "assumed",
                            from.name, bytes == 0 ? "random numbers" : "zeros"),
                buffer.name);
        }
        if (index && bytes == 0)
            setRows(buffer, useOf(call, *index), call, from.count);
        m_buffers[memory] = buffer.name;
        m_project.buffers.push_back(std::move(buffer));
        return m_buffers[memory];
    }

    /// Rows and columns, where the kernel says elements so: then they are seen as a picture, or as
    /// a table of rows.
    void setRows(project::Buffer& buffer, const PointerUse& use, const LaunchCall& call,
                 const Value& count) const {
        const bool byNumber = buffer.init.kind == project::Init::Kind::expression;
        const Value width = use.row.empty() || byNumber ? Value{} : rowOf(use, call);
        const bool bytes = buffer.dtype == memory::DType(memory::Scalar::uint8);
        const int channels = bytes ? use.channels : 1;
        const double each = width.number * channels;
        if (!width.isNumber() || !count.isNumber() || width.number < 2 ||
            std::fmod(count.number, each) != 0 || count.number / each < 2)
            return;
        buffer.shape = shapeOfRows(count, width, channels);
        if (channels > 1 && buffer.init.kind == project::Init::Kind::zeros)
            buffer.dtype = *dtypeOfType(channels == 3 ? "uchar3" : "uchar4");
        else if (channels > 1)
            buffer.shape.push_back(Expression{std::to_string(channels), {}});
    }

    /// The elements of a row, as the launch hands them over or a macro says them.
    Value rowOf(const PointerUse& use, const LaunchCall& call) const {
        const ScannedKernel* kernel = findKernel(m_kernels, call.kernel);
        for (std::size_t i = 0; kernel && i < kernel->info.parameters.size(); ++i)
            if (kernel->info.parameters[i].name == use.row)
                return i < call.arguments.size() ? call.arguments[i] : Value{};
        const auto number = m_program.numbers.find(use.row);
        return number == m_program.numbers.end() ? Value{} : Value::of(number->second, true);
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
        ask(call, Subject::buffer,
            fmt::format("how {} is made could not be told: {} is a buffer of 65536 elements",
                        written, buffer.name),
            buffer.name);
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
            ask(call, Subject::rounds,
                fmt::format("a loop launches it {}, with what changes from pass to pass: only the "
                            "first is here",
                            often));
        } else if (!all && loop.count == 1 && passes > 0 && passes <= kMostRounds &&
                   !isHandedOn(loop)) {
            m_project.launches[std::size_t(m_launch)].repeat =
                Expression{loop.passes.spelled(), {}};
        } else if (!all || passes == 0 || isHandedOn(loop)) {
            ask(call, Subject::rounds,
                fmt::format("a loop launches it {}, here it is launched once (\"rounds\" repeats "
                            "a project's launches)",
                            often));
        } else {
            setRounds(loop, call, passes);
        }
    }

    void setRounds(const LaunchLoop& loop, const LaunchCall& call, double passes) {
        const double rounds = std::floor(passes / loop.passesEach);
        if (rounds > kMostRounds)
            ask(call, Subject::rounds,
                fmt::format("a loop launches it {} times, \"rounds\" is {}: more take their time "
                            "on a simulated device",
                            passes, kMostRounds));
        else if (rounds * loop.passesEach != passes)
            ask(call, Subject::rounds,
                fmt::format("a loop launches it {} times, and two launches that change places are "
                            "a round: {} are here",
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
                {fmt::format("{} (line {}): what is copied there could not be told from the "
                             "program: it holds what its declaration says",
                             copy.symbol, copy.line)});
            return;
        }
        m_project.constants[copy.symbol] = {*dtype, std::move(values), false, {}};
    }

    /// Only the variables that something refers to.
    void addParameters() {
        std::set<std::string> used = namesUsed(m_project);
        for (bool more = true; more;) { // parameters refer to others
            more = false;
            for (const auto& [name, value] : m_program.parameters)
                if (used.contains(name) && !m_project.parameters.contains(name)) {
                    m_project.parameters[name] = Expression{value, {}};
                    noteNames(m_project.parameters[name], used);
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
    std::vector<Question> m_questions;
    int m_launch = 0;   ///< of the project: what is asked is asked of it
    int m_argument = 0; ///< of the launch
};

} // namespace

ProgramGuess buildSetUp(project::Project start, const HostProgram& program,
                        const std::vector<compile::ScannedKernel>& kernels,
                        const PointerUses& uses) {
    return Builder(std::move(start), program, kernels, uses).run();
}

} // namespace warpbench::guess
