// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/export/exported_files.h"

#include "core/base/error.h"
#include "core/base/path_text.h"
#include "core/platform/files.h"

#include <algorithm>
#include <iterator>
#include <system_error>

namespace warpbench::exporting {

namespace fs = std::filesystem;

namespace {

std::vector<ExportedFile> ownFiles(const ExportModel& model, const project::Project& project,
                                   ProgramKind kind) {
    switch (kind) {
    case ProgramKind::cuda:
        return {cudaProgram(model)};
    case ProgramKind::cupy:
        return pythonScript(model, PythonLibrary::cupy);
    case ProgramKind::pycuda:
        return pythonScript(model, PythonLibrary::pycuda);
    case ProgramKind::kernel_tuner:
        break;
    }
    return kernelTunerScript(model, project);
}

bool isOther(const fs::path& path, const ExportedFile& file) {
    std::error_code ignored;
    return fs::exists(path, ignored) &&
           (!fs::is_regular_file(path, ignored) ||
            platform::readFile(path, ErrorKind::usage) != file.contents);
}

} // namespace

std::vector<ExportedFile> programFiles(const ExportModel& model, const project::Project& project,
                                       ProgramKind kind) {
    std::vector<ExportedFile> files = ownFiles(model, project, kind);
    const std::string& program = files.front().contents;
    // One launch does not use the data of all buffers.
    const auto isUnused = [&](const ExportedFile& file) {
        return file.name.starts_with(model.name + "_data/") &&
               program.find(file.name) == std::string::npos;
    };
    std::vector<ExportedFile> others;
    std::remove_copy_if(model.files.begin(), model.files.end(), std::back_inserter(others),
                        isUnused);
    files.insert(files.end(), others.begin(), others.end());
    return files;
}

void writeFiles(const std::vector<ExportedFile>& files, const fs::path& folder,
                const std::function<bool(const std::string& name)>& mayReplace,
                const ErrorText& remedy) {
    for (const ExportedFile& file : files) {
        const fs::path path = folder / pathFromUtf8(file.name);
        if (!mayReplace(file.name) && isOther(path, file))
            throw Error(ErrorKind::usage, ErrorText("WB2202", "{file} exists and would be replaced",
                                                    {}, {{"file", utf8(path)}})
                                              .advised(remedy));
    }
    // The program comes last: once it exists, all that it reads does.
    for (auto file = files.rbegin(); file != files.rend(); ++file)
        platform::replaceFile(folder / pathFromUtf8(file->name), file->contents, ErrorKind::usage);
}

} // namespace warpbench::exporting
