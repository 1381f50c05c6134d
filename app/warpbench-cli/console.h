// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/error.h"
#include "core/compile/compile.h"
#include "core/processes/output_capture.h"

#include <nlohmann/json_fwd.hpp>

#include <mutex>
#include <string>
#include <vector>

namespace warpbench::cli {

/// A table for people: columns as wide as necessary, numbers right-aligned.
struct Table {
    std::vector<std::string> header;
    std::vector<std::vector<std::string>> rows;
};

/// The two output streams. Standard output carries one JSON document, or text for people; what
/// drivers print does not reach it. Standard error carries one line per error, warning or notice.
class Console {
  public:
    /// With --json, text for people is not printed.
    void setJson(bool json) { m_json = json; }
    bool json() const { return m_json; }
    /// Writes each document on one line, for verbs that print several.
    void setOneLineDocuments() { m_oneLineDocuments = true; }
    /// The descriptor of standard output, for child programs that take it over.
    int outputDescriptor() const { return m_output.descriptor(); }

    void document(const nlohmann::json& document);
    /// One of several documents, on its own line.
    void record(const nlohmann::json& record);
    void line(const std::string& text = {});
    void heading(const std::string& text);
    void table(const Table& table);

    /// `file:line:column: error: text; remedy [WB1203]` on standard error.
    void error(const Error& error);
    void warning(const Error& warning);
    void diagnostic(const compile::Diagnostic& diagnostic);
    /// A warning for each option that the compiler does not know and that was therefore dropped.
    void droppedOptions(const std::vector<std::string>& options, const std::string& file);
    void notice(const std::string& text);
    /// A table on standard error, for verbs whose standard output belongs to another program.
    void noticeTable(const Table& table);
    /// A status line at the bottom of the terminal that the next one overwrites. Does nothing if
    /// standard error is not a terminal. Other lines may come between. Thread-safe.
    void progress(const std::string& text);
    void endProgress();

  private:
    std::string coloured(const std::string& text, const char* code) const;
    void errorLine(const std::string& line);

    platform::ReservedOutput m_output;
    bool m_json = false;
    bool m_oneLineDocuments = false;
    std::mutex m_errorMutex;
    std::string m_progress; ///< the current status line
};

/// "12.3 µs", "4.56 ms".
std::string timeText(double milliseconds);
/// Up to six significant digits.
std::string numberText(double value);

} // namespace warpbench::cli
