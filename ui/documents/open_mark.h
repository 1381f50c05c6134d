// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QLockFile>
#include <QString>

#include <memory>

namespace warpbench::ui {

/// Says to other windows of this user that a project is open here. A mark of a program that has
/// died counts for nothing.
class OpenMark {
  public:
    /// \param folder  where marks lie; empty: in the user's data folder
    explicit OpenMark(const QString& folder = {});

    /// Marks a file, in place of the one before; an empty path marks none.
    /// \returns whether no other window had it marked
    bool take(const QString& path);

  private:
    QString m_folder;
    QString m_path;
    std::unique_ptr<QLockFile> m_lock;
};

} // namespace warpbench::ui
