// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/run/baselines.h"

#include <QByteArray>

#include <memory>
#include <vector>

namespace warpbench::ui {

/// Pinned runs as a file has them: CBOR (RFC 8949), compressed by zlib. Of a run: its source, its
/// code, its device, and of each launch the times, the occupancy and what was
/// counted, in all: by a simulated device, or by a GPU itself.
struct BaselineFile {
    std::vector<std::unique_ptr<Baseline>> all;
    int chosen = -1;
};

QByteArray toBytes(const std::vector<std::unique_ptr<Baseline>>& all, int chosen);
/// What is damaged or of another version is left out.
BaselineFile baselinesFrom(const QByteArray& bytes);

} // namespace warpbench::ui
