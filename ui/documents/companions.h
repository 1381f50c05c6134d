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

/// The files that a project needs beside itself and its source: what buffers are read from and
/// compared with, linked sources, and the headers that any of its sources includes. A project that
/// is saved elsewhere takes them along.
struct Companions {
    QStringList files;   ///< relative to `folder`; inside of it, and there
    QStringList missing; ///< data files and linked sources that are not there
};

/// \param folder  of the project as it is now
/// \param source  its text
/// \param sourceFile  where that lies; its folder is where quoted headers are looked for
Companions companionsOf(const project::Project& project, const QString& folder,
                        const QString& source, const QString& sourceFile);

/// A path relative to a folder; empty where it leads out of it.
QString insideOf(const QDir& folder, const QString& file);
/// Why a file of the project is not written to a place where another one lies.
Error anotherIsThere(const QString& name, const QString& path);

/// How much of it they are together.
std::int64_t bytesOf(const Companions& companions, const QString& from);

/// Told how far a copy is, in bytes, many times a second. \returns whether to go on
using CopyProgress = std::function<bool(std::int64_t done, std::int64_t total)>;

/// Copies them from folder to folder: all of them or none. What is there with the same contents
/// stays. May be called on any thread.
/// \throws Error where a different file of that name is there, a copy cannot be written, or
/// `progress` ends it (cancelled); nothing of it is left then
void copyCompanions(const Companions& companions, const QString& from, const QString& to,
                    const CopyProgress& progress = {});

} // namespace warpbench::ui
