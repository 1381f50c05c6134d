// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/compiled/diagnostics.h"

#include "core/base/path_text.h"

#include <algorithm>
#include <charconv>
#include <filesystem>
#include <map>
#include <optional>

namespace warpbench::compile {

const char* const kPtxFile = "<ptx>";

namespace {

std::vector<std::string_view> splitLines(std::string_view text) {
    std::vector<std::string_view> lines;
    while (!text.empty()) {
        const std::size_t end = text.find('\n');
        std::string_view line = text.substr(0, end);
        if (!line.empty() && line.back() == '\r')
            line.remove_suffix(1);
        lines.push_back(line);
        text = end == std::string_view::npos ? std::string_view() : text.substr(end + 1);
    }
    return lines;
}

std::string_view trimmed(std::string_view text) {
    const auto begin = text.find_first_not_of(" \t");
    if (begin == std::string_view::npos)
        return {};
    return text.substr(begin, text.find_last_not_of(" \t") - begin + 1);
}

bool takePrefix(std::string_view& text, std::string_view prefix) {
    if (!text.starts_with(prefix))
        return false;
    text.remove_prefix(prefix.size());
    return true;
}

/// Reads a decimal number from the front; empty if there is none.
std::optional<int> takeNumber(std::string_view& text) {
    int value = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
    if (error != std::errc() || end == text.data())
        return std::nullopt;
    text.remove_prefix(static_cast<std::size_t>(end - text.data()));
    return value;
}

/// Reads "error", "warning #177-D", "catastrophic error" and the colon after it.
bool takeSeverity(std::string_view& text, Diagnostic& diagnostic) {
    static constexpr std::pair<std::string_view, Severity> kWords[] = {
        {"catastrophic error", Severity::error},
        {"internal error", Severity::error},
        {"error", Severity::error},
        {"Error", Severity::error},
        {"warning", Severity::warning},
        {"Warning", Severity::warning},
        {"remark", Severity::remark},
        {"Remark", Severity::remark},
        {"note", Severity::note}};
    std::string_view rest = text;
    for (const auto& [word, severity] : kWords) {
        if (!takePrefix(rest, word))
            continue;
        if (takePrefix(rest, " #")) {
            const std::size_t colon = rest.find(':');
            if (colon == std::string_view::npos)
                return false;
            diagnostic.code = std::string(rest.substr(0, colon));
            rest.remove_prefix(colon);
        }
        if (!takePrefix(rest, ":"))
            return false;
        diagnostic.severity = severity;
        text = trimmed(rest);
        return true;
    }
    return false;
}

/// `file(12): error: text`. The file name may contain brackets: the last "(number): " that is
/// followed by a severity counts.
bool parseAtLine(std::string_view line, Diagnostic& diagnostic) {
    for (std::size_t open = line.find('('); open != std::string_view::npos;
         open = line.find('(', open + 1)) {
        std::string_view rest = line.substr(open + 1);
        const std::optional<int> number = takeNumber(rest);
        if (!number || !takePrefix(rest, "): ") || open == 0 || !takeSeverity(rest, diagnostic))
            continue;
        diagnostic.place.file = std::string(line.substr(0, open));
        diagnostic.place.line = *number;
        diagnostic.text = std::string(rest);
        return true;
    }
    return false;
}

/// `remark: f.cu:2:17: text`, which NVVM prints.
bool parseNvvm(std::string_view line, Diagnostic& diagnostic) {
    Diagnostic parsed;
    std::string_view rest = line;
    if (!takeSeverity(rest, parsed))
        return false;
    for (std::size_t colon = rest.find(':'); colon != std::string_view::npos;
         colon = rest.find(':', colon + 1)) {
        std::string_view tail = rest.substr(colon + 1);
        const std::optional<int> number = takeNumber(tail);
        if (!number || !takePrefix(tail, ":"))
            continue;
        const std::optional<int> column = takeNumber(tail);
        if (!column || !takePrefix(tail, ":"))
            continue;
        parsed.place = {std::string(rest.substr(0, colon)), *number, *column};
        parsed.text = std::string(trimmed(tail));
        diagnostic = parsed;
        return true;
    }
    return false;
}

/// A message without a place: `At end of source: error: …`, `Warning #630-D: …`,
/// `nvrtc: error: …`, `Error limit reached.`
bool parseUnplaced(std::string_view line, const std::string& fileName, Diagnostic& diagnostic) {
    std::string_view rest = line;
    if (takePrefix(rest, "At end of source: ")) {
        if (!takeSeverity(rest, diagnostic))
            return false;
        diagnostic.place.file = fileName;
        diagnostic.text = std::string(rest) + " (at the end of the source)";
        return true;
    }
    if (line == "Error limit reached.") {
        diagnostic.place.file = fileName;
        diagnostic.text = "too many errors: the compiler stopped";
        return true;
    }
    takePrefix(rest, "nvrtc: ");
    if (!takeSeverity(rest, diagnostic))
        return false;
    diagnostic.text = std::string(rest);
    return true;
}

/// Whether an "info" line of ptxas is one of the plain lines of `-v`.
bool isUsageLine(std::string_view text) {
    for (std::string_view start : {"Compiling entry function", "Function properties for", "Used ",
                                   "Compile time", "Overriding", "Entry function"})
        if (text.starts_with(start))
            return true;
    return text.find(" bytes gmem") != std::string_view::npos ||
           text.find(" bytes cmem") != std::string_view::npos;
}

/// `ptxas application ptx input, line 27; error   : …` (of ptxas itself with the file's name),
/// `ptxas warning : …`, `ptxas fatal   : …`.
bool parsePtxas(std::string_view line, Diagnostic& diagnostic) {
    if (!takePrefix(line, "ptxas "))
        return false;
    diagnostic.source = "ptxas";
    constexpr std::string_view kLine = ", line ";
    if (const std::size_t at = line.find(kLine); at != line.npos) {
        std::string_view rest = line.substr(at + kLine.size());
        const std::optional<int> number = takeNumber(rest);
        if (number && takePrefix(rest, ";")) {
            diagnostic.place = {kPtxFile, *number, 0};
            line = rest;
        }
    }
    line = trimmed(line);
    const std::size_t colon = line.find(':');
    if (colon == std::string_view::npos)
        return false;
    const std::string_view word = trimmed(line.substr(0, colon));
    const std::string_view text = trimmed(line.substr(colon + 1));
    diagnostic.text = std::string(text);
    if (word == "error" || word == "fatal")
        diagnostic.severity = Severity::error;
    else if (word == "warning")
        diagnostic.severity = Severity::warning;
    else if (word == "info" && !isUsageLine(text))
        diagnostic.severity = Severity::remark;
    else
        return false;
    return true;
}

/// `instantiation of "T a(T) [with T=float]"  helper.cuh(2): here`, as written by CUDA 11.
bool readHere(std::string_view text, const std::string& fileName, Diagnostic& note) {
    constexpr std::string_view kHere = "): here";
    const std::size_t quote = text.rfind('"');
    const std::size_t open = text.rfind('(');
    if (!text.ends_with(kHere) || quote == text.npos || open == text.npos || open < quote)
        return false;
    std::string_view rest = text.substr(open + 1);
    const std::optional<int> number = takeNumber(rest);
    if (!number || rest != kHere)
        return false;
    const std::string_view file = trimmed(text.substr(quote + 1, open - quote - 1));
    note.place = {file.empty() ? fileName : std::string(file), *number, 0};
    note.text = std::string(text.substr(0, quote + 1));
    return true;
}

/// `instantiation of "T a(T) [with T=float]" at line 2 of helper.cuh`
Diagnostic contextNote(std::string_view text, const std::string& fileName) {
    Diagnostic note;
    note.severity = Severity::note;
    const std::size_t at = text.rfind(" at line ");
    if (at == std::string_view::npos) {
        if (!readHere(text, fileName, note))
            note.text = std::string(text);
        return note;
    }
    std::string_view rest = text.substr(at + 9);
    if (const std::optional<int> number = takeNumber(rest)) {
        note.place = {fileName, *number, 0};
        if (takePrefix(rest, " of "))
            note.place.file = std::string(trimmed(rest));
    }
    note.text = std::string(text.substr(0, at));
    return note;
}

class LogParser {
  public:
    LogParser(std::string_view log, const std::string& fileName)
        : m_lines(splitLines(log))
        , m_fileName(fileName) {}

    std::vector<Diagnostic> run() {
        while (m_at < m_lines.size())
            step();
        return std::move(m_found);
    }

  private:
    bool isHead(std::string_view line) const {
        Diagnostic ignored;
        return !line.starts_with(' ') &&
               (parseAtLine(line, ignored) || line.starts_with("ptxas ") ||
                parseUnplaced(line, m_fileName, ignored));
    }

    void step() {
        const std::string_view line = m_lines[m_at++];
        Diagnostic diagnostic;
        if (parsePtxas(line, diagnostic)) {
            addPtxas(std::move(diagnostic));
            return;
        }
        if (line.empty() || line.starts_with(' ') || line.starts_with("ptxas ") ||
            line.starts_with("Remark: The warnings can be suppressed"))
            return;
        if (!parseAtLine(line, diagnostic) && !parseNvvm(line, diagnostic) &&
            !parseUnplaced(line, m_fileName, diagnostic))
            return;
        readBody(diagnostic);
        nameMapPlace(diagnostic);
        if (diagnostic.severity == Severity::note && !m_found.empty())
            m_found.back().notes.push_back(std::move(diagnostic));
        else
            m_found.push_back(std::move(diagnostic));
    }

    /// The lines below a message's first one: more text, the source's line with its caret, the
    /// contexts. They end at an empty line or at the next message.
    void readBody(Diagnostic& diagnostic) {
        std::vector<std::string_view> body;
        while (m_at < m_lines.size() && !m_lines[m_at].empty() && !isHead(m_lines[m_at]))
            body.push_back(m_lines[m_at++]);
        // The source's own line may be empty except for its caret, or look like anything: find the
        // caret first.
        std::size_t echo = body.size();
        for (std::size_t i = 0; i < body.size(); ++i) {
            if (trimmed(body[i]) != "^")
                continue;
            if (body[i].size() > 2)
                diagnostic.place.column = static_cast<int>(body[i].size() - 2);
            echo = i == 0 ? 0 : i - 1;
            readTail({body.begin() + static_cast<std::ptrdiff_t>(i) + 1, body.end()}, diagnostic);
            break;
        }
        const std::vector<std::string_view> before(
            body.begin(), body.begin() + static_cast<std::ptrdiff_t>(echo));
        readTail(before, diagnostic);
    }

    /// Contexts become notes; other lines continue the message's text.
    void readTail(const std::vector<std::string_view>& lines, Diagnostic& diagnostic) {
        bool contexts = false;
        for (std::string_view line : lines) {
            std::string_view text = trimmed(line);
            if (takePrefix(text, "detected during")) {
                contexts = true;
                text = trimmed(text.starts_with(':') ? text.substr(1) : text);
                if (text.empty())
                    continue;
            }
            if (!contexts)
                diagnostic.text += "\n" + std::string(text);
            else
                addContext(text, diagnostic);
        }
    }

    void addContext(std::string_view text, Diagnostic& diagnostic) {
        // A long context spans several lines; it ends with its "at line".
        const bool continues = !diagnostic.notes.empty() &&
                               diagnostic.notes.back().place.line == 0 &&
                               !diagnostic.notes.back().text.starts_with('[');
        if (continues && !text.starts_with('[')) {
            const std::string joined = diagnostic.notes.back().text + " " + std::string(text);
            diagnostic.notes.back() = contextNote(joined, diagnostic.place.file);
        } else {
            diagnostic.notes.push_back(contextNote(text, diagnostic.place.file));
        }
    }

    /// NVRTC checks name expressions in its own text, whose line numbers mean nothing to the user.
    void nameMapPlace(Diagnostic& diagnostic) const {
        if (diagnostic.place.file != "__nv_name_map")
            return;
        diagnostic.place = {m_fileName, 0, 0};
        diagnostic.text = "in the kernel's name: " + diagnostic.text;
    }

    void addPtxas(Diagnostic diagnostic) {
        const bool closing = diagnostic.text.starts_with("Ptx assembly aborted");
        const bool known = std::any_of(m_found.begin(), m_found.end(), [](const Diagnostic& d) {
            return d.severity == Severity::error;
        });
        if (!closing || !known)
            m_found.push_back(std::move(diagnostic));
    }

    std::vector<std::string_view> m_lines;
    const std::string& m_fileName;
    std::size_t m_at = 0;
    std::vector<Diagnostic> m_found;
};

/// The source places of each line of a PTX text: the `.loc` last met at or above it, within its
/// function.
class PtxLines {
  public:
    explicit PtxLines(std::string_view ptx)
        : m_lines(splitLines(ptx)) {
        for (std::string_view line : m_lines)
            readFile(trimmed(line));
    }

    std::optional<Place> placeOf(int ptxLine) const {
        if (ptxLine < 1 || static_cast<std::size_t>(ptxLine) > m_lines.size())
            return std::nullopt;
        for (std::size_t i = static_cast<std::size_t>(ptxLine); i-- > 0;) {
            std::string_view line = trimmed(m_lines[i]);
            if (line.starts_with(".visible .entry") || line.starts_with(".entry") ||
                line.starts_with("}"))
                return std::nullopt;
            if (auto place = readLoc(line))
                return place;
        }
        return std::nullopt;
    }

  private:
    /// `.file 1 "/folder/k.cu"`
    void readFile(std::string_view line) {
        if (!takePrefix(line, ".file"))
            return;
        line = trimmed(line);
        const std::optional<int> index = takeNumber(line);
        const std::size_t open = line.find('"');
        const std::size_t close = line.rfind('"');
        if (index && open != std::string_view::npos && close > open)
            m_files[*index] = std::string(line.substr(open + 1, close - open - 1));
    }

    /// `.loc 1 12 5, function_name $L__info_string0, inlined_at 1 20 3`: where code was inlined
    /// the place of the code itself counts.
    std::optional<Place> readLoc(std::string_view line) const {
        if (!takePrefix(line, ".loc"))
            return std::nullopt;
        std::optional<int> numbers[3];
        for (auto& number : numbers) {
            line = trimmed(line);
            number = takeNumber(line);
        }
        if (!numbers[0] || !numbers[1] || *numbers[1] == 0)
            return std::nullopt;
        const auto file = m_files.find(*numbers[0]);
        return Place{file == m_files.end() ? std::string() : file->second, *numbers[1],
                     numbers[2].value_or(0)};
    }

    std::vector<std::string_view> m_lines;
    std::map<int, std::string> m_files;
};

} // namespace

std::vector<Diagnostic> parseLog(std::string_view log, const std::string& fileName) {
    return LogParser(log, fileName).run();
}

std::vector<std::string> unknownOptions(std::string_view log) {
    std::vector<std::string> found;
    for (std::string_view line : splitLines(log)) {
        if (!takePrefix(line, "nvrtc: error: unrecognized option "))
            continue;
        if (line.ends_with(" found"))
            line.remove_suffix(6);
        found.emplace_back(trimmed(line));
    }
    return found;
}

void translatePtxPlaces(std::vector<Diagnostic>& diagnostics, std::string_view ptx,
                        const std::string& fileName) {
    const PtxLines lines(ptx);
    for (Diagnostic& diagnostic : diagnostics) {
        if (diagnostic.place.file != kPtxFile)
            continue;
        Place place = lines.placeOf(diagnostic.place.line).value_or(Place{fileName, 0, 0});
        // PTX has absolute names; the source's own is the one that the user knows.
        std::error_code ignored;
        if (place.file.empty() ||
            std::filesystem::absolute(pathFromUtf8(fileName), ignored).lexically_normal() ==
                pathFromUtf8(place.file))
            place.file = fileName;
        diagnostic.place = place;
    }
}

} // namespace warpbench::compile
