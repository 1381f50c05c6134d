// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>

namespace warpbench::guess {

/// Something that a program does not say, and that was assumed.
struct Question {
    /// Where the answer belongs.
    enum class Subject { program, grid, block, shared, argument, buffer, parameter, rounds };

    std::string text; ///< a sentence that says what to check
    Subject subject = Subject::program;
    std::string name{}; ///< of the buffer or the parameter
    int launch = -1;    ///< of the project's launches; -1: of none alone
    int argument = -1;  ///< of that launch

    bool operator==(const Question&) const = default;
};

} // namespace warpbench::guess
