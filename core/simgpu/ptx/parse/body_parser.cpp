// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/simgpu/ptx/parse/function_parser.h"
#include "core/simgpu/ptx/parse/operand_parser.h"
#include "core/simgpu/ptx/parse/variable_parser.h"

#include <iterator>

namespace warpbench::simgpu::ptx {

namespace {

/// More nested `{}` scopes than any compiler makes.
constexpr std::size_t kMaxScopes = 512;

/// A name of a label, list or prototype that is looked up when its scope ends.
struct Pending {
    enum class Use { operand, targetsOfCall, elementOfList };
    Use use = Use::operand;
    std::size_t owner = 0; ///< index of the instruction or list
    std::size_t part = 0;  ///< index of the operand or element
    Token name;
};

/// Reads the statements of one body. Scopes are kept on its own stack, so that their nesting
/// costs no recursion.
class BodyParser {
  public:
    BodyParser(ParseContext& context, Function& function, std::int32_t functionIndex)
        : m_context(context)
        , m_tokens(context.tokens)
        , m_function(function)
        , m_functionIndex(functionIndex) {}

    void parse() {
        openScope();
        while (!m_pending.empty()) {
            if (m_tokens.at('{')) {
                openScope();
            } else if (m_tokens.at('}')) {
                closeScope();
            } else if (m_tokens.at(TokenKind::end)) {
                TokenStream::failAt(m_openings.back(), "this '{' has no matching '}'");
            } else {
                statement();
            }
        }
    }

  private:
    void openScope() {
        if (m_pending.size() == kMaxScopes)
            m_tokens.fail("scopes are nested more than " + std::to_string(kMaxScopes) +
                          " levels deep");
        m_openings.push_back(m_tokens.current().position);
        m_tokens.expect('{', "before the body of a function");
        m_context.names.openScope();
        m_pending.emplace_back();
    }

    /// Names that are not its labels are left to the enclosing scope.
    void closeScope() {
        const std::vector<Pending> pending = std::move(m_pending.back());
        m_pending.pop_back();
        m_openings.pop_back();
        for (const Pending& each : pending) {
            const auto found = m_context.names.labels.find(each.name.text);
            if (found.value && found.depth == m_context.names.labels.depth())
                resolve(each, *found.value);
            else if (m_pending.empty())
                failUnknown(each.name);
            else
                m_pending.back().push_back(each);
        }
        m_context.names.closeScope();
        m_tokens.expect('}', "after the body of a function");
    }

    void resolve(const Pending& pending, const LabelName& name) {
        switch (pending.use) {
        case Pending::Use::operand: {
            if (name.kind == LabelName::Kind::prototype || isListOfCalls(name))
                failKind(pending.name, "a label or a .branchtargets list");
            Operand& operand = m_function.code[pending.owner].operands[pending.part];
            operand.kind = name.kind == LabelName::Kind::label ? Operand::Kind::label
                                                               : Operand::Kind::targetList;
            operand.label = name.index;
            break;
        }
        case Pending::Use::targetsOfCall: {
            Instruction& call = m_function.code[pending.owner];
            if (name.kind == LabelName::Kind::prototype)
                call.callPrototype = name.index;
            else if (isListOfCalls(name))
                call.callTargets = name.index;
            else
                failKind(pending.name, "a .callprototype or .calltargets list");
            break;
        }
        case Pending::Use::elementOfList:
            if (name.kind != LabelName::Kind::label)
                failKind(pending.name, "a label");
            m_function.targetLists[pending.owner].targets[pending.part] = name.index;
            break;
        }
    }

    /// A .calltargets list holds symbols, a .branchtargets list labels.
    bool isListOfCalls(const LabelName& name) const {
        return name.kind == LabelName::Kind::targetList &&
               m_function.targetLists[static_cast<std::size_t>(name.index)].calls;
    }

    [[noreturn]] static void failKind(const Token& name, std::string_view what) {
        TokenStream::failAt(name.position, "expected " + std::string(what) + ", but '" +
                                               std::string(name.text) + "' is none");
    }

    void statement() {
        if (m_tokens.at(TokenKind::dotted))
            directive();
        else if (m_tokens.accept('@'))
            guardedInstruction();
        else if (m_tokens.at(TokenKind::word))
            labelOrInstruction();
        else if (!m_tokens.accept(';')) // An empty statement.
            m_tokens.failExpected("an instruction, label or directive");
    }

    void directive() {
        if (m_context.debug.parseDirective(m_tokens))
            return;
        const Token token = m_tokens.take();
        if (token.text == ".reg")
            registers();
        else if (token.text == ".pragma")
            m_tokens.passPragma();
        else if (const auto space = spaceNamed(token.text))
            variables(*space);
        else
            TokenStream::failAt(token.position,
                                "expected an instruction, label or directive of a function's "
                                "body, found '" +
                                    std::string(token.text) + "'");
    }

    void registers() {
        const Declaration declaration = parseDeclaration(m_context, Space::reg);
        do {
            const Token name = m_tokens.expectWord("the name of a register");
            const bool isNew = m_tokens.accept('<') ? registerRange(declaration, name)
                                                    : singleRegister(declaration, name);
            if (!isNew)
                TokenStream::failAt(name.position,
                                    "'" + std::string(name.text) + "' is declared twice");
        } while (m_tokens.accept(','));
        m_tokens.expect(';', "or ',' after a register");
    }

    bool singleRegister(const Declaration& declaration, const Token& name) {
        return m_context.names.declareValue(
            name.text, addRegister(m_context, m_function, declaration.prototype,
                                   std::string(name.text), name.position));
    }

    bool registerRange(const Declaration& declaration, const Token& name) {
        RegisterRange range;
        range.count = m_tokens.expectNumber("a number of registers");
        m_tokens.expect('>', "after a number of registers");
        range.first = {Named::Kind::reg, declaration.prototype.vectorWidth,
                       static_cast<std::int32_t>(m_function.registers.size())};
        for (std::uint32_t number = 0; number < range.count; ++number)
            addRegister(m_context, m_function, declaration.prototype,
                        std::string(name.text) + std::to_string(number), name.position);
        return m_context.names.declareRange(name.text, range);
    }

    void variables(Space space) {
        const Declaration declaration = parseDeclaration(m_context, space);
        do {
            const Token name = m_tokens.expectWord("the name of a variable");
            Variable variable = parseDeclarator(m_context, declaration, name,
                                                space == Space::global || space == Space::constant);
            const Named named = space == Space::global || space == Space::constant
                                    ? addModuleVariable(std::move(variable))
                                    : addLocalVariable(std::move(variable));
            if (!m_context.names.declareValue(name.text, named))
                TokenStream::failAt(name.position,
                                    "'" + std::string(name.text) + "' is declared twice");
        } while (m_tokens.accept(','));
        m_tokens.expect(';', "or ',' after a variable");
    }

    Named addLocalVariable(Variable variable) {
        m_function.variables.push_back(std::move(variable));
        return {Named::Kind::local, 1, static_cast<std::int32_t>(m_function.variables.size()) - 1};
    }

    Named addModuleVariable(Variable variable) {
        variable.ownerFunction = m_functionIndex;
        m_context.module.variables.push_back(std::move(variable));
        return {Named::Kind::symbol, 1,
                m_context.addSymbol(Symbol::Kind::variable, m_context.module.variables.size() - 1)};
    }

    void guardedInstruction() {
        const bool isNegated = m_tokens.accept('!');
        const Token name = m_tokens.expectWord("a predicate register after '@'");
        const Named named = m_context.names.find(name.text);
        if (named.index < 0)
            failUnknown(name);
        if (named.kind != Named::Kind::reg || named.width != 1)
            failKind(name, "a predicate register");
        if (!m_tokens.at(TokenKind::word))
            m_tokens.failExpected("an instruction after its guard");
        m_tokens.takeModifiers();
        Instruction& added = instruction(m_tokens.take());
        added.guard = named.index;
        added.guardNegated = isNegated;
    }

    void labelOrInstruction() {
        m_tokens.takeModifiers();
        const Token word = m_tokens.take();
        const bool hasModifiers = word.text.find('.') != std::string_view::npos;
        if (hasModifiers || !m_tokens.accept(':')) {
            instruction(word);
        } else if (m_tokens.acceptDirective(".branchtargets")) {
            targetList(word, false);
        } else if (m_tokens.acceptDirective(".calltargets")) {
            targetList(word, true);
        } else if (m_tokens.acceptDirective(".callprototype")) {
            callPrototype(word);
        } else {
            declareLabel(word, {LabelName::Kind::label,
                                static_cast<std::int32_t>(m_function.labels.size())});
            m_function.labels.push_back(
                {std::string(word.text), static_cast<std::uint32_t>(m_function.code.size())});
        }
    }

    void declareLabel(const Token& name, LabelName value) {
        if (!m_context.names.labels.declare(name.text, value))
            TokenStream::failAt(name.position,
                                "the label '" + std::string(name.text) + "' is declared twice");
    }

    void targetList(const Token& name, bool calls) {
        const std::size_t index = m_function.targetLists.size();
        declareLabel(name, {LabelName::Kind::targetList, static_cast<std::int32_t>(index)});
        m_function.targetLists.push_back({std::string(name.text), {}, calls});
        std::vector<std::int32_t>& targets = m_function.targetLists.back().targets;
        do {
            const Token target = m_tokens.expectWord("a target");
            if (calls) {
                targets.push_back(functionNamed(target));
            } else {
                m_pending.back().push_back(
                    {Pending::Use::elementOfList, index, targets.size(), target});
                targets.push_back(-1);
            }
        } while (m_tokens.accept(','));
        m_tokens.expect(';', "or ',' after a target");
    }

    std::int32_t functionNamed(const Token& name) {
        const Named named = m_context.names.find(name.text);
        if (named.index < 0)
            failUnknown(name);
        if (named.kind != Named::Kind::symbol ||
            m_context.symbol(named.index).kind != Symbol::Kind::function)
            failKind(name, "a function");
        return named.index;
    }

    /// `name: .callprototype (.param .b32 _) _ (.param .b64 _) .noreturn;`
    void callPrototype(const Token& name) {
        declareLabel(name, {LabelName::Kind::prototype,
                            static_cast<std::int32_t>(m_function.prototypes.size())});
        Prototype prototype;
        prototype.name = name.text;
        std::vector<std::string_view> names;
        if (m_tokens.at('('))
            prototype.returns = parseParameters(m_context, names);
        m_tokens.expectWord("'_' in a .callprototype");
        if (m_tokens.at('('))
            prototype.parameters = parseParameters(m_context, names);
        while (m_tokens.at(TokenKind::dotted)) {
            const Token directive = m_tokens.take();
            if (directive.text == ".noreturn")
                prototype.noReturn = true;
            else if (directive.text == ".abi_preserve" || directive.text == ".abi_preserve_control")
                m_tokens.expectNumber("a number of registers");
            else
                TokenStream::failAt(directive.position, "expected ';' or .noreturn, found '" +
                                                            std::string(directive.text) + "'");
        }
        m_tokens.expect(';', "after a .callprototype");
        m_function.prototypes.push_back(std::move(prototype));
    }

    /// Called after the mnemonic, including modifiers unless there was white space before them.
    Instruction& instruction(const Token& word) {
        const Mnemonic& mnemonic = m_tokens.at(TokenKind::dotted)
                                       ? spacedMnemonic(word)
                                       : m_context.mnemonics.intern(word.text);
        Instruction& added = m_function.code.emplace_back();
        added.opcode = mnemonic.opcode;
        added.op = mnemonic.op;
        added.modifiers = mnemonic.modifiers;
        added.position = word.position;
        added.location = m_context.debug.current();
        if (added.op == Opcode::call)
            callOperands(added);
        else if (!m_tokens.at(';'))
            operands(added);
        m_tokens.expect(';', "or ',' after an operand");
        return added;
    }

    const Mnemonic& spacedMnemonic(const Token& word) {
        std::string text(word.text);
        while (m_tokens.at(TokenKind::dotted))
            text += m_tokens.take().text;
        return m_context.mnemonics.intern(text);
    }

    void operands(Instruction& added) {
        const bool isBranch = added.op == Opcode::bra;
        m_operands.clear();
        do {
            if (isBranch && m_tokens.at(TokenKind::word)) {
                await(Pending::Use::operand, m_operands.size(), m_tokens.take());
                m_operands.emplace_back().kind = Operand::Kind::label;
                continue;
            }
            ParsedOperand parsed = parseOperand(m_context, added.opcode);
            if (parsed.unknown)
                await(Pending::Use::operand, m_operands.size(), *parsed.unknown);
            m_operands.push_back(std::move(parsed.operand));
        } while (m_tokens.accept(','));
        added.operands.assign(std::make_move_iterator(m_operands.begin()),
                              std::make_move_iterator(m_operands.end()));
    }

    /// Of the instruction that is being read.
    void await(Pending::Use use, std::size_t part, const Token& name) {
        m_pending.back().push_back({use, m_function.code.size() - 1, part, name});
    }

    std::vector<Operand> callList() {
        std::vector<Operand> list;
        m_tokens.expect('(', "before a list of a call");
        if (m_tokens.accept(')'))
            return list;
        do
            list.push_back(parseElement(m_context));
        while (m_tokens.accept(','));
        m_tokens.expect(')', "or ',' in a list of a call");
        return list;
    }

    /// `(returns), target, (arguments), prototype`, all but the target optional.
    void callOperands(Instruction& call) {
        if (m_tokens.at('(')) {
            call.callReturns = callList();
            m_tokens.expect(',', "after the return values of a call");
        }
        const Token target = m_tokens.current();
        if (target.kind != TokenKind::word)
            m_tokens.failExpected("the function to call");
        call.operands.push_back(parseElement(m_context));
        const Operand& callee = call.operands.back();
        const bool isFunction = callee.kind == Operand::Kind::symbol && !callee.symbolIsLocal &&
                                m_context.symbol(callee.symbol).kind == Symbol::Kind::function;
        if (!isFunction && callee.kind != Operand::Kind::reg)
            failKind(target, "a function or register");
        bool mayHaveArguments = true;
        while (m_tokens.accept(',')) {
            if (mayHaveArguments && m_tokens.at('(')) {
                call.callArguments = callList();
            } else {
                await(Pending::Use::targetsOfCall, 0,
                      m_tokens.expectWord("a list or prototype of call targets"));
            }
            mayHaveArguments = false;
        }
    }

    ParseContext& m_context;
    TokenStream& m_tokens;
    Function& m_function;
    std::int32_t m_functionIndex;
    std::vector<std::vector<Pending>> m_pending; ///< by open scope
    std::vector<Position> m_openings;            ///< by open scope: its "{"
    std::vector<Operand> m_operands; ///< of the current instruction, until their number is known
};

} // namespace

void parseBody(ParseContext& context, Function& function, std::int32_t functionIndex) {
    BodyParser(context, function, functionIndex).parse();
}

} // namespace warpbench::simgpu::ptx
