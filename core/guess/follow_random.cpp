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

/// The least or the greatest number of a uniform distribution: 0 and 1 where its parameters are not
/// given; unknown where they are not known, and of any other distribution.
Value extremeOf(const Variable& distribution, bool most) {
    if (!distribution.type.starts_with("uniform_"))
        return {};
    const bool whole = distribution.type.starts_with("uniform_int");
    if (distribution.parameters.empty() && !whole)
        return Value::of(most ? 1 : 0, false);
    if (distribution.parameters.size() != 2 || !distribution.parameters[most ? 1 : 0].isNumber())
        return {};
    return Value::of(distribution.parameters[most ? 1 : 0].number, whole);
}

} // namespace

/// A variable that is a distribution of the standard library; null: none of that name is.
const Variable* Follower::distribution(std::string_view name) const {
    for (const Variables* all : {&m_variables, &m_outer}) {
        const auto found = all->find(name);
        if (found != all->end() && found->second.isDistribution())
            return &found->second;
    }
    return nullptr;
}

bool Follower::isDrawn(const Token& token) const {
    return token.isOneOf(kDrawn) || (token.isWord() && distribution(token.text));
}

bool Follower::isRandom(Tokens value) const {
    return std::any_of(value.begin(), value.end(), [this](const Token& token) {
        return isDrawn(token) || token.isOneOf(kOthers);
    });
}

/// The least and the greatest value that one call of rand(), or of a distribution, lets an
/// expression have, which grows or falls with what is drawn.
/// \param modulus  that is taken of what is drawn; 0: none
std::optional<std::array<Value, 2>> Follower::randomRange(Tokens value, double modulus) {
    const auto drawn = [this](const Token& token) { return isDrawn(token); };
    if (std::count_if(value.begin(), value.end(), drawn) != 1)
        return std::nullopt;
    const double greatest =
        modulus >= 1 ? std::floor((kGreatest + 1) / modulus) * modulus - 1 : kGreatest;
    const auto where = [&](bool most) {
        Scope then = scope();
        then.variable = [this](std::string_view name) {
            return name == "RAND_MAX" ? Value::of(kGreatest, true) : variable(name);
        };
        then.call = [&, most](std::string_view name, Tokens arguments) {
            if (std::find(kDrawn.begin(), kDrawn.end(), name) != kDrawn.end())
                return Value::of(most ? greatest : 0, true);
            const Variable* from = distribution(name);
            return from ? extremeOf(*from, most) : call(name, arguments);
        };
        return evaluate(value, then);
    };
    std::array<Value, 2> range = {where(false), where(true)};
    if (!range[0].isNumber() || !range[1].isNumber() || range[0].number == range[1].number)
        return std::nullopt;
    if (range[0].number > range[1].number)
        std::swap(range[0], range[1]);
    return range;
}

/// `distribution(generator)` of a normal one.
bool Follower::fillNormal(Memory& memory, Tokens value) {
    const Variable* from = value.size() > 2 && value.back().is(")") && value[1].is("(")
                               ? distribution(value[0].text)
                               : nullptr;
    if (!from || !from->type.starts_with("normal_"))
        return false;
    const auto parameter = [&](std::size_t index, const char* usual) {
        const bool given = index < from->parameters.size() && from->parameters[index].isNumber();
        return project::Expression{given ? from->parameters[index].spelled() : usual, {}};
    };
    memory.init.kind = project::Init::Kind::normal;
    memory.init.mean = parameter(0, "0");
    memory.init.stddev = parameter(1, "1");
    return true;
}

namespace {

/// The least and the greatest value of an integer type, as far as a double tells them apart.
std::pair<double, double> boundsOf(memory::DType dtype) {
    if (dtype == memory::DType(memory::Scalar::boolean))
        return {0, 1};
    const double all = std::pow(2.0, 8.0 * double(dtype.size()));
    return isSigned(dtype.scalar()) ? std::pair{-all / 2, all / 2 - 1} : std::pair{0.0, all - 1};
}

} // namespace

void Follower::fillRandom(Memory& memory, Tokens given) {
    const Tokens value = returned(given);
    const auto dtype = dtypeOfType(memory.type);
    const bool integer =
        dtype && dtype->kind() == memory::DType::Kind::scalar && !isFloating(dtype->scalar());
    project::Init& init = memory.init;
    memory.filled = true;
    memory.unclear = false;
    init.seed = m_program.memories.size();
    if (!integer && fillNormal(memory, value))
        return;
    const auto [least, most] = boundsOf(integer ? *dtype : memory::DType(memory::Scalar::int64));
    Value modulus;
    for (std::size_t i = 0; i + 1 < value.size(); ++i)
        if (value[i].is("%"))
            modulus = evaluate(value.subspan(i + 1, 1), scope());
    const auto range = randomRange(value, modulus.isNumber() ? modulus.number : 0);
    // What is computed in whole numbers is whole whatever it is kept as.
    const bool whole = integer || (range && range->at(0).isInteger && range->at(1).isInteger);
    init.kind = whole ? project::Init::Kind::randint : project::Init::Kind::uniform;
    // `rand() % n`: a parameter can be changed.
    const bool plain =
        range && whole && range->at(0).number == 0 && range->at(1).number == modulus.number - 1;
    if (modulus.isNumber() && (!range || plain)) {
        if (whole)
            init.low = project::Expression{"0", {}};
        init.high = project::Expression{modulus.spelled(), {}};
    } else if (range) {
        double low = range->at(0).number;
        double high = range->at(1).number;
        if (integer && (low < least || high > most)) { // its last bits are any
            low = least;
            high = most;
        }
        init.low = project::Expression{fmt::format("{:.12g}", whole ? std::floor(low) : low), {}};
        init.high =
            project::Expression{fmt::format("{:.12g}", whole ? std::floor(high) + 1 : high), {}};
    } else if (whole) {
        init.low = project::Expression{"0", {}};
        init.high = project::Expression{"100", {}};
    }
}

} // namespace warpbench::guess::host
