// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/formulas/reference.h"

#include "core/arrays/element.h"
#include "core/formulas/array_function.h"

#include <algorithm>

namespace warpbench::project {

using arrays::DType;
using arrays::HostArray;
using arrays::Scalar;

namespace {

constexpr int kMaxNesting = 64;

/// The type that a reference computes in for a buffer's.
Scalar wideType(Scalar scalar) {
    if (arrays::isInteger(scalar)) {
        return Scalar::int64;
    }
    return arrays::isComplex(scalar) ? Scalar::complex128 : Scalar::float64;
}

/// A buffer in the type that references compute in; lanes become a dimension.
/// \param type  another one
HostArray widened(const HostArray& array, std::optional<Scalar> type = {}) {
    std::vector<std::int64_t> shape = array.shape();
    if (array.dtype().lanes() > 1) {
        shape.push_back(array.dtype().lanes());
    }
    const Scalar from = array.dtype().scalar();
    HostArray wide(type.value_or(wideType(from)), std::move(shape));
    array_functions::convert(array, wide);
    return wide;
}

/// Walks over a formula; buffers are widened when they are met.
class ReferenceWalk {
  public:
    ReferenceWalk(const Formula& formula, ElementNames names)
        : m_formula(formula)
        , m_given(std::move(names)) {
        m_names.numbers = m_given.numbers;
        m_names.initial = [this](const std::string& name) { return named(m_given.initial, name); };
        if (m_given.after) {
            m_names.after = [this](const std::string& name) { return named(m_given.after, name); };
        }
        m_names.arrayCall = [this](const Formula&, std::uint32_t node) {
            const HostArray result = call(node);
            return result.dtype() == DType(Scalar::uint64) ? widened(result) : result;
        };
    }

    HostArray evaluate(std::uint32_t index) {
        const Node& node = m_formula.nodes()[index];
        if (node.op == Op::array_call) {
            return call(index);
        }
        if (auto array = plainName(node)) {
            return *array;
        }
        return elementWise(index);
    }

  private:
    using Lookup = std::function<std::optional<HostArray>(const std::string&)>;

    static std::optional<HostArray> named(const Lookup& lookup, const std::string& name) {
        auto found = lookup ? lookup(name) : std::nullopt;
        if (found && found->dtype().kind() != DType::Kind::structure) {
            return widened(*found);
        }
        return found;
    }

    std::optional<HostArray> plainName(const Node& node) const {
        if (node.op != Op::name && node.op != Op::after) {
            return std::nullopt;
        }
        const std::string& name = m_formula.names()[node.name];
        if (node.op == Op::name && m_names.numbers.contains(name)) {
            return std::nullopt;
        }
        const Lookup& lookup = node.op == Op::name ? m_given.initial : m_given.after;
        auto array = lookup ? lookup(name) : std::nullopt;
        if (array && array->dtype().kind() == DType::Kind::structure) {
            m_formula.fail(node, arrays::holdsStructs(name));
        }
        if (!array) {
            return array;
        }
        // As a whole array it keeps its order: as int64 its larger half would be negative.
        const Scalar scalar = array->dtype().scalar();
        return widened(*array, scalar == Scalar::uint64 ? std::optional(scalar) : std::nullopt);
    }

    HostArray call(std::uint32_t index) {
        const auto done = m_calls.find(index);
        if (done != m_calls.end()) {
            return done->second;
        }
        const Node& node = m_formula.nodes()[index];
        if (++m_depth > kMaxNesting) {
            m_formula.fail(node, {"WB1279",
                                  "functions nested deeper than {limit} levels",
                                  "simplify it",
                                  {{"limit", kMaxNesting}}});
        }
        std::vector<HostArray> arguments;
        for (const std::uint32_t operand : node.operands) {
            arguments.push_back(evaluate(operand));
        }
        --m_depth;
        HostArray result =
            applyArrayFunction(arrayFunctions()[node.name].name, arguments,
                               [&](const ErrorText& said) { m_formula.fail(node, said); });
        m_calls[index] = result;
        return result;
    }

    /// An element-wise part takes the shape of its largest operand and the widest type in it.
    HostArray elementWise(std::uint32_t root) {
        std::vector<std::int64_t> shape;
        std::int64_t elements = 0;
        bool found = false; // an array, which may be empty
        bool complex = false;
        bool real = false;
        std::vector<std::uint32_t> pending{root};
        // The middle of a chained comparison has two parents: without this, each level of nested
        // ones would double the walk.
        std::vector<bool> seen(m_formula.nodes().size(), false);
        while (!pending.empty()) {
            const std::uint32_t index = pending.back();
            pending.pop_back();
            if (seen[index]) {
                continue;
            }
            seen[index] = true;
            const Node& node = m_formula.nodes()[index];
            std::optional<HostArray> array =
                node.op == Op::array_call ? std::optional(call(index)) : plainName(node);
            if (array) {
                complex = complex || array->dtype() == DType(Scalar::complex128);
                real = real || array->dtype() == DType(Scalar::float64);
                // A single element is broadcast to any number of others, including zero.
                const std::int64_t here = array->elements();
                if (!found || (here != 1 && (here > elements || elements == 1))) {
                    elements = here;
                    shape = array->shape();
                    found = true;
                }
                continue;
            }
            const auto* number = node.op == Op::number ? &node.value : nullptr;
            if (const auto named = node.op == Op::name
                                       ? m_names.numbers.find(m_formula.names()[node.name])
                                       : m_names.numbers.end();
                named != m_names.numbers.end()) {
                number = &named->second;
            }
            const bool fraction = number && std::holds_alternative<double>(*number);
            real = real || fraction || node.op == Op::divide || node.op == Op::call ||
                   (node.op == Op::name && !number);
            complex = complex || (node.op == Op::call && node.function == Function::complex);
            pending.insert(pending.end(), node.operands.begin(), node.operands.end());
        }
        const Scalar type = complex ? Scalar::complex128 : (real ? Scalar::float64 : Scalar::int64);
        HostArray result(type, shape);
        // abs() and the like of complex numbers are real, and are held as complex ones here.
        ElementExpression(m_formula, root, type, shape, m_names).evaluate(result.bytes());
        return result;
    }

    const Formula& m_formula;
    ElementNames m_given;
    ElementNames m_names; ///< the same, widened
    std::map<std::uint32_t, HostArray> m_calls;
    int m_depth = 0;
};

} // namespace

HostArray evaluateReference(const Formula& formula, ElementNames names) {
    return ReferenceWalk(formula, std::move(names))
        .evaluate(std::uint32_t(formula.nodes().size() - 1));
}

} // namespace warpbench::project
