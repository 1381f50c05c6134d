// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/run/baseline_file.h"

#include "ui/run/run_file.h"

#include <QCborArray>
#include <QCborMap>
#include <QCborValue>

#include <algorithm>
#include <utility>

namespace warpbench::ui {

namespace {

constexpr int kVersion = 1;

QCborMap mapOf(const Baseline& baseline) {
    QCborMap map = toCbor(baseline.run);
    map[QLatin1String("name")] = baseline.name;
    map[QLatin1String("color")] = baseline.color;
    return map;
}

/// \throws exceptions of the parsers for damaged data
std::unique_ptr<Baseline> baselineFrom(const QCborMap& map) {
    auto baseline = std::make_unique<Baseline>();
    baseline->name = map[QLatin1String("name")].toString();
    baseline->color = int(std::max<qint64>(0, map[QLatin1String("color")].toInteger()));
    baseline->run = runFrom(map);
    return baseline;
}

} // namespace

QByteArray toBytes(const std::vector<std::unique_ptr<Baseline>>& all, int chosen) {
    QCborArray array;
    for (const auto& baseline : all)
        array.append(mapOf(*baseline));
    const QCborMap root{{QLatin1String("version"), kVersion},
                        {QLatin1String("chosen"), chosen},
                        {QLatin1String("baselines"), array}};
    return qCompress(root.toCborValue().toCbor());
}

BaselineFile baselinesFrom(const QByteArray& bytes) {
    BaselineFile file;
    const QCborMap root = QCborValue::fromCbor(qUncompress(bytes)).toMap();
    if (root[QLatin1String("version")].toInteger() != kVersion)
        return file;
    const QCborArray all = root[QLatin1String("baselines")].toArray();
    for (int i = 0; i < all.size(); ++i) {
        try {
            file.all.push_back(baselineFrom(all[i].toMap()));
        } catch (const std::exception&) {
            continue; // skips unreadable runs
        }
        if (i == root[QLatin1String("chosen")].toInteger(-1))
            file.chosen = int(file.all.size()) - 1;
    }
    return file;
}

} // namespace warpbench::ui
