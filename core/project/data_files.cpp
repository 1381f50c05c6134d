// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/project/data_files.h"

#include "core/base/path_text.h"
#include "core/platform/files.h"

#include <algorithm>
#include <cctype>
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

} // namespace

std::vector<MovedFile> moveDataFiles(Project& project, const fs::path& from,
                                     const std::string& to) {
    std::vector<MovedFile> moved;
    std::set<std::string> names;
    const auto move = [&](std::string& file, const std::string& owner) {
        const fs::path path = pathFromUtf8(file);
        if (file.empty() || !path.is_absolute() || !liesIn(path, from))
            return;
        const std::string suffix = utf8(path.extension());
        std::string name = owner + suffix;
        for (int i = 2; !names.insert(name).second; ++i)
            name = owner + "_" + std::to_string(i) + suffix;
        file = to + "/" + name;
        moved.push_back({path, file});
    };
    for (Buffer& buffer : project.buffers) {
        if (buffer.init.kind == Init::Kind::file)
            move(buffer.init.path, buffer.name);
        if (buffer.expect)
            move(buffer.expect->file, buffer.name + "_expected");
    }
    for (auto& [symbol, constant] : project.constants)
        move(constant.file, fileNameOf(symbol));
    return moved;
}

void copyDataFiles(const std::vector<MovedFile>& files, const fs::path& folder) {
    for (const MovedFile& file : files) {
        const fs::path to = folder / pathFromUtf8(file.to);
        fs::create_directories(to.parent_path());
        platform::replaceFile(to, platform::readFile(file.from));
    }
}

} // namespace warpbench::project
