// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/arrays/array_file.h"
#include "core/arrays/element.h"
#include "core/arrays/integer_range.h"
#include "core/arrays/value_problems.h"
#include "core/base/decimal.h"
#include "core/base/error.h"
#include "core/base/utf8_text.h"

#include <algorithm>
#include <array>
#include <cctype>
#include <charconv>
#include <cmath>
#include <limits>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace warpbench::arrays {

namespace {

[[noreturn]] void fail(int line, int column, ErrorText said) {
    throw Error(ErrorKind::project, std::move(said), Place{{}, line, column});
}

bool isSeparator(char c) {
    return c == ',' || c == ';' || c == '\t' || c == ' ' || c == '\r';
}

/// Parses a number of the scalar type; false if the word is not a number.
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
        fits = whole && holds(scalar, *whole);
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

/// The separator of a line's cells: the first of these that it contains, otherwise blanks.
char separatorOf(std::string_view line) {
    for (const char c : {';', '\t', ','}) {
        if (line.find(c) != std::string_view::npos) {
            return c;
        }
    }
    return ' ';
}

std::string_view trimmed(std::string_view text) {
    const auto blank = [](char c) { return c == ' ' || c == '\t' || c == '\r'; };
    while (!text.empty() && blank(text.front())) {
        text.remove_prefix(1);
    }
    while (!text.empty() && blank(text.back())) {
        text.remove_suffix(1);
    }
    return text;
}

/// Without the quotes around it.
std::string_view unquoted(std::string_view word) {
    for (const char quote : {'"', '\''}) {
        if (word.size() > 1 && word.front() == quote && word.back() == quote) {
            return trimmed(word.substr(1, word.size() - 2));
        }
    }
    return word;
}

/// A number in C, Python or Fortran notation ("0x1F", "0b101", "1.5f", "10UL", "1.5D+03") in a form
/// that parseWord() accepts; other words are unchanged.
std::string plainSpelling(std::string_view word) {
    std::string text(word);
    const std::size_t sign = text.starts_with('-') || text.starts_with('+') ? 1 : 0;
    const std::string_view digits = std::string_view(text).substr(sign);
    const auto starts = [&](std::string_view base) { return digits.starts_with(base); };
    const int base = starts("0x") || starts("0X")   ? 16
                     : starts("0b") || starts("0B") ? 2
                     : starts("0o") || starts("0O") ? 8
                                                    : 10;
    const auto withoutSuffix = [](std::string_view number, std::string_view letters) {
        const std::size_t end = number.find_last_not_of(letters);
        return number.substr(0, end == std::string_view::npos ? 0 : end + 1);
    };
    if (base != 10) {
        std::string_view rest = withoutSuffix(digits.substr(2), "uUlL");
        std::uint64_t value = 0;
        const auto read = std::from_chars(rest.data(), rest.data() + rest.size(), value, base);
        const bool whole = read.ec == std::errc() && read.ptr == rest.data() + rest.size();
        return whole ? text.substr(0, sign) + std::to_string(value) : text;
    }
    const bool number =
        !digits.empty() &&
        (std::isdigit(static_cast<unsigned char>(digits.front())) != 0 || digits.front() == '.');
    if (!number) {
        return text;
    }
    std::string spelled(withoutSuffix(text, "uUlLfF"));
    for (char& c : spelled) {
        c = c == 'D' || c == 'd' ? 'e' : c;
    }
    return spelled;
}

/// Fills an array number by number.
class CsvReader {
  public:
    /// \param decimalComma  a comma is a number's point, and no separator
    CsvReader(HostArray& array, bool decimalComma)
        : m_array(array)
        , m_scalar(array.dtype().scalar())
        , m_count(array.elements() * array.dtype().lanes())
        , m_decimalComma(decimalComma) {}

    void read(std::string_view text) {
        int line = 1;
        while (!text.empty()) {
            const std::size_t end = std::min(text.find('\n'), text.size());
            readLine(text.substr(0, end), line++);
            text.remove_prefix(std::min(end + 1, text.size()));
        }
        if (m_array.shape().size() > 1) {
            checkLengths();
        }
        if (m_next != m_count) {
            fail(0, 0,
                 {"WB1239",
                  "the file has {found} numbers, and the buffer {expected}",
                  kFitRemedy,
                  {{"found", m_next}, {"expected", m_count}}});
        }
        checkRows();
    }

  private:
    /// A line with numbers.
    struct Row {
        int line = 0;
        std::int64_t numbers = 0;
    };

    bool separates(char c) const { return isSeparator(c) && !(c == ',' && m_decimalComma); }

    void readLine(std::string_view text, int line) {
        text = text.substr(0, text.find('#'));
        if (!m_headingPassed && isHeading(text)) {
            m_headingPassed = true;
            return;
        }
        const std::int64_t before = m_next;
        bool afterSign = true; // a comma or semicolon, or the line's begin
        std::size_t at = 0;
        while (true) {
            while (at < text.size() && separates(text[at])) {
                const bool sign = text[at] == ',' || text[at] == ';';
                if (sign && afterSign) {
                    fail(line, int(at) + 1,
                         {"WB1240", "a cell is empty", "write a number there, or nan"});
                }
                afterSign = sign || afterSign;
                ++at;
            }
            if (at >= text.size()) {
                break;
            }
            const std::size_t start = at;
            while (at < text.size() && !separates(text[at])) {
                ++at;
            }
            readWord(text.substr(start, at - start), line, int(start) + 1);
            afterSign = false;
        }
        if (m_next > before) {
            m_headingPassed = true;
            m_rows.push_back({line, m_next - before});
        }
    }

    /// The first line, where none of its cells is a number.
    bool isHeading(std::string_view text) const {
        if (trimmed(text).empty()) {
            return false;
        }
        const char separator = separatorOf(trimmed(text));
        std::string_view rest = trimmed(text);
        while (true) {
            const std::size_t end = std::min(rest.find(separator), rest.size());
            if (isNumber(trimmed(rest.substr(0, end)))) {
                return false;
            }
            if (end == rest.size()) {
                return true;
            }
            rest.remove_prefix(end + 1);
        }
    }

    bool isNumber(std::string_view cell) const {
        std::array<std::byte, 16> ignored{};
        bool fits = true;
        const std::string word = spelled(cell);
        return isComplex(m_scalar) ? parseComplex(word, m_scalar, ignored.data())
                                   : parseWord(word, m_scalar, ignored.data(), fits) ||
                                         parseWord(word, Scalar::float64, ignored.data(), fits);
    }

    std::string spelled(std::string_view word) const {
        std::string text = plainSpelling(unquoted(word));
        const std::size_t comma = text.find(',');
        const auto digitAt = [&](std::size_t i) {
            return i < text.size() && std::isdigit(static_cast<unsigned char>(text[i])) != 0;
        };
        if (m_decimalComma && comma != std::string::npos && comma > 0 && digitAt(comma - 1) &&
            digitAt(comma + 1)) {
            text[comma] = '.';
        }
        return text;
    }

    void readWord(std::string_view given, int line, int column) {
        const std::string word = spelled(given);
        const std::string shown(given.substr(0, 40));
        if (m_next >= m_count) {
            fail(line, column,
                 {"WB1241",
                  "more numbers than the buffer's {expected}",
                  kFitRemedy,
                  {{"expected", m_count}}});
        }
        std::byte* const to = m_array.bytes().data() + std::size_t(m_next) * sizeOf(m_scalar);
        bool fits = true;
        const bool good = isComplex(m_scalar) ? parseComplex(word, m_scalar, to)
                                              : parseWord(word, m_scalar, to, fits);
        if (!good) {
            fail(line, column,
                 {"WB1242", "'{word}' is not a number", "correct the file", {{"word", shown}}});
        }
        if (!fits) {
            fail(line, column,
                 {"WB1243",
                  "'{word}' does not fit {type}",
                  "use a wider type or correct the file",
                  {{"word", shown}, {"type", nameOf(m_scalar)}}});
        }
        ++m_next;
    }

    /// All lines have as many numbers; of a list the last may have fewer.
    void checkLengths() const {
        const bool list = m_array.shape().size() < 2;
        const std::int64_t usual = m_rows.empty() ? 0 : m_rows.front().numbers;
        for (std::size_t i = 1; i < m_rows.size(); ++i) {
            const bool rest = list && i + 1 == m_rows.size() && m_rows[i].numbers < usual;
            if (m_rows[i].numbers != usual && !rest) {
                fail(m_rows[i].line, 0,
                     {"WB1244",
                      "the line has {found} numbers, and the first row {expected}",
                      "give all rows as many",
                      {{"found", m_rows[i].numbers}, {"expected", usual}}});
            }
        }
    }

    /// Lines of a matrix have one row of it, or several; or one number each.
    void checkRows() const {
        checkLengths();
        const bool list = m_array.shape().size() < 2;
        const std::int64_t usual = m_rows.empty() ? 1 : m_rows.front().numbers;
        const std::int64_t inner = (list ? 1 : m_array.shape().back()) * m_array.dtype().lanes();
        if (!list && usual != 1 && usual % inner != 0) {
            fail(m_rows.front().line, 0,
                 {"WB1245",
                  "the rows have {found} numbers, and those of the buffer {expected}",
                  "change the shape of one of them",
                  {{"found", usual}, {"expected", inner}}});
        }
    }

    HostArray& m_array;
    Scalar m_scalar;
    std::int64_t m_count;
    bool m_decimalComma;
    std::int64_t m_next = 0;
    bool m_headingPassed = false; ///< or a line of numbers
    std::vector<Row> m_rows;
};

/// Whether cells between semicolons, tabs or blanks have commas in them.
bool mayHaveDecimalCommas(std::string_view text) {
    return text.find(',') != std::string_view::npos &&
           text.find_first_of(";\t ") != std::string_view::npos;
}

std::optional<HostArray> withDecimalCommas(std::string_view text, const DType& dtype,
                                           const std::vector<std::int64_t>& shape) {
    HostArray array(dtype, shape);
    try {
        CsvReader(array, true).read(text);
        return array;
    } catch (const Error&) {
        return std::nullopt;
    }
}

} // namespace

HostArray parseCsv(std::string_view text, const DType& dtype,
                   const std::vector<std::int64_t>& shape) {
    if (dtype.kind() == DType::Kind::structure) {
        fail(0, 0, csvHoldsNoStructs());
    }
    const std::string utf8 = utf8Text(std::string(text));
    HostArray array(dtype, shape);
    try {
        CsvReader(array, false).read(utf8);
    } catch (const Error&) {
        // "1,5;2,5": with decimal commas, the numbers may exactly match the buffer.
        if (!mayHaveDecimalCommas(utf8)) {
            throw;
        }
        if (auto other = withDecimalCommas(utf8, dtype, shape)) {
            return std::move(*other);
        }
        throw;
    }
    return array;
}

std::string formatCsv(const HostArray& array) {
    if (array.dtype().kind() == DType::Kind::structure) {
        fail(0, 0, csvHoldsNoStructs());
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

} // namespace warpbench::arrays
