// SPDX-License-Identifier: GPL-3.0-or-later
// Compares the form table of the PTX check with the handlers' table: generates instructions of each
// form, which the engine must decode unless they are known to be unsupported; and some of them must
// reach each handler of an instruction.
#include "core/simgpu/engine/handlers/forms.h"
#include "core/simgpu/engine/program.h"
#include "core/simgpu/ptx/check/check.h"
#include "core/simgpu/ptx/check/forms.h"
#include "core/simgpu/ptx/opcode.h"
#include "tests/main.h"
#include "tests/simgpu/engine/machine_fixture.h"
#include "tests/simgpu/ptx/instruction_lines.h"

#include <QtTest/QTest>

#include <algorithm>
#include <map>
#include <set>

namespace tst_form_walk {

using namespace warpbench::simgpu;
using namespace warpbench::simgpu::ptx::testing;
using engine::Handler;
using engine::LoadError;
using ptx::OperandRule;

namespace {

/// Some instructions are there from a target on, some for one family, some no longer.
const char* const kHeads[] = {".version 9.0\n.target sm_90a", ".version 9.0\n.target sm_100a",
                              ".version 9.0\n.target sm_120a", ".version 9.0\n.target sm_90",
                              ".version 6.3\n.target sm_60"};

bool isInteger(ptx::Type type) {
    const std::string_view name = ptx::nameOf(type);
    return !name.empty() && std::string_view("bsu").find(name[0]) != std::string_view::npos &&
           !name.starts_with("bf") && name.find('x') == std::string_view::npos;
}

enum Variant {
    kRegisters,
    kWithConstants, ///< where they are allowed
    kOfSameSize,    ///< 8-bit registers if a type has 8 bits
};

/// Writes operands that match a form, each with its own registers.
class OperandWriter {
  public:
    OperandWriter(const ptx::Instruction& instruction, Variant variant)
        : m_instruction(instruction)
        , m_variant(variant) {}

    std::string all(const ptx::ResolvedForm& form) {
        std::string text;
        for (const OperandRule& rule : form.operands)
            text += (text.empty() ? " " : ", ") + written(rule);
        return text;
    }

  private:
    using Kind = OperandRule::Kind;

    std::string reg(const char* kind, unsigned count) {
        return kind + std::to_string(m_next[kind]++ % count);
    }
    std::string value(ptx::Type type) {
        if (type == ptx::Type::pred)
            return reg("%p", 8);
        if (type == ptx::Type::f32)
            return reg("%f", 160);
        if (type == ptx::Type::f64)
            return reg("%d", 40);
        switch (ptx::sizeOf(type)) {
        case 1:
            return m_variant == kOfSameSize ? reg("%c", 4) : reg("%h", 8);
        case 2:
            return reg("%h", 8);
        case 8:
            return reg("%rd", 16);
        case 16:
            return reg("%q", 4);
        default:
            return reg("%r", 160);
        }
    }
    std::string vectorOf(ptx::Type type, std::size_t elements) {
        std::string text;
        for (std::size_t n = 0; n < elements; ++n)
            text += (n ? ", " : "{") + value(type);
        return text + "}";
    }
    static std::string number(const OperandRule& rule) {
        if (!rule.constants.empty())
            return std::to_string(static_cast<std::int64_t>(rule.constants.front()));
        const ptx::ConstantRule& limit = rule.constant;
        if (limit.isShare)
            return "0f3F000000";
        std::int64_t number = std::max<std::int64_t>(limit.least, 0);
        if (limit.isPowerOfTwo || limit.isNotZero)
            number = std::max<std::int64_t>(number, 16);
        number = (number + limit.unit - 1) / limit.unit * limit.unit;
        return std::to_string(number);
    }
    bool has(std::string_view modifier) const { return m_instruction.modifiers.has(modifier); }
    std::string address(const OperandRule& rule) const {
        if (has("param") || has("param::entry") || has("param::func"))
            return "[p]";
        return rule.space == ptx::Space::shared ? "[sh]" : "[%rd1]";
    }
    std::string coordinates(const OperandRule& rule) {
        static const std::map<std::string_view, std::pair<unsigned, unsigned>> kDimensions{
            {"1d", {0, 1}},    {"2d", {0, 2}},   {"3d", {0, 4}},   {"4d", {0, 4}},
            {"5d", {0, 5}},    {"a1d", {1, 1}},  {"a2d", {1, 3}},  {"cube", {0, 4}},
            {"acube", {1, 3}}, {"2dms", {1, 3}}, {"a2dms", {2, 2}}};
        std::pair<unsigned, unsigned> size{0, 1};
        for (const std::string_view modifier : m_instruction.modifiers) {
            if (const auto found = kDimensions.find(modifier); found != kDimensions.end())
                size = found->second;
        }
        if (rule.kind == Kind::tensor && has("3d"))
            size.second = 3;
        if (has("tile::gather4") || has("tile::scatter4"))
            size = {0, 5};
        std::string text = "[%rd1, {";
        for (unsigned n = 0; n < size.first + size.second; ++n)
            text += (n ? ", " : "") + (n < size.first ? value(ptx::Type::u32) : value(rule.type));
        return text + "}]";
    }
    std::string written(const OperandRule& rule) {
        switch (rule.kind) {
        case Kind::address:
            return address(rule);
        case Kind::handle:
            return "[%rd1]";
        case Kind::coordinates:
        case Kind::tensor:
            return coordinates(rule);
        case Kind::constant:
            return number(rule);
        case Kind::label:
            return "L";
        case Kind::sink:
            return "_";
        case Kind::vector:
            return vectorOf(ptx::Type::u16, 2);
        case Kind::gradients:
            return vectorOf(ptx::Type::f32, has("1d") || has("a1d")                    ? 1
                                            : has("3d") || has("cube") || has("acube") ? 4
                                                                                       : 2);
        case Kind::offsets:
        case Kind::anything:
            return value(ptx::Type::u32);
        case Kind::value:
            break;
        }
        if (rule.elements)
            return vectorOf(rule.type, rule.elements);
        const bool isSource = !rule.written && !rule.mustBeRegister;
        if (m_variant == kWithConstants && isSource && ptx::sizeOf(rule.type) != 0 &&
            isInteger(rule.type))
            return number(rule);
        std::string text = value(rule.type);
        if (rule.needsPredicate)
            text += "|" + value(ptx::Type::pred);
        return text;
    }

    const ptx::Instruction& m_instruction;
    const Variant m_variant;
    std::map<std::string, unsigned> m_next;
};

std::string moduleOf(const std::string& head, const std::string& line) {
    return beforeLine(head, head.find("sm_60") == std::string::npos) + line + "\nL:\n" + kAfterLine;
}

/// Whether the PTX check accepts it.
bool isRight(const std::string& text) {
    ptx::ParseResult result = ptx::parse(text);
    return !result.error && !ptx::findMistake(*result.module);
}

/// Cases that depend on more than an instruction's start (docs/simulated-gpu.md), or that ptxas
/// 13.0 accepts although the PTX ISA does not define them.
bool isRefused(const std::string& line, const std::string& reason) {
    const std::string mnemonic = line.substr(0, line.find(' '));
    const auto has = [&](const char* part) { return mnemonic.find(part) != std::string::npos; };
    if (mnemonic.starts_with("tex."))
        if (has("2dms") || (has("cube") && mnemonic.ends_with(".s32")))
            return true;
    if (has(".v8") && (mnemonic.ends_with("8") || mnemonic.ends_with("16")))
        return true;
    static constexpr std::pair<std::string_view, std::string_view> kRefused[] = {
        {"tex.", "a comparison of depth"},
        {"tld4.", "a comparison of depth"},
        {"cp.", "a tensor map in mode im2col::w"},
        {"mov.v", "a vector from an operand of this kind"},
        {"istypep.", "a texture or surface object must be in a register"},
        {"v", "it has the wrong number of operands"}, // of video instructions
    };
    return std::ranges::any_of(kRefused, [&](const auto& refused) {
        return line.starts_with(refused.first) && reason.find(refused.second) != std::string::npos;
    });
}

/// Lists of labels, functions and their parameters; forms with arbitrary modifiers.
bool needsMoreThanALine(const std::string& mnemonic) {
    static constexpr std::string_view kMore[] = {"brx.", "call", "st.param", "multimem.",
                                                 "tcgen05."};
    return std::ranges::any_of(kMore,
                               [&](const auto start) { return mnemonic.starts_with(start); });
}

} // namespace

class TestFormWalk : public QObject {
    Q_OBJECT

  private:
    std::vector<std::string> m_refused; ///< how lines begin that are not executed
    std::set<Handler> m_reached;
    std::size_t m_opcodes = 0, m_instructions = 0; ///< looked at so far
    engine::Machine m_machine;

    std::vector<std::string> linesOf(const std::string& mnemonic, const char*& head) const;
    void decode(const std::string& head, const std::string& line);

  private slots:
    void initTestCase() { m_refused = ptx::testing::linesOf("not_executed.txt"); }
    void eachFormIsDecoded_data();
    void eachFormIsDecoded();
    void eachHandlerIsReached();
    void branchesByIndexNeedAList();
};

void TestFormWalk::eachFormIsDecoded_data() {
    QTest::addColumn<QByteArray>("opcode");
    std::vector<std::string> opcodes = ptx::opcodesWithForms();
    std::sort(opcodes.begin(), opcodes.end());
    for (const std::string& opcode : opcodes)
        QTest::newRow(opcode.c_str()) << QByteArray::fromStdString(opcode);
}

/// Instructions that the check accepts. \param head  the text before them; null if it fits none
std::vector<std::string> TestFormWalk::linesOf(const std::string& mnemonic,
                                               const char*& head) const {
    std::vector<std::string> lines;
    bool hasForms = false;
    for (const char* each : kHeads) {
        const ptx::ParseResult parsed = ptx::parse(moduleOf(each, mnemonic + ";"));
        if (parsed.error)
            continue;
        const ptx::Instruction& instruction = parsed.module->functions.back().code.front();
        for (const ptx::ResolvedForm& form :
             ptx::resolveMnemonic(instruction.opcode, instruction.modifiers).forms) {
            hasForms = true;
            for (const Variant variant : {kRegisters, kWithConstants, kOfSameSize}) {
                const std::string line =
                    mnemonic + OperandWriter(instruction, variant).all(form) + ";";
                if (std::ranges::find(lines, line) == lines.end() && isRight(moduleOf(each, line)))
                    lines.push_back(line);
            }
        }
        head = each;
        if (!lines.empty())
            return lines;
    }
    if (!hasForms)
        head = nullptr;
    return lines;
}

void TestFormWalk::decode(const std::string& head, const std::string& line) {
    const std::string text = moduleOf(head, line);
    const std::string_view view = text;
    const engine::LoadResult result = load(std::span(&view, 1), m_machine.model, m_machine.memory);
    if (const auto* error = std::get_if<LoadError>(&result)) {
        const bool isKnown = std::ranges::any_of(
            m_refused, [&](const auto& start) { return line.starts_with(start); });
        QVERIFY2(isKnown || isRefused(line, error->text), (line + " " + error->text).c_str());
        QVERIFY(error->kind == LoadError::Kind::unsupported);
        return;
    }
    for (const auto& code : std::get<std::shared_ptr<engine::Program>>(result)->codes) {
        for (const engine::Inst& inst : code.insts)
            m_reached.insert(inst.run);
    }
}

void TestFormWalk::eachFormIsDecoded() {
    QFETCH(QByteArray, opcode);
    ++m_opcodes;
    for (const std::string& mnemonic : ptx::mnemonicsOf(opcode.toStdString())) {
        const char* head = nullptr;
        const std::vector<std::string> lines = linesOf(mnemonic, head);
        QVERIFY2(!lines.empty() || !head || needsMoreThanALine(mnemonic), mnemonic.c_str());
        m_instructions += lines.size();
        for (const std::string& line : lines) {
            decode(head, line);
            if (QTest::currentTestFailed())
                return;
        }
    }
}

/// Except for records that the decoder composes ('$') and combinations of modifiers ('!').
void TestFormWalk::eachHandlerIsReached() {
    if (m_opcodes != ptx::opcodesWithForms().size())
        QSKIP("needs all of eachFormIsDecoded before it");
    qInfo("%zu instructions of %zu opcodes", m_instructions, m_opcodes);
    // The table is built in loops over types: these combinations are not valid PTX.
    const auto isNone = [](const std::string& key) {
        return key.starts_with("cvt.sat.") || key == "cvt.e3m2x2.f16x2" ||
               key == "cvt.e2m3x2.f16x2";
    };
    for (const std::string& key : engine::forms().keys()) {
        if (key.starts_with('$') || key.ends_with('!') || isNone(key))
            continue;
        QVERIFY2(m_reached.contains(engine::forms().find(key)->run), key.c_str());
    }
}

void TestFormWalk::branchesByIndexNeedAList() {
    const std::string list = "Ls: .branchtargets L;\n";
    QVERIFY(isRight(moduleOf(kHeads[0], list + "brx.idx %r0, Ls;")));
    QVERIFY(!isRight(moduleOf(kHeads[0], list + "brx.idx %r0, L;")));
    QVERIFY(!isRight(moduleOf(kHeads[0], list + "bra Ls;")));
}

WARPBENCH_TEST(TestFormWalk)
} // namespace tst_form_walk

#include "tst_form_walk.moc"
