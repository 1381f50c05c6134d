// SPDX-License-Identifier: GPL-3.0-or-later
// Loops. Those that fill memory are followed for one pass; those that launch, pass after pass.
#include "core/follow/follower.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <vector>

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
        static constexpr std::array<std::string_view, 8> kWith = {"+", "-", "*", "/",
                                                                  "%", "&", "|", "^"};
        const bool with = t[i + 1].isOneOf(kWith) && t[i + 2].is("=");
        const bool shifts = (t[i + 1].is("<") || t[i + 1].is(">")) && t[i + 2].is(t[i + 1].text) &&
                            i + 3 < t.size() && t[i + 3].is("=");
        if (equals || twice || with || shifts)
            return true;
    }
    return false;
}

/// A variable that a loop changes.
struct Change {
    std::string_view name;
    Tokens value; ///< `name = value`; empty: in another way
};

/// All of them: `s = 1`, `s -= 1`, `s <<= 1`, `s++`, `--s`.
std::vector<Change> changesIn(Tokens t) {
    std::vector<Change> found;
    const auto is = [&](std::size_t k, std::string_view text) {
        return k < t.size() && t[k].is(text);
    };
    for (std::size_t i = 0; i < t.size(); ++i) {
        if (!t[i].isWord() || (i > 0 && (is(i - 1, ".") || is(i - 1, "->"))))
            continue;
        const bool before = i > 1 && (is(i - 1, "+") || is(i - 1, "-")) &&
                            is(i - 2, t[i - 1].text) &&
                            (i < 3 || !(t[i - 3].isWord() || is(i - 3, ")")));
        if (is(i + 1, "=") && !is(i + 2, "=")) {
            std::size_t end = i + 2;
            while (end < t.size() && !t[end].is(";") && !t[end].is(",") && !t[end].is(")"))
                end = t[end].is("(") || t[end].is("[") || t[end].is("{")
                          ? compile::afterClosing(t, end, t.size())
                          : end + 1;
            found.push_back({t[i].text, t.subspan(i + 2, end - i - 2)});
        } else if (before ||
                   changes(t.subspan(i, std::min<std::size_t>(4, t.size() - i)), t[i].text)) {
            found.push_back({t[i].text, {}});
        }
    }
    return found;
}

/// Those that have another value in each pass, as far as their text says.
std::set<std::string_view> varyingIn(Tokens body, std::string_view loopName) {
    const std::vector<Change> all = changesIn(body);
    std::set<std::string_view> changed;
    for (const Change& change : all)
        changed.insert(change.name);
    std::set<std::string_view> varying;
    for (const Change& change : all) {
        const bool same =
            !change.value.empty() && !contains(change.value, "(") &&
            std::none_of(change.value.begin(), change.value.end(), [&](const Token& token) {
                return token.is(loopName) || changed.contains(token.text);
            });
        if (!same)
            varying.insert(change.name);
    }
    return varying;
}

/// Whether a loop may leave out passes, or a part of one.
bool leavesIn(Tokens body) {
    static constexpr std::array<std::string_view, 4> kLeaves = {"break", "continue", "return",
                                                                "goto"};
    return std::any_of(body.begin(), body.end(),
                       [](const Token& token) { return token.isOneOf(kLeaves); });
}

} // namespace

std::string_view Follower::loopName(Tokens t) {
    for (std::size_t i = 0; i + 1 < t.size(); ++i)
        if (t[i].isWord() && (t[i + 1].is("=") || t[i + 1].is("{")))
            return t[i].text;
    return {};
}

FillLoop Follower::fillLoopOf(const LoopHead& head, Tokens body) {
    FillLoop made;
    made.name = loopName(head.start);
    made.varying = varyingIn(body, made.name);
    for (const Change& change : changesIn(head.condition))
        made.varying.insert(change.name);
    bool once = false;
    bool up = false;
    for (const Tokens one : splitArguments(head.step)) {
        const auto changed = changesIn(one);
        if (changed.empty() || changed.front().name != made.name) {
            for (const Change& change : changed)
                made.varying.insert(change.name);
            continue;
        }
        once = one.size() == 3 || (one.size() == 4 && one[2].is("=") && one[3].is("1"));
        up = contains(one, "+");
    }
    made.counted = !made.name.empty() && !made.varying.contains(made.name);
    const Variable* variable = find(made.name);
    const bool fromZero = variable && variable->value.isNumber() && variable->value.number == 0;
    const std::size_t size = head.condition.size();
    const bool toZero =
        size > 1 && head.condition[size - 1].is("0") && contains(head.condition, ">");
    made.regular = made.counted && once && (up ? fromZero : toZero);
    made.cut = leavesIn(body);
    if (made.regular && up && size > 2 && head.condition[0].is(made.name) &&
        head.condition[1].is("<") && !head.condition[2].is("="))
        made.passes = evaluate(head.condition.subspan(2), scope());
    return made;
}

void Follower::forgetChanged(const FillLoop& loop) {
    const auto forgetOne = [this](std::string_view name) {
        if (Variable* variable = find(name); variable && variable->value.isNumber())
            variable->value = {};
    };
    forgetOne(loop.name);
    for (const std::string_view name : loop.varying)
        forgetOne(name);
}

bool Follower::isVarying(Tokens value) const {
    return std::any_of(value.begin(), value.end(), [&](const Token& token) {
        return token.isWord() && (std::any_of(m_fills.begin(), m_fills.end(),
                                              [&](const FillLoop& loop) {
                                                  return loop.varying.contains(token.text);
                                              }) ||
                                  hasState(token.text));
    });
}

bool Follower::dependsOnPass(Tokens value) const {
    if (isVarying(value))
        return true;
    return std::any_of(value.begin(), value.end(), [&](const Token& token) {
        return std::any_of(m_fills.begin(), m_fills.end(), [&](const FillLoop& loop) {
            return !loop.name.empty() && token.is(loop.name);
        });
    });
}

bool Follower::hasState(std::string_view function) const {
    const auto found = m_functions.find(function);
    if (found == m_functions.end())
        return false;
    const Declaration& d = found->second.declaration;
    const Tokens body = Tokens(*found->second.tokens).subspan(d.bodyBegin, d.bodyEnd - d.bodyBegin);
    const auto all = changesIn(body);
    return contains(body, "static") || std::any_of(all.begin(), all.end(), [&](const Change& one) {
               return m_outer.contains(one.name);
           });
}

bool Follower::launchesIn(Tokens t, int depth) const {
    for (std::size_t i = 0; i + 2 < t.size(); ++i) {
        if (t[i].is("<") && t[i + 1].is("<") && t[i + 2].is("<"))
            return true;
        if (t[i].isWord() && (m_launchMacros.contains(t[i].text) || isFollowedCall(t[i].text)))
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
    Value array = evaluate(head.subspan(colon + 1), scope());
    bool part = false; // `std::span(a, n)`
    for (std::size_t i = colon + 1; i < head.size() && array.kind != Value::Kind::pointer; ++i)
        if (head[i].isWord()) {
            array = variable(head[i].text);
            part = true;
        }
    m_unsure += part;
    const Variables outside = m_elements;
    if (colon > 0 && head[colon - 1].isWord() && array.kind == Value::Kind::pointer)
        m_elements[std::string(head[colon - 1].text)] = {array, {}, false};
    ++m_loops;
    m_loopNames.emplace_back();
    FillLoop& fill = m_fills.emplace_back();
    fill.varying = varyingIn(body, {});
    fill.cut = leavesIn(body);
    const std::size_t first = m_program.launches.size();
    block(body, depth + 1);
    forgetChanged(m_fills.back());
    m_fills.pop_back();
    m_loopNames.pop_back();
    --m_loops;
    m_elements = outside;
    m_unsure -= part;
    if (m_program.launches.size() > first)
        keepLaunches({first, m_program.launches.size() - first, 1, {}, true});
}

void Follower::loop(const LoopHead& head, Tokens body, int depth) {
    ++m_loops;
    statement(head.start, depth + 1, false);
    const bool named = !head.step.empty() || !head.start.empty();
    if (named)
        m_loopNames.emplace_back(loopName(head.start));
    effects(head.condition);
    if (launchesIn(body)) {
        ++m_launchLoops;
        launchLoop(head, body, depth);
        --m_launchLoops;
    } else {
        m_fills.push_back(fillLoopOf(head, body));
        block(body, depth + 1);
        forgetChanged(m_fills.back());
        m_fills.pop_back();
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
    for (const Token& word : head.condition) // it changes: not a parameter
        if (Variable* variable = find(word.text); variable && changes(body, word.text))
            forget(variable->value);
    const int copies = m_deviceCopies;
    bool known = true;
    for (int pass = 1;; ++pass) {
        if (pass > 1 || !head.atEnd) {
            const Value goesOn = evaluate(head.condition, scope());
            if (known && goesOn.isNumber() && goesOn.number == 0) {
                skip(body);
                return; // each of its passes is among the launches
            }
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
    // A loop around a loop, without anything else.
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
        return true; // the number of passes is unknown
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
        return std::swap(a->value, b->value);
    for (const Tokens one : two) // two elements
        if (one.size() > 1 && one[0].isWord())
            elementsMember(one.first(1));
        else if (one.size() > 1 && one[1].isWord())
            elementsMember(one.subspan(1, 1)); // *p
}

} // namespace warpbench::guess::host
