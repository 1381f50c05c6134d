// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/warpbench-cli/console.h"

#include "core/platform/folders.h"
#include "core/platform/system.h"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <cctype>
#include <cmath>
#include <cstdio>

namespace warpbench::cli {

namespace {

constexpr const char* kBold = "1";
constexpr const char* kRed = "1;31";
constexpr const char* kYellow = "33";
const std::string kClearLine = "\r\033[K";

/// The number of characters, not bytes, of UTF-8.
std::size_t widthOf(const std::string& text) {
    return std::size_t(std::count_if(text.begin(), text.end(), [](char c) {
        return (static_cast<unsigned char>(c) & 0xc0) != 0x80;
    }));
}

bool startsLikeNumber(const std::string& text) {
    if (text.empty())
        return false;
    const std::size_t first = text[0] == '-' ? 1 : 0;
    return first < text.size() && std::isdigit(static_cast<unsigned char>(text[first]));
}

std::string padded(const std::string& text, std::size_t width, bool right) {
    const std::string space(width - std::min(width, widthOf(text)), ' ');
    return right ? space + text : text + space;
}

std::string withoutTrailingSpace(std::string text) {
    text.erase(text.find_last_not_of(' ') + 1);
    return text;
}

/// In one piece: standard error is unbuffered, and a Windows console needs complete UTF-8.
void printError(const std::string& text) {
    std::fwrite(text.data(), 1, text.size(), stderr);
    std::fflush(stderr);
}

/// https://no-color.org
bool colourWanted() {
    return !platform::environmentVariable("NO_COLOR");
}

/// " [WB1203]"; empty without a code.
std::string inBrackets(const std::string& code) {
    return code.empty() ? std::string() : " [" + code + "]";
}

} // namespace

std::string Console::coloured(const std::string& text, const char* code) const {
    if (!m_output.isTerminal() || !colourWanted())
        return text;
    return fmt::format("\033[{}m{}\033[0m", code, text);
}

void Console::document(const nlohmann::json& document) {
    if (m_oneLineDocuments)
        return record(document);
    // Text that is not UTF-8 (a kernel may print anything) is repaired instead of refused.
    m_output.write(document.dump(2, ' ', false, nlohmann::json::error_handler_t::replace) + "\n");
}

void Console::record(const nlohmann::json& record) {
    m_output.write(record.dump(-1, ' ', false, nlohmann::json::error_handler_t::replace) + "\n");
}

void Console::line(const std::string& text) {
    if (!m_json)
        m_output.write(text + "\n");
}

void Console::heading(const std::string& text) {
    line(coloured(text, kBold));
}

namespace {

/// Header first.
std::vector<std::string> linesOf(const Table& table) {
    std::vector<std::size_t> widths;
    std::vector<bool> right;
    for (std::size_t column = 0; column < table.header.size(); ++column) {
        std::size_t width = widthOf(table.header[column]);
        bool numbers = !table.rows.empty();
        for (const auto& row : table.rows) {
            width = std::max(width, widthOf(row[column]));
            numbers = numbers && (startsLikeNumber(row[column]) || row[column] == "-");
        }
        widths.push_back(width);
        right.push_back(numbers);
    }
    const auto format = [&](const std::vector<std::string>& row) {
        std::string text;
        for (std::size_t column = 0; column < row.size(); ++column)
            text += (column ? "  " : "") + padded(row[column], widths[column], right[column]);
        return withoutTrailingSpace(text);
    };
    std::vector<std::string> lines{format(table.header)};
    for (const auto& row : table.rows)
        lines.push_back(format(row));
    return lines;
}

} // namespace

void Console::table(const Table& table) {
    if (m_json)
        return;
    const std::vector<std::string> lines = linesOf(table);
    heading(lines.front());
    for (std::size_t i = 1; i < lines.size(); ++i)
        line(lines[i]);
}

void Console::noticeTable(const Table& table) {
    for (const std::string& text : linesOf(table))
        errorLine(text);
}

void Console::errorLine(const std::string& text) {
    const std::lock_guard lock(m_errorMutex);
    const std::string clear = m_progress.empty() ? "" : kClearLine;
    printError(clear + text + "\n" + m_progress);
}

void Console::progress(const std::string& text) {
    if (!platform::isTerminal(2))
        return;
    const std::lock_guard lock(m_errorMutex);
    m_progress = text;
    printError(kClearLine + text);
}

void Console::endProgress() {
    const std::lock_guard lock(m_errorMutex);
    if (m_progress.empty())
        return;
    m_progress.clear();
    printError(kClearLine);
}

void Console::error(const Error& error) {
    const std::string text = error.line() + inBrackets(error.code());
    const bool colour = platform::isTerminal(2) && colourWanted();
    errorLine(colour ? fmt::format("\033[{}m{}\033[0m", kRed, text) : text);
}

void Console::warning(const Error& warning) {
    errorLine(formatLine(warning.place(), "warning", warning.what()) + inBrackets(warning.code()));
}

void Console::diagnostic(const compile::Diagnostic& diagnostic) {
    const char* severity = diagnostic.severity == compile::Severity::error     ? "error"
                           : diagnostic.severity == compile::Severity::warning ? "warning"
                                                                               : "note";
    const std::string text =
        formatLine(diagnostic.place, severity, diagnostic.text + inBrackets(diagnostic.code));
    const bool colour = platform::isTerminal(2) && colourWanted();
    const char* tint = diagnostic.severity == compile::Severity::error ? kRed : kYellow;
    errorLine(colour ? fmt::format("\033[{}m{}\033[0m", tint, text) : text);
    for (const compile::Diagnostic& note : diagnostic.notes)
        this->diagnostic(note);
}

void Console::droppedOptions(const std::vector<std::string>& options, const std::string& file) {
    for (const std::string& option : options)
        warning(Error(ErrorKind::compile,
                      {"WB3026",
                       "this compiler does not know the option {option}",
                       "it was left out; remove it from compile.options",
                       {{"option", option}}},
                      Place{file}));
}

void Console::notice(const std::string& text) {
    errorLine(text);
}

std::string timeText(double milliseconds) {
    if (milliseconds < 1)
        return fmt::format("{:.4g} µs", milliseconds * 1000);
    if (milliseconds < 1000)
        return fmt::format("{:.4g} ms", milliseconds);
    return fmt::format("{:.4g} s", milliseconds / 1000);
}

std::string numberText(double value) {
    return fmt::format("{:.6g}", value);
}

} // namespace warpbench::cli
