// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/run/baseline_file.h"

#include "core/cache/compile_json.h"
#include "ui/words/text.h"

#include <QCborArray>
#include <QCborMap>
#include <QCborValue>

#include <nlohmann/json.hpp>

#include <algorithm>
#include <utility>

namespace warpbench::ui {

namespace {

using session::Counters;

constexpr int kVersion = 1;

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

QCborMap mapOf(const Baseline& baseline) {
    const session::RunReport& report = *baseline.run.report;
    QCborArray launches;
    for (const session::LaunchReport& launch : report.launches)
        launches.append(mapOf(launch));
    QCborMap map{{key("name"), baseline.name},
                 {key("color"), baseline.color},
                 {key("selector"), baseline.run.device},
                 {key("source"), baseline.run.source},
                 {key("time"), baseline.run.time.toString(Qt::ISODateWithMs)},
                 {key("status"), int(report.status)},
                 {key("launches"), launches}};
    if (report.device)
        map[key("device")] = QCborMap{{key("name"), qs(report.device->name)},
                                      {key("major"), report.device->ccMajor},
                                      {key("minor"), report.device->ccMinor},
                                      {key("simulated"), report.device->simulated}};
    if (report.code) {
        const auto bytes = nlohmann::json::to_cbor(compile::toJson(*report.code));
        map[key("code")] =
            QByteArray(reinterpret_cast<const char*>(bytes.data()), qsizetype(bytes.size()));
    }
    return map;
}

/// \throws exceptions of the parser for damaged data
std::unique_ptr<Baseline> baselineFrom(const QCborMap& map) {
    auto report = std::make_shared<session::RunReport>();
    report->status = session::RunStatus(
        std::clamp<qint64>(map[key("status")].toInteger(), 0, int(session::RunStatus::timeout)));
    for (const QCborValue launch : map[key("launches")].toArray())
        report->launches.push_back(launchFrom(launch.toMap()));
    if (map.contains(key("device"))) {
        const QCborMap device = map[key("device")].toMap();
        report->device.emplace();
        report->device->name = ss(device[key("name")].toString());
        report->device->ccMajor = int(device[key("major")].toInteger());
        report->device->ccMinor = int(device[key("minor")].toInteger());
        report->device->simulated = device[key("simulated")].toBool();
    }
    if (map.contains(key("code"))) {
        const QByteArray bytes = map[key("code")].toByteArray();
        report->code = std::make_shared<const compile::CompileResult>(
            compile::resultFromJson(nlohmann::json::from_cbor(bytes.begin(), bytes.end())));
    }
    auto baseline = std::make_unique<Baseline>();
    baseline->name = map[key("name")].toString();
    baseline->color = int(std::max<qint64>(0, map[key("color")].toInteger()));
    baseline->run.device = map[key("selector")].toString();
    baseline->run.source = map[key("source")].toString();
    baseline->run.time = QDateTime::fromString(map[key("time")].toString(), Qt::ISODateWithMs);
    baseline->run.report = std::move(report);
    return baseline;
}

} // namespace

QByteArray toBytes(const std::vector<std::unique_ptr<Baseline>>& all, int chosen) {
    QCborArray array;
    for (const auto& baseline : all)
        array.append(mapOf(*baseline));
    const QCborMap root{
        {key("version"), kVersion}, {key("chosen"), chosen}, {key("baselines"), array}};
    return qCompress(root.toCborValue().toCbor());
}

BaselineFile baselinesFrom(const QByteArray& bytes) {
    BaselineFile file;
    const QCborMap root = QCborValue::fromCbor(qUncompress(bytes)).toMap();
    if (root[key("version")].toInteger() != kVersion)
        return file;
    const QCborArray all = root[key("baselines")].toArray();
    for (int i = 0; i < all.size(); ++i) {
        try {
            file.all.push_back(baselineFrom(all[i].toMap()));
        } catch (const std::exception&) {
            continue; // skips unreadable runs
        }
        if (i == root[key("chosen")].toInteger(-1))
            file.chosen = int(file.all.size()) - 1;
    }
    return file;
}

} // namespace warpbench::ui
