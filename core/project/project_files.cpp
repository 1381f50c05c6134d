// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/project/project_files.h"

#include "core/base/file_texts.h"
#include "core/base/path_text.h"
#include "core/base/trust.h"
#include "core/base/utf8_text.h"
#include "core/platform/files.h"
#include "core/project/project.h"
#include "core/project/project_file.h"

#include <algorithm>
#include <system_error>

namespace warpbench::project {

namespace fs = std::filesystem;

namespace {

constexpr std::uintmax_t kMaxTextBytes = std::uintmax_t(64) << 20;

/// The steps from each version to the next. Version 1 is the first, so there are none yet.
const std::vector<Migration>& knownMigrations() {
    static const std::vector<Migration> none;
    return none;
}

constexpr const char* kCopyIntoFolder =
    "copy the file into the project's folder and name it relative to the project";

[[noreturn]] void failFile(const fs::path& file, ErrorText said) {
    throw Error(ErrorKind::project, std::move(said), Place{utf8(file)});
}

} // namespace

std::string readTextFile(const fs::path& file) {
    std::error_code code;
    const fs::file_status status = fs::status(file, code);
    if (!fs::exists(status)) {
        failFile(file, {"WB1339", "the file does not exist", "check its name and folder"});
    }
    if (!fs::is_regular_file(status)) {
        failFile(file, {"WB1340", "this is not a file", "name a file, not a folder or a device"});
    }
    const std::uintmax_t size = fs::file_size(file, code);
    if (code) {
        failFile(file, {"WB1341",
                        "the file cannot be read: {reason}",
                        "check that it is the right one",
                        {{"reason", code.message()}}});
    }
    if (size > kMaxTextBytes) {
        failFile(file,
                 {"WB1342", "the file is larger than 64 MiB", "check that it is the right one"});
    }
    try {
        return platform::readFile(file, ErrorKind::project, kMaxTextBytes);
    } catch (const Error&) {
        failFile(file, {"WB1343", "the file cannot be read", "check its permissions"});
    }
}

fs::path insideFolder(const fs::path& folder, const std::string& path, const Place& place) {
    const auto refuse = [&](ErrorText said) {
        throw Error(ErrorKind::project, std::move(said), place);
    };
    const fs::path relative = pathFromUtf8(path);
    if (path.empty() || path.find('\0') != std::string::npos) {
        refuse({"WB1344", "a file name is missing", kCopyIntoFolder});
    }
    if (relative.has_root_path()) { // on Windows also "/x" and "C:x"
        refuse({"WB1345", "'{file}' is an absolute path", kCopyIntoFolder, {{"file", path}}});
    }
    std::error_code code;
    const fs::path base = fs::weakly_canonical(folder.empty() ? fs::path(".") : folder, code);
    fs::path full = fs::weakly_canonical(base / relative, code);
    const fs::path inside = full.lexically_relative(base);
    if (code || inside.empty() || *inside.begin() == "..") {
        refuse({"WB1346",
                "'{file}' is outside the project's folder",
                kCopyIntoFolder,
                {{"file", path}}});
    }
    return full;
}

bool isEditedData(const Project& project, const std::string& path) {
    return !project.editedData.empty() && pathFromUtf8(path).lexically_normal().parent_path() ==
                                              project.editedData.lexically_normal();
}

fs::path projectPath(const Project& project, const std::string& path, const Place& place) {
    if (project.mayLeaveFolder || isEditedData(project, path)) {
        return (project.folder() / pathFromUtf8(path)).lexically_normal();
    }
    try {
        return insideFolder(project.folder(), path, place);
    } catch (const Error& error) {
        throw Error(error.kind(),
                    error.said().advised(
                        phrase("{remedy}; or, {other}", {{"remedy", phrase(kCopyIntoFolder)},
                                                         {"other", phrase(kHowToAllowOutside)}})),
                    error.place());
    }
}

std::vector<std::string> namesOutside(const Project& project) {
    std::vector<std::string> names;
    const auto look = [&](const std::string& path) {
        try {
            insideFolder(project.folder(), path);
        } catch (const Error&) {
            if (!path.empty() && !isEditedData(project, path) &&
                std::find(names.begin(), names.end(), path) == names.end()) {
                names.push_back(path);
            }
        }
    };
    for (const Buffer& buffer : project.buffers) {
        look(buffer.init.kind == Init::Kind::file ? buffer.init.path : std::string());
        look(buffer.expect ? buffer.expect->file : std::string());
    }
    for (const auto& [symbol, constant] : project.constants) {
        look(constant.file);
    }
    for (const Task& task : project.tasks) {
        for (const auto& [buffer, expect] : task.expect) {
            look(expect.file);
        }
    }
    for (const std::string& folder : project.compile.includeDirs) {
        look(folder);
    }
    return names;
}

std::optional<Error> migrateProject(PlacedJson& document, const std::vector<Migration>& steps,
                                    int target) {
    if (!document.root.is_object()) {
        return std::nullopt;
    }
    const auto version = document.root.find("version");
    if (version == document.root.end() || !version->is_number_unsigned()) {
        return std::nullopt; // the reader reports what is wrong
    }
    const auto from = version->get<std::uint64_t>();
    if (from < 1 || from >= std::uint64_t(target)) {
        return std::nullopt;
    }
    for (std::uint64_t step = from; step < std::uint64_t(target); ++step) {
        steps.at(std::size_t(step - 1))(document.root);
        document.root["version"] = step + 1;
    }
    return Error(ErrorKind::project,
                 atPointer("/version", {"WB1347",
                                        "converted from format version {from} to {to}",
                                        "save the project to keep the new version",
                                        {{"from", from}, {"to", target}}}),
                 document.values["/version"]);
}

std::optional<Error> migrateProject(PlacedJson& document) {
    return migrateProject(document, knownMigrations(), Project::kVersion);
}

Project projectForSource(const fs::path& cuFile) {
    Project project;
    project.name = utf8(cuFile.stem());
    project.source = SourceFile{utf8(cuFile.filename())};
    project.file = cuFile;
    project.file.replace_extension(".warpbench");
    // The source was named by the user, not by a foreign project.
    project.mayLeaveFolder = true;
    return project;
}

namespace {

std::string bytesOf(const Project& project, const std::string& name, const std::string& pointer) {
    const auto found = project.places.find(pointer);
    const Place place = found == project.places.end() ? Place{utf8(project.file)} : found->second;
    // A project that was never saved names the user's open source by its full path.
    const bool opened = project.file.empty() && project.mayLeaveFolder;
    const fs::path path = opened ? pathFromUtf8(name) : insideFolder(project.folder(), name, place);
    try {
        return readTextFile(path);
    } catch (const Error& error) {
        throw Error(ErrorKind::project,
                    phrase("the source file '{file}': {problem}",
                           {{"file", name}, {"problem", error.said()}}),
                    place);
    }
}

} // namespace

std::string linkedBytes(const Project& project, std::size_t index) {
    if (const std::string* unsaved = textOfFile(project.unsaved, linkedFile(project, index))) {
        return *unsaved;
    }
    return bytesOf(project, project.link[index].path, "/link/" + std::to_string(index) + "/file");
}

std::string linkedText(const Project& project, std::size_t index) {
    return utf8Text(linkedBytes(project, index));
}

fs::path linkedFile(const Project& project, std::size_t index) {
    return (project.folder() / pathFromUtf8(project.link[index].path)).lexically_normal();
}

std::string sourceBytes(const Project& project) {
    if (const auto* text = std::get_if<SourceText>(&project.source)) {
        return text->text;
    }
    return bytesOf(project, std::get<SourceFile>(project.source).path, "/source/file");
}

std::string sourceText(const Project& project) {
    return utf8Text(sourceBytes(project));
}

} // namespace warpbench::project
