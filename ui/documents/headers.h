// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/compile/compile.h"
#include "core/project/project.h"
#include "ui/documents/text_file.h"

#include <QString>
#include <QStringList>

#include <vector>

namespace warpbench::ui {

class ProjectDocument;

/// A file of the user's that belongs to the source: what it includes, at whatever depth, none of
/// the toolkit's, and the sources that are linked with it, which are edited and kept as headers
/// are.
struct Header {
    QString path; ///< absolute
    QString text; ///< as it is typed, where it is edited
    TextFormat format;
    bool byOption = false; ///< no line of a source includes it
};

/// A compile of a source as far as its includes go. \param folder  of the project
compile::CompileRequest includesRequest(const project::Project& project, const QString& folder,
                                        const QString& source, const QString& sourceFile);

/// The headers of the source as it is typed now, those that nobody edits read from their files
/// again; none where the project has no place on disk.
std::vector<Header> headersOf(const ProjectDocument& document);

/// The sources that are linked with the document's, absolute, in the project's order.
QStringList linkedFilesOf(const ProjectDocument& document);

/// Whether a file as the compiler names it, perhaps relative to the source's folder, is this one.
bool isSameFile(const QString& named, const QString& path, const ProjectDocument& document);

/// Whether a file as the compiler names it is the document's source. No name means the source;
/// where that has no file, whatever is no header of it.
bool isSourceOf(const QString& named, const ProjectDocument& document);

} // namespace warpbench::ui
