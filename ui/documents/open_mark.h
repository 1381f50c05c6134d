// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QLockFile>
#include <QString>

#include <memory>

namespace warpbench::ui {

/// Tells the user's other windows that a project is open here. Ignores marks of processes that no
/// longer exist.
class OpenMark {
  public:
    /// \param folder  for the marks; empty: in the user's data folder
    explicit OpenMark(const QString& folder = {});

    /// Marks a file instead of the previous one; an empty path removes the mark.
    /// \returns false if another window has marked it
    bool take(const QString& path);

  private:
    QString m_folder;
    QString m_path;
    std::unique_ptr<QLockFile> m_lock;
};

} // namespace warpbench::ui
