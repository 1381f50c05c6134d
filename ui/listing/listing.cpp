// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/listing/listing.h"

#include "ui/words/text.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <filesystem>
#include <optional>
#include <string_view>
#include <tuple>

namespace warpbench::ui {

namespace {

/// The words and numbers of a directive, without quotes and commas.
std::vector<std::string_view> wordsOf(std::string_view line) {
    std::vector<std::string_view> words;
    std::size_t at = 0;
    while (at < line.size()) {
        if (line[at] == '"') {
            const std::size_t end = line.find('"', at + 1);
            words.push_back(line.substr(at + 1, end == line.npos ? line.npos : end - at - 1));
            at = end == line.npos ? line.size() : end + 1;
            continue;
        }
        const std::size_t end = std::min(line.find_first_of(" \t,", at), line.size());
        if (end > at)
            words.push_back(line.substr(at, end - at));
        at = end + 1;
    }
    return words;
}

int numberOf(std::string_view word, int base = 10) {
    int value = 0;
    std::from_chars(word.data(), word.data() + word.size(), value, base);
    return value;
}

std::string_view trimmed(std::string_view line) {
    const std::size_t begin = line.find_first_not_of(" \t\r");
    if (begin == line.npos)
        return {};
    return line.substr(begin, line.find_last_not_of(" \t\r") - begin + 1);
}

/// Whether a compiler's file name is the source, by file name only: the compiler makes paths
/// absolute, and an unsaved source has an invented one.
bool isFile(std::string_view name, const std::string& own) {
    const auto last = [](std::string_view path) {
        return path.substr(path.find_last_of("/\\") + 1);
    };
    return !own.empty() && last(name) == last(own);
}

bool isWord(QChar c) {
    return c.isLetterOrNumber() || c == u'_' || c == u'$';
}

} // namespace

/// Builds listings line by line.
class ListingBuilder {
  public:
    explicit ListingBuilder(const std::string& text) {
        m_listing.m_text = QString::fromLatin1(text.data(), qsizetype(text.size()));
        m_listing.m_lines.reserve(std::size_t(std::count(text.begin(), text.end(), '\n')) + 1);
    }

    void add(std::size_t begin, std::size_t length, Listing::Kind kind, int chain, int ptxLine) {
        const int line = m_listing.size();
        m_listing.m_lines.push_back({qsizetype(begin), qsizetype(length), chain, ptxLine, kind, 0});
        if (kind != Listing::Kind::instruction)
            return;
        Listing::Chain seen;
        for (const int source : m_listing.m_chains[std::size_t(chain)]) {
            if (source > 0 && std::find(seen.begin(), seen.end(), source) == seen.end()) {
                seen.push_back(source);
                m_listing.m_bySource[{0, source}].push_back(line);
            }
        }
    }
    void addFunction(std::string_view name) {
        m_listing.m_functions.push_back({qs(name), m_listing.size()});
    }
    /// \param chain  source lines, innermost first
    int chainOf(const Listing::Chain& chain) {
        const auto [found, isNew] = m_known.try_emplace(chain, int(m_listing.m_chains.size()));
        if (isNew)
            m_listing.m_chains.push_back(chain);
        return found->second;
    }
    Listing take() { return std::move(m_listing); }

  private:
    Listing m_listing;
    std::map<Listing::Chain, int> m_known{{Listing::Chain{}, 0}};
};

namespace {

/// Processes PTX and tracks the last `.loc` (PTX ISA, debugging directives).
class PtxReader {
  public:
    PtxReader(const std::string& ptx, const std::string& ownFile)
        : m_ptx(ptx)
        , m_own(ownFile)
        , m_builder(ptx) {
        readFiles();
    }

    Listing read() {
        std::size_t begin = 0;
        for (int number = 1; begin < m_ptx.size(); ++number) {
            std::size_t end = m_ptx.find('\n', begin);
            if (end == m_ptx.npos)
                end = m_ptx.size();
            const std::string_view line(m_ptx.data() + begin, end - begin);
            readLine(begin, line, number);
            begin = end + 1;
        }
        return m_builder.take();
    }

  private:
    using Kind = Listing::Kind;

    /// File directives are at the end of the text.
    void readFiles() {
        std::size_t at = 0;
        while ((at = m_ptx.find(".file", at)) != m_ptx.npos) {
            const std::size_t end = std::min(m_ptx.find('\n', at), m_ptx.size());
            const auto words = wordsOf(std::string_view(m_ptx).substr(at, end - at));
            if (words.size() >= 3 && words[0] == ".file")
                m_isOwn[numberOf(words[1])] = isFile(words[2], m_own);
            at = end;
        }
    }

    void readLine(std::size_t begin, std::string_view whole, int number) {
        const std::string_view line = trimmed(whole);
        const Kind kind = kindOf(line);
        m_builder.add(begin, whole.size(), kind, kind == Kind::instruction ? m_chain : 0, number);
    }

    Kind kindOf(std::string_view line) {
        if (m_open) { // the name and arguments of a call are on separate lines
            m_open = !line.ends_with(';');
            return Kind::instruction;
        }
        if (line.empty() || line == ";" || line.starts_with("//"))
            return Kind::other;
        if (m_inDebug || line.starts_with(".section")) {
            m_inDebug = !line.starts_with("}");
            return Kind::debug;
        }
        if (line.starts_with(".loc")) {
            readLocation(line);
            return Kind::debug;
        }
        if (line.starts_with(".file"))
            return Kind::debug;
        if (beginsFunction(line))
            return Kind::function;
        if (line.starts_with('{') || line.starts_with('}') || line.starts_with('(') ||
            line.starts_with(')')) {
            // A call's arguments and a block's braces; inline code follows a brace.
            const std::string_view rest = trimmed(line.substr(1));
            return !rest.empty() && !rest.starts_with("//") && line.front() == '{' && !m_inSignature
                       ? Kind::instruction
                       : Kind::other;
        }
        if (line.front() == '.') {
            m_inSignature = m_inSignature && !line.starts_with(".reg");
            return Kind::directive;
        }
        if (line.front() == '$' || line.front() == '_' || std::isalpha(line.front()) != 0) {
            const std::size_t colon = line.find(':');
            if (colon != line.npos && colon + 1 == line.size() &&
                line.find_first_of(" \t") == line.npos)
                return Kind::label;
        }
        m_inSignature = false;
        m_open = line.find(';') == line.npos;
        return Kind::instruction;
    }

    bool beginsFunction(std::string_view line) {
        for (const std::string_view word : {".entry", ".func"}) {
            const std::size_t at = line.find(word);
            if (at == line.npos || (at > 0 && line.front() != '.'))
                continue;
            std::string_view name = trimmed(line.substr(at + word.size()));
            if (name.starts_with('(')) // return value
                name = trimmed(name.substr(std::min(name.find(')') + 1, name.size())));
            name = name.substr(0, name.find_first_of(" \t(;"));
            m_inSignature = true;
            m_chain = 0;
            if (name.empty() || line.starts_with(".extern"))
                return false; // it has no code here
            m_builder.addFunction(name);
            return true;
        }
        return false;
    }

    /// ".loc 1 10 5" or ".loc 2 7 3, function_name $L__info_string0, inlined_at 1 10 5"
    void readLocation(std::string_view line) {
        const auto words = wordsOf(line);
        if (words.size() < 4)
            return;
        const Place place{numberOf(words[1]), numberOf(words[2]), numberOf(words[3])};
        std::optional<Place> caller;
        for (std::size_t i = 4; i + 3 < words.size(); ++i) {
            if (words[i] == "inlined_at")
                caller = {numberOf(words[i + 1]), numberOf(words[i + 2]), numberOf(words[i + 3])};
        }
        // The chain of a call that was inlined itself is known from an earlier .loc.
        std::vector<int> chain;
        if (place[1] > 0 && isOwn(place[0]))
            chain.push_back(place[1]);
        if (caller) {
            const auto known = m_chains.find(*caller);
            if (known != m_chains.end()) {
                chain.insert(chain.end(), known->second.begin(), known->second.end());
            } else if (isOwn((*caller)[0])) {
                chain.push_back((*caller)[1]);
            }
        }
        m_chains[place] = chain;
        m_chain = m_builder.chainOf(chain);
    }

    bool isOwn(int file) const {
        const auto found = m_isOwn.find(file);
        return found != m_isOwn.end() && found->second;
    }

    using Place = std::array<int, 3>; ///< file, line, column

    const std::string& m_ptx;
    const std::string& m_own;
    ListingBuilder m_builder;
    std::map<int, bool> m_isOwn;
    std::map<Place, std::vector<int>> m_chains;
    int m_chain = 0;
    bool m_inDebug = false;
    bool m_inSignature = false;
    bool m_open = false; ///< an instruction continues on the next line
};

/// "        /*0010*/    MOV R1, c[0x0][0x28] ;" → 0x10; empty if not an instruction.
std::optional<std::uint64_t> sassOffset(std::string_view line) {
    if (!line.starts_with("/*"))
        return std::nullopt;
    const std::size_t end = line.find("*/");
    if (end == line.npos || end < 6 || trimmed(line.substr(end + 2)).empty())
        return std::nullopt;
    std::uint64_t offset = 0;
    const auto [stop, problem] = std::from_chars(line.data() + 2, line.data() + end, offset, 16);
    if (problem != std::errc() || stop != line.data() + end)
        return std::nullopt;
    return offset;
}

/// The function in a header line of nvdisasm (".text.NAME:") or cuobjdump ("Function : NAME").
std::string_view sassFunction(std::string_view line) {
    if (line.starts_with(".text.") && line.ends_with(':'))
        return line.substr(6, line.size() - 7);
    constexpr std::string_view kFunction = "Function : ";
    return line.starts_with(kFunction) ? line.substr(kFunction.size()) : std::string_view();
}

/// Instructions without the margins for wide terminals, with guards and opcodes aligned: "/*0010*/
/// @!P0  MOV R1, R2 ;".
std::string tidySass(const std::string& sass) {
    constexpr std::size_t kGuard = 6; // "@!UP0 "
    std::string tidy;
    tidy.reserve(sass.size());
    for (std::size_t begin = 0; begin < sass.size();) {
        const std::size_t end = std::min(sass.find('\n', begin), sass.size());
        const std::string_view whole(sass.data() + begin, end - begin);
        const std::string_view line = trimmed(whole);
        begin = end + 1;
        if (!sassOffset(line)) {
            tidy.append(whole).push_back('\n');
            continue;
        }
        const std::size_t offset = line.find("*/") + 2;
        std::string_view code = trimmed(line.substr(offset));
        std::string_view guard;
        if (code.starts_with('@')) {
            guard = code.substr(0, code.find_first_of(" \t"));
            code = trimmed(code.substr(guard.size()));
        }
        tidy.append(line.substr(0, offset)).push_back(' ');
        tidy.append(guard).append(std::max(kGuard, guard.size() + 1) - guard.size(), ' ');
        tidy.append(code).push_back('\n');
    }
    return tidy;
}

} // namespace

Listing Listing::ofPtx(const std::string& ptx, const std::string& ownFile) {
    return PtxReader(ptx, ownFile).read();
}

Listing Listing::ofSass(const std::string& sass, const std::vector<compile::FunctionLines>& lines,
                        const std::string& ownFile) {
    const std::string text = tidySass(sass);
    ListingBuilder builder(text);
    const compile::FunctionLines* function = nullptr;
    std::size_t begin = 0;
    while (begin < text.size()) {
        const std::size_t end = std::min(text.find('\n', begin), text.size());
        const std::string_view whole(text.data() + begin, end - begin);
        const std::string_view line = trimmed(whole);
        Kind kind = Kind::other;
        int chain = 0;
        int ptxLine = 0;
        if (const std::string_view name = sassFunction(line); !name.empty()) {
            kind = Kind::function;
            builder.addFunction(name);
            const auto found = std::find_if(lines.begin(), lines.end(),
                                            [&](const auto& f) { return f.function == name; });
            function = found == lines.end() ? nullptr : &*found;
        } else if (const auto offset = sassOffset(line)) {
            kind = Kind::instruction;
            if (const compile::LineRow* row = function ? function->at(*offset) : nullptr) {
                Chain places;
                if (row->place.line > 0 && isFile(row->place.file, ownFile))
                    places.push_back(row->place.line);
                for (const warpbench::Place& caller : row->calledFrom) {
                    if (isFile(caller.file, ownFile))
                        places.push_back(caller.line);
                }
                chain = builder.chainOf(places);
                ptxLine = row->ptxLine;
            }
        } else if (line.ends_with(':')) {
            // A kernel's name precedes its ".text.NAME:" label.
            kind = line.starts_with('.') || line.starts_with('$') ? Kind::label : Kind::directive;
        } else if (line.starts_with('.')) {
            kind = line.starts_with(".section") ? Kind::debug : Kind::directive;
        }
        builder.add(begin, whole.size(), kind, chain, ptxLine);
        begin = end + 1;
    }
    return builder.take();
}

void Listing::append(const QString& heading, const Listing& other, int ptxLines,
                     const QString& file) {
    const auto files = int(m_files.size());
    m_files.push_back(file);
    const auto lines = int(m_lines.size()) + 1;
    const auto chains = int(m_chains.size());
    m_lines.push_back({m_text.size(), heading.size(), 0, 0, Kind::function, 0});
    m_text += heading + QLatin1Char('\n');
    const qsizetype begin = m_text.size();
    m_text += other.m_text;
    m_chains.insert(m_chains.end(), other.m_chains.begin(), other.m_chains.end());
    for (Line line : other.m_lines) {
        line.begin += begin;
        line.chain += chains;
        line.file += files;
        line.ptxLine += line.ptxLine > 0 ? ptxLines : 0;
        m_lines.push_back(line);
    }
    for (const Function& function : other.m_functions)
        m_functions.push_back({function.name, function.line + lines});
    for (const auto& [source, instructions] : other.m_bySource)
        for (const int line : instructions)
            m_bySource[{source.first + files, source.second}].push_back(line + lines);
}

QStringView Listing::text(int line) const {
    const Line& one = m_lines[std::size_t(line)];
    return QStringView(m_text).mid(one.begin, one.length);
}

int Listing::sourceLine(int line) const {
    const Chain& chain = m_chains[std::size_t(m_lines[std::size_t(line)].chain)];
    return chain.empty() ? 0 : chain.front();
}

const QString& Listing::sourceFile(int line) const {
    return m_files[std::size_t(m_lines[std::size_t(line)].file)];
}

std::vector<int> Listing::calledFrom(int line) const {
    const Chain& chain = m_chains[std::size_t(m_lines[std::size_t(line)].chain)];
    return chain.empty() ? Chain{} : Chain(chain.begin() + 1, chain.end());
}

const std::vector<int>& Listing::linesOf(int sourceLine, const QString& file) const {
    static const std::vector<int> kNone;
    const auto named =
        std::find_if(m_files.begin(), m_files.end(), [name = ss(file)](const QString& one) {
            return name.empty() ? one.isEmpty() : isFile(ss(one), name);
        });
    const auto found = m_bySource.find({int(named - m_files.begin()), sourceLine});
    return found == m_bySource.end() ? kNone : found->second;
}

std::vector<int> Listing::linesOfPtx(int ptxLine) const {
    std::vector<int> lines;
    for (int line = 0; line < size(); ++line) {
        if (ptxLine > 0 && m_lines[std::size_t(line)].ptxLine == ptxLine)
            lines.push_back(line);
    }
    return lines;
}

namespace {

/// Registers of machine code, which have no prefix: R12, UR4, P0, RZ, PT, SR_TID.
bool isSassRegister(QStringView word) {
    if (word.startsWith(QLatin1String("SR_")))
        return true;
    if (word.size() > 2 && word.front() == u'U')
        word = word.mid(1);
    if (word == QLatin1String("RZ") || word == QLatin1String("PT"))
        return true;
    return word.size() > 1 &&
           (word.front() == u'R' || word.front() == u'P' || word.front() == u'B') &&
           std::all_of(word.begin() + 1, word.end(), [](QChar c) { return c.isDigit(); });
}

} // namespace

std::vector<ListingSpan> spansOf(QStringView line) {
    std::vector<ListingSpan> spans;
    const int end = int(line.size());
    bool opcodeSeen = false;
    const bool sass = line.trimmed().startsWith(QLatin1String("/*"));
    int at = 0;
    const auto add = [&](int begin, ListingToken token) {
        spans.push_back({begin, at - begin, token});
    };
    while (at < end) {
        const int begin = at;
        const QChar c = line[at];
        if (c == u'/' && at + 1 < end && line[at + 1] == u'/') {
            at = end;
            add(begin, ListingToken::comment);
        } else if (c == u'/' && at + 1 < end && line[at + 1] == u'*') {
            const auto close = line.indexOf(QStringView(u"*/"), at + 2);
            at = close < 0 ? end : int(close) + 2;
            add(begin, ListingToken::comment);
        } else if (c == u'%') {
            ++at;
            while (at < end && (isWord(line[at]) || line[at] == u'.'))
                ++at;
            add(begin, ListingToken::reg);
        } else if (c == u'.' && at + 1 < end && isWord(line[at + 1])) {
            ++at;
            while (at < end && (isWord(line[at]) || line[at] == u':'))
                ++at;
            add(begin, opcodeSeen ? ListingToken::modifier : ListingToken::directive);
        } else if (c.isDigit()) {
            while (at < end && (isWord(line[at]) || line[at] == u'.'))
                ++at;
            add(begin, ListingToken::number);
        } else if (isWord(c)) {
            while (at < end && isWord(line[at]))
                ++at;
            const bool colon = at < end && line[at] == u':';
            if (c == u'$' || colon) {
                add(begin, ListingToken::label);
            } else if (!opcodeSeen) {
                opcodeSeen = true;
                add(begin, ListingToken::opcode);
            } else if (sass && isSassRegister(line.mid(begin, at - begin))) {
                add(begin, ListingToken::reg);
            }
        } else {
            if (c == u'@') { // a guard; the opcode follows
                ++at;
                while (at < end && !line[at].isSpace())
                    ++at;
                add(begin, ListingToken::reg);
                continue;
            }
            ++at;
        }
    }
    return spans;
}

} // namespace warpbench::ui
