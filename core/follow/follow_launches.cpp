// SPDX-License-Identifier: GPL-3.0-or-later
// Launches in each of their forms, and those that were not followed.
#include "core/follow/follower.h"
#include "core/follow/signature.h"

#include <algorithm>
#include <array>

namespace warpbench::guess::host {

namespace {

/// Calls that launch kernels, or have kernels launched that were noted before.
constexpr std::array<std::string_view, 22> kLaunchCalls = {"cudaLaunchKernel",
                                                           "cudaLaunchKernelExC",
                                                           "cudaLaunchKernelEx",
                                                           "cudaLaunchCooperativeKernel",
                                                           "cudaLaunchCooperativeKernelMultiDevice",
                                                           "cudaLaunch",
                                                           "cudaLaunchHostFunc",
                                                           "cudaStreamAddCallback",
                                                           "cudaGraphLaunch",
                                                           "cudaGraphAddKernelNode",
                                                           "cudaGraphAddMemcpyNode",
                                                           "cudaGraphAddMemcpyNode1D",
                                                           "cudaGraphAddMemsetNode",
                                                           "cudaGraphAddHostNode",
                                                           "cudaGraphAddChildGraphNode",
                                                           "cudaGraphAddNode",
                                                           "cudaStreamBeginCapture",
                                                           "cudaStreamBeginCaptureToGraph",
                                                           "cuLaunchKernel",
                                                           "cuLaunchKernelEx",
                                                           "cuLaunchCooperativeKernel",
                                                           "cuGraphLaunch"};

bool isShape(Tokens t, std::size_t i) {
    return i + 2 < t.size() && t[i].is("<") && t[i + 1].is("<") && t[i + 2].is("<");
}

bool isLaunchCall(Tokens t, std::size_t i) {
    return i + 1 < t.size() && t[i].isOneOf(kLaunchCalls) && (t[i + 1].is("(") || t[i + 1].is("<"));
}

} // namespace

Tokens withoutCasts(Tokens t) {
    while (!t.empty()) {
        if (t[0].is("&")) {
            t = t.subspan(1);
        } else if (t[0].is("(")) {
            const std::size_t after = compile::afterClosing(t, 0, t.size());
            t = after == t.size() && after > 1 ? t.subspan(1, t.size() - 2) : t.subspan(after);
        } else if (t.size() > 3 && t[0].text.ends_with("_cast") && t[1].is("<")) {
            t = t.subspan(compile::afterTemplateBracket(t, 1, t.size()));
        } else {
            break;
        }
    }
    return t;
}

bool isFollowedCall(std::string_view name) {
    return name.starts_with("cudaLaunchKernel") || name == "cudaLaunchCooperativeKernel";
}

void Follower::noteMissing(std::string what, int line) {
    m_program.questions.push_back(
        {Question::Kind::not_followed, {std::move(what), std::to_string(line)}});
}

std::string Follower::kernelNamed(Tokens t) {
    t = withoutCasts(t);
    std::size_t end = 0;
    while (end < t.size() && (t[end].isWord() || t[end].is("::")))
        ++end;
    if (end == 0)
        return {};
    if (const Variable* variable = t.size() == 1 ? find(t[0].text) : nullptr)
        return variable->kernel;
    const bool isInstance = end < t.size() && t[end].is("<") &&
                            compile::afterTemplateBracket(t, end, t.size()) == t.size();
    if (!m_kernels.contains(t[end - 1].text) || (end < t.size() && !isInstance))
        return {};
    return spellTokens(t.first(end)) + templateArguments(t.subspan(end));
}

std::string_view Follower::pointerName(Tokens t, std::size_t& after) {
    for (std::size_t i = 1; i + 4 < t.size(); ++i) {
        if (!t[i].is("(") || !t[i + 1].is("*") || !t[i + 2].isWord() || !t[i + 3].is(")") ||
            !t[i + 4].is("("))
            continue;
        after = compile::afterClosing(t, i + 4, t.size());
        return t[i + 2].text;
    }
    return {};
}

bool Follower::kernelPointer(Tokens t) {
    std::size_t after = 0;
    const std::string_view name = pointerName(t, after);
    const bool given = after + 1 < t.size() && t[after].is("=");
    if (name.empty() || (after < t.size() && !given))
        return false;
    Variable made;
    if (given)
        made.kernel = kernelNamed(t.subspan(after + 1));
    m_variables[std::string(name)] = std::move(made);
    return true;
}

void Follower::launch(Tokens t, std::size_t open) {
    m_sites.insert(t[open].text.data());
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
        return noteMissing("<<<>>>", t[open].line); // of a table, or of one of two kernels
    LaunchCall call;
    call.kernel = spellTokens(t.subspan(begin, angle - begin)) +
                  templateArguments(t.subspan(angle, open - angle));
    if (const Variable* pointer = angle == begin + 1 ? find(t[begin].text) : nullptr;
        pointer && !pointer->kernel.empty())
        call.kernel = pointer->kernel;
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
    addLaunch(std::move(call),
              splitArguments(t.subspan(close + 4, end > close + 4 ? end - close - 5 : 0)));
}

void Follower::addLaunch(LaunchCall call, const std::vector<Tokens>& arguments) {
    for (const Tokens argument : arguments) {
        Value value = evaluate(argument, scope());
        std::string type;
        if (const Variable* variable = argument.size() == 1 ? find(argument[0].text) : nullptr)
            type = variable->type;
        else if (const auto made = temporary(argument, type))
            value = *made;
        const bool known = value.kind == Value::Kind::pointer;
        const Memory* memory = known ? &m_program.memories[std::size_t(value.memory)] : nullptr;
        if (memory && memory->changedLate && m_launchLoops > 0)
            m_program.questions.push_back({Question::Kind::between,
                                           {call.kernel, std::to_string(call.line), memory->name},
                                           Question::Subject::buffer,
                                           memory->name});
        call.given.push_back(!known || memory->given || memory->launched || memory->zeroed);
        call.changed.push_back(known && memory->changedLate);
        call.arguments.push_back(std::move(value));
        call.types.push_back(std::move(type));
        call.written.push_back(spellTokens(argument));
    }
    for (const Value& value : call.arguments)
        noteLaunched(value);
    for (Question& question : m_copiedLate)
        m_program.questions.push_back(std::move(question));
    m_copiedLate.clear();
    m_program.launches.push_back(std::move(call));
}

/// `cudaLaunchKernel(k, grid, block, arguments, shared, stream)` and similar calls, anywhere.
bool Follower::launchCall(Tokens t) {
    std::size_t i = 0;
    while (i < t.size() && !isLaunchCall(t, i))
        ++i;
    if (i >= t.size() || m_functions.contains(t[i].text))
        return false;
    m_sites.insert(t[i].text.data());
    if (m_program.launches.size() >= kMostFollowedLaunches)
        return true;
    const std::vector<Tokens> arguments = argumentsOf(t, i);
    LaunchCall call;
    call.line = t[i].line;
    call.file = m_file ? *m_file : std::string();
    std::optional<std::vector<Tokens>> values;
    if (t[i].is("cudaLaunchKernel") || t[i].is("cudaLaunchCooperativeKernel"))
        values = launchArguments(arguments, call);
    else if (t[i].is("cudaLaunchKernelEx") || t[i].is("cudaLaunchKernelExC"))
        values = configuredLaunch(arguments, t[i].is("cudaLaunchKernelExC"), call);
    call.cooperative = t[i].is("cudaLaunchCooperativeKernel");
    if (values)
        addLaunch(std::move(call), *values);
    else
        noteMissing(std::string(t[i].text), t[i].line);
    return true;
}

/// For cudaLaunchKernel: fills in everything except the arguments. Empty if not understood.
std::optional<std::vector<Tokens>> Follower::launchArguments(const std::vector<Tokens>& given,
                                                             LaunchCall& call) {
    if (given.size() < 4)
        return std::nullopt;
    call.kernel = kernelNamed(given[0]);
    call.grid = gridOf(given[1]);
    call.block = gridOf(given[2]);
    if (given.size() > 4) {
        call.shared = evaluate(given[4], scope());
        call.shared.assumed |= !call.shared.isNumber();
    }
    return call.kernel.empty() ? std::nullopt : addressesIn(given[3]);
}

/// Of cudaLaunchKernelEx: by a cudaLaunchConfig_t without attributes.
std::optional<std::vector<Tokens>> Follower::configuredLaunch(const std::vector<Tokens>& given,
                                                              bool byAddress, LaunchCall& call) {
    const Tokens config = given.empty() ? Tokens() : withoutCasts(given[0]);
    const Variable* variable = config.size() == 1 ? find(config[0].text) : nullptr;
    if (!variable || given.size() < 2)
        return std::nullopt;
    const auto member = [&](std::string_view name) {
        const Value* found = variable->value.member(name);
        return found ? *found : Value{};
    };
    const Value attributes = member("numAttrs");
    if (attributes.isNumber() && attributes.number != 0)
        return std::nullopt;
    call.kernel = kernelNamed(given[1]);
    call.grid = asGrid(member("gridDim"));
    call.block = asGrid(member("blockDim"));
    call.shared = member("dynamicSmemBytes");
    if (call.kernel.empty())
        return std::nullopt;
    if (byAddress)
        return given.size() < 3 ? std::nullopt : addressesIn(given[2]);
    return std::vector<Tokens>(given.begin() + 2, given.end());
}

/// `void *arguments[] = {&a, &n}`, or the list itself: the operands of the addresses.
std::optional<std::vector<Tokens>> Follower::addressesIn(Tokens t) {
    std::size_t brace = 0;
    while (brace < t.size() && !t[brace].is("{"))
        ++brace;
    if (brace < t.size())
        return addressesOf(t.subspan(brace));
    t = withoutCasts(t);
    if (t.size() != 1)
        return std::nullopt;
    if (t[0].is("nullptr") || t[0].is("NULL") || t[0].is("0"))
        return std::vector<Tokens>();
    const Variable* variable = find(t[0].text);
    if (!variable || variable->addressed.empty() ||
        std::any_of(variable->addressed.begin(), variable->addressed.end(),
                    [](Tokens one) { return one.empty(); }))
        return std::nullopt;
    return variable->addressed;
}

std::vector<Tokens> Follower::addressesOf(Tokens list) {
    std::vector<Tokens> all;
    for (const Tokens one : splitArguments(list.subspan(1, list.size() > 1 ? list.size() - 2 : 0)))
        if (!one.empty())
            all.push_back(contains(one, "&") ? withoutCasts(one) : Tokens());
    return all;
}

bool Follower::setAddress(Tokens path, Tokens value) {
    Variable* variable = path.size() > 3 && path[1].is("[") ? find(path[0].text) : nullptr;
    if (!variable || variable->addressed.empty())
        return false;
    const Value index = evaluate(path.subspan(2, path.size() - 3), scope());
    if (index.isNumber() && index.number >= 0 && index.number < double(variable->addressed.size()))
        variable->addressed[std::size_t(index.number)] =
            contains(value, "&") && m_unsure == 0 ? withoutCasts(value) : Tokens();
    return true;
}

bool Follower::setExtentOf(Tokens path, Tokens value) {
    std::size_t dot = 1; // before the axis
    while (dot + 2 < path.size() && path[dot + 2].is("."))
        dot += 2;
    if (dot + 1 >= path.size())
        return false;
    Variable* variable = dot == 1 ? find(path[0].text) : nullptr;
    Value* grid = dot == 1 ? (variable ? &variable->value : nullptr) : memberAt(path.first(dot));
    if (!grid || grid->kind != Value::Kind::grid)
        return false;
    const Token& name = path[dot + 1];
    const std::size_t axis = name.is("x") ? 0 : name.is("y") ? 1 : name.is("z") ? 2 : 3;
    std::vector<Token> whole; // of `g.x *= 2` all of it
    if (path.size() > dot + 2) {
        whole.assign(path.begin(), path.end());
        whole.push_back({Token::Kind::punctuation, "(", path[0].line});
        whole.insert(whole.end(), value.begin(), value.end());
        whole.push_back({Token::Kind::punctuation, ")", path[0].line});
    }
    const Value number =
        dependsOnPass(value) ? Value{} : evaluate(whole.empty() ? value : Tokens(whole), scope());
    if (axis > 2 || !number.isNumber() || m_unsure > 0 || m_loops != m_launchLoops)
        *grid = {}; // the user is asked
    else
        setExtent(*grid, axis, number);
    return true;
}

// ---- macros that launch

void Follower::findLaunchMacros() {
    for (bool grown = true; grown;) {
        grown = false;
        for (const auto& [name, macro] : m_macros) {
            const Tokens body(macro.body);
            bool launches = false;
            for (std::size_t i = 0; !launches && i < body.size(); ++i)
                launches = isShape(body, i) || isLaunchCall(body, i) ||
                           (body[i].isWord() && m_launchMacros.contains(body[i].text));
            if (launches)
                grown |= m_launchMacros.insert(name).second;
        }
    }
}

bool Follower::launchMacro(Tokens t) {
    std::size_t i = 0;
    while (i < t.size() && !(t[i].isWord() && m_launchMacros.contains(t[i].text)))
        ++i;
    if (i >= t.size() || m_macroDepth > 8)
        return false;
    const compile::Macro& macro = m_macros.find(t[i].text)->second;
    if (macro.takesArguments && !(i + 1 < t.size() && t[i + 1].is("(")))
        return false;
    m_tokens.push_back(expanded(macro, argumentsOf(t, i), t[i].line));
    const Tokens body = m_tokens.back();
    ++m_macroDepth;
    block(body, m_macroDepth);
    --m_macroDepth;
    return true;
}

/// The expansion of a macro with arguments. Names pasted from two are left as written.
std::vector<Token> Follower::expanded(const compile::Macro& macro,
                                      const std::vector<Tokens>& arguments, int line) {
    std::vector<Token> made;
    const auto add = [&](const Token& token) {
        made.push_back(token);
        made.back().line = line;
    };
    for (const Token& token : macro.body) {
        const auto place = std::find(macro.parameters.begin(), macro.parameters.end(), token.text);
        const auto index = std::size_t(place - macro.parameters.begin());
        if (place == macro.parameters.end()) {
            if (!token.is("#"))
                add(token);
            continue;
        }
        const bool isRest = macro.variadic && index + 1 == macro.parameters.size();
        const std::size_t end = isRest ? arguments.size() : std::min(index + 1, arguments.size());
        if (isRest && index >= end && !made.empty() && made.back().is(","))
            made.pop_back(); // `, ##__VA_ARGS__`
        for (std::size_t argument = index; argument < end; ++argument) {
            if (argument > index)
                add({Token::Kind::punctuation, ",", line});
            for (const Token& given : arguments[argument])
                add(given);
        }
    }
    return made;
}

// ---- launches that were not followed

void Follower::readMethods(Tokens t) {
    for (std::size_t i = 0; i + 1 < t.size(); ++i) {
        if (!t[i].isWord() || !t[i + 1].is("("))
            continue;
        std::size_t at = compile::afterClosing(t, i + 1, t.size());
        while (at < t.size() && !t[at].is("{") && !t[at].is(";") && !t[at].is("="))
            at = t[at].is("(") || (t[at].isWord() && at + 1 < t.size() && t[at + 1].is("{") &&
                                   (t[at - 1].is(":") || t[at - 1].is(",")))
                     ? compile::afterClosing(t, at + (t[at].is("(") ? 0 : 1), t.size())
                     : at + 1;
        if (at >= t.size() || !t[at].is("{"))
            continue;
        const std::size_t after = compile::afterClosing(t, at, t.size());
        m_bodies.emplace(t[i].text, t.subspan(at, after - at));
        i = after - 1;
    }
}

void Follower::skip(Tokens t) {
    if (!t.empty())
        m_skipped[t.data()] = t.data() + t.size();
}

void Follower::noteUnseen(Tokens t, std::set<std::string_view>& visited) {
    for (std::size_t i = 0; i < t.size(); ++i) {
        if (const auto skipped = m_skipped.find(&t[i]);
            skipped != m_skipped.end() && skipped->second <= t.data() + t.size()) {
            i = std::size_t(skipped->second - t.data()) - 1;
            continue;
        }
        const bool isSite = isShape(t, i) || isLaunchCall(t, i);
        if (isSite && m_sites.insert(t[i].text.data()).second) {
            const bool named = i > 0 && t[i - 1].isWord();
            noteMissing(std::string(isShape(t, i) ? (named ? t[i - 1].text : "<<<>>>") : t[i].text),
                        t[i].line);
        }
        if (!t[i].isWord() || !visited.insert(t[i].text).second)
            continue;
        if (m_launchMacros.contains(t[i].text))
            noteUnseen(Tokens(m_macros.find(t[i].text)->second.body), visited);
        const auto [begin, end] = m_bodies.equal_range(t[i].text);
        for (auto body = begin; body != end; ++body)
            noteUnseen(body->second, visited);
    }
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
    return asGrid(evaluate(t, scope()));
}

Value Follower::asGrid(const Value& value) {
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
            one = named; // a number is not one of the enumerators
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
