// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/formulas/element_expression.h"

#include "core/arrays/element.h"
#include "core/base/parallel.h"
#include "core/formulas/element_builder.h"
#include "core/formulas/element_program.h"

#include <algorithm>
#include <atomic>

namespace warpbench::project {

using arrays::DType;
using arrays::Scalar;
using element::Kind;
using element::kindOf;
using element::Operand;
using element::Step;
using element::StepOp;
using element::Workspace;

namespace {

constexpr const char* kZeroRemedy = "use where(b != 0, …, 0), or floats";

} // namespace

struct ElementExpression::Program {
    Formula formula;
    DType target;
    std::vector<std::int64_t> shape;
    std::vector<Step> steps;
    std::vector<Operand> operands;
    std::int64_t components = 0; ///< of the target
    std::int64_t lanes = 1;

    void load(const Step& step, std::uint32_t self, Workspace& workspace, std::int64_t first,
              std::int64_t count) const;
    void index(const Step& step, std::uint32_t self, Workspace& workspace, std::int64_t first,
               std::int64_t count) const;
    void store(Workspace& workspace, std::byte* out, std::int64_t count) const;
    void run(std::int64_t first, std::int64_t last, std::byte* out) const;
};

void ElementExpression::Program::load(const Step& step, std::uint32_t self, Workspace& workspace,
                                      std::int64_t first, std::int64_t count) const {
    const Operand& operand = operands[step.source];
    const Scalar scalar = operand.array.dtype().scalar();
    const std::byte* data = operand.array.bytes().data();
    const auto size = arrays::sizeOf(scalar);
    const auto read = [&](const std::byte* from, std::int64_t to, std::int64_t many) {
        const auto n = std::size_t(many);
        switch (step.kind) {
        case Kind::integer:
            arrays::readInt64s(scalar, from, {workspace.integers(self) + to, n});
            break;
        case Kind::real:
            arrays::readDoubles(scalar, from, {workspace.reals(self) + to, n});
            break;
        case Kind::complex:
            arrays::readComplexes(scalar, from, {workspace.complexes(self) + to, n});
            break;
        }
    };
    if (!operand.single && (operand.laneWise || lanes == 1)) {
        read(data + std::size_t(first) * size, 0, count);
        return;
    }
    for (std::int64_t n = 0; n < count; ++n) {
        const std::int64_t element = operand.single ? 0 : (first + n) / lanes;
        const std::int64_t component =
            operand.laneWise ? element * lanes + (first + n) % lanes : element;
        read(data + std::size_t(component) * size, n, 1);
    }
}

void ElementExpression::Program::index(const Step& step, std::uint32_t self, Workspace& workspace,
                                       std::int64_t first, std::int64_t count) const {
    std::int64_t* out = workspace.integers(self);
    if (step.source >= shape.size()) { // `i` of an array without dimensions
        std::fill_n(out, count, 0);
        return;
    }
    std::int64_t inner = lanes; // components per step of this index
    for (std::size_t d = step.source + 1; d < shape.size(); ++d) {
        inner *= shape[d];
    }
    const std::int64_t extent = shape[step.source];
    std::int64_t rest = first % inner;
    std::int64_t value = first / inner % extent;
    for (std::int64_t n = 0; n < count; ++n) {
        out[n] = value;
        if (++rest == inner) {
            rest = 0;
            value = value + 1 == extent ? 0 : value + 1;
        }
    }
}

void ElementExpression::Program::store(Workspace& workspace, std::byte* out,
                                       std::int64_t count) const {
    const auto last = std::uint32_t(steps.size() - 1);
    const auto n = std::size_t(count);
    switch (kindOf(steps.back().type)) {
    case Kind::integer:
        if (steps.back().type == Scalar::uint64 && !arrays::isInteger(target.scalar())) {
            for (std::size_t i = 0; i < n; ++i) { // bits that are not a signed value
                arrays::writeDouble(target.scalar(), out + i * arrays::sizeOf(target.scalar()),
                                    double(std::uint64_t(workspace.integers(last)[i])));
            }
            break;
        }
        arrays::writeInt64s(target.scalar(), out, {workspace.integers(last), n});
        break;
    case Kind::real:
        arrays::writeDoubles(target.scalar(), out, {workspace.reals(last), n});
        break;
    case Kind::complex:
        arrays::writeComplexes(target.scalar(), out, {workspace.complexes(last), n});
        break;
    }
}

void ElementExpression::Program::run(std::int64_t first, std::int64_t last, std::byte* out) const {
    Workspace workspace(steps);
    element::fillConstants(steps, workspace);
    const std::size_t size = arrays::sizeOf(target.scalar());
    for (std::int64_t at = first; at < last; at += Workspace::kBlock) {
        const std::int64_t count = std::min(Workspace::kBlock, last - at);
        for (std::uint32_t self = 0; self < steps.size(); ++self) {
            const Step& step = steps[self];
            if (step.op == StepOp::load) {
                load(step, self, workspace, at, count);
            } else if (step.op == StepOp::index) {
                index(step, self, workspace, at, count);
            } else if (step.op != StepOp::constant &&
                       !element::runStep(step, self, workspace, count)) {
                const Node& node = formula.nodes()[step.node];
                if (step.op == StepOp::power) {
                    formula.fail(node, {"WB1264", "an integer to a negative power is a fraction",
                                        kZeroRemedy});
                }
                formula.fail(node, {"WB1265", "an integer is divided by 0", kZeroRemedy});
            }
        }
        store(workspace, out + std::size_t(at - first) * size, count);
    }
}

ElementExpression::ElementExpression(const Formula& formula, const DType& target,
                                     std::vector<std::int64_t> shape, const ElementNames& names)
    : ElementExpression(formula, std::uint32_t(formula.nodes().size() - 1), target,
                        std::move(shape), names) {}

ElementExpression::ElementExpression(const Formula& formula, std::uint32_t root,
                                     const DType& target, std::vector<std::int64_t> shape,
                                     const ElementNames& names)
    : m_program(std::make_unique<Program>()) {
    if (target.kind() == DType::Kind::structure) {
        formula.fail(formula.root(), {"WB1266", "element-wise expressions do not support structs",
                                      "use a file, or a reference kernel and another buffer"});
    }
    m_program->formula = formula;
    m_program->target = target;
    m_program->shape = std::move(shape);
    m_program->lanes = target.lanes();
    m_program->components = arrays::elementCount(m_program->shape) * target.lanes();
    element::buildProgram(m_program->formula, root, m_program->target, m_program->shape, names,
                          m_program->steps, m_program->operands);
}

ElementExpression::~ElementExpression() = default;
ElementExpression::ElementExpression(ElementExpression&&) noexcept = default;

void ElementExpression::evaluate(std::span<std::byte> out) const {
    constexpr std::int64_t kGrain = Workspace::kBlock * 64;
    parallelFor(m_program->components, kGrain, [&](std::int64_t first, std::int64_t last) {
        evaluate(first, last - first,
                 out.subspan(std::size_t(first) * arrays::sizeOf(m_program->target.scalar())));
    });
}

void ElementExpression::evaluate(std::int64_t first, std::int64_t count,
                                 std::span<std::byte> out) const {
    m_program->run(first, first + count, out.data());
}

} // namespace warpbench::project
