// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/error.h"
#include "core/compile/compile.h"
#include "core/compile/host_code.h"
#include "core/guess/program.h"
#include "core/plan/evaluate.h"
#include "core/project/project_file.h"
#include "core/sources/source_scan.h"
#include "tests/fuzz/victims.h"

#include <algorithm>
#include <stdexcept>
#include <string>

namespace warpbench::fuzz {

namespace {

std::size_t linesOf(std::string_view text) {
    return static_cast<std::size_t>(std::count(text.begin(), text.end(), '\n'));
}

} // namespace

void tryProgram(std::string_view input) {
    compile::CompileRequest request;
    request.source = input;
    request.fileName = "/no-such-folder/fuzz.cu"; // no header beside it is read

    const compile::DeviceCode code = compile::setHostCodeAside(request, {});
    if (linesOf(code.source) != linesOf(input))
        throw std::logic_error("setting host code aside moves lines");
    compile::scanSource(input);

    const guess::ProgramGuess guessed = guess::guessSetUp({}, request);
    // The guess is a valid project.
    const std::string written = project::writeProject(guessed.project);
    try {
        project::parseProject(written, "/no-such-folder/fuzz.warpbench");
    } catch (const Error& error) {
        throw std::logic_error("a guessed project does not read back: " + error.text());
    }
    // A set-up without a plan is fine if a question asks for what is missing.
    try {
        project::makePlan(guessed.project);
    } catch (const Error& error) {
        if (guessed.questions.empty())
            throw std::logic_error("a set-up that cannot run raises no question: " + error.text());
    }
}

} // namespace warpbench::fuzz
