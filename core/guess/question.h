// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace warpbench::guess {

/// Something that a program does not say, and that was assumed.
struct Question {
    /// What was not told. Its words, and what is in them, are in question.cpp; those of the
    /// window, which may be in another language, in ui/words/question_words.cpp.
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
        count ///< how many there are; no kind
    };
    /// Where the answer belongs.
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
    std::vector<std::string> arguments; ///< what is in the sentence, in order
    std::string text;                   ///< a sentence that says what to check, in English
    Subject subject = Subject::program;
    std::string name;  ///< of the buffer, the constant or the parameter
    int launch = -1;   ///< of the project's launches; -1: of none alone
    int argument = -1; ///< of that launch

    bool operator==(const Question&) const = default;
};

/// A sentence with %1 … %9 filled in; what is filled in is not looked at again.
std::string filledIn(std::string_view sentence, const std::vector<std::string>& arguments);

/// The notes of a project whose set-up was guessed.
/// \param texts  of its questions
std::string notesOf(std::string_view heading, const std::vector<std::string>& texts);

} // namespace warpbench::guess
