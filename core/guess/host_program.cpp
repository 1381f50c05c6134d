// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/guess/host_program.h"

#include "core/guess/signature.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <deque>
#include <set>

namespace warpbench::guess {

namespace {

using compile::Declaration;

constexpr int kDeepestCall = 8;
constexpr int kDeepestStatement = 60;
constexpr int kMostSteps = 20000;
constexpr std::size_t kMostLaunches = 16;

bool isWord(const Token& token) {
    return token.kind == Token::Kind::identifier;
}

bool contains(Tokens tokens, std::string_view word) {
    return std::any_of(tokens.begin(), tokens.end(), [&](const Token& t) { return t.is(word); });
}

std::string_view lastWord(Tokens tokens) {
    for (std::size_t i = tokens.size(); i-- > 0;)
        if (isWord(tokens[i]))
            return tokens[i].text;
    return {};
}

struct Variable {
    Value value;
    std::string type; ///< without its stars
    bool isArray = false;
};

using Variables = std::map<std::string, Variable, std::less<>>;

struct Function {
    const std::vector<Token>* tokens = nullptr;
    const std::string* file = nullptr;
    Declaration declaration;
};

/// The declarator of `type *name[3] = value`.
struct Declarator {
    std::string name;
    bool pointer = false;
    std::vector<Tokens> extents; ///< what stands between its square brackets
    Tokens initialiser;          ///< after `=`, or in brackets
};

Value product(const Value& a, const Value& b) {
    if (!a.isNumber() || !b.isNumber())
        return {};
    Value result = Value::of(a.number * b.number, a.isInteger && b.isInteger);
    result.assumed = a.assumed || b.assumed;
    const auto factor = [](const Value& value) {
        const std::string text = value.spelled();
        return text.find(' ') == std::string::npos ? text : "(" + text + ")";
    };
    if (!a.text.empty() || !b.text.empty())
        result.text = factor(a) + " * " + factor(b);
    return result;
}

/// A number that stands for one that the program gets from outside.
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
    else if (has("dim") || has("width") || has("height") || has("row") || has("col"))
        number = 64;
    Value value = Value::of(number, true);
    value.assumed = true;
    return value;
}

class Follower {
  public:
    explicit Follower(const std::vector<std::pair<std::string, std::string>>& files) {
        for (const auto& [path, text] : files)
            readFile(path, text);
    }

    HostProgram run() {
        for (const auto& [tokens, declaration] : m_globals)
            statement(
                Tokens(*tokens).subspan(declaration.begin, declaration.end - declaration.begin), 0,
                !declaration.constant);
        m_depth = 1;
        if (const auto main = m_functions.find("main"); main != m_functions.end()) {
            enter(main->second, {}, {});
        } else {
            for (const auto& [name, function] : m_functions)
                if (launches(function))
                    enter(function, {}, {});
        }
        return std::move(m_program);
    }

  private:
    // ---- what the files declare

    void readFile(const std::string& path, const std::string& text) {
        std::vector<compile::Directive> directives;
        const std::vector<Token> all = compile::tokenize(text, directives);
        compile::readMacros(directives, m_macros);
        m_tokens.push_back(compile::structuralTokens(all, directives));
        const std::vector<Token>& tokens = m_tokens.back();
        const auto words = compile::deviceWords(m_macros);
        for (const Declaration& d :
             compile::readDeclarations(tokens, 0, tokens.size(), words, m_macros)) {
            using Kind = Declaration::Kind;
            if (d.kind == Kind::function && d.bodyBegin > 0 && !d.kernel)
                m_functions.insert({std::string(d.name), {&tokens, &path, d}});
            else if (d.kind == Kind::variable && !d.device)
                m_globals.push_back({&tokens, d});
            else if (d.kind == Kind::alias)
                readAlias(Tokens(tokens).subspan(d.begin, d.end - d.begin));
            if (d.bodyBegin > 0 && (d.kind == Kind::type || d.kind == Kind::alias))
                readStruct(tokens, d);
        }
        for (const auto& [name, macro] : m_macros)
            if (!macro.takesArguments && dtypeOfType(spellTokens(macro.body)))
                m_program.types[std::string(name)] = spellTokens(macro.body);
    }

    /// `typedef float real;`, `using real = float;`
    void readAlias(Tokens tokens) {
        if (tokens.size() < 4 || contains(tokens, "{") || contains(tokens, "("))
            return;
        const std::size_t last = tokens.size() - 2;
        if (tokens[0].is("typedef"))
            m_program.types[std::string(tokens[last].text)] =
                spellTokens(tokens.subspan(1, last - 1));
        else if (tokens[0].is("using") && tokens[2].is("="))
            m_program.types[std::string(tokens[1].text)] = spellTokens(tokens.subspan(3, last - 2));
    }

    /// The size of a struct of plain members, aligned as C++ does.
    void readStruct(const std::vector<Token>& tokens, const Declaration& d) {
        std::size_t size = 0;
        std::size_t alignment = 1;
        std::size_t begin = d.bodyBegin + 1;
        for (std::size_t i = begin; i + 1 < d.bodyEnd; ++i) {
            if (tokens[i].is("{") || tokens[i].is("(")) {
                i = compile::afterClosing(tokens, i, d.bodyEnd) - 1;
                continue;
            }
            if (!tokens[i].is(";"))
                continue;
            const Tokens member = Tokens(tokens).subspan(begin, i - begin);
            begin = i + 1;
            std::string type;
            for (const Declarator& one : declarators(member, type)) {
                const std::size_t each = one.pointer ? 8 : sizeOf(type);
                const Value count = elementsOf(one);
                if (each == 0 || !count.isNumber())
                    return;
                alignment = std::max(alignment, std::min<std::size_t>(each, 8));
                const std::size_t unit = std::min<std::size_t>(each, 8);
                size = (size + unit - 1) / unit * unit + each * std::size_t(count.number);
            }
        }
        if (size == 0)
            return;
        size = (size + alignment - 1) / alignment * alignment;
        for (const std::string_view name : d.names)
            m_program.sizes[std::string(name)] = size;
        if (!d.name.empty())
            m_program.sizes[std::string(d.name)] = size;
    }

    /// How many elements a declared array has, of all its dimensions; 1 of no array.
    Value elementsOf(const Declarator& d) {
        Value count = Value::of(1, true);
        for (std::size_t i = 0; i < d.extents.size(); ++i) {
            Value elements = evaluate(d.extents[i], scope());
            const Tokens list = d.initialiser;
            if (d.extents[i].empty() && list.size() > 2 && list.front().is("{"))
                elements = Value::of(
                    double(splitArguments(list.subspan(1, list.size() - 2)).size()), true);
            count = i == 0 ? elements : product(count, elements);
        }
        return count;
    }

    /// sizeof(x): of a type, of an array with all its elements, or of one (`x[0]`, `*x`).
    Value sizeOfNamed(const std::string& what) const {
        const std::size_t begin = what.find_first_not_of("* (");
        if (begin == std::string::npos)
            return {};
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
            return whole
                       ? product(m_program.memories[std::size_t(variable.value.memory)].count, each)
                       : each;
        }
        return bytes(what);
    }

    static bool launches(const Function& f) {
        for (std::size_t i = f.declaration.bodyBegin; i + 2 < f.declaration.bodyEnd; ++i)
            if ((*f.tokens)[i].is("<") && (*f.tokens)[i + 1].is("<") && (*f.tokens)[i + 2].is("<"))
                return true;
        return false;
    }

    // ---- values

    std::size_t sizeOf(const std::string& type) const {
        if (type.ends_with('*'))
            return 8;
        const std::string known = resolved(type);
        if (const auto dtype = dtypeOfType(known))
            return dtype->size();
        const auto found = m_program.sizes.find(known);
        return found == m_program.sizes.end() ? 0 : found->second;
    }

    std::string resolved(std::string type) const {
        for (int i = 0; i < 8; ++i) {
            const auto found = m_program.types.find(type);
            if (found == m_program.types.end())
                break;
            type = found->second;
        }
        return type;
    }

    Scope scope() {
        return {[this](std::string_view name) { return variable(name); },
                [this](std::string_view name, Tokens arguments) { return call(name, arguments); },
                [this](const std::string& what) { return sizeOfNamed(what); }};
    }

    Value variable(std::string_view name) {
        if (const auto found = m_variables.find(name); found != m_variables.end())
            return found->second.value;
        if (const auto found = m_outer.find(name); found != m_outer.end())
            return found->second.value;
        if (name == "true" || name == "false")
            return Value::of(name == "true", true);
        if (name == "NULL" || name == "nullptr")
            return Value::of(0, true);
        const auto macro = m_macros.find(name);
        if (macro == m_macros.end() || macro->second.takesArguments || m_macroDepth > 8)
            return {};
        ++m_macroDepth;
        const Value value = evaluate(macro->second.body, scope());
        --m_macroDepth;
        return value;
    }

    /// Calls within calls come back here, so this bounds how deep the stack gets.
    Value call(std::string_view name, Tokens inside) {
        if (m_callDepth > kDeepestStatement)
            return {};
        ++m_callDepth;
        Value value = valueOfCall(name, inside);
        --m_callDepth;
        return value;
    }

    Value valueOfCall(std::string_view name, Tokens inside) {
        const std::vector<Tokens> arguments = splitArguments(inside);
        std::vector<Value> values;
        for (const Tokens argument : arguments)
            values.push_back(evaluate(argument, scope()));
        if (name == "dim3") {
            Value grid;
            grid.kind = Value::Kind::grid;
            for (std::size_t i = 0; i < std::min<std::size_t>(3, values.size()); ++i) {
                if (!values[i].isNumber())
                    return {};
                grid.extent[i] = integerText(values[i]);
                grid.extentNumber[i] = std::trunc(values[i].number);
            }
            return grid;
        }
        if (values.size() == 1 && values[0].kind == Value::Kind::pointer)
            return name == "raw_pointer_cast" ? values[0] : Value{};
        if (const Value simple = mathCall(name, values); simple.isNumber())
            return simple;
        if (const auto found = m_functions.find(name); found != m_functions.end())
            return enter(found->second, arguments, values);
        return {};
    }

    static Value mathCall(std::string_view name, const std::vector<Value>& v) {
        if (v.empty() ||
            !std::all_of(v.begin(), v.end(), [](const Value& x) { return x.isNumber(); }))
            return {};
        const auto result = [&](double number, bool integer, const std::string& text) {
            Value value = Value::of(number, integer);
            value.text = v[0].text.empty() && (v.size() < 2 || v[1].text.empty()) ? "" : text;
            value.assumed = v[0].assumed;
            return value;
        };
        const double a = v[0].number;
        if (name == "ceil" || name == "ceilf")
            return result(std::ceil(a), false, "ceil(" + v[0].spelled() + ")");
        if (name == "floor" || name == "floorf")
            return result(std::floor(a), false, "floor(" + v[0].spelled() + ")");
        if (name == "sqrt" || name == "sqrtf")
            return result(std::sqrt(a), false, "sqrt(" + v[0].spelled() + ")");
        if (name == "log2" || name == "log2f")
            return result(std::log2(a), false, "log2(" + v[0].spelled() + ")");
        if (name == "abs" || name == "fabs")
            return result(std::abs(a), v[0].isInteger, "abs(" + v[0].spelled() + ")");
        if (v.size() == 2 && (name == "min" || name == "max" || name == "pow")) {
            const double b = v[1].number;
            const double number = name == "min"   ? std::min(a, b)
                                  : name == "max" ? std::max(a, b)
                                                  : std::pow(a, b);
            return result(number, name != "pow" && v[0].isInteger && v[1].isInteger,
                          std::string(name) + "(" + v[0].spelled() + ", " + v[1].spelled() + ")");
        }
        return {};
    }

    static std::string integerText(const Value& value) {
        return value.isInteger || !value.text.empty()
                   ? value.spelled()
                   : Value::of(std::trunc(value.number), true).spelled();
    }

    // ---- functions

    /// Follows a function's body with its parameters bound; gives what it returns.
    Value enter(const Function& function, const std::vector<Tokens>& arguments,
                const std::vector<Value>& values) {
        if (m_depth > kDeepestCall)
            return {};
        const Tokens all(*function.tokens);
        const Declaration& d = function.declaration;
        const std::size_t end = compile::afterClosing(all, d.parameters, all.size());
        const std::vector<Tokens> parameters =
            splitArguments(all.subspan(d.parameters + 1, end - d.parameters - 2));
        Variables inner;
        std::vector<std::pair<std::string, std::string>> back; ///< parameter, caller's variable
        const bool isMain = d.name == "main";
        for (std::size_t i = 0; i < parameters.size(); ++i) {
            std::string type;
            const auto names = declarators(parameters[i], type);
            if (names.empty())
                continue;
            Variable bound{i < values.size() ? values[i] : Value{}, type};
            if (isMain && i == 0)
                bound.value = Value::of(1, true);
            else if (values.empty() && !isMain && !names[0].pointer && sizeOf(type) > 0)
                bound.value = assume(names[0].name, function, parameters[i]);
            if (i < arguments.size() && (contains(parameters[i], "&") ||
                                         (arguments[i].size() == 2 && arguments[i][0].is("&"))))
                back.emplace_back(names[0].name, lastWord(arguments[i]));
            inner[names[0].name] = std::move(bound);
        }
        bindTemplate(all, d);
        std::swap(inner, m_variables);
        if (m_depth == 1)
            m_outer.insert(inner.begin(), inner.end()); // the file's own
        const std::string* file = std::exchange(m_file, function.file);
        const Value returned = std::exchange(m_returned, {});
        ++m_depth;
        block(all.subspan(d.bodyBegin + 1, d.bodyEnd - d.bodyBegin - 2), 0);
        --m_depth;
        const Value result = std::exchange(m_returned, returned);
        m_file = file;
        std::swap(inner, m_variables);
        for (const auto& [parameter, name] : back)
            if (const auto at = m_variables.find(name); at != m_variables.end())
                at->second.value = inner[parameter].value;
        return result;
    }

    /// `template <class T> void run()` called as run<float>(): T is float from here on.
    void bindTemplate(Tokens all, const Declaration& d) {
        const std::vector<std::string> arguments = std::exchange(m_templateArguments, {});
        if (arguments.empty() || !all[d.begin].is("template") || d.begin + 1 >= d.end)
            return;
        const std::size_t end = compile::afterTemplateBracket(all, d.begin + 1, d.end);
        if (end < d.begin + 4)
            return;
        const auto parameters = splitArguments(all.subspan(d.begin + 2, end - d.begin - 3));
        for (std::size_t i = 0; i < std::min(arguments.size(), parameters.size()); ++i)
            if (const std::string name(lastWord(parameters[i])); name != arguments[i])
                m_program.types[name] = arguments[i];
    }

    Value assume(const std::string& name, const Function& function, Tokens where) {
        Value value = assumedFor(name);
        m_program.questions.push_back(
            fmt::format("{} (line {}) is a parameter of {}: {} is assumed", name,
                        where.front().line, function.declaration.name, value.spelled()));
        return asParameter(name, value);
    }

    /// A variable that holds a plain number becomes a parameter of the project.
    Value asParameter(const std::string& name, Value value) {
        const auto known = m_program.parameters.find(name);
        if (known == m_program.parameters.end())
            m_program.parameters[name] = value.spelled();
        else if (known->second != value.spelled())
            return value;
        value.text = name;
        return value;
    }

    // ---- statements

    void block(Tokens tokens, int depth) {
        std::size_t i = 0;
        while (i < tokens.size() && depth < kDeepestStatement && ++m_steps < kMostSteps) {
            const std::size_t end = std::max(endOfStatement(tokens, i, depth), i + 1);
            statement(tokens.subspan(i, end - i), depth, m_loops == 0);
            i = end;
        }
    }

    static std::size_t endOfStatement(Tokens t, std::size_t i, int depth) {
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

    void statement(Tokens t, int depth, bool mayBeParameter) {
        if (!t.empty() && t.back().is(";"))
            t = t.first(t.size() - 1);
        if (t.empty() || depth >= kDeepestStatement)
            return;
        const std::string_view word = t[0].text;
        if (word == "{")
            return block(t.subspan(1, t.size() > 1 ? t.size() - 2 : 0), depth + 1);
        if (word == "do" || word == "else")
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

    void control(Tokens t, int depth) {
        std::size_t open = 1;
        while (open < t.size() && !t[open].is("("))
            ++open;
        const std::size_t after = compile::afterClosing(t, open, t.size());
        if (open >= t.size() || after < open + 2)
            return;
        const Tokens head = t.subspan(open + 1, after - open - 2);
        if (t[0].is("if"))
            return branch(head, t, after, depth);
        const bool loop = t[0].is("for");
        const Tokens body = t.subspan(after);
        if (loop) {
            ++m_loops;
            std::size_t semicolon = 0;
            while (semicolon < head.size() && !head[semicolon].is(";"))
                ++semicolon;
            statement(head.first(semicolon), depth + 1, false);
            m_loopNames.push_back(std::string(loopName(head.first(semicolon))));
        }
        block(body, depth + 1);
        if (loop) {
            --m_loops;
            m_loopNames.pop_back();
        }
    }

    static std::string_view loopName(Tokens t) {
        for (std::size_t i = 0; i + 1 < t.size(); ++i)
            if (isWord(t[i]) && (t[i + 1].is("=") || t[i + 1].is(":")))
                return t[i].text;
        return {};
    }

    void branch(Tokens head, Tokens t, std::size_t after, int depth) {
        const Value condition = evaluate(head, scope());
        const std::size_t end = endOfStatement(t, after, depth + 1);
        const bool hasElse = end < t.size() && t[end].is("else");
        const Tokens yes = t.subspan(after, end - after);
        const Tokens no = hasElse ? t.subspan(end + 1) : Tokens();
        // What leaves the program is not the way on.
        const bool leaves = contains(yes, "exit") || contains(yes, "abort") ||
                            (contains(yes, "return") && !contains(yes, "<"));
        if (!condition.isNumber() ? !leaves : condition.number != 0 && !leaves)
            block(yes, depth + 1);
        if (!condition.isNumber() || condition.number == 0)
            block(no, depth + 1);
    }

    void simple(Tokens t, bool mayBeParameter) {
        for (std::size_t i = 0; i + 2 < t.size(); ++i)
            if (t[i].is("<") && t[i + 1].is("<") && t[i + 2].is("<"))
                return launch(t, i);
        if (runtimeCall(t))
            return;
        if (declaration(t, mayBeParameter) || assignment(t))
            return;
        for (std::size_t i = 0; i + 1 < t.size(); ++i) {
            if (!isWord(t[i]) || !m_functions.contains(t[i].text))
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
    }

    // ---- memory

    Value allocate(std::string name, std::string type, Value count) {
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

    /// So many elements of a type in so many bytes: "n * 4" is n floats.
    Value elementsOf(Value bytes, const std::string& type) const {
        const std::size_t size = std::max<std::size_t>(sizeOf(type), 1);
        if (!bytes.isNumber() || size == 1)
            return bytes;
        const std::string by = fmt::format(" * {}", size);
        const std::string front = fmt::format("{} * ", size);
        Value count = Value::of(std::ceil(bytes.number / double(size)), true);
        count.assumed = bytes.assumed;
        std::string text = bytes.text;
        if (text.ends_with(by))
            text.resize(text.size() - by.size());
        else if (text.starts_with(front))
            text.erase(0, front.size());
        else if (!text.empty())
            text = fmt::format("ceil_div({}, {})", text, size);
        if (text.starts_with('(') &&
            compile::afterClosing(compile::tokenize(text), 0, compile::tokenize(text).size()) ==
                compile::tokenize(text).size())
            text = text.substr(1, text.size() - 2);
        count.text = text;
        return count;
    }

    Variable* find(std::string_view name) {
        if (const auto found = m_variables.find(name); found != m_variables.end())
            return &found->second;
        const auto found = m_outer.find(name);
        return found == m_outer.end() ? nullptr : &found->second;
    }

    /// A call of the runtime or of the C library that makes, fills or copies memory, wherever it
    /// stands in the statement (error checks are macros of every shape).
    bool runtimeCall(Tokens t) {
        static const std::set<std::string_view> makers = {"cudaMalloc", "cudaMallocManaged",
                                                          "cudaMallocHost", "cudaHostAlloc",
                                                          "cudaMallocAsync"};
        static const std::set<std::string_view> others = {
            "cudaMemcpy", "cudaMemcpyAsync", "cudaMemset", "cudaMemsetAsync", "memset", "memcpy",
            "fill",       "fill_n",          "iota",       "sequence"};
        for (std::size_t i = 0; i + 1 < t.size(); ++i) {
            const bool maker = makers.contains(t[i].text);
            if (!maker && !others.contains(t[i].text))
                continue;
            std::size_t open = i + 1;
            if (t[open].is("<"))
                open = compile::afterTemplateBracket(t, open, t.size());
            if (open >= t.size() || !t[open].is("(") || m_functions.contains(t[i].text))
                continue;
            const std::size_t after = compile::afterClosing(t, open, t.size());
            const auto arguments =
                splitArguments(t.subspan(open + 1, after > open + 1 ? after - open - 2 : 0));
            if (arguments.size() < 2)
                continue;
            if (maker)
                makeMemory(arguments);
            else
                fillMemory(t[i].text, arguments);
            return true;
        }
        return false;
    }

    void makeMemory(const std::vector<Tokens>& arguments) {
        const std::string name(lastWord(arguments[0]));
        if (Variable* pointer = find(name))
            pointer->value = allocate(name, pointer->type,
                                      elementsOf(evaluate(arguments[1], scope()), pointer->type));
    }

    void fillMemory(std::string_view call, const std::vector<Tokens>& arguments) {
        const Value target = evaluate(arguments[0], scope());
        if (target.kind != Value::Kind::pointer)
            return;
        if (call.find("emcpy") != std::string_view::npos) {
            const Value source = evaluate(arguments[1], scope());
            if (source.kind != Value::Kind::pointer || source.memory == target.memory)
                return;
            const Memory from = m_program.memories[std::size_t(source.memory)];
            Memory& to = m_program.memories[std::size_t(target.memory)];
            const bool home =
                arguments.size() > 3 && contains(arguments[3], "cudaMemcpyDeviceToHost");
            if (home)
                return;
            to.given = true;
            to.filled = from.filled;
            to.unclear = from.unclear;
            to.init = from.init;
            return;
        }
        Memory& memory = m_program.memories[std::size_t(target.memory)];
        memory.given = true;
        if (call == "iota" || call == "sequence") {
            memory.init = {};
            memory.init.kind = project::Init::Kind::arange;
            memory.filled = true;
            return;
        }
        const bool set = call.find("emset") != std::string_view::npos;
        const Value value = evaluate(set ? arguments[1] : arguments.back(), scope());
        if (value.isNumber() && (!set || value.number == 0))
            fillWith(memory, value);
    }

    static void fillWith(Memory& memory, const Value& value) {
        memory.init = {};
        memory.filled = true;
        memory.unclear = false;
        if (value.text.empty() && value.number == 0)
            return; // zeros
        memory.init.kind = project::Init::Kind::constant;
        memory.init.value = project::Expression{value.spelled(), {}};
    }

    // ---- declarations and assignments

    std::vector<Declarator> declarators(Tokens t, std::string& type) const {
        std::size_t i = 0;
        bool word = false; // a word that can be the type has been seen
        static const std::set<std::string_view> plain = {
            "const", "static", "constexpr", "extern", "register", "volatile", "struct", "inline"};
        static const std::set<std::string_view> builtin = {
            "unsigned", "signed", "int", "long", "short", "char", "float", "double", "bool"};
        while (i < t.size() && isWord(t[i])) {
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
            while (i + 1 < t.size() && t[i].is("::") && isWord(t[i + 1])) {
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
            while (at < one.size() &&
                   (one[at].is("*") || one[at].is("&") || plain.contains(one[at].text) ||
                    one[at].is("__restrict__"))) {
                d.pointer |= one[at].is("*");
                ++at;
            }
            if (at >= one.size() || !isWord(one[at]))
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

    bool declaration(Tokens t, bool mayBeParameter) {
        std::string type;
        const auto found = declarators(t, type);
        if (found.empty())
            return false;
        for (const Declarator& d : found)
            declare(d, type, mayBeParameter);
        return true;
    }

    void declare(const Declarator& d, const std::string& type, bool mayBeParameter) {
        Variable made{{}, type};
        const std::size_t angle = type.find('<');
        if (angle != std::string::npos && type.find("vector") < angle) {
            made.type = type.substr(angle + 1, type.size() - angle - 2);
            made.value = makeVector(d, made.type);
        } else if (!d.extents.empty()) {
            made.value = allocate(d.name, type, elementsOf(d));
            made.isArray = true;
        } else if (type == "dim3") {
            made.value = call("dim3", d.initialiser);
            const Value whole = evaluate(d.initialiser, scope());
            if (whole.kind == Value::Kind::grid)
                made.value = whole;
        } else if (d.pointer || contains(d.initialiser, "new")) {
            made.value = makePointer(d.name, type, d.initialiser);
        } else {
            made.value = evaluate(d.initialiser, scope());
            made.value = number(d, made, mayBeParameter);
        }
        m_variables[d.name] = std::move(made);
    }

    /// A scalar's value, a parameter's where it is a plain number.
    Value number(const Declarator& d, const Variable& made, bool mayBeParameter) {
        Value value = made.value;
        const auto dtype = dtypeOfType(resolved(made.type));
        const bool isNumber =
            (dtype && dtype->kind() == memory::DType::Kind::scalar) || made.type == "auto";
        if (!isNumber)
            return value;
        if (value.isNumber() && dtype) {
            if (!isFloating(dtype->scalar()) && !value.isInteger && value.text.empty())
                value = Value::of(std::trunc(value.number), true);
            value.isInteger = !isFloating(dtype->scalar());
        }
        const bool fromOutside =
            contains(d.initialiser, "argv") || contains(d.initialiser, "getCmdLineArgumentInt");
        if (!value.isNumber() && fromOutside) {
            value = assumedFor(d.name);
            value.isInteger = !dtype || !isFloating(dtype->scalar());
            m_program.questions.push_back(
                fmt::format("{} (line {}) comes from the command line: {} is assumed", d.name,
                            d.initialiser.front().line, value.spelled()));
        }
        if (value.isNumber() && value.text.empty() && mayBeParameter)
            return asParameter(d.name, value);
        return value;
    }

    Value makeVector(const Declarator& d, const std::string& type) {
        const auto arguments = splitArguments(d.initialiser);
        const Value first = arguments.empty() ? Value{} : evaluate(arguments[0], scope());
        if (first.kind == Value::Kind::pointer) { // a copy of another, or its range
            const Memory from = m_program.memories[std::size_t(first.memory)];
            const Value made = allocate(d.name, type, from.count);
            Memory& to = m_program.memories.back();
            to.init = from.init;
            to.filled = from.filled;
            to.unclear = from.unclear;
            return made;
        }
        const Value made = allocate(d.name, type, first);
        if (arguments.size() > 1) {
            const Value value = evaluate(arguments[1], scope());
            if (value.isNumber())
                fillWith(m_program.memories.back(), value);
        }
        return made;
    }

    /// `malloc(bytes)`, `calloc(n, size)`, `new T[n]`, or another pointer.
    Value makePointer(const std::string& name, const std::string& type, Tokens t) {
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
                if (t[i].is("calloc"))
                    return allocate(name, type, bytes);
                return allocate(name, type, elementsOf(bytes, type));
            }
        }
        return evaluate(t, scope());
    }

    bool assignment(Tokens t) {
        std::size_t at = 0;
        while (at < t.size() && !t[at].is("=") && !t[at].is("("))
            at = t[at].is("[") ? compile::afterClosing(t, at, t.size()) : at + 1;
        if (at == 0 || at + 1 >= t.size() || !t[at].is("="))
            return false;
        const Tokens value = t.subspan(at + 1);
        if (t[at - 1].is("]"))
            return element(t.first(at), value);
        Variable* target = find(t[0].text);
        if (!target)
            return !contains(value, "(");
        if (at != 1) { // +=, members, pointers' targets
            if (isWord(t[0]) && at == 2)
                target->value = {};
            return at != 2 || !contains(value, "(");
        }
        if (contains(value, "malloc") || contains(value, "new") || contains(value, "calloc")) {
            target->value = makePointer(std::string(t[0].text), target->type, value);
            return true;
        }
        target->value = evaluate(value, scope());
        const bool outside = contains(value, "argv");
        if (!target->value.isNumber() && outside && sizeOf(target->type) > 0) {
            target->value = assumedFor(std::string(t[0].text));
            m_program.questions.push_back(
                fmt::format("{} (line {}) comes from the command line: {} is assumed", t[0].text,
                            t[0].line, target->value.spelled()));
            target->value = asParameter(std::string(t[0].text), target->value);
        }
        return true;
    }

    /// `a[i] = value` in a loop: the array's first contents.
    bool element(Tokens target, Tokens value) {
        const Value array = evaluate(target.first(1), scope());
        if (array.kind != Value::Kind::pointer)
            return true;
        Memory& memory = m_program.memories[std::size_t(array.memory)];
        memory.given = true;
        if (memory.filled)
            return true; // the first loop is the one that fills
        const Tokens index = target.size() > 3 ? target.subspan(2, target.size() - 3) : Tokens();
        const bool plainIndex =
            index.size() == 1 && !m_loopNames.empty() && index[0].is(m_loopNames.back());
        memory.init = {};
        for (const std::string_view word : {"rand", "random", "drand48", "rand_r", "distribution",
                                            "dis", "dist", "gen", "rng", "uniform", "lrand48"})
            if (contains(value, word))
                return fillRandom(memory, value);
        const std::string loop = m_loopNames.empty() ? "" : m_loopNames.back();
        Scope inLoop = scope();
        bool otherLoops = false;
        inLoop.variable = [&](std::string_view name) {
            if (name == loop) {
                Value i = Value::of(0, true);
                i.text = "i";
                return i;
            }
            otherLoops |=
                std::find(m_loopNames.begin(), m_loopNames.end(), name) != m_loopNames.end();
            return variable(name);
        };
        const Value result = evaluate(value, inLoop);
        const bool usesLoop = !loop.empty() && contains(value, loop);
        if (!result.isNumber() || otherLoops ||
            (usesLoop && (!plainIndex || result.text.empty()))) {
            memory.unclear = true;
            return true;
        }
        if (!usesLoop) {
            fillWith(memory, result);
        } else {
            memory.filled = true;
            memory.init.kind =
                result.text == "i" ? project::Init::Kind::arange : project::Init::Kind::expression;
            if (result.text != "i")
                memory.init.expression = project::Expression{result.text, {}};
        }
        return true;
    }

    bool fillRandom(Memory& memory, Tokens value) {
        const auto dtype = dtypeOfType(memory.type);
        const bool integer =
            dtype && dtype->kind() == memory::DType::Kind::scalar && !isFloating(dtype->scalar());
        memory.filled = true;
        memory.init.seed = m_program.memories.size();
        memory.init.kind = integer ? project::Init::Kind::randint : project::Init::Kind::uniform;
        std::string high = integer ? "100" : "";
        for (std::size_t i = 0; i + 1 < value.size(); ++i)
            if (value[i].is("%"))
                if (const Value modulus = evaluate(value.subspan(i + 1, 1), scope());
                    modulus.isNumber())
                    high = modulus.spelled();
        if (integer)
            memory.init.low = project::Expression{"0", {}};
        if (!high.empty())
            memory.init.high = project::Expression{high, {}};
        return true;
    }

    // ---- launches

    void launch(Tokens t, std::size_t open) {
        if (m_program.launches.size() >= kMostLaunches)
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
        while (begin > 0 && (isWord(t[begin - 1]) || t[begin - 1].is("::")) &&
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
        if (shape.size() > 2)
            call.shared = evaluate(shape[2], scope());
        const std::size_t end = compile::afterClosing(t, close + 3, t.size());
        for (const Tokens argument :
             splitArguments(t.subspan(close + 4, end > close + 4 ? end - close - 5 : 0))) {
            const Value value = evaluate(argument, scope());
            const bool known = value.kind == Value::Kind::pointer;
            call.given.push_back(!known || m_program.memories[std::size_t(value.memory)].given);
            call.arguments.push_back(value);
            call.written.push_back(spellTokens(argument));
        }
        m_program.launches.push_back(std::move(call));
    }

    Value gridOf(Tokens t) {
        if (!t.empty() && t.front().is("{"))
            return call("dim3", t.subspan(1, t.size() - 2));
        const Value value = evaluate(t, scope());
        if (!value.isNumber())
            return value;
        Value grid;
        grid.kind = Value::Kind::grid;
        grid.extent[0] = integerText(value);
        grid.extentNumber[0] = std::trunc(value.number);
        grid.assumed = value.assumed;
        return grid;
    }

    /// Numbers that only main knows are written out.
    std::string templateArguments(Tokens t) {
        if (t.size() < 3)
            return {};
        std::string text = "<";
        for (const Tokens argument : splitArguments(t.subspan(1, t.size() - 2))) {
            const Value value = evaluate(argument, scope());
            std::string one = spellTokens(argument);
            if (value.isNumber() && !one.empty() && one != "true" && one != "false")
                one = Value::of(value.number, value.isInteger).spelled();
            else if (argument.size() == 1 && m_program.types.contains(one) &&
                     dtypeOfType(resolved(one)))
                one = resolved(one);
            text += (text.size() > 1 ? ", " : "") + one;
        }
        return text + ">";
    }

    std::deque<std::vector<Token>> m_tokens; ///< of each file
    compile::Macros m_macros;
    std::map<std::string, Function, std::less<>> m_functions;
    std::vector<std::pair<const std::vector<Token>*, Declaration>> m_globals;
    HostProgram m_program;
    Variables m_variables; ///< of the function that is followed
    Variables m_outer;     ///< of the files
    std::vector<std::string> m_loopNames;
    std::vector<std::string> m_templateArguments; ///< of the call that is being entered
    Value m_returned;
    const std::string* m_file = nullptr;
    int m_loops = 0;
    int m_depth = 0;
    int m_macroDepth = 0;
    int m_callDepth = 0;
    int m_steps = 0;
};

} // namespace

HostProgram readHostProgram(const std::vector<std::pair<std::string, std::string>>& files) {
    return Follower(files).run();
}

} // namespace warpbench::guess
