// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/platform/problems.h"

#include "core/base/bytes_text.h"
#include "core/base/path_text.h"

#include <utility>

namespace warpbench::platform {

ErrorText cannotRead(const std::filesystem::path& file, ErrorText problem) {
    return {"WB1010",
            "cannot read {file}: {problem}",
            "check the name and the permissions",
            {{"file", utf8(file)}, {"problem", std::move(problem)}}};
}

ErrorText cannotWrite(const std::filesystem::path& file, const std::string& problem) {
    return {"WB1011",
            "cannot write {file}: {problem}",
            "check the folder, its permissions and the free space",
            {{"file", utf8(file)}, {"problem", problem}}};
}

ErrorText isAFolder(const std::filesystem::path& file) {
    return {"WB1012", "cannot read {file}: it is a folder", "name a file", {{"file", utf8(file)}}};
}

ErrorText isNoFile(const std::filesystem::path& file) {
    return {"WB1013",
            "cannot read {file}: it is a pipe or a device, not a file",
            "name a file",
            {{"file", utf8(file)}}};
}

ErrorText noSharedMemory(std::size_t bytes, const std::string& problem) {
    return {"WB1016",
            "cannot get {size} of shared memory: {problem}",
            "close other programs or make the buffers smaller",
            {{"size", bytesText(bytes)}, {"problem", problem}}};
}

ErrorText noTemporaryFolder(const std::filesystem::path& parent, const std::string& problem,
                            const char* variable) {
    return {"WB1017",
            "cannot make a temporary folder in {folder}: {problem}",
            "set {variable} to a folder that can be written",
            {{"folder", utf8(parent)}, {"problem", problem}, {"variable", variable}}};
}

ErrorText cannotStart(const std::filesystem::path& program, ErrorText problem) {
    return {"WB1018",
            "cannot start {program}: {problem}",
            "check that the file exists and that you may execute it",
            {{"program", utf8(program)}, {"problem", std::move(problem)}}};
}

ErrorText programFailed(const std::filesystem::path& program, ErrorText problem) {
    return {"WB1026",
            "{program} failed: {problem}",
            {},
            {{"program", utf8(program)}, {"problem", std::move(problem)}}};
}

ErrorText parentHasEnded() {
    return {"WB1019", "the program that started this worker has ended"};
}

ErrorText cannotLoad(const std::string& library) {
    return {"WB1020", "cannot load {library}", {}, {{"library", library}}};
}

} // namespace warpbench::platform
