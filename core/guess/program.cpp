// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/guess/program.h"

#include "core/compile/host_code.h"
#include "core/guess/block_link.h"
#include "core/guess/builder.h"
#include "core/guess/device_variables.h"
#include "core/guess/first_sizes.h"
#include "core/guess/launch_alone.h"

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

/// With what the compiler is told: a source's own `#ifndef N` gives way to it.
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

/// Constant memory that nothing fills makes results of zeros, and nobody sees why.
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
        questions.clear();
        launchAlone(guess.project, kernels, files, program.numbers, uses, shared, questions);
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
