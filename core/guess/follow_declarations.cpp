// SPDX-License-Identifier: GPL-3.0-or-later
// Declarations of variables, and assignments to them.
#include "core/guess/follower.h"
#include "core/guess/signature.h"

#include <fmt/format.h>

#include <cmath>
#include <set>

namespace warpbench::guess::host {

std::vector<Declarator> Follower::declarators(Tokens t, std::string& type) const {
    std::size_t i = 0;
    bool word = false; // a word that can be the type has been seen
    static const std::set<std::string_view> plain = {"const",    "static",   "constexpr", "extern",
                                                     "register", "volatile", "struct",    "inline"};
    static const std::set<std::string_view> builtin = {
        "unsigned", "signed", "int", "long", "short", "char", "float", "double", "bool"};
    while (i < t.size() && t[i].isWord()) {
        if (plain.contains(t[i].text)) {
            ++i;
            continue;
        }
        if (builtin.contains(t[i].text)) {
            type += (type.empty() ? "" : " ") + std::string(t[i].text);
            word = true;
            ++i;
            continue;
        }
        if (word)
            break; // the name
        word = true;
        type = t[i].text;
        ++i;
        while (i + 1 < t.size() && t[i].is("::") && t[i + 1].isWord()) {
            type = t[i + 1].text; // std::vector is as good as vector
            i += 2;
        }
        if (i < t.size() && t[i].is("<")) {
            const std::size_t after = compile::afterTemplateBracket(t, i, t.size());
            if (after == i + 1)
                return {};
            type += spellTokens(t.subspan(i, after - i));
            i = after;
        }
    }
    if (!word)
        return {};
    std::vector<Declarator> found;
    for (Tokens one : splitArguments(t.subspan(i))) {
        Declarator d;
        std::size_t at = 0;
        while (at < one.size() && (one[at].is("*") || one[at].is("&") ||
                                   plain.contains(one[at].text) || one[at].is("__restrict__"))) {
            d.pointer |= one[at].is("*");
            ++at;
        }
        if (at >= one.size() || !one[at].isWord())
            return {};
        d.name = one[at++].text;
        while (at < one.size() && one[at].is("[")) {
            const std::size_t after = compile::afterClosing(one, at, one.size());
            d.extents.push_back(one.subspan(at + 1, after > at + 1 ? after - at - 2 : 0));
            at = after;
        }
        if (at < one.size() && one[at].is("="))
            d.initialiser = one.subspan(at + 1);
        else if (at < one.size() && (one[at].is("(") || one[at].is("{")))
            d.initialiser = one.subspan(at + 1, one.size() - at - 2);
        else if (at < one.size())
            return {};
        found.push_back(d);
    }
    return found;
}

bool Follower::declaration(Tokens t, bool mayBeParameter) {
    std::string type;
    const auto found = declarators(t, type);
    if (found.empty())
        return false;
    for (const Declarator& d : found)
        declare(d, type, mayBeParameter);
    return true;
}

void Follower::declare(const Declarator& d, const std::string& type, bool mayBeParameter) {
    Variable made{{}, type};
    const std::size_t angle = type.find('<');
    if (angle != std::string::npos && type.find("vector") < angle) {
        made.type = type.substr(angle + 1, type.size() - angle - 2);
        made.value = makeVector(d, made.type);
    } else if (!d.extents.empty()) {
        made.value = allocate(d.name, type, elementsOf(d));
        made.isArray = true;
        m_program.memories.back().zeroed = m_depth == 0; // globals are
        if (!d.initialiser.empty())
            fillFromList(m_program.memories.back(), d.initialiser);
    } else if (type == "dim3") {
        made.value = call("dim3", d.initialiser);
        const Value whole = evaluate(d.initialiser, scope());
        if (whole.kind == Value::Kind::grid)
            made.value = whole;
    } else if (d.pointer || contains(d.initialiser, "new")) {
        made.value = makePointer(d.name, type, d.initialiser);
    } else if (const StructType* structure = structOf(type)) {
        made.value = makeStruct(*structure, d.initialiser);
    } else {
        made.value = evaluate(d.initialiser, scope());
        made.value = number(d, made, mayBeParameter);
    }
    m_variables[d.name] = std::move(made);
}

Value Follower::number(const Declarator& d, const Variable& made, bool mayBeParameter) {
    Value value = made.value;
    const auto dtype = dtypeOfType(resolved(made.type));
    const bool isNumber =
        (dtype && dtype->kind() == memory::DType::Kind::scalar) || made.type == "auto";
    if (!isNumber)
        return value;
    if (value.isNumber() && dtype) {
        if (!isFloating(dtype->scalar()) && !value.isInteger && value.text.empty())
            value = truncated(value);
        value.isInteger = !isFloating(dtype->scalar());
    }
    const bool fromOutside =
        contains(d.initialiser, "argv") || contains(d.initialiser, "getCmdLineArgumentInt");
    if (!value.isNumber() && fromOutside) {
        value = assumedFor(d.name);
        value.isInteger = !dtype || !isFloating(dtype->scalar());
        m_program.questions.push_back(
            {fmt::format("{} (line {}) comes from the command line: {} is assumed", d.name,
                         d.initialiser.front().line, value.spelled()),
             Question::Subject::parameter, d.name});
    }
    if (value.isNumber() && value.text.empty() && mayBeParameter)
        return asParameter(d.name, value);
    if (value.isNumber() && value.text.empty())
        value.constant = d.name;
    return value;
}

Value Follower::makeVector(const Declarator& d, const std::string& type) {
    const auto arguments = splitArguments(d.initialiser);
    const Value first = arguments.empty() ? Value{} : evaluate(arguments[0], scope());
    if (first.kind == Value::Kind::pointer) { // a copy of another, or its range
        const Memory from = m_program.memories[std::size_t(first.memory)];
        const Value made = allocate(d.name, type, from.count);
        Memory& to = m_program.memories.back();
        to.init = from.init;
        to.filled = from.filled;
        to.zeroed = from.zeroed;
        to.listed = from.listed;
        to.unclear = from.unclear;
        return made;
    }
    const Value made = allocate(d.name, type, first);
    m_program.memories.back().zeroed = true;
    if (arguments.size() > 1) {
        const Value value = evaluate(arguments[1], scope());
        if (value.isNumber())
            fillWith(m_program.memories.back(), value);
    }
    return made;
}

const StructType* Follower::structOf(const std::string& type) const {
    const auto found = m_structs.find(resolved(type));
    return found == m_structs.end() ? nullptr : &found->second;
}

Value Follower::makeStruct(const StructType& type, Tokens t) {
    if (t.size() > 1 && t[0].isWord() && t[1].is("{"))
        t = t.subspan(1); // P{1, n}
    const bool listed = t.size() > 1 && t.front().is("{");
    if (listed) {
        t = t.subspan(1, t.size() - 2);
    } else if (Value whole = evaluate(t, scope()); whole.kind == Value::Kind::structure) {
        return whole;
    }
    Value made;
    made.kind = Value::Kind::structure;
    for (const StructMember& member : type.members) {
        made.names.push_back(member.name);
        made.members.push_back(evaluate(member.initialiser, scope()));
        if (listed && type.plain && member.initialiser.empty())
            made.members.back() = Value::of(0, true); // what a list leaves out
    }
    if (!type.plain || (!listed && contains(t, "(")))
        return made;
    const std::vector<Tokens> parts = splitArguments(t);
    for (std::size_t i = 0; i < parts.size(); ++i) {
        if (parts[i].size() > 3 && parts[i][0].is(".") && parts[i][2].is("=")) {
            if (Value* member = made.member(parts[i][1].text))
                *member = evaluate(parts[i].subspan(3), scope());
        } else if (i < made.members.size() && !parts[i].empty()) {
            made.members[i] = evaluate(parts[i], scope());
        }
    }
    return made;
}

Value* Follower::memberAt(Tokens path) {
    if (path.size() < 3 || path.size() % 2 == 0)
        return nullptr;
    Variable* variable = find(path[0].text);
    Value* at = variable ? &variable->value : nullptr;
    for (std::size_t i = 1; at && i + 1 < path.size(); i += 2)
        at = path[i].is(".") || path[i].is("->") ? at->member(path[i + 1].text) : nullptr;
    return at;
}

std::string Follower::typeOfMember(Tokens path) {
    const Variable* variable = find(path[0].text);
    std::string type = variable ? variable->type : std::string();
    for (std::size_t i = 2; i < path.size(); i += 2) {
        const StructType* structure = structOf(type);
        type.clear();
        if (!structure)
            continue;
        for (const StructMember& member : structure->members)
            if (member.name == path[i].text)
                type = member.type;
    }
    return type;
}

Value Follower::makePointer(const std::string& name, const std::string& type, Tokens t) {
    for (std::size_t i = 0; i + 1 < t.size(); ++i) {
        if (t[i].is("new")) {
            for (std::size_t k = i; k < t.size(); ++k)
                if (t[k].is("[")) {
                    const std::size_t after = compile::afterClosing(t, k, t.size());
                    const std::string element = spellTokens(t.subspan(i + 1, k - i - 1));
                    return allocate(name, element,
                                    evaluate(t.subspan(k + 1, after - k - 2), scope()));
                }
            return {};
        }
        const bool plain = t[i].is("malloc") || t[i].is("aligned_alloc");
        if ((plain || t[i].is("calloc")) && t[i + 1].is("(")) {
            const std::size_t after = compile::afterClosing(t, i + 1, t.size());
            const Tokens inside = t.subspan(i + 2, after > i + 2 ? after - i - 3 : 0);
            const auto arguments = splitArguments(inside);
            if (arguments.empty())
                return {};
            Value bytes =
                evaluate(t[i].is("aligned_alloc") ? arguments.back() : arguments[0], scope());
            if (t[i].is("calloc")) {
                const Value made = allocate(name, type, bytes);
                m_program.memories.back().zeroed = true;
                return made;
            }
            return allocate(name, type, elementsOf(bytes, type));
        }
    }
    return evaluate(t, scope());
}

namespace {

/// The index of the last plain `=` outside of brackets; 0: there is none.
std::size_t lastAssignment(Tokens t) {
    std::size_t last = 0;
    for (std::size_t i = 0; i < t.size();) {
        if (t[i].is("(") || t[i].is("[") || t[i].is("{")) {
            i = compile::afterClosing(t, i, t.size());
            continue;
        }
        const auto near = [&](std::size_t k, std::string_view text) {
            return k < t.size() && t[k].is(text);
        };
        const bool compared = near(i + 1, "=") || (i > 0 && (t[i - 1].is("=") || t[i - 1].is("!") ||
                                                             t[i - 1].is("<") || t[i - 1].is(">")));
        if (i > 0 && t[i].is("=") && !compared)
            last = i;
        ++i;
    }
    return last;
}

} // namespace

bool Follower::assignment(Tokens t) {
    std::size_t at = 0;
    while (at < t.size() && !t[at].is("=") && !t[at].is("("))
        at = t[at].is("[") ? compile::afterClosing(t, at, t.size()) : at + 1;
    if (at == 0 || at + 1 >= t.size() || !t[at].is("="))
        return false;
    Tokens value = t.subspan(at + 1);
    if (const std::size_t last = lastAssignment(value); last > 0) { // a[i] = b[i] = 1
        assignment(value);
        value = value.subspan(last + 1);
    }
    if (const auto ranged = m_elements.find(t[0].text); ranged != m_elements.end()) {
        if (at == 1)
            fillElements(ranged->second.value, false, value);
        return at == 1 || elementsMember(t.first(at));
    }
    if (t[at - 1].is("]"))
        return element(t.first(at), value);
    if (t.size() > 1 && t[1].is("[") && elementsMember(t.first(at)))
        return true;
    if (Value* member = memberAt(t.first(at))) {
        *member = evaluate(value, scope());
        return true;
    }
    Variable* target = find(t[0].text);
    if (!target)
        return !contains(value, "(");
    if (at != 1) { // +=, members, pointers' targets
        if (t[0].isWord() && (at == 2 || (at == 3 && t[1].is(t[2].text))))
            compound(*target, t, at);
        return at != 2 || !contains(value, "(");
    }
    if (contains(value, "malloc") || contains(value, "new") || contains(value, "calloc")) {
        target->value = makePointer(std::string(t[0].text), target->type, value);
        return true;
    }
    const StructType* structure = structOf(target->type);
    target->value = structure && target->value.kind != Value::Kind::pointer
                        ? makeStruct(*structure, value)
                        : evaluate(value, scope());
    const bool outside = contains(value, "argv");
    if (!target->value.isNumber() && outside && sizeOf(target->type) > 0) {
        target->value = assumedFor(std::string(t[0].text));
        m_program.questions.push_back(
            {fmt::format("{} (line {}) comes from the command line: {} is assumed", t[0].text,
                         t[0].line, target->value.spelled()),
             Question::Subject::parameter, std::string(t[0].text)});
        target->value = asParameter(std::string(t[0].text), target->value);
    }
    return true;
}

} // namespace warpbench::guess::host
