// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/follow/question.h"

#include <array>
#include <utility>

namespace warpbench::guess {

namespace {

using Kind = Question::Kind;

constexpr std::array<std::pair<Kind, const char*>, std::size_t(Kind::count)> kSentences = {{
    {Kind::more_launches, "the program has more launches than these %1"},
    {Kind::not_right, "the guessed set-up is not yet right: %1"},
    {Kind::parameters_alone, "%1: sizes and values are guessed from its parameters alone, because "
                             "no launch of it was found"},
    {Kind::template_alone, "%1: sizes and values are guessed from its parameters alone, because no "
                           "launch of it was found; it is instantiated as %2"},
    {Kind::command_line, "%1 (line %2) comes from the command line: %3 is assumed"},
    {Kind::function_parameter, "%1 (line %2) is a parameter of %3: %4 is assumed"},
    {Kind::unknown_size, "%1 (line %2) could not be determined from the program: %3 is assumed"},
    {Kind::bytes, "%1 (line %2): sizes are in bytes, and %3 bytes are %4 elements of %5; %3 "
                  "elements take %3 * sizeof(%5)"},
    {Kind::constant, "%1 (line %2): the data copied there could not be determined from the "
                     "program: it keeps the values of its declaration"},
    {Kind::unset_constant, "nothing fills %1, which is in constant memory: it holds zeros until "
                           "you set its values under Variables of the source"},
    {Kind::dynamic_shared, "%1 (line %2): the size of its dynamic shared memory could not be "
                           "determined, %3 bytes are assumed"},
    {Kind::dynamic_shared_alone,
     "%1: the size of its dynamic shared memory could not be determined, %2 bytes are assumed"},
    {Kind::grid, "%1 (line %2): the grid could not be determined from the program, %3 is assumed"},
    {Kind::block,
     "%1 (line %2): the block could not be determined from the program, %3 is assumed"},
    {Kind::members,
     "%1 (line %2): %3 of %4 could not be determined from the program: zeros are passed"},
    {Kind::value, "%1 (line %2): %3 is passed as %4, whose value could not be determined from the "
                  "program: %5 is assumed"},
    {Kind::struct_value, "%1 (line %2): %3 is passed as %4, whose members could not be determined "
                         "from the program: fill them in"},
    {Kind::contents,
     "%1 (line %2): the first contents of %3 could not be determined from the program: "
     "zeros are assumed"},
    {Kind::size, "%1 (line %2): the size of %3 could not be determined, %4 elements are assumed"},
    {Kind::worked_out_numbers, "%1 (line %2): the first contents of %3 are worked out by the "
                               "program: random numbers are assumed"},
    {Kind::worked_out_bytes, "%1 (line %2): the first contents of %3 are worked out by the "
                             "program: zeros are assumed"},
    {Kind::pointer,
     "%1 (line %2): the memory behind %3 could not be determined: %4 is a buffer of %5 "
     "elements, all zero"},
    {Kind::pointer_numbers,
     "%1 (line %2): the memory behind %3 could not be determined: %4 is a buffer of %5 "
     "random numbers"},
    {Kind::loop_varies, "%1 (line %2): a loop launches it %3 times, with values that change from "
                        "pass to pass: only the first launch is included"},
    {Kind::endless_loop_varies, "%1 (line %2): a loop launches it again and again, with values "
                                "that change from pass to pass: only the first launch is included"},
    {Kind::loop_once, "%1 (line %2): a loop launches it %3 times, but here it is launched once "
                      "(\"rounds\" repeats a project's launches)"},
    {Kind::endless_loop_once, "%1 (line %2): a loop launches it again and again, but here it is "
                              "launched once (\"rounds\" repeats a project's launches)"},
    {Kind::rounds_most, "%1 (line %2): a loop launches it %3 times, but \"rounds\" is %4: more "
                        "would take long on a simulated device"},
    {Kind::rounds_in_pairs, "%1 (line %2): a loop launches it %3 times, and two launches that swap "
                            "buffers are a round: %4 launches are included"},
    {Kind::large, "the program has %1 MB of data and a launch of %2 threads, which takes long on a "
                  "simulated device: try smaller numbers (%3) first"},
    {Kind::never_written,
     "%1 (line %2): nothing fills %3 before this launch, so its contents are undefined"},
    {Kind::not_followed, "%1 (line %2) is not followed: the set-up lacks its launches"},
    {Kind::any_case,
     "the case that the switch in line %1 takes is unknown: all cases are followed"},
    {Kind::between, "%1 (line %2): the program changes %3 between two launches, which is not "
                    "followed: %3 keeps the contents that the first launch leaves"},
    {Kind::no_memory,
     "%1: none of its arguments is a buffer, so a run shows nothing until %2 has one"},
    {Kind::lambda, "%1 (line %2): %3 is passed a lambda, which cannot be named outside its "
                   "program: replace it with a struct that has operator()"},
    {Kind::copied_between, "%1 (line %2): the program copies there between two launches, which is "
                           "not followed: all launches see the first copy"},
    {Kind::from_device, "%1 (line %2) comes from the device: %3 is assumed"},
}};

constexpr bool areInOrder() {
    for (std::size_t i = 0; i < kSentences.size(); ++i) {
        if (kSentences[i].first != Kind(i))
            return false;
    }
    return true;
}
static_assert(areInOrder(), "a kind is the index of its sentence");

} // namespace

Question::Question(Kind ofKind, std::vector<std::string> given, Subject about, std::string named,
                   int ofLaunch, int ofArgument)
    : kind(ofKind)
    , arguments(std::move(given))
    , text(filledIn(kSentences[std::size_t(ofKind)].second, arguments))
    , subject(about)
    , name(std::move(named))
    , launch(ofLaunch)
    , argument(ofArgument) {}

std::string filledIn(std::string_view sentence, const std::vector<std::string>& arguments) {
    std::string text;
    for (std::size_t i = 0; i < sentence.size(); ++i) {
        const bool mark = sentence[i] == '%' && i + 1 < sentence.size();
        const std::size_t number = mark ? std::size_t(sentence[i + 1]) - '1' : arguments.size();
        if (number < arguments.size()) {
            text += arguments[number];
            ++i;
        } else {
            text += sentence[i];
        }
    }
    return text;
}

std::string notesOf(std::string_view heading, const std::vector<std::string>& texts) {
    std::string notes(heading);
    notes += '\n';
    for (const std::string& text : texts)
        notes += "\n- " + text;
    return notes;
}

} // namespace warpbench::guess
