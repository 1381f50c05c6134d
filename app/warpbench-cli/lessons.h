// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <filesystem>
#include <string>
#include <vector>

namespace warpbench::cli {

/// A project that comes with Warpbench.
struct Lesson {
    std::string id;    ///< its folder's name: "vector_multiply"
    std::string title; ///< "Vector multiply"
    std::filesystem::path folder;
    std::filesystem::path project;
};

/// The folder with the lessons: ../share/warpbench/examples next to the program's folder, or the
/// source tree's in a development build. \throws Error (environment) if neither exists
std::filesystem::path lessonsFolder();

/// In alphabetical order. \throws Error (environment)
std::vector<Lesson> lessons();

/// Copies a lesson into a new or empty folder. \returns the copied project file
/// \throws Error (usage) if the name is unknown or the folder is not empty
std::filesystem::path copyLesson(const std::string& id, const std::filesystem::path& target);

} // namespace warpbench::cli
