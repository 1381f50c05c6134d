// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/warpbench-cli/lessons.h"

#include "core/base/error.h"
#include "core/base/path_text.h"
#include "core/platform/files.h"
#include "core/platform/folders.h"
#include "core/project/project_file.h"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <utility>

namespace warpbench::cli {

namespace fs = std::filesystem;

fs::path lessonsFolder() {
    const fs::path program = platform::executableFolder();
    for (const fs::path& candidate :
         // Installed, on Windows, and in a build (build/NAME/bin of the source tree).
         {program / ".." / "share" / "warpbench" / "examples", program / "examples",
          program / ".." / ".." / ".." / "examples"}) {
        std::error_code ignored;
        if (fs::is_directory(candidate, ignored))
            return candidate.lexically_normal();
    }
    throw Error(ErrorKind::environment,
                {"WB3037", "the examples are missing", "install Warpbench again"});
}

/// The lessons in teaching order; empty if it is not specified.
static std::vector<std::string> courseOrder() {
    std::vector<std::string> order;
    const fs::path file = lessonsFolder() / "course.json";
    std::error_code ignored;
    if (!fs::is_regular_file(file, ignored))
        return order;
    for (const auto& entry : nlohmann::json::parse(platform::readFile(file)))
        order.push_back(entry.at("lesson").get<std::string>());
    return order;
}

std::vector<Lesson> lessons() {
    std::vector<Lesson> found;
    for (const fs::directory_entry& entry : fs::directory_iterator(lessonsFolder())) {
        const std::string id = utf8(entry.path().filename());
        const fs::path project = entry.path() / pathFromUtf8(id + ".warpbench");
        std::error_code ignored;
        if (!fs::is_regular_file(project, ignored))
            continue;
        found.push_back({id, project::readProject(project).project.name, entry.path(), project});
    }
    const std::vector<std::string> course = courseOrder();
    const auto placeOf = [&](const Lesson& lesson) {
        return std::find(course.begin(), course.end(), lesson.id) - course.begin();
    };
    std::sort(found.begin(), found.end(), [&](const Lesson& a, const Lesson& b) {
        return std::pair(placeOf(a), a.id) < std::pair(placeOf(b), b.id);
    });
    return found;
}

fs::path copyLesson(const std::string& id, const fs::path& target) {
    const std::vector<Lesson> all = lessons();
    const auto lesson =
        std::find_if(all.begin(), all.end(), [&](const Lesson& l) { return l.id == id; });
    if (lesson == all.end()) {
        std::string names;
        for (const Lesson& known : all)
            names += (names.empty() ? "" : ", ") + known.id;
        throw Error(ErrorKind::usage, {"WB3038",
                                       "unknown example \"{name}\"",
                                       "use one of {names}",
                                       {{"name", id}, {"names", names}}});
    }
    std::error_code code;
    if (fs::exists(target, code) && !fs::is_empty(target, code))
        throw Error(ErrorKind::usage, {"WB3039",
                                       "{folder} exists and is not empty",
                                       "name a new folder",
                                       {{"folder", utf8(target)}}});
    fs::create_directories(target, code);
    if (!code)
        fs::copy(lesson->folder, target, fs::copy_options::recursive, code);
    if (code)
        throw Error(ErrorKind::usage, {"WB3040",
                                       "cannot copy the example to {folder}: {problem}",
                                       "check the folder's permissions",
                                       {{"folder", utf8(target)}, {"problem", code.message()}}});
    return target / lesson->project.filename();
}

} // namespace warpbench::cli
