// SPDX-License-Identifier: GPL-3.0-or-later
// Statements, and the launches among them.
#include "core/guess/follower.h"
#include "core/guess/signature.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace warpbench::guess::host {

void Follower::block(Tokens tokens, int depth) {
    std::size_t i = 0;
    while (i < tokens.size() && depth < kDeepestStatement && ++m_steps < kMostSteps) {
        const std::size_t end = std::max(endOfStatement(tokens, i, depth), i + 1);
        statement(tokens.subspan(i, end - i), depth, m_loops == 0);
        i = end;
    }
}

std::size_t Follower::endOfStatement(Tokens t, std::size_t i, int depth) {
    if (i >= t.size() || depth > kDeepestStatement)
        return t.size();
    if (t[i].is("{"))
        return compile::afterClosing(t, i, t.size());
    if (t[i].is("do")) {
        i = endOfStatement(t, i + 1, depth + 1);
    } else if (t[i].is("if") || t[i].is("for") || t[i].is("while") || t[i].is("switch")) {
        const bool branch = t[i].is("if");
        ++i;
        if (i < t.size() && !t[i].is("("))
            ++i; // if constexpr
        if (i < t.size())
            i = compile::afterClosing(t, i, t.size());
        i = endOfStatement(t, i, depth + 1);
        if (branch && i < t.size() && t[i].is("else"))
            i = endOfStatement(t, i + 1, depth + 1);
        return i;
    }
    while (i < t.size() && !t[i].is(";"))
        i = t[i].is("(") || t[i].is("[") || t[i].is("{") ? compile::afterClosing(t, i, t.size())
                                                         : i + 1;
    return std::min(i + 1, t.size());
}

namespace {

/// Without `CHECK(x)` and the like before a statement: a macro needs no `;` after it.
Tokens withoutMacroCalls(Tokens t) {
    static constexpr std::array<std::string_view, 8> kWords = {
        "if", "for", "while", "switch", "decltype", "alignas", "__attribute__", "return"};
    while (t.size() > 4 && t[0].isWord() && t[1].is("(") && !t[0].isOneOf(kWords)) {
        const std::size_t after = compile::afterClosing(t, 1, t.size());
        if (after + 1 >= t.size() || !t[after].isWord())
            break;
        t = t.subspan(after);
    }
    return t;
}

} // namespace

void Follower::statement(Tokens t, int depth, bool mayBeParameter) {
    if (!t.empty() && t.back().is(";"))
        t = t.first(t.size() - 1);
    t = withoutMacroCalls(t);
    if (t.empty() || depth >= kDeepestStatement)
        return;
    const std::string_view word = t[0].text;
    if (word == "{")
        return block(t.subspan(1, t.size() > 1 ? t.size() - 2 : 0), depth + 1);
    if (word == "do")
        return doLoop(t, depth);
    if (word == "else")
        return block(t.subspan(1), depth + 1);
    if (word == "if" || word == "for" || word == "while" || word == "switch")
        return control(t, depth);
    if (word == "return") {
        if (!m_returned.isNumber())
            m_returned = evaluate(t.subspan(1), scope());
        return;
    }
    if ((word == "case" || word == "default") && contains(t, ":")) {
        std::size_t i = 0;
        while (!t[i].is(":"))
            ++i;
        return statement(t.subspan(i + 1), depth + 1, mayBeParameter);
    }
    simple(t, mayBeParameter);
}

void Follower::control(Tokens t, int depth) {
    std::size_t open = 1;
    while (open < t.size() && !t[open].is("("))
        ++open;
    const std::size_t after = compile::afterClosing(t, open, t.size());
    if (open >= t.size() || after < open + 2)
        return;
    const Tokens head = t.subspan(open + 1, after - open - 2);
    if (t[0].is("if"))
        return branch(head, t, after, depth);
    const Tokens body = t.subspan(after);
    if (t[0].is("switch"))
        return choose(head, body, depth);
    if (t[0].is("while"))
        return loop({{}, head, {}}, body, depth);
    const auto find = [&](std::string_view text) {
        const auto at = std::find_if(head.begin(), head.end(), [&](auto& x) { return x.is(text); });
        return std::size_t(at - head.begin());
    };
    const std::size_t first = find(";");
    if (const std::size_t colon = find(":"); first == head.size() && colon < head.size())
        return rangeLoop(head, colon, body, depth);
    LoopHead parts{head.first(first), head.subspan(std::min(first + 1, head.size())), {}};
    std::size_t second = 0;
    while (second < parts.condition.size() && !parts.condition[second].is(";"))
        ++second;
    parts.step = parts.condition.subspan(std::min(second + 1, parts.condition.size()));
    parts.condition = parts.condition.first(second);
    loop(parts, body, depth);
}

void Follower::choose(Tokens head, Tokens body, int depth) {
    if (body.size() < 2 || !body.front().is("{"))
        return block(body, depth + 1);
    const Tokens inside = body.subspan(1, body.size() - 2);
    const Value value = dependsOnPass(head) ? Value{} : evaluate(head, scope());
    std::size_t begin = inside.size();
    std::size_t otherwise = inside.size();
    const bool known = value.isNumber() && !value.assumed;
    for (std::size_t i = 0; known && i < inside.size();) {
        if (inside[i].is("{") || inside[i].is("(")) {
            i = compile::afterClosing(inside, i, inside.size());
            continue;
        }
        std::size_t colon = i + 1;
        while (colon < inside.size() && !inside[colon].is(":"))
            ++colon;
        if (inside[i].is("default"))
            otherwise = i;
        if (inside[i].is("case")) {
            const Value label = evaluate(inside.subspan(i + 1, colon - i - 1), scope());
            if (begin == inside.size() && label.isNumber() && label.number == value.number)
                begin = i;
        }
        ++i;
    }
    if (!known) {
        m_program.questions.push_back({Question::Kind::any_case, {std::to_string(body[0].line)}});
        ++m_unsure;
        block(inside, depth + 1);
        --m_unsure;
        return;
    }
    followCase(inside.subspan(std::min(begin, otherwise)), depth);
}

/// From a label on, to the `break` that leaves the switch.
void Follower::followCase(Tokens t, int depth) {
    std::size_t i = 0;
    while (i < t.size() && depth < kDeepestStatement && ++m_steps < kMostSteps) {
        if (t[i].is("case") || t[i].is("default")) {
            while (i < t.size() && !t[i].is(":"))
                ++i;
            ++i;
            continue;
        }
        if (t[i].is("break") || t[i].is("return"))
            return;
        const std::size_t end = std::max(endOfStatement(t, i, depth), i + 1);
        const Tokens one = t.subspan(i, end - i);
        statement(one, depth + 1, false);
        if (one.front().is("{") && one.size() > 3 && one[one.size() - 2].is(";") &&
            one[one.size() - 3].is("break"))
            return;
        i = end;
    }
}

void Follower::branch(Tokens head, Tokens t, std::size_t after, int depth) {
    const Value condition = dependsOnPass(head) ? Value{} : evaluate(head, scope());
    const std::size_t end = endOfStatement(t, after, depth + 1);
    const bool hasElse = end < t.size() && t[end].is("else");
    const Tokens yes = t.subspan(after, end - after);
    const Tokens no = hasElse ? t.subspan(end + 1) : Tokens();
    // What leaves the program is not the way on.
    const bool leaves = contains(yes, "exit") || contains(yes, "abort") ||
                        (contains(yes, "return") && !contains(yes, "<"));
    const bool unsure = !condition.isNumber() && !leaves;
    m_unsure += unsure;
    if (!condition.isNumber() ? !leaves : condition.number != 0 && !leaves)
        block(yes, depth + 1);
    if (!condition.isNumber() || condition.number == 0)
        block(no, depth + 1);
    m_unsure -= unsure;
}

void Follower::simple(Tokens t, bool mayBeParameter) {
    for (std::size_t i = 0; i + 2 < t.size(); ++i)
        if (t[i].is("<") && t[i + 1].is("<") && t[i + 2].is("<"))
            return launch(t, i);
    m_program.asksForShared |= contains(t, "cudaFuncAttributeMaxDynamicSharedMemorySize");
    noteUnfollowed(t);
    if (runtimeCall(t) || increment(t))
        return;
    if (declaration(t, mayBeParameter) || assignment(t))
        return;
    for (std::size_t i = 0; i + 1 < t.size(); ++i) {
        if (!t[i].isWord() || !m_functions.contains(t[i].text))
            continue;
        std::size_t open = i + 1;
        if (t[open].is("<"))
            open = compile::afterTemplateBracket(t, open, t.size());
        if (open >= t.size() || !t[open].is("("))
            continue;
        if (open > i + 2)
            for (const Tokens argument : splitArguments(t.subspan(i + 2, open - i - 3)))
                m_templateArguments.push_back(spellTokens(argument));
        const std::size_t after = compile::afterClosing(t, open, t.size());
        call(t[i].text, t.subspan(open + 1, after > open + 1 ? after - open - 2 : 0));
        m_templateArguments.clear();
        return;
    }
    strangeCall(t);
}

/// Calls that launch kernels, or make them change what a project does, in a way that has no place
/// in the set-up.
void Follower::noteUnfollowed(Tokens t) {
    static constexpr std::array<std::string_view, 12> kCalls = {
        "cudaLaunchKernel",       "cudaLaunchCooperativeKernel",
        "cudaLaunchKernelEx",     "cudaLaunchKernelExC",
        "cuLaunchKernel",         "cuLaunchKernelEx",
        "cudaGraphLaunch",        "cudaGraphAddKernelNode",
        "cudaStreamBeginCapture", "cudaGraphAddNode",
        "cuGraphLaunch",          "cuLaunchCooperativeKernel"};
    for (std::size_t i = 0; i + 1 < t.size(); ++i)
        if (t[i].isOneOf(kCalls) && (t[i + 1].is("(") || t[i + 1].is("<"))) {
            m_program.questions.push_back({Question::Kind::not_followed,
                                           {std::string(t[i].text), std::to_string(t[i].line)}});
            return;
        }
}

void Follower::strangeCall(Tokens t) {
    if (t.size() < 3)
        return;
    std::size_t i = 0;
    while (i + 1 < t.size() && !(t[i].isWord() && t[i + 1].is("(")))
        ++i;
    static constexpr std::array<std::string_view, 8> kHarmless = {
        "cuda", "free", "print", "fprint", "assert", "delete", "exit", "check"};
    const auto isOf = [&](std::string_view word) { return t[i].text.starts_with(word); };
    if (i + 1 >= t.size() || m_macros.contains(t[i].text))
        return;
    const bool copies = t[i].text.find("emcpy") != std::string_view::npos ||
                        t[i].text.find("emset") != std::string_view::npos;
    if (!copies && std::any_of(kHarmless.begin(), kHarmless.end(), isOf))
        return;
    // Of the library: they change what was filled.
    static constexpr std::array<std::string_view, 9> kInPlace = {
        "sort",   "stable_sort", "shuffle", "random_shuffle", "reverse",
        "rotate", "qsort",       "replace", "fread"};
    static constexpr std::array<std::string_view, 4> kIntoThird = {"transform", "copy", "copy_n",
                                                                   "partial_sum"};
    const bool inPlace = t[i].isOneOf(kInPlace) || copies;
    const bool intoThird = t[i].isOneOf(kIntoThird);
    std::size_t index = 0;
    const std::size_t after = compile::afterClosing(t, i + 1, t.size());
    for (const Tokens argument :
         splitArguments(t.subspan(i + 2, after > i + 2 ? after - i - 3 : 0))) {
        const Value value = evaluate(argument, scope());
        const bool mutates = (inPlace && (index == 0 || !copies)) || (intoThird && index == 2);
        ++index;
        if (value.kind != Value::Kind::pointer || ((copies || intoThird) && !mutates))
            continue;
        Memory& memory = m_program.memories[std::size_t(value.memory)];
        if (mutates && m_program.launches.empty())
            fillUnclear(memory);
        memory.unclear |= m_program.launches.empty() && !memory.filled && memory.listed.empty();
        memory.given |= memory.unclear;
        memory.changedLate |= mutates && memory.launched && m_launchLoops == 0;
    }
}

void Follower::launch(Tokens t, std::size_t open) {
    if (m_program.launches.size() >= kMostFollowedLaunches)
        return;
    std::size_t begin = open;
    if (begin > 0 && t[begin - 1].is(">")) { // template arguments before <<<
        int depth = 0;
        while (begin > 0) {
            --begin;
            depth += t[begin].is(">") ? 1 : t[begin].is("<") ? -1 : 0;
            if (depth == 0)
                break;
        }
    }
    const std::size_t angle = begin;
    while (begin > 0 && (t[begin - 1].isWord() || t[begin - 1].is("::")) &&
           !t[begin - 1].is("return"))
        --begin;
    std::size_t close = open + 3;
    while (close + 2 < t.size() &&
           !(t[close].is(">") && t[close + 1].is(">") && t[close + 2].is(">")))
        close = t[close].is("(") || t[close].is("{") ? compile::afterClosing(t, close, t.size())
                                                     : close + 1;
    if (begin == angle || close + 3 >= t.size() || !t[close + 3].is("("))
        return;
    LaunchCall call;
    call.kernel = spellTokens(t.subspan(begin, angle - begin)) +
                  templateArguments(t.subspan(angle, open - angle));
    call.line = t[begin].line;
    call.file = m_file ? *m_file : std::string();
    const auto shape = splitArguments(t.subspan(open + 3, close - open - 3));
    if (!shape.empty())
        call.grid = gridOf(shape[0]);
    if (shape.size() > 1)
        call.block = gridOf(shape[1]);
    if (shape.size() > 2) {
        call.shared = evaluate(shape[2], scope());
        call.shared.assumed |= !call.shared.isNumber();
    }
    const std::size_t end = compile::afterClosing(t, close + 3, t.size());
    for (const Tokens argument :
         splitArguments(t.subspan(close + 4, end > close + 4 ? end - close - 5 : 0))) {
        Value value = evaluate(argument, scope());
        std::string type;
        if (const Variable* variable = argument.size() == 1 ? find(argument[0].text) : nullptr)
            type = variable->type;
        else if (const auto made = temporary(argument, type))
            value = *made;
        const bool known = value.kind == Value::Kind::pointer;
        const Memory* memory = known ? &m_program.memories[std::size_t(value.memory)] : nullptr;
        call.given.push_back(!known || memory->given || memory->launched || memory->zeroed);
        call.changed.push_back(known && memory->changedLate);
        call.arguments.push_back(std::move(value));
        call.types.push_back(std::move(type));
        call.written.push_back(spellTokens(argument));
    }
    for (const Value& value : call.arguments)
        noteLaunched(value);
    m_program.launches.push_back(std::move(call));
}

void Follower::noteLaunched(const Value& value) {
    for (const Value& member : value.members)
        noteLaunched(member);
    if (value.kind != Value::Kind::pointer)
        return;
    Memory& memory = m_program.memories[std::size_t(value.memory)];
    memory.launched = true;
    memory.changedLate = false;
}

/// `Plus()`, `Plus<float>{}`, `Scale{2}`: a struct that is made in the launch.
/// \param type  gets its name, with its template arguments
std::optional<Value> Follower::temporary(Tokens t, std::string& type) {
    std::size_t open = 1;
    while (open + 1 < t.size() && t[open].is("::"))
        open += 2;
    const std::size_t name = open - 1;
    if (open < t.size() && t[open].is("<"))
        open = compile::afterTemplateBracket(t, open, t.size());
    if (open + 1 >= t.size() || !(t[open].is("(") || t[open].is("{")) ||
        compile::afterClosing(t, open, t.size()) != t.size())
        return std::nullopt;
    const StructType* structure = structOf(std::string(t[name].text));
    if (!structure)
        return std::nullopt;
    type = spellTokens(t.first(open));
    m_members = 0;
    const Tokens inside = t.subspan(open + 1, t.size() - open - 2);
    if (inside.empty() || !structure->plain || t[open].is("{"))
        return makeStruct(*structure, t.subspan(open));
    return makeStruct(*structure, {});
}

Value Follower::gridOf(Tokens t) {
    if (t.size() > 2 && t[0].is("dim3") && t[1].is("{"))
        t = t.subspan(1);
    if (t.size() > 1 && t.front().is("{"))
        return call("dim3", t.subspan(1, t.size() - 2));
    Value value = evaluate(t, scope());
    if (!value.isNumber())
        return value;
    Value grid;
    grid.kind = Value::Kind::grid;
    setExtent(grid, 0, value);
    grid.assumed = value.assumed;
    return grid;
}

std::string Follower::templateArguments(Tokens t) {
    if (t.size() < 3)
        return {};
    std::string text = "<";
    for (const Tokens argument : splitArguments(t.subspan(1, t.size() - 2))) {
        const Value value = evaluate(argument, scope());
        std::string one = spellTokens(argument);
        const bool ofDefines =
            std::any_of(argument.begin(), argument.end(), [](auto& x) { return x.isWord(); }) &&
            std::all_of(argument.begin(), argument.end(), [&](const Token& token) {
                return !token.isWord() || m_program.guarded.contains(std::string(token.text));
            });
        const std::string named = argument.size() == 1 ? resolved(one) : one;
        if (m_enumerators.contains(named))
            one = named; // a number is none of the enum
        else if (value.isNumber() && ofDefines)
            one = spellTokens(argument); // the compiler has them as well
        else if (value.isNumber() && !one.empty() && one != "true" && one != "false")
            one = Value::of(value.number, value.isInteger).spelled();
        else if (argument.size() == 1 && m_program.types.contains(one) &&
                 (m_templateNames.contains(one) || dtypeOfType(resolved(one))))
            one = resolved(one);
        text += (text.size() > 1 ? ", " : "") + one;
    }
    return text + ">";
}

} // namespace warpbench::guess::host
