// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/report/ptx_flops.h"

#include <algorithm>
#include <cctype>
#include <vector>

namespace warpbench::session {

namespace {

constexpr std::string_view kSpace = " \t\r{}";

std::string_view withoutSpace(std::string_view text) {
    const std::size_t first = text.find_first_not_of(kSpace);
    return first == std::string_view::npos ? std::string_view() : text.substr(first);
}

/// "fma.rn.f32" from "$L: @%p1 fma.rn.f32 %f1, …"; empty for a directive or an empty line.
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

/// The first number after one of the letters m, n and k of a shape, "m16n8k16"; 0: none.
std::uint64_t sizeIn(std::string_view shape, char letter) {
    const std::size_t at = shape.find(letter);
    std::uint64_t size = 0;
    for (std::size_t i = at; at != std::string_view::npos && ++i < shape.size() &&
                             std::isdigit(static_cast<unsigned char>(shape[i]));)
        size = 10 * size + std::uint64_t(shape[i] - '0');
    return size;
}

/// A lane's share of a product of tiles: wmma.mma, mma and wgmma (PTX ISA, 9.7.14 and 9.7.15), by
/// the type of A and B; wmma does not name it for halves. Zeros of sparse matrices count.
Flops flopsOfProduct(std::string_view opcode, std::string_view mnemonic) {
    constexpr std::uint64_t kWarp = 32, kWarpgroup = 128;
    Flops flops;
    std::uint64_t each = 0;
    std::vector<std::string_view> types;
    for (std::string_view rest = mnemonic; !rest.empty();) {
        const std::string_view part = rest.substr(0, rest.find('.'));
        rest.remove_prefix(std::min(part.size() + 1, rest.size()));
        if (sizeIn(part, 'm') && sizeIn(part, 'n') && sizeIn(part, 'k'))
            each = 2 * sizeIn(part, 'm') * sizeIn(part, 'n') * sizeIn(part, 'k') /
                   (opcode == "wgmma" ? kWarpgroup : kWarp);
        else if (each)
            types.push_back(part);
    }
    const auto has = [&](std::string_view type) {
        return std::find(types.begin(), types.end(), type) != types.end();
    };
    const bool ofIntegers = has("s8") || has("u8") || has("s4") || has("u4") || has("b1");
    if (each == 0 || ofIntegers)
        return flops;
    (has("f64") ? flops.twice : has("tf32") ? flops.single : flops.half) = each;
    return flops;
}

/// One lane's operations in an instruction (PTX ISA, 9.7.3 to 9.7.5: last modifier is the type).
Flops flopsOf(std::string_view mnemonic) {
    const std::string_view opcode = mnemonic.substr(0, mnemonic.find('.'));
    const std::size_t dot = mnemonic.rfind('.');
    if (dot == std::string_view::npos)
        return {};
    if (opcode == "mma" || mnemonic.starts_with("wmma.mma") || mnemonic.starts_with("wgmma.mma"))
        return flopsOfProduct(opcode, mnemonic);
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

/// For a line executed by this many lanes, one instruction each.
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
