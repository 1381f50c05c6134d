// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/guess/program.h"

#include "core/compile/host_code.h"
#include "core/guess/block_link.h"
#include "core/guess/builder.h"
#include "core/guess/device_variables.h"
#include "core/guess/first_sizes.h"
#include "core/guess/launch_alone.h"

#include <fmt/format.h>

#include <algorithm>
#include <set>

namespace warpbench::guess {

namespace {

using compile::ScannedKernel;

std::set<std::string> namesOf(const project::CompileSettings& compile) {
    std::set<std::string> names;
    for (const auto& [name, value] : compile.defines)
        names.insert(name);
    return names;
}

/// Including the compiler's options: they override a source's own `#ifndef N`.
std::vector<std::pair<std::string, std::string>>
withDefines(std::vector<std::pair<std::string, std::string>> files,
            const project::CompileSettings& compile) {
    std::string text;
    for (const auto& [name, value] : compile.defines)
        text += "#define " + name + " " + value.value_or("1") + "\n";
    if (!text.empty())
        files.insert(files.begin(), {std::string(), text});
    return files;
}

/// Constant memory that is never filled turns results into zeros, without any visible reason.
void askForConstants(const project::Project& project,
                     const std::vector<std::pair<std::string, std::string>>& files,
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

/// A number that the set-up does not use may have any value: the number of host comparisons or
/// threads, for instance.
void askForWhatIsUsed(const project::Project& project, std::vector<Question>& questions) {
    std::erase_if(questions, [&](const Question& question) {
        return question.subject == Question::Subject::parameter &&
               !project.parameters.contains(question.name);
    });
}

bool hasMemory(const project::MemberValue& value);

bool hasMemory(const project::StructArg& structure) {
    return std::any_of(structure.fields.begin(), structure.fields.end(),
                       [](const auto& field) { return hasMemory(field.second); });
}

bool hasMemory(const project::MemberValue& value) {
    if (const auto* structure = std::get_if<project::StructArg>(&value.variant()))
        return hasMemory(*structure);
    if (const auto* list = std::get_if<project::MemberList>(&value.variant()))
        return std::any_of(list->begin(), list->end(),
                           [](const project::MemberValue& one) { return hasMemory(one); });
    return std::holds_alternative<project::BufferArg>(value.variant());
}

/// A kernel whose pointers are all null may do nothing, but seems to work.
void askForMemory(const project::Project& project, std::vector<Question>& questions) {
    for (std::size_t l = 0; l < project.launches.size(); ++l) {
        const std::vector<project::Argument>& args = project.launches[l].args;
        int empty = -1; ///< could hold a pointer, but does not
        bool any = false;
        for (std::size_t a = 0; a < args.size(); ++a) {
            const auto* structure = std::get_if<project::StructArg>(&args[a].value);
            const bool null = std::holds_alternative<project::NullArg>(args[a].value);
            const bool scalar = std::holds_alternative<project::ScalarArg>(args[a].value);
            if (structure ? !hasMemory(*structure) : null)
                empty = empty < 0 ? int(a) : empty;
            else
                any |= !scalar;
        }
        if (!any && empty >= 0)
            questions.push_back(
                {Question::Kind::no_memory,
                 {project.launches[l].kernel, fmt::format("argument {}", empty + 1)},
                 Question::Subject::argument,
                 {},
                 int(l),
                 empty});
    }
}

bool isTaken(const project::Project& project, const std::string& name) {
    return project.parameters.contains(name) ||
           std::any_of(project.buffers.begin(), project.buffers.end(),
                       [&](const project::Buffer& buffer) { return buffer.name == name; });
}

/// Code that was not followed is still reported if the launches are derived only from the kernels.
void keepUnfollowed(std::vector<Question>& questions) {
    std::erase_if(questions, [](const Question& question) {
        return question.kind != Question::Kind::not_followed;
    });
}

} // namespace

ProgramGuess guessSetUp(const project::Project& project, const compile::CompileRequest& request) {
    const auto files = compile::programFiles(request);
    std::vector<ScannedKernel> kernels;
    for (const auto& [path, text] : files)
        for (ScannedKernel& kernel : compile::scanSource(text))
            kernels.push_back(std::move(kernel));
    const HostProgram program = readHostProgram(withDefines(files, project.compile));
    const PointerUses uses = pointerUses(files);
    const DynamicShared shared = dynamicSharedArrays(files);
    HostProgram linked = program;
    linkBlocks(linked, namesOf(project.compile));
    ProgramGuess guess = buildSetUp(project, linked, kernels, uses, shared);
    std::vector<Question> questions = program.questions;
    makeSmaller(guess.project, questions);
    fitBlocks(guess.project, questions);
    std::string reason;
    bool named = true; // the numbers that it goes by are parameters
    if (guess.fromHostCode && !canBePlanned(guess.project, reason))
        guess = buildSetUp(project, program, kernels, uses, shared);
    if (guess.fromHostCode && !canBePlanned(guess.project, reason)) {
        ProgramGuess numbers = buildSetUp(project, withoutWords(program), kernels, uses, shared);
        if (canBePlanned(numbers.project, reason)) {
            guess = std::move(numbers);
            named = false;
        } else {
            guess.questions.push_back({Question::Kind::not_right, {reason}});
        }
    }
    askForLess(guess.project, questions);
    if (named)
        askForWhatIsUsed(guess.project, questions);
    questions.insert(questions.end(), guess.questions.begin(), guess.questions.end());
    if (!guess.fromHostCode) {
        keepUnfollowed(questions);
        launchAlone(guess.project, kernels, files, program.numbers, uses, shared, questions);
    }
    guess.fixed = program.fixed;
    if (!guess.fromHostCode)
        for (const auto& [name, number] : program.guarded)
            if (program.ofDevice.contains(name) && !isTaken(guess.project, name))
                guess.project.compile.defines.insert({name, number});
    askForConstants(guess.project, files, questions);
    askForMemory(guess.project, questions);
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
