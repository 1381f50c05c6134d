// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/project/project.h"

#include <QString>

#include <vector>

namespace warpbench::ui {

/// A first project to start from.
struct ProjectTemplate {
    QString name;
    QString description;
    project::Project project;
    QString source;
};
const std::vector<ProjectTemplate>& projectTemplates();

/// A lesson that is beside the program or in the source tree, in the user's language.
struct Example {
    QString name;
    QString id;      ///< its file's name without the ending: the same in every language
    QString path;    ///< of the .warpbench file
    QString level;   ///< as the course has it: lessons of a level follow each other
    QString teaches; ///< in a sentence
};
/// Where the lessons lie, a folder each; empty where none are installed.
QString examplesFolder();
/// In the order of the course (course.json beside them), then those that it does not name; empty
/// without a folder of examples.
/// Reads a file for each; from any thread.
std::vector<Example> findExamples();
/// Whether there is one.
bool hasExamples();
/// The id of the lesson that a project is, or that it is a copy of: its tasks check the same.
/// Empty: none. Reads a file for each lesson; from any thread.
QString lessonOf(const QString& path, const std::vector<project::Task>& tasks);
/// Whether a file is one of the examples that came with the program, which stay as they are.
bool isExample(const QString& path);

} // namespace warpbench::ui
