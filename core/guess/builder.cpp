// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/guess/builder.h"

#include "core/follow/contents.h"
#include "core/follow/signature.h"
#include "core/guess/kernel_texts.h"
#include "core/guess/set_up_builder.h"
#include "core/guess/used_names.h"

#include <algorithm>
#include <set>

namespace warpbench::guess {

std::string withoutTemplateArguments(const std::string& name) {
    return name.substr(0, name.find('<'));
}

const compile::ScannedKernel* findKernel(const std::vector<compile::ScannedKernel>& kernels,
                                         const std::string& name) {
    const std::string plain = withoutTemplateArguments(name);
    for (const compile::ScannedKernel& kernel : kernels)
        if (kernel.info.name == plain || kernel.info.name.ends_with("::" + plain))
            return &kernel;
    return nullptr;
}

ProgramGuess SetUpBuilder::run() {
    std::vector<int> launches; ///< of the project, for each of the program's
    for (const LaunchCall& call : m_program.launches) {
        m_launch = int(m_project.launches.size());
        launches.push_back(m_launch);
        if (const compile::ScannedKernel* kernel = findKernel(m_kernels, call.kernel))
            addLaunch(call, *kernel);
        else
            ask(call, Subject::program, Kind::not_followed, {});
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

void SetUpBuilder::ask(const LaunchCall& call, Subject subject, Kind kind,
                       std::vector<std::string> what, const std::string& name) {
    const bool argument = subject == Subject::argument;
    what.insert(what.begin(), {withoutTemplateArguments(call.kernel), std::to_string(call.line)});
    m_questions.emplace_back(kind, std::move(what), subject, name, m_launch,
                             argument ? m_argument : -1);
}

std::string SetUpBuilder::deduced(const LaunchCall& call,
                                  const compile::ScannedKernel& kernel) const {
    std::string text;
    for (const compile::TemplateParameter& parameterOf : kernel.templateParameters) {
        const std::string& name = parameterOf.name;
        if (!parameterOf.isType)
            break; // a number, which may have a default
        std::string type = "float";
        for (std::size_t i = 0; i < kernel.info.parameters.size(); ++i) {
            const compile::Parameter& parameter = kernel.info.parameters[i];
            const bool byValue = parameter.type == name || parameter.type == "const " + name;
            if (byValue && i < call.types.size() && !call.types[i].empty() &&
                call.arguments[i].kind == Value::Kind::structure)
                type = call.types[i];
            const bool given = i < call.arguments.size() && parameter.pointer &&
                               parameter.pointee == name &&
                               call.arguments[i].kind == Value::Kind::pointer;
            if (!given)
                continue;
            const Memory& memory = m_program.memories[std::size_t(call.arguments[i].memory)];
            if (dtypeOfType(memory.type))
                type = memory.type;
        }
        text += (text.empty() ? "" : ", ") + type;
    }
    return text.empty() ? text : "<" + text + ">";
}

std::string SetUpBuilder::typeOf(const std::string& type, const LaunchCall& call,
                                 const compile::ScannedKernel& kernel) const {
    const auto& names = kernel.templateParameters;
    const auto place = std::find_if(names.begin(), names.end(), [&](const auto& parameter) {
        return parameter.isType && (parameter.name == type || "const " + parameter.name == type);
    });
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

void SetUpBuilder::addLaunch(LaunchCall call, const compile::ScannedKernel& kernel) {
    project::Launch launch;
    if (kernel.isTemplate && call.kernel.find('<') == std::string::npos)
        call.kernel += deduced(call, kernel);
    const std::size_t angle = call.kernel.find('<');
    launch.kernel =
        kernel.info.name + (angle == std::string::npos ? "" : call.kernel.substr(angle));
    launch.cooperative = call.cooperative;
    extent(call, call.grid, launch.grid, Subject::grid, "4");
    extent(call, call.block, launch.block, Subject::block, "256");
    if (call.shared.isNumber() && (call.shared.number > 0 || !call.shared.text.empty()))
        launch.shared = project::Expression{call.shared.spelled(), {}};
    else if (!call.written.empty() && call.shared.kind != Value::Kind::number &&
             call.shared.assumed)
        setShared(launch, call, plainName(kernel.info.name));
    constexpr double kWithoutAsking = 49152; // bytes, of every device
    if (m_program.asksForShared && call.shared.isNumber() && call.shared.number > kWithoutAsking)
        launch.maxDynamicShared = launch.shared;
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

void SetUpBuilder::setShared(project::Launch& launch, const LaunchCall& call,
                             const std::string& plain) {
    std::string bytes = "0";
    if (const auto array = m_shared.find(plain); array != m_shared.end()) {
        std::vector<std::string> block;
        for (const project::Expression& extent : launch.block)
            block.push_back(extent.text);
        bytes = sharedOfBlock(array->second, block);
        launch.shared = project::Expression{bytes, {}};
    }
    ask(call, Subject::shared, Kind::dynamic_shared, {bytes});
}

void SetUpBuilder::extent(const LaunchCall& call, const Value& value,
                          std::vector<project::Expression>& to, Subject subject,
                          const char* otherwise) {
    const auto& numbers = value.extentNumber;
    const bool empty = std::any_of(numbers.begin(), numbers.end(), [](double n) { return n < 1; });
    if (value.kind != Value::Kind::grid || empty) {
        ask(call, subject, subject == Subject::grid ? Kind::grid : Kind::block, {otherwise});
        to = {project::Expression{otherwise, {}}};
        return;
    }
    std::size_t last = 3;
    while (last > 1 && (value.extent[last - 1].empty() || value.extent[last - 1] == "1"))
        --last;
    for (std::size_t i = 0; i < last; ++i)
        to.push_back(project::Expression{value.extent[i].empty() ? "1" : value.extent[i], {}});
}

void SetUpBuilder::addConstant(const ConstantCopy& copy) {
    std::vector<project::Expression> values = valuesOf(copy, m_program);
    const auto dtype = dtypeOfType(copy.type);
    if (values.empty() || !dtype) {
        m_questions.push_back({Kind::constant,
                               {copy.symbol, std::to_string(copy.line)},
                               Subject::constant,
                               copy.symbol});
        return;
    }
    m_project.constants[copy.symbol] = {*dtype, std::move(values), {}, false, {}};
}

void SetUpBuilder::addParameters() {
    std::set<std::string> used = namesUsed(m_project);
    for (const auto& [name, number] : m_program.guarded)
        if ((used.contains(name) || m_program.ofDevice.contains(name)) && !taken(name))
            m_project.compile.defines.insert({name, number});
    for (bool more = true; more;) { // parameters refer to others
        more = false;
        for (const auto& [name, value] : m_program.parameters)
            if (used.contains(name) && !m_project.parameters.contains(name)) {
                m_project.parameters[name] = project::Expression{value, {}};
                noteNames(m_project.parameters[name], used);
                more = true;
            }
    }
}

ProgramGuess buildSetUp(project::Project start, const HostProgram& program,
                        const std::vector<compile::ScannedKernel>& kernels, const PointerUses& uses,
                        const DynamicShared& shared) {
    return SetUpBuilder(std::move(start), program, kernels, uses, shared).run();
}

} // namespace warpbench::guess
