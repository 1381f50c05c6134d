// SPDX-License-Identifier: GPL-3.0-or-later
// numpy/lib/format.py and numpy.dtype.descr describe the format.
#include "core/arrays/npy_type.h"

#include "core/base/error.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <cstring>
#include <memory>
#include <optional>
#include <utility>

namespace warpbench::arrays {

namespace {

constexpr std::size_t kMaxElement = std::size_t(1) << 20;
constexpr int kDeepest = 16;

/// The list of a structured type: fields of a name, a type and perhaps a shape.
class FieldReader {
  public:
    FieldReader(std::string_view text, std::size_t& at)
        : m_text(text)
        , m_at(at) {}

    NpyType list(int depth) {
        if (depth > kDeepest) {
            failNpy(phrase("its structs are nested too deep"));
        }
        std::vector<Field> fields;
        NpyType made;
        expect('[');
        while (!accept(']')) {
            field(depth, fields, made);
            if (!accept(',')) {
                expect(']');
                break;
            }
        }
        if (made.size > kMaxElement) {
            failNpy(phrase("its elements are larger than a MiB"));
        }
        made.dtype = DType::structure("", std::move(fields));
        return made;
    }

  private:
    void field(int depth, std::vector<Field>& fields, NpyType& made) {
        expect('(');
        const std::string name = fieldName();
        expect(',');
        skipSpace();
        const bool nested = m_at < m_text.size() && m_text[m_at] == '[';
        const std::string word = nested ? std::string() : string();
        const bool padding = name.empty() && word.find('V') != std::string::npos;
        std::size_t count = 1;
        NpyType type = nested ? list(depth + 1) : npyType(word);
        if (accept(',') && !accept(')')) {
            count = shape();
            accept(',');
            expect(')');
        } else if (m_text[m_at - 1] != ')') {
            expect(')');
        }
        if (count > kMaxElement / std::max<std::size_t>(type.size, 1)) {
            failNpy(phrase("its elements are larger than a MiB"));
        }
        const std::size_t offset = std::exchange(made.size, made.size + count * type.size);
        if (padding) {
            return;
        }
        Field field;
        field.name = name;
        field.count = count;
        field.type = std::make_shared<const DType>(type.dtype);
        fields.push_back(std::move(field));
        made.members.push_back({offset, count, std::move(type)});
    }

    /// `'x'`, or `('title', 'x')`.
    std::string fieldName() {
        if (!accept('(')) {
            return string();
        }
        string();
        expect(',');
        std::string name = string();
        expect(')');
        return name;
    }

    /// The product of `(3, 4)`, or the number `3`.
    std::size_t shape() {
        const bool tuple = accept('(');
        std::size_t product = 1;
        do {
            skipSpace();
            if (m_at < m_text.size() && m_text[m_at] == ')') {
                break;
            }
            std::size_t extent = 0;
            const char* first = m_text.data() + m_at;
            const auto read = std::from_chars(first, m_text.data() + m_text.size(), extent);
            if (read.ec != std::errc() || extent == 0 || extent > kMaxElement ||
                product > kMaxElement / extent) {
                failNpy(phrase("a field has an impossible shape"));
            }
            m_at += std::size_t(read.ptr - first);
            accept('L'); // Python 2 wrote long integers so
            product *= extent;
        } while (tuple && accept(','));
        if (tuple) {
            expect(')');
        }
        return product;
    }

    void skipSpace() {
        while (m_at < m_text.size() &&
               std::string_view(" \n\t\r").find(m_text[m_at]) != std::string_view::npos) {
            ++m_at;
        }
    }
    bool accept(char c) {
        skipSpace();
        const bool here = m_at < m_text.size() && m_text[m_at] == c;
        m_at += here ? 1 : 0;
        return here;
    }
    void expect(char c) {
        if (!accept(c)) {
            failNpy(phrase("its list of fields lacks a '{expected}'",
                           {{"expected", std::string(1, c)}}));
        }
    }
    std::string string() {
        skipSpace();
        const char quote = m_at < m_text.size() ? m_text[m_at] : '\0';
        const std::size_t end =
            quote == '\'' || quote == '"' ? m_text.find(quote, m_at + 1) : std::string_view::npos;
        if (end == std::string_view::npos) {
            failNpy(phrase("its list of fields lacks a name or a type"));
        }
        std::string value(m_text.substr(m_at + 1, end - m_at - 1));
        m_at = end + 1;
        return value;
    }

    std::string_view m_text;
    std::size_t& m_at;
};

std::string scalarDescr(Scalar scalar) {
    if (scalar == Scalar::boolean) {
        return "|b1";
    }
    const std::string size = std::to_string(sizeOf(scalar));
    if (scalar == Scalar::bfloat16 || scalar == Scalar::float8_e4m3 ||
        scalar == Scalar::float8_e5m2) {
        return (size == "1" ? "|u" : "<u") + size;
    }
    const char kind = isComplex(scalar)    ? 'c'
                      : isFloating(scalar) ? 'f'
                      : isSigned(scalar)   ? 'i'
                                           : 'u';
    return (size == "1" ? "|" : "<") + std::string(1, kind) + size;
}

} // namespace

void failNpy(ErrorText problem) {
    throw Error(ErrorKind::project, {"WB1274",
                                     "not a usable .npy file: {problem}",
                                     "write it again with numpy.save",
                                     {{"problem", std::move(problem)}}});
}

NpyType npyType(std::string_view descr) {
    static const std::array<std::pair<std::string_view, Scalar>, 14> kTypes{{
        {"b1", Scalar::boolean},
        {"i1", Scalar::int8},
        {"i2", Scalar::int16},
        {"i4", Scalar::int32},
        {"i8", Scalar::int64},
        {"u1", Scalar::uint8},
        {"u2", Scalar::uint16},
        {"u4", Scalar::uint32},
        {"u8", Scalar::uint64},
        {"f2", Scalar::float16},
        {"f4", Scalar::float32},
        {"f8", Scalar::float64},
        {"c8", Scalar::complex64},
        {"c16", Scalar::complex128},
    }};
    std::string_view text = descr;
    bool big = false;
    if (!text.empty() && std::string_view("<>|=").find(text.front()) != std::string_view::npos) {
        big = text.front() == '>';
        text.remove_prefix(1);
    }
    for (const auto& [name, scalar] : kTypes) {
        if (text == name) {
            const std::size_t unit = isComplex(scalar) ? sizeOf(scalar) / 2 : sizeOf(scalar);
            return {DType(scalar), sizeOf(scalar), big && unit > 1 ? unit : 0, {}};
        }
    }
    if (text.starts_with('V')) { // void: a number of bytes per element
        std::size_t size = 0;
        const auto result = std::from_chars(text.data() + 1, text.data() + text.size(), size);
        if (result.ec == std::errc() && result.ptr == text.data() + text.size() && size > 0 &&
            size <= kMaxElement) {
            std::vector<Field> fields(1);
            fields[0].name = "bytes";
            fields[0].type = std::make_shared<const DType>(Scalar::uint8);
            fields[0].count = size;
            return {DType::structure("void", std::move(fields)), size, 0, {}};
        }
    }
    if (text == "f16" || text == "c32" || text.starts_with('O') || text.starts_with('U') ||
        text.starts_with('S')) {
        failNpy(phrase("its type '{type}' cannot be used on a GPU; convert it with .astype first",
                       {{"type", descr}}));
    }
    failNpy(phrase("its type '{type}' is not known", {{"type", descr}}));
}

NpyType npyStruct(std::string_view header, std::size_t& at) {
    return FieldReader(header, at).list(0);
}

std::string npyDescr(const DType& dtype) {
    if (dtype.kind() != DType::Kind::structure) {
        return "'" + scalarDescr(dtype.scalar()) + "'";
    }
    // NumPy names nothing but padding "", and leaves it out again when it reads the file.
    std::string text = "[";
    std::size_t end = 0;
    const auto pad = [&](std::size_t to) {
        if (to > end) {
            text += "('', '|V" + std::to_string(to - end) + "'), ";
        }
    };
    for (const Field& field : dtype.fields()) {
        pad(field.offset);
        text += "('" + field.name + "', " + npyDescr(*field.type);
        std::string shape;
        if (field.count > 1) {
            shape += std::to_string(field.count) + ", ";
        }
        if (field.type->lanes() > 1) {
            shape += std::to_string(field.type->lanes()) + ", ";
        }
        text += (shape.empty() ? "" : ", (" + shape.substr(0, shape.size() - 1) + ")") + "), ";
        end = field.offset + field.count * field.type->size();
    }
    pad(dtype.size());
    text.resize(text.size() - 2);
    return text + "]";
}

void fromNpy(const NpyType& type, const std::byte* from, std::byte* to) {
    if (!type.isStruct()) {
        std::memcpy(to, from, type.size);
        for (std::size_t at = 0; type.swapUnit > 0 && at < type.size; at += type.swapUnit) {
            std::reverse(to + at, to + at + type.swapUnit);
        }
        return;
    }
    for (std::size_t i = 0; i < type.members.size(); ++i) {
        const NpyType::Member& member = type.members[i];
        const Field& field = type.dtype.fields()[i];
        for (std::size_t k = 0; k < member.count; ++k) {
            fromNpy(member.type, from + member.offset + k * member.type.size,
                    to + field.offset + k * field.type->size());
        }
    }
}

} // namespace warpbench::arrays
