// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/formulas/element_loop.h"

#include <algorithm>

namespace warpbench::project::element {

using arrays::Scalar;

Kind kindOf(Scalar type) {
    if (arrays::isInteger(type)) {
        return Kind::integer;
    }
    return arrays::isComplex(type) ? Kind::complex : Kind::real;
}

std::int64_t wrap(std::int64_t value, Scalar type) {
    if (type == Scalar::boolean) {
        return value != 0 ? 1 : 0;
    }
    const int shift = 64 - int(arrays::sizeOf(type)) * 8;
    const std::uint64_t high = std::uint64_t(value) << shift;
    return arrays::isSigned(type) ? std::int64_t(high) >> shift : std::int64_t(high >> shift);
}

Workspace::Workspace(const std::vector<Step>& steps) {
    std::size_t end = 0;
    for (const Step& step : steps) {
        m_offsets.push_back(end);
        end += std::size_t(kBlock) * (kindOf(step.type) == Kind::complex ? 16 : 8);
    }
    m_memory = std::make_unique<std::byte[]>(end);
}

void fillConstants(const std::vector<Step>& steps, Workspace& workspace) {
    for (std::uint32_t self = 0; self < steps.size(); ++self) {
        const Step& step = steps[self];
        if (step.op != StepOp::constant) {
            continue;
        }
        switch (kindOf(step.type)) {
        case Kind::integer:
            std::fill_n(workspace.integers(self), Workspace::kBlock,
                        std::int64_t(asInteger(step.value)->bits()));
            break;
        case Kind::real:
            std::fill_n(workspace.reals(self), Workspace::kBlock, toDouble(step.value));
            break;
        case Kind::complex:
            std::fill_n(workspace.complexes(self), Workspace::kBlock,
                        Complex(toDouble(step.value)));
            break;
        }
    }
}

bool runStep(const Step& step, std::uint32_t self, Workspace& workspace, std::int64_t count) {
    const Loop loop{step, self, workspace, count};
    if (step.op == StepOp::to_real) {
        const std::int64_t* a = workspace.integers(step.in[0]);
        if (step.firstUnsigned64) {
            return loop.fill<double>([=](auto n) { return std::uint64_t(a[n]); });
        }
        return loop.fill<double>([=](auto n) { return a[n]; });
    }
    if (step.op == StepOp::to_complex) {
        const double* a = workspace.reals(step.in[0]);
        return loop.fill<Complex>([=](auto n) { return a[n]; });
    }
    if (step.op == StepOp::call && step.function == Function::complex) {
        const double* a = workspace.reals(step.in[0]);
        const double* b = workspace.reals(step.in[1]);
        return loop.fill<Complex>([=](auto n) { return Complex(a[n], b[n]); });
    }
    switch (step.kind) {
    case Kind::integer:
        return runInteger(loop);
    case Kind::real:
        return runReal(loop);
    case Kind::complex:
        break;
    }
    return runComplex(loop);
}

} // namespace warpbench::project::element
