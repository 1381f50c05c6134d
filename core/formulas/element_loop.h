// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/formulas/element_program.h"

#include <complex>
#include <cstdint>
#include <type_traits>

namespace warpbench::project::element {

using Complex = std::complex<double>;

/// Everything that the loops of one step need.
struct Loop {
    const Step& step;
    std::uint32_t self;
    Workspace& workspace;
    std::int64_t count;

    /// The values of a step: integers, doubles or complex numbers.
    template <class Value>
    Value* valuesOf(std::uint32_t which) const {
        if constexpr (std::is_same_v<Value, std::int64_t>) {
            return workspace.integers(which);
        } else if constexpr (std::is_same_v<Value, double>) {
            return workspace.reals(which);
        } else {
            return workspace.complexes(which);
        }
    }
    template <class Value>
    const Value* operand(std::size_t index) const {
        return valuesOf<Value>(step.in[index]);
    }
    /// result[n] = body(n), in the result type of the step.
    /// \returns true, as for every step that cannot fail
    template <class Value, class Body>
    bool fill(Body body) const {
        Value* out = valuesOf<Value>(self);
        for (std::int64_t n = 0; n < count; ++n) {
            out[n] = Value(body(n));
        }
        return true;
    }
};

// Each returns false if an integer is divided by zero and the step is not guarded.
bool runInteger(const Loop& loop);
bool runReal(const Loop& loop);
bool runComplex(const Loop& loop);

} // namespace warpbench::project::element
