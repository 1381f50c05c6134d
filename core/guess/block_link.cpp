// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/guess/block_link.h"

#include "core/expression/expression.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <optional>
#include <vector>

namespace warpbench::guess {

namespace {

using project::Formula;
using project::Node;
using project::Op;

/// A number that is a block's extent, and its replacement.
struct Extent {
    double number = 0;
    std::string words;
};

/// Writes a formula again with words in place of a block's extents.
class Rewriter {
  public:
    explicit Rewriter(const Formula& formula)
        : m_formula(formula) {}

    /// The extents that the formula divides by, also as factors of the divisor. Empty: none.
    std::string divisors(const std::vector<Extent>& extents) {
        m_extents = extents;
        return rewritten(false);
    }

    /// The extents that appear as numbers, each exactly once. Empty: otherwise.
    std::string factors(const std::vector<Extent>& extents) {
        m_extents = extents;
        m_once = true;
        return rewritten(true);
    }

  private:
    std::string rewritten(bool everywhere) {
        std::string text = write(m_formula.root(), everywhere);
        return m_found && m_known ? text : std::string();
    }

    const Node& operand(const Node& node, std::size_t i) const {
        return m_formula.nodes()[node.operands.at(i)];
    }

    static std::optional<double> numberOf(const Node& node) {
        return node.op == Op::number ? std::optional(project::toDouble(node.value)) : std::nullopt;
    }

    /// Of a product of numbers.
    std::optional<double> productOf(const Node& node) const {
        if (node.op != Op::multiply)
            return numberOf(node);
        const auto a = productOf(operand(node, 0));
        const auto b = productOf(operand(node, 1));
        return a && b ? std::optional(*a * *b) : std::nullopt;
    }

    /// The words for a node that is one of the extents.
    std::optional<std::string> wordsFor(const Node& node) {
        const auto number = productOf(node);
        const auto found = std::find_if(m_extents.begin(), m_extents.end(),
                                        [&](const Extent& e) { return number == e.number; });
        if (found == m_extents.end())
            return std::nullopt;
        m_found = true;
        std::string words = found->words;
        if (m_once)
            m_extents.erase(found);
        return words;
    }

    /// \param here  the extents may be here
    std::string write(const Node& node, bool here) {
        if (here && (node.op == Op::number || (node.op == Op::multiply && !m_once)))
            if (const auto words = wordsFor(node))
                return *words;
        const auto pair = [&](std::string_view sign, bool second) {
            const std::string left = inBrackets(write(operand(node, 0), here));
            return fmt::format("{} {} {}", left, sign,
                               inBrackets(write(operand(node, 1), here || second)));
        };
        switch (node.op) {
        case Op::number:
            return project::toString(node.value);
        case Op::name:
            return m_formula.names().at(node.name);
        case Op::negate:
            return "-" + inBrackets(write(operand(node, 0), here));
        case Op::add:
            return pair("+", false);
        case Op::subtract:
            return pair("-", false);
        case Op::multiply:
            return pair("*", false);
        case Op::modulo:
            return pair("%", false);
        case Op::divide:
            return pair("/", !m_once);
        case Op::floor_divide:
            return pair("//", !m_once);
        case Op::call: {
            std::string text(project::nameOf(node.function));
            for (std::size_t i = 0; i < node.operands.size(); ++i) {
                const bool divisor = node.function == project::Function::ceil_div && i == 1;
                text +=
                    (i == 0 ? "(" : ", ") + write(operand(node, i), here || (divisor && !m_once));
            }
            return text + ")";
        }
        default:
            m_known = false;
            return {};
        }
    }

    const Formula& m_formula;
    std::vector<Extent> m_extents;
    bool m_once = false;
    bool m_found = false;
    bool m_known = true; ///< all nodes so far can be expressed here
};

std::optional<Formula> parsed(const std::string& text) {
    try {
        return Formula::parse(project::Expression{text, {}});
    } catch (const Error&) {
        return std::nullopt;
    }
}

std::string withDivisors(const std::string& text, const std::vector<Extent>& extents) {
    const auto formula = parsed(text);
    return formula ? Rewriter(*formula).divisors(extents) : std::string();
}

std::string withFactors(const std::string& text, const std::vector<Extent>& extents) {
    const auto formula = parsed(text);
    return formula ? Rewriter(*formula).factors(extents) : std::string();
}

class Linker {
  public:
    Linker(HostProgram& program, std::set<std::string> taken)
        : m_program(program)
        , m_taken(std::move(taken)) {
        for (const Memory& memory : program.memories)
            m_taken.insert(memory.name);
    }

    void run() {
        for (LaunchCall& call : m_program.launches)
            if (call.block.kind == Value::Kind::grid)
                link(call);
        for (auto& [name, formula] : m_program.formulas)
            if (const std::string text = followed(formula); !text.empty())
                m_program.parameters[name] = text;
        for (Memory& memory : m_program.memories) {
            follow(memory.count);
            follow(memory.bytes);
        }
        for (LaunchCall& call : m_program.launches)
            for (Value& argument : call.arguments)
                follow(argument);
    }

  private:
    /// The original size of a grid's calculation, and its replacement.
    struct Followed {
        std::string was;
        std::string is;
    };

    /// A constant that the kernel has as well cannot be changed in the set-up alone.
    bool isLiteral(const Value& block, std::size_t axis) const {
        return !m_program.fixed.contains(block.extentConstant[axis]) &&
               block.extentNumber[axis] > 1 &&
               block.extent[axis] == Value::of(block.extentNumber[axis], true).spelled();
    }

    void link(LaunchCall& call) {
        std::array<bool, 3> literal{};
        std::array<Extent, 3> extents;
        for (std::size_t axis = 0; axis < 3; ++axis) {
            literal[axis] = isLiteral(call.block, axis);
            extents[axis] = {literal[axis] ? call.block.extentNumber[axis] : 0,
                             nameFor(call.block, axis)};
        }
        std::array<bool, 3> used{};
        std::vector<Extent> all;
        for (std::size_t axis = 0; axis < 3; ++axis) {
            if (!literal[axis])
                continue;
            all.push_back(extents[axis]);
            if (call.grid.kind == Value::Kind::grid)
                used[axis] = linkGrid(call, axis, {extents[axis]});
        }
        // A row of blocks of a picture: n / (16 * 16).
        if (call.grid.kind == Value::Kind::grid && literal[0] && literal[1] && !used[0] &&
            !used[1] && !literal[2]) {
            const Extent whole{extents[0].number * extents[1].number,
                               extents[0].words + " * " + extents[1].words};
            if (linkGrid(call, 0, {whole}))
                used[0] = used[1] = true;
        }
        if (call.shared.isNumber() && !all.empty())
            if (const std::string text = withFactors(call.shared.worked(), all); !text.empty()) {
                call.shared.text = text;
                for (std::size_t axis = 0; axis < 3; ++axis)
                    used[axis] |= literal[axis] && names(text, extents[axis].words);
            }
        for (std::size_t axis = 0; axis < 3; ++axis)
            if (used[axis]) {
                m_program.parameters[extents[axis].words] = call.block.extent[axis];
                call.block.extent[axis] = extents[axis].words;
            }
    }

    static bool names(const std::string& text, const std::string& name) {
        const auto formula = parsed(text);
        return formula && std::find(formula->names().begin(), formula->names().end(), name) !=
                              formula->names().end();
    }

    /// Whether the grid, or a parameter that it says, is divided by the extents.
    bool linkGrid(LaunchCall& call, std::size_t axis, const std::vector<Extent>& extents) {
        std::string& extent = call.grid.extent[axis];
        std::string was = call.grid.extentFormula[axis];
        if (was.empty())
            was = extent;
        if (const std::string text = withDivisors(was, extents); !text.empty()) {
            m_followed.push_back({was, text});
            extent = text;
            return true;
        }
        const auto formula = parsed(was);
        bool found = false;
        for (const std::string& name : formula ? formula->names() : std::vector<std::string>()) {
            const auto known = m_program.formulas.find(name);
            if (known == m_program.formulas.end())
                continue;
            const std::string text = withDivisors(known->second, extents);
            if (text.empty())
                continue;
            m_followed.push_back({known->second, text});
            found = true;
        }
        return found;
    }

    /// The constant's own name, otherwise "block"; the same name for the same number.
    std::string nameFor(const Value& block, std::size_t axis) {
        const bool flat = block.extentNumber[1] <= 1 && block.extentNumber[2] <= 1;
        const std::string& own = block.extentConstant[axis];
        const bool usable = project::isName(own) && !project::isReservedWord(own) &&
                            !project::findFunction(own) && own != "i" && own != "j" && own != "k";
        const std::string base = usable ? own
                                 : flat ? "block"
                                        : fmt::format("block_{}", std::string_view("xyz")[axis]);
        const std::string number = Value::of(block.extentNumber[axis], true).spelled();
        std::string name = base;
        for (int i = 2; isTaken(name, number); ++i)
            name = base == "block" && i == 2 ? "threads_per_block" : base + std::to_string(i);
        return name;
    }

    bool isTaken(const std::string& name, const std::string& number) const {
        const auto known = m_program.parameters.find(name);
        return m_taken.contains(name) ||
               (known != m_program.parameters.end() && known->second != number);
    }

    /// A text that counts the grid's blocks, with the block's name inserted; empty: another text.
    std::string followed(const std::string& text) const {
        for (const Followed& one : m_followed) {
            if (text == one.was)
                return one.is;
            const std::string was = "(" + one.was + ")";
            const std::size_t at = text.find(one.was.ends_with(')') ? one.was : was);
            if (at == std::string::npos)
                continue;
            std::string with = text;
            if (one.was.ends_with(')'))
                return with.replace(at, one.was.size(), one.is);
            return with.replace(at, was.size(), "(" + one.is + ")");
        }
        return {};
    }

    void follow(Value& value) const {
        for (Value& member : value.members)
            follow(member);
        if (!value.isNumber())
            return;
        if (const std::string text = followed(value.worked()); !text.empty())
            value.text = text;
    }

    HostProgram& m_program;
    std::set<std::string> m_taken;
    std::vector<Followed> m_followed;
};

} // namespace

void linkBlocks(HostProgram& program, const std::set<std::string>& taken) {
    Linker(program, taken).run();
}

} // namespace warpbench::guess
