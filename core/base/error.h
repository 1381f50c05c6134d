// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/error_text.h"

#include <stdexcept>
#include <string>

namespace warpbench {

/// A position in a text file. Lines and columns count from 1; 0 means unknown, and an empty file
/// means that no file is involved.
struct Place {
    std::string file;
    int line = 0;
    int column = 0;

    bool operator==(const Place&) const = default;
};

/// The kind of an error, which determines the exit code of the command line.
enum class ErrorKind {
    usage,         ///< The command line is wrong. Exit code 2.
    project,       ///< A project file, or a file it refers to, is wrong. Exit code 2.
    compile,       ///< The kernel did not compile. Exit code 3.
    device,        ///< Wrong for this device, a launch error or a fault. Exit code 4.
    expect_failed, ///< Ran, but a result differs from the expected one. Exit code 1.
    cancelled,     ///< Stopped by the user. Exit code 5.
    timeout,       ///< Stopped by its time limit. Exit code 5.
    environment,   ///< A required program or library is missing or broken. Exit code 4.
    internal,      ///< A bug in this program. Exit code 4.
};

/// The exit code of the command line for a kind of error.
int exitCode(ErrorKind kind) noexcept;

/// An error with its place, its cause and its remedy. `what()` is the cause followed by the remedy.
class Error : public std::runtime_error {
  public:
    Error(ErrorKind kind, ErrorText said, Place place = {});
    /// With a text from elsewhere.
    /// \param text  what is wrong: a sentence without the final full stop
    /// \param remedy  what the user can do, a sentence without a full stop; may be empty
    Error(ErrorKind kind, std::string text, std::string remedy, Place place = {});

    ErrorKind kind() const noexcept { return m_kind; }
    const ErrorText& said() const noexcept { return m_said; }
    std::string code() const { return m_said.code(); } ///< "WB1203"; empty if it has none
    const std::string& text() const noexcept { return m_text; }
    const std::string& remedy() const noexcept { return m_remedy; }
    const Place& place() const noexcept { return m_place; }

    /// The line for standard error: `file:line:column: error: text; remedy`. Unknown parts are left
    /// out.
    std::string line() const;

    /// The same error with a place, for callers that know it.
    Error at(Place place) const;

  private:
    ErrorKind m_kind;
    ErrorText m_said;
    std::string m_text;
    std::string m_remedy;
    Place m_place;
};

/// `file:line:column: severity: text` with unknown parts left out.
std::string formatLine(const Place& place, const std::string& severity, const std::string& text);

} // namespace warpbench
