// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/project/elementwise.h"

#include "core/base/suggest.h"
#include "core/project/elementwise_words.h"
#include "core/project/names.h"
#include "core/project/split.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <limits>
#include <map>
#include <set>

namespace warpbench::project {

namespace {

using memory::Scalar;

constexpr int kBlock = 256;            // threads
constexpr int kMostBlocks = 16384;     // the rest is done by striding
constexpr std::size_t kPackBytes = 16; // the widest load of a thread

/// A buffer that takes part.
struct Operand {
    const Buffer* buffer = nullptr;
    bool read = false; ///< before anything is assigned to it
    bool written = false;
    bool single = false; ///< one element for all

    Scalar scalar() const { return buffer->dtype.scalar(); }
    const std::string& name() const { return buffer->name; }
};

class Generator {
  public:
    Generator(const Project& project, const Expression& text)
        : m_project(project)
        , m_names(project)
        , m_text(text)
        , m_assignments(parseAssignments(text)) {}

    GeneratedKernel generate();

  private:
    void collect();
    void collectName(const Assignment& assignment, const std::string& name);
    void addOperand(const Buffer& buffer, bool written, const Place& place);
    void checkShapes();
    void chooseType();
    bool isReal(const Formula& formula, const Node& node) const;
    std::string code(const Formula& formula, const Node& node);
    std::string nameCode(const Formula& formula, const Node& node);
    std::string callCode(const Formula& formula, const Node& node);
    std::string helper(const std::string& name, const std::string& integers,
                       const std::string& reals);
    std::string literal(const std::string& text) const;
    std::string elementCode();
    std::string body(const std::string& element) const;
    std::string packedLoops() const;
    std::string parameters() const;
    std::vector<Argument> arguments() const;
    std::string countText() const;
    std::vector<Operand> packed() const;

    const Buffer* findBuffer(const std::string& name) const;
    bool real() const { return m_compute == Compute::float32 || m_compute == Compute::float64; }

    const Project& m_project;
    Names m_names;
    const Expression& m_text;
    std::vector<Assignment> m_assignments;
    std::vector<Operand> m_operands;    ///< in the order of their first use, targets first
    std::vector<std::string> m_scalars; ///< parameters and defines, by their first use
    std::set<std::string> m_indices;    ///< of i, j, k
    std::map<std::string, std::string> m_helpers; ///< lambdas that the expressions need
    Compute m_compute = Compute::int32;
    std::size_t m_pack = 1; ///< elements that a thread loads at once
};

const Buffer* Generator::findBuffer(const std::string& name) const {
    for (const Buffer& buffer : m_project.buffers) {
        if (buffer.name == name) {
            return &buffer;
        }
    }
    return nullptr;
}

void Generator::addOperand(const Buffer& buffer, bool written, const Place& place) {
    auto found = std::find_if(m_operands.begin(), m_operands.end(),
                              [&](const Operand& operand) { return operand.buffer == &buffer; });
    if (found == m_operands.end()) {
        if (buffer.dtype.kind() != memory::DType::Kind::scalar ||
            !typeName(buffer.dtype.scalar())) {
            throw Error(ErrorKind::project,
                        fmt::format("buffer '{}' holds {}, which a generated kernel does not know",
                                    buffer.name, buffer.dtype.name()),
                        "use bool, an integer type, float32 or float64, or write the kernel",
                        place);
        }
        m_operands.emplace_back().buffer = &buffer;
        found = m_operands.end() - 1;
    }
    found->read = found->read || (!written && !found->written);
    found->written = found->written || written;
}

void Generator::collectName(const Assignment& assignment, const std::string& name) {
    if (const Buffer* buffer = findBuffer(name)) {
        return addOperand(*buffer, false, assignment.place);
    }
    if (m_names.find(name)) {
        if (std::find(m_scalars.begin(), m_scalars.end(), name) == m_scalars.end()) {
            m_scalars.push_back(name);
        }
        return;
    }
    if (name == "i" || name == "j" || name == "k") {
        m_indices.insert(name);
        return;
    }
    if (languageConstant(name)) {
        return;
    }
    std::vector<std::string> known = m_names.known();
    for (const Buffer& buffer : m_project.buffers) {
        known.push_back(buffer.name);
    }
    throw Error(ErrorKind::project, fmt::format("there is no '{}'", name), suggestion(name, known),
                assignment.place);
}

/// All that takes part, in the order in which it does.
void Generator::collect() {
    for (const Assignment& assignment : m_assignments) {
        for (const std::string& name : assignment.value.names()) {
            collectName(assignment, name);
        }
        if (!assignment.value.namesAfter().empty()) {
            throw Error(ErrorKind::project, "after() is for what is expected of a run",
                        "name the buffer itself", assignment.place);
        }
        const Buffer* target = findBuffer(assignment.target);
        if (!target) {
            std::vector<std::string> known;
            for (const Buffer& buffer : m_project.buffers) {
                known.push_back(buffer.name);
            }
            throw Error(ErrorKind::project,
                        fmt::format("'{}' is no buffer to assign to", assignment.target),
                        known.empty() ? "add it to \"buffers\""
                                      : suggestion(assignment.target, known),
                        assignment.place);
        }
        addOperand(*target, true, assignment.place);
    }
    std::stable_partition(m_operands.begin(), m_operands.end(),
                          [](const Operand& operand) { return operand.written; });
    checkShapes();
}

void Generator::checkShapes() {
    const Buffer& first = *m_operands.front().buffer;
    const auto extents = [&](const Buffer& buffer) {
        std::vector<std::int64_t> all;
        for (const Expression& extent : buffer.shape) {
            all.push_back(m_names.integer(extent, 0, std::numeric_limits<std::int64_t>::max(),
                                          "a dimension of '" + buffer.name + "'"));
        }
        return all;
    };
    const std::vector<std::int64_t> shape = extents(first);
    for (Operand& operand : m_operands) {
        const Buffer& buffer = *operand.buffer;
        const bool one = std::all_of(buffer.shape.begin(), buffer.shape.end(),
                                     [](const Expression& extent) { return extent.text == "1"; });
        operand.single = one && !operand.written && !buffer.split;
        if (!operand.single && (extents(buffer) != shape || buffer.split != first.split)) {
            throw Error(ErrorKind::project,
                        fmt::format("buffers '{}' and '{}' differ in their shape, or one is split",
                                    first.name, buffer.name),
                        "give them one shape, or one element to what is the same for all",
                        m_text.place);
        }
    }
    for (const auto& [index, least] : {std::pair("j", 2), std::pair("k", 3)}) {
        if (m_indices.contains(index) && int(shape.size()) < least) {
            throw Error(ErrorKind::project,
                        fmt::format("buffer '{}' has {} dimension{}, so that there is no {}",
                                    first.name, shape.size(), shape.size() == 1 ? "" : "s", index),
                        "use i, or give the buffer another shape", m_text.place);
        }
    }
}

/// Whether a value is no whole number, or need not be one.
bool Generator::isReal(const Formula& formula, const Node& node) const {
    const auto any = [&] {
        return std::any_of(node.operands.begin(), node.operands.end(), [&](std::uint32_t operand) {
            return isReal(formula, formula.nodes()[operand]);
        });
    };
    switch (node.op) {
    case Op::number:
        return std::holds_alternative<double>(node.value);
    case Op::name: {
        const std::string& name = formula.names()[node.name];
        if (const Buffer* buffer = findBuffer(name)) {
            return memory::isFloating(buffer->dtype.scalar());
        }
        return languageConstant(name) && !m_indices.contains(name) &&
               std::find(m_scalars.begin(), m_scalars.end(), name) == m_scalars.end();
    }
    case Op::divide:
        return true;
    case Op::call:
        return any() || !(infoOf(node.function).traits &
                          (FunctionInfo::keepsIntegers | FunctionInfo::needsIntegers));
    default:
        return any();
    }
}

void Generator::chooseType() {
    bool someReal = false;
    for (const Assignment& assignment : m_assignments) {
        someReal = someReal || isReal(assignment.value, assignment.value.root());
        for (const Node& node : assignment.value.nodes()) {
            someReal = someReal || isReal(assignment.value, node);
        }
    }
    bool wide = false;
    bool wideUnsigned = false;
    bool manyDigits = false; // more than float has
    std::size_t largest = 1;
    for (const Operand& operand : m_operands) {
        const Scalar scalar = operand.scalar();
        someReal = someReal || memory::isFloating(scalar);
        manyDigits = manyDigits || scalar == Scalar::float64 ||
                     (memory::isInteger(scalar) && memory::sizeOf(scalar) >= 4);
        wide = wide || memory::sizeOf(scalar) == 8 || scalar == Scalar::uint32;
        wideUnsigned = wideUnsigned || scalar == Scalar::uint64;
        largest = std::max(largest, memory::sizeOf(scalar));
    }
    if (someReal) {
        m_compute = manyDigits ? Compute::float64 : Compute::float32;
    } else {
        m_compute = wideUnsigned ? Compute::uint64 : wide ? Compute::int64 : Compute::int32;
    }
    m_pack = kPackBytes / largest;
}

std::string Generator::literal(const std::string& text) const {
    if (!real()) {
        return m_compute == Compute::int32 ? text : "C(" + text + ")";
    }
    const bool whole = text.find_first_of(".eE") == std::string::npos;
    return text + (whole ? ".0" : "") + (m_compute == Compute::float32 ? "f" : "");
}

/// A lambda of two numbers, made where it is first needed.
std::string Generator::helper(const std::string& name, const std::string& integers,
                              const std::string& reals) {
    m_helpers[name] = real() ? reals : integers;
    return name;
}

std::string Generator::nameCode(const Formula& formula, const Node& node) {
    const std::string& name = formula.names()[node.name];
    if (findBuffer(name)) {
        return "C(v_" + name + ")";
    }
    if (std::find(m_scalars.begin(), m_scalars.end(), name) != m_scalars.end()) {
        return "p_" + name;
    }
    if (m_indices.contains(name)) {
        return "C(" + name + ")";
    }
    if (name == "inf" || name == "nan") {
        return fmt::format("C(__longlong_as_double(0x7ff{}000000000000LL))",
                           name == "inf" ? '0' : '8');
    }
    return literal(toString(*languageConstant(name)));
}

std::string Generator::callCode(const Formula& formula, const Node& node) {
    std::vector<std::string> values;
    for (const std::uint32_t operand : node.operands) {
        values.push_back(code(formula, formula.nodes()[operand]));
    }
    const auto fold = [&](const std::string& function) {
        std::string all = values.front();
        for (std::size_t i = 1; i < values.size(); ++i) {
            all = fmt::format("{}({}, {})", function, all, values[i]);
        }
        return all;
    };
    switch (node.function) {
    case Function::where:
        return fmt::format("({} != 0 ? {} : {})", values[0], values[1], values[2]);
    case Function::sigmoid:
        return fmt::format("(1 / (1 + exp(-{})))", values[0]);
    case Function::sign:
        return fmt::format("{}({}, C(0))",
                           helper("signOf", "return C((a > b) - (a < b));",
                                  "return a != a ? a : C((a > b) - (a < b));"),
                           values[0]);
    case Function::clamp: {
        const std::string least = helper("least", "return b < a ? b : a;", "return fmin(a, b);");
        const std::string most = helper("most", "return a < b ? b : a;", "return fmax(a, b);");
        return fmt::format("{}({}({}, {}), {})", least, most, values[0], values[1], values[2]);
    }
    case Function::min:
        return fold(helper("least", "return b < a ? b : a;", "return fmin(a, b);"));
    case Function::max:
        return fold(helper("most", "return a < b ? b : a;", "return fmax(a, b);"));
    default:
        break;
    }
    static const std::map<Function, char> kBitwise{
        {Function::bit_and, '&'}, {Function::bit_or, '|'}, {Function::bit_xor, '^'}};
    const auto bitwise = kBitwise.find(node.function);
    if (bitwise != kBitwise.end() && !real()) {
        return fmt::format("({} {} {})", values[0], bitwise->second, values[1]);
    }
    if (node.function == Function::abs && !real()) {
        return fmt::format("{}({}, C(0))", helper("absolute", "return a < b ? -a : a;", ""),
                           values[0]);
    }
    const auto function = realFunctions().find(node.function);
    if (function == realFunctions().end() || !real()) {
        formula.fail(node,
                     fmt::format("a generated kernel has no {}() of {}", nameOf(node.function),
                                 real() ? "real numbers" : "integers"),
                     "write the kernel, or compute this part on the host");
    }
    const bool truth = infoOf(node.function).has(FunctionInfo::givesTruth);
    const std::string call = fmt::format("{}({})", function->second, fmt::join(values, ", "));
    return truth ? "C(" + call + " ? 1 : 0)" : call;
}

std::string Generator::code(const Formula& formula, const Node& node) {
    const auto operand = [&](std::size_t i) {
        return code(formula, formula.nodes()[node.operands[i]]);
    };
    const auto binary = [&](const char* sign) {
        return fmt::format("({} {} {})", operand(0), sign, operand(1));
    };
    const auto truth = [&](const std::string& condition) { return "C(" + condition + " ? 1 : 0)"; };
    const auto called = [&](const std::string& function) {
        return fmt::format("{}({}, {})", function, operand(0), operand(1));
    };
    switch (node.op) {
    case Op::number:
        return literal(toString(node.value));
    case Op::name:
        return nameCode(formula, node);
    case Op::negate:
        return "(-" + operand(0) + ")";
    case Op::logical_not:
        return truth("(" + operand(0) + " == 0)");
    case Op::add:
        return binary("+");
    case Op::subtract:
        return binary("-");
    case Op::multiply:
        return binary("*");
    case Op::divide:
        return binary("/");
    case Op::floor_divide:
        return called(helper(
            "floorDivide", "const C q = a / b; return q - (a % b != 0 && (a % b < 0) != (b < 0));",
            "return floor(a / b);"));
    case Op::modulo:
        return called(
            helper("modulo", "const C r = a % b; return r != 0 && (r < 0) != (b < 0) ? r + b : r;",
                   "const C r = fmod(a, b); return r != 0 && (r < 0) != (b < 0) ? r + b : r;"));
    case Op::power:
        return called(helper("power", "C r = 1; for (C n = 0; n < b; ++n) r *= a; return r;",
                             "return pow(a, b);"));
    case Op::equal:
        return truth(binary("=="));
    case Op::not_equal:
        return truth(binary("!="));
    case Op::less:
        return truth(binary("<"));
    case Op::less_equal:
        return truth(binary("<="));
    case Op::greater:
        return truth(binary(">"));
    case Op::greater_equal:
        return truth(binary(">="));
    case Op::logical_and:
        return truth(fmt::format("({} != 0 && {} != 0)", operand(0), operand(1)));
    case Op::logical_or:
        return truth(fmt::format("({} != 0 || {} != 0)", operand(0), operand(1)));
    case Op::choose:
        return fmt::format("({} != 0 ? {} : {})", operand(0), operand(1), operand(2));
    case Op::call:
        return callCode(formula, node);
    default:
        formula.fail(node, "a generated kernel cannot do this", "write the kernel");
    }
}

/// The assignments, as a function of one element of each buffer.
std::string Generator::elementCode() {
    std::string lines;
    for (const Assignment& assignment : m_assignments) {
        const Buffer& target = *findBuffer(assignment.target);
        const std::string value = code(assignment.value, assignment.value.root());
        if (target.dtype.scalar() == Scalar::boolean) {
            lines += fmt::format("        v_{} = {} != 0;\n", target.name, value);
        } else {
            lines += fmt::format("        v_{} = {}({});\n", target.name,
                                 std::string("T_") + target.name, value);
        }
    }
    std::string indices;
    const std::size_t dimensions = m_operands.front().buffer->shape.size();
    if (!m_indices.empty()) {
        static const char* const kNames[] = {"i", "j", "k"};
        indices += "        long long rest = at;\n";
        for (std::size_t d = dimensions; d-- > 0;) {
            const bool used = d < 3 && m_indices.contains(kNames[d]);
            const std::string first = d == 0 ? "first + " : "";
            if (used) {
                indices +=
                    d == 0
                        ? fmt::format("        const long long {} = first + rest;\n", kNames[d])
                        : fmt::format("        const long long {} = rest % d{};\n", kNames[d], d);
            }
            if (d > 0) {
                indices += fmt::format("        rest /= d{};\n", d);
            }
        }
    }
    return indices + lines;
}

std::vector<Operand> Generator::packed() const {
    std::vector<Operand> all;
    std::copy_if(m_operands.begin(), m_operands.end(), std::back_inserter(all),
                 [](const Operand& operand) { return !operand.single; });
    return all;
}

/// What each thread does: packs, and of what is left over an element.
std::string Generator::packedLoops() const {
    std::string load;
    std::string store;
    std::vector<std::string> ofPack;
    std::vector<std::string> alone;
    for (const Operand& operand : packed()) {
        const std::string& name = operand.name();
        load += fmt::format("        Pack_{0} w_{0};\n", name);
        if (operand.read) {
            load += fmt::format(
                "        w_{0}.whole = reinterpret_cast<const Pack_{0}*>(b_{0})[p].whole;\n", name);
        }
        if (operand.written) {
            store += fmt::format(
                "        reinterpret_cast<Pack_{0}*>(b_{0})[p].whole = w_{0}.whole;\n", name);
        }
        ofPack.push_back("w_" + name + ".at[e]");
        alone.push_back("b_" + name + "[e]");
    }
    return fmt::format("    for (long long p = thread; p < n / kPack; p += threads) {{\n{}"
                       "#pragma unroll\n"
                       "        for (int e = 0; e < kPack; ++e)\n"
                       "            element({}, p * kPack + e);\n{}"
                       "    }}\n"
                       "    for (long long e = n / kPack * kPack + thread; e < n; e += threads)\n"
                       "        element({}, e);\n",
                       load, fmt::join(ofPack, ", "), store, fmt::join(alone, ", "));
}

std::string Generator::body(const std::string& element) const {
    std::string types;
    std::vector<std::string> values;
    std::string singles;
    for (const Operand& operand : m_operands) {
        const std::string& name = operand.name();
        const char* type = typeName(operand.scalar());
        if (operand.single) {
            singles += fmt::format("    const {} v_{} = b_{}[0];\n", type, name, name);
            continue;
        }
        types += fmt::format("    using T_{0} = {1};\n"
                             "    union Pack_{0} {{\n"
                             "        {2} whole; // what is loaded and stored at once\n"
                             "        T_{0} at[kPack];\n"
                             "    }};\n",
                             name, type, carrierOf(memory::sizeOf(operand.scalar()) * m_pack));
        values.push_back(fmt::format("{}T_{}& v_{}", operand.written ? "" : "const ", name, name));
    }
    values.emplace_back("long long at");
    std::string helpers;
    for (const auto& [name, lambda] : m_helpers) {
        helpers += fmt::format("    const auto {} = [](C a, C b) {{ {} }};\n", name, lambda);
    }
    return fmt::format("    using C = {}; // what it computes in\n"
                       "    constexpr int kPack = {}; // elements that a thread takes at once\n"
                       "{}{}{}"
                       "    const auto element = [&]({}) {{\n        (void)at;\n{}    }};\n"
                       "    const long long thread = blockIdx.x * (long long)blockDim.x + "
                       "threadIdx.x;\n"
                       "    const long long threads = gridDim.x * (long long)blockDim.x;\n{}",
                       typeName(scalarOf(m_compute)), m_pack, types, singles, helpers,
                       fmt::join(values, ", "), element, packedLoops());
}

std::string Generator::parameters() const {
    std::vector<std::string> all;
    for (const Operand& operand : m_operands) {
        all.push_back(fmt::format("{}{}* __restrict__ b_{}", operand.written ? "" : "const ",
                                  typeName(operand.scalar()), operand.name()));
    }
    for (const std::string& name : m_scalars) {
        all.push_back(fmt::format("{} p_{}", typeName(scalarOf(m_compute)), name));
    }
    if (!m_indices.empty()) {
        all.emplace_back("long long first");
        for (std::size_t d = 1; d < m_operands.front().buffer->shape.size(); ++d) {
            all.push_back(fmt::format("long long d{}", d));
        }
    }
    all.emplace_back("long long n");
    return fmt::format("{}", fmt::join(all, ", "));
}

/// How many elements there are, on each device.
std::string Generator::countText() const {
    const Buffer& buffer = *m_operands.front().buffer;
    std::string text;
    for (std::size_t d = 0; d < buffer.shape.size(); ++d) {
        const std::string extent =
            d == 0 && buffer.split ? std::string("rows") : buffer.shape[d].text;
        const bool plain =
            isName(extent) || extent.find_first_not_of("0123456789") == std::string::npos;
        text += (text.empty() ? "" : " * ") + (plain ? extent : "(" + extent + ")");
    }
    return text.empty() ? "1" : text;
}

std::vector<Argument> Generator::arguments() const {
    std::vector<Argument> all;
    const auto add = [&](auto value) { all.push_back({std::move(value), m_text.place}); };
    for (const Operand& operand : m_operands) {
        add(BufferArg{operand.name(),
                      !operand.written ? Access::in
                      : operand.read   ? Access::inout
                                       : Access::out,
                      {}});
    }
    for (const std::string& name : m_scalars) {
        add(ScalarArg{scalarOf(m_compute), {{name, m_text.place}}});
    }
    const auto count = [&](const std::string& value) {
        add(ScalarArg{Scalar::int64, {{value, m_text.place}}});
    };
    const Buffer& buffer = *m_operands.front().buffer;
    if (!m_indices.empty()) {
        count(buffer.split ? "first_row" : "0");
        for (std::size_t d = 1; d < buffer.shape.size(); ++d) {
            count(buffer.shape[d].text);
        }
    }
    count(countText());
    return all;
}

GeneratedKernel Generator::generate() {
    collect();
    chooseType();
    const std::string element = elementCode(); // also says what helpers it needs
    const std::string content = fmt::format("({})\n{{\n{}}}\n", parameters(), body(element));
    GeneratedKernel made;
    made.name = "elementwise_" + digestOf(content);
    made.source = fmt::format("// {}\nextern \"C\" __global__ void {}{}", trimmed(m_text.text),
                              made.name, content);
    made.launch.kernel = made.name;
    made.launch.place = m_text.place;
    made.launch.grid = {
        {fmt::format("clamp(ceil_div({}, {}), 1, {})", countText(), kBlock * m_pack, kMostBlocks),
         m_text.place}};
    made.launch.block = {{std::to_string(kBlock), m_text.place}};
    made.launch.args = arguments();
    std::size_t bytes = 0;
    for (const Operand& operand : packed()) {
        bytes += memory::sizeOf(operand.scalar()) * (operand.written && operand.read ? 2 : 1);
    }
    made.launch.metrics.bytes =
        Expression{fmt::format("{} * {}", bytes, countText()), m_text.place};
    return made;
}

} // namespace

GeneratedKernel elementwiseKernel(const Project& project, const Expression& assignments) {
    Project known = project;
    known.parameters.merge(partNames(project, 0, 1));
    return Generator(known, assignments).generate();
}

std::string withKernel(const std::string& source, const GeneratedKernel& kernel) {
    if (source.find(" " + kernel.name + "(") != std::string::npos) {
        return source;
    }
    const bool ends = source.empty() || source.back() == '\n';
    return source + (ends ? "" : "\n") + (source.empty() ? "" : "\n") + kernel.source;
}

} // namespace warpbench::project
