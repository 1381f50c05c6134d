// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/documents/include_scan.h"

#include "core/base/error.h"
#include "core/cache/dependencies.h"
#include "core/project/project_file.h"
#include "ui/words/text.h"

#include <QDir>
#include <QFileInfo>

#include <algorithm>

namespace warpbench::ui {

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

IncludeScan::Found IncludeScan::run() const {
    Found found;
    if (folder.isEmpty()) {
        return found;
    }
    const QDir base(folder);
    const auto add = [&](const QString& named, const std::string& bytes, bool linked,
                         bool byOption) {
        const QString path = QDir::cleanPath(base.absoluteFilePath(named));
        if (std::none_of(found.files.begin(), found.files.end(),
                         [&](const File& one) { return one.path == path; })) {
            found.files.push_back({path, QByteArray::fromStdString(bytes), linked, byOption});
        }
    };
    const auto addIncluded = [&](const QString& text, const QString& file) {
        const auto request = includesRequest(project, folder, text, file);
        const auto dependencies = compile::findDependencies(request, {});
        QStringList dirs; // for all names
        for (const auto& dir : request.includeDirs) {
            dirs << qs(dir);
        }
        QStringList beside{QFileInfo(qs(request.fileName)).absolutePath()}; // for quoted ones
        for (const auto& one : dependencies.files) {
            if (one.refused.empty()) {
                add(qs(one.path), one.content, false, one.line == 0);
                beside << QFileInfo(qs(one.path)).absolutePath();
            }
        }
        beside.removeDuplicates();
        for (const std::string& name : dependencies.missing) {
            for (const QString& dir : name.front() == '<' ? dirs : beside + dirs) {
                found.missing << QDir::cleanPath(QDir(dir).absoluteFilePath(qs(name.substr(1))));
            }
        }
    };
    addIncluded(source, sourceFile);
    for (std::size_t i = 0; i < project.link.size(); ++i) {
        const QString file = QDir::cleanPath(base.absoluteFilePath(qs(project.link[i].path)));
        try {
            const std::string text = project::linkedBytes(project, i);
            add(file, text, true, false);
            addIncluded(qs(text), file);
        } catch (const Error&) {
            found.missing << file; // a compile reports the error
        }
    }
    found.missing.removeDuplicates();
    return found;
}

QStringList IncludeScan::keyOf(const project::Project& project, const QString& source) {
    QStringList key{qs(project.file),
                    project.mayLeaveFolder ? QStringLiteral("anywhere") : QString()};
    if (const auto* file = std::get_if<project::SourceFile>(&project.source)) {
        key << qs(file->path);
    }
    for (const std::string& dir : project.compile.includeDirs) {
        key << qs(dir);
    }
    for (const std::string& option : project.compile.options) {
        key << qs(option);
    }
    for (const project::SourceFile& linked : project.link) {
        key << qs(linked.path);
    }
    for (const auto line : QStringView(source).split(QLatin1Char('\n'))) {
        const QStringView code = line.trimmed();
        if (code.startsWith(QLatin1Char('#')) && code.contains(QLatin1String("include"))) {
            key << code.toString();
        }
    }
    return key;
}

} // namespace warpbench::ui
