// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/words/buffer_problems.h"

#include "core/base/error.h"
#include "core/base/suggest.h"
#include "core/expression/expression.h"
#include "core/project/project_files.h"
#include "ui/words/error_words.h"
#include "ui/words/text.h"
#include "ui/words/tr.h"

#include <QDir>
#include <QFileInfo>

#include <algorithm>
#include <set>

namespace warpbench::ui {

namespace {

std::vector<std::string> buffersOf(const project::Project& project) {
    std::vector<std::string> names;
    for (const auto& buffer : project.buffers) {
        names.push_back(buffer.name);
    }
    return names;
}

bool has(const std::vector<std::string>& names, const std::string& name) {
    return std::find(names.begin(), names.end(), name) != names.end();
}

QString unknown(const std::string& name, const std::vector<std::string>& known) {
    return tr("Unknown name “%1”: %2").arg(qs(name), inWords(project::suggestion(name, known)));
}

/// All names that an element expression can use.
std::vector<std::string> namesFor(const project::Project& project, ElementsUse use) {
    std::vector<std::string> names = buffersOf(project);
    for (const auto& [name, value] : project.parameters) {
        names.push_back(name);
    }
    for (const auto& [name, value] : project.compile.defines) {
        names.push_back(name);
    }
    if (use != ElementsUse::reference) {
        for (const char* index : {"i", "j", "k"}) {
            names.emplace_back(index);
        }
    }
    return names;
}

} // namespace

QString elementsProblem(const project::Project& project, const std::string& expression,
                        ElementsUse use) {
    if (expression.empty()) {
        return tr("A value is missing");
    }
    project::ParseOptions options;
    options.arrayFunctions = use == ElementsUse::reference;
    try {
        const auto formula = project::Formula::parse({expression, {}}, options);
        const std::vector<std::string> known = namesFor(project, use);
        for (const std::string& name : formula.names()) {
            if (!has(known, name) && !project::languageConstant(name)) {
                return unknown(name, known);
            }
        }
        for (const std::string& name : formula.namesAfter()) {
            if (use == ElementsUse::initialiser) {
                return tr("after(%1) is known only once the kernels have run").arg(qs(name));
            }
            if (QString problem = bufferNameProblem(project, name); !problem.isEmpty()) {
                return problem;
            }
        }
    } catch (const Error& error) {
        return errorInWords(error);
    }
    return {};
}

QString filePathProblem(const project::Project& project, const std::string& path) {
    if (path.empty()) {
        return tr("Name a file beside the project: .npy, .npz, .csv or raw bytes");
    }
    if (project::isEditedData(project, path)) {
        return {};
    }
    const QString relative = QDir::cleanPath(qs(path));
    if (QDir::isAbsolutePath(relative) || relative.startsWith(QLatin1String(".."))) {
        return tr("Copy the file into the project's folder: files from elsewhere are not allowed");
    }
    if (project.file.empty()) {
        return {}; // the project has not been saved yet
    }
    const QDir folder(qs(project.folder()));
    return QFileInfo(folder.filePath(relative)).isFile()
               ? QString()
               : tr("File not found in %1").arg(QDir::toNativeSeparators(folder.path()));
}

QString bufferNameProblem(const project::Project& project, const std::string& name) {
    if (name.empty()) {
        return tr("Name another buffer of the project");
    }
    const std::vector<std::string> known = buffersOf(project);
    return has(known, name) ? QString() : unknown(name, known);
}

} // namespace warpbench::ui
