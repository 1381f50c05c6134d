// SPDX-License-Identifier: GPL-3.0-or-later
// The .npy format: NumPy's numpy/lib/format.py describes it (versions 1.0 to 3.0).
#include "core/arrays/array_file.h"
#include "core/arrays/npy_type.h"
#include "core/base/error.h"

#include <algorithm>
#include <array>
#include <bit>
#include <charconv>
#include <cstring>
#include <optional>

namespace warpbench::arrays {

namespace {

constexpr std::string_view kMagic = "\x93NUMPY";
constexpr std::size_t kMaxHeader = std::size_t(1) << 20;
constexpr std::size_t kMaxDimensions = 32;

static_assert(std::endian::native == std::endian::little, "arrays are kept little-endian");

struct Header {
    NpyType type;
    bool fortran = false;
    std::vector<std::int64_t> shape;
};

/// Reads the header, which is a Python dict of fixed form:
/// {'descr': '<f4', 'fortran_order': False, 'shape': (3, 4), }
class HeaderReader {
  public:
    explicit HeaderReader(std::string_view text)
        : m_text(text) {}

    Header read() {
        Header header;
        bool hasDescr = false, hasOrder = false, hasShape = false;
        expect('{');
        while (!accept('}')) {
            const std::string key = string();
            expect(':');
            if (key == "descr") {
                skipSpace();
                const bool fields = m_at < m_text.size() && m_text[m_at] == '[';
                header.type = fields ? npyStruct(m_text, m_at) : npyType(string());
                hasDescr = true;
            } else if (key == "fortran_order") {
                header.fortran = boolean();
                hasOrder = true;
            } else if (key == "shape") {
                header.shape = tuple();
                hasShape = true;
            } else {
                failNpy(phrase("unknown entry '{key}' in its header", {{"key", key}}));
            }
            if (!accept(',')) {
                expect('}');
                break;
            }
        }
        if (!hasDescr || !hasOrder || !hasShape) {
            failNpy(phrase("its header is incomplete"));
        }
        return header;
    }

  private:
    void skipSpace() {
        while (m_at < m_text.size() && (m_text[m_at] == ' ' || m_text[m_at] == '\n' ||
                                        m_text[m_at] == '\t' || m_text[m_at] == '\r')) {
            ++m_at;
        }
    }
    bool accept(char c) {
        skipSpace();
        if (m_at < m_text.size() && m_text[m_at] == c) {
            ++m_at;
            return true;
        }
        return false;
    }
    void expect(char c) {
        if (!accept(c)) {
            failNpy(phrase("its header is malformed: expected '{expected}'",
                           {{"expected", std::string(1, c)}}));
        }
    }
    std::string string() {
        skipSpace();
        if (m_at >= m_text.size() || (m_text[m_at] != '\'' && m_text[m_at] != '"')) {
            failNpy(phrase("its header is malformed: expected a string"));
        }
        const char quote = m_text[m_at++];
        const std::size_t end = m_text.find(quote, m_at);
        if (end == std::string_view::npos) {
            failNpy(phrase("its header ends within a string"));
        }
        std::string value(m_text.substr(m_at, end - m_at));
        m_at = end + 1;
        return value;
    }
    bool boolean() {
        skipSpace();
        for (const auto& [word, value] :
             {std::pair<std::string_view, bool>{"True", true}, {"False", false}}) {
            if (m_text.substr(m_at, word.size()) == word) {
                m_at += word.size();
                return value;
            }
        }
        failNpy(phrase("its header's fortran_order is neither True nor False"));
    }
    std::vector<std::int64_t> tuple() {
        std::vector<std::int64_t> values;
        expect('(');
        while (!accept(')')) {
            skipSpace();
            std::int64_t value = 0;
            const char* first = m_text.data() + m_at;
            const auto result = std::from_chars(first, m_text.data() + m_text.size(), value);
            if (result.ec != std::errc() || value < 0 || values.size() == kMaxDimensions) {
                failNpy(phrase("its header has an impossible shape"));
            }
            m_at += std::size_t(result.ptr - first);
            values.push_back(value);
            accept('L'); // Python 2 wrote long integers so
            if (!accept(',')) {
                expect(')');
                break;
            }
        }
        return values;
    }

    std::string_view m_text;
    std::size_t m_at = 0;
};

/// Copies elements of a column-major array to their row-major places.
void fromFortran(const std::byte* from, HostArray& to) {
    const std::size_t size = to.dtype().size();
    const auto& shape = to.shape();
    std::vector<std::int64_t> strides(shape.size()); // in the source, in elements
    std::int64_t stride = 1;
    for (std::size_t d = 0; d < shape.size(); ++d) {
        strides[d] = stride;
        stride *= shape[d];
    }
    std::vector<std::int64_t> index(shape.size(), 0);
    std::byte* out = to.bytes().data();
    std::int64_t source = 0;
    for (std::int64_t n = 0; n < to.elements(); ++n, out += size) {
        std::memcpy(out, from + std::size_t(source) * size, size);
        for (std::size_t d = shape.size(); d-- > 0;) {
            source += strides[d];
            if (++index[d] < shape[d]) {
                break;
            }
            source -= strides[d] * shape[d];
            index[d] = 0;
        }
    }
}

/// Elements of a structured type, which the file aligns as it likes.
void readStructs(const NpyType& type, const ReadAt& readAt, std::size_t offset, HostArray& to) {
    constexpr std::int64_t kAtOnce = 4096; // elements
    std::vector<std::byte> packed;
    for (std::int64_t first = 0; first < to.elements(); first += kAtOnce) {
        const auto count = std::size_t(std::min(kAtOnce, to.elements() - first));
        packed.resize(count * type.size);
        readAt(offset + std::size_t(first) * type.size, packed);
        std::byte* out = to.bytes().data() + std::size_t(first) * to.dtype().size();
        for (std::size_t i = 0; i < count; ++i) {
            fromNpy(type, packed.data() + i * type.size, out + i * to.dtype().size());
        }
    }
}

} // namespace

HostArray readNpy(std::size_t size, const ReadAt& readAt) {
    constexpr std::size_t kShortest = 10;
    std::array<std::byte, 12> prefix{};
    if (size < kShortest) {
        failNpy(phrase("it does not begin as one"));
    }
    readAt(0, std::span(prefix).first(std::min(size, prefix.size())));
    if (std::memcmp(prefix.data(), kMagic.data(), kMagic.size()) != 0) {
        failNpy(phrase("it does not begin as one"));
    }
    const int major = int(prefix[6]);
    if (major < 1 || major > 3) {
        failNpy(phrase("its format version {version} is not known", {{"version", major}}));
    }
    const std::size_t lengthBytes = major == 1 ? 2 : 4;
    const std::size_t start = 8 + lengthBytes;
    if (size < start) {
        failNpy(phrase("it ends within its header"));
    }
    std::size_t length = 0;
    for (std::size_t i = 0; i < lengthBytes; ++i) {
        length |= std::size_t(prefix[8 + i]) << (8 * i);
    }
    if (length > kMaxHeader || length > size - start) {
        failNpy(phrase("it ends within its header"));
    }
    std::string text(length, '\0');
    readAt(start, std::as_writable_bytes(std::span(text)));
    const Header header = HeaderReader(text).read();
    const NpyType& type = header.type;
    const std::size_t available = size - start - length;
    const std::int64_t elements = elementCount(header.shape);
    if (std::size_t(elements) > available / type.size) {
        failNpy(phrase(
            "its header promises {count} elements of {size} bytes, and only {found} bytes follow",
            {{"count", elements}, {"size", type.size}, {"found", available}}));
    }
    HostArray array(type.dtype, header.shape);
    if (array.empty()) {
        return array;
    }
    const auto read = [&](HostArray& to) {
        type.isStruct() ? readStructs(type, readAt, start + length, to)
                        : readAt(start + length, to.bytes());
    };
    if (header.fortran && header.shape.size() > 1) {
        HostArray columns(type.dtype, header.shape);
        read(columns);
        fromFortran(columns.bytes().data(), array);
    } else {
        read(array);
    }
    if (type.swapUnit > 0) {
        const auto out = array.bytes();
        for (std::size_t at = 0; at < out.size(); at += type.swapUnit) {
            std::reverse(out.begin() + std::ptrdiff_t(at),
                         out.begin() + std::ptrdiff_t(at + type.swapUnit));
        }
    }
    return array;
}

HostArray parseNpy(std::span<const std::byte> bytes) {
    return readNpy(bytes.size(), [bytes](std::size_t offset, std::span<std::byte> to) {
        if (!to.empty()) {
            std::memcpy(to.data(), bytes.data() + offset, to.size());
        }
    });
}

std::string npyHeader(const HostArray& array) {
    std::vector<std::int64_t> shape = array.shape();
    if (array.dtype().lanes() > 1) {
        shape.push_back(array.dtype().lanes());
    }
    std::string header =
        "{'descr': " + npyDescr(array.dtype()) + ", 'fortran_order': False, " + "'shape': (";
    for (const std::int64_t extent : shape) {
        header += std::to_string(extent) + ", ";
    }
    if (shape.size() > 1) {
        header.resize(header.size() - 2);
    } else if (shape.size() == 1) {
        header.pop_back(); // "(3,)"
    }
    header += "), }";
    // The data begin at a multiple of 64 bytes; the header ends with a line feed.
    constexpr std::size_t kPrefix = 10;
    const std::size_t total = (kPrefix + header.size() + 1 + 63) / 64 * 64;
    header.resize(total - kPrefix - 1, ' ');
    header += '\n';
    std::string bytes(kMagic.begin(), kMagic.end());
    bytes += {'\1', '\0', char(header.size() & 0xFF), char(header.size() >> 8)};
    return bytes + header;
}

} // namespace warpbench::arrays
