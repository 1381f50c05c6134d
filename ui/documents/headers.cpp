// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/documents/headers.h"

#include "core/base/error.h"
#include "core/cache/dependencies.h"
#include "core/project/project_file.h"
#include "ui/documents/project_document.h"
#include "ui/words/text.h"

#include <QDir>
#include <QFileInfo>

#include <algorithm>

namespace warpbench::ui {

namespace {

/// The base folder for relative paths; empty: none.
QString folderOf(const ProjectDocument& document) {
    const QString file = document.path().isEmpty() ? document.sourcePath() : document.path();
    return file.isEmpty() ? QString() : QFileInfo(file).absolutePath();
}

} // namespace

compile::CompileRequest includesRequest(const project::Project& project, const QString& folder,
                                        const QString& source, const QString& sourceFile) {
    const QDir base(folder);
    compile::CompileRequest request;
    request.source = ss(source);
    request.fileName =
        ss(sourceFile.isEmpty() ? base.filePath(QStringLiteral("source.cu")) : sourceFile);
    request.options = project.compile.options;
    request.unsaved = project.unsaved;
    // Files that a compile may not read are not read here either: a project is opened before the
    // user trusts it.
    request.confined = !project.mayLeaveFolder;
    request.readable = {pathOf(base.absolutePath())};
    for (const std::string& dir : project.compile.includeDirs) {
        request.includeDirs.push_back(pathOf(base.absoluteFilePath(qs(dir))));
    }
    return request;
}

std::vector<Header> headersOf(const ProjectDocument& document) {
    std::vector<Header> headers;
    const QString folder = folderOf(document);
    if (folder.isEmpty()) {
        return headers;
    }
    const auto add = [&](const QString& named, const std::string& bytes, bool byOption) {
        const QString path = QDir::cleanPath(QDir(folder).absoluteFilePath(named));
        const bool known = std::any_of(headers.begin(), headers.end(),
                                       [&](const Header& one) { return one.path == path; });
        auto text = decodeText(QByteArray::fromStdString(bytes));
        if (text && !known) {
            headers.push_back({path, std::move(text->text), text->format, byOption});
        }
    };
    const auto addIncluded = [&](const QString& source, const QString& sourceFile) {
        const auto request = includesRequest(document.project(), folder, source, sourceFile);
        for (const auto& file : compile::findDependencies(request, {}).files) {
            if (file.refused.empty()) {
                add(qs(file.path), file.content, file.line == 0);
            }
        }
    };
    addIncluded(document.source(), document.sourcePath());
    const QStringList linked = linkedFilesOf(document);
    for (qsizetype i = 0; i < linked.size(); ++i) {
        try {
            const std::string text = project::linkedBytes(document.project(), std::size_t(i));
            add(linked[i], text, false);
            addIncluded(qs(text), linked[i]);
        } catch (const Error&) {
            // A compile reports the error.
        }
    }
    return headers;
}

QStringList linkedFilesOf(const ProjectDocument& document) {
    QStringList files;
    const QString folder = folderOf(document);
    if (folder.isEmpty()) {
        return files;
    }
    for (const project::SourceFile& file : document.project().link) {
        files << QDir::cleanPath(QDir(folder).absoluteFilePath(qs(file.path)));
    }
    return files;
}

bool isSameFile(const QString& named, const QString& path, const ProjectDocument& document) {
    const QString sourceFile = document.sourcePath();
    const QDir beside(sourceFile.isEmpty() ? folderOf(document)
                                           : QFileInfo(sourceFile).absolutePath());
    if (named.isEmpty() || path.isEmpty()) {
        return false;
    }
    const QString whole = beside.absoluteFilePath(named);
    // QFileInfo considers two missing files equal.
    return QDir::cleanPath(whole) == QDir::cleanPath(path) ||
           (QFileInfo::exists(whole) && QFileInfo(whole) == QFileInfo(path));
}

bool isSourceOf(const QString& named, const ProjectDocument& document) {
    if (named.isEmpty()) {
        return true;
    }
    if (const QString source = document.sourcePath(); !source.isEmpty()) {
        return isSameFile(named, source, document);
    }
    const std::vector<Header> headers = headersOf(document);
    return std::none_of(headers.begin(), headers.end(), [&](const Header& header) {
        return isSameFile(named, header.path, document);
    });
}

} // namespace warpbench::ui
