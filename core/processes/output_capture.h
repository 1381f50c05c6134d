// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <memory>
#include <string>

namespace warpbench::platform {

/// Collects everything that this process writes to standard output (file descriptor 1) while this
/// object lives, in particular the printf of a CUDA driver. Only one capture can be active in a
/// process; a second one collects nothing.
class OutputCapture {
  public:
    /// \param limit  bytes kept; further output is read, dropped, and counted
    explicit OutputCapture(std::size_t limit);
    ~OutputCapture(); ///< restores standard output
    OutputCapture(const OutputCapture&) = delete;
    OutputCapture& operator=(const OutputCapture&) = delete;

    /// Everything written since the last call: a write that returned before this call is
    /// included. A line that says how much is missing replaces text past the limit.
    std::string take();

  private:
    class Impl;
    std::unique_ptr<Impl> m_impl;
};

/// Reserves standard output for this program: from now on file descriptor 1 leads to standard
/// error, so that a library's output cannot corrupt a document, and `write` writes to the original
/// standard output. Call it once, before loading any driver.
class ReservedOutput {
  public:
    ReservedOutput();
    ~ReservedOutput();
    ReservedOutput(const ReservedOutput&) = delete;
    ReservedOutput& operator=(const ReservedOutput&) = delete;

    /// Writes all of it. A reader that has gone away is not an error.
    void write(const std::string& text);
    bool isTerminal() const noexcept { return m_terminal; }
    int descriptor() const noexcept { return m_descriptor; }

  private:
    int m_descriptor = -1;
    bool m_terminal = false;
};

} // namespace warpbench::platform
