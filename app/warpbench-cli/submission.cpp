// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/warpbench-cli/submission.h"

#include "core/base/error.h"
#include "core/base/path_text.h"
#include "core/project/project_file.h"

#include <algorithm>
#include <system_error>
#include <variant>

namespace warpbench::cli {

namespace {

namespace fs = std::filesystem;

/// "ann" from "ann/": the check for a link needs the name itself.
fs::path withoutSlash(const fs::path& path) {
    return path.has_filename() ? path : path.parent_path();
}

bool isLink(const fs::path& path) {
    std::error_code ignored;
    return fs::is_symlink(fs::symlink_status(withoutSlash(path), ignored));
}

bool liesUnder(const fs::path& path, const fs::path& folder) {
    return std::mismatch(folder.begin(), folder.end(), path.begin(), path.end()).first ==
           folder.end();
}

/// Why a source does not belong to the folder itself; empty: it does.
ErrorText problemOf(const fs::path& source, const fs::path& folder) {
    std::error_code error;
    const fs::path real = fs::canonical(source, error);
    const fs::path home = error ? fs::path() : fs::canonical(folder, error);
    const std::string name = utf8(source.filename());
    if (error)
        return {"WB3084",
                "{file} cannot be read: {problem}",
                "check the permissions",
                {{"file", name}, {"problem", error.message()}}};
    return liesUnder(real, home) ? ErrorText()
                                 : ErrorText{"WB3085",
                                             "{file} is a link to a file outside the folder",
                                             "replace the link with the file",
                                             {{"file", name}}};
}

Submission fromFolder(const std::string& given) {
    Submission submission{given, {}, pathFromUtf8(given), {}};
    std::vector<fs::path> sources;
    std::error_code error;
    for (fs::directory_iterator it(submission.folder, error), end; !error && it != end;
         it.increment(error)) {
        if (it->path().extension() == ".cu")
            sources.push_back(it->path());
    }
    if (sources.size() != 1) {
        submission.problem =
            sources.empty() ? ErrorText{"WB3086", "the folder has no .cu file", "add the source"}
                            : ErrorText{"WB3087", "the folder has more than one .cu file",
                                        "name the file to grade"};
        return submission;
    }
    submission.source = sources.front();
    submission.problem = problemOf(submission.source, submission.folder);
    return submission;
}

Submission fromPath(const std::string& given) {
    const fs::path path = pathFromUtf8(given);
    std::error_code error;
    if (fs::is_directory(path, error))
        return fromFolder(given);
    if (isLink(path))
        return {given,
                path,
                {},
                {"WB3088", "this is a link to another file", "replace the link with the file"}};
    if (!fs::is_regular_file(path, error))
        throw Error(
            ErrorKind::usage,
            {"WB3089", "the submission does not exist", "name a .cu file, or a folder with one"},
            Place{given});
    return {given, path, {}, {}};
}

bool isSameFile(const fs::path& one, const fs::path& other) {
    std::error_code error;
    return fs::equivalent(one, other, error) && !error;
}

/// Whether a file is the project's source or linked with it.
bool isOf(const project::Project& teacher, const fs::path& source) {
    const auto* own = std::get_if<project::SourceFile>(&teacher.source);
    if (own && isSameFile(source, teacher.folder() / pathFromUtf8(own->path)))
        return true;
    for (std::size_t i = 0; i < teacher.link.size(); ++i)
        if (isSameFile(source, project::linkedFile(teacher, i)))
            return true;
    return false;
}

} // namespace

std::vector<Submission> submissionsOf(const std::vector<std::string>& given,
                                      const project::Project& teacher) {
    std::vector<Submission> all;
    all.reserve(given.size());
    for (const std::string& path : given)
        all.push_back(fromPath(path));
    for (Submission& submission : all) {
        if (!submission.problem.empty() || !isLink(pathFromUtf8(submission.name)))
            continue;
        if (isOf(teacher, submission.source))
            submission.problem = {"WB3090", "the folder is a link to the project's own source",
                                  "replace the link with the submission"};
        for (const Submission& other : all)
            if (&other != &submission && isSameFile(submission.source, other.source))
                submission.problem = {"WB3091",
                                      "the folder is a link to {other}",
                                      "replace the link with the submission",
                                      {{"other", other.name}}};
    }
    return all;
}

} // namespace warpbench::cli
