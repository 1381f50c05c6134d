// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/project/project.h"

#include <QString>

#include <vector>

namespace warpbench::ui {

/// A template for a new project.
struct ProjectTemplate {
    QString name;
    QString description;
    project::Project project;
    QString source;
};
const std::vector<ProjectTemplate>& projectTemplates();

/// A lesson installed next to the program or in the source tree, in the user's language.
struct Example {
    QString name;
    QString id;      ///< file name without suffix: the same in every language
    QString path;    ///< of the .warpbench file
    QString level;   ///< section of the course; the lessons of a level are adjacent
    QString teaches; ///< as a sentence
};
/// The folder that contains a folder per lesson; empty if none are installed.
QString examplesFolder();
/// In the order of the course (course.json), followed by lessons that it does not name. Empty
/// without a folder of examples.
/// Reads a file per lesson the first time; callable from any thread.
std::vector<Example> findExamples();
/// Whether any lesson exists.
bool hasExamples();
/// The id of the lesson that a project is or was copied from, which has the same task checks.
/// Empty: none. Reads a file per lesson; callable from any thread.
QString lessonOf(const QString& path, const std::vector<project::Task>& tasks);
/// Whether a file belongs to the installed examples, which must not be modified.
bool isExample(const QString& path);

} // namespace warpbench::ui
