// SPDX-License-Identifier: GPL-3.0-or-later
// Memory that the program fills with random numbers: which numbers these may be.
#include "core/guess/follower.h"
#include "core/guess/signature.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>

namespace warpbench::guess::host {

namespace {

constexpr double kGreatest = 2147483647; // RAND_MAX of glibc; of others the quotients are the same
constexpr std::array<std::string_view, 4> kDrawn = {"rand", "random", "lrand48", "rand_r"};
constexpr std::array<std::string_view, 7> kOthers = {"drand48", "distribution", "dis",    "dist",
                                                     "gen",     "rng",          "uniform"};

bool isDrawn(const Token& token) {
    return token.isOneOf(kDrawn);
}

/// What `[] { return VALUE; }` gives; the tokens themselves where they are no function.
Tokens returned(Tokens value) {
    const auto word = std::find_if(value.begin(), value.end(),
                                   [](const Token& token) { return token.is("return"); });
    if (word == value.end())
        return value;
    const auto end =
        std::find_if(word, value.end(), [](const Token& token) { return token.is(";"); });
    return value.subspan(std::size_t(word - value.begin()) + 1, std::size_t(end - word) - 1);
}

} // namespace

bool Follower::isRandom(Tokens value) {
    return std::any_of(value.begin(), value.end(),
                       [](const Token& token) { return isDrawn(token) || token.isOneOf(kOthers); });
}

/// The least and the greatest value that one call of rand() lets an expression have, which grows or
/// falls with what is drawn.
/// \param modulus  that is taken of what is drawn; 0: none
std::optional<std::array<Value, 2>> Follower::randomRange(Tokens value, double modulus) {
    if (std::count_if(value.begin(), value.end(), isDrawn) != 1)
        return std::nullopt;
    const double greatest =
        modulus >= 1 ? std::floor((kGreatest + 1) / modulus) * modulus - 1 : kGreatest;
    const auto where = [&](double drawn) {
        Scope then = scope();
        then.variable = [this](std::string_view name) {
            return name == "RAND_MAX" ? Value::of(kGreatest, true) : variable(name);
        };
        then.call = [&, drawn](std::string_view name, Tokens arguments) {
            const bool here = std::find(kDrawn.begin(), kDrawn.end(), name) != kDrawn.end();
            return here ? Value::of(drawn, true) : call(name, arguments);
        };
        return evaluate(value, then);
    };
    std::array<Value, 2> range = {where(0), where(greatest)};
    if (!range[0].isNumber() || !range[1].isNumber() || range[0].number == range[1].number)
        return std::nullopt;
    if (range[0].number > range[1].number)
        std::swap(range[0], range[1]);
    return range;
}

void Follower::fillRandom(Memory& memory, Tokens given) {
    const Tokens value = returned(given);
    const auto dtype = dtypeOfType(memory.type);
    const bool integer =
        dtype && dtype->kind() == memory::DType::Kind::scalar && !isFloating(dtype->scalar());
    project::Init& init = memory.init;
    memory.filled = true;
    memory.unclear = false;
    init.seed = m_program.memories.size();
    init.kind = integer ? project::Init::Kind::randint : project::Init::Kind::uniform;
    Value modulus;
    for (std::size_t i = 0; i + 1 < value.size(); ++i)
        if (value[i].is("%"))
            modulus = evaluate(value.subspan(i + 1, 1), scope());
    const auto range = randomRange(value, modulus.isNumber() ? modulus.number : 0);
    const bool whole = range && range->at(0).isInteger && range->at(1).isInteger;
    if (range && (range->at(0).number != 0 || !modulus.isNumber() || !whole)) {
        // What is computed in whole numbers is whole whatever it is kept as.
        const bool steps = integer || whole;
        const double low = range->at(0).number;
        const double high = range->at(1).number;
        if (steps)
            init.kind = project::Init::Kind::randint;
        init.low = project::Expression{fmt::format("{:.12g}", steps ? std::floor(low) : low), {}};
        init.high =
            project::Expression{fmt::format("{:.12g}", steps ? std::floor(high) + 1 : high), {}};
        return;
    }
    if (whole)
        init.kind = project::Init::Kind::randint;
    if (init.kind == project::Init::Kind::randint) {
        init.low = project::Expression{"0", {}};
        init.high = project::Expression{modulus.isNumber() ? modulus.spelled() : "100", {}};
    } else if (modulus.isNumber()) {
        init.high = project::Expression{modulus.spelled(), {}};
    }
}

} // namespace warpbench::guess::host
