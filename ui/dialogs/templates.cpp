// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/dialogs/templates.h"

#include "core/project/project_file.h"
#include "core/sources/source_scan.h"
#include "ui/documents/guess.h"
#include "ui/words/lesson_text.h"
#include "ui/words/text.h"
#include "ui/words/tr.h"

#include <QCoreApplication>
#include <QDir>
#include <QFile>
#include <QFileInfo>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>

#include <algorithm>
#include <memory>
#include <utility>

namespace warpbench::ui {

namespace {

QString sourceOf(const char* name) {
    QFile file(QStringLiteral(":/templates/%1.cu").arg(QLatin1String(name)));
    return file.open(QIODevice::ReadOnly) ? QString::fromUtf8(file.readAll()) : QString();
}

/// A project with launches and buffers derived from the kernels of a template's source.
ProjectTemplate make(const char* file, const QString& name, const QString& description) {
    ProjectTemplate made;
    made.name = name;
    made.description = description;
    made.source = sourceOf(file);
    made.project.name = ss(name);
    for (const auto& kernel : compile::scanKernels(ss(made.source))) {
        addLaunch(made.project, kernel);
    }
    return made;
}

project::Buffer* bufferOf(project::Project& project, const std::string& name) {
    for (auto& buffer : project.buffers) {
        if (buffer.name == name) {
            return &buffer;
        }
    }
    return nullptr;
}

ProjectTemplate vectorAdd() {
    ProjectTemplate made =
        make("vector_add", tr("Vector add"), tr("Two inputs, one output, and a check of it."));
    if (auto* sum = bufferOf(made.project, "sum")) {
        project::Expect expect;
        expect.expression = project::Expression{"a + b", {}};
        sum->expect = expect;
    }
    made.project.notes = ss(tr(
        "# Welcome\n"
        "\n"
        "This kernel adds two vectors, one thread per element. It runs with or without an NVIDIA "
        "GPU.\n"
        "\n"
        "1. **Press Run** (F5). *Results* says whether the sum is as expected, *Buffers* shows "
        "it.\n"
        "2. **Change a line**, such as `+` to `-`, and press Run again.\n"
        "3. **Remove** `if (i < n)` and set `n` to 1000 above the launch: where does it go wrong?\n"
        "\n"
        "*File ▸ Examples* has lessons that continue from here; F1 opens the manual, Ctrl+K finds "
        "everything by name.\n"));
    made.project.metrics.bytes = project::Expression{"3 * 4 * n", {}};
    made.project.metrics.flops = project::Expression{"n", {}};
    return made;
}

ProjectTemplate matrix() {
    ProjectTemplate made = make("matrix_multiply", tr("Matrix multiply"),
                                tr("Tiles in shared memory, a barrier, a reference result."));
    auto& p = made.project;
    p.parameters.clear();
    p.parameters["n"] = project::Expression{"64", {}};
    p.compile.defines["TILE"] = "16";
    for (auto& buffer : p.buffers) {
        buffer.shape = {project::Expression{"n", {}}, project::Expression{"n", {}}};
    }
    if (!p.launches.empty()) {
        const project::Expression blocks{"ceil_div(n, TILE)", {}};
        const project::Expression tile{"TILE", {}};
        p.launches[0].grid = {blocks, blocks};
        p.launches[0].block = {tile, tile};
    }
    if (auto* c = bufferOf(p, "c")) {
        project::Expect expect;
        expect.reference = project::Expression{"matmul(a, b)", {}};
        expect.rtol = 1e-4;
        expect.atol = 1e-4;
        c->expect = expect;
    }
    p.metrics.flops = project::Expression{"2 * n * n * n", {}};
    return made;
}

} // namespace

QString examplesFolder() {
    const QString program = QCoreApplication::applicationDirPath();
    // Installed: bin next to share. In a build: bin in build/<name> of the source tree.
    for (const char* relative :
         {"/../share/warpbench/examples", "/../../../examples", "/../../examples"}) {
        const QDir folder(program + QLatin1String(relative));
        if (folder.exists()) {
            return folder.absolutePath();
        }
    }
    return {};
}

namespace {

/// The position of a lesson in the course.
struct CoursePlace {
    QString lesson; ///< file name of the project without suffix
    QString level;
    QString teaches;
};

std::vector<CoursePlace> courseOf(const QString& folder) {
    std::vector<CoursePlace> course;
    QFile file(folder + QStringLiteral("/course.json"));
    if (!folder.isEmpty() && file.open(QIODevice::ReadOnly)) {
        for (const QJsonValue entry : QJsonDocument::fromJson(file.readAll()).array()) {
            course.push_back({entry["lesson"].toString(), entry["level"].toString(),
                              entry["teaches"].toString()});
        }
    }
    return course;
}

/// Projects in the folders of the course, without the solutions deeper down.
QStringList projectsOf(const QString& course) {
    QStringList projects;
    for (const QFileInfo& lesson :
         QDir(course).entryInfoList(QDir::Dirs | QDir::NoDotAndDotDot, QDir::Name))
        for (const QFileInfo& project :
             QDir(lesson.filePath())
                 .entryInfoList({QStringLiteral("*.warpbench")}, QDir::Files, QDir::Name))
            projects << project.filePath();
    return projects;
}

std::vector<CoursePlace>::const_iterator placeIn(const std::vector<CoursePlace>& course,
                                                 const QString& lesson) {
    return std::find_if(course.begin(), course.end(),
                        [&](const CoursePlace& place) { return place.lesson == lesson; });
}

/// Ignores texts, because a copy may be in another language.
bool checkTheSame(const std::vector<project::Task>& a, const std::vector<project::Task>& b) {
    return std::equal(a.begin(), a.end(), b.begin(), b.end(),
                      [](const project::Task& one, const project::Task& other) {
                          return one.inputs == other.inputs && one.expect == other.expect &&
                                 one.require == other.require && one.faults == other.faults;
                      });
}

/// The lessons in the course's order, their texts in English.
std::vector<Example> readLessons() {
    std::vector<Example> lessons;
    const QString folder = examplesFolder();
    if (folder.isEmpty()) {
        return lessons;
    }
    const std::vector<CoursePlace> course = courseOf(folder);
    for (const QString& path : projectsOf(folder)) {
        const QString id = QFileInfo(path).completeBaseName();
        Example lesson{id, id, path, {}, {}};
        try {
            const auto read = project::readProject(pathOf(path));
            if (!read.project.name.empty()) {
                lesson.name = qs(read.project.name);
            }
        } catch (const std::exception&) {
            // Opening it reports the error.
        }
        if (const auto place = placeIn(course, id); place != course.end()) {
            lesson.level = place->level;
            lesson.teaches = place->teaches;
        }
        lessons.push_back(std::move(lesson));
    }
    std::sort(lessons.begin(), lessons.end(), [&](const Example& a, const Example& b) {
        const auto rank = [&](const Example& e) { return placeIn(course, e.id) - course.begin(); };
        return std::pair(rank(a), a.path) < std::pair(rank(b), b.path);
    });
    return lessons;
}

} // namespace

const std::vector<ProjectTemplate>& projectTemplates() {
    static const std::vector<ProjectTemplate> all{
        vectorAdd(),
        matrix(),
        make("empty", tr("Empty kernel"), tr("One kernel over one buffer, to write your own.")),
    };
    return all;
}

bool isExample(const QString& path) {
    const QString folder = examplesFolder();
    return !folder.isEmpty() && !path.isEmpty() &&
           QFileInfo(path).absoluteFilePath().startsWith(folder + QLatin1Char('/'));
}

bool hasExamples() {
    const QString folder = examplesFolder();
    return !folder.isEmpty() && !projectsOf(folder).isEmpty();
}

QString lessonOf(const QString& path, const std::vector<project::Task>& tasks) {
    if (tasks.empty() || isExample(path)) {
        return tasks.empty() ? QString() : QFileInfo(path).completeBaseName();
    }
    if (const QString folder = examplesFolder(); !folder.isEmpty()) {
        for (const QString& lesson : projectsOf(folder)) {
            try {
                const auto read = project::readProject(pathOf(lesson));
                if (checkTheSame(read.project.tasks, tasks)) {
                    return QFileInfo(lesson).completeBaseName();
                }
            } catch (const std::exception&) {
                // Opening it reports the error.
            }
        }
    }
    return {};
}

std::vector<Example> findExamples() {
    static const std::vector<Example> lessons = readLessons(); // installed files do not change
    std::vector<Example> examples = lessons;
    for (Example& example : examples) {
        example.name = lessonText(example.name);
        example.level = example.level.isEmpty() ? tr("More") : lessonText(example.level);
        example.teaches = lessonText(example.teaches);
    }
    return examples;
}

} // namespace warpbench::ui
