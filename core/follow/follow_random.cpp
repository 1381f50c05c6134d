// SPDX-License-Identifier: GPL-3.0-or-later
// Memory that the program fills with random numbers: which numbers these may be.
#include "core/follow/follower.h"
#include "core/follow/signature.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>

namespace warpbench::guess::host {

namespace {

constexpr double kGreatest = 2147483647; // RAND_MAX of glibc; of others the quotients are the same
constexpr double kMostOfEngine = 4294967295; // of std::mt19937 and std::random_device
constexpr std::array<std::string_view, 4> kDrawn = {"rand", "random", "lrand48", "rand_r"};
constexpr std::array<std::string_view, 2> kFractions = {"drand48", "erand48"};
constexpr std::array<std::string_view, 6> kOthers = {"distribution", "dis", "dist",
                                                     "gen",          "rng", "uniform"};
constexpr std::array<std::string_view, 7> kEngines = {
    "mt19937",       "mt19937_64",   "minstd_rand", "minstd_rand0", "default_random_engine",
    "random_device", "ranlux24_base"};

/// The VALUE in `[] { return VALUE; }`; the tokens themselves if they are not a function.
Tokens returned(Tokens value) {
    const auto word = std::find_if(value.begin(), value.end(),
                                   [](const Token& token) { return token.is("return"); });
    if (word == value.end())
        return value;
    const auto end =
        std::find_if(word, value.end(), [](const Token& token) { return token.is(";"); });
    return value.subspan(std::size_t(word - value.begin()) + 1, std::size_t(end - word) - 1);
}

/// The minimum or maximum of a uniform distribution: 0 and 1 without parameters; unknown if they
/// are unknown, and for any other distribution.
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

/// Whether a word is an engine of the standard library, or sounds so.
bool Follower::isEngine(std::string_view name) const {
    for (const Variables* all : {&m_variables, &m_outer}) {
        const auto found = all->find(name);
        if (found != all->end())
            return std::find(kEngines.begin(), kEngines.end(), resolved(found->second.type)) !=
                   kEngines.end();
    }
    return name == "gen" || name == "rng";
}

/// Whether a number is drawn at this place: by a function, an engine or a distribution.
bool Follower::isDrawn(Tokens value, std::size_t i) const {
    if (i + 1 >= value.size() || !value[i].isWord() || !value[i + 1].is("("))
        return false;
    return value[i].isOneOf(kDrawn) || value[i].isOneOf(kFractions) ||
           distribution(value[i].text) ||
           (i + 2 < value.size() && value[i + 2].is(")") && isEngine(value[i].text));
}

bool Follower::isRandom(Tokens value) const {
    for (std::size_t i = 0; i < value.size(); ++i)
        if (isDrawn(value, i) || value[i].isOneOf(kOthers))
            return true;
    return false;
}

/// The minimum and maximum of an expression with one call of rand() or a distribution, if
/// it is monotonic in the random number. \param modulus  applied to the random number; 0:
/// none
std::optional<std::array<Value, 2>> Follower::randomRange(Tokens value, double modulus) {
    int drawn = 0;
    for (std::size_t i = 0; i < value.size(); ++i)
        drawn += isDrawn(value, i) ? 1 : 0;
    if (drawn != 1)
        return std::nullopt;
    const auto greatest = [&](double most) {
        return modulus >= 1 ? std::floor((most + 1) / modulus) * modulus - 1 : most;
    };
    const auto where = [&](bool most) {
        Scope then = scope();
        then.variable = [this](std::string_view name) {
            return name == "RAND_MAX" ? Value::of(kGreatest, true) : variable(name);
        };
        then.call = [&, most](std::string_view name, Tokens arguments) {
            if (std::find(kDrawn.begin(), kDrawn.end(), name) != kDrawn.end())
                return Value::of(most ? greatest(kGreatest) : 0, true);
            if (std::find(kFractions.begin(), kFractions.end(), name) != kFractions.end())
                return Value::of(most ? 1 : 0, false);
            if (const Variable* from = distribution(name))
                return extremeOf(*from, most);
            if (arguments.empty() && isEngine(name))
                return Value::of(most ? greatest(kMostOfEngine) : 0, true);
            return call(name, arguments);
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

/// The minimum and maximum of an integer type, within a double's precision.
std::pair<double, double> boundsOf(const arrays::DType& dtype) {
    if (dtype == arrays::DType(arrays::Scalar::boolean))
        return {0, 1};
    const double all = std::pow(2.0, 8.0 * double(dtype.size()));
    return isSigned(dtype.scalar()) ? std::pair{-all / 2, all / 2 - 1} : std::pair{0.0, all - 1};
}

} // namespace

namespace {

/// The position of a condition in a value, outside of brackets: `?`, a comparison, `&&` or `||`.
struct Condition {
    std::size_t question = 0; ///< the index of `?`; 0: none
    std::size_t colon = 0;
    bool compares = false;
};

bool comparesAt(Tokens t, std::size_t i) {
    const auto is = [&](std::size_t k, std::string_view text) {
        return k < t.size() && t[k].is(text);
    };
    if (is(i, "!"))
        return true;
    if ((is(i, "=") || is(i, "&") || is(i, "|")) && is(i + 1, t[i].text))
        return true;
    const bool shift =
        (is(i, "<") || is(i, ">")) && (is(i + 1, t[i].text) || (i > 0 && t[i - 1].is(t[i].text)));
    return (is(i, "<") || is(i, ">")) && !shift;
}

/// \param everywhere  within brackets as well
Condition conditionOf(Tokens t, bool everywhere) {
    Condition found;
    for (std::size_t i = 0; i < t.size();) {
        if (!everywhere && (t[i].is("(") || t[i].is("["))) {
            i = compile::afterClosing(t, i, t.size());
            continue;
        }
        if (t[i].isWord() && i + 1 < t.size() && t[i + 1].is("<")) { // static_cast<float>
            const std::size_t after = compile::afterTemplateBracket(t, i + 1, t.size());
            if (after > i + 2) {
                i = after;
                continue;
            }
        }
        if (t[i].is("?") && found.question == 0)
            found.question = i;
        else if (t[i].is(":") && found.colon == 0)
            found.colon = i;
        else if (found.question == 0 && comparesAt(t, i))
            found.compares = true;
        ++i;
    }
    return found;
}

/// Whether there is a condition at any depth.
bool hasCondition(Tokens t) {
    const Condition found = conditionOf(t, true);
    return found.question > 0 || found.compares;
}

Tokens withoutBrackets(Tokens t) {
    while (t.size() > 2 && t.front().is("(") && compile::afterClosing(t, 0, t.size()) == t.size())
        t = t.subspan(1, t.size() - 2);
    return t;
}

} // namespace

/// A value selected by a condition on random numbers: 0 or 1, or one of two numbers. \returns false
/// if it has a condition that cannot be followed
bool Follower::fillChosen(Memory& memory, Tokens value) {
    const Condition condition = conditionOf(value, false);
    Value yes = Value::of(1, true);
    Value no = Value::of(0, true);
    if (condition.question > 0 && condition.colon > condition.question) {
        const Tokens first =
            value.subspan(condition.question + 1, condition.colon - condition.question - 1);
        const Tokens second = value.subspan(condition.colon + 1);
        if (isRandom(first) || isRandom(second))
            return false;
        yes = evaluate(first, scope());
        no = evaluate(second, scope());
    } else if (!condition.compares) {
        return false;
    }
    if (!yes.isNumber() || !no.isNumber())
        return false;
    const double low = std::min(yes.number, no.number);
    const double high = std::max(yes.number, no.number);
    if (low == high) {
        fillWith(memory, yes);
        return true;
    }
    if (low != std::floor(low) || high != low + 1)
        return false; // of the numbers between them none would come
    memory.init.kind = project::Init::Kind::randint;
    memory.init.low = project::Expression{fmt::format("{:.12g}", low), {}};
    memory.init.high = project::Expression{fmt::format("{:.12g}", high + 1), {}};
    return true;
}

void Follower::fillUnclear(Memory& memory) {
    memory.filled = false;
    memory.unclear = true;
    memory.listed.clear();
    memory.init = {};
}

void Follower::fillRandom(Memory& memory, Tokens given) {
    const Tokens value = withoutBrackets(returned(given));
    const auto dtype = dtypeOfType(memory.type);
    const bool integer =
        dtype && dtype->kind() == arrays::DType::Kind::scalar && !isFloating(dtype->scalar());
    project::Init& init = memory.init;
    memory.filled = true;
    memory.unclear = false;
    init.seed = std::uint64_t(&memory - m_program.memories.data()) + 1;
    if (!integer && fillNormal(memory, value))
        return;
    if (hasCondition(value))
        return fillChosen(memory, value) ? void() : fillUnclear(memory);
    const auto [least, most] = boundsOf(integer ? *dtype : arrays::DType(arrays::Scalar::int64));
    Value modulus;
    for (std::size_t i = 0; i + 1 < value.size(); ++i)
        if (value[i].is("%"))
            modulus = evaluate(value.subspan(i + 1, 1), scope());
    const auto range = randomRange(value, modulus.isNumber() ? modulus.number : 0);
    // The result of integer arithmetic is an integer, whatever type it is stored as.
    const bool whole = integer || (range && range->at(0).isInteger && range->at(1).isInteger);
    init.kind = whole ? project::Init::Kind::randint : project::Init::Kind::uniform;
    // `rand() % n`: a parameter can be changed.
    const bool plain =
        range && whole && range->at(0).number == 0 && range->at(1).number == modulus.number - 1;
    if (!range)
        return fillUnclear(memory);
    if (modulus.isNumber() && plain) {
        if (whole)
            init.low = project::Expression{"0", {}};
        init.high = project::Expression{modulus.spelled(), {}};
    } else {
        double low = range->at(0).number;
        double high = range->at(1).number;
        if (integer && (low < least || high > most)) { // its last bits are any
            low = least;
            high = most;
        }
        init.low = project::Expression{fmt::format("{:.12g}", whole ? std::floor(low) : low), {}};
        init.high =
            project::Expression{fmt::format("{:.12g}", whole ? std::floor(high) + 1 : high), {}};
    }
}

} // namespace warpbench::guess::host
