// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>

namespace warpbench::ui {

/// Counts the starts in a row that ended before the window's first frame, so that a saved layout
/// cannot keep the program from starting for ever.
class StartMark {
  public:
    /// Counts this start, until it came up.
    /// \param file  where the count is kept; empty: in the user's data folder
    explicit StartMark(const QString& file = {});
    StartMark(const StartMark&) = delete;
    StartMark& operator=(const StartMark&) = delete;
    ~StartMark(); ///< an orderly end is no failed start

    /// Whether the two starts before this one failed.
    bool failedTwice() const { return m_failed >= 2; }
    /// The first frame is on the display.
    void cameUp();

  private:
    QString m_file;
    qint64 m_failed = 0; ///< starts before this one
};

} // namespace warpbench::ui
