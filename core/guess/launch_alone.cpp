// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/guess/launch_alone.h"

#include "core/follow/c_value.h"
#include "core/follow/signature.h"
#include "core/guess/first_sizes.h"
#include "core/guess/kernel_alone.h"
#include "core/guess/kernel_texts.h"
#include "core/guess/used_names.h"

#include <algorithm>
#include <cctype>
#include <cmath>
#include <set>

namespace warpbench::guess {

namespace {

using compile::ScannedKernel;

/// For a launch derived only from the kernel's parameters, with a separate buffer per pointer.
void setAccess(project::Launch& launch, const PointerUses& uses) {
    const auto found = uses.find(plainName(launch.kernel));
    if (found == uses.end())
        return;
    for (std::size_t i = 0; i < std::min(launch.args.size(), found->second.size()); ++i) {
        const PointerUse use = found->second[i];
        auto* buffer = std::get_if<project::BufferArg>(&launch.args[i].value);
        if (buffer && use.read != use.written)
            buffer->access = use.read ? project::Access::in : project::Access::out;
    }
}

/// Of an expression of numbers alone.
Value evaluateAlone(compile::Tokens tokens) {
    Scope scope;
    scope.variable = [](std::string_view) { return Value{}; };
    scope.call = [](std::string_view, Tokens) { return Value{}; };
    scope.sizeOf = [](const std::string&) { return Value{}; };
    return evaluate(tokens, scope);
}

/// The value assumed for a template's number, by its name: a tile's side by default.
std::string numberFor(const std::string& name) {
    std::string lower;
    for (const char c : name)
        lower += char(std::tolower(static_cast<unsigned char>(c)));
    const auto has = [&](std::string_view part) { return lower.find(part) != std::string::npos; };
    return has("warp") && !has("num") ? "32" : has("thread") ? "256" : has("vec") ? "4" : "16";
}

/// The argument assumed for a template's parameter if the source does not instantiate it: int for
/// types whose names suggest an index, otherwise float; numbers by their names.
std::string assumedArgument(const compile::TemplateParameter& parameter) {
    const std::string& name = parameter.name;
    if (!parameter.isType)
        return numberFor(name);
    const bool index = name == "I" || name.find("nd") != std::string::npos ||
                       name.find("idx") != std::string::npos ||
                       name.find("nt") != std::string::npos;
    return index ? "int" : "float";
}

/// The argument that C++ finds for a type by the instantiation's parameters; empty: none.
std::string deducedArgument(const ScannedKernel& kernel, const std::string& name,
                            const compile::KernelInstance& instance) {
    const auto& own = kernel.info.parameters;
    for (std::size_t i = 0; i < std::min(own.size(), instance.parameters.size()); ++i) {
        if (own[i].pointer && own[i].pointee == name)
            return instance.parameters[i].pointee;
        if (own[i].type == name || own[i].type == "const " + name)
            return instance.parameters[i].type;
    }
    return {};
}

/// \param instance  the source's own; without arguments and parameters if there is none. Defaulted
///                  parameters keep their default unless they are given.
void instantiate(ScannedKernel& kernel, const compile::KernelInstance& instance) {
    std::string arguments;
    for (std::size_t i = 0; i < kernel.templateParameters.size(); ++i) {
        compile::TemplateParameter& parameter = kernel.templateParameters[i];
        std::string argument = i < instance.arguments.size()
                                   ? instance.arguments[i]
                                   : deducedArgument(kernel, parameter.name, instance);
        if (argument.empty() && !parameter.otherwise.empty())
            break;
        if (argument.empty())
            argument = assumedArgument(parameter);
        else if (!parameter.isType)
            parameter.otherwise = argument;
        for (compile::Parameter& of : kernel.info.parameters)
            for (std::string* type : {&of.type, &of.pointee})
                if (parameter.isType &&
                    (*type == parameter.name || *type == "const " + parameter.name))
                    *type = argument;
        arguments += (arguments.empty() ? "" : ", ") + argument;
    }
    kernel.info.name += "<" + arguments + ">";
}

/// The launchable instances of a kernel: for a template, those that the source instantiates, or an
/// assumed one.
std::vector<ScannedKernel> launchable(const ScannedKernel& kernel,
                                      const std::vector<compile::KernelInstance>& instances) {
    if (!kernel.isTemplate)
        return {kernel};
    std::vector<ScannedKernel> made;
    const auto add = [&](const compile::KernelInstance& instance) {
        ScannedKernel one = kernel;
        instantiate(one, instance);
        const bool known = std::any_of(made.begin(), made.end(), [&](const ScannedKernel& other) {
            return other.info.name == one.info.name;
        });
        if (!known)
            made.push_back(std::move(one));
    };
    for (const compile::KernelInstance& instance : instances)
        if (instance.kernel == kernel.info.name ||
            kernel.info.name.ends_with("::" + instance.kernel))
            add(instance);
    if (made.empty())
        add({});
    return made;
}

/// A pointer that is only read is treated as `const`, which beginners often omit: filled with
/// zeros, the kernel would compute only zeros.
compile::KernelInfo asItReads(compile::KernelInfo kernel, const PointerUses& uses) {
    const auto use = uses.find(plainName(kernel.name));
    for (std::size_t i = 0; use != uses.end() && i < kernel.parameters.size(); ++i)
        if (i < use->second.size() && use->second[i].read && !use->second[i].written)
            kernel.parameters[i].pointeeConst = kernel.parameters[i].pointer;
    return kernel;
}

void setShared(project::Launch& launch, const std::string& kernel, const DynamicShared& shared,
               std::vector<Question>& questions, int index) {
    const auto array = shared.find(plainName(kernel));
    if (array == shared.end())
        return;
    std::vector<std::string> block;
    for (const project::Expression& extent : launch.block)
        block.push_back(extent.text);
    launch.shared = project::Expression{sharedOfBlock(array->second, block), {}};
    questions.push_back({Question::Kind::dynamic_shared_alone,
                         {kernel, launch.shared.text},
                         Question::Subject::shared,
                         {},
                         index});
}

/// The threads that a kernel of one dimension says it needs: a block of as many as its template's
/// number of threads, and no more blocks than there are packs of elements.
void fitThreads(project::Launch& launch, const ScannedKernel& kernel, const PointerUses& uses) {
    std::string block = launch.block.front().text;
    for (const compile::TemplateParameter& parameter : kernel.templateParameters) {
        std::string lower;
        for (const char c : parameter.name)
            lower += char(std::tolower(static_cast<unsigned char>(c)));
        const std::vector<compile::Token> tokens = compile::tokenize(parameter.otherwise);
        const Value number = evaluateAlone(tokens);
        if (lower.find("thread") != std::string::npos && number.isNumber() && number.number >= 1 &&
            number.number <= 1024)
            block = Value::of(std::trunc(number.number), true).spelled();
    }
    int stride = 1;
    if (const auto use = uses.find(plainName(kernel.info.name)); use != uses.end())
        for (const PointerUse& one : use->second)
            stride = std::max(stride, one.stride);
    const std::string& grid = launch.grid.front().text;
    const std::string end = ", " + launch.block.front().text + ")";
    if (!grid.ends_with(end))
        return;
    const std::string each = stride > 1 ? std::to_string(stride) + " * " + block : block;
    launch.grid = {
        project::Expression{grid.substr(0, grid.size() - end.size()) + ", " + each + ")", {}}};
    launch.block = {project::Expression{block, {}}};
}

} // namespace

void launchAlone(project::Project& project, const std::vector<ScannedKernel>& kernels,
                 const std::vector<std::pair<std::string, std::string>>& files,
                 const std::map<std::string, double>& numbers, const PointerUses& uses,
                 const DynamicShared& shared, std::vector<Question>& questions) {
    const auto shapes = blockShapes(files, numbers);
    const auto given = project.parameters;
    std::vector<compile::KernelInstance> instances;
    for (const auto& [path, text] : files)
        for (compile::KernelInstance& instance : compile::explicitInstances(text))
            instances.push_back(std::move(instance));
    std::vector<ScannedKernel> all;
    for (const ScannedKernel& kernel : kernels)
        for (ScannedKernel& one : launchable(kernel, instances))
            all.push_back(std::move(one));
    for (const ScannedKernel& kernel : all) {
        const std::string name = kernel.info.name.substr(0, kernel.info.name.find('<'));
        addLaunch(project, asItReads(kernel.info, uses));
        fitThreads(project.launches.back(), kernel, uses);
        const auto shape = shapes.find(plainName(name));
        if (const auto use = uses.find(plainName(name));
            use != uses.end() && shape != shapes.end()) {
            project::Project spread = project;
            spreadOverRows(spread, kernel.info, use->second, shape->second, numbers);
            if (std::string reason; canBePlanned(spread, reason))
                project = std::move(spread);
        }
        setAccess(project.launches.back(), uses);
        setShared(project.launches.back(), name, shared, questions,
                  int(project.launches.size()) - 1);
        questions.push_back(
            {kernel.isTemplate ? Question::Kind::template_alone : Question::Kind::parameters_alone,
             kernel.isTemplate ? std::vector{name, kernel.info.name} : std::vector{name},
             Question::Subject::program,
             {},
             int(project.launches.size()) - 1});
    }
    std::set<std::string> used = namesUsed(project);
    for (const auto& [name, value] : project.parameters)
        noteNames(value, used);
    // The names that were used for one dimension.
    for (const char* name : {"block", "threads_per_block", "n", "n_elements"})
        if (!shapes.empty() && !given.contains(name) && !used.contains(name))
            project.parameters.erase(name);
}

} // namespace warpbench::guess
