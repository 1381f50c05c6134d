// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/warpbench-cli/lessons.h"
#include "app/warpbench-cli/project_loading.h"
#include "app/warpbench-cli/verbs.h"
#include "core/base/version.h"
#include "core/project/project_file.h"

#include <nlohmann/json.hpp>

/// The verbs that make and change project files: new, examples, convert.
namespace warpbench::cli {

namespace {

using nlohmann::json;

json header(const char* format) {
    return {{"format", format}, {"version", 1}, {"warpbench", kVersion}};
}

void tellCopied(Console& console, const char* format, const std::filesystem::path& project) {
    if (console.json()) {
        json document = header(format);
        document["project"] = project.string();
        console.document(document);
    } else {
        console.line("Made " + project.string());
        console.line("Run it with: warpbench-cli run " + project.string());
    }
}

int showExamples(const std::string& name, const std::string& folder, Console& console) {
    if (!name.empty()) {
        tellCopied(console, "warpbench-examples", copyLesson(name, folder));
        return 0;
    }
    const std::vector<Lesson> all = lessons();
    if (console.json()) {
        json document = header("warpbench-examples");
        document["examples"] = json::array();
        for (const Lesson& lesson : all)
            document["examples"].push_back({{"name", lesson.id},
                                            {"title", lesson.title},
                                            {"project", lesson.project.string()}});
        console.document(document);
        return 0;
    }
    Table table{{"name", "title"}, {}};
    for (const Lesson& lesson : all)
        table.rows.push_back({lesson.id, lesson.title});
    console.table(table);
    return 0;
}

int convert(const std::string& from, const std::string& to, Console& console) {
    const project::Project project = loadProject(from, console);
    std::filesystem::path target =
        to.empty() ? std::filesystem::path(from) : std::filesystem::path(to);
    if (to.empty() && target.extension() != ".warpbench")
        target.replace_extension(".warpbench");
    project::saveProject(project, target);
    if (console.json()) {
        json document = header("warpbench-convert");
        document["project"] = target.string();
        document["project_version"] = project::Project::kVersion;
        console.document(document);
    } else {
        console.line("Wrote " + target.string());
    }
    return 0;
}

} // namespace

void addNew(CLI::App& app, Console& console, Actions& actions) {
    CLI::App* verb = app.add_subcommand("new", "Start a project in a new folder");
    auto folder = std::make_shared<std::string>();
    auto pattern = std::make_shared<std::string>("vector_multiply");
    verb->add_option("DIR", *folder, "The folder to make")->required();
    verb->add_option("--template", *pattern, "The example to start from; see `examples`");
    actions[verb] = [folder, pattern, &console] {
        tellCopied(console, "warpbench-new", copyLesson(*pattern, *folder));
        return 0;
    };
}

void addExamples(CLI::App& app, Console& console, Actions& actions) {
    CLI::App* verb = app.add_subcommand("examples", "List the lessons, or copy one");
    auto name = std::make_shared<std::string>();
    auto folder = std::make_shared<std::string>();
    CLI::Option* nameOption = verb->add_option("NAME", *name, "The lesson to copy");
    CLI::Option* folderOption = verb->add_option("DIR", *folder, "The folder to copy it to");
    nameOption->needs(folderOption);
    actions[verb] = [name, folder, &console] { return showExamples(*name, *folder, console); };
}

void addConvert(CLI::App& app, Console& console, Actions& actions) {
    CLI::App* verb = app.add_subcommand(
        "convert", "Bring a project file to the newest version, or make one around a CUDA source");
    auto from = std::make_shared<std::string>();
    auto to = std::make_shared<std::string>();
    verb->add_option("FILE", *from, "A project or a CUDA source")->required();
    verb->add_option("OUT", *to, "The file to write; without it FILE itself");
    actions[verb] = [from, to, &console] { return convert(*from, *to, console); };
}

} // namespace warpbench::cli
