// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/warpbench-cli/completion.h"

#include "core/base/version.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

namespace warpbench::cli {

namespace {

constexpr const char* kProgram = "warpbench-cli";

std::string replaced(std::string text, std::string_view what, std::string_view with) {
    for (std::size_t at = 0; (at = text.find(what, at)) != std::string::npos; at += with.size())
        text.replace(at, what.size(), with);
    return text;
}

std::string singleQuoted(const std::string& text) {
    return '\'' + replaced(text, "'", "'\\''") + '\'';
}

std::vector<std::string> names(const VerbText& verb) {
    std::vector<std::string> all;
    for (const OptionText& option : verb.options)
        all.insert(all.end(), option.names.begin(), option.names.end());
    return all;
}

std::string bash(const std::vector<VerbText>& verbs) {
    std::string verbNames, options, values;
    for (const VerbText& verb : verbs) {
        verbNames += (verbNames.empty() ? "" : " ") + verb.name;
        options +=
            fmt::format("    {}) options=\"{}\" ;;\n", verb.name, fmt::join(names(verb), " "));
        for (const OptionText& option : verb.options) {
            for (const std::string& name : option.names) {
                if (!option.choices.empty())
                    values +=
                        fmt::format("    {}:{}) COMPREPLY=($(compgen -W \"{}\" -- \"$word\"))\n"
                                    "        return ;;\n",
                                    verb.name, name, fmt::join(option.choices, " "));
                else if (!option.value.empty() && !option.isFile)
                    values += fmt::format("    {}:{}) return ;;\n", verb.name, name);
            }
        }
    }
    return fmt::format(R"(# bash completion of {0}; written by `{0} completion bash`.
_warpbench_cli() {{
    local word=${{COMP_WORDS[COMP_CWORD]}} before=${{COMP_WORDS[COMP_CWORD-1]}} verb=${{COMP_WORDS[1]}} options=
    COMPREPLY=()
    if [ "$COMP_CWORD" -eq 1 ]; then
        COMPREPLY=($(compgen -W "{1} --help --version" -- "$word"))
        return
    fi
    case $verb:$before in
{3}    esac
    case $verb in
{2}    esac
    case $word in
    -*) COMPREPLY=($(compgen -W "$options" -- "$word")) ;;
    *)
        compopt -o filenames 2>/dev/null
        COMPREPLY=($(compgen -f -- "$word"))
        ;;
    esac
}}
complete -F _warpbench_cli {0}
)",
                       kProgram, verbNames, options, values);
}

/// A text within an option's description in zsh's _arguments.
std::string zshText(const std::string& text) {
    std::string escaped;
    for (const char c : text) {
        if (c == '[' || c == ']' || c == ':' || c == '\\')
            escaped += '\\';
        escaped += c;
    }
    return escaped;
}

std::string zshOption(const OptionText& option) {
    std::string action;
    if (!option.choices.empty())
        action = fmt::format(":{}:({})", zshText(option.value), fmt::join(option.choices, " "));
    else if (option.isFile)
        action = fmt::format(":{}:_files", zshText(option.value));
    else if (!option.value.empty())
        action = fmt::format(":{}:", zshText(option.value));
    if (option.names.empty())
        return "        " + singleQuoted("*" + action) + " \\\n";
    std::string lines;
    for (const std::string& name : option.names)
        lines += "        " +
                 singleQuoted(fmt::format("*{}[{}]{}", name, zshText(option.description), action)) +
                 " \\\n";
    return lines;
}

std::string zsh(const std::vector<VerbText>& verbs) {
    std::string list, cases;
    for (const VerbText& verb : verbs) {
        list += "        " + singleQuoted(verb.name + ':' + zshText(verb.description)) + '\n';
        cases += fmt::format("    {})\n        _arguments \\\n", verb.name);
        for (const OptionText& option : verb.options)
            cases += zshOption(option);
        cases += "        && return 0 ;;\n";
    }
    return fmt::format(R"(#compdef {0}
# zsh completion of {0}; written by `{0} completion zsh`.
_warpbench_cli() {{
    local -a verbs
    verbs=(
{1}    )
    if (( CURRENT == 2 )); then
        _describe verb verbs
        return
    fi
    local verb=$words[2]
    shift words
    (( CURRENT-- ))
    case $verb in
{2}    esac
}}
_warpbench_cli "$@"
)",
                       kProgram, list, cases);
}

std::string fish(const std::vector<VerbText>& verbs) {
    std::string text = fmt::format("# fish completion of {0}; written by `{0} completion fish`.\n"
                                   "complete -c {0} -n __fish_use_subcommand -f\n",
                                   kProgram);
    for (const VerbText& verb : verbs) {
        text += fmt::format("complete -c {} -n __fish_use_subcommand -a {} -d {}\n", kProgram,
                            verb.name, singleQuoted(verb.description));
        for (const OptionText& option : verb.options) {
            for (const std::string& name : option.names) {
                const bool isLong = name.starts_with("--");
                text +=
                    fmt::format("complete -c {} -n '__fish_seen_subcommand_from {}' {} {} -d {}",
                                kProgram, verb.name, isLong ? "-l" : "-s",
                                name.substr(isLong ? 2 : 1), singleQuoted(option.description));
                if (!option.choices.empty())
                    text += fmt::format(" -x -a '{}'", fmt::join(option.choices, " "));
                else if (!option.value.empty())
                    text += option.isFile ? " -r -F" : " -x";
                text += '\n';
            }
        }
    }
    return text;
}

/// Escapes text so that troff prints it as it is.
std::string roff(const std::string& text) {
    std::string escaped = replaced(replaced(text, "\\", "\\e"), "-", "\\-");
    return escaped.starts_with('.') || escaped.starts_with('\'') ? "\\&" + escaped : escaped;
}

std::string man(const std::vector<VerbText>& verbs) {
    std::string text = fmt::format(
        ".TH WARPBENCH\\-CLI 1 \"\" \"Warpbench {}\" \"User commands\"\n"
        ".SH NAME\nwarpbench\\-cli \\- compile, run and study CUDA kernels without a window\n"
        ".SH SYNOPSIS\n.B warpbench\\-cli\n.I VERB\n[arguments]\n"
        ".SH DESCRIPTION\n"
        "Does with no window what\n.BR warpbench (1)\n"
        "does: runs projects on an NVIDIA GPU, or with none on a simulated one, checks their "
        "results "
        "and tells what limits a kernel.\n"
        ".SH VERBS\n",
        kVersion);
    for (const VerbText& verb : verbs) {
        std::string usage;
        for (const OptionText& option : verb.options) {
            if (option.names.empty())
                usage += ' ' + option.value;
        }
        text += fmt::format(".SS \"{}{}\"\n{}.\n", roff(verb.name), roff(usage),
                            roff(verb.description));
        for (const OptionText& option : verb.options) {
            if (option.names.empty())
                continue;
            text += fmt::format(".TP\n\\fB{}\\fR",
                                roff(fmt::format("{}", fmt::join(option.names, ", "))));
            if (!option.value.empty())
                text += fmt::format(" \\fI{}\\fR", roff(option.value));
            text += '\n' + roff(option.description);
            if (!option.choices.empty())
                text +=
                    fmt::format(" ({})", roff(fmt::format("{}", fmt::join(option.choices, ", "))));
            text += '\n';
        }
    }
    text += ".SH EXIT STATUS\n"
            "0 all well; 1 a check failed; 2 wrong usage or project; 3 the kernel did not compile; "
            "4 wrong for this device, or a fault; 5 cancelled or timed out.\n"
            ".SH ENVIRONMENT\n.TP\n.B CUDA_DEVICE\n"
            "The device to use where none is named: a number, or\n.BR sim .\n"
            ".TP\n.BR CUDA_HOME \", \" CUDA_PATH\nThe folder of a CUDA Toolkit.\n"
            ".SH SEE ALSO\n.BR warpbench (1)\n";
    return text;
}

} // namespace

const std::vector<std::string>& completionKinds() {
    static const std::vector<std::string> kinds{"bash", "zsh", "fish", "man"};
    return kinds;
}

std::string completionText(const std::string& kind, const std::vector<VerbText>& verbs) {
    if (kind == "bash")
        return bash(verbs);
    if (kind == "zsh")
        return zsh(verbs);
    return kind == "fish" ? fish(verbs) : man(verbs);
}

} // namespace warpbench::cli
