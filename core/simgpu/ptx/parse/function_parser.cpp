// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/simgpu/ptx/parse/function_parser.h"

#include "core/simgpu/ptx/parse/variable_parser.h"

#include <array>

namespace warpbench::simgpu::ptx {

namespace {

std::uint32_t expectPositive(TokenStream& tokens, std::string_view what) {
    const Position position = tokens.current().position;
    const std::uint32_t number = tokens.expectNumber(what);
    if (number == 0)
        TokenStream::failAt(position, std::string(what) + " cannot be 0");
    return number;
}

/// `64, 2, 1`: one to three numbers, missing ones 1.
std::array<std::uint32_t, 3> parseExtent(TokenStream& tokens) {
    std::array<std::uint32_t, 3> extent{1, 1, 1};
    extent[0] = expectPositive(tokens, "a size");
    for (std::size_t dim = 1; dim < 3 && tokens.accept(','); ++dim)
        extent[dim] = expectPositive(tokens, "a size");
    return extent;
}

/// Applies a performance or ABI directive, already consumed; false if it is none of these.
bool applyDirective(TokenStream& tokens, Function& function, std::string_view name) {
    if (name == ".maxntid")
        function.maxThreads = parseExtent(tokens);
    else if (name == ".reqntid")
        function.requiredThreads = parseExtent(tokens);
    else if (name == ".minnctapersm" || name == ".maxnctapersm")
        function.minBlocksPerSm = expectPositive(tokens, "a number of blocks");
    else if (name == ".maxnreg")
        function.maxRegisters = expectPositive(tokens, "a number of registers");
    else if (name == ".reqnctapercluster")
        function.requiredCluster = parseExtent(tokens);
    else if (name == ".explicitcluster")
        function.explicitCluster = true;
    else if (name == ".maxclusterrank")
        function.maxClusterRank = tokens.expectNumber("a number of blocks");
    else if (name == ".blocksareclusters")
        function.blocksAreClusters = true;
    else if (name == ".noreturn")
        function.prototype.noReturn = true;
    else if (name == ".abi_preserve" || name == ".abi_preserve_control" ||
             name == ".local_maxnreg") // Controls ptxas's use of real registers: ignored here.
        tokens.expectNumber("a number of registers");
    else
        return false;
    return true;
}

void parseDirectives(TokenStream& tokens, Function& function) {
    while (tokens.at(TokenKind::dotted)) {
        const Token directive = tokens.take();
        if (directive.text == ".pragma")
            tokens.passPragma();
        else if (!applyDirective(tokens, function, directive.text))
            TokenStream::failAt(directive.position, "expected a directive of a function, '{' or "
                                                    "';', found '" +
                                                        std::string(directive.text) + "'");
    }
}

/// The most that a kernel of any GPU takes (CUDA C++ Programming Guide, "Kernel Parameters").
constexpr std::uint64_t kMaxParameterBytes = 32764;

void layOutParameters(Function& function) {
    std::uint64_t bytes = 0;
    for (const Variable& parameter : function.prototype.parameters) {
        bytes = (bytes + parameter.alignment - 1) / parameter.alignment * parameter.alignment;
        function.parameterOffsets.push_back(static_cast<std::uint32_t>(bytes));
        bytes += parameter.size;
        if (bytes > kMaxParameterBytes)
            TokenStream::failAt(parameter.position, "a kernel's parameters take more than " +
                                                        std::to_string(kMaxParameterBytes) +
                                                        " bytes");
    }
    function.parameterBytes = static_cast<std::uint32_t>(bytes);
}

/// Adds return values and parameters to Function::variables and, if they are registers, to
/// Function::registers; with `inScope` also to the innermost scope.
void addParameters(ParseContext& context, Function& function, bool inScope) {
    for (std::vector<Variable>* list :
         {&function.prototype.returns, &function.prototype.parameters}) {
        for (Variable& variable : *list) {
            const Position position = variable.position;
            if (variable.space == Space::reg && inScope)
                variable.reg =
                    addRegister(context, function, variable, variable.name, position).index;
            function.variables.push_back(variable);
        }
    }
}

/// Makes the parameters' names known. They must outlive the scope, so they are the text's.
void declareParameters(ParseContext& context, const Function& function,
                       const std::vector<std::string_view>& names) {
    for (std::size_t index = 0; index < names.size(); ++index) {
        const Variable& variable = function.variables[index];
        if (names[index] == "_")
            continue;
        const Named named = variable.space == Space::reg
                                ? Named{Named::Kind::reg, variable.vectorWidth, variable.reg}
                                : Named{Named::Kind::local, 1, static_cast<std::int32_t>(index)};
        if (!context.names.declareValue(names[index], named))
            TokenStream::failAt(variable.position,
                                "the parameter '" + variable.name + "' is declared twice");
    }
}

bool sameShape(const std::vector<Variable>& left, const std::vector<Variable>& right) {
    if (left.size() != right.size())
        return false;
    for (std::size_t index = 0; index < left.size(); ++index) {
        if (left[index].size != right[index].size)
            return false;
    }
    return true;
}

/// The module's entry for the function: a new one, or that of an earlier declaration.
std::int32_t enterFunction(ParseContext& context, const Function& function, const Token& name) {
    const Named named = context.names.find(name.text);
    if (named.index < 0) {
        const std::size_t index = context.module.functions.size();
        context.module.functions.push_back(function);
        const std::int32_t symbol = context.addSymbol(Symbol::Kind::function, index);
        context.names.declareValue(name.text, {Named::Kind::symbol, 1, symbol});
        return static_cast<std::int32_t>(index);
    }
    const Symbol& symbol = context.symbol(named.index);
    if (symbol.kind != Symbol::Kind::function)
        TokenStream::failAt(name.position,
                            "'" + function.name + "' is already declared as a variable");
    Function& earlier = context.module.functions[static_cast<std::size_t>(symbol.index)];
    if (!earlier.isDeclaration && !function.isDeclaration)
        TokenStream::failAt(name.position, "'" + function.name + "' is defined twice");
    if (!sameShape(earlier.prototype.parameters, function.prototype.parameters) ||
        !sameShape(earlier.prototype.returns, function.prototype.returns))
        TokenStream::failAt(name.position,
                            "'" + function.name + "' is declared with other parameters before");
    return symbol.index;
}

/// Merges the attributes of a definition and of earlier declarations.
void merge(Function& earlier, Function&& later) {
    const bool noReturn = earlier.prototype.noReturn || later.prototype.noReturn;
    const bool isVisible = earlier.isVisible || later.isVisible;
    const bool isWeak = earlier.isWeak || later.isWeak;
    if (!later.isDeclaration || earlier.isDeclaration)
        earlier = std::move(later);
    earlier.prototype.noReturn = noReturn;
    earlier.isVisible = isVisible;
    earlier.isWeak = isWeak;
    if (!earlier.isDeclaration)
        earlier.isExtern = false;
}

} // namespace

std::vector<Variable> parseParameters(ParseContext& context, std::vector<std::string_view>& names) {
    TokenStream& tokens = context.tokens;
    std::vector<Variable> parameters;
    tokens.expect('(', "before parameters");
    if (tokens.accept(')'))
        return parameters;
    do {
        const bool isRegister = tokens.acceptDirective(".reg");
        if (!isRegister && !tokens.acceptDirective(".param"))
            tokens.failExpected(".param or .reg");
        const Declaration declaration =
            parseDeclaration(context, isRegister ? Space::reg : Space::param);
        const Token name = tokens.expectWord("the name of a parameter");
        parameters.push_back(parseDeclarator(context, declaration, name, false));
        names.push_back(name.text);
    } while (tokens.accept(','));
    tokens.expect(')', "or ',' after a parameter");
    return parameters;
}

Named addRegister(ParseContext& context, Function& function, const Variable& declaration,
                  const std::string& name, Position position) {
    if (context.registerBudget < declaration.vectorWidth)
        TokenStream::failAt(position, "this module declares more registers than it can use");
    context.registerBudget -= declaration.vectorWidth;
    const Named named{Named::Kind::reg, declaration.vectorWidth,
                      static_cast<std::int32_t>(function.registers.size())};
    if (declaration.vectorWidth == 1) {
        function.registers.push_back({name, declaration.type});
        return named;
    }
    for (std::size_t part = 0; part < declaration.vectorWidth; ++part)
        function.registers.push_back({name + '.' + "xyzw4567"[part], declaration.type});
    return named;
}

void parseFunction(ParseContext& context, const Linkage& linkage, bool isKernel) {
    TokenStream& tokens = context.tokens;
    Function function;
    function.isKernel = isKernel;
    function.isExtern = linkage.isExtern;
    function.isWeak = linkage.isWeak;
    function.isVisible = linkage.isVisible;
    std::vector<std::string_view> names;
    Variable ignored; // Attributes of functions tell linkers about real addresses: ignored here.
    if (tokens.acceptDirective(".attribute"))
        parseAttributes(tokens, ignored);
    if (!isKernel && tokens.at('('))
        function.prototype.returns = parseParameters(context, names);
    const Token name = tokens.expectWord("the name of a function");
    function.name = name.text;
    function.position = name.position;
    parseDirectives(tokens, function);
    if (tokens.at('('))
        function.prototype.parameters = parseParameters(context, names);
    parseDirectives(tokens, function);
    if (isKernel)
        layOutParameters(function);
    if (!tokens.at('{') && !tokens.at(';'))
        tokens.failExpected("'{' or ';' after the head of a function");
    function.isDeclaration = tokens.at(';');

    const std::int32_t index = enterFunction(context, function, name);
    addParameters(context, function, !function.isDeclaration);
    if (function.isDeclaration) {
        tokens.take();
    } else {
        context.names.openScope();
        declareParameters(context, function, names);
        context.debug.enterFunction();
        context.function = &function;
        parseBody(context, function, index);
        context.function = nullptr;
        context.names.closeScope();
    }
    merge(context.module.functions[static_cast<std::size_t>(index)], std::move(function));
}

} // namespace warpbench::simgpu::ptx
