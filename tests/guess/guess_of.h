// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/guess/program.h"
#include "core/project/project_file.h"

#include <iterator>
#include <random>
#include <span>
#include <string>

namespace warpbench::test {

/// The guess for a program's text, without headers.
inline guess::ProgramGuess guessOf(const std::string& source) {
    compile::CompileRequest request;
    request.source = source;
    request.fileName = "program.cu";
    return guess::guessSetUp(project::projectForSource("program.cu"), request);
}

/// The buffer of that name in a guess; nullptr: none.
inline const project::Buffer* bufferNamed(const guess::ProgramGuess& guess,
                                          const std::string& name) {
    for (const project::Buffer& b : guess.project.buffers)
        if (b.name == name)
            return &b;
    return nullptr;
}

/// A text with six changes: parts left out, pieces put in.
inline std::string changed(std::string text, std::span<const std::string> pieces,
                           std::mt19937& random) {
    for (int change = 0; change < 6; ++change) {
        const std::size_t at = random() % (text.size() + 1);
        if (random() % 3 == 0)
            text.erase(at, random() % 30);
        else
            text.insert(at, pieces[random() % pieces.size()]);
    }
    return text;
}

} // namespace warpbench::test
