// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/project/project.h"

#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

namespace warpbench::project {

/// A project as read, with what was odd but not wrong about it (unknown keys, migrated version).
struct ReadResult {
    Project project;
    std::vector<Error> warnings;
};

/// What becomes of keys that nobody knows: a project keeps them, with a warning, for other versions
/// and programs. Where a file decides whether work is right, each may be a condition that nobody
/// checks.
enum class UnknownKeys { keep, refuse_in_tasks, refuse };

/// Reads a project file. Opening runs nothing and reads nothing but this file.
/// \throws Error (project) naming file, line, column and JSON path of the first wrong thing
ReadResult readProject(const std::filesystem::path& file, UnknownKeys unknown = UnknownKeys::keep);
/// The same from text; `file` is used in messages and for relative paths.
ReadResult parseProject(std::string_view json, const std::filesystem::path& file,
                        UnknownKeys unknown = UnknownKeys::keep);

/// The file's text: sorted keys, two spaces, a line feed at the end. Keys at their default are
/// left out where the schema allows.
std::string writeProject(const Project& project);
/// Replaces the file as a whole or not at all. Where the source is a file, it is not written here.
/// \throws Error (project) where the folder cannot be written or the project is read-only
void saveProject(const Project& project, const std::filesystem::path& file);
/// For those who have more to write than the project, before they write any of it.
/// \throws Error (project) where the project is read-only
void requireSavable(const Project& project, const std::filesystem::path& file);

/// Further checks of buffers, by buffer: {"format": "warpbench-checks", "version": 1, "checks":
/// {"dest": {…an expect…}}}. Paths in them are relative to the project.
/// \throws Error (project) with its place, also for unknown keys and where nothing is checked
std::map<std::string, Expect> readChecks(const std::filesystem::path& file);

/// A teacher's tests, from "tests" of the same kind of file: [{"name", "points", "inputs",
/// "expect", "require", "faults"}]. What "checks" expects holds for every test that says nothing
/// else of the buffer; a file without "tests" is one test.
/// \throws Error (project) with its place, also for unknown keys
std::vector<Task> readTests(const std::filesystem::path& file);

/// A new project around a bare .cu file, with no buffers and no launches yet. Its `file` is the
/// .warpbench beside the source, which need not exist.
Project projectForSource(const std::filesystem::path& cuFile);

/// The source: inline, or the bytes of the file beside the project, in whatever encoding.
/// \throws Error (project) where the file is missing or is outside the project's folder
std::string sourceBytes(const Project& project);
/// The same as UTF-8 text (utf8_text.h); of machine code its bytes.
std::string sourceText(const Project& project);

/// The same of a source that is linked with it; what an editor holds of it comes first.
/// \param index  in Project::link
/// \throws Error (project)
std::string linkedBytes(const Project& project, std::size_t index);
std::string linkedText(const Project& project, std::size_t index);
/// Where it lies, as messages name it.
std::filesystem::path linkedFile(const Project& project, std::size_t index);

} // namespace warpbench::project
