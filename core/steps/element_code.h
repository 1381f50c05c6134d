// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/project/names.h"
#include "core/project/project.h"
#include "core/steps/kernel_words.h"

#include <map>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

namespace warpbench::project {

/// A buffer that takes part in a generated kernel.
struct Operand {
    const Buffer* buffer = nullptr;
    bool read = false; ///< before anything is assigned to it
    bool written = false;
    bool single = false; ///< one element, used for all

    arrays::Scalar scalar() const { return buffer->dtype.scalar(); }
    const std::string& name() const { return buffer->name; }
};

/// The expressions of a generated kernel as CUDA C++: which buffers and names take part, the type
/// of the computation, and the code around each element. First read everything (`reads`, `writes`,
/// …), then call `complete`, which decides; then the code is available.
class ElementCode {
  public:
    /// \param project  must outlive this
    /// \param text     the kernel's text; errors are at its place
    ElementCode(const Project& project, const Expression& text)
        : m_project(project)
        , m_names(project)
        , m_text(text) {}

    /// Allows buffers of float16 and bfloat16, which are computed in float. Call first.
    void takeHalf() { m_takesHalf = true; }
    /// Also allows complex64 and complex128: then everything is computed in one of them.
    void takeComplex() { m_takesComplex = true; }
    /// Also allows unsigned 32-bit arithmetic if all integers are unsigned and of at most 32 bits.
    void takeUnsigned() { m_takesUnsigned = true; }
    /// The types declared before the kernel; "NAME" becomes its name.
    std::string types() const;
    /// A scalar type as named in the kernel; null if it was not used.
    const char* typeOf(arrays::Scalar scalar) const;
    /// Records the names of an expression of elements. \param place  of its line, for errors
    void reads(const Formula& formula, const Place& place);
    /// Records a buffer that gets a value for every element.
    void writes(const std::string& target, const Place& place);
    /// Records a buffer of one element that gets a value at the end and is not read.
    void leaves(const std::string& target, const Place& place);
    /// Records the names of an expression without buffers; `locals` stand for themselves.
    void readsNumbers(const Formula& formula, const Place& place,
                      const std::set<std::string>& locals);
    /// Decides on shapes and types. \throws Error (project) if shapes differ
    void complete();

    /// An expression, in the type of the computation. Records the helpers that it needs, so call it
    /// before helpers().
    std::string code(const Formula& formula);
    /// The conversion of a value for an element of a buffer, "T_z(…)"
    std::string converted(const Buffer& buffer, const std::string& value) const;
    /// The declarations of i, j and k, computed from `at`.
    std::string indices() const;
    /// The body's first lines: the type C, kPack, types of buffers, values common to all elements.
    std::string declarations() const;
    std::string helpers() const;
    /// A line for each operand whose pack is loaded before the loop over its elements, and for
    /// each that is stored after it. \param pack  the pack's number
    std::string loads(const std::string& pack, const std::string& indent) const;
    std::string stores(const std::string& pack, const std::string& indent) const;

    std::vector<Operand> packed() const; ///< all except single ones
    std::vector<std::string> parameters() const;
    std::vector<Argument> arguments() const;
    /// The number of elements on each device.
    std::string countText() const;
    /// Bytes that one pass over all elements loads and stores, by element.
    std::size_t bytesRead() const;
    std::size_t bytesWritten() const;

    const char* computeName() const { return typeOf(scalarOf(m_compute)); }
    Compute compute() const { return m_compute; }
    bool real() const { return m_compute == Compute::float32 || m_compute == Compute::float64; }
    bool complex() const {
        return m_compute == Compute::complex64 || m_compute == Compute::complex128;
    }
    bool isUnsigned() const { return m_compute == Compute::uint32 || m_compute == Compute::uint64; }
    std::size_t pack() const { return m_pack; } ///< elements that a thread loads at once
    const Expression& text() const { return m_text; }
    const Buffer* result() const { return m_result; }
    std::vector<std::string> bufferNames() const;

  private:
    void readName(const Place& place, const std::string& name);
    void addOperand(const Buffer& buffer, bool written, const Place& place);
    const Buffer& bufferOf(const std::string& target, const Place& place) const;
    void requireType(const Buffer& buffer, const Place& place) const;
    void checkShapes();
    std::vector<std::int64_t> extents(const Buffer& buffer);
    void checkIndices(std::size_t dimensions) const;
    void chooseType();
    bool isReal(const Formula& formula, const Node& node);
    std::optional<double> constantOf(const Formula& formula, const Node& node);
    std::string code(const Formula& formula, const Node& node);
    std::string nameCode(const Formula& formula, const Node& node);
    std::string complexCall(const Formula& formula, const Node& node,
                            const std::vector<std::string>& values) const;
    /// Whether a value counts as true.
    std::string isTrue(const std::string& value) const;
    std::string callCode(const Formula& formula, const Node& node);
    std::string helper(const std::string& name, const std::string& integers,
                       const std::string& reals);
    std::string least();
    std::string most();
    std::string power(const std::string& base, const std::string& exponent);
    /// The helper that implements a function of two integers; empty if there is none.
    std::string integerHelper(Function function);
    std::string literal(const std::string& text) const;
    const Buffer* findBuffer(const std::string& name) const;
    bool isScalar(const std::string& name) const;
    const Buffer& first() const { return *m_operands.front().buffer; }

    const Project& m_project;
    Names m_names;
    Expression m_text;
    std::vector<Operand> m_operands;    ///< in the order of their first use, targets first
    std::vector<std::string> m_scalars; ///< parameters and defines, by their first use
    std::set<std::string> m_indices;    ///< of i, j, k
    std::set<std::string> m_locals;     ///< of readsNumbers
    std::vector<Formula> m_formulas;    ///< all formulas read
    std::map<std::string, std::string> m_helpers; ///< lambdas that the expressions need
    const Buffer* m_result = nullptr;             ///< of leaves()
    Compute m_compute = Compute::int32;
    std::size_t m_pack = 1;
    bool m_takesHalf = false;
    bool m_takesComplex = false;
    bool m_takesUnsigned = false;
};

} // namespace warpbench::project
