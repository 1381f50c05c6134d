// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/warpbench-cli/watched_files.h"

#include "core/base/error.h"
#include "core/base/path_text.h"
#include "core/cache/dependencies.h"
#include "core/project/project_file.h"
#include "core/run/run_input.h"

#include <functional>
#include <string>
#include <system_error>
#include <variant>

namespace warpbench::cli {

namespace fs = std::filesystem;

namespace {

/// The run reports what is wrong with a file.
void unlessWrong(const std::function<void()>& add) {
    try {
        add();
    } catch (const Error&) {
    }
}

void addSource(const project::Project& project, const fs::path& file, const std::string& text,
               platform::FileWatch& watch) {
    compile::CompileRequest request =
        session::compileRequestFor(project, project.compile, text, {}, nullptr);
    request.fileName = utf8(file);
    const compile::Dependencies found = compile::findDependencies(request, {});
    for (const compile::Dependencies::File& header : found.files)
        watch.add(header.path);
    for (const std::string& missing : found.missing) {
        const fs::path name = pathFromUtf8(missing.substr(1)); // after its quote or angle bracket
        watch.add(file.parent_path() / name);
        for (const fs::path& folder : request.includeDirs)
            watch.add(folder / name);
    }
}

void addData(const project::Project& project, platform::FileWatch& watch) {
    const auto add = [&](const std::string& file) {
        if (!file.empty())
            watch.add(project.folder() / pathFromUtf8(file));
    };
    for (const project::Buffer& buffer : project.buffers) {
        add(buffer.init.path);
        if (buffer.expect)
            add(buffer.expect->file);
    }
    for (const auto& [symbol, constant] : project.constants)
        add(constant.file);
    for (const project::Task& task : project.tasks)
        for (const auto& [buffer, expect] : task.expect)
            add(expect.file);
}

} // namespace

void addNamedFile(const fs::path& file, platform::FileWatch& watch) {
    std::error_code error;
    if (fs::is_directory(file, error)) {
        for (fs::directory_iterator it(file, error), end; !error && it != end; it.increment(error))
            if (it->path().extension() == ".warpbench")
                watch.add(it->path());
        return;
    }
    watch.add(file);
    fs::path beside = file;
    watch.add(beside.replace_extension(".warpbench"));
}

void addFilesOf(const project::Project& project, platform::FileWatch& watch) {
    watch.add(project.file);
    if (const auto* source = std::get_if<project::SourceFile>(&project.source))
        watch.add(project.folder() / pathFromUtf8(source->path));
    unlessWrong([&] {
        addSource(project, pathFromUtf8(session::sourceFileName(project)),
                  project::sourceText(project), watch);
    });
    for (std::size_t i = 0; i < project.link.size(); ++i) {
        watch.add(project.folder() / pathFromUtf8(project.link[i].path));
        unlessWrong([&] {
            addSource(project, project::linkedFile(project, i), project::linkedText(project, i),
                      watch);
        });
    }
    addData(project, watch);
}

} // namespace warpbench::cli
