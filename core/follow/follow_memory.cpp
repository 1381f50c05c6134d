// SPDX-License-Identifier: GPL-3.0-or-later
// Memory that the program allocates, and its contents.
#include "core/follow/contents.h"
#include "core/follow/follower.h"
#include "core/follow/signature.h"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <cmath>
#include <set>

namespace warpbench::guess::host {

namespace {

constexpr double kMostByte = 1e9; ///< memset takes an int, but only uses its lowest byte

} // namespace

Value Follower::allocate(std::string name, const std::string& type, Value count) {
    Memory memory;
    memory.name = std::move(name);
    memory.type = resolved(type);
    memory.count = std::move(count);
    Value pointer;
    pointer.kind = Value::Kind::pointer;
    pointer.memory = int(m_program.memories.size());
    m_program.memories.push_back(std::move(memory));
    return pointer;
}

Value Follower::allocateBytes(std::string name, const std::string& type, const Value& bytes) {
    const Value count = inElements(bytes, std::max<std::size_t>(sizeOf(type), 1));
    Value pointer = allocate(std::move(name), type, count);
    m_program.memories.back().bytes = bytes;
    return pointer;
}

Variable* Follower::find(std::string_view name) {
    if (const auto found = m_variables.find(name); found != m_variables.end())
        return &found->second;
    const auto found = m_outer.find(name);
    return found == m_outer.end() ? nullptr : &found->second;
}

std::vector<Tokens> argumentsOf(Tokens t, std::size_t i) {
    std::size_t open = i + 1;
    if (open < t.size() && t[open].is("<"))
        open = compile::afterTemplateBracket(t, open, t.size());
    if (open >= t.size() || !t[open].is("("))
        return {};
    const std::size_t after = compile::afterClosing(t, open, t.size());
    return splitArguments(t.subspan(open + 1, after > open + 1 ? after - open - 2 : 0));
}

bool Follower::runtimeCall(Tokens t) {
    static const std::set<std::string_view> makers = {
        "cudaMalloc", "cudaMallocManaged", "cudaMallocHost", "cudaHostAlloc", "cudaMallocAsync"};
    static const std::set<std::string_view> others = {"cudaMemcpy",
                                                      "cudaMemcpyAsync",
                                                      "cudaMemset",
                                                      "cudaMemsetAsync",
                                                      "memset",
                                                      "memcpy",
                                                      "fill",
                                                      "fill_n",
                                                      "iota",
                                                      "cudaMemcpyToSymbol",
                                                      "sequence",
                                                      "generate",
                                                      "swap",
                                                      "cudaHostGetDevicePointer",
                                                      "cudaMallocPitch",
                                                      "cudaMemcpy2D",
                                                      "cudaMemcpy2DAsync",
                                                      "cudaMemset2D",
                                                      "cudaMemset2DAsync"};
    for (std::size_t i = 0; i + 1 < t.size(); ++i) {
        if (t[i].text.starts_with("cu") && deviceCall(t[i].text, argumentsOf(t, i)))
            return true;
        const bool maker = makers.contains(t[i].text);
        if (!maker && !others.contains(t[i].text))
            continue;
        if (m_functions.contains(t[i].text))
            continue;
        auto arguments = argumentsOf(t, i);
        if (t[i].text.find("2D") != std::string_view::npos && arguments.size() > 4) {
            arguments.erase(arguments.begin() + 1); // the pitch
            if (arguments.size() > 5)
                arguments.erase(arguments.begin() + 2, arguments.begin() + 4);
        }
        if (arguments.size() < 2)
            continue;
        if (maker)
            makeMemory(arguments);
        else if (t[i].is("cudaMemcpyToSymbol"))
            copyToSymbol(arguments);
        else if (t[i].is("cudaHostGetDevicePointer"))
            mapMemory(arguments);
        else if (t[i].is("cudaMallocPitch"))
            makeRows(arguments);
        else if (t[i].is("swap"))
            swapValues(arguments);
        else
            fillMemory(t[i].text, arguments);
        return true;
    }
    return false;
}

void Follower::makeMemory(const std::vector<Tokens>& arguments) {
    const std::string name(lastWord(arguments[0]));
    Tokens path = arguments[0];
    while (!path.empty() && contains(path, "&"))
        path = path.subspan(1);
    if (Value* member = memberAt(path)) {
        const std::string type = typeOfMember(path);
        const bool element = path.back().is("]");
        *member = allocateBytes(element ? std::string(path.front().text) : name, type,
                                evaluate(arguments[1], scope()));
        return;
    }
    if (Variable* pointer = find(name)) {
        pointer->value = allocateBytes(name, pointer->type, evaluate(arguments[1], scope()));
        askForBytes(name, pointer->type, arguments[1]);
    }
}

void Follower::askForBytes(const std::string& name, const std::string& type, Tokens bytes) {
    const std::size_t size = sizeOf(type);
    const Value value = evaluate(bytes, scope());
    const std::string each = std::to_string(size);
    bool counts = false; // a number of elements is there, as far as its name says
    for (const Token& token : bytes) {
        std::string lower;
        for (const char c : token.text)
            lower += char(std::tolower(static_cast<unsigned char>(c)));
        for (const std::string_view word : {"size", "byte", "mem", "len"})
            if (lower.find(word) != std::string::npos)
                return;
        if (token.is(each))
            return;
        counts |= token.isWord();
    }
    const auto formula = m_program.formulas.find(value.text);
    const std::string worked =
        formula == m_program.formulas.end() ? value.worked() : formula->second;
    if (!counts || size < 2 || !value.isNumber() || bytes.size() > 3 ||
        worked.find("* " + each) != std::string::npos ||
        worked.find(each + " *") != std::string::npos)
        return;
    const std::string said = spellTokens(bytes);
    m_program.questions.push_back(
        {Question::Kind::bytes,
         {name, std::to_string(bytes.front().line), said,
          Value::of(std::ceil(value.number / double(size)), true).spelled(), type},
         Question::Subject::buffer,
         name});
}

void Follower::mapMemory(const std::vector<Tokens>& arguments) {
    const Value host = evaluate(arguments[1], scope());
    Variable* pointer = find(lastWord(arguments[0]));
    if (pointer && host.kind == Value::Kind::pointer)
        pointer->value = host;
}

void Follower::makeRows(const std::vector<Tokens>& arguments) {
    if (arguments.size() < 4)
        return;
    const Value row = evaluate(arguments[2], scope());
    if (Variable* pitch = find(lastWord(arguments[1])))
        pitch->value = row; // rows are not padded
    if (Variable* pointer = find(lastWord(arguments[0])))
        pointer->value = allocateBytes(std::string(lastWord(arguments[0])), pointer->type,
                                       product(row, evaluate(arguments[3], scope())));
}

void Follower::fillMemory(std::string_view call, const std::vector<Tokens>& arguments) {
    const Value target = evaluate(arguments[0], scope());
    if (target.kind != Value::Kind::pointer) {
        if (Variable* result = find(lastWord(arguments[0])))
            result->value = {}; // results of the device
        return;
    }
    if (call.find("emcpy") != std::string_view::npos)
        return copyMemory(target, arguments);
    if (isPart(m_program.memories[std::size_t(target.memory)], target,
               filledElements(call, arguments, m_program.memories[std::size_t(target.memory)]))) {
        elementsMember(arguments[0].first(1));
        return;
    }
    if (call == "generate") {
        std::vector<Token> drawn(arguments.back().begin(), arguments.back().end());
        if (!contains(drawn, "{")) // a function by its name, which is called for each
            for (const char* bracket : {"(", ")"})
                drawn.push_back({Token::Kind::punctuation, bracket, arguments.back()[0].line});
        return fillElements(target, {}, drawn);
    }
    Memory& memory = m_program.memories[std::size_t(target.memory)];
    noteChange(memory);
    if (call == "iota" || call == "sequence")
        return fillRange(memory, arguments);
    const bool set = call.find("emset") != std::string_view::npos;
    const Value value = evaluate(set ? arguments[1] : arguments.back(), scope());
    if (set)
        setBytes(memory, value);
    else if (value.isNumber())
        fillWith(memory, value);
}

void Follower::copyMemory(const Value& target, const std::vector<Tokens>& arguments) {
    const Value source = evaluate(arguments[1], scope());
    Memory& to = m_program.memories[std::size_t(target.memory)];
    if (arguments.size() > 3 && contains(arguments[3], "cudaMemcpyDeviceToHost")) {
        to.fromDevice = true;
        return;
    }
    if (source.kind != Value::Kind::pointer) { // of something that was not followed
        noteChange(to);
        if (!to.filled)
            fillUnclear(to);
        return;
    }
    if (source.memory == target.memory)
        return;
    const Memory from = m_program.memories[std::size_t(source.memory)];
    const Value moved = arguments.size() > 2 ? evaluate(arguments[2], scope()) : Value{};
    const bool uniform = from.listed.empty() && from.init.kind != project::Init::Kind::arange &&
                         from.init.kind != project::Init::Kind::expression;
    if (isPart(to, target, inElements(moved, std::max<std::size_t>(sizeOf(to.type), 1))) ||
        (!source.offset.empty() && !uniform)) {
        noteChange(to);
        to.changedLate |= to.launched;
        if (m_program.launches.empty() || !to.filled)
            fillUnclear(to);
        return;
    }
    if (arguments.size() > 3 && contains(arguments[3], "cudaMemcpyDeviceToDevice"))
        m_deviceCopies += m_launchLoops;
    noteChange(to);
    to.changedLate |= to.launched && from.fromDevice;
    to.filled = from.filled;
    to.zeroed = from.zeroed;
    to.listed = from.listed;
    to.unclear = from.unclear;
    to.init = from.init;
    moveBytes(from.type, to);
}

/// A copy moves bytes: of elements of another type they make other numbers.
void Follower::moveBytes(const std::string& type, Memory& to) const {
    const auto before = dtypeOfType(type);
    const auto after = dtypeOfType(to.type);
    if (!before || !after || before->scalar() == after->scalar() ||
        (to.init.kind == project::Init::Kind::zeros && to.listed.empty()))
        return;
    const auto moved = to.listed.empty() ? movedBytes(to.init, *before, *after) : std::nullopt;
    if (moved)
        to.init = *moved;
    else
        fillUnclear(to);
}

void Follower::noteChange(Memory& memory) const {
    memory.given = true;
    memory.refilled |= m_launchLoops > 0;
    memory.changedLate |= memory.launched && m_launchLoops == 0;
}

/// `std::iota(begin, end, start)`, `thrust::sequence(begin, end, start, step)`
void Follower::fillRange(Memory& memory, const std::vector<Tokens>& arguments) {
    const auto given = [&](std::size_t index, double otherwise) {
        return arguments.size() > index ? evaluate(arguments[index], scope())
                                        : Value::of(otherwise, true);
    };
    const Value start = given(2, 0);
    const Value step = given(3, 1);
    if (!start.isNumber() || !step.isNumber())
        return fillUnclear(memory);
    memory.init = {};
    memory.init.kind = project::Init::Kind::arange;
    if (start.number != 0 || !start.text.empty())
        memory.init.start = project::Expression{start.spelled(), {}};
    if (step.number != 1 || !step.text.empty())
        memory.init.step = project::Expression{step.spelled(), {}};
    memory.filled = true;
    memory.unclear = false;
    memory.listed.clear();
}

void Follower::setBytes(Memory& memory, const Value& byte) const {
    memory.filled = false;
    memory.zeroed = false;
    memory.unclear = true;
    const auto dtype = dtypeOfType(memory.type);
    if (!byte.isNumber() || std::abs(byte.number) > kMostByte)
        return;
    if (byte.number == 0)
        return fillWith(memory, byte);
    if (!dtype || dtype->kind() != arrays::DType::Kind::scalar || dtype->size() > 8 ||
        isFloating(dtype->scalar()))
        return;
    if (dtype->scalar() == arrays::Scalar::boolean)
        return fillWith(memory, Value::of(1, true));
    std::uint64_t bits = std::uint64_t(static_cast<long long>(byte.number)) & 0xff;
    if (bits == 0xff && isSigned(dtype->scalar()))
        return fillWith(memory, Value::of(-1, true));
    bits *= 0x0101010101010101U >> (64 - 8 * dtype->size());
    const auto most = std::uint64_t(1) << 53;
    const bool negative = isSigned(dtype->scalar()) && (bits >> (8 * dtype->size() - 1)) != 0;
    if (bits < most && !negative)
        fillWith(memory, Value::of(double(bits), true));
}

void Follower::copyToSymbol(const std::vector<Tokens>& arguments) {
    if (arguments[0].empty())
        return;
    std::string_view name = lastWord(arguments[0]);
    if (arguments[0].size() == 1 && name.empty()) { // "scale", as CUDA took it once
        name = arguments[0][0].text;
        name = name.substr(std::min<std::size_t>(1, name.size()));
        name = name.substr(0, name.empty() ? 0 : name.size() - 1);
    }
    const auto variable = m_deviceVariables.find(name);
    if (variable == m_deviceVariables.end())
        return;
    const auto same = [&](const ConstantCopy& copy) { return copy.symbol == name; };
    auto& constants = m_program.constants;
    if (!m_program.launches.empty()) {
        m_copiedLate.push_back({Question::Kind::copied_between,
                                {std::string(name), std::to_string(arguments[0].front().line)},
                                Question::Subject::constant,
                                std::string(name)});
        if (std::any_of(constants.begin(), constants.end(), same))
            return; // the values at earlier launches count
    }
    std::erase_if(constants, same); // otherwise the last one counts
    m_program.constants.push_back({std::string(name), variable->second.type, variable->second.count,
                                   evaluate(arguments[1], scope()), arguments[0].front().line});
}

void Follower::fillWith(Memory& memory, const Value& value) {
    memory.init = {};
    memory.filled = true;
    memory.unclear = false;
    if (value.text.empty() && value.number == 0)
        return; // zeros
    memory.init.kind = project::Init::Kind::constant;
    memory.init.value = project::Expression{value.spelled(), {}};
}

void Follower::fillFromList(Memory& memory, Tokens list) {
    if (list.empty() || !list.front().is("{"))
        return;
    std::vector<Value> values;
    for (const Tokens one : splitArguments(list.subspan(1, list.size() > 1 ? list.size() - 2 : 0)))
        values.push_back(evaluate(one, scope()));
    memory.given = true;
    memory.zeroed = true; // elements missing in a list
    const auto isNumber = [](const Value& v) { return v.isNumber(); };
    const auto isZero = [](const Value& v) { return v.number == 0; };
    if (!std::all_of(values.begin(), values.end(), isNumber))
        memory.unclear = true;
    else if (!std::all_of(values.begin(), values.end(), isZero))
        memory.listed = std::move(values);
}

bool Follower::isPart(const Memory& memory, const Value& from, const Value& elements) {
    const bool holds = memory.filled || memory.zeroed || memory.unclear || !memory.listed.empty();
    const bool fewer =
        elements.isNumber() && memory.count.isNumber() && elements.number < memory.count.number;
    return holds && (!from.offset.empty() || fewer);
}

/// How many elements memset, std::fill etc. fill; unknown if that cannot be determined.
Value Follower::filledElements(std::string_view call, const std::vector<Tokens>& arguments,
                               const Memory& memory) {
    if (arguments.size() < 3)
        return {};
    if (call.find("emset") != std::string_view::npos)
        return inElements(evaluate(arguments[2], scope()),
                          std::max<std::size_t>(sizeOf(memory.type), 1));
    Value end = evaluate(arguments[1], scope());
    if (call == "fill_n")
        return end;
    if (end.kind != Value::Kind::pointer || end.offset.empty())
        return {};
    const std::vector<Token> offset = compile::tokenize(std::string_view(end.offset));
    return evaluate(offset, scope());
}

bool Follower::elementsMember(Tokens target) {
    Value array = evaluate(target.first(1), scope());
    if (const auto ranged = m_elements.find(target[0].text); ranged != m_elements.end())
        array = ranged->second.value;
    if (array.kind != Value::Kind::pointer)
        return false;
    Memory& memory = m_program.memories[std::size_t(array.memory)];
    noteChange(memory);
    memory.changedLate |= memory.launched;
    if (m_program.launches.empty() || !memory.filled)
        fillUnclear(memory);
    return true;
}

bool Follower::element(Tokens target, Tokens value) {
    std::size_t open = target.size(); // of the last bracket
    for (std::size_t i = 0; i < target.size();) {
        if (target[i].is("["))
            open = i;
        i = target[i].is("[") || target[i].is("(") ? compile::afterClosing(target, i, target.size())
                                                   : i + 1;
    }
    if (open + 2 >= target.size())
        return true;
    const Tokens index = target.subspan(open + 1, target.size() - open - 2);
    Value array = evaluate(target.first(1), scope());
    if (array.kind != Value::Kind::pointer)
        array = evaluate(target.first(open), scope());
    fillElements(array, index, value);
    return true;
}

/// Whether a loop that assigns to elements of that index assigns to all of them.
bool Follower::coversAll(const Memory& memory, Tokens index) {
    if (std::any_of(m_fills.begin(), m_fills.end(), [](const FillLoop& one) { return one.cut; }))
        return false;
    if (index.empty())
        return true;     // a range, or a function for each
    if (m_fills.empty()) // one element
        return memory.count.isNumber() && memory.count.number == 1;
    const FillLoop& loop = m_fills.back();
    if (!loop.counted)
        return true; // as far as can be seen
    if (index.size() == 1 && index[0].is(loop.name))
        return loop.regular && !isPart(memory, {}, loop.passes);
    const auto at = [&](double inner) {
        Scope there = scope();
        there.variable = [&, inner](std::string_view name) {
            if (name == loop.name)
                return Value::of(inner, true);
            const bool outer = std::any_of(m_fills.begin(), m_fills.end(),
                                           [&](const FillLoop& one) { return one.name == name; });
            return outer ? Value::of(0, true) : variable(name);
        };
        return evaluate(index, there);
    };
    const Value first = at(0);
    const Value second = at(1);
    if (!first.isNumber() || !second.isNumber())
        return loop.regular;
    const bool other = first.number == second.number; // the innermost loop runs along another side
    return other ? contains(index, loop.name) || m_fills.size() > 1
                 : loop.regular && second.number - first.number == 1;
}

void Follower::fillElements(const Value& array, Tokens index, Tokens value) {
    if (array.kind != Value::Kind::pointer)
        return;
    const bool plainIndex =
        index.size() == 1 && !m_loopNames.empty() && index[0].is(m_loopNames.back());
    Memory& memory = m_program.memories[std::size_t(array.memory)];
    noteChange(memory);
    const bool part = !array.offset.empty() || m_unsure > 0 || !coversAll(memory, index);
    memory.changedLate |= memory.launched && part;
    if (memory.filled && !m_program.launches.empty())
        return; // the kernels' initial contents are kept
    if (part || isVarying(value))
        return fillUnclear(memory);
    memory.init = {};
    memory.listed.clear();
    if (isRandom(value))
        return fillRandom(memory, value);
    const std::string loop = m_loopNames.empty() ? "" : m_loopNames.back();
    Scope inLoop = scope();
    bool otherLoops = false;
    inLoop.variable = [&](std::string_view name) {
        if (name == loop) {
            Value i = Value::of(0, true);
            i.text.assign(1, 'i'); // = "i" is a false warning of GCC 12's
            return i;
        }
        otherLoops |= std::find(m_loopNames.begin(), m_loopNames.end(), name) != m_loopNames.end();
        return variable(name);
    };
    inLoop.call = [&](std::string_view name, Tokens inside) {
        if (m_callDepth > kDeepestStatement)
            return Value{};
        ++m_callDepth;
        std::vector<Value> values;
        for (const Tokens argument : splitArguments(inside))
            values.push_back(evaluate(argument, inLoop));
        --m_callDepth;
        Value known = mathCall(name, values);
        if (known.isNumber())
            return known;
        return dependsOnPass(inside) ? Value{} : call(name, inside);
    };
    const Value result = evaluate(value, inLoop);
    const bool usesLoop = !loop.empty() && contains(value, loop);
    // A choice by the loop's number was made for its first pass alone.
    const bool chooses = usesLoop && (contains(value, "?") || contains(value, "<") ||
                                      contains(value, ">") || contains(value, "!"));
    if (!result.isNumber() || otherLoops || chooses ||
        (usesLoop && (!plainIndex || result.text.empty())))
        return fillUnclear(memory);
    memory.unclear = false;
    if (!usesLoop) {
        fillWith(memory, result);
    } else {
        memory.filled = true;
        memory.init.kind =
            result.text == "i" ? project::Init::Kind::arange : project::Init::Kind::expression;
        if (result.text != "i")
            memory.init.expression = project::Expression{result.text, {}};
    }
}

} // namespace warpbench::guess::host
