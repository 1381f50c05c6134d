// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/project/data_files.h"

#include "core/base/path_text.h"
#include "core/platform/files.h"

#include <algorithm>
#include <cctype>
#include <functional>
#include <set>

namespace warpbench::project {

namespace fs = std::filesystem;

namespace {

bool liesIn(const fs::path& file, const fs::path& folder) {
    const auto [left, right] =
        std::mismatch(folder.begin(), folder.end(), file.begin(), file.end());
    return left == folder.end() && right != file.end();
}

/// The file name for a C++ name: "ns::table" without the colons.
std::string fileNameOf(std::string name) {
    const auto isPlain = [](unsigned char c) { return std::isalnum(c) || c == '_'; };
    std::replace_if(
        name.begin(), name.end(), [&](char c) { return !isPlain(static_cast<unsigned char>(c)); },
        '_');
    return name;
}

/// Calls `change` with the name of each data file and a stem for a new one.
void changeDataFiles(
    Project& project,
    const std::function<void(std::string& file, const std::string& owner)>& change) {
    for (Buffer& buffer : project.buffers) {
        if (buffer.init.kind == Init::Kind::file)
            change(buffer.init.path, buffer.name);
        if (buffer.expect)
            change(buffer.expect->file, buffer.name + "_expected");
    }
    for (auto& [symbol, constant] : project.constants)
        change(constant.file, fileNameOf(symbol));
}

} // namespace

std::vector<MovedFile> moveDataFiles(Project& project, const fs::path& from,
                                     const std::string& to) {
    std::vector<MovedFile> moved;
    std::set<std::string> names;
    changeDataFiles(project, [&](std::string& file, const std::string& owner) {
        const fs::path path = pathFromUtf8(file);
        if (file.empty() || !path.is_absolute() || !liesIn(path, from))
            return;
        const std::string suffix = utf8(path.extension());
        std::string name = owner + suffix;
        for (int i = 2; !names.insert(name).second; ++i)
            name = owner + "_" + std::to_string(i) + suffix;
        file = to + "/" + name;
        moved.push_back({path, file});
    });
    return moved;
}

void renameDataFiles(Project& project, const std::vector<MovedFile>& moved) {
    changeDataFiles(project, [&](std::string& file, const std::string&) {
        const auto known = std::find_if(moved.begin(), moved.end(), [&](const MovedFile& one) {
            return one.from == pathFromUtf8(file);
        });
        if (known != moved.end())
            file = known->to;
    });
}

void copyDataFiles(const std::vector<MovedFile>& files, const fs::path& folder) {
    for (const MovedFile& file : files) // also creates the folder
        platform::replaceFile(folder / pathFromUtf8(file.to), platform::readFile(file.from));
}

} // namespace warpbench::project
