// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/formulas/element_types.h"

namespace warpbench::project::element {

using arrays::Scalar;

/// NumPy's common type of two integer types; the widest unsigned one with a signed one stays
/// unsigned, as in C.
Scalar commonInteger(Scalar a, Scalar b) {
    if (a == b) {
        return a;
    }
    if (a == Scalar::boolean || b == Scalar::boolean) {
        return a == Scalar::boolean ? b : a;
    }
    const std::size_t sizeA = arrays::sizeOf(a);
    const std::size_t sizeB = arrays::sizeOf(b);
    if (arrays::isSigned(a) == arrays::isSigned(b)) {
        return sizeA > sizeB ? a : b;
    }
    const Scalar signedOne = arrays::isSigned(a) ? a : b;
    const Scalar unsignedOne = arrays::isSigned(a) ? b : a;
    if (arrays::sizeOf(signedOne) > arrays::sizeOf(unsignedOne)) {
        return signedOne;
    }
    switch (arrays::sizeOf(unsignedOne)) {
    case 1:
        return Scalar::int16;
    case 2:
        return Scalar::int32;
    case 4:
        return Scalar::int64;
    default:
        return Scalar::uint64;
    }
}

bool isComparison(Op op) {
    return op >= Op::equal && op <= Op::greater_equal;
}

StepOp stepOpOf(Op op) {
    switch (op) {
    case Op::negate:
        return StepOp::negate;
    case Op::logical_not:
        return StepOp::logical_not;
    case Op::add:
        return StepOp::add;
    case Op::subtract:
        return StepOp::subtract;
    case Op::multiply:
        return StepOp::multiply;
    case Op::divide:
        return StepOp::divide;
    case Op::floor_divide:
        return StepOp::floor_divide;
    case Op::modulo:
        return StepOp::modulo;
    case Op::power:
        return StepOp::power;
    case Op::equal:
        return StepOp::equal;
    case Op::not_equal:
        return StepOp::not_equal;
    case Op::less:
        return StepOp::less;
    case Op::less_equal:
        return StepOp::less_equal;
    case Op::greater:
        return StepOp::greater;
    case Op::greater_equal:
        return StepOp::greater_equal;
    case Op::logical_and:
        return StepOp::logical_and;
    case Op::logical_or:
        return StepOp::logical_or;
    default:
        return StepOp::call;
    }
}

} // namespace warpbench::project::element
