// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/error.h"
#include "core/project/project.h"

#include <QDir>
#include <QString>
#include <QStringList>

#include <cstdint>
#include <functional>

namespace warpbench::ui {

class ProjectTexts;

/// Files that a project needs besides itself and its source: input and reference data of buffers,
/// linked sources, and all headers that its sources include. Saving the project elsewhere copies
/// them.
struct Companions {
    QStringList files;   ///< relative to `folder`; inside it and existing
    QStringList missing; ///< data files and linked sources that do not exist
};

/// \param texts  of the project, after settle()
Companions companionsOf(const project::Project& project, const ProjectTexts& texts);

/// A path relative to a folder; empty if it is outside.
QString insideOf(const QDir& folder, const QString& file);
/// The error for a project file whose target path is taken by another file.
Error anotherIsThere(const QString& name, const QString& path);

/// Total size of the files in bytes.
std::int64_t bytesOf(const Companions& companions, const QString& from);

/// Progress of a copy in bytes, called many times a second. \returns whether to continue
using CopyProgress = std::function<bool(std::int64_t done, std::int64_t total)>;

/// Copies the files from folder to folder: all of them or none. Leaves existing files with the same
/// contents alone. Callable from any thread.
/// \throws Error if a different file of that name exists, a copy cannot be written, or `progress`
/// returns false (cancelled). Then no copies remain
void copyCompanions(const Companions& companions, const QString& from, const QString& to,
                    const CopyProgress& progress = {});

} // namespace warpbench::ui
