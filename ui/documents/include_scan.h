// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/compile/compile.h"
#include "core/project/project.h"

#include <QByteArray>
#include <QString>
#include <QStringList>

#include <vector>

namespace warpbench::ui {

/// Everything that determines which files a project's sources include. A value, so that any thread
/// can scan it.
struct IncludeScan {
    /// A user's file that belongs to the source: a directly or indirectly included header, except
    /// the toolkit's, or a linked source.
    struct File {
        QString path;     ///< absolute
        QByteArray bytes; ///< the edited text, if it is unsaved
        bool linked = false;
        bool byOption = false; ///< included by an option, not by a line of a source
    };
    struct Found {
        std::vector<File> files; ///< in order of discovery, each once
        QStringList missing;     ///< where a file that was not found would be searched
    };

    project::Project project;
    QString folder; ///< of the project; empty: it has no place on disk, so there are no files
    QString source;
    QString sourceFile;

    /// Reads all files.
    Found run() const;
    /// Changes with everything in a project and its source that determines the files.
    static QStringList keyOf(const project::Project& project, const QString& source);
};

/// A compile request with all options that affect includes. \param folder  of the project
compile::CompileRequest includesRequest(const project::Project& project, const QString& folder,
                                        const QString& source, const QString& sourceFile);

} // namespace warpbench::ui
