// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/arrays/array_file.h"
#include "core/arrays/element.h"
#include "core/arrays/integer_range.h"
#include "core/base/decimal.h"
#include "core/base/error.h"

#include <charconv>
#include <cmath>
#include <limits>
#include <optional>

namespace warpbench::memory {

namespace {

[[noreturn]] void fail(int line, int column, const std::string& text, const std::string& remedy) {
    throw Error(ErrorKind::project, text, remedy, Place{{}, line, column});
}

bool isSeparator(char c) {
    return c == ',' || c == ';' || c == '\t' || c == ' ' || c == '\r';
}

/// A number as the scalar type holds it; false where the word is none.
bool parseWord(std::string_view word, Scalar scalar, std::byte* to, bool& fits) {
    fits = true;
    if (word.starts_with('+')) {
        word.remove_prefix(1);
    }
    if (scalar == Scalar::boolean && (word == "true" || word == "True" || word == "TRUE")) {
        writeInt64(scalar, to, 1);
        return true;
    }
    if (scalar == Scalar::boolean && (word == "false" || word == "False" || word == "FALSE")) {
        writeInt64(scalar, to, 0);
        return true;
    }
    const char* const end = word.data() + word.size();
    if (scalar == Scalar::uint64) {
        std::uint64_t value = 0;
        const auto result = std::from_chars(word.data(), end, value);
        if (result.ec == std::errc() && result.ptr == end) {
            writeInt64(scalar, to, std::int64_t(value));
            return true;
        }
    }
    if (isInteger(scalar)) {
        std::int64_t value = 0;
        const auto result = std::from_chars(word.data(), end, value);
        if (result.ec == std::errc() && result.ptr == end) {
            writeInt64(scalar, to, value);
            fits = readInt64(scalar, to) == value && (scalar != Scalar::uint64 || value >= 0);
            return true;
        }
    }
    double value = 0;
    const auto result = std::from_chars(word.data(), end, value);
    if (result.ptr != end ||
        (result.ec != std::errc() && result.ec != std::errc::result_out_of_range)) {
        return false;
    }
    if (result.ec == std::errc::result_out_of_range) {
        value = outOfRangeDouble(word);
    }
    writeDouble(scalar, to, value);
    if (isInteger(scalar)) {
        // Not by way of a double: the type's largest value reads as the next power of two.
        const auto whole = project::wholeNumber(value);
        fits = whole && project::holds(scalar, *whole);
    }
    return true;
}

/// "1+2j": splits before the sign of the imaginary part.
bool parseComplex(std::string_view word, Scalar scalar, std::byte* to) {
    bool fits = true;
    const Scalar part = scalar == Scalar::complex64 ? Scalar::float32 : Scalar::float64;
    if (word.starts_with('(') && word.ends_with(')')) {
        word = word.substr(1, word.size() - 2);
    }
    writeComplex(scalar, to, 0);
    if (!word.ends_with('j')) {
        return parseWord(word, part, to, fits);
    }
    word.remove_suffix(1);
    std::size_t split = word.size();
    while (split-- > 1) {
        if ((word[split] == '+' || word[split] == '-') && word[split - 1] != 'e' &&
            word[split - 1] != 'E') {
            break;
        }
    }
    std::byte* const imaginary = to + sizeOf(part);
    if (split == 0 || split >= word.size()) {
        return parseWord(word, part, imaginary, fits);
    }
    return parseWord(word.substr(0, split), part, to, fits) &&
           parseWord(word.substr(split), part, imaginary, fits);
}

/// Fills an array number by number.
class CsvReader {
  public:
    explicit CsvReader(HostArray& array)
        : m_array(array)
        , m_scalar(array.dtype().scalar())
        , m_count(array.elements() * array.dtype().lanes()) {}

    void read(std::string_view text) {
        int line = 1;
        while (!text.empty()) {
            const std::size_t end = std::min(text.find('\n'), text.size());
            readLine(text.substr(0, end), line++);
            text.remove_prefix(std::min(end + 1, text.size()));
        }
        if (m_next != m_count) {
            fail(0, 0,
                 "the file has " + std::to_string(m_next) + " numbers, and the buffer " +
                     std::to_string(m_count),
                 "make the shape or the file fit");
        }
    }

  private:
    void readLine(std::string_view text, int line) {
        text = text.substr(0, text.find('#'));
        std::size_t at = 0;
        const std::int64_t before = m_next;
        while (true) {
            while (at < text.size() && isSeparator(text[at])) {
                ++at;
            }
            if (at >= text.size()) {
                break;
            }
            const std::size_t start = at;
            while (at < text.size() && !isSeparator(text[at])) {
                ++at;
            }
            if (!readWord(text.substr(start, at - start), line, int(start) + 1)) {
                m_next = before;
                m_heading = true;
                return;
            }
        }
        m_heading = m_heading || m_next > before;
    }

    /// \returns false for a heading: the first line, where it is not numbers
    bool readWord(std::string_view word, int line, int column) {
        const std::string shown(word.substr(0, 40));
        if (m_next >= m_count) {
            std::byte ignored[16];
            bool fits = true;
            if (!m_heading && !parseWord(word, Scalar::float64, ignored, fits)) {
                return false;
            }
            fail(line, column, "more numbers than the buffer's " + std::to_string(m_count),
                 "make the shape or the file fit");
        }
        std::byte* const to = m_array.bytes().data() + std::size_t(m_next) * sizeOf(m_scalar);
        bool fits = true;
        const bool good = isComplex(m_scalar) ? parseComplex(word, m_scalar, to)
                                              : parseWord(word, m_scalar, to, fits);
        if (!good) {
            if (!m_heading) {
                return false;
            }
            fail(line, column, "'" + shown + "' is not a number", "correct the file");
        }
        if (!fits) {
            fail(line, column, "'" + shown + "' does not fit " + std::string(nameOf(m_scalar)),
                 "use a wider type or correct the file");
        }
        ++m_next;
        return true;
    }

    HostArray& m_array;
    Scalar m_scalar;
    std::int64_t m_count;
    std::int64_t m_next = 0;
    bool m_heading = false; ///< the heading, or the first line of numbers, has passed
};

} // namespace

HostArray parseCsv(std::string_view text, const DType& dtype,
                   const std::vector<std::int64_t>& shape) {
    if (dtype.kind() == DType::Kind::structure) {
        fail(0, 0, "structs have no CSV form", "use .npy or raw bytes");
    }
    constexpr std::string_view kByteOrderMark = "\xEF\xBB\xBF";
    if (text.starts_with(kByteOrderMark)) {
        text.remove_prefix(kByteOrderMark.size());
    }
    HostArray array(dtype, shape);
    CsvReader(array).read(text);
    return array;
}

std::string formatCsv(const HostArray& array) {
    if (array.dtype().kind() == DType::Kind::structure) {
        fail(0, 0, "structs have no CSV form", "use .npy or raw bytes");
    }
    const ElementReader reader(array);
    const std::int64_t inner = array.shape().empty() ? 1 : array.shape().back();
    // A vector of numbers reads best as a column; a matrix has a line per row.
    const std::int64_t columns = (array.shape().size() > 1 ? inner : 1) * array.dtype().lanes();
    std::string text;
    for (std::int64_t c = 0; c < reader.components(); ++c) {
        text += reader.format(c);
        text += (c + 1) % columns == 0 ? '\n' : ',';
    }
    return text;
}

} // namespace warpbench::memory
