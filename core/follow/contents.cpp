// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/follow/contents.h"

#include "core/arrays/element.h"
#include "core/base/decimal.h"
#include "core/follow/signature.h"
#include "core/plan/evaluate.h"
#include "core/plan/init.h"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstdint>

namespace warpbench::guess {

namespace {

using project::Expression;
using project::Init;

constexpr std::size_t kMostWritten = 16; ///< values that an expression writes one by one
constexpr double kMostConstants = 1024;  ///< values of a constant

Init constantOf(const Value& value) {
    Init init;
    init.kind = Init::Kind::constant;
    init.value = Expression{value.spelled(), {}};
    return init;
}

/// The same numbers that a buffer of those contents would hold.
std::vector<Expression> computed(const Init& init, const arrays::DType& dtype, double count,
                                 const HostProgram& program) {
    project::Project project;
    for (const auto& [name, value] : program.parameters)
        project.parameters[name] = Expression{value, {}};
    project::Buffer buffer;
    buffer.name = "values";
    buffer.dtype = dtype;
    buffer.shape = {Expression{Value::of(count, true).spelled(), {}}};
    buffer.init = init;
    project.buffers.push_back(std::move(buffer));
    std::vector<Expression> values;
    try {
        const arrays::HostArray array = project::initialiseBuffer(project::makePlan(project), 0);
        for (std::int64_t i = 0; i < array.elements(); ++i)
            values.push_back(Expression{arrays::formatElement(array, i), {}});
    } catch (const Error&) {
        values.clear(); // an expression that only the program can work out
    }
    return values;
}

} // namespace

std::optional<Init> initOfList(const std::vector<Value>& list, double count) {
    if (list.empty() || double(list.size()) > count)
        return std::nullopt;
    const bool whole = double(list.size()) == count;
    const double step = list.size() > 1 ? list[1].number - list[0].number : 0;
    bool steady = whole;
    for (std::size_t i = 1; i < list.size(); ++i)
        steady = steady && list[i].number - list[i - 1].number == step;
    if (steady && step == 0)
        return constantOf(list[0]);
    if (steady) {
        Init init;
        init.kind = Init::Kind::arange;
        if (list[0].number != 0)
            init.start = Expression{list[0].spelled(), {}};
        if (step != 1)
            init.step = Expression{Value::of(step, list[0].isInteger).spelled(), {}};
        return init;
    }
    if (list.size() > kMostWritten)
        return std::nullopt;
    std::string text = whole ? list.back().spelled() : "0";
    for (std::size_t i = list.size() - (whole ? 1 : 0); i-- > 0;)
        text = fmt::format("where(i == {}, {}, {})", i, list[i].spelled(), text);
    Init init;
    init.kind = Init::Kind::expression;
    init.expression = Expression{text, {}};
    return init;
}

namespace {

/// A product without one factor: "w * h" without "w"; empty: not a product, or more than two.
std::string without(const std::string& product, const std::string& factor) {
    const std::string one = inBrackets(factor);
    if (product.starts_with(one + " * "))
        return product.substr(one.size() + 3);
    if (product.ends_with(" * " + one))
        return product.substr(0, product.size() - one.size() - 3);
    return {};
}

/// A text without the brackets around the whole of it.
std::string unwrapped(const std::string& text) {
    const bool whole = text.size() > 2 && text.front() == '(' && text.find(')') == text.size() - 1;
    return whole ? text.substr(1, text.size() - 2) : text;
}

} // namespace

namespace {

/// The bytes of a number as an element of a scalar type, the lowest first; empty: not of that type.
std::vector<std::uint8_t> bytesOf(double number, const arrays::DType& type) {
    std::uint64_t bits = 0;
    if (type == arrays::DType(arrays::Scalar::float64))
        bits = std::bit_cast<std::uint64_t>(number);
    else if (type == arrays::DType(arrays::Scalar::float32))
        bits = std::bit_cast<std::uint32_t>(float(number));
    else if (!isFloating(type.scalar()) && std::abs(number) < 9e18)
        bits = std::uint64_t(static_cast<long long>(number));
    else
        return {};
    std::vector<std::uint8_t> bytes;
    for (std::size_t i = 0; i < type.size(); ++i)
        bytes.push_back(std::uint8_t(bits >> (8 * i)));
    return bytes;
}

std::optional<double> numberOf(const std::vector<std::uint8_t>& bytes, const arrays::DType& type) {
    std::uint64_t bits = 0;
    for (std::size_t i = 0; i < bytes.size(); ++i)
        bits |= std::uint64_t(bytes[i]) << (8 * i);
    if (type == arrays::DType(arrays::Scalar::float64))
        return std::bit_cast<double>(bits);
    if (type == arrays::DType(arrays::Scalar::float32))
        return std::bit_cast<float>(std::uint32_t(bits));
    if (isFloating(type.scalar()) || type == arrays::DType(arrays::Scalar::boolean))
        return std::nullopt;
    const unsigned unused = unsigned(64 - 8 * bytes.size());
    if (isSigned(type.scalar()))
        return double(static_cast<std::int64_t>(bits << unused) >> unused);
    return double(bits);
}

} // namespace

std::optional<Init> movedBytes(const Init& init, const arrays::DType& from,
                               const arrays::DType& to) {
    constexpr double kExact = 9007199254740992; // 2^53
    if (init.kind == Init::Kind::zeros)
        return init;
    const bool constant = init.kind == Init::Kind::constant || init.kind == Init::Kind::ones;
    const arrays::DType one(from.scalar());
    const arrays::DType other(to.scalar());
    if (!constant || one.size() > 8 || other.size() > 8)
        return std::nullopt;
    double number = 1;
    if (init.kind == Init::Kind::constant) {
        const Decimal read = leadingDecimal(init.value->text);
        if (read.length != init.value->text.size())
            return std::nullopt; // of a parameter
        number = read.value;
    }
    const std::vector<std::uint8_t> pattern = bytesOf(number, one);
    if (pattern.empty())
        return std::nullopt;
    std::vector<std::uint8_t> bytes;
    for (std::size_t i = 0; i < other.size(); ++i)
        bytes.push_back(pattern[i % pattern.size()]);
    for (std::size_t i = other.size(); i < pattern.size(); ++i)
        if (pattern[i] != pattern[i % other.size()])
            return std::nullopt; // low and high halves differ
    const auto moved = numberOf(bytes, other);
    if (!moved || !std::isfinite(*moved) ||
        (!isFloating(other.scalar()) && std::abs(*moved) > kExact))
        return std::nullopt;
    Init made;
    made.kind = Init::Kind::constant;
    made.value =
        Expression{isFloating(other.scalar()) ? fmt::format("{}", *moved)
                                              : fmt::format("{}", static_cast<long long>(*moved)),
                   {}};
    return made;
}

std::vector<Expression> shapeOfRows(const Value& count, const Value& width, int channels) {
    const std::string columns = width.spelled();
    const std::string all = count.spelled();
    std::string rows;
    if (!count.text.empty()) {
        std::string elements = all;
        if (channels > 1)
            elements = unwrapped(without(all, std::to_string(channels)));
        rows = unwrapped(without(elements, columns));
        if (rows.empty() || rows.find(" + ") != std::string::npos)
            rows = fmt::format(
                "{} // {}", inBrackets(all),
                inBrackets(channels > 1 ? fmt::format("{} * {}", channels, columns) : columns));
    } else {
        rows = Value::of(count.number / (width.number * channels), true).spelled();
    }
    return {Expression{rows, {}}, Expression{columns, {}}};
}

std::vector<Expression> valuesOf(const ConstantCopy& copy, const HostProgram& program) {
    const auto dtype = dtypeOfType(copy.type);
    if (!dtype || dtype->kind() != arrays::DType::Kind::scalar || !copy.count.isNumber() ||
        copy.count.number < 1 || copy.count.number > kMostConstants)
        return {};
    if (copy.source.isNumber())
        return copy.count.number == 1 ? std::vector{Expression{copy.source.spelled(), {}}}
                                      : std::vector<Expression>();
    if (copy.source.kind != Value::Kind::pointer || !copy.source.offset.empty())
        return {};
    const Memory& memory = program.memories[std::size_t(copy.source.memory)];
    std::vector<Expression> values;
    if (!memory.listed.empty() && double(memory.listed.size()) <= copy.count.number) {
        for (const Value& value : memory.listed)
            values.push_back(Expression{value.spelled(), {}});
        values.resize(std::size_t(copy.count.number), Expression{"0", {}});
    } else if (memory.listed.empty() && !memory.unclear && (memory.filled || memory.zeroed)) {
        values = computed(memory.init, *dtype, copy.count.number, program);
    }
    return values;
}

} // namespace warpbench::guess
