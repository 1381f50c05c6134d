// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/steps/element_code.h"

#include "core/arrays/integer_range.h"
#include "core/base/suggest.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <limits>

namespace warpbench::project {

using arrays::Scalar;

namespace {

constexpr std::size_t kPackBytes = 16; // the widest load of a thread

// The 16-bit types without a header, for any GPU that runs float kernels: as stored in memory,
// and as floats.
constexpr const char* kHalf =
    R"(struct NAME_half {
    unsigned short bits;
    NAME_half() = default;
    __device__ explicit NAME_half(float value) {
        asm("cvt.rn.f16.f32 %0, %1;" : "=h"(bits) : "f"(value));
    }
    __device__ operator float() const {
        float value;
        asm("cvt.f32.f16 %0, %1;" : "=f"(value) : "h"(bits));
        return value;
    }
};

)";
constexpr const char* kBfloat =
    R"(struct NAME_bfloat {
    unsigned short bits;
    NAME_bfloat() = default;
    __device__ explicit NAME_bfloat(float value) { // to the nearest, of two the even one
        const unsigned all = __float_as_uint(value);
        bits = value != value ? 0x7fff : (all + 0x7fff + (all >> 16 & 1)) >> 16;
    }
    __device__ operator float() const { return __uint_as_float(unsigned(bits) << 16); }
};

)";

// Functions by their usual formulas, division by Smith's (Communications of the ACM 5, 1962).
constexpr const char* kComplex =
    R"(template <class R> struct alignas(2 * sizeof(R)) NAME_complex {
    R re, im;
    NAME_complex() = default;
    __device__ NAME_complex(R real, R imaginary = 0) : re(real), im(imaginary) {}
    template <class Q> __device__ explicit NAME_complex(const NAME_complex<Q>& z)
        : re(R(z.re)), im(R(z.im)) {}
    __device__ NAME_complex operator-() const { return {-re, -im}; }
    __device__ NAME_complex operator+(NAME_complex b) const { return {re + b.re, im + b.im}; }
    __device__ NAME_complex operator-(NAME_complex b) const { return {re - b.re, im - b.im}; }
    __device__ NAME_complex operator*(NAME_complex b) const {
        return {re * b.re - im * b.im, re * b.im + im * b.re};
    }
    __device__ NAME_complex operator/(NAME_complex b) const {
        if (fabs(b.re) >= fabs(b.im)) {
            const R q = b.im / b.re, d = b.re + b.im * q;
            return {(re + im * q) / d, (im - re * q) / d};
        }
        const R q = b.re / b.im, d = b.re * q + b.im;
        return {(re * q + im) / d, (im * q - re) / d};
    }
    __device__ bool operator==(NAME_complex b) const { return re == b.re && im == b.im; }
    __device__ bool operator!=(NAME_complex b) const { return !(*this == b); }
};
template <class R> __device__ NAME_complex<R> NAME_exp(NAME_complex<R> z) {
    const R e = exp(z.re);
    return {e * cos(z.im), e * sin(z.im)};
}
template <class R> __device__ NAME_complex<R> NAME_log(NAME_complex<R> z) {
    return {log(hypot(z.re, z.im)), atan2(z.im, z.re)};
}
template <class R> __device__ NAME_complex<R> NAME_sqrt(NAME_complex<R> z) {
    const R m = sqrt((hypot(z.re, z.im) + fabs(z.re)) / 2);
    if (m == 0)
        return {R(0), z.im};
    return z.re >= 0 ? NAME_complex<R>(m, z.im / (2 * m))
                     : NAME_complex<R>(fabs(z.im) / (2 * m), copysign(m, z.im));
}
template <class R> __device__ NAME_complex<R> NAME_pow(NAME_complex<R> a, NAME_complex<R> b) {
    if (a == NAME_complex<R>(0))
        return b == NAME_complex<R>(0) ? NAME_complex<R>(1) : NAME_complex<R>(0);
    return NAME_exp(b * NAME_log(a));
}

)";

} // namespace

const char* ElementCode::typeOf(Scalar scalar) const {
    if (m_takesHalf && scalar == Scalar::float16) {
        return "NAME_half";
    }
    if (m_takesHalf && scalar == Scalar::bfloat16) {
        return "NAME_bfloat";
    }
    if (m_takesComplex && scalar == Scalar::complex64) {
        return "NAME_complex<float>";
    }
    if (m_takesComplex && scalar == Scalar::complex128) {
        return "NAME_complex<double>";
    }
    return typeName(scalar);
}

std::string ElementCode::types() const {
    bool half = false;
    bool bfloat = false;
    const auto note = [&](const Buffer& buffer) {
        half = half || buffer.dtype.scalar() == Scalar::float16;
        bfloat = bfloat || buffer.dtype.scalar() == Scalar::bfloat16;
    };
    for (const Operand& operand : m_operands) {
        note(*operand.buffer);
    }
    if (m_result) {
        note(*m_result);
    }
    return std::string(half ? kHalf : "") + (bfloat ? kBfloat : "") + (complex() ? kComplex : "");
}

const Buffer* ElementCode::findBuffer(const std::string& name) const {
    for (const Buffer& buffer : m_project.buffers) {
        if (buffer.name == name) {
            return &buffer;
        }
    }
    return nullptr;
}

bool ElementCode::isScalar(const std::string& name) const {
    return std::find(m_scalars.begin(), m_scalars.end(), name) != m_scalars.end();
}

std::vector<std::string> ElementCode::bufferNames() const {
    std::vector<std::string> all;
    for (const Buffer& buffer : m_project.buffers) {
        all.push_back(buffer.name);
    }
    return all;
}

void ElementCode::requireType(const Buffer& buffer, const Place& place) const {
    if (buffer.dtype.kind() != arrays::DType::Kind::scalar || !typeOf(buffer.dtype.scalar())) {
        const ErrorText remedy =
            m_takesComplex ? phrase("use numbers of another type than float8, or write the kernel")
            : m_takesHalf  ? phrase("use bool, an integer type, float16, bfloat16, float32 or "
                                     "float64, or write the kernel")
                           : phrase("use bool, an integer type, float32 or float64, or write the "
                                     "kernel");
        const ErrorText said{
            "WB1500",
            "buffer '{buffer}' holds {type}, which a generated kernel does not support",
            {},
            {{"buffer", buffer.name}, {"type", buffer.dtype.name()}}};
        throw Error(ErrorKind::project, said.advised(remedy), place);
    }
}

void ElementCode::addOperand(const Buffer& buffer, bool written, const Place& place) {
    auto found = std::find_if(m_operands.begin(), m_operands.end(),
                              [&](const Operand& operand) { return operand.buffer == &buffer; });
    if (found == m_operands.end()) {
        requireType(buffer, place);
        m_operands.emplace_back().buffer = &buffer;
        found = m_operands.end() - 1;
    }
    found->read = found->read || (!written && !found->written);
    found->written = found->written || written;
}

void ElementCode::readName(const Place& place, const std::string& name) {
    if (const Buffer* buffer = findBuffer(name)) {
        return addOperand(*buffer, false, place);
    }
    if (m_names.find(name)) {
        if (!isScalar(name)) {
            m_scalars.push_back(name);
        }
        return;
    }
    if (name == "i" || name == "j" || name == "k") {
        m_indices.insert(name);
        return;
    }
    if (languageConstant(name)) {
        return;
    }
    std::vector<std::string> known = m_names.known();
    const std::vector<std::string> buffers = bufferNames();
    known.insert(known.end(), buffers.begin(), buffers.end());
    const ErrorText said{"WB1501", "unknown name '{name}'", {}, {{"name", name}}};
    throw Error(ErrorKind::project, said.advised(suggestion(name, known)), place);
}

void ElementCode::reads(const Formula& formula, const Place& place) {
    for (const std::string& name : formula.names()) {
        readName(place, name);
    }
    if (!formula.namesAfter().empty()) {
        throw Error(ErrorKind::project,
                    {"WB1502", "after() can only be used in \"expect\"", "name the buffer itself"},
                    place);
    }
    m_formulas.push_back(formula);
}

void ElementCode::readsNumbers(const Formula& formula, const Place& place,
                               const std::set<std::string>& locals) {
    for (const std::string& local : locals) {
        if (findBuffer(local) || m_names.find(local)) {
            throw Error(ErrorKind::project,
                        {"WB1503",
                         "'{name}' is the value on that side here, but also a name of the project",
                         "rename the buffer, parameter or define",
                         {{"name", local}}},
                        place);
        }
    }
    for (const std::string& name : formula.names()) {
        if (locals.contains(name)) {
            continue;
        }
        if (findBuffer(name) || name == "i" || name == "j" || name == "k") {
            throw Error(ErrorKind::project,
                        {"WB1504",
                         "'{name}' is not a single value",
                         "use parameters, defines and numbers",
                         {{"name", name}}},
                        place);
        }
        readName(place, name);
    }
    m_locals.insert(locals.begin(), locals.end());
    m_formulas.push_back(formula);
}

const Buffer& ElementCode::bufferOf(const std::string& target, const Place& place) const {
    if (const Buffer* buffer = findBuffer(target)) {
        return *buffer;
    }
    const std::vector<std::string> known = bufferNames();
    const ErrorText said{"WB1505",
                         "'{name}' is not a buffer, so it cannot be assigned",
                         "add it to \"buffers\"",
                         {{"name", target}}};
    throw Error(ErrorKind::project, known.empty() ? said : said.advised(suggestion(target, known)),
                place);
}

void ElementCode::writes(const std::string& target, const Place& place) {
    addOperand(bufferOf(target, place), true, place);
}

void ElementCode::leaves(const std::string& target, const Place& place) {
    const Buffer& buffer = bufferOf(target, place);
    requireType(buffer, place);
    const std::vector<std::int64_t> shape = extents(buffer);
    if (std::any_of(shape.begin(), shape.end(), [](std::int64_t extent) { return extent != 1; })) {
        throw Error(
            ErrorKind::project,
            {"WB1506",
             "buffer '{buffer}' receives one value, but it does not have exactly one element",
             "give it the shape [1]",
             {{"buffer", target}}},
            place);
    }
    m_result = &buffer;
}

void ElementCode::complete() {
    std::stable_partition(m_operands.begin(), m_operands.end(),
                          [](const Operand& operand) { return operand.written; });
    for (const Operand& operand : m_operands) {
        if (operand.buffer == m_result) {
            throw Error(ErrorKind::project,
                        {"WB1507",
                         "'{buffer}' receives the result, but it is also read",
                         "use another buffer for the result",
                         {{"buffer", operand.name()}}},
                        m_text.place);
        }
    }
    checkShapes();
    chooseType();
}

std::vector<std::int64_t> ElementCode::extents(const Buffer& buffer) {
    std::vector<std::int64_t> all;
    for (const Expression& extent : buffer.shape) {
        all.push_back(
            m_names.integer(extent, 0, std::numeric_limits<std::int64_t>::max(),
                            phrase("a dimension of '{buffer}'", {{"buffer", buffer.name}})));
    }
    return all;
}

void ElementCode::checkShapes() {
    for (Operand& operand : m_operands) {
        const Buffer& buffer = *operand.buffer;
        const bool one = std::all_of(buffer.shape.begin(), buffer.shape.end(),
                                     [](const Expression& extent) { return extent.text == "1"; });
        operand.single = one && !operand.written && !buffer.split;
    }
    // If nothing is assigned element by element, the operands determine the number.
    std::stable_partition(m_operands.begin(), m_operands.end(),
                          [](const Operand& operand) { return !operand.single; });
    if (m_operands.empty()) {
        throw Error(ErrorKind::project,
                    {"WB1508",
                     "the expression does not name a buffer, so its number of elements is unknown",
                     "name at least one buffer"},
                    m_text.place);
    }
    m_operands.front().single = false;
    const std::vector<std::int64_t> shape = extents(first());
    for (const Operand& operand : m_operands) {
        const Buffer& buffer = *operand.buffer;
        if (!operand.single && (extents(buffer) != shape || buffer.split != first().split)) {
            throw Error(ErrorKind::project,
                        {"WB1509",
                         "buffers '{buffer}' and '{other}' differ in their shape, or one is split",
                         "give them the same shape, or use a buffer of one element",
                         {{"buffer", first().name}, {"other", buffer.name}}},
                        m_text.place);
        }
    }
    checkIndices(shape.size());
}

void ElementCode::checkIndices(std::size_t dimensions) const {
    for (const auto& [index, least] : {std::pair("j", 2), std::pair("k", 3)}) {
        if (!m_indices.contains(index) || int(dimensions) >= least) {
            continue;
        }
        if (dimensions == 1) {
            throw Error(ErrorKind::project,
                        {"WB1510",
                         "buffer '{buffer}' has 1 dimension, so {index} is not defined",
                         "use i, or give the buffer another shape",
                         {{"buffer", first().name}, {"index", index}}},
                        m_text.place);
        }
        throw Error(ErrorKind::project,
                    {"WB1511",
                     "buffer '{buffer}' has {count} dimensions, so {index} is not defined",
                     "use i, or give the buffer another shape",
                     {{"buffer", first().name}, {"count", dimensions}, {"index", index}}},
                    m_text.place);
    }
}

void ElementCode::chooseType() {
    bool someReal = false;
    bool someComplex = false;
    for (const Formula& formula : m_formulas) {
        for (const Node& node : formula.nodes()) {
            someReal = someReal || isReal(formula, node);
            someComplex =
                someComplex || (node.op == Op::call && node.function == Function::complex);
        }
    }
    bool wide = false;
    bool wideUnsigned = false;
    bool manyDigits = false;            // more than float has
    bool allUnsigned = m_takesUnsigned; // and of at most 32 bits
    const auto note = [&](Scalar scalar) {
        someReal = someReal || arrays::isFloating(scalar);
        someComplex = someComplex || arrays::isComplex(scalar);
        manyDigits = manyDigits || scalar == Scalar::float64 || scalar == Scalar::complex128 ||
                     (arrays::isInteger(scalar) && arrays::sizeOf(scalar) >= 4);
        wide = wide || arrays::sizeOf(scalar) == 8 || scalar == Scalar::uint32;
        wideUnsigned = wideUnsigned || scalar == Scalar::uint64;
        allUnsigned = allUnsigned && scalar != Scalar::boolean && arrays::isInteger(scalar) &&
                      !arrays::isSigned(scalar) && arrays::sizeOf(scalar) <= 4;
    };
    std::size_t largest = 1;
    for (const Operand& operand : m_operands) {
        note(operand.scalar());
        largest = std::max(largest, arrays::sizeOf(operand.scalar()));
    }
    if (m_result) {
        note(m_result->dtype.scalar());
    }
    if (someComplex && m_takesComplex) {
        m_compute = manyDigits ? Compute::complex128 : Compute::complex64;
    } else if (someReal) {
        m_compute = manyDigits ? Compute::float64 : Compute::float32;
    } else if (wide && allUnsigned) {
        m_compute = Compute::uint32;
    } else {
        m_compute = wideUnsigned ? Compute::uint64 : wide ? Compute::int64 : Compute::int32;
    }
    m_pack = kPackBytes / largest;
}

std::string ElementCode::converted(const Buffer& buffer, const std::string& value) const {
    const Scalar scalar = buffer.dtype.scalar();
    if (scalar == Scalar::boolean) {
        return "(" + isTrue(value) + ")";
    }
    const bool part = complex() && !arrays::isComplex(scalar); // as NumPy drops the other part
    const bool isShort = arrays::isInteger(scalar) && arrays::sizeOf(scalar) < sizeof(int);
    if (isShort && (real() || complex())) {
        // A GPU's conversion saturates to 32 bits, and C++ then truncates.
        const auto [low, high] = arrays::limitsOf(scalar);
        return fmt::format("({})min(max((int)({}{}), {}), {})", typeOf(scalar), value,
                           part ? ".re" : "", low.toString(), high.toString());
    }
    return fmt::format("({})({}{})", typeOf(scalar), value, part ? ".re" : "");
}

std::string ElementCode::indices() const {
    std::string lines;
    if (m_indices.empty()) {
        return lines;
    }
    static const char* const kNames[] = {"i", "j", "k"};
    lines += "        long long rest = at;\n";
    for (std::size_t d = first().shape.size(); d-- > 0;) {
        const bool used = d < 3 && m_indices.contains(kNames[d]);
        if (used) {
            lines += d == 0
                         ? fmt::format("        const long long {} = first_ + rest;\n", kNames[d])
                         : fmt::format("        const long long {} = rest % d{}_;\n", kNames[d], d);
        }
        if (d > 0) {
            lines += fmt::format("        rest /= d{}_;\n", d);
        }
    }
    return lines;
}

std::vector<Operand> ElementCode::packed() const {
    std::vector<Operand> all;
    std::copy_if(m_operands.begin(), m_operands.end(), std::back_inserter(all),
                 [](const Operand& operand) { return !operand.single; });
    return all;
}

std::string ElementCode::loads(const std::string& pack, const std::string& indent) const {
    std::string lines;
    for (const Operand& operand : packed()) {
        lines += fmt::format("{0}Pack_{1} w_{1};\n", indent, operand.name());
        if (operand.read) {
            lines += fmt::format(
                "{0}w_{1}.whole = reinterpret_cast<const Pack_{1}*>(b_{1})[{2}].whole;\n", indent,
                operand.name(), pack);
        }
    }
    return lines;
}

std::string ElementCode::stores(const std::string& pack, const std::string& indent) const {
    std::string lines;
    for (const Operand& operand : packed()) {
        if (operand.written) {
            lines +=
                fmt::format("{0}reinterpret_cast<Pack_{1}*>(b_{1})[{2}].whole = w_{1}.whole;\n",
                            indent, operand.name(), pack);
        }
    }
    return lines;
}

std::string ElementCode::declarations() const {
    std::string types;
    std::string singles;
    for (const Operand& operand : m_operands) {
        const std::string& name = operand.name();
        const char* type = typeOf(operand.scalar());
        if (operand.single) {
            singles += fmt::format("    const {} v_{} = b_{}[0];\n", type, name, name);
            continue;
        }
        types += fmt::format("    using T_{0} = {1};\n"
                             "    union Pack_{0} {{\n"
                             "        {2} whole; // what is loaded and stored at once\n"
                             "        T_{0} at[kPack];\n"
                             "    }};\n",
                             name, type, carrierOf(arrays::sizeOf(operand.scalar()) * m_pack));
    }
    return fmt::format("    using C = {}; // what it computes in\n"
                       "    constexpr int kPack = {}; // elements that a thread takes at once\n"
                       "{}{}",
                       computeName(), m_pack, types, singles);
}

std::string ElementCode::helpers() const {
    std::string lines;
    for (const auto& [name, lambda] : m_helpers) {
        lines += fmt::format("    const auto {} = [](C a, C b) {{ {} }};\n", name, lambda);
    }
    return lines;
}

std::vector<std::string> ElementCode::parameters() const {
    std::vector<std::string> all;
    if (m_result) {
        all.push_back(
            fmt::format("{}* __restrict__ b_{}", typeOf(m_result->dtype.scalar()), m_result->name));
    }
    for (const Operand& operand : m_operands) {
        all.push_back(fmt::format("{}{}* __restrict__ b_{}", operand.written ? "" : "const ",
                                  typeOf(operand.scalar()), operand.name()));
    }
    for (const std::string& name : m_scalars) {
        all.push_back(fmt::format("{} p_{}", computeName(), name));
    }
    if (!m_indices.empty()) {
        all.emplace_back("long long first_");
        for (std::size_t d = 1; d < first().shape.size(); ++d) {
            all.push_back(fmt::format("long long d{}_", d));
        }
    }
    all.emplace_back("long long count");
    return all;
}

std::string ElementCode::countText() const {
    std::string text;
    for (std::size_t d = 0; d < first().shape.size(); ++d) {
        const std::string extent =
            d == 0 && first().split ? std::string("rows") : first().shape[d].text;
        const bool plain =
            isName(extent) || extent.find_first_not_of("0123456789") == std::string::npos;
        text += (text.empty() ? "" : " * ") + (plain ? extent : "(" + extent + ")");
    }
    return text.empty() ? "1" : text;
}

std::vector<Argument> ElementCode::arguments() const {
    std::vector<Argument> all;
    const auto add = [&](auto value) { all.push_back({std::move(value), m_text.place}); };
    if (m_result) {
        add(BufferArg{m_result->name, Access::out, {}});
    }
    for (const Operand& operand : m_operands) {
        add(BufferArg{operand.name(),
                      !operand.written ? Access::in
                      : operand.read   ? Access::inout
                                       : Access::out,
                      {}});
    }
    for (const std::string& name : m_scalars) {
        add(ScalarArg{scalarOf(m_compute), {{name, m_text.place}}});
    }
    const auto count = [&](const std::string& value) {
        add(ScalarArg{Scalar::int64, {{value, m_text.place}}});
    };
    if (!m_indices.empty()) {
        count(first().split ? "first_row" : "0");
        for (std::size_t d = 1; d < first().shape.size(); ++d) {
            count(first().shape[d].text);
        }
    }
    count(countText());
    return all;
}

std::size_t ElementCode::bytesRead() const {
    std::size_t bytes = 0;
    for (const Operand& operand : packed()) {
        bytes += operand.read ? arrays::sizeOf(operand.scalar()) : 0;
    }
    return bytes;
}

std::size_t ElementCode::bytesWritten() const {
    std::size_t bytes = 0;
    for (const Operand& operand : packed()) {
        bytes += operand.written ? arrays::sizeOf(operand.scalar()) : 0;
    }
    return bytes;
}

} // namespace warpbench::project
