// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/cache/file_options.h"

#include <algorithm>
#include <array>
#include <cctype>
#include <string_view>
#include <utility>

namespace warpbench::compile {

namespace {

enum class Value {
    none,        ///< a switch, or one with "=true"
    word,        ///< "=sm_90", or in the next string
    for_program, ///< options of ptxas and others, which are looked at themselves
};

struct Known {
    std::string_view name; ///< without its dashes
    Value value;
};

/// NVRTC's options (its documentation, "Supported Compile Options") and nvcc's that it ignores.
constexpr std::array kKnown{
    Known{"gpu-architecture", Value::word},
    Known{"arch", Value::word},
    Known{"gpu-code", Value::word},
    Known{"code", Value::word},
    Known{"gencode", Value::word},
    Known{"generate-code", Value::word},
    Known{"std", Value::word},
    Known{"maxrregcount", Value::word},
    Known{"split-compile", Value::word},
    Known{"split-compile-extended", Value::word},
    Known{"jump-table-density", Value::word},
    Known{"jtd", Value::word},
    Known{"optimization-info", Value::word},
    Known{"opt-info", Value::word},
    Known{"diag-error", Value::word},
    Known{"diag-suppress", Value::word},
    Known{"diag-warn", Value::word},
    Known{"Ofast-compile", Value::word},
    Known{"Ofc", Value::word},
    Known{"dopt", Value::word},
    Known{"Werror", Value::word},
    Known{"frandom-seed", Value::word},
    Known{"ptxas-options", Value::for_program},
    Known{"Xptxas", Value::for_program},
    Known{"compiler-options", Value::for_program},
    Known{"Xcompiler", Value::for_program},
    Known{"Xcudafe", Value::for_program},
    Known{"Xnvlink", Value::for_program},
    Known{"nvlink-options", Value::for_program},
    Known{"optix-ir", Value::none},
    Known{"opt-level", Value::none},
    Known{"ofast", Value::none},
};

/// Parts of the names of options that read or write files, with a value or without one.
constexpr std::array<std::string_view, 12> kOfFiles{"include", "time", "trace", "pch",
                                                    "file",    "path", "dir",   "output",
                                                    "keep",    "optf", "save",  "dump"};

bool hasPath(std::string_view text) {
    return text.find_first_of("/\\@") != std::string_view::npos ||
           text.find("..") != std::string_view::npos;
}

const Known* knownOption(std::string_view name) {
    const auto found =
        std::find_if(kKnown.begin(), kKnown.end(), [&](const Known& k) { return k.name == name; });
    return found == kKnown.end() ? nullptr : &*found;
}

bool isOfFiles(std::string_view name) {
    const auto starts = [&](char c) { return name.starts_with(c); };
    return starts('I') || starts('i') || starts('o') ||
           std::any_of(kOfFiles.begin(), kOfFiles.end(), [&](std::string_view part) {
               return name.find(part) != std::string_view::npos;
           });
}

/// Whether the value after the `=` of an unknown option is a number, or yes or no.
bool isPlainValue(std::string_view value) {
    constexpr std::array<std::string_view, 6> kSwitches{"true", "false", "on", "off", "yes", "no"};
    return std::find(kSwitches.begin(), kSwitches.end(), value) != kSwitches.end() ||
           std::all_of(value.begin(), value.end(), [](unsigned char c) { return std::isdigit(c); });
}

/// Removes quotes as a shell does.
std::string_view unquoted(std::string_view word) {
    const auto isQuote = [](char c) { return c == '"' || c == '\''; };
    while (!word.empty() && isQuote(word.front()))
        word.remove_prefix(1);
    while (!word.empty() && isQuote(word.back()))
        word.remove_suffix(1);
    return word;
}

/// Looks at the words of all options in their order.
class Words {
  public:
    /// Whether a word may name a file.
    bool isFile(std::string_view word) {
        word = unquoted(word);
        const Value expected = std::exchange(m_expected, Value::none);
        const std::size_t dashes = std::min(word.find_first_not_of('-'), word.size());
        if (expected == Value::for_program)
            return isFileOfProgram(word);
        if (dashes > 0)
            return isFileOption(word.substr(dashes));
        return expected == Value::word ? hasPath(word) : !word.empty();
    }

  private:
    bool isFileOption(std::string_view option) {
        const std::size_t equals = option.find('=');
        const std::string_view name = option.substr(0, equals);
        const bool hasValue = equals != std::string_view::npos;
        const std::string_view value = hasValue ? option.substr(equals + 1) : std::string_view();
        const Known* known = knownOption(name);
        if (!known)
            return hasPath(option) || isOfFiles(name) || !isPlainValue(value);
        if (!hasValue)
            m_expected = known->value;
        else if (known->value == Value::for_program)
            return isFileOfProgram(value);
        return known->value == Value::none ? !isPlainValue(value) : hasPath(value);
    }

    /// Of ptxas and the like: "-v,-O3,--opt-level=3".
    static bool isFileOfProgram(std::string_view options) {
        while (!options.empty()) {
            const std::size_t comma = std::min(options.find(','), options.size());
            const std::string_view part = unquoted(options.substr(0, comma));
            options.remove_prefix(std::min(comma + 1, options.size()));
            const std::size_t dashes = std::min(part.find_first_not_of('-'), part.size());
            const std::string_view option = part.substr(dashes);
            const std::string_view name = option.substr(0, option.find('='));
            if (hasPath(part) || (dashes > 0 && !knownOption(name) && isOfFiles(name)))
                return true;
        }
        return false;
    }

    Value m_expected = Value::none; ///< of the word to come
};

/// "-DX=1": true. "-D", which is followed by its text: sets `more`.
bool isMacro(std::string_view option, bool& more) {
    for (const std::string_view name : {"-D", "-U", "--define-macro", "--undefine-macro"}) {
        if (!option.starts_with(name))
            continue;
        more = option == name;
        return true;
    }
    return false;
}

} // namespace

std::optional<std::size_t> firstFileOption(const std::vector<std::string>& options) {
    constexpr std::string_view kSeparators = " \t\r\n";
    Words words;
    bool isText = false; // of a macro, which may have blanks and paths
    for (std::size_t i = 0; i < options.size(); ++i) {
        std::string_view rest = options[i];
        if (std::exchange(isText, false) || isMacro(rest, isText))
            continue;
        while (!rest.empty()) {
            rest.remove_prefix(std::min(rest.find_first_not_of(kSeparators), rest.size()));
            const std::string_view word = rest.substr(0, rest.find_first_of(kSeparators));
            if (words.isFile(word))
                return i;
            rest.remove_prefix(word.size());
        }
    }
    return std::nullopt;
}

} // namespace warpbench::compile
