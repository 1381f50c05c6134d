// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/project/placed_json.h"

#include <cstdint>
#include <vector>

namespace warpbench::project {

namespace {

using nlohmann::json;

constexpr std::size_t kMaxDepth = 64;
/// Far more than any project has; the place of each value takes some two hundred bytes.
constexpr std::size_t kMaxValues = 200'000;

/// Goes through the text once and converts increasing offsets to line and column.
class PlaceTracker {
  public:
    PlaceTracker(std::string_view text, std::string file)
        : m_text(text)
        , m_place{std::move(file), 1, 1} {}

    Place at(std::size_t offset) {
        for (; m_offset < offset && m_offset < m_text.size(); ++m_offset) {
            const auto byte = static_cast<unsigned char>(m_text[m_offset]);
            if (byte == '\n') {
                ++m_place.line;
                m_place.column = 1;
            } else if ((byte & 0xC0) != 0x80) { // not a continuation byte of UTF-8
                ++m_place.column;
            }
        }
        return m_place;
    }

  private:
    std::string_view m_text;
    std::size_t m_offset = 0;
    Place m_place;
};

/// Returns the offsets at which keys and values start, in the order in which the parser reports
/// them. It follows just behind the parser, which has checked the grammar of what it passes.
class TokenStarts {
  public:
    explicit TokenStarts(std::string_view text)
        : m_text(text) {}

    std::size_t next() {
        while (m_offset < m_text.size() && isBetween(m_text[m_offset])) {
            ++m_offset;
        }
        const std::size_t start = m_offset;
        if (m_offset >= m_text.size()) {
            return start;
        }
        const char first = m_text[m_offset++];
        if (first == '"') {
            skipString();
        } else if (first != '{' && first != '[') {
            while (m_offset < m_text.size() && !endsWord(m_text[m_offset])) {
                ++m_offset;
            }
        }
        return start;
    }

  private:
    static bool isBetween(char c) {
        return c == ' ' || c == '\t' || c == '\r' || c == '\n' || c == ',' || c == ':' ||
               c == '}' || c == ']';
    }
    static bool endsWord(char c) { return isBetween(c); }

    void skipString() {
        while (m_offset < m_text.size() && m_text[m_offset] != '"') {
            m_offset += m_text[m_offset] == '\\' ? 2 : 1;
        }
        ++m_offset;
    }

    std::string_view m_text;
    std::size_t m_offset = 0;
};

/// Builds the document from the parser's events.
class Builder : public nlohmann::json_sax<json> {
  public:
    Builder(std::string_view text, const std::string& fileName)
        : m_text(text)
        , m_tracker(text, fileName)
        , m_starts(text)
        , m_fileName(fileName) {}

    PlacedJson take() { return std::move(m_document); }

    bool null() override { return add(nullptr); }
    bool boolean(bool value) override { return add(value); }
    bool number_integer(number_integer_t value) override { return add(value); }
    bool number_unsigned(number_unsigned_t value) override { return add(value); }
    bool number_float(number_float_t value, const string_t&) override { return add(value); }
    bool string(string_t& value) override { return add(std::move(value)); }
    bool binary(binary_t&) override { return false; }
    bool start_object(std::size_t) override { return open(json::object()); }
    bool start_array(std::size_t) override { return open(json::array()); }
    bool end_object() override { return close(); }
    bool end_array() override { return close(); }

    bool key(string_t& value) override {
        const Place place = m_tracker.at(m_starts.next());
        Level& level = m_levels.back();
        level.key = value;
        const std::string pointer = level.pointer + "/" + escapePointer(value);
        if (!m_document.keys.emplace(pointer, place).second) {
            throw Error(ErrorKind::project,
                        atPointer(pointer, {"WB1329",
                                            "the key '{key}' appears twice",
                                            "remove one of the two",
                                            {{"key", value}}}),
                        place);
        }
        return true;
    }

    bool parse_error(std::size_t byte, const std::string&, const json::exception& e) override {
        // The library numbers bytes from 1 and repeats the position in its text.
        std::string text = e.what();
        const std::size_t colon = text.find(": ");
        if (colon != std::string::npos) {
            text = text.substr(colon + 2);
        }
        PlaceTracker tracker(m_text, m_fileName);
        // Windows editors write it for the encoding "Unicode".
        if (m_text.starts_with("\xFF\xFE") || m_text.starts_with("\xFE\xFF"))
            throw Error(
                ErrorKind::project,
                {"WB1330", "the file is UTF-16, but a project must be UTF-8", "save it as UTF-8"},
                tracker.at(0));
        throw Error(ErrorKind::project,
                    {"WB1331",
                     "not valid JSON: {problem}",
                     "fix the file's syntax at this place",
                     {{"problem", text}}},
                    tracker.at(byte == 0 ? 0 : byte - 1));
    }

  private:
    std::size_t m_count = 0;

    struct Level {
        json* value;
        std::string pointer;
        std::string key; ///< of the next member
    };

    json* place(json value) {
        const Place where = m_tracker.at(m_starts.next());
        if (++m_count > kMaxValues) {
            throw Error(ErrorKind::project,
                        {"WB1332",
                         "more than {limit} values in one file",
                         "keep data in separate files (\"init\": {\"kind\": \"file\"})",
                         {{"limit", kMaxValues}}},
                        where);
        }
        if (m_levels.empty()) {
            m_document.values[""] = where;
            m_document.root = std::move(value);
            m_pointer.clear();
            return &m_document.root;
        }
        Level& level = m_levels.back();
        json* added = nullptr;
        if (level.value->is_array()) {
            m_pointer = level.pointer + "/" + std::to_string(level.value->size());
            level.value->push_back(std::move(value));
            added = &level.value->back();
        } else {
            m_pointer = level.pointer + "/" + escapePointer(level.key);
            added = &((*level.value)[level.key] = std::move(value));
        }
        m_document.values[m_pointer] = where;
        return added;
    }

    template <class Value>
    bool add(Value value) {
        place(json(std::move(value)));
        return true;
    }

    bool open(json container) {
        json* added = place(std::move(container));
        if (m_levels.size() >= kMaxDepth) {
            throw Error(ErrorKind::project,
                        {"WB1333",
                         "nested deeper than {limit} levels",
                         "a project needs far fewer",
                         {{"limit", kMaxDepth}}},
                        m_document.values[m_pointer]);
        }
        m_levels.push_back({added, m_pointer, {}});
        return true;
    }

    bool close() {
        m_levels.pop_back();
        return true;
    }

    std::string_view m_text;
    PlaceTracker m_tracker;
    TokenStarts m_starts;
    std::string m_fileName;
    PlacedJson m_document;
    std::vector<Level> m_levels;
    std::string m_pointer; ///< of the value added last
};

} // namespace

PlacedJson parsePlacedJson(std::string_view text, const std::string& fileName) {
    constexpr std::string_view kByteOrderMark = "\xEF\xBB\xBF";
    if (text.starts_with(kByteOrderMark)) {
        text.remove_prefix(kByteOrderMark.size());
    }
    Builder builder(text, fileName);
    json::sax_parse(text.begin(), text.end(), &builder);
    return builder.take();
}

ErrorText atPointer(const std::string& pointer, ErrorText said) {
    if (pointer.empty())
        return said;
    return phrase("{pointer}: {problem}", {{"pointer", pointer}, {"problem", std::move(said)}});
}

std::string escapePointer(std::string_view key) {
    std::string escaped;
    for (const char c : key) {
        if (c == '~') {
            escaped += "~0";
        } else if (c == '/') {
            escaped += "~1";
        } else {
            escaped += c;
        }
    }
    return escaped;
}

} // namespace warpbench::project
