// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/run/run_file.h"

#include "core/cache/compile_json.h"
#include "core/project/project_file.h"
#include "ui/words/text.h"

#include <QCborArray>
#include <QCborValue>
#include <QCryptographicHash>
#include <QDir>
#include <QFileInfo>

#include <nlohmann/json.hpp>

#include <algorithm>
#include <utility>

namespace warpbench::ui {

namespace {

using session::Counters;

QString key(const char* name) {
    return QString::fromLatin1(name);
}

QCborMap mapOf(const Counters& counters) {
    QCborMap map;
    for (const session::CounterField& field : session::kCounterFields)
        map[key(field.name)] = qint64(counters.*field.member);
    return map;
}

Counters countersOf(const QCborMap& map) {
    Counters counters;
    for (const session::CounterField& field : session::kCounterFields)
        counters.*field.member = std::uint64_t(map[key(field.name)].toInteger());
    return counters;
}

/// Uses the names in the run report. Omits missing counts.
QCborMap mapOf(const cuda::HardwareFigures& figures) {
    QCborMap values;
    for (const cuda::HardwareFigureRow& row : cuda::hardwareFigureRows()) {
        if (const std::optional<double>& value = figures[row.figure])
            values[key(row.key)] = *value;
    }
    return {{key("passes"), figures.passes}, {key("values"), values}};
}

cuda::HardwareFigures hardwareOf(const QCborMap& map) {
    cuda::HardwareFigures figures;
    figures.passes = int(map[key("passes")].toInteger());
    const QCborMap values = map[key("values")].toMap();
    for (const cuda::HardwareFigureRow& row : cuda::hardwareFigureRows()) {
        if (const QCborValue value = values[key(row.key)]; value.isDouble() || value.isInteger())
            figures[row.figure] = value.toDouble();
    }
    return figures;
}

template <class Numbers>
QCborArray arrayOf(const Numbers& numbers) {
    QCborArray array;
    for (const auto number : numbers)
        array.append(QCborValue(number));
    return array;
}

std::array<std::uint32_t, 3> extentOf(const QCborValue& value) {
    std::array<std::uint32_t, 3> extent{1, 1, 1};
    const QCborArray array = value.toArray();
    for (int i = 0; i < 3 && i < array.size(); ++i)
        extent[std::size_t(i)] = std::uint32_t(array[i].toInteger(1));
    return extent;
}

QCborMap mapOf(const estimate::TimeEstimate& estimate) {
    QCborArray bounds;
    for (const estimate::BoundShare& bound : estimate.boundBy)
        bounds.append(QCborArray{int(bound.bound), bound.share});
    return {{key("ms"), estimate.ms},
            {key("low"), estimate.low},
            {key("high"), estimate.high},
            {key("model"), qs(estimate.model)},
            {key("calibrated"), estimate.calibrated},
            {key("boundBy"), bounds}};
}

estimate::TimeEstimate estimateFrom(const QCborMap& map) {
    estimate::TimeEstimate estimate;
    estimate.ms = map[key("ms")].toDouble();
    estimate.low = map[key("low")].toDouble();
    estimate.high = map[key("high")].toDouble();
    estimate.model = ss(map[key("model")].toString());
    estimate.calibrated = map[key("calibrated")].toBool();
    for (const QCborValue value : map[key("boundBy")].toArray()) {
        const QCborArray bound = value.toArray();
        const qint64 kind = bound[0].toInteger(-1);
        if (kind >= 0 && kind <= int(estimate::Bound::launch))
            estimate.boundBy.push_back({estimate::Bound(kind), bound[1].toDouble()});
    }
    return estimate;
}

QCborMap mapOf(const session::LaunchReport& launch) {
    QCborMap map{
        {key("kernel"), qs(launch.kernel)},
        {key("grid"), arrayOf(std::vector<qint64>(launch.grid.begin(), launch.grid.end()))},
        {key("block"), arrayOf(std::vector<qint64>(launch.block.begin(), launch.block.end()))},
        {key("shared"), qint64(launch.allShared())}};
    if (launch.time) {
        map[key("clock")] = qs(launch.time->clock);
        map[key("ms")] = arrayOf(launch.time->values);
    }
    if (launch.occupancy)
        map[key("occupancy")] = QCborMap{{key("blocks"), launch.occupancy->activeBlocks},
                                         {key("warps"), launch.occupancy->activeWarps},
                                         {key("maxWarps"), launch.occupancy->maxWarps},
                                         {key("fraction"), launch.occupancy->fraction}};
    if (launch.estimate && launch.estimate->timed())
        map[key("estimate")] = mapOf(*launch.estimate);
    if (launch.counters)
        map[key("counters")] = mapOf(*launch.counters);
    if (launch.hardware)
        map[key("hardware")] = mapOf(*launch.hardware);
    return map;
}

session::LaunchReport launchFrom(const QCborMap& map) {
    session::LaunchReport launch;
    launch.kernel = ss(map[key("kernel")].toString());
    launch.grid = extentOf(map[key("grid")]);
    launch.block = extentOf(map[key("block")]);
    launch.staticShared = map[key("shared")].toInteger(); // sum of both kinds in the file
    if (map.contains(key("ms"))) {
        std::vector<double> values;
        for (const QCborValue value : map[key("ms")].toArray())
            values.push_back(value.toDouble());
        launch.time = launch::summarize(std::move(values), ss(map[key("clock")].toString()));
    }
    if (map.contains(key("occupancy"))) {
        const QCborMap known = map[key("occupancy")].toMap();
        launch.occupancy.emplace();
        launch.occupancy->activeBlocks = int(known[key("blocks")].toInteger());
        launch.occupancy->activeWarps = int(known[key("warps")].toInteger());
        launch.occupancy->maxWarps = int(known[key("maxWarps")].toInteger());
        launch.occupancy->fraction = known[key("fraction")].toDouble();
    }
    if (map.contains(key("estimate")))
        launch.estimate = estimateFrom(map[key("estimate")].toMap());
    if (map.contains(key("counters")))
        launch.counters = countersOf(map[key("counters")].toMap());
    if (map.contains(key("hardware")))
        launch.hardware = hardwareOf(map[key("hardware")].toMap());
    return launch;
}

QByteArray cborOf(const compile::CompileResult& code) {
    const auto bytes = nlohmann::json::to_cbor(compile::toJson(code));
    return {reinterpret_cast<const char*>(bytes.data()), qsizetype(bytes.size())};
}

session::RunReport reportFrom(const QCborMap& map) {
    session::RunReport report;
    report.status = session::RunStatus(
        std::clamp<qint64>(map[key("status")].toInteger(), 0, int(session::RunStatus::timeout)));
    if (map[key("compiled")].toBool(true))
        report.compile.emplace();
    for (const QCborValue launch : map[key("launches")].toArray())
        report.launches.push_back(launchFrom(launch.toMap()));
    if (map.contains(key("device"))) {
        const QCborMap device = map[key("device")].toMap();
        report.device.emplace();
        report.device->name = ss(device[key("name")].toString());
        report.device->ccMajor = int(device[key("major")].toInteger());
        report.device->ccMinor = int(device[key("minor")].toInteger());
        report.device->simulated = device[key("simulated")].toBool();
    }
    if (map.contains(key("code"))) {
        const QByteArray bytes = map[key("code")].toByteArray();
        report.code = std::make_shared<const compile::CompileResult>(
            compile::resultFromJson(nlohmann::json::from_cbor(bytes.begin(), bytes.end())));
    }
    return report;
}

} // namespace

QCborMap toCbor(const RunState& run) {
    const session::RunReport& report = *run.report;
    QCborArray launches;
    for (const session::LaunchReport& launch : report.launches)
        launches.append(mapOf(launch));
    QCborMap map{{key("selector"), run.device},
                 {key("source"), run.source},
                 {key("time"), run.time.toString(Qt::ISODateWithMs)},
                 {key("status"), int(report.status)},
                 {key("compiled"), report.compile.has_value()},
                 {key("launches"), launches}};
    if (run.project)
        map[key("project")] = qs(project::writeProject(*run.project));
    if (report.device)
        map[key("device")] = QCborMap{{key("name"), qs(report.device->name)},
                                      {key("major"), report.device->ccMajor},
                                      {key("minor"), report.device->ccMinor},
                                      {key("simulated"), report.device->simulated}};
    if (report.code)
        map[key("code")] = cborOf(*report.code);
    return map;
}

RunState runFrom(const QCborMap& map) {
    RunState run;
    run.report = std::make_shared<const session::RunReport>(reportFrom(map));
    run.device = map[key("selector")].toString();
    run.source = map[key("source")].toString();
    run.time = QDateTime::fromString(map[key("time")].toString(), Qt::ISODateWithMs);
    if (map.contains(key("project")))
        run.project = std::make_shared<const project::Project>(
            project::parseProject(ss(map[key("project")].toString()), {}).project);
    return run;
}

QString fileOfProject(const QString& folder, const QString& project, const QString& ending) {
    if (folder.isEmpty() || project.isEmpty())
        return {};
    const QByteArray hash = QCryptographicHash::hash(QFileInfo(project).absoluteFilePath().toUtf8(),
                                                     QCryptographicHash::Sha256);
    return QDir(folder).filePath(QString::fromLatin1(hash.toHex().left(32)) + ending);
}

} // namespace warpbench::ui
