// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/steps/generated_kernel.h"

#include "core/base/suggest.h"
#include "core/project/row_parts.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cctype>

namespace warpbench::project {

Project withPartNames(const Project& project) {
    Project known = project;
    known.parameters.merge(partNames(project, 0, 1));
    return known;
}

std::string packedLoops(const ElementCode& code, const char* from) {
    std::vector<std::string> ofPack;
    std::vector<std::string> alone;
    for (const Operand& operand : code.packed()) {
        ofPack.push_back("w_" + operand.name() + ".at[e]");
        alone.push_back("b_" + operand.name() + "[e]");
    }
    const std::string indent(8, ' ');
    return fmt::format("    for (long long p = {}; p < count / kPack; p += threads) {{\n{}"
                       "#pragma unroll\n"
                       "        for (int e = 0; e < kPack; ++e)\n"
                       "            element({}, p * kPack + e);\n{}"
                       "    }}\n"
                       "    for (long long e = count / kPack * kPack + thread; e < count; "
                       "e += threads)\n"
                       "        element({}, e);\n",
                       from, code.loads("p", indent), fmt::join(ofPack, ", "),
                       code.stores("p", indent), fmt::join(alone, ", "));
}

namespace {

/// Whether it is a number, not an expression.
bool isCounted(const Expression& block) {
    return block.text.find_first_not_of("0123456789") == std::string::npos;
}

} // namespace

int threadsOf(const Expression& block) {
    const bool known = isCounted(block) && !block.text.empty() && block.text.size() < 5;
    return known ? std::stoi(block.text) : 256;
}

namespace {

const std::vector<std::string> kJoiningWords{"sum", "product", "min", "max"};

/// The smallest and the largest value of a type, as CUDA C++.
std::pair<std::string, std::string> limitsOf(Compute compute) {
    switch (compute) {
    case Compute::int32:
        return {"(-2147483647 - 1)", "2147483647"};
    case Compute::int64:
        return {"(-9223372036854775807LL - 1)", "9223372036854775807LL"};
    case Compute::uint32:
        return {"C(0)", "4294967295U"};
    case Compute::uint64:
        return {"C(0)", "18446744073709551615ULL"};
    default:
        return {"C(-__longlong_as_double(0x7ff0000000000000LL))",
                "C(__longlong_as_double(0x7ff0000000000000LL))"};
    }
}

bool isWord(const std::string& with) {
    return std::find(kJoiningWords.begin(), kJoiningWords.end(), with) != kJoiningWords.end();
}

} // namespace

void readJoining(ElementCode& code, const Step& step) {
    if (isWord(step.with.text)) {
        return;
    }
    const Formula with = Formula::parse(step.with);
    const auto uses = [&](const char* name) {
        return std::find(with.names().begin(), with.names().end(), name) != with.names().end();
    };
    if (!uses("left") && !uses("right")) {
        const ErrorText said{"WB1517",
                             "\"{expression}\" does not combine two values into one",
                             "write sum, product, min, max, or an expression of left and right",
                             {{"expression", step.with.text}}};
        throw Error(ErrorKind::project,
                    isName(step.with.text) ? said.advised(suggestion(step.with.text, kJoiningWords))
                                           : said,
                    step.with.place);
    }
    if (!step.neutral) {
        throw Error(
            ErrorKind::project,
            {"WB1518",
             "\"{expression}\" needs its neutral element",
             "add \"neutral\": the value that leaves every other unchanged, such as 0 for a sum",
             {{"expression", step.with.text}}},
            step.with.place);
    }
    code.readsNumbers(with, step.with.place, {"left", "right"});
    code.readsNumbers(Formula::parse(*step.neutral), step.neutral->place, {});
}

void keepsUnsigned(ElementCode& code, const Step& step, const Formula& value) {
    if (isWord(step.with.text) && value.nodes().size() == 1)
        code.takeUnsigned();
}

Joining joiningOf(ElementCode& code, const Step& step) {
    const std::string& with = step.with.text;
    const auto [least, largest] = limitsOf(code.compute());
    if (with == "sum") {
        return {"left + right", "C(0)"};
    }
    if (with == "product") {
        return {"left * right", "C(1)"};
    }
    if (code.complex() && (with == "min" || with == "max")) {
        throw Error(ErrorKind::project,
                    {"WB1519",
                     "complex numbers cannot be ordered, so {function} is not defined for them",
                     "write their abs(), real() or imag() to a buffer of real numbers first, in an "
                     "elementwise step",
                     {{"function", with}}},
                    step.with.place);
    }
    // Of real numbers NaN wins, as on the host.
    if (with == "min") {
        return {code.real() ? "left < right || left != left ? left : right"
                            : "right < left ? right : left",
                largest};
    }
    if (with == "max") {
        return {code.real() ? "left > right || left != left ? left : right"
                            : "left < right ? right : left",
                least};
    }
    return {code.code(Formula::parse(step.with)), code.code(Formula::parse(*step.neutral))};
}

std::string toldLines(const ElementCode& code, const std::string& variable,
                      const std::string& value, const std::string& indent) {
    if (!code.complex()) {
        return fmt::format("{}{} = {};\n", indent, variable, value);
    }
    return fmt::format("{0}const C whole = {2};\n"
                       "{0}{1}.re = whole.re;\n{0}{1}.im = whole.im;\n",
                       indent, variable, value);
}

std::string warpLines(const Expression& block) {
    const std::string own = "    const unsigned lane = threadIdx.x % 32, warp = threadIdx.x / 32;\n"
                            "    const unsigned warps = (blockDim.x + 31) / 32;\n";
    const bool whole = isCounted(block) && threadsOf(block) % 32 == 0;
    return own + (whole ? "    constexpr unsigned lanes = 32, mask = ~0u; // of each warp\n"
                          "    if (blockDim.x % lanes != 0)\n"
                          "        __trap(); // a block has whole warps\n"
                        : "    const unsigned lanes = min(32u, blockDim.x - warp * 32); // of this "
                          "warp\n"
                          "    const unsigned mask = ~0u >> (32 - lanes);\n");
}

std::string shuffled(const ElementCode& code, const std::string& shuffle) {
    if (!code.complex())
        return fmt::format("{}(mask, value, distance)", shuffle);
    return fmt::format("C({0}(mask, value.re, distance), {0}(mask, value.im, distance))", shuffle);
}

std::string heard(const ElementCode& code, const std::string& variable) {
    return code.complex() ? fmt::format("C({0}.re, {0}.im)", variable) : variable;
}

Assignment onlyAssignment(const Expression& text) {
    const std::vector<Assignment> all = parseAssignments(text);
    if (all.size() > 1) {
        throw Error(ErrorKind::project,
                    {"WB1520", "a reduction or a scan has one result", "make a step for each"},
                    text.place);
    }
    return all.front();
}

namespace {

bool hasWord(const std::string& text, const std::string& word) {
    const auto inName = [](char c) { return std::isalnum((unsigned char)c) || c == '_'; };
    for (std::size_t at = text.find(word); at != std::string::npos; at = text.find(word, at + 1)) {
        const std::size_t end = at + word.size();
        if ((at == 0 || !inName(text[at - 1])) && (end == text.size() || !inName(text[end]))) {
            return true;
        }
    }
    return false;
}

std::string withoutComments(const std::string& text) {
    std::string code;
    for (std::size_t at = 0; at < text.size();) {
        const std::size_t end = std::min(text.find('\n', at), text.size());
        code += text.substr(at, std::min(text.find("//", at), end) - at) + '\n';
        at = end + 1;
    }
    return code;
}

/// The compiler replaces a define's name everywhere, but a generated text uses such names for its
/// own. NVRTC 13 does not support push_macro: it warns, and the name stays undefined. So this is
/// done only if necessary, and kernels of steps come last.
std::string withoutDefines(const Project& project, const std::string& text) {
    const std::string code = withoutComments(text);
    std::string before;
    std::string after;
    for (const auto& [name, value] : project.compile.defines) {
        if (hasWord(code, name)) {
            before += fmt::format("#pragma push_macro(\"{0}\")\n#undef {0}\n", name);
            after += fmt::format("#pragma pop_macro(\"{0}\")\n", name);
        }
    }
    return before + text + after;
}

/// The text that it was generated from, as a line of comment.
std::string comment(std::string words) {
    words = std::string(trimmed(words));
    std::replace_if(
        words.begin(), words.end(), [](char c) { return (unsigned char)c < ' ' || c == '\\'; },
        ' ');
    return "// " + words + "\n";
}

} // namespace

GeneratedKernel finishKernel(const Project& project, const ElementCode& code,
                             const KernelText& text, const Expression& block, int mostBlocks,
                             std::size_t bytes) {
    const Place& place = code.text().place;
    const bool counted = isCounted(block);
    // A block of any size can be launched: the compiler limits the registers accordingly.
    std::string bounds = counted && block.text.size() < 4 ? block.text : "1024";
    if (text.residentBlocks > 0 && counted && block.text.size() < 4 &&
        std::stoi(block.text) <= text.residentThreads)
        bounds += fmt::format(", {}", text.residentBlocks);
    const std::string content =
        code.types() +
        fmt::format("{}extern \"C\" __global__ void __launch_bounds__({}) NAME({})\n{{\n{}}}\n",
                    text.state, bounds, fmt::join(code.parameters(), ", "), text.body);
    GeneratedKernel made;
    made.name = text.kind + "_" + digestOf(content);
    made.source =
        withoutDefines(project, comment(code.text().text) + replaced(content, "NAME", made.name));
    made.launch.kernel = made.name;
    made.launch.place = place;
    const std::string threads = counted ? block.text : "(" + block.text + ")";
    const auto blocks = [&](const std::string& elements) {
        return fmt::format("ceil_div({}, {})", code.countText(), elements);
    };
    const auto ofPacks = [&](std::size_t packs) {
        return blocks(fmt::format("{} * {}", code.pack() * packs, threads));
    };
    std::string wanted = text.tile > 0 ? blocks(std::to_string(text.tile)) : ofPacks(text.packs);
    if (text.leastBlocks > 0) {
        wanted = fmt::format("max({}, min({}, {}))", wanted, ofPacks(1), text.leastBlocks);
    }
    made.launch.grid = {{fmt::format("clamp({}, 1, {})", wanted, mostBlocks), place}};
    made.launch.block = {block};
    made.launch.args = code.arguments();
    made.launch.metrics.bytes = Expression{fmt::format("{} * {}", bytes, code.countText()), place};
    return made;
}

std::string withKernel(const std::string& source, const GeneratedKernel& kernel) {
    if (source.find(" " + kernel.name + "(") != std::string::npos) {
        return source;
    }
    const bool ends = source.empty() || source.back() == '\n';
    return source + (ends ? "" : "\n") + (source.empty() ? "" : "\n") + kernel.source;
}

} // namespace warpbench::project
