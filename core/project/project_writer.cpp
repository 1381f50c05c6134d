// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/path_text.h"
#include "core/platform/files.h"
#include "core/project/project_file.h"
#include "core/project/record_json.h"

namespace warpbench::project {

namespace {

/// Restores a key unknown to this version at its old location, if the containing object still
/// exists. Sections that are omitted at their defaults are created for it.
void restoreUnknown(json& document, const std::string& pointer, const std::string& value) {
    const json::json_pointer where(pointer);
    const json::json_pointer parent = where.parent_pointer();
    if (!document.contains(parent)) {
        const std::string section = parent.empty() ? "" : parent.back();
        if ((section != "metrics" && section != "limits") ||
            !document.contains(parent.parent_pointer())) {
            return;
        }
        document[parent] = json::object();
    }
    json& object = document[parent];
    if (object.is_object() && !object.contains(where.back())) {
        object[where.back()] = json::parse(value);
    }
}

/// The current index of the list element that was at `index` when the file was read: buffers,
/// launches and arguments remember their place in it. Empty if it was removed.
template <class List>
std::optional<std::size_t> indexNow(const Project& project, const List& list,
                                    const std::string& listPointer, const std::string& index) {
    const auto before = project.places.find(listPointer + "/" + index);
    if (before == project.places.end()) {
        return std::nullopt;
    }
    for (std::size_t i = 0; i < list.size(); ++i) {
        const Place& place = list[i].place;
        if (place == before->second) {
            return i;
        }
    }
    return std::nullopt;
}

/// The pointer of an unknown key, adapted to the current index of its buffer, launch or argument.
/// Empty if that was removed.
std::optional<std::string> pointerNow(const Project& project, const std::string& pointer) {
    std::vector<std::string> parts;
    for (std::size_t at = 0; at < pointer.size();) {
        const std::size_t end = std::min(pointer.find('/', at + 1), pointer.size());
        parts.push_back(pointer.substr(at + 1, end - at - 1));
        at = end;
    }
    if (parts.size() < 3 || (parts[0] != "buffers" && parts[0] != "launches")) {
        return pointer;
    }
    const std::string list = "/" + parts[0];
    const bool isBuffer = parts[0] == "buffers";
    const auto index = isBuffer ? indexNow(project, project.buffers, list, parts[1])
                                : indexNow(project, project.launches, list, parts[1]);
    if (!index) {
        return std::nullopt;
    }
    std::string now = list + "/" + std::to_string(*index);
    std::size_t next = 2;
    if (!isBuffer && parts[2] == "args" && parts.size() > 4) {
        const auto argument = indexNow(project, project.launches[*index].args,
                                       list + "/" + parts[1] + "/args", parts[3]);
        if (!argument) {
            return std::nullopt;
        }
        now += "/args/" + std::to_string(*argument);
        next = 4;
    }
    for (; next < parts.size(); ++next) {
        now += "/" + parts[next];
    }
    return now;
}

} // namespace

std::string writeProject(const Project& project) {
    try {
        json document = toJson(project);
        document["format"] = "warpbench-project";
        document["version"] = Project::kVersion;
        for (const auto& [pointer, value] : project.unknown) {
            if (const auto now = pointerNow(project, pointer)) {
                restoreUnknown(document, *now, value);
            }
        }
        return document.dump(2) + "\n";
    } catch (const json::type_error&) {
        throw Error(ErrorKind::project,
                    {"WB1362", "a text of the project is not UTF-8", "convert the source to UTF-8"},
                    Place{utf8(project.file)});
    }
}

void requireSavable(const Project& project, const std::filesystem::path& file) {
    if (project.readOnly) {
        throw Error(ErrorKind::project,
                    {"WB1363", "the project was written by a newer Warpbench",
                     "update Warpbench to change it"},
                    Place{utf8(file)});
    }
}

void saveProject(const Project& project, const std::filesystem::path& file) {
    requireSavable(project, file);
    platform::replaceFile(file, writeProject(project));
}

std::vector<std::string> dtypeWords() {
    std::vector<std::string> words;
    for (int i = 0; i <= int(arrays::Scalar::complex128); ++i) {
        words.emplace_back(arrays::nameOf(arrays::Scalar(i)));
    }
    for (const char* base : {"char", "uchar", "short", "ushort", "int", "uint", "longlong",
                             "ulonglong", "float", "double"}) {
        for (const char* lanes : {"2", "3", "4"}) {
            words.push_back(std::string(base) + lanes);
        }
    }
    words.emplace_back("half2");
    words.emplace_back("struct");
    return words;
}

} // namespace warpbench::project
