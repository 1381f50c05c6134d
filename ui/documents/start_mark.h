// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>

namespace warpbench::ui {

/// Counts consecutive starts that ended before the window's first frame, so that a broken layout
/// cannot prevent the program from starting forever.
class StartMark {
  public:
    /// Counts this start as failed until cameUp().
    /// \param file  stores the count; empty: in the user's data folder
    explicit StartMark(const QString& file = {});
    StartMark(const StartMark&) = delete;
    StartMark& operator=(const StartMark&) = delete;
    ~StartMark(); ///< a normal exit does not count as a failed start

    /// Whether the two starts before this one failed.
    bool failedTwice() const { return m_failed >= 2; }
    /// The first frame is visible.
    void cameUp();

  private:
    QString m_file;
    qint64 m_failed = 0; ///< consecutive failed starts before this one
};

} // namespace warpbench::ui
