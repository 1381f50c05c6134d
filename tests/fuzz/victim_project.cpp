// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/error.h"
#include "core/expression/expression.h"
#include "core/formulas/element_expression.h"
#include "core/plan/check.h"
#include "core/plan/evaluate.h"
#include "core/plan/init.h"
#include "core/project/project_file.h"
#include "tests/fuzz/victims.h"

#include <stdexcept>

namespace warpbench::fuzz {

using namespace project;

namespace {

/// Buffers of a plan are filled where all of them together take no more (bytes).
constexpr std::uint64_t kMaxBytes = 1u << 14;

std::uint64_t bytesOf(const LaunchPlan& plan) {
    std::uint64_t sum = 0;
    for (const PlannedBuffer& buffer : plan.buffers) {
        if (buffer.bytes > kMaxBytes)
            return buffer.bytes;
        sum += buffer.bytes;
    }
    return sum;
}

/// Fills the buffers and checks each against its own first contents.
void fillAndCheck(const LaunchPlan& plan) {
    if (bytesOf(plan) > kMaxBytes)
        return;
    const std::vector<arrays::HostArray> arrays = initialiseBuffers(plan);
    const ArraySource source = [&](std::size_t buffer) { return arrays.at(buffer); };
    for (std::size_t b = 0; b < plan.buffers.size(); ++b) {
        if (const auto& expect = plan.buffers[b].expect)
            checkBuffer(plan, b, *expect, source, source);
    }
}

void tryFile(std::string_view input) {
    // A folder that does not exist: nothing outside the input is read.
    const std::filesystem::path file = "/no-such-folder/fuzz.warpbench";
    try {
        const Project project = parseProject(input, file).project;
        const std::string written = writeProject(project);
        std::string again;
        try {
            again = writeProject(parseProject(written, file).project);
        } catch (const Error& error) {
            throw std::logic_error("a project does not read back: " + error.text());
        }
        if (again != written)
            throw std::logic_error("a project reads back as another one");
        fillAndCheck(makePlan(project));
    } catch (const Error&) {
        // Invalid, and reported as such.
    }
}

void tryExpression(std::string_view input) {
    Expression expression;
    expression.text = input;
    for (const ParseOptions options :
         {ParseOptions{}, ParseOptions{true, false}, ParseOptions{false, true}}) {
        try {
            const Formula formula = Formula::parse(expression, options);
            try {
                toInteger(evaluate(formula,
                                   [](const std::string& name) -> std::optional<Number> {
                                       if (name == "n")
                                           return Number(std::int64_t{40});
                                       return std::nullopt;
                                   }),
                          expression);
            } catch (const Error&) {
            }
            for (const arrays::Scalar scalar :
                 {arrays::Scalar::int32, arrays::Scalar::float32, arrays::Scalar::complex64,
                  arrays::Scalar::uint64, arrays::Scalar::float16}) {
                try {
                    const arrays::DType dtype(scalar);
                    const arrays::HostArray array(dtype, {3, 2});
                    ElementNames names;
                    names.numbers["n"] = Number(std::int64_t{40});
                    names.initial = names.after = [&](const std::string& name) {
                        return name == "x" ? std::optional(array) : std::nullopt;
                    };
                    names.arrayCall = [](const Formula& f, std::uint32_t node) {
                        f.fail(f.nodes()[node], "no whole arrays here");
                        return arrays::HostArray();
                    };
                    arrays::HostArray out(dtype, {3, 2});
                    ElementExpression(formula, dtype, {3, 2}, names).evaluate(out.bytes());
                } catch (const Error&) {
                }
            }
        } catch (const Error&) {
        }
    }
}

} // namespace

void tryProject(std::string_view input) {
    if (input.starts_with('{'))
        tryFile(input);
    else
        tryExpression(input);
}

} // namespace warpbench::fuzz
