// SPDX-License-Identifier: GPL-3.0-or-later
// For a guessed set-up: buffers for pointers that the program gets from elsewhere, such as the
// solve(A, B, C, N) of an exercise, and memory of unknown size. A kernel's other arguments and
// their use tell how large it must be.
#include "core/follow/signature.h"
#include "core/guess/set_up_builder.h"
#include "core/guess/side_names.h"

#include <algorithm>

namespace warpbench::guess {

namespace {

constexpr double kMostElements = 1e9;
constexpr double kFewElements = 65536;
constexpr double kManyElements = 1 << 26; // beyond it, probably not all numbers are dimensions

project::Expression expressionOf(const Value& value) {
    return project::Expression{value.spelled(), {}};
}

/// In a project's words; empty factors are left out.
Value multiplied(const Value& a, const Value& b) {
    Value all = Value::of(a.number * b.number, true);
    all.text = a.number == 1   ? b.spelled()
               : b.number == 1 ? a.spelled()
                               : inBrackets(a.spelled()) + " * " + inBrackets(b.spelled());
    return all;
}

bool isSide(const Value& value) {
    return value.isNumber() && value.number > 1 && value.number < kMostElements;
}

} // namespace

Value SetUpBuilder::valueNamed(const std::string& name, const LaunchCall& call) const {
    if (name.empty())
        return {};
    const compile::ScannedKernel* kernel = findKernel(m_kernels, call.kernel);
    for (std::size_t i = 0; kernel && i < kernel->info.parameters.size(); ++i)
        if (kernel->info.parameters[i].name == name)
            return i < call.arguments.size() ? call.arguments[i] : Value{};
    const auto number = m_program.numbers.find(name);
    return number == m_program.numbers.end() ? Value{} : Value::of(number->second, true);
}

Value SetUpBuilder::threadsOf(const LaunchCall& call) const {
    Value all = Value::of(1, true);
    for (const Value* extents : {&call.grid, &call.block}) {
        if (extents->kind != Value::Kind::grid)
            return {};
        for (std::size_t i = 0; i < 3; ++i) {
            Value one = Value::of(extents->extentNumber[i], true);
            if (!extents->extent[i].empty())
                one.text = extents->extent[i];
            all = multiplied(all, one);
        }
    }
    return all;
}

std::vector<project::Expression> SetUpBuilder::shapeOfGiven(const LaunchCall& call,
                                                            std::size_t index,
                                                            const std::string& name) const {
    const compile::ScannedKernel* kernel = findKernel(m_kernels, call.kernel);
    const PointerUse use = useOf(call, index);
    if (const Value length = valueNamed(use.length, call); isSide(length))
        return {expressionOf(length)};
    std::vector<std::string> names;
    std::map<std::string, Value> sides;
    for (std::size_t i = 0; kernel && i < kernel->info.parameters.size(); ++i) {
        const compile::Parameter& parameter = kernel->info.parameters[i];
        const Value value = i < call.arguments.size() ? call.arguments[i] : Value{};
        if (!isWholeNumber(parameter) || isWindow(parameter.name) || !isSide(value))
            continue;
        names.push_back(parameter.name);
        sides[parameter.name] = value;
    }
    const auto product = [&](const std::vector<std::string>& without) {
        Value all = Value::of(1, true);
        for (const std::string& side : names)
            if (std::find(without.begin(), without.end(), side) == without.end())
                all = multiplied(all, sides[side]);
        return all;
    };
    const Value row = valueNamed(use.row, call);
    if (isSide(row)) {
        const Value width = multiplied(row, Value::of(use.channels, true));
        if (const Value rows = valueNamed(use.rows, call);
            isSide(rows) && use.rows != use.row && !use.planes)
            return {expressionOf(rows), expressionOf(width)};
        if (const auto matrix = productOf(names)) {
            const auto [rows, columns] = productShape(*matrix, name, use.written && !use.handedOn);
            const Value more =
                use.planes ? product({matrix->m, matrix->n, matrix->k}) : Value::of(1, true);
            return {expressionOf(multiplied(more, sides[rows])), expressionOf(sides[columns])};
        }
        Value others = product({use.row});
        if (others.number * width.number > kManyElements)
            others = row;
        return {expressionOf(others.number > 1 ? others : row), expressionOf(width)};
    }
    Value all = product({});
    const Value threads = threadsOf(call);
    const bool many = all.number > kManyElements;
    if (isSide(threads) && (many || threads.number > all.number)) // N * N of them, say
        all = threads;
    all = multiplied(all, Value::of(use.stride, true));
    // For small numbers it is unclear whether these are all of them.
    return isSide(all) && all.number > kFewElements && all.number <= kMostElements
               ? std::vector{expressionOf(all)}
               : std::vector<project::Expression>();
}

std::string SetUpBuilder::lengthOf(const LaunchCall& call, std::size_t index,
                                   const std::string& name) const {
    std::string all;
    for (const project::Expression& extent : shapeOfGiven(call, index, name))
        all += (all.empty() ? "" : " * ") + inBrackets(extent.text);
    return all.empty() ? "65536" : all;
}

project::Init SetUpBuilder::contentsOfGiven(const project::Buffer& buffer,
                                            project::Access access) const {
    project::Init init;
    if (access != project::Access::in || buffer.dtype.kind() == arrays::DType::Kind::structure)
        return init;
    init.seed = m_project.buffers.size() + 1;
    if (isFloating(buffer.dtype.scalar())) {
        init.kind = project::Init::Kind::uniform;
        return init;
    }
    // Shades of a picture; others may be indices, which small ones hurt least.
    const bool shades = buffer.dtype == arrays::DType(arrays::Scalar::uint8);
    init.kind = project::Init::Kind::randint;
    init.low = project::Expression{"0", {}};
    init.high = project::Expression{shades ? "256" : "2", {}};
    return init;
}

std::string SetUpBuilder::strangeBuffer(const LaunchCall& call, std::size_t index,
                                        const compile::Parameter& parameter,
                                        const std::string& written) {
    for (const auto& [expression, name] : m_strange)
        if (expression == written)
            return name;
    project::Buffer buffer;
    buffer.name = freeName(parameter.name);
    if (objectKindOf(parameter.type) != ObjectKind::none) { // a picture, as most textures are
        buffer.dtype = arrays::DType(arrays::Scalar::float32);
        buffer.shape = {project::Expression{"256", {}}, project::Expression{"256", {}}};
        buffer.init.kind = project::Init::Kind::uniform;
        buffer.init.seed = m_project.buffers.size() + 1;
    } else {
        const std::size_t bytes = setType(buffer, parameter, {});
        if (bytes == 1) // unknown element type
            buffer.dtype = arrays::DType(arrays::Scalar::float32);
        else if (bytes == 0)
            buffer.init = contentsOfGiven(buffer, accessOf(call, parameter, index));
        buffer.shape = shapeOfGiven(call, index, parameter.name);
        if (buffer.shape.empty())
            buffer.shape = {project::Expression{"65536", {}}};
        if (bytes > 1)
            buffer.shape.push_back(project::Expression{std::to_string(bytes), {}});
    }
    std::string shape;
    for (const project::Expression& extent : buffer.shape)
        shape += (shape.empty() ? "" : " × ") +
                 (buffer.shape.size() > 1 ? inBrackets(extent.text) : extent.text);
    const bool zeros = buffer.init.kind == project::Init::Kind::zeros;
    ask(call, Subject::buffer, zeros ? Kind::pointer : Kind::pointer_numbers,
        {written, buffer.name, shape}, buffer.name);
    m_strange.emplace_back(written, buffer.name);
    m_project.buffers.push_back(std::move(buffer));
    return m_project.buffers.back().name;
}

} // namespace warpbench::guess
