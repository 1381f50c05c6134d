// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/session/ptx_flops.h"

#include <algorithm>
#include <cctype>

namespace warpbench::session {

namespace {

constexpr std::string_view kSpace = " \t\r{}";

std::string_view withoutSpace(std::string_view text) {
    const std::size_t first = text.find_first_not_of(kSpace);
    return first == std::string_view::npos ? std::string_view() : text.substr(first);
}

/// "fma.rn.f32" of "$L: @%p1 fma.rn.f32 %f1, …"; empty of a directive, or of nothing.
std::string_view mnemonicOf(std::string_view statement) {
    statement = withoutSpace(statement);
    if (const std::size_t label = statement.find(": "); label != std::string_view::npos)
        statement = withoutSpace(statement.substr(label + 1));
    if (statement.starts_with('@'))
        statement = withoutSpace(
            statement.substr(std::min(statement.find_first_of(" \t"), statement.size())));
    const auto end = std::find_if(statement.begin(), statement.end(), [](unsigned char c) {
        return !std::isalnum(c) && c != '.' && c != '_' && c != ':';
    });
    return statement.substr(0, std::size_t(end - statement.begin()));
}

/// What one lane does with an instruction (PTX ISA, 9.7.3 to 9.7.5: its last modifier is the type).
Flops flopsOf(std::string_view mnemonic) {
    const std::string_view opcode = mnemonic.substr(0, mnemonic.find('.'));
    const std::size_t dot = mnemonic.rfind('.');
    if (dot == std::string_view::npos)
        return {};
    std::string_view type = mnemonic.substr(dot + 1);
    std::uint64_t each = 0;
    if (opcode == "add" || opcode == "sub" || opcode == "mul")
        each = 1;
    else if (opcode == "fma" || opcode == "mad")
        each = 2;
    if (type.ends_with("x2")) {
        each *= 2;
        type.remove_suffix(2);
    }
    if (type == "f32")
        return {0, each, 0};
    if (type == "f64")
        return {0, 0, each};
    return type == "f16" || type == "bf16" ? Flops{each, 0, 0} : Flops{};
}

/// Of a line that is executed by so many lanes, an instruction each.
void addLine(Flops& to, std::string_view line, std::uint64_t lanes) {
    line = line.substr(0, line.find("//"));
    Flops once;
    std::uint64_t instructions = 0;
    while (!line.empty()) {
        const std::size_t end = std::min(line.find(';'), line.size());
        const std::string_view mnemonic = mnemonicOf(line.substr(0, end));
        line.remove_prefix(std::min(end + 1, line.size()));
        if (mnemonic.empty() || mnemonic.starts_with('.'))
            continue;
        const Flops flops = flopsOf(mnemonic);
        ++instructions;
        once.half += flops.half;
        once.single += flops.single;
        once.twice += flops.twice;
    }
    if (instructions == 0)
        return;
    to.half += once.half * lanes / instructions;
    to.single += once.single * lanes / instructions;
    to.twice += once.twice * lanes / instructions;
}

} // namespace

Flops flopsOf(const std::vector<PtxLineCounters>& lines, std::string_view ptx) {
    Flops flops;
    int number = 1;
    for (const PtxLineCounters& line : lines) {
        for (; number < line.line && !ptx.empty(); ++number)
            ptx.remove_prefix(std::min(ptx.find('\n'), ptx.size() - 1) + 1);
        if (number == line.line)
            addLine(flops, ptx.substr(0, ptx.find('\n')), line.threadExecutions);
    }
    return flops;
}

} // namespace warpbench::session
