// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/run/baselines.h"

#include <QByteArray>

#include <memory>
#include <vector>

namespace warpbench::ui {

/// The file format of pinned runs: CBOR (RFC 8949), compressed with zlib. For each run it contains
/// source, code and device, and for each launch its times, its occupancy and the total counts from
/// a simulated device or a GPU's counters.
struct BaselineFile {
    std::vector<std::unique_ptr<Baseline>> all;
    int chosen = -1;
};

QByteArray toBytes(const std::vector<std::unique_ptr<Baseline>>& all, int chosen);
/// Skips runs that are damaged or of another version.
BaselineFile baselinesFrom(const QByteArray& bytes);

} // namespace warpbench::ui
