// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/models/headers.h"

#include "core/compile/dependencies.h"
#include "ui/models/project_document.h"
#include "ui/models/text.h"

#include <QDir>
#include <QFileInfo>

#include <algorithm>

namespace warpbench::ui {

namespace {

/// Where relative paths of a document begin; empty: nowhere.
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
    // What a compile may not read is not read here either: a project is opened before it is
    // trusted.
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
    const auto request =
        includesRequest(document.project(), folder, document.source(), document.sourcePath());
    for (const auto& file : compile::findDependencies(request, {}).files) {
        if (!file.refused.empty()) {
            continue;
        }
        auto text = decodeText(QByteArray::fromStdString(file.content));
        if (text) {
            const QString path = QDir(folder).absoluteFilePath(qs(file.path));
            headers.push_back(
                {QDir::cleanPath(path), std::move(text->text), text->format, file.line == 0});
        }
    }
    return headers;
}

bool isSameFile(const QString& named, const QString& path, const ProjectDocument& document) {
    const QString sourceFile = document.sourcePath();
    const QDir beside(sourceFile.isEmpty() ? folderOf(document)
                                           : QFileInfo(sourceFile).absolutePath());
    if (named.isEmpty() || path.isEmpty()) {
        return false;
    }
    const QString whole = beside.absoluteFilePath(named);
    // Two files that there are not are the same to QFileInfo.
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
