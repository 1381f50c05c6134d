// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/compiled/ptxas_log.h"

#include <charconv>

namespace warpbench::compile {

namespace {

std::optional<std::int64_t> numberAt(std::string_view text) {
    std::int64_t value = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
    if (error != std::errc() || end == text.data())
        return std::nullopt;
    return value;
}

/// The number that is before a text: numberBefore("1128 bytes stack frame, …", " bytes stack").
std::optional<std::int64_t> numberBefore(std::string_view line, std::string_view text) {
    const std::size_t at = line.find(text);
    if (at == std::string_view::npos)
        return std::nullopt;
    std::size_t begin = at;
    while (begin > 0 && line[begin - 1] >= '0' && line[begin - 1] <= '9')
        --begin;
    return numberAt(line.substr(begin, at - begin));
}

/// The text between two others.
std::string_view between(std::string_view line, std::string_view before, std::string_view after) {
    const std::size_t begin = line.find(before);
    if (begin == std::string_view::npos)
        return {};
    line.remove_prefix(begin + before.size());
    return line.substr(0, line.find(after));
}

void readUsed(std::string_view line, PtxasUsage& usage) {
    const auto asInt = [](std::optional<std::int64_t> value) -> std::optional<int> {
        return value ? std::optional<int>(static_cast<int>(*value)) : std::nullopt;
    };
    usage.registers = asInt(numberBefore(line, " registers"));
    // CUDA before 12.9 does not report them; later versions say "used 0 barriers".
    usage.barriers = asInt(numberBefore(line, " barriers"));
    // Omitted if zero.
    usage.sharedBytes = numberBefore(line, " bytes smem").value_or(0);
    usage.constantBytes = numberBefore(line, " bytes cmem[0]");
}

} // namespace

std::map<std::string, PtxasUsage> parsePtxasUsage(std::string_view log) {
    std::map<std::string, PtxasUsage> usages;
    std::string entry;    // of the last "Compiling entry function"
    std::string function; // of the last "Function properties for"
    while (!log.empty()) {
        const std::size_t end = log.find('\n');
        const std::string_view line = log.substr(0, end);
        log = end == std::string_view::npos ? std::string_view() : log.substr(end + 1);
        // Continuation lines start with "ptxas         .     " in NVRTC's log, and with blanks in
        // the log of ptxas itself.
        if (!line.starts_with("ptxas") && !line.starts_with(' '))
            continue;
        if (line.find("Compiling entry function '") != std::string_view::npos) {
            entry = between(line, "function '", "'");
            usages[entry];
        } else if (line.find("Function properties for ") != std::string_view::npos) {
            function = between(line, "properties for ", "\r");
        } else if (line.find(" bytes stack frame") != std::string_view::npos) {
            // Functions that were not inlined have their own lines.
            if (entry.empty() || function != entry)
                continue;
            PtxasUsage& usage = usages[entry];
            usage.stackBytes = numberBefore(line, " bytes stack frame");
            usage.spillStoreBytes = numberBefore(line, " bytes spill stores");
            usage.spillLoadBytes = numberBefore(line, " bytes spill loads");
        } else if (line.find(": Used ") != std::string_view::npos && !entry.empty()) {
            readUsed(line, usages[entry]);
        }
    }
    return usages;
}

} // namespace warpbench::compile
