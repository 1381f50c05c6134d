// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/compile/undefined_names.h"

#include "core/base/suggest.h"
#include "core/sources/tokenizer.h"

#include <algorithm>
#include <array>
#include <set>
#include <string>
#include <string_view>

namespace warpbench::compile {

namespace {

/// Warp operations without a mask, which CUDA 9 deprecated and later versions removed.
constexpr std::array<std::string_view, 7> kWithoutMask = {
    "__shfl", "__shfl_up", "__shfl_down", "__shfl_xor", "__ballot", "__any", "__all"};

constexpr std::array<std::string_view, 29> kWordsOfCpp = {"auto",     "bool",
                                                          "break",    "char",
                                                          "const",    "constexpr",
                                                          "continue", "double",
                                                          "else",     "extern",
                                                          "false",    "float",
                                                          "for",      "if",
                                                          "inline",   "int",
                                                          "long",     "nullptr",
                                                          "return",   "short",
                                                          "signed",   "sizeof",
                                                          "static",   "static_cast",
                                                          "struct",   "reinterpret_cast",
                                                          "true",     "unsigned",
                                                          "while"};

namespace cuda_table {

enum class Kind { function_, qualifier_, variable_, type_, macro_, namespace_, member_ };

struct Row {
    const char* name;
    const char* owner;
    Kind kind;
    const char* signature;
    int leastCapability;
    const char* meaning;
};

constexpr Row kRows[] = {
#include "core/sources/cuda_names.inc"
};

} // namespace cuda_table

const std::vector<std::string>& namesOfCuda() {
    static const std::vector<std::string> names = [] {
        std::vector<std::string> found(kWordsOfCpp.begin(), kWordsOfCpp.end());
        for (const cuda_table::Row& row : cuda_table::kRows)
            if (row.kind != cuda_table::Kind::member_)
                found.emplace_back(row.name);
        return found;
    }();
    return names;
}

/// `identifier "x" is undefined` → x; empty for other messages, and those that have a reason.
std::string undefinedName(const std::string& text) {
    constexpr std::string_view kBegin = "identifier \"";
    constexpr std::string_view kEnd = "\" is undefined";
    if (!text.starts_with(kBegin) || !text.ends_with(kEnd))
        return {};
    return text.substr(kBegin.size(), text.size() - kBegin.size() - kEnd.size());
}

std::string replacementOf(std::string_view name) {
    return "CUDA 9 replaced it by " + std::string(name) +
           "_sync, whose first argument is the mask of the lanes that take part; 0xffffffff is the "
           "whole warp";
}

class Guesser {
  public:
    Guesser(const std::vector<Diagnostic>& diagnostics, const DeviceCode& code) {
        std::set<std::string_view> undefined;
        std::vector<std::string> texts;
        for (const Diagnostic& diagnostic : diagnostics)
            if (texts.emplace_back(undefinedName(diagnostic.text)).empty())
                texts.pop_back();
        undefined.insert(texts.begin(), texts.end());
        std::set<std::string> known;
        const auto add = [&](std::string_view source) {
            for (const Token& token : tokenize(source))
                if (token.isWord() && !undefined.contains(token.text))
                    known.insert(std::string(token.text));
        };
        add(code.source);
        for (const auto& [name, text] : code.headers)
            add(text);
        m_names.assign(known.begin(), known.end());
        m_names.insert(m_names.end(), namesOfCuda().begin(), namesOfCuda().end());
    }

    /// The text to add to the message; empty: none.
    std::string meaningOf(const std::string& name) const {
        constexpr std::size_t kShortest = 3; // nearly everything is near a shorter one
        if (std::find(kWithoutMask.begin(), kWithoutMask.end(), name) != kWithoutMask.end())
            return ": " + replacementOf(name);
        if (name.size() < kShortest)
            return {};
        const std::string nearest = project::nearestWord(name, m_names);
        return nearest.empty() ? std::string() : "; did you mean \"" + nearest + "\"?";
    }

  private:
    std::vector<std::string> m_names;
};

/// The line of the source with a place in it; empty: it is another file's.
std::string_view sourceLine(const DeviceCode& code, int number) {
    std::string_view rest = code.source;
    for (int line = 1; line < number && !rest.empty(); ++line)
        rest.remove_prefix(std::min(rest.find('\n'), rest.size() - 1) + 1);
    return rest.substr(0, rest.find('\n'));
}

/// NVRTC still has the votes of CUDA 8, and ptxas refuses their instruction.
void explainVote(Diagnostic& diagnostic, std::string_view line) {
    for (const Token& token : tokenize(line))
        if (token.isOneOf(kWithoutMask)) {
            diagnostic.text =
                std::string(token.text) +
                " does not exist since compute capability 7.0: " + replacementOf(token.text);
            return;
        }
}

bool isAboutConstantSize(const std::string& text) {
    return text.find("must have a constant value") != std::string::npos ||
           text.find("cannot be used as a constant") != std::string::npos ||
           text.find("variable-length array") != std::string::npos ||
           text.find("variable length array") != std::string::npos;
}

} // namespace

void explainUndefinedNames(std::vector<Diagnostic>& diagnostics, const DeviceCode& code) {
    const Guesser guesser(diagnostics, code);
    for (Diagnostic& diagnostic : diagnostics) {
        if (diagnostic.severity != Severity::error)
            continue;
        const std::string_view line = sourceLine(code, diagnostic.place.line);
        if (const std::string name = undefinedName(diagnostic.text); !name.empty())
            diagnostic.text += guesser.meaningOf(name);
        else if (diagnostic.text.find("without '.sync' is not supported") != std::string::npos)
            explainVote(diagnostic, line);
        else if (isAboutConstantSize(diagnostic.text) &&
                 line.find("__shared__") != std::string_view::npos)
            diagnostic.text += ": a shared array whose size the launch decides is declared "
                               "\"extern __shared__ T name[];\", and the launch gives its bytes";
    }
}

} // namespace warpbench::compile
