// SPDX-License-Identifier: GPL-3.0-or-later
// Declarations of variables, and assignments to them.
#include "core/follow/follower.h"
#include "core/follow/signature.h"

#include <algorithm>
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
        // `float (*rows)[N]` points to rows of floats.
        const bool rows = at + 4 < one.size() && one[at].is("(") && one[at + 1].is("*") &&
                          one[at + 3].is(")") && one[at + 4].is("[");
        if (rows) {
            d.pointer = true;
            at += 2;
        }
        if (at >= one.size() || !one[at].isWord())
            return {};
        d.name = one[at++].text;
        for (at += rows ? 1 : 0; rows && at < one.size() && one[at].is("[");) {
            const std::size_t after = compile::afterClosing(one, at, one.size());
            d.row.push_back(one.subspan(at + 1, after > at + 1 ? after - at - 2 : 0));
            at = after;
        }
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

namespace {

constexpr int kMostMembers = 1024; ///< of one struct, with those within it
constexpr double kMostElements = 256;

/// Values that are missing in a list.
Value zeroed(Value value) {
    if (value.kind != Value::Kind::structure)
        return value.kind == Value::Kind::unknown ? Value::of(0, true) : value;
    for (Value& member : value.members)
        member = zeroed(std::move(member));
    return value;
}

/// After an assignment to an unknown element.
void forgetElements(Value& value) {
    if (value.kind != Value::Kind::structure)
        value = {};
    for (Value& member : value.members)
        forgetElements(member);
}

bool isList(Tokens t) {
    return t.size() > 1 && t.front().is("{");
}

/// `sizeof(float*)`, in any expression.
bool asksForPointers(Tokens t) {
    for (std::size_t i = 0; i + 1 < t.size(); ++i) {
        if (!t[i].is("sizeof") || !t[i + 1].is("("))
            continue;
        const std::size_t after = compile::afterClosing(t, i + 1, t.size());
        if (after > i + 3 && after <= t.size() && t[after - 2].is("*"))
            return true;
    }
    return false;
}

/// The contents of the brackets in `P{1, n}` and `make_float3(1, 2, 3)`.
Tokens listOf(Tokens t) {
    if (t.size() > 1 && t[0].isWord() && t[1].is("{"))
        return t.subspan(1);
    return t;
}

} // namespace

bool Follower::declaration(Tokens t, bool mayBeParameter) {
    std::string type;
    const auto found = declarators(t, type);
    if (found.empty())
        return kernelPointer(t);
    for (const Declarator& d : found)
        declare(d, type, mayBeParameter);
    return true;
}

void Follower::declare(const Declarator& d, const std::string& type, bool mayBeParameter) {
    Variable made{{}, type};
    if (!d.row.empty())
        made.row = elementsOf({.name = d.name, .extents = d.row});
    const std::size_t angle = type.find('<');
    if (const Value table = pointerTable(d, type); table.kind == Value::Kind::structure) {
        made.value = table;
    } else if (angle != std::string::npos && type.find("vector") < angle) {
        made.type = type.substr(angle + 1, type.size() - angle - 2);
        made.value = makeVector(d, made.type);
    } else if (type == "void" && d.pointer && d.extents.size() == 1) {
        made.addressed = isList(d.initialiser) ? addressesOf(d.initialiser) : std::vector<Tokens>();
        if (const Value count = evaluate(d.extents[0], scope());
            count.isNumber() && count.number > 0 && count.number <= kMostElements)
            made.addressed.resize(std::size_t(count.number));
    } else if (d.pointer && d.extents.size() == 1 && d.initialiser.empty()) {
        made.value = pointers(evaluate(d.extents[0], scope()));
    } else if (!d.extents.empty()) {
        made.value = allocate(d.name, type, elementsOf(d));
        made.isArray = true;
        m_program.memories.back().zeroed = m_depth == 0; // globals are
        if (!d.initialiser.empty())
            fillFromList(m_program.memories.back(), d.initialiser);
    } else if (type == "dim3") {
        const Value whole = gridOf(d.initialiser);
        made.value = whole.kind == Value::Kind::grid ? whole : call("dim3", d.initialiser);
    } else if (d.pointer || contains(d.initialiser, "new")) {
        made.value = makePointer(d.name, type, d.initialiser);
    } else if (made.isDistribution()) {
        for (const Tokens one : splitArguments(d.initialiser))
            made.parameters.push_back(evaluate(one, scope()));
    } else if (const StructType* structure = structOf(type)) {
        m_members = 0;
        made.value = makeStruct(*structure, d.initialiser);
    } else {
        made.value = evaluate(d.initialiser, scope());
        made.value = number(d, made, mayBeParameter);
    }
    if (!d.initialiser.empty())
        made.kernel = kernelNamed(d.initialiser);
    m_variables[d.name] = std::move(made);
}

namespace {

/// `a.size(0)`, `a.numel()`: of something that the program gets from outside.
bool asksForSize(Tokens t) {
    static constexpr std::array<std::string_view, 6> kSizes = {"size", "numel", "rows",
                                                               "cols", "width", "height"};
    for (std::size_t i = 1; i + 1 < t.size(); ++i)
        if ((t[i - 1].is(".") || t[i - 1].is("->")) && t[i].isOneOf(kSizes))
            return true;
    return false;
}

} // namespace

Value Follower::number(const Declarator& d, const Variable& made, bool mayBeParameter) {
    Value value = made.value;
    const auto dtype = dtypeOfType(resolved(made.type));
    const bool isNumber =
        (dtype && dtype->kind() == arrays::DType::Kind::scalar) || made.type == "auto";
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
            {Question::Kind::command_line,
             {d.name, std::to_string(d.initialiser.front().line), value.spelled()},
             Question::Subject::parameter,
             d.name});
    } else if (!value.isNumber() && asksForSize(d.initialiser) && dtype &&
               !isFloating(dtype->scalar())) {
        value = assumedFor(d.name);
        m_program.questions.push_back(
            {Question::Kind::unknown_size,
             {d.name, std::to_string(d.initialiser.front().line), value.spelled()},
             Question::Subject::parameter,
             d.name});
        return asParameter(d.name, value);
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
        Value made = allocate(d.name, type, from.count);
        Memory& to = m_program.memories.back();
        to.init = from.init;
        to.filled = from.filled;
        to.zeroed = from.zeroed;
        to.listed = from.listed;
        to.unclear = from.unclear;
        return made;
    }
    Value made = allocate(d.name, type, first);
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

Value Follower::makeMember(const StructMember& member, Tokens t, std::size_t dimension) {
    if (++m_members > kMostMembers)
        return {};
    const bool isArray = !member.pointer && dimension < member.extents.size();
    const auto vector = member.pointer ? std::nullopt : dtypeOfType(resolved(member.type));
    const bool isVector = vector && vector->lanes() > 1;
    const StructType* nested = member.pointer ? nullptr : structOf(member.type);
    if (!isArray && !isVector)
        return nested ? makeStruct(*nested, t) : evaluate(t, scope());

    t = listOf(t);
    Value made;
    made.kind = Value::Kind::structure;
    if (isArray) {
        const Value count = evaluate(member.extents[dimension], scope());
        if (!count.isNumber() || count.number < 1 || count.number > kMostElements)
            return {};
        for (int i = 0; i < int(count.number); ++i)
            made.names.push_back(Value::elementName(i));
    } else {
        for (int lane = 0; lane < vector->lanes(); ++lane)
            made.names.emplace_back(1, "xyzw"[lane]);
        const bool makes = t.size() > 2 && t[0].text.starts_with("make_") && t[1].is("(");
        if (!makes && !isList(t)) {
            if (Value whole = evaluate(t, scope()); whole.kind == Value::Kind::structure)
                return whole;
        }
        t = makes ? t.subspan(1) : t;
    }
    const bool listed = isList(t) || (isVector && !isArray && t.size() > 1 && t[0].is("("));
    const std::vector<Tokens> parts =
        listed ? splitArguments(t.subspan(1, t.size() - 2)) : std::vector<Tokens>();
    for (std::size_t i = 0; i < made.names.size(); ++i) {
        const Tokens part = i < parts.size() ? parts[i] : Tokens();
        Value element = isArray ? makeMember(member, part, dimension + 1) : evaluate(part, scope());
        made.members.push_back(listed && part.empty() ? zeroed(std::move(element))
                                                      : std::move(element));
    }
    return made;
}

Value Follower::makeStruct(const StructType& type, Tokens t) {
    t = listOf(t);
    const bool listed = isList(t);
    if (listed) {
        t = t.subspan(1, t.size() - 2);
    } else if (Value whole = evaluate(t, scope()); whole.kind == Value::Kind::structure) {
        return whole;
    }
    Value made;
    made.kind = Value::Kind::structure;
    const bool inOrder = type.plain && (listed || !contains(t, "("));
    const std::vector<Tokens> parts = inOrder ? splitArguments(t) : std::vector<Tokens>();
    for (std::size_t i = 0; i < type.members.size(); ++i) {
        const StructMember& member = type.members[i];
        Tokens given;
        for (std::size_t k = 0; k < parts.size(); ++k) {
            const Tokens part = parts[k];
            const bool named = part.size() > 3 && part[0].is(".") && part[2].is("=");
            if (named ? part[1].is(member.name) : k == i && !part.empty())
                given = named ? part.subspan(3) : part;
        }
        made.names.push_back(member.name);
        Value value = makeMember(member, given.empty() ? member.initialiser : given);
        const bool leftOut = given.empty() && member.initialiser.empty();
        made.members.push_back(listed && type.plain && leftOut ? zeroed(std::move(value))
                                                               : std::move(value));
    }
    return made;
}

Value Follower::pointerTable(const Declarator& d, const std::string& type) {
    const Tokens t = d.initialiser;
    const std::size_t angle = type.find('<');
    const bool ofPointers = angle != std::string::npos && type.find('*') != std::string::npos;
    if (ofPointers && type.find("vector") < angle)
        return pointers(evaluate(t, scope()));
    if (ofPointers && type.find("array") < angle) {
        const std::string_view size = // which the tokens are parts of
            std::string_view(type).substr(std::min(type.find(',') + 1, type.size()));
        const std::vector<Token> count = compile::tokenize(size);
        return pointers(
            evaluate(Tokens(count).first(count.empty() ? 0 : count.size() - 1), scope()));
    }
    for (std::size_t i = 0; d.pointer && i + 3 < t.size(); ++i) {
        const std::size_t after = compile::afterClosing(t, i + 1, t.size());
        if (t[i].is("new") && t[i + 2].is("*") && t[i + 3].is("["))
            return pointers(evaluate(
                t.subspan(i + 4, compile::afterClosing(t, i + 3, t.size()) - i - 5), scope()));
        if (!(t[i].is("malloc") || t[i].is("calloc")) || !t[i + 1].is("(") || after < i + 4)
            continue;
        const Tokens inside = t.subspan(i + 2, after - i - 3);
        if (!asksForPointers(inside))
            continue;
        Value bytes = Value::of(1, true);
        for (const Tokens one : splitArguments(inside))
            bytes = product(bytes, evaluate(one, scope()));
        return bytes.isNumber() ? pointers(Value::of(std::floor(bytes.number / 8), true)) : Value{};
    }
    return {};
}

Value Follower::pointers(const Value& count) {
    Value made;
    if (!count.isNumber() || count.number < 1 || count.number > kMostElements)
        return made;
    made.kind = Value::Kind::structure;
    for (int i = 0; i < int(count.number); ++i)
        made.names.push_back(Value::elementName(i));
    made.members.resize(made.names.size());
    return made;
}

Value* Follower::memberAt(Tokens path) {
    if (path.size() < 3)
        return nullptr;
    Variable* variable = find(path[0].text);
    Value* at = variable ? &variable->value : nullptr;
    for (std::size_t i = 1; at && i < path.size();) {
        if (path[i].is("[")) {
            const std::size_t after = compile::afterClosing(path, i, path.size());
            if (!at->isArray() || after < i + 2)
                return nullptr;
            const Value index = evaluate(path.subspan(i + 1, after - i - 2), scope());
            Value* element =
                index.isNumber() ? at->member(Value::elementName(index.number)) : nullptr;
            if (!element)
                forgetElements(*at); // whichever it is
            at = element;
            i = after;
        } else if ((path[i].is(".") || path[i].is("->")) && i + 1 < path.size()) {
            at = at->member(path[i + 1].text);
            i += 2;
        } else {
            return nullptr;
        }
    }
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
                Value made = allocate(name, type, bytes);
                m_program.memories.back().zeroed = true;
                return made;
            }
            return allocateBytes(name, type, bytes);
        }
    }
    return evaluate(t, scope());
}

namespace {

/// The index of the last plain `=` outside of brackets; 0: none.
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

bool Follower::target(Tokens left, Tokens value) {
    const auto word = std::find_if(left.begin(), left.end(), [](auto& x) { return x.isWord(); });
    if (word == left.end())
        return false;
    const Value pointer = variable(word->text);
    if (pointer.kind != Value::Kind::pointer)
        return false;
    Memory& memory = m_program.memories[std::size_t(pointer.memory)];
    const bool whole = left.size() == 2 && m_fills.empty() && m_unsure == 0 &&
                       memory.count.isNumber() && memory.count.number == 1;
    const Value number = whole ? evaluate(value, scope()) : Value{};
    noteChange(memory);
    memory.changedLate |= memory.launched && !whole;
    if (memory.filled && !m_program.launches.empty())
        return true;
    if (number.isNumber())
        fillWith(memory, number);
    else
        fillUnclear(memory);
    return true;
}

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
    if (t[0].is("*") && target(t.first(at), value))
        return true;
    if (const auto ranged = m_elements.find(t[0].text); ranged != m_elements.end()) {
        if (at == 1)
            fillElements(ranged->second.value, {}, value);
        return at == 1 || elementsMember(t.first(at));
    }
    if (setAddress(t.first(at), value))
        return true;
    if (t[at - 1].is("]")) {
        Value* inStruct = memberAt(t.first(at));
        if (!inStruct)
            return element(t.first(at), value);
        *inStruct = evaluate(value, scope());
        return true;
    }
    if (t.size() > 1 && t[1].is("[") && elementsMember(t.first(at)))
        return true;
    if (Value* member = memberAt(t.first(at))) {
        const bool whole = member->kind == Value::Kind::structure;
        const std::string type = whole ? typeOfMember(t.first(at)) : std::string();
        m_members = 0;
        *member = type.empty() ? evaluate(value, scope()) : makeMember({{}, type, {}}, value);
        return true;
    }
    if (at > 1 && (t[1].is("->") || t[1].is(".")) && setExtentOf(t.first(at), value))
        return true;
    if (at > 1 && t[1].is("->") && target(t.first(at), value))
        return true;
    Variable* target = find(t[0].text);
    if (!target)
        return !contains(value, "(");
    if (at == 1)
        target->kernel = m_unsure > 0 ? std::string() : kernelNamed(value);
    if (at != 1) { // +=, members, pointers' targets
        if (t[0].isWord() && (at == 2 || (at == 3 && t[1].is(t[2].text))))
            compound(*target, t, at);
        return at != 2 || !contains(value, "(");
    }
    if (contains(value, "malloc") || contains(value, "new") || contains(value, "calloc")) {
        target->value = makePointer(std::string(t[0].text), target->type, value);
        return true;
    }
    if (resolved(target->type) == "dim3") {
        target->value = m_unsure > 0 || dependsOnPass(value) ? Value{} : gridOf(value);
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
            {Question::Kind::command_line,
             {std::string(t[0].text), std::to_string(t[0].line), target->value.spelled()},
             Question::Subject::parameter,
             std::string(t[0].text)});
        target->value = asParameter(std::string(t[0].text), target->value);
    }
    return true;
}

} // namespace warpbench::guess::host
