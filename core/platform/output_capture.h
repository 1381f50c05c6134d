// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <memory>
#include <string>

namespace warpbench::platform {

/// Collects what is written to standard output (file descriptor 1), by whatever code of this
/// process, for as long as this object lives: a CUDA driver's printf writes there. Only one
/// capture can be at work in a process; a second one collects nothing.
class OutputCapture {
  public:
    /// \param limit  bytes kept; what comes after is read and dropped, and counted
    explicit OutputCapture(std::size_t limit);
    ~OutputCapture(); ///< standard output is as before
    OutputCapture(const OutputCapture&) = delete;
    OutputCapture& operator=(const OutputCapture&) = delete;

    /// All that was written since the last call, complete: a write that returned before this call
    /// is in it. Text past the limit is replaced by one line that tells how much is missing.
    std::string take();

  private:
    class Impl;
    std::unique_ptr<Impl> m_impl;
};

/// Keeps standard output for this program's own use: from now on file descriptor 1 leads to
/// standard error, so that what a library prints cannot spoil a document, and `write` goes to where
/// standard output was. Call once, before any driver is loaded.
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
