// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/words/question_words.h"

#include "ui/words/text.h"

#include <QCoreApplication>

#include <algorithm>
#include <iterator>
#include <string>

namespace warpbench::ui {

namespace {

struct QuestionWords {
    Q_DECLARE_TR_FUNCTIONS(QuestionWords)
};

using Kind = guess::Question::Kind;

/// Sentences of core (core/follow/question.cpp) for translation.
struct Sentence {
    Kind kind;
    const char* text;
};
constexpr Sentence kSentences[] = {
    {Kind::more_launches,
     QT_TRANSLATE_NOOP("QuestionWords", "the program has more launches than these %1")},
    {Kind::not_right,
     QT_TRANSLATE_NOOP("QuestionWords", "the guessed set-up is not yet right: %1")},
    {Kind::parameters_alone,
     QT_TRANSLATE_NOOP("QuestionWords", "%1: sizes and values are guessed from its parameters "
                                        "alone, because no launch of it was found")},
    {Kind::template_alone,
     QT_TRANSLATE_NOOP("QuestionWords",
                       "%1: sizes and values are guessed from its parameters alone, because no "
                       "launch of it was found; it is instantiated as %2")},
    {Kind::command_line,
     QT_TRANSLATE_NOOP("QuestionWords", "%1 (line %2) comes from the command line: %3 is assumed")},
    {Kind::function_parameter,
     QT_TRANSLATE_NOOP("QuestionWords", "%1 (line %2) is a parameter of %3: %4 is assumed")},
    {Kind::unknown_size,
     QT_TRANSLATE_NOOP("QuestionWords",
                       "%1 (line %2) could not be determined from the program: %3 is assumed")},
    {Kind::bytes,
     QT_TRANSLATE_NOOP("QuestionWords", "%1 (line %2): sizes are in bytes, and %3 bytes are %4 "
                                        "elements of %5; %3 elements take %3 * sizeof(%5)")},
    {Kind::constant,
     QT_TRANSLATE_NOOP("QuestionWords",
                       "%1 (line %2): the data copied there could not be determined from the "
                       "program: it keeps the values of its declaration")},
    {Kind::unset_constant,
     QT_TRANSLATE_NOOP("QuestionWords",
                       "nothing fills %1, which is in constant memory: it holds zeros until you "
                       "set its values under Variables of the source")},
    {Kind::dynamic_shared,
     QT_TRANSLATE_NOOP("QuestionWords", "%1 (line %2): the size of its dynamic shared memory could "
                                        "not be determined, %3 bytes are assumed")},
    {Kind::dynamic_shared_alone,
     QT_TRANSLATE_NOOP(
         "QuestionWords",
         "%1: the size of its dynamic shared memory could not be determined, %2 bytes "
         "are assumed")},
    {Kind::grid,
     QT_TRANSLATE_NOOP(
         "QuestionWords",
         "%1 (line %2): the grid could not be determined from the program, %3 is assumed")},
    {Kind::block,
     QT_TRANSLATE_NOOP(
         "QuestionWords",
         "%1 (line %2): the block could not be determined from the program, %3 is assumed")},
    {Kind::members,
     QT_TRANSLATE_NOOP(
         "QuestionWords",
         "%1 (line %2): %3 of %4 could not be determined from the program: zeros are passed")},
    {Kind::value,
     QT_TRANSLATE_NOOP("QuestionWords", "%1 (line %2): %3 is passed as %4, whose value could not "
                                        "be determined from the program: %5 is assumed")},
    {Kind::struct_value,
     QT_TRANSLATE_NOOP("QuestionWords", "%1 (line %2): %3 is passed as %4, whose members could not "
                                        "be determined from the program: fill them in")},
    {Kind::contents,
     QT_TRANSLATE_NOOP("QuestionWords", "%1 (line %2): the first contents of %3 could not be "
                                        "determined from the program: zeros are assumed")},
    {Kind::size,
     QT_TRANSLATE_NOOP(
         "QuestionWords",
         "%1 (line %2): the size of %3 could not be determined, %4 elements are assumed")},
    {Kind::worked_out_numbers,
     QT_TRANSLATE_NOOP("QuestionWords", "%1 (line %2): the first contents of %3 are worked out by "
                                        "the program: random numbers are assumed")},
    {Kind::worked_out_bytes,
     QT_TRANSLATE_NOOP("QuestionWords", "%1 (line %2): the first contents of %3 are worked out by "
                                        "the program: zeros are assumed")},
    {Kind::pointer,
     QT_TRANSLATE_NOOP("QuestionWords", "%1 (line %2): the memory behind %3 could not be "
                                        "determined: %4 is a buffer of %5 elements, "
                                        "all zero")},
    {Kind::pointer_numbers,
     QT_TRANSLATE_NOOP("QuestionWords", "%1 (line %2): the memory behind %3 could not be "
                                        "determined: %4 is a buffer of %5 random numbers")},
    {Kind::loop_varies,
     QT_TRANSLATE_NOOP("QuestionWords",
                       "%1 (line %2): a loop launches it %3 times, with values that change from "
                       "pass to pass: only the first launch is included")},
    {Kind::endless_loop_varies,
     QT_TRANSLATE_NOOP("QuestionWords",
                       "%1 (line %2): a loop launches it again and again, with values that change "
                       "from pass to pass: only the first launch is included")},
    {Kind::loop_once,
     QT_TRANSLATE_NOOP("QuestionWords", "%1 (line %2): a loop launches it %3 times, but here it is "
                                        "launched once (\"rounds\" repeats a project's launches)")},
    {Kind::endless_loop_once,
     QT_TRANSLATE_NOOP("QuestionWords",
                       "%1 (line %2): a loop launches it again and again, but here it is launched "
                       "once (\"rounds\" repeats a project's launches)")},
    {Kind::rounds_most,
     QT_TRANSLATE_NOOP("QuestionWords", "%1 (line %2): a loop launches it %3 times, but \"rounds\" "
                                        "is %4: more would take long on a simulated device")},
    {Kind::rounds_in_pairs,
     QT_TRANSLATE_NOOP("QuestionWords",
                       "%1 (line %2): a loop launches it %3 times, and two launches that swap "
                       "buffers are a round: %4 launches are included")},
    {Kind::large,
     QT_TRANSLATE_NOOP("QuestionWords",
                       "the program has %1 MB of data and a launch of %2 threads, which takes long "
                       "on a simulated device: try smaller numbers (%3) first")},
    {Kind::never_written,
     QT_TRANSLATE_NOOP(
         "QuestionWords",
         "%1 (line %2): nothing fills %3 before this launch, so its contents are undefined")},
    {Kind::not_followed,
     QT_TRANSLATE_NOOP("QuestionWords",
                       "%1 (line %2) is not followed: the set-up lacks its launches")},
    {Kind::any_case,
     QT_TRANSLATE_NOOP(
         "QuestionWords",
         "the case that the switch in line %1 takes is unknown: all cases are followed")},
    {Kind::between,
     QT_TRANSLATE_NOOP("QuestionWords",
                       "%1 (line %2): the program changes %3 between two launches, which is not "
                       "followed: %3 keeps the contents that the first launch leaves")},
    {Kind::no_memory,
     QT_TRANSLATE_NOOP(
         "QuestionWords",
         "%1: none of its arguments is a buffer, so a run shows nothing until %2 has one")},
    {Kind::lambda,
     QT_TRANSLATE_NOOP("QuestionWords",
                       "%1 (line %2): %3 is passed a lambda, which cannot be named outside its "
                       "program: replace it with a struct that has operator()")},
    {Kind::copied_between,
     QT_TRANSLATE_NOOP("QuestionWords",
                       "%1 (line %2): the program copies there between two launches, which is not "
                       "followed: all launches see the first copy")},
    {Kind::from_device,
     QT_TRANSLATE_NOOP("QuestionWords", "%1 (line %2) comes from the device: %3 is assumed")},
};
static_assert(std::size(kSentences) == std::size_t(Kind::count));

} // namespace

QString questionText(const guess::Question& question) {
    const auto found =
        std::find_if(std::begin(kSentences), std::end(kSentences),
                     [&](const Sentence& sentence) { return sentence.kind == question.kind; });
    return found == std::end(kSentences)
               ? qs(question.text)
               : qs(guess::filledIn(ss(QuestionWords::tr(found->text)), question.arguments));
}

QString questionNotes(const std::vector<guess::Question>& questions) {
    std::vector<std::string> texts;
    texts.reserve(questions.size());
    for (const guess::Question& question : questions)
        texts.push_back(ss(questionText(question)));
    return qs(guess::notesOf(
        ss(QuestionWords::tr("The set-up was guessed from the source. To check:")), texts));
}

} // namespace warpbench::ui
