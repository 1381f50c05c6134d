// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/guess/program.h"

#include "core/base/decimal.h"
#include "core/compile/host_code.h"
#include "core/guess/block_link.h"
#include "core/guess/builder.h"
#include "core/guess/device_variables.h"
#include "core/guess/kernel_alone.h"
#include "core/guess/signature.h"
#include "core/guess/used_names.h"
#include "core/project/evaluate.h"

#include <algorithm>
#include <cmath>
#include <set>

namespace warpbench::guess {

namespace {

using compile::ScannedKernel;

std::string plainName(const std::string& kernel) {
    const std::string plain = kernel.substr(0, kernel.find('<'));
    const std::size_t scope = plain.rfind("::");
    return scope == std::string::npos ? plain : plain.substr(scope + 2);
}

/// Of a launch that is made of the kernel's parameters alone, each a pointer's buffer of its own.
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

std::set<std::string> namesOf(const project::CompileSettings& compile) {
    std::set<std::string> names;
    for (const auto& [name, value] : compile.defines)
        names.insert(name);
    return names;
}

/// Whether a first look at a set-up would keep somebody waiting, or not fit into memory.
bool isLarge(const project::LaunchPlan& plan) {
    constexpr double kMostBytes = 256e6;
    constexpr double kMostThreads = 4e6;
    double bytes = 0;
    for (const project::PlannedBuffer& buffer : plan.buffers)
        bytes += double(buffer.bytes);
    double threads = 0;
    for (const project::PlannedLaunch& launch : plan.launches) {
        double all = 1;
        for (const auto& extent : {launch.grid, launch.block})
            for (const auto one : extent)
                all *= double(one);
        threads = std::max(threads, all);
    }
    return bytes > kMostBytes || threads > kMostThreads;
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

/// Halves the numbers that were assumed until what they make together is of a size to begin with.
void makeSmaller(project::Project& project, std::vector<Question>& questions) {
    constexpr double kLeast = 32;
    project::Project smaller = project;
    const auto halve = [&] {
        bool any = false;
        for (const Question& question : questions) {
            const auto found = smaller.parameters.find(question.name);
            if (question.subject != Question::Subject::parameter ||
                found == smaller.parameters.end())
                continue;
            const double number = leadingDecimal(found->second.text).value;
            if (number < kLeast || number != std::trunc(number))
                continue;
            found->second.text = Value::of(std::trunc(number / 2), true).spelled();
            any = true;
        }
        return any;
    };
    const auto fits = [&] {
        try {
            return !isLarge(project::makePlan(smaller));
        } catch (const Error&) {
            return false; // more than its type holds, say
        }
    };
    while (!fits())
        if (!halve())
            break;
    std::string reason;
    if (!canBePlanned(smaller, reason))
        return;
    for (Question& question : questions) {
        const auto before = project.parameters.find(question.name);
        if (question.subject != Question::Subject::parameter || before == project.parameters.end())
            continue;
        // What was assumed stands last in them.
        std::vector<std::string> told = question.arguments;
        if (told.empty() || told.back() != before->second.text)
            continue;
        told.back() = smaller.parameters[question.name].text;
        question = {question.kind, std::move(told), question.subject,
                    question.name, question.launch, question.argument};
    }
    project.parameters = smaller.parameters;
}

/// Numbers for a template's types: int for what sounds like an index, else float. \returns false
/// where it has other parameters
bool instantiate(ScannedKernel& kernel) {
    std::string arguments;
    for (const std::string& name : kernel.templateParameters) {
        if (name.empty())
            return false; // a number that somebody has to say
        const bool index = name == "I" || name.find("nd") != std::string::npos ||
                           name.find("idx") != std::string::npos ||
                           name.find("nt") != std::string::npos;
        const std::string type = index ? "int" : "float";
        arguments += (arguments.empty() ? "<" : ", ") + type;
        for (compile::Parameter& parameter : kernel.info.parameters)
            for (std::string* of : {&parameter.type, &parameter.pointee})
                if (*of == name)
                    *of = type;
    }
    if (arguments.empty())
        return false;
    kernel.info.name += arguments + ">";
    return true;
}

using Files = std::vector<std::pair<std::string, std::string>>;

/// What it only reads is as good as `const`, which many a first kernel leaves out: zeros would have
/// it compute nothing but zeros.
compile::KernelInfo asItReads(compile::KernelInfo kernel, const PointerUses& uses) {
    const auto use = uses.find(plainName(kernel.name));
    for (std::size_t i = 0; use != uses.end() && i < kernel.parameters.size(); ++i)
        if (i < use->second.size() && use->second[i].read && !use->second[i].written)
            kernel.parameters[i].pointeeConst = kernel.parameters[i].pointer;
    return kernel;
}

/// A launch for each kernel of a program that launches none.
void launchAlone(project::Project& project, std::vector<ScannedKernel>& kernels, const Files& files,
                 const std::map<std::string, double>& numbers, const PointerUses& uses,
                 std::vector<Question>& questions) {
    const auto shapes = blockShapes(files, numbers);
    const auto given = project.parameters;
    for (ScannedKernel& kernel : kernels) {
        const std::string name = kernel.info.name;
        if (kernel.isTemplate && !instantiate(kernel))
            continue;
        addLaunch(project, asItReads(kernel.info, uses));
        const auto shape = shapes.find(plainName(name));
        if (const auto use = uses.find(plainName(name));
            use != uses.end() && shape != shapes.end()) {
            project::Project spread = project;
            spreadOverRows(spread, kernel.info, use->second, shape->second, numbers);
            if (std::string reason; canBePlanned(spread, reason))
                project = std::move(spread);
        }
        setAccess(project.launches.back(), uses);
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
    // What one dimension would have been said by.
    for (const char* name : {"block", "threads_per_block", "n", "n_elements"})
        if (!shapes.empty() && !given.contains(name) && !used.contains(name))
            project.parameters.erase(name);
}

/// Constant memory that nothing fills makes results of zeros, and nobody sees why.
void askForConstants(const project::Project& project, const Files& files,
                     std::vector<Question>& questions) {
    for (const auto& [path, text] : files)
        for (const DeviceVariable& variable : deviceVariables(text)) {
            const bool asked =
                std::any_of(questions.begin(), questions.end(), [&](const Question& question) {
                    return question.subject == Question::Subject::constant &&
                           question.name == variable.name;
                });
            if (variable.constant && !variable.initialised && !asked &&
                !project.constants.contains(variable.name))
                questions.push_back({Question::Kind::unset_constant,
                                     {variable.name},
                                     Question::Subject::constant,
                                     variable.name});
        }
}

/// A number that nothing of the set-up goes by may be what it likes: how often the host compares,
/// how many threads it starts.
void askForWhatIsUsed(const project::Project& project, std::vector<Question>& questions) {
    std::erase_if(questions, [&](const Question& question) {
        return question.subject == Question::Subject::parameter &&
               !project.parameters.contains(question.name);
    });
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
    ProgramGuess guess = buildSetUp(project, linked, kernels, uses);
    std::vector<Question> questions = program.questions;
    makeSmaller(guess.project, questions);
    std::string reason;
    bool named = true; // the numbers that it goes by are parameters
    if (guess.fromHostCode && !canBePlanned(guess.project, reason))
        guess = buildSetUp(project, program, kernels, uses);
    if (guess.fromHostCode && !canBePlanned(guess.project, reason)) {
        ProgramGuess numbers = buildSetUp(project, withoutWords(program), kernels, uses);
        if (canBePlanned(numbers.project, reason)) {
            guess = std::move(numbers);
            named = false;
        } else {
            guess.questions.push_back({Question::Kind::not_right, {reason}});
        }
    }
    if (named)
        askForWhatIsUsed(guess.project, questions);
    questions.insert(questions.end(), guess.questions.begin(), guess.questions.end());
    if (!guess.fromHostCode) {
        questions.clear();
        launchAlone(guess.project, kernels, files, program.numbers, uses, questions);
    }
    askForConstants(guess.project, files, questions);
    guess.questions.clear();
    for (const Question& question : questions)
        if (std::none_of(guess.questions.begin(), guess.questions.end(),
                         [&](const Question& other) { return other.text == question.text; }))
            guess.questions.push_back(question);
    if (!guess.questions.empty() && guess.project.notes.empty()) {
        std::vector<std::string> texts;
        for (const Question& question : guess.questions)
            texts.push_back(question.text);
        guess.project.notes = notesOf("The set-up was guessed from the source. To check:", texts);
        guess.wroteNotes = true;
    }
    return guess;
}

} // namespace warpbench::guess
