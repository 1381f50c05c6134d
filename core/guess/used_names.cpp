// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/guess/used_names.h"

#include "core/expression/expression.h"
#include "core/project/struct_values.h"
#include "core/sources/tokenizer.h"

#include <type_traits>

namespace warpbench::guess {

using project::Expression;

void noteNames(const Expression& expression, std::set<std::string>& names) {
    try {
        const auto formula = project::Formula::parse(expression);
        names.insert(formula.names().begin(), formula.names().end());
    } catch (const Error&) { // the plan will be refused; until then its words are
        for (const compile::Token& token : compile::tokenize(expression.text))
            names.insert(std::string(token.text));
    }
}

std::set<std::string> namesUsed(const project::Project& project) {
    std::set<std::string> used;
    const auto note = [&](const Expression& expression) { noteNames(expression, used); };
    const auto noteAll = [&](const std::optional<Expression>& expression) {
        if (expression)
            note(*expression);
    };
    for (const project::Buffer& buffer : project.buffers) {
        for (const Expression& extentOf : buffer.shape)
            note(extentOf);
        for (const auto* value :
             {&buffer.init.value, &buffer.init.high, &buffer.init.low, &buffer.init.expression,
              &buffer.init.start, &buffer.init.step, &buffer.init.mean, &buffer.init.stddev})
            noteAll(*value);
    }
    noteAll(project.rounds);
    for (const auto& [name, constant] : project.constants)
        for (const Expression& expression : constant.value)
            note(expression);
    for (const project::Launch& launch : project.launches) {
        for (const auto* list : {&launch.grid, &launch.block})
            for (const Expression& expression : *list)
                note(expression);
        note(launch.shared);
        noteAll(launch.repeat);
        for (const project::Argument& argumentOf : launch.args) {
            if (const auto* scalar = std::get_if<project::ScalarArg>(&argumentOf.value))
                for (const Expression& expression : scalar->value)
                    note(expression);
            if (const auto* buffer = std::get_if<project::BufferArg>(&argumentOf.value))
                noteAll(buffer->offset);
            if (const auto* structure = std::get_if<project::StructArg>(&argumentOf.value))
                project::forEachLeaf(*structure, [&](const auto& leaf) {
                    if constexpr (std::is_same_v<std::decay_t<decltype(leaf)>, Expression>)
                        note(leaf);
                    else
                        noteAll(leaf.offset);
                });
        }
    }
    return used;
}

} // namespace warpbench::guess
