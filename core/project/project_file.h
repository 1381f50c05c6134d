// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/project/project.h"

#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

namespace warpbench::project {

/// A project as read, with warnings about it (unknown keys, migrated version).
struct ReadResult {
    Project project;
    std::vector<Error> warnings;
};

/// How to treat unknown keys: a project keeps them, with a warning, for other versions and
/// programs. If a file decides whether work is correct, an unknown key may be a condition that
/// would not be checked.
enum class UnknownKeys { keep, refuse_in_tasks, refuse };

/// Reads a project file. Opening it runs nothing and reads no other file.
/// \throws Error (project) naming file, line, column and JSON path of the first error
ReadResult readProject(const std::filesystem::path& file, UnknownKeys unknown = UnknownKeys::keep);
/// The same from text; `file` is used in messages and for relative paths.
ReadResult parseProject(std::string_view json, const std::filesystem::path& file,
                        UnknownKeys unknown = UnknownKeys::keep);

/// The file's text: sorted keys, two spaces, a line feed at the end. Omits keys with default values
/// if the schema allows that.
std::string writeProject(const Project& project);
/// Replaces the file completely or not at all. Does not write the source if that is a file.
/// \throws Error (project) if the folder cannot be written or the project is read-only
void saveProject(const Project& project, const std::filesystem::path& file);
/// Call this before writing anything if more than the project has to be written.
/// \throws Error (project) if the project is read-only
void requireSavable(const Project& project, const std::filesystem::path& file);

/// Additional checks of buffers, by buffer: {"format": "warpbench-checks", "version": 1, "checks":
/// {"dest": {…an expect…}}}. Paths in them are relative to the project.
/// \throws Error (project) with its place, also for unknown keys and if there is no check
std::map<std::string, Expect> readChecks(const std::filesystem::path& file);

/// A teacher's tests, from "tests" of the same kind of file: [{"name", "points", "inputs",
/// "expect", "require", "faults"}]. "checks" applies to every test that does not specify the buffer
/// itself; a file without "tests" is one test.
/// \throws Error (project) with its place, also for unknown keys
std::vector<Task> readTests(const std::filesystem::path& file);

/// A new project around a bare .cu file, with no buffers and no launches yet. Its `file` is the
/// .warpbench beside the source, which need not exist.
Project projectForSource(const std::filesystem::path& cuFile);

/// The source: inline, or the bytes of the file next to the project, in any encoding.
/// \throws Error (project) if the file is missing or is outside the project's folder
std::string sourceBytes(const Project& project);
/// The same as UTF-8 text (utf8_text.h); for machine code its bytes.
std::string sourceText(const Project& project);

/// The same for a source that is linked with it; an editor's unsaved contents take precedence.
/// \param index  in Project::link
/// \throws Error (project)
std::string linkedBytes(const Project& project, std::size_t index);
std::string linkedText(const Project& project, std::size_t index);
/// Its path, as named in messages.
std::filesystem::path linkedFile(const Project& project, std::size_t index);

} // namespace warpbench::project
