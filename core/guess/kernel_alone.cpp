// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/guess/kernel_alone.h"

#include "core/follow/c_value.h"
#include "core/follow/signature.h"
#include "core/guess/kernel_texts.h"
#include "core/guess/side_names.h"

#include <algorithm>
#include <bit>
#include <string_view>
#include <tuple>

namespace warpbench::guess {

namespace {

constexpr int kBlockSide = 16;            // the default
constexpr int kLargestBlock = 1024;       // of a block
constexpr const char* kFirstSide = "256"; // a product of such matrices is done in no time
constexpr double kLongestRow = 4096;      // for a macro; longer rows take too long
constexpr const char* kWindow = "5";      // odd, as most filters' sides

bool asksForY(Tokens body, std::string_view index) {
    for (std::size_t i = 0; i + 2 < body.size(); ++i)
        if (body[i].is(index) && body[i + 1].is(".") && body[i + 2].is("y"))
            return true;
    return false;
}

/// The contents of the brackets after a declared name.
std::vector<Tokens> extentsAt(Tokens body, std::size_t i) {
    std::vector<Tokens> extents;
    while (i < body.size() && body[i].is("[")) {
        const std::size_t after = compile::afterClosing(body, i, body.size());
        if (after < i + 3)
            break;
        extents.push_back(body.subspan(i + 1, after - i - 2));
        i = after;
    }
    return extents;
}

/// The side of a tile without padding or halo: 33 and 34 become 32.
int sideOf(Tokens extent, const Scope& scope) {
    const Value value = evaluate(extent, scope);
    if (!value.isNumber() || !(value.number >= 1 && value.number <= kLargestBlock))
        return 0; // also if it is not a number, 0.0 / 0
    return int(std::bit_floor(unsigned(value.number)));
}

/// Of the first shared array of two dimensions.
std::optional<BlockShape> shapeOfTile(Tokens body, const std::map<std::string, double>& numbers) {
    Scope scope;
    scope.variable = [&](std::string_view name) {
        const auto found = numbers.find(std::string(name));
        return found == numbers.end() ? Value{} : Value::of(found->second, true);
    };
    scope.call = [](std::string_view, Tokens) { return Value{}; };
    scope.sizeOf = [](const std::string&) { return Value{}; };
    for (std::size_t i = 0; i < body.size(); ++i) {
        if (!body[i].is("__shared__"))
            continue;
        std::size_t at = i;
        while (at < body.size() && !body[at].is("[") && !body[at].is(";"))
            ++at;
        const std::vector<Tokens> extents = extentsAt(body, at);
        if (extents.size() != 2)
            continue;
        const BlockShape shape{sideOf(extents[1], scope), sideOf(extents[0], scope)};
        if (shape.x > 1 && shape.y > 1 && shape.x * shape.y <= kLargestBlock)
            return shape;
    }
    return std::nullopt;
}

/// The dimensions among a kernel's parameters: those that addLaunch() used as sizes, those that it
/// counts a row's elements with, and those with a suitable name.
std::vector<std::string> sidesOf(const project::Project& project, const compile::KernelInfo& kernel,
                                 const std::vector<PointerUse>& uses) {
    std::vector<std::string> sides;
    for (const compile::Parameter& parameter : kernel.parameters) {
        const std::string& name = parameter.name;
        const bool row = std::any_of(uses.begin(), uses.end(),
                                     [&](const PointerUse& use) { return use.row == name; });
        if (isWholeNumber(parameter) && !isWindow(name) &&
            (row || isWidth(name) || isHeight(name) || project.parameters.contains(name)))
            sides.push_back(name);
    }
    return sides;
}

bool isUsedBefore(const project::Project& project, const std::string& buffer) {
    for (std::size_t i = 0; i + 1 < project.launches.size(); ++i)
        for (const project::Argument& argument : project.launches[i].args)
            if (const auto* of = std::get_if<project::BufferArg>(&argument.value);
                of && of->buffer == buffer)
                return true;
    return false;
}

} // namespace

std::map<std::string, BlockShape>
blockShapes(const std::vector<std::pair<std::string, std::string>>& files,
            const std::map<std::string, double>& numbers) {
    std::map<std::string, BlockShape> shapes;
    forEachKernelText(files, [&](const KernelText& kernel) {
        if (asksForY(kernel.body, "threadIdx"))
            shapes[std::string(kernel.name)] =
                shapeOfTile(kernel.body, numbers).value_or(BlockShape{kBlockSide, kBlockSide});
        else if (asksForY(kernel.body, "blockIdx"))
            shapes[std::string(kernel.name)] = {kBlockSide * kBlockSide, 1};
    });
    return shapes;
}

void spreadOverRows(project::Project& project, const compile::KernelInfo& kernel,
                    const std::vector<PointerUse>& uses, BlockShape block,
                    const std::map<std::string, double>& numbers) {
    std::vector<std::string> sides = sidesOf(project, kernel, uses);
    for (const PointerUse& use : uses) // of a macro
        if (const auto number = numbers.find(use.row); sides.empty() && number != numbers.end() &&
                                                       number->second > 1 &&
                                                       number->second <= kLongestRow)
            sides.push_back(Value::of(number->second, true).spelled());
    if (sides.empty() || project.launches.empty())
        return;
    const std::optional<ProductSides> product = productOf(sides);
    const auto wide = std::find_if(sides.begin(), sides.end(), isWidth);
    const std::string width = product ? product->n : wide == sides.end() ? sides.front() : *wide;
    const auto otherThan = [&](const std::string& side) {
        const auto found = std::find_if(sides.begin(), sides.end(),
                                        [&](const std::string& one) { return one != side; });
        return found == sides.end() ? side : *found;
    };
    const std::string height = product ? product->m : otherThan(width);
    project::Launch& launch = project.launches.back();
    for (std::size_t i = 0; i < kernel.parameters.size() && i < launch.args.size(); ++i) {
        const compile::Parameter& parameter = kernel.parameters[i];
        if (std::find(sides.begin(), sides.end(), parameter.name) == sides.end())
            continue;
        // The first side is a number, the others are as long as it.
        project.parameters[parameter.name] =
            project::Expression{parameter.name == sides.front() ? kFirstSide : sides.front(), {}};
        launch.args[i] = guessArgument(project, parameter);
    }
    for (std::size_t i = 0; i < kernel.parameters.size() && i < launch.args.size(); ++i) {
        const compile::Parameter& parameter = kernel.parameters[i];
        if (!isWholeNumber(parameter) || !isWindow(parameter.name))
            continue;
        project.parameters[parameter.name] = project::Expression{kWindow, {}};
        launch.args[i] = guessArgument(project, parameter);
    }
    const auto blocks = [](const std::string& side, int threads) {
        return project::Expression{"ceil_div(" + side + ", " + std::to_string(threads) + ")", {}};
    };
    launch.grid = {blocks(width, block.x), blocks(height, block.y)};
    launch.block = {project::Expression{std::to_string(block.x), {}},
                    project::Expression{std::to_string(block.y), {}}};
    const auto isSide = [&](const std::string& name) {
        return std::find(sides.begin(), sides.end(), name) != sides.end();
    };
    for (std::size_t i = 0; i < launch.args.size(); ++i) {
        const auto* of = std::get_if<project::BufferArg>(&launch.args[i].value);
        if (!of || isUsedBefore(project, of->buffer))
            continue;
        const PointerUse use = i < uses.size() ? uses[i] : PointerUse{.row = width};
        const bool window = isWindow(use.row) && project.parameters.contains(use.row);
        std::string row = window || isSide(use.row) ? use.row : width;
        std::string rows = window ? row : otherThan(row);
        if (!window && row == use.row && isSide(use.rows))
            rows = use.rows;
        else if (!window && product) // a tile's rows say less than the names do
            std::tie(rows, row) = productShape(*product, of->buffer, use.written && !use.handedOn);
        for (project::Buffer& buffer : project.buffers)
            if (buffer.name == of->buffer)
                buffer.shape = {project::Expression{rows, {}}, project::Expression{row, {}}};
    }
}

} // namespace warpbench::guess
