// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace warpbench::guess {

/// An assumption about something that a program does not say.
struct Question {
    /// What is unknown. question.cpp contains the sentences and their placeholders;
    /// ui/words/question_words.cpp those of the window, which may be in another language.
    enum class Kind : std::uint8_t {
        more_launches,
        not_right,
        parameters_alone,
        template_alone,
        command_line,
        function_parameter,
        unknown_size,
        bytes,
        constant,
        unset_constant,
        dynamic_shared,
        dynamic_shared_alone,
        grid,
        block,
        members,
        value,
        struct_value,
        contents,
        size,
        worked_out_numbers,
        worked_out_bytes,
        pointer,
        pointer_numbers,
        loop_varies,
        endless_loop_varies,
        loop_once,
        endless_loop_once,
        rounds_most,
        rounds_in_pairs,
        large,
        never_written,
        not_followed,
        any_case,
        between,
        no_memory,
        lambda,
        copied_between,
        from_device,
        count ///< number of kinds
    };
    /// Where the answer applies.
    enum class Subject : std::uint8_t {
        program,
        grid,
        block,
        shared,
        argument,
        buffer,
        constant,
        parameter,
        rounds
    };

    Question() = default;
    Question(Kind kind, std::vector<std::string> arguments, Subject subject = Subject::program,
             std::string name = {}, int launch = -1, int argument = -1);

    Kind kind = Kind::not_right;
    std::vector<std::string> arguments; ///< for the placeholders of the sentence, in order
    std::string text;                   ///< a sentence that says what to check, in English
    Subject subject = Subject::program;
    std::string name;  ///< of the buffer, the constant or the parameter
    int launch = -1;   ///< index of the project's launch; -1: not about one launch
    int argument = -1; ///< of that launch

    bool operator==(const Question&) const = default;
};

/// Replaces %1 … %9 in a sentence; replacements are not searched for placeholders.
std::string filledIn(std::string_view sentence, const std::vector<std::string>& arguments);

/// The notes for a project with a guessed set-up.
/// \param texts  of its questions
std::string notesOf(std::string_view heading, const std::vector<std::string>& texts);

} // namespace warpbench::guess
