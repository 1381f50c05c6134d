// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/run/run_changes.h"

#include "core/project/project.h"
#include "ui/documents/side_by_side.h"
#include "ui/words/text.h"

#include <QCoreApplication>
#include <QStringList>

#include <algorithm>
#include <map>
#include <set>

namespace warpbench::ui {

namespace {

/// Translation context for this file.
struct RunChanges {
    Q_DECLARE_TR_FUNCTIONS(RunChanges)
};

QString lineChanges(const QString& before, const QString& after) {
    const auto rows = sideBySide(before.split(QLatin1Char('\n')), after.split(QLatin1Char('\n')));
    const auto changed = std::count_if(rows.begin(), rows.end(), [](const SideRow& row) {
        return row.kind != SideRow::Kind::same;
    });
    return RunChanges::tr("%n line(s)", nullptr, int(changed));
}

/// "BLOCK 128 → 256" for each name with a new value.
void addNames(QStringList& said, const std::map<std::string, QString>& before,
              const std::map<std::string, QString>& after) {
    std::set<std::string> names;
    for (const auto* side : {&before, &after})
        for (const auto& [name, value] : *side)
            names.insert(name);
    const auto valueIn = [](const std::map<std::string, QString>& side, const std::string& name) {
        const auto found = side.find(name);
        return found == side.end() ? QStringLiteral("–") : found->second;
    };
    for (const std::string& name : names)
        if (valueIn(before, name) != valueIn(after, name))
            said << QStringLiteral("%1 %2 → %3")
                        .arg(qs(name), valueIn(before, name), valueIn(after, name));
}

std::map<std::string, QString> namesOf(const project::Project& project) {
    std::map<std::string, QString> names;
    for (const auto& [name, value] : project.parameters)
        names[name] = qs(value.text);
    for (const auto& [name, value] : project.compile.defines)
        names[name] = value ? qs(*value) : QString();
    return names;
}

QString optionsOf(const project::CompileSettings& compile) {
    QStringList options{qs(compile.std), qs(compile.arch)};
    for (const std::string& option : compile.options)
        options << qs(option);
    return options.join(QLatin1Char(' '));
}

/// "launch 2", or "launches" if their number has changed.
void addLaunches(QStringList& said, const project::Project& before, const project::Project& after) {
    if (before.launches.size() != after.launches.size()) {
        said << RunChanges::tr("launches");
        return;
    }
    for (std::size_t i = 0; i < before.launches.size(); ++i)
        if (before.launches[i] != after.launches[i])
            said << RunChanges::tr("launch %1").arg(i + 1);
}

void addBuffers(QStringList& said, const project::Project& before, const project::Project& after) {
    if (before.buffers.size() != after.buffers.size()) {
        said << RunChanges::tr("buffers");
        return;
    }
    for (std::size_t i = 0; i < before.buffers.size(); ++i)
        if (before.buffers[i] != after.buffers[i])
            said << RunChanges::tr("buffer %1").arg(qs(after.buffers[i].name));
}

void addSetUp(QStringList& said, const project::Project& before, project::Project after) {
    addNames(said, namesOf(before), namesOf(after));
    if (optionsOf(before.compile) != optionsOf(after.compile))
        said << RunChanges::tr("options");
    addLaunches(said, before, after);
    addBuffers(said, before, after);
    // Everything else: constants, limits, timing options.
    after.parameters = before.parameters;
    after.compile = before.compile;
    after.launches = before.launches;
    after.buffers = before.buffers;
    after.source = before.source;
    after.name = before.name;
    after.notes = before.notes;
    after.tasks = before.tasks;
    after.sweep = before.sweep;
    after.layouts = before.layouts;
    if (after != before)
        said << RunChanges::tr("set-up");
}

} // namespace

QString changesBetween(const RunState& before, const RunState& after) {
    QStringList said;
    if (before.source != after.source)
        said << lineChanges(before.source, after.source);
    if (before.project && after.project)
        addSetUp(said, *before.project, *after.project);
    const auto& old = before.report->device;
    const auto& now = after.report->device;
    if (old && now && old->name != now->name)
        said << qs(now->name);
    return said.join(QStringLiteral(", "));
}

} // namespace warpbench::ui
