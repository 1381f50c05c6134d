// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/plan/library_step.h"

#include "core/base/suggest.h"
#include "core/steps/kernel_words.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <string_view>

namespace warpbench::project {

namespace {

using arrays::Scalar;
using Function = LibraryCall::Function;

/// The type in which cuBLAS and cuFFT count rows and columns.
constexpr std::int64_t kMost = std::numeric_limits<int>::max();

const std::vector<std::string> kFunctions{
    "gemm",   "fft",  "ifft", "rfft", "fft2", "ifft2",         "rfft2",         "uniform",
    "normal", "spmv", "sum",  "min",  "max",  "inclusive_sum", "exclusive_sum", "sort"};

/// The types that CUB adds and sorts.
const std::vector<Scalar> kOrdered{Scalar::int8,    Scalar::int16,  Scalar::int32,  Scalar::int64,
                                   Scalar::uint8,   Scalar::uint16, Scalar::uint32, Scalar::uint64,
                                   Scalar::float32, Scalar::float64};

/// The parts of "target = function(arguments)".
struct CallWords {
    std::string target, function;
    std::vector<std::string> arguments;
};

std::vector<std::string> splitAtCommas(std::string_view text) {
    std::vector<std::string> parts;
    int depth = 0;
    std::string part;
    for (const char c : text) {
        depth += c == '(' ? 1 : c == ')' ? -1 : 0;
        if (c == ',' && depth == 0) {
            parts.emplace_back(trimmed(part));
            part.clear();
        } else {
            part += c;
        }
    }
    if (!trimmed(part).empty() || !parts.empty())
        parts.emplace_back(trimmed(part));
    return parts;
}

class Reading {
  public:
    Reading(const Step& step, const std::vector<PlannedBuffer>& buffers, Names& names,
            const Place& place)
        : m_step(step)
        , m_buffers(buffers)
        , m_names(names)
        , m_place(place)
        , m_words(words()) {}

    LibraryPlan plan() {
        LibraryPlan made;
        m_call = &made.call;
        m_call->name = m_words.function;
        const std::string& function = m_words.function;
        if (function == "gemm")
            gemm();
        else if (function == "spmv")
            spmv();
        else if (function == "uniform" || function == "normal")
            random();
        else if (function == "sum" || function == "min" || function == "max")
            reduction();
        else if (function.ends_with("_sum"))
            scan();
        else if (function == "sort")
            sort();
        else
            fourier();
        made.args = std::move(m_args);
        double bytes = 0;
        for (const PlannedArgument& argument : made.args)
            bytes += double(buffer(std::get<PlannedBufferArg>(argument.value).buffer).bytes);
        made.metrics.bytes = bytes;
        made.metrics.flops = m_flops;
        return made;
    }

  private:
    [[noreturn]] void fail(ErrorText said) const {
        throw Error(ErrorKind::project, std::move(said), m_step.text.place);
    }

    CallWords words() const {
        const std::string_view text = trimmed(m_step.text.text);
        const std::size_t equals = text.find('=');
        const std::size_t open = text.find('(');
        if (equals == std::string_view::npos || open == std::string_view::npos || open < equals ||
            !text.ends_with(')'))
            fail({"WB1434",
                  "\"{text}\" is not a library call",
                  "write BUFFER = FUNCTION(…), as \"c = gemm(a, b)\"",
                  {{"text", text}}});
        CallWords made;
        made.target = trimmed(text.substr(0, equals));
        made.function = trimmed(text.substr(equals + 1, open - equals - 1));
        made.arguments = splitAtCommas(text.substr(open + 1, text.size() - open - 2));
        if (std::find(kFunctions.begin(), kFunctions.end(), made.function) == kFunctions.end())
            fail(ErrorText("WB1435", "'{function}' is not a known library function", {},
                           {{"function", made.function}})
                     .advised(suggestion(made.function, kFunctions)));
        return made;
    }

    void requireArguments(std::size_t least, std::size_t most, const ErrorText& form) const {
        const std::size_t count = m_words.arguments.size();
        if (count >= least && count <= most)
            return;
        if (count == 1)
            fail({"WB1436",
                  "{function} has 1 argument",
                  "write {form}",
                  {{"function", m_words.function}, {"form", form}}});
        fail({"WB1437",
              "{function} has {count} arguments",
              "write {form}",
              {{"function", m_words.function}, {"count", count}, {"form", form}}});
    }

    const PlannedBuffer& buffer(std::size_t index) const { return m_buffers[index]; }

    const PlannedBuffer& take(const std::string& name, Access access) {
        const auto found = std::find_if(m_buffers.begin(), m_buffers.end(),
                                        [&](const PlannedBuffer& b) { return b.name == name; });
        if (found == m_buffers.end()) {
            std::vector<std::string> known;
            for (const PlannedBuffer& one : m_buffers)
                known.push_back(one.name);
            fail(ErrorText("WB1438", "'{name}' is not a buffer", {}, {{"name", name}})
                     .advised(suggestion(name, known)));
        }
        PlannedBufferArg arg;
        arg.buffer = std::size_t(found - m_buffers.begin());
        arg.access = access;
        // A buffer that is read and written, as in an in-place transform, is both.
        for (PlannedArgument& earlier : m_args) {
            auto& before = std::get<PlannedBufferArg>(earlier.value);
            if (before.buffer == arg.buffer && before.access != access)
                before.access = arg.access = Access::inout;
        }
        m_args.push_back({arg, m_place});
        return *found;
    }

    Scalar scalarOf(const PlannedBuffer& buffer, const std::vector<Scalar>& known) const {
        std::string list;
        for (const Scalar scalar : known) {
            if (buffer.dtype.kind() == arrays::DType::Kind::scalar &&
                buffer.dtype.scalar() == scalar)
                return scalar;
            list += (list.empty() ? "" : ", ") + std::string(arrays::nameOf(scalar));
        }
        fail({"WB1439",
              "'{buffer}' is of {type}, but {function} works on {expected}",
              "give the buffer one of these types",
              {{"buffer", buffer.name},
               {"type", buffer.dtype.name()},
               {"function", m_words.function},
               {"expected", list}}});
    }

    void requireType(const PlannedBuffer& buffer, Scalar scalar) const {
        if (buffer.dtype.kind() != arrays::DType::Kind::scalar || buffer.dtype.scalar() != scalar)
            fail({"WB1440",
                  "'{buffer}' is of {type}, but {function} needs {expected}",
                  "make it {expected}",
                  {{"buffer", buffer.name},
                   {"type", buffer.dtype.name()},
                   {"function", m_words.function},
                   {"expected", arrays::nameOf(scalar)}}});
    }

    void requireShape(const PlannedBuffer& buffer, const std::vector<std::int64_t>& shape) const {
        if (buffer.shape != shape)
            fail({"WB1441",
                  "'{buffer}' has shape {found}, but {function} needs {expected}",
                  "change one of the shapes",
                  {{"buffer", buffer.name},
                   {"found", text(buffer.shape)},
                   {"function", m_words.function},
                   {"expected", text(shape)}}});
    }

    void requireSize(const PlannedBuffer& buffer, std::size_t dimensions) const {
        const bool fits = std::all_of(buffer.shape.begin(), buffer.shape.end(),
                                      [](std::int64_t n) { return n > 0 && n <= kMost; });
        if (buffer.shape.size() == dimensions && fits)
            return;
        if (dimensions == 1)
            fail({"WB1442",
                  "'{buffer}' has shape {found}, but {function} needs 1 dimension of 1 to {limit}",
                  "change its shape",
                  {{"buffer", buffer.name},
                   {"found", text(buffer.shape)},
                   {"function", m_words.function},
                   {"limit", kMost}}});
        fail({"WB1443",
              "'{buffer}' has shape {found}, but {function} needs {count} dimensions of 1 to "
              "{limit}",
              "change its shape",
              {{"buffer", buffer.name},
               {"found", text(buffer.shape)},
               {"function", m_words.function},
               {"count", dimensions},
               {"limit", kMost}}});
    }

    void requireElements(const PlannedBuffer& buffer) const {
        if (buffer.elements == 0)
            fail({"WB1444",
                  "'{buffer}' is empty",
                  "make its shape larger",
                  {{"buffer", buffer.name}}});
    }

    [[noreturn]] void failBoth(const PlannedBuffer& buffer) const {
        fail({"WB1445",
              "{function} both reads and writes '{buffer}'",
              "write to another buffer",
              {{"function", m_words.function}, {"buffer", buffer.name}}});
    }

    static std::string text(const std::vector<std::int64_t>& shape) {
        std::string made;
        for (const std::int64_t extent : shape)
            made += (made.empty() ? "" : ", ") + std::to_string(extent);
        return "[" + made + "]";
    }

    /// "transpose(a)" is a, stored with rows and columns exchanged.
    const PlannedBuffer& matrix(std::string name, bool& transposed) {
        constexpr std::string_view kWord = "transpose(";
        transposed = name.starts_with(kWord) && name.ends_with(')');
        if (transposed)
            name = trimmed(
                std::string_view(name).substr(kWord.size(), name.size() - kWord.size() - 1));
        const PlannedBuffer& made = take(name, Access::in);
        requireSize(made, 2);
        return made;
    }

    void gemm() {
        requireArguments(2, 2, phrase("\"c = gemm(a, b)\", or transpose(a) for a"));
        m_call->function = Function::gemm;
        const PlannedBuffer& a = matrix(m_words.arguments[0], m_call->transposeA);
        const PlannedBuffer& b = matrix(m_words.arguments[1], m_call->transposeB);
        m_call->type =
            scalarOf(a, {Scalar::float16, Scalar::bfloat16, Scalar::float32, Scalar::float64});
        requireType(b, m_call->type);
        const std::int64_t rows = a.shape[m_call->transposeA ? 1 : 0];
        const std::int64_t depth = a.shape[m_call->transposeA ? 0 : 1];
        const std::int64_t columns = b.shape[m_call->transposeB ? 0 : 1];
        if (b.shape[m_call->transposeB ? 1 : 0] != depth)
            fail({"WB1446",
                  "'{buffer}' has {columns} columns, but '{other}' has {rows} rows",
                  "the first matrix has as many columns as the second has rows",
                  {{"buffer", a.name},
                   {"columns", depth},
                   {"other", b.name},
                   {"rows", b.shape[m_call->transposeB ? 1 : 0]}}});
        const PlannedBuffer& c = take(m_words.target, Access::out);
        requireType(c, m_call->type);
        requireShape(c, {rows, columns});
        if (&c == &a || &c == &b)
            failBoth(c);
        m_call->sizes = {rows, columns, depth};
        m_flops = 2.0 * double(rows) * double(columns) * double(depth);
    }

    void fourier() {
        requireArguments(1, 1, "\"y = fft(x)\"");
        const std::string& name = m_words.function;
        const bool real = name.starts_with('r');
        m_call->function = real ? Function::rfft : Function::fft;
        m_call->inverse = name.starts_with('i');
        m_call->dimensions = name.ends_with('2') ? 2 : 1;
        const PlannedBuffer& x = take(m_words.arguments[0], Access::in);
        const auto dimensions = std::size_t(m_call->dimensions);
        if (x.shape.size() < dimensions)
            failDimensions(x, dimensions);
        m_call->type = real ? scalarOf(x, {Scalar::float32, Scalar::float64})
                            : scalarOf(x, {Scalar::complex64, Scalar::complex128});
        std::int64_t many = 1;
        for (std::size_t d = 0; d + dimensions < x.shape.size(); ++d)
            many *= x.shape[d];
        const std::int64_t length = x.shape.back();
        const std::int64_t rows = dimensions == 2 ? x.shape[x.shape.size() - 2] : 1;
        if (x.elements == 0 || many > kMost || length > kMost || rows > kMost)
            fail({"WB1447",
                  "'{buffer}' has shape {found}, but each dimension must be 1 to {limit}",
                  "change its shape",
                  {{"buffer", x.name}, {"found", text(x.shape)}, {"limit", kMost}}});
        const PlannedBuffer& y = take(m_words.target, Access::out);
        std::vector<std::int64_t> shape = x.shape;
        if (real) {
            shape.back() = length / 2 + 1;
            requireType(y,
                        m_call->type == Scalar::float64 ? Scalar::complex128 : Scalar::complex64);
        } else {
            requireType(y, m_call->type);
        }
        requireShape(y, shape);
        m_call->sizes = {many, rows, length};
        // The usual count for such a transform, half of it if the input is real.
        const double size = double(rows) * double(length);
        m_flops = (real ? 2.5 : 5.0) * double(many) * size * std::log2(std::max(size, 2.0));
    }

    [[noreturn]] void failDimensions(const PlannedBuffer& buffer, std::size_t wanted) const {
        if (buffer.shape.size() == 1)
            fail({"WB1448",
                  "'{buffer}' has 1 dimension, but {function} transforms {expected}",
                  "change its shape, or use the function without the 2",
                  {{"buffer", buffer.name}, {"function", m_words.function}, {"expected", wanted}}});
        fail({"WB1449",
              "'{buffer}' has {count} dimensions, but {function} transforms {expected}",
              "change its shape, or use the function without the 2",
              {{"buffer", buffer.name},
               {"count", buffer.shape.size()},
               {"function", m_words.function},
               {"expected", wanted}}});
    }

    void random() {
        const bool normal = m_words.function == "normal";
        m_call->function = normal ? Function::normal : Function::uniform;
        if (normal)
            requireArguments(0, 2, "\"z = normal(MEAN, STDDEV)\"");
        else
            requireArguments(0, 0,
                             phrase("\"z = uniform()\": cuRAND's are over 0 to 1, 1 included"));
        const PlannedBuffer& z = take(m_words.target, Access::out);
        m_call->type = scalarOf(z, {Scalar::float32, Scalar::float64});
        m_call->sizes = {z.elements, 1, 1};
        const auto number = [&](std::size_t i, double standard) {
            return i < m_words.arguments.size()
                       ? toDouble(m_names.number({m_words.arguments[i], m_step.text.place}))
                       : standard;
        };
        m_call->mean = number(0, 0);
        m_call->stddev = number(1, 1);
        m_call->seed = std::uint64_t(
            m_names.integer(m_step.seed, 0, std::numeric_limits<std::int64_t>::max(), "\"seed\""));
        if (normal && z.elements % 2 != 0)
            fail({"WB1450",
                  "'{buffer}' has {count} elements, but cuRAND generates normal numbers in pairs",
                  "give it an even number of elements",
                  {{"buffer", z.name}, {"count", z.elements}}});
        requireElements(z);
    }

    void spmv() {
        requireArguments(4, 4, "\"y = spmv(offsets, columns, values, x)\"");
        m_call->function = Function::spmv;
        const PlannedBuffer& offsets = take(m_words.arguments[0], Access::in);
        const PlannedBuffer& columns = take(m_words.arguments[1], Access::in);
        const PlannedBuffer& values = take(m_words.arguments[2], Access::in);
        const PlannedBuffer& x = take(m_words.arguments[3], Access::in);
        const PlannedBuffer& y = take(m_words.target, Access::out);
        m_call->index = scalarOf(offsets, {Scalar::int32, Scalar::int64});
        requireType(columns, m_call->index);
        m_call->type = scalarOf(values, {Scalar::float32, Scalar::float64});
        requireType(x, m_call->type);
        requireType(y, m_call->type);
        for (const PlannedBuffer* vector : {&offsets, &columns, &values, &x, &y})
            requireSize(*vector, 1);
        requireShape(columns, values.shape);
        requireShape(offsets, {y.elements + 1});
        if (&x == &y)
            failBoth(y);
        m_call->sizes = {y.elements, x.elements, values.elements};
        m_flops = 2.0 * double(values.elements);
    }

    /// All elements of a buffer, for CUB.
    const PlannedBuffer& takeElements(const std::string& name) {
        const PlannedBuffer& x = take(name, Access::in);
        m_call->type = scalarOf(x, kOrdered);
        requireElements(x);
        m_call->sizes = {x.elements, 1, 1};
        return x;
    }

    /// \param from  the other buffer that the function reads
    const PlannedBuffer& takeResult(const std::string& name, const PlannedBuffer& from) {
        const PlannedBuffer& y = take(name, Access::out);
        if (&y == &from)
            failBoth(y);
        return y;
    }

    void reduction() {
        requireArguments(1, 1, "\"total = sum(x)\"");
        m_call->function = m_words.function == "sum"   ? Function::sum
                           : m_words.function == "min" ? Function::min
                                                       : Function::max;
        const PlannedBuffer& x = takeElements(m_words.arguments[0]);
        const PlannedBuffer& total = takeResult(m_words.target, x);
        requireType(total, m_call->type);
        if (total.elements != 1)
            fail({"WB1451",
                  "'{buffer}' has {count} elements, but the result of {function} has one",
                  "give it the shape [1]",
                  {{"buffer", total.name},
                   {"count", total.elements},
                   {"function", m_words.function}}});
        m_flops = double(x.elements);
    }

    void scan() {
        requireArguments(1, 1, "\"y = inclusive_sum(x)\"");
        m_call->function =
            m_words.function == "inclusive_sum" ? Function::inclusive_sum : Function::exclusive_sum;
        const PlannedBuffer& x = takeElements(m_words.arguments[0]);
        const PlannedBuffer& y = takeResult(m_words.target, x);
        requireType(y, m_call->type);
        requireShape(y, x.shape);
        m_flops = double(x.elements);
    }

    /// "k2 = sort(k)", "k2, v2 = sort(k, v)": CUB reads one buffer and writes another.
    void sort() {
        const ErrorText form =
            phrase("\"sorted = sort(keys)\" or \"sorted, moved = sort(keys, values)\"");
        requireArguments(1, 2, form);
        const std::vector<std::string> targets = splitAtCommas(m_words.target);
        if (targets.size() != m_words.arguments.size())
            fail({"WB1452",
                  "sort needs as many results as arguments",
                  "write {form}",
                  {{"form", form}}});
        const bool pairs = targets.size() == 2;
        m_call->function = pairs ? Function::sort_pairs : Function::sort;
        std::vector<const PlannedBuffer*> from{&takeElements(m_words.arguments[0])};
        if (pairs) {
            from.push_back(&take(m_words.arguments[1], Access::in));
            if (from[1]->dtype.kind() != arrays::DType::Kind::scalar)
                fail({"WB1453",
                      "'{buffer}' is of {type}, but sort moves scalars",
                      "give the buffer a type that is one number",
                      {{"buffer", from[1]->name}, {"type", from[1]->dtype.name()}}});
            m_call->index = from[1]->dtype.scalar();
            requireShape(*from[1], from[0]->shape);
        }
        for (std::size_t i = 0; i < targets.size(); ++i) {
            const PlannedBuffer& to = take(targets[i], Access::out);
            if (i == 1 && &to == from.back())
                fail({"WB1454",
                      "sort writes '{buffer}' twice",
                      "write to another buffer",
                      {{"buffer", to.name}}});
            if (std::find(from.begin(), from.end(), &to) != from.end())
                failBoth(to);
            from.push_back(&to);
            requireType(to, from[i]->dtype.scalar());
            requireShape(to, from[i]->shape);
        }
    }

    const Step& m_step;
    const std::vector<PlannedBuffer>& m_buffers;
    Names& m_names;
    const Place& m_place;
    CallWords m_words;
    LibraryCall* m_call = nullptr;
    std::vector<PlannedArgument> m_args;
    std::optional<double> m_flops;
};

} // namespace

LibraryPlan planLibrary(const Step& step, const std::vector<PlannedBuffer>& buffers, Names& names,
                        const Place& place) {
    return Reading(step, buffers, names, place).plan();
}

} // namespace warpbench::project
