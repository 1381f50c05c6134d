// SPDX-License-Identifier: GPL-3.0-or-later
// Statements, and the launches among them.
#include "core/follow/follower.h"
#include "core/follow/signature.h"

#include <algorithm>
#include <array>
#include <cctype>
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

/// Removes `CHECK(x)` etc. before a statement: a macro does not need a `;` after it.
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
        effects(t.subspan(1));
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
    effects(head);
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
    skip(inside);
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
    effects(head);
    const Value condition = dependsOnPass(head) ? Value{} : evaluate(head, scope());
    const std::size_t end = endOfStatement(t, after, depth + 1);
    const bool hasElse = end < t.size() && t[end].is("else");
    const Tokens yes = t.subspan(after, end - after);
    const Tokens no = hasElse ? t.subspan(end + 1) : Tokens();
    // A branch that leaves the program is not followed.
    const bool leaves = contains(yes, "exit") || contains(yes, "abort") ||
                        (contains(yes, "return") && !contains(yes, "<"));
    const bool unsure = !condition.isNumber() && !leaves;
    m_unsure += unsure;
    if (!condition.isNumber() ? !leaves : condition.number != 0 && !leaves)
        block(yes, depth + 1);
    else
        skip(yes);
    if (!condition.isNumber() || condition.number == 0)
        block(no, depth + 1);
    else
        skip(no);
    m_unsure -= unsure;
}

void Follower::effects(Tokens t) {
    if (!launchCall(t))
        runtimeCall(t);
}

void Follower::simple(Tokens t, bool mayBeParameter) {
    for (std::size_t i = 0; i + 2 < t.size(); ++i)
        if (t[i].is("<") && t[i + 1].is("<") && t[i + 2].is("<"))
            return launch(t, i);
    m_program.asksForShared |= contains(t, "cudaFuncAttributeMaxDynamicSharedMemorySize");
    if (launchCall(t) || launchMacro(t))
        return;
    lambdas(t);
    if (runtimeCall(t) || increment(t) || changesElement(t))
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

namespace {

/// Functions that only read their arguments, with any prefix or suffix.
bool onlyLooks(std::string_view name) {
    static constexpr std::array<std::string_view, 36> kWords = {
        "free",    "print", "assert", "delete",  "exit",    "check",  "verif",  "valid",  "compare",
        "save",    "write", "dump",   "show",    "display", "log",    "report", "reduce", "count",
        "accumul", "equal", "find",   "_of",     "element", "dist",   "dot",    "nrm",    "norm",
        "asum",    "amax",  "amin",   "destroy", "inner",   "sizeof", "expect", "test",   "wait"};
    std::string lower;
    for (const char c : name)
        lower += char(std::tolower(static_cast<unsigned char>(c)));
    return std::any_of(kWords.begin(), kWords.end(), [&](std::string_view word) {
        return lower.find(word) != std::string::npos;
    });
}

/// cublasSgemm, thrust::sort: a call to a library that launches kernels itself.
bool isLibrary(Tokens t, std::size_t i) {
    static constexpr std::array<std::string_view, 9> kPrefixes = {
        "cublas", "cufft", "cusparse", "cusolver", "cudnn", "nccl", "npp", "nvjpeg", "cutensor"};
    if (std::any_of(kPrefixes.begin(), kPrefixes.end(),
                    [&](std::string_view prefix) { return t[i].text.starts_with(prefix); }))
        return true;
    std::size_t first = i;
    while (first > 1 && t[first - 1].is("::"))
        first -= 2;
    return first < i && (t[first].is("thrust") || t[first].is("cub"));
}

} // namespace

void Follower::strangeCall(Tokens t) {
    if (t.size() < 3)
        return;
    std::size_t i = 0;
    while (i + 1 < t.size() && !(t[i].isWord() && t[i + 1].is("(")))
        ++i;
    if (i + 1 >= t.size() || m_macros.contains(t[i].text))
        return;
    const bool copies = t[i].text.find("emcpy") != std::string_view::npos ||
                        t[i].text.find("emset") != std::string_view::npos;
    const bool library = isLibrary(t, i);
    if (!copies && !library && (t[i].text.starts_with("cuda") || onlyLooks(t[i].text)))
        return;
    // Library functions that change existing contents.
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
        Value value = evaluate(argument, scope());
        if (value.kind != Value::Kind::pointer)
            value = evaluate(withoutCasts(argument), scope());
        const bool mutates = (inPlace && (index == 0 || !copies)) || (intoThird && index == 2);
        ++index;
        if (value.kind != Value::Kind::pointer || ((copies || intoThird) && !mutates))
            continue;
        Memory& memory = m_program.memories[std::size_t(value.memory)];
        if (library && !mutates && memory.bytes.isNumber())
            noteMissing(std::string(t[i].text), t[i].line);
        else
            memory.changedLate |= memory.launched;
        if (mutates && m_program.launches.empty())
            fillUnclear(memory);
        memory.unclear |= m_program.launches.empty() && !memory.filled && memory.listed.empty();
        memory.given |= memory.unclear;
    }
}

/// `a[0]++`, `--*p`, `std::swap(a[0], a[1])`
bool Follower::changesElement(Tokens t) {
    if (t.size() < 4)
        return false;
    const auto twice = [&](std::size_t i) {
        return (t[i].is("+") || t[i].is("-")) && t[i + 1].is(t[i].text);
    };
    if (!twice(0) && !twice(t.size() - 2))
        return false;
    const auto word = std::find_if(t.begin(), t.end(), [](auto& x) { return x.isWord(); });
    const bool inside = contains(t, "[") || contains(t, "*") || contains(t, "->");
    return word != t.end() && inside && elementsMember(Tokens(&*word, 1));
}

/// The body of a lambda, which may be called.
void Follower::lambdas(Tokens t) {
    for (std::size_t i = 0; i + 2 < t.size(); ++i) {
        if (!t[i].is("[") || (i > 0 && (t[i - 1].isWord() || t[i - 1].is("]") || t[i - 1].is(")") ||
                                        t[i - 1].is("["))))
            continue;
        const std::size_t captured = compile::afterClosing(t, i, t.size());
        std::size_t open = captured;
        while (open < t.size() && !t[open].is("{") && !t[open].is(";") && !t[open].is(","))
            open = t[open].is("(") ? compile::afterClosing(t, open, t.size()) : open + 1;
        if (open >= t.size() || !t[open].is("{"))
            continue;
        const std::size_t after = compile::afterClosing(t, open, t.size());
        const bool device = contains(t.subspan(captured, open - captured), "__device__");
        if (!device && after > open + 2) {
            ++m_unsure;
            ++m_loops;
            block(t.subspan(open + 1, after - open - 2), kDeepestStatement / 2);
            --m_loops;
            --m_unsure;
        }
        i = after - 1;
    }
}

} // namespace warpbench::guess::host
