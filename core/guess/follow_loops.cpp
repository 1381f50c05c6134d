// SPDX-License-Identifier: GPL-3.0-or-later
// Loops. What they fill is seen in one pass; those that launch are followed pass after pass.
#include "core/guess/follower.h"

#include <algorithm>
#include <cmath>

namespace warpbench::guess::host {

namespace {

constexpr int kMostPasses = int(kMostLaunches) + 1;

bool same(const Value& a, const Value& b) {
    const auto sameMember = [](const Value& x, const Value& y) { return same(x, y); };
    return a.kind == b.kind && a.number == b.number && a.text == b.text && a.memory == b.memory &&
           a.offset == b.offset && a.extent == b.extent && a.extentNumber == b.extentNumber &&
           std::equal(a.members.begin(), a.members.end(), b.members.begin(), b.members.end(),
                      sameMember);
}

bool same(const LaunchCall& a, const LaunchCall& b) {
    const auto sameValue = [](const Value& x, const Value& y) { return same(x, y); };
    return a.kernel == b.kernel && a.line == b.line && same(a.grid, b.grid) &&
           same(a.block, b.block) && same(a.shared, b.shared) &&
           std::equal(a.arguments.begin(), a.arguments.end(), b.arguments.begin(),
                      b.arguments.end(), sameValue);
}

/// Only the number stays.
void forget(Value& value) {
    value.text.clear();
    value.formula.clear();
}

/// Whether tokens assign to a variable: `s = 1`, `s -= 1`, `s <<= 1`, `s++`.
bool changes(Tokens t, std::string_view name) {
    for (std::size_t i = 0; i + 2 < t.size(); ++i) {
        if (!t[i].is(name))
            continue;
        const bool equals = t[i + 1].is("=") && !t[i + 2].is("=");
        const bool twice = (t[i + 1].is("+") || t[i + 1].is("-")) && t[i + 2].is(t[i + 1].text);
        const bool with = t[i + 1].kind == Token::Kind::punctuation && t[i + 2].is("=") &&
                          !t[i + 1].is("=") && !t[i + 1].is("!") && !t[i + 1].is("<") &&
                          !t[i + 1].is(">");
        const bool shifts = (t[i + 1].is("<") || t[i + 1].is(">")) && t[i + 2].is(t[i + 1].text) &&
                            i + 3 < t.size() && t[i + 3].is("=");
        if (equals || twice || with || shifts)
            return true;
    }
    return false;
}

} // namespace

std::string_view Follower::loopName(Tokens t) {
    for (std::size_t i = 0; i + 1 < t.size(); ++i)
        if (t[i].isWord() && t[i + 1].is("="))
            return t[i].text;
    return {};
}

bool Follower::launchesIn(Tokens t, int depth) const {
    for (std::size_t i = 0; i + 2 < t.size(); ++i) {
        if (t[i].is("<") && t[i + 1].is("<") && t[i + 2].is("<"))
            return true;
        if (!t[i].isWord() || depth >= kDeepestLaunch || !(t[i + 1].is("(") || t[i + 1].is("<")))
            continue;
        const auto called = m_functions.find(t[i].text);
        if (called == m_functions.end())
            continue;
        if (launches(called->second, depth + 1))
            return true;
    }
    return false;
}

bool Follower::launches(const Function& f, int depth) const {
    const Declaration& d = f.declaration;
    return launchesIn(Tokens(*f.tokens).subspan(d.bodyBegin, d.bodyEnd - d.bodyBegin), depth);
}

void Follower::doLoop(Tokens t, int depth) {
    const std::size_t end = endOfStatement(t, 1, depth + 1);
    const Tokens body = t.subspan(1, end - 1);
    LoopHead head;
    head.atEnd = true;
    if (end + 1 < t.size() && t[end + 1].is("(")) {
        const std::size_t after = compile::afterClosing(t, end + 1, t.size());
        head.condition = t.subspan(end + 2, after > end + 2 ? after - end - 3 : 0);
    }
    const bool once =
        head.condition.size() == 1 && (head.condition[0].is("0") || head.condition[0].is("false"));
    if (once)
        block(body, depth + 1);
    else
        loop(head, body, depth);
}

void Follower::rangeLoop(Tokens head, std::size_t colon, Tokens body, int depth) {
    const Value array = evaluate(head.subspan(colon + 1), scope());
    const Variables outside = m_elements;
    if (colon > 0 && head[colon - 1].isWord() && array.kind == Value::Kind::pointer)
        m_elements[std::string(head[colon - 1].text)] = {array, {}, false};
    ++m_loops;
    m_loopNames.emplace_back();
    const std::size_t first = m_program.launches.size();
    block(body, depth + 1);
    m_loopNames.pop_back();
    --m_loops;
    m_elements = outside;
    if (m_program.launches.size() > first)
        keepLaunches({first, m_program.launches.size() - first, 1, {}, true});
}

void Follower::loop(const LoopHead& head, Tokens body, int depth) {
    ++m_loops;
    statement(head.start, depth + 1, false);
    const bool named = !head.step.empty() || !head.start.empty();
    if (named)
        m_loopNames.emplace_back(loopName(head.start));
    if (launchesIn(body)) {
        ++m_launchLoops;
        launchLoop(head, body, depth);
        --m_launchLoops;
    } else {
        block(body, depth + 1);
    }
    if (named)
        m_loopNames.pop_back();
    --m_loops;
}

void Follower::launchLoop(const LoopHead& head, Tokens body, int depth) {
    const std::vector<LaunchCall>& launches = m_program.launches;
    LaunchLoop made;
    made.first = launches.size();
    made.passes = passesOf(head);
    for (const Token& word : head.condition) // what changes is no parameter, whose value would stay
        if (Variable* variable = find(word.text); variable && changes(body, word.text))
            forget(variable->value);
    const int copies = m_deviceCopies;
    bool known = true;
    for (int pass = 1;; ++pass) {
        if (pass > 1 || !head.atEnd) {
            const Value goesOn = evaluate(head.condition, scope());
            if (known && goesOn.isNumber() && goesOn.number == 0)
                return; // each of its passes is among the launches
            known = known && goesOn.isNumber();
        }
        const std::size_t begin = launches.size();
        block(body, depth + 1);
        const std::size_t each = launches.size() - begin;
        if (pass == 1)
            made.count = each;
        if (made.count == 0)
            return;
        const auto passEqualsFirst = [&] {
            return each == made.count &&
                   std::equal(launches.begin() + std::ptrdiff_t(begin), launches.end(),
                              launches.begin() + std::ptrdiff_t(made.first),
                              [](const auto& a, const auto& b) { return same(a, b); });
        };
        if ((pass == 2 || pass == 3) && passEqualsFirst()) {
            made.passesEach = pass - 1;
            made.count = begin - made.first;
            made.varies = m_deviceCopies != copies;
            return keepLaunches(made);
        }
        const bool many = launches.size() - made.first > kMostLaunches || pass >= kMostPasses;
        if (many || (!known && pass >= 3) || m_steps >= kMostSteps) {
            made.varies = true;
            return keepLaunches(made);
        }
        advance(head.step);
    }
}

void Follower::keepLaunches(LaunchLoop loop) {
    auto& loops = m_program.loops;
    m_program.launches.resize(std::min(m_program.launches.size(), loop.first + loop.count));
    std::erase_if(loops, [&](const LaunchLoop& inner) {
        return inner.first + inner.count > m_program.launches.size();
    });
    // A loop around a loop, and nothing else.
    if (!loops.empty() && loops.back().first == loop.first && loops.back().count == loop.count &&
        loop.passesEach == 1 && !loop.varies) {
        loops.back().passes = product(loops.back().passes, loop.passes);
        return;
    }
    std::erase_if(loops, [&](const LaunchLoop& inner) { return inner.first >= loop.first; });
    loops.push_back(std::move(loop));
}

Value Follower::passesOf(const LoopHead& head) {
    const Tokens condition = head.condition;
    const std::string_view name = condition.empty() ? std::string_view() : condition[0].text;
    const Variable* variable = find(name);
    if (!variable || condition.size() < 3 || head.step.empty() || !variable->value.isNumber())
        return {};
    std::size_t at = 1;
    std::string sign(condition[at++].text);
    if (condition[at].is("="))
        sign += condition[at++].text;
    const Value bound = evaluate(condition.subspan(at), scope());
    const Value begin = variable->value;
    advance(head.step);
    const Value second = std::exchange(find(name)->value, begin);
    const bool steady = contains(head.step, "+") != contains(head.step, "-");
    if (!bound.isNumber() || !second.isNumber() || !steady)
        return {};
    const double by = second.number - begin.number;
    double span = bound.number - begin.number;
    if (sign == "<=" || sign == ">=")
        span += by > 0 ? 1 : -1;
    const bool up = sign == "<" || sign == "<=";
    const bool down = sign == ">" || sign == ">=";
    if (by == 0 || !(up ? by > 0 : down ? by < 0 : sign == "!="))
        return {};
    Value passes = Value::of(std::max(0.0, std::ceil(span / by)), true);
    const bool whole = (begin.number == 0 && sign == "<") || (begin.number == 1 && sign == "<=");
    if (whole && by == 1)
        passes.text = bound.text;
    passes.assumed = bound.assumed;
    return passes;
}

void Follower::advance(Tokens step) {
    for (const Tokens one : splitArguments(step))
        if (!one.empty() && !increment(one))
            assignment(one);
}

bool Follower::increment(Tokens t) {
    if (t.size() != 3)
        return false;
    const bool before = t[2].isWord();
    const Token& sign = before ? t[0] : t[2];
    const Token& again = t[1];
    const Token& name = before ? t[2] : t[0];
    if (!name.isWord() || !again.is(sign.text) || !(sign.is("+") || sign.is("-")))
        return false;
    Variable* variable = find(name.text);
    if (!variable)
        return true;
    Value& value = variable->value;
    if (!value.isNumber() || m_loops != m_launchLoops)
        return true; // of one pass nobody knows how many there are
    value.number += sign.is("+") ? 1 : -1;
    value.formula.clear();
    if (const std::string text = value.text; !text.empty())
        value.text = inBrackets(text) + (sign.is("+") ? " + 1" : " - 1");
    return true;
}

void Follower::compound(Variable& target, Tokens t, std::size_t equals) {
    if (m_loops != m_launchLoops || !target.value.isNumber()) {
        target.value = {}; // how often it is gone through is not known
        return;
    }
    std::vector<Token> whole(t.begin(), t.begin() + std::ptrdiff_t(equals));
    whole.push_back({Token::Kind::punctuation, "(", t[0].line});
    whole.insert(whole.end(), t.begin() + std::ptrdiff_t(equals) + 1, t.end());
    whole.push_back({Token::Kind::punctuation, ")", t[0].line});
    const bool integer = target.value.isInteger;
    target.value = evaluate(whole, scope());
    if (integer && target.value.isNumber() && !target.value.isInteger)
        target.value = Value::of(std::trunc(target.value.number), true);
}

void Follower::swapValues(const std::vector<Tokens>& two) {
    Variable* a = two[0].size() == 1 ? find(two[0][0].text) : nullptr;
    Variable* b = two.size() == 2 && two[1].size() == 1 ? find(two[1][0].text) : nullptr;
    if (a && b)
        std::swap(a->value, b->value);
}

} // namespace warpbench::guess::host
