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

/// A user's file that belongs to the source: a directly or indirectly included
/// header, except the toolkit's, or a linked source, which is edited and saved like a
/// header.
struct Header {
    QString path; ///< absolute
    QString text; ///< the edited text, if open
    TextFormat format;
    bool byOption = false; ///< included by an option, not by a line of a source
};

/// A compile request with all options that affect includes. \param folder  of the project
compile::CompileRequest includesRequest(const project::Project& project, const QString& folder,
                                        const QString& source, const QString& sourceFile);

/// The headers of the current source text. Reads those that are not being edited from disk. Empty
/// if the project has no place on disk.
std::vector<Header> headersOf(const ProjectDocument& document);

/// The sources linked with the document's, as absolute paths in project order.
QStringList linkedFilesOf(const ProjectDocument& document);

/// Whether the compiler's name of a file, possibly relative to the source's folder, is this file.
bool isSameFile(const QString& named, const QString& path, const ProjectDocument& document);

/// Whether the compiler's name of a file means the document's source. An empty name does. If the
/// source has no file, so does every name that is not one of its headers.
bool isSourceOf(const QString& named, const ProjectDocument& document);

} // namespace warpbench::ui
