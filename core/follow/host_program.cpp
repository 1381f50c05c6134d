// SPDX-License-Identifier: GPL-3.0-or-later
// Collects the declarations in a program's files, and finds where to start following it.
#include "core/expression/expression.h"
#include "core/follow/follower.h"
#include "core/follow/signature.h"

#include <algorithm>
#include <array>
#include <cctype>

namespace warpbench::guess::host {

namespace {

constexpr std::array<std::string_view, 2> kCalls = {"(", "<"};

} // namespace

bool contains(Tokens tokens, std::string_view word) {
    return std::any_of(tokens.begin(), tokens.end(), [&](const Token& t) { return t.is(word); });
}

std::string_view lastWord(Tokens tokens) {
    for (std::size_t i = tokens.size(); i-- > 0;)
        if (tokens[i].isWord())
            return tokens[i].text;
    return {};
}

Value product(const Value& a, const Value& b) {
    if (!a.isNumber() || !b.isNumber())
        return {};
    Value result = Value::of(a.number * b.number, a.isInteger && b.isInteger);
    result.assumed = a.assumed || b.assumed;
    if (!a.text.empty() || !b.text.empty())
        result.text = inBrackets(a.spelled()) + " * " + inBrackets(b.spelled());
    result.formula = inBrackets(a.worked()) + " * " + inBrackets(b.worked());
    return result;
}

Value assumedFor(const std::string& name) {
    std::string lower;
    for (const char c : name)
        lower += char(std::tolower(static_cast<unsigned char>(c)));
    const auto has = [&](std::string_view part) { return lower.find(part) != std::string::npos; };
    double number = 1024;
    if (has("iter") || has("rep") || has("time") || has("step") || has("pass") || has("dev") ||
        has("seed") || has("verbose"))
        number = 1;
    else if (has("block") || has("thread"))
        number = 256;
    else if (has("window") || has("radius") || has("filter") || has("mask") || has("kernel_"))
        number = 5; // odd, as most are
    else if (has("dim") || has("width") || has("height") || has("row") || has("col"))
        number = 64;
    else if (has("batch") || has("head") || has("channel"))
        number = 4; // small, as other sizes multiply it
    Value value = Value::of(number, true);
    value.assumed = true;
    return value;
}

Follower::Follower(const std::vector<std::pair<std::string, std::string>>& files) {
    StructType config; // the argument of cudaLaunchKernelEx
    for (const char* member :
         {"gridDim", "blockDim", "dynamicSmemBytes", "stream", "attrs", "numAttrs"})
        config.members.push_back({member, "size_t", {}});
    m_structs["cudaLaunchConfig_t"] = config;
    for (const auto& [path, text] : files)
        readFile(path, text);
    findLaunchMacros();
}

std::vector<const Function*> Follower::launchers() {
    std::vector<const Function*> found;
    const auto add = [&](const Function& function) {
        if (std::find(found.begin(), found.end(), &function) == found.end())
            found.push_back(&function);
    };
    for (const auto& [name, function] : m_functions) {
        if (!launches(function, kDeepestLaunch))
            continue;
        bool entered = false; // the caller knows a template's arguments
        for (const auto& [other, caller] : m_functions) {
            const Declaration& d = caller.declaration;
            const bool isTemplate =
                (*function.tokens)[function.declaration.begin].is("template") && other != name;
            for (std::size_t i = d.bodyBegin; isTemplate && i + 1 < d.bodyEnd; ++i)
                if ((*caller.tokens)[i].is(name) && (*caller.tokens)[i + 1].isOneOf(kCalls)) {
                    add(caller);
                    entered = true;
                    break;
                }
        }
        if (!entered)
            add(function);
    }
    return found;
}

HostProgram Follower::run() {
    readGuarded();
    for (const auto& [tokens, declaration] : m_globals)
        statement(Tokens(*tokens).subspan(declaration.begin, declaration.end - declaration.begin),
                  0, !declaration.constant);
    for (const auto& [tokens, declaration] : m_deviceGlobals)
        readDeviceVariable(
            Tokens(*tokens).subspan(declaration.begin, declaration.end - declaration.begin));
    m_depth = 1;
    if (const auto main = m_functions.find("main"); main != m_functions.end()) {
        enter(main->second, {}, {});
    } else {
        for (const Function* function : launchers())
            enter(*function, {}, {});
    }
    noteAllUnseen();
    noteNumbers();
    auto& launches = m_program.launches;
    if (launches.size() > kMostLaunches) {
        m_program.questions.push_back(
            {Question::Kind::more_launches, {std::to_string(kMostLaunches)}});
        launches.erase(launches.begin() + std::ptrdiff_t(kMostLaunches), launches.end());
        std::erase_if(m_program.loops, [&](const LaunchLoop& loop) {
            return loop.first + loop.count > launches.size();
        });
    }
    return std::move(m_program);
}

void Follower::noteAllUnseen() {
    std::set<std::string_view> visited;
    const auto main = m_bodies.find("main");
    if (main != m_bodies.end())
        return noteUnseen(main->second, visited);
    for (const auto& [name, body] : m_bodies)
        noteUnseen(body, visited);
}

void Follower::readGuarded() {
    auto& guarded = m_program.guarded;
    for (auto it = guarded.begin(); it != guarded.end();) {
        const auto macro = m_definitions.find(it->first);
        const Value value =
            macro == m_definitions.end() ? Value{} : evaluate(macro->second.body, scope());
        const bool usable = value.isNumber() && value.isInteger && project::isName(it->first) &&
                            !project::isReservedWord(it->first) &&
                            !project::findFunction(it->first) && !it->first.starts_with("__") &&
                            it->first != "i" && it->first != "j" && it->first != "k";
        it = usable ? std::next(it) : guarded.erase(it);
        if (usable)
            std::prev(it)->second = Value::of(value.number, true).spelled();
    }
}

void Follower::noteNumbers() {
    const auto note = [this](std::string_view name) {
        if (const Value value = variable(name); value.isNumber())
            m_program.numbers[std::string(name)] = value.number;
    };
    for (const auto& [name, macro] : m_macros)
        note(name);
    for (const auto& [name, variable] : m_outer)
        note(name);
    std::set<std::string>& ofDevice = m_program.ofDevice;
    for (bool grown = true; grown;) { // words that its macros expand to
        grown = false;
        for (const auto& [name, macro] : m_macros)
            for (const Token& token : macro.body)
                if (token.isWord() && ofDevice.contains(std::string(name)))
                    grown |= ofDevice.insert(std::string(token.text)).second;
    }
    for (const auto& [name, number] : m_program.numbers)
        if (ofDevice.contains(name) && !m_program.guarded.contains(name))
            m_program.fixed.insert(name);
}

bool Follower::isDefined(std::string_view name) const {
    static constexpr std::array<std::string_view, 4> kByCompiler = {"__CUDACC__", "__NVCC__",
                                                                    "__cplusplus", "__GNUC__"};
    return m_definitions.contains(name) ||
           std::find(kByCompiler.begin(), kByCompiler.end(), name) != kByCompiler.end();
}

void Follower::readDefinitions(const std::vector<compile::Directive>& directives) {
    struct Branch {
        bool outer; ///< whether the enclosing condition is active
        bool taken; ///< a branch of it did
        bool counts;
        std::string_view guards; ///< `#ifndef NAME`, `#if !defined(NAME)`; otherwise empty
    };
    std::vector<Branch> open;
    const auto counts = [&] { return open.empty() || open.back().counts; };
    for (const compile::Directive& directive : directives) {
        const std::vector<Token> rest = compile::tokenize(directive.rest);
        const bool named = !rest.empty() && rest[0].isWord();
        const bool known = named && isDefined(rest[0].text);
        if (directive.name == "define" && counts()) {
            compile::Macros one;
            compile::readMacros({directive}, one);
            for (auto& [name, macro] : one) {
                const auto guards = [&, &it = name](const Branch& b) { return b.guards == it; };
                const bool guarded = std::any_of(open.begin(), open.end(), guards);
                if (guarded && !macro.takesArguments && !macro.body.empty())
                    m_program.guarded[std::string(name)];
                m_definitions[name] = std::move(macro);
            }
        } else if (directive.name == "undef" && counts() && named) {
            m_definitions.erase(rest[0].text);
        } else if (directive.name.starts_with("if")) {
            const bool yes = directive.name == "ifdef"    ? known
                             : directive.name == "ifndef" ? !known
                                                          : holds(rest);
            std::string_view guards;
            if (directive.name == "ifndef" && named)
                guards = rest[0].text;
            else if (directive.name == "if" && rest.size() > 2 && rest[0].is("!") &&
                     rest[1].is("defined"))
                guards = rest[rest[2].is("(") && rest.size() > 3 ? 3 : 2].text;
            open.push_back({counts(), yes, counts() && yes, guards});
        } else if (directive.name.starts_with("el") && !open.empty()) {
            Branch& branch = open.back();
            const bool yes = !branch.taken && (directive.name == "else" || holds(rest));
            branch.counts = branch.outer && yes;
            branch.taken |= yes;
        } else if (directive.name == "endif" && !open.empty()) {
            open.pop_back();
        }
    }
}

bool Follower::holds(const std::vector<Token>& condition) {
    std::vector<Token> tokens;
    for (std::size_t i = 0; i < condition.size(); ++i) {
        if (!condition[i].is("defined")) {
            tokens.push_back(condition[i]);
            continue;
        }
        const bool bracket = i + 1 < condition.size() && condition[i + 1].is("(");
        const std::size_t name = bracket ? i + 2 : i + 1;
        const bool known = name < condition.size() && isDefined(condition[name].text);
        tokens.push_back({Token::Kind::number, known ? "1" : "0", condition[i].line});
        i = bracket ? name + 1 : name;
    }
    Scope there = scope();
    there.variable = [this](std::string_view name) { // undefined names are 0
        return m_definitions.contains(name) ? variable(name) : Value::of(0, true);
    };
    const Value value = evaluate(tokens, there);
    return value.isNumber() && value.number != 0;
}

void Follower::readDeviceVariable(Tokens t) {
    while (!t.empty() && (t[0].text.starts_with("__") || t[0].is("static") || t[0].is("extern")))
        t = t.subspan(1);
    while (!t.empty() && t.back().is(";"))
        t = t.first(t.size() - 1);
    std::string type;
    for (const Declarator& d : declarators(t, type))
        if (!d.pointer)
            m_deviceVariables[d.name] = {resolved(type), elementsOf(d)};
}

void Follower::readFile(const std::string& path, const std::string& text) {
    std::vector<compile::Directive> directives;
    const std::vector<Token> all = compile::tokenize(text, directives);
    compile::readMacros(directives, m_macros);
    readDefinitions(directives);
    m_tokens.push_back(compile::structuralTokens(all, directives));
    const std::vector<Token>& tokens = m_tokens.back();
    const auto words = compile::deviceWords(m_macros);
    for (const Declaration& d :
         compile::readDeclarations(tokens, 0, tokens.size(), words, m_macros)) {
        using Kind = Declaration::Kind;
        for (std::size_t i = d.begin; d.device && i < d.end; ++i)
            if (tokens[i].isWord())
                m_program.ofDevice.insert(std::string(tokens[i].text));
        if (d.kernel)
            m_kernels.emplace(d.name);
        if (d.kind == Kind::function && d.bodyBegin > 0 && !d.kernel && !d.device)
            m_bodies.emplace(d.name, Tokens(tokens).subspan(d.bodyBegin, d.bodyEnd - d.bodyBegin));
        if (d.kind == Kind::function && d.bodyBegin > 0 && !d.kernel)
            m_functions.insert({std::string(d.name), {&tokens, &path, d}});
        else if (d.kind == Kind::variable)
            (d.device ? m_deviceGlobals : m_globals).push_back({&tokens, d});
        else if (d.kind == Kind::alias)
            readAlias(Tokens(tokens).subspan(d.begin, d.end - d.begin));
        if (d.bodyBegin == 0 || (d.kind != Kind::type && d.kind != Kind::alias))
            continue;
        const Tokens head = Tokens(tokens).subspan(d.begin, d.bodyBegin - d.begin);
        if (contains(head, "enum"))
            readEnum(Tokens(tokens).subspan(d.bodyBegin + 1, d.bodyEnd - d.bodyBegin - 2));
        else
            readStruct(tokens, d);
        readMethods(Tokens(tokens).subspan(d.bodyBegin + 1, d.bodyEnd - d.bodyBegin - 2));
    }
    for (const auto& [name, macro] : m_macros)
        if (!macro.takesArguments && dtypeOfType(spellTokens(macro.body)))
            m_program.types[std::string(name)] = spellTokens(macro.body);
}

void Follower::readAlias(Tokens tokens) {
    if (tokens.size() < 4 || contains(tokens, "{") || contains(tokens, "("))
        return;
    const std::size_t last = tokens.size() - 2;
    if (tokens[0].is("typedef"))
        m_program.types[std::string(tokens[last].text)] = spellTokens(tokens.subspan(1, last - 1));
    else if (tokens[0].is("using") && tokens[2].is("="))
        m_program.types[std::string(tokens[1].text)] = spellTokens(tokens.subspan(3, last - 2));
}

void Follower::readStruct(const std::vector<Token>& tokens, const Declaration& d) {
    StructType type;
    std::size_t size = 0;
    std::size_t alignment = 1;
    bool sized = true;
    std::size_t begin = d.bodyBegin + 1;
    for (std::size_t i = begin; i + 1 < d.bodyEnd; ++i) {
        if (tokens[i].is("{") || tokens[i].is("(")) {
            // A constructor; other functions leave it a list of values.
            type.plain = type.plain && !(tokens[i].is("(") && i > begin &&
                                         tokens[i - 1].is(d.name) && !tokens[i - 1].is(""));
            i = compile::afterClosing(tokens, i, d.bodyEnd) - 1;
            continue;
        }
        if (!tokens[i].is(";"))
            continue;
        const Tokens member = Tokens(tokens).subspan(begin, i - begin);
        begin = i + 1;
        std::string name;
        for (const Declarator& one : declarators(member, name)) {
            type.members.push_back({one.name, name, one.initialiser, one.pointer, one.extents});
            const std::size_t each = one.pointer ? 8 : sizeOf(name);
            const Value count = elementsOf(one);
            sized = sized && each != 0 && count.isNumber();
            if (!sized)
                continue;
            const std::size_t unit = one.pointer ? 8 : alignmentOf(name);
            alignment = std::max(alignment, unit);
            size = (size + unit - 1) / unit * unit + each * std::size_t(count.number);
        }
    }
    for (std::size_t i = d.begin; i + 1 < d.bodyBegin; ++i) // `struct __align__(16)`
        if (tokens[i].is("__align__") || tokens[i].is("alignas")) {
            const std::size_t after = compile::afterClosing(tokens, i + 1, d.bodyBegin);
            const Tokens number = Tokens(tokens).subspan(i + 2, after > i + 3 ? after - i - 3 : 0);
            if (const Value said = evaluate(number, scope());
                said.isNumber() && said.number >= 1 && said.number <= 4096)
                alignment = std::max(alignment, std::size_t(said.number));
        }
    size = (size + alignment - 1) / alignment * alignment;
    std::vector<std::string> names(d.names.begin(), d.names.end());
    if (!d.name.empty())
        names.emplace_back(d.name);
    if (tokens[d.begin].is("typedef") && d.end >= 2 && tokens[d.end - 2].isWord())
        names.emplace_back(tokens[d.end - 2].text); // typedef struct { … } Name;
    for (const std::string& name : names) {
        m_structs[name] = type;
        if (sized && size > 0) {
            m_program.sizes[name] = size;
            m_alignments[name] = alignment;
        }
    }
}

void Follower::readEnum(Tokens body) {
    double next = 0;
    bool known = true;
    for (const Tokens one : splitArguments(body)) {
        if (one.empty() || !one[0].isWord())
            continue;
        if (one.size() > 2 && one[1].is("=")) {
            const Value value = evaluate(one.subspan(2), scope());
            known = value.isNumber();
            next = value.number;
        }
        const std::string name(one[0].text);
        Value value = known ? Value::of(next, true) : Value{};
        value.constant = name;
        m_variables[name] = {std::move(value), "int"};
        m_enumerators.insert(name);
        ++next;
    }
}

Value Follower::elementsOf(const Declarator& d) {
    Value count = Value::of(1, true);
    for (std::size_t i = 0; i < d.extents.size(); ++i) {
        Value elements = evaluate(d.extents[i], scope());
        const Tokens list = d.initialiser;
        if (d.extents[i].empty() && list.size() > 2 && list.front().is("{"))
            elements =
                Value::of(double(splitArguments(list.subspan(1, list.size() - 2)).size()), true);
        count = i == 0 ? elements : product(count, elements);
    }
    return count;
}

Value Follower::sizeOfNamed(const std::string& what) const {
    const std::size_t begin = what.find_first_not_of("* (");
    if (begin == std::string::npos)
        return {};
    for (const std::string_view word : {"struct ", "class ", "union ", "enum ", "const "})
        if (what.starts_with(word))
            return sizeOfNamed(what.substr(word.size()));
    const std::size_t end = what.find_first_of(" [)", begin);
    const std::string name = what.substr(begin, end == std::string::npos ? end : end - begin);
    const bool element = begin > 0 || end != std::string::npos;
    const auto bytes = [this](const std::string& type) {
        const std::size_t size = sizeOf(type);
        return size > 0 ? Value::of(double(size), true) : Value{};
    };
    for (const Variables* variables : {&m_variables, &m_outer}) {
        const auto found = variables->find(name);
        if (found == variables->end())
            continue;
        const Variable& variable = found->second;
        const Value each = bytes(variable.type);
        const bool whole = variable.isArray && !element && variable.value.memory >= 0;
        if (whole)
            return product(m_program.memories[std::size_t(variable.value.memory)].count, each);
        const bool pointer = variable.value.kind == Value::Kind::pointer && !variable.isArray;
        if (pointer && !element && end == std::string::npos && !what.empty() && what == name)
            return Value::of(8, true);
        return element && variable.row.isNumber() ? product(variable.row, each) : each;
    }
    return bytes(what);
}

} // namespace warpbench::guess::host

namespace warpbench::guess {

HostProgram readHostProgram(const std::vector<std::pair<std::string, std::string>>& files) {
    return host::Follower(files).run();
}

namespace {

void forgetWords(Value& value) {
    value.text.clear();
    for (Value& member : value.members)
        forgetWords(member);
}

} // namespace

HostProgram withoutWords(HostProgram program) {
    const auto plain = [](Value& value) { forgetWords(value); };
    for (Memory& memory : program.memories) {
        plain(memory.count);
        plain(memory.bytes);
    }
    for (LaunchLoop& loop : program.loops)
        plain(loop.passes);
    for (ConstantCopy& copy : program.constants)
        plain(copy.source);
    for (LaunchCall& call : program.launches)
        for (Value& value : call.arguments)
            plain(value);
    return program;
}

} // namespace warpbench::guess
