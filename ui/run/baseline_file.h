// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/run/baselines.h"

#include <QByteArray>

#include <memory>
#include <vector>

namespace warpbench::ui {

/// The file format of pinned runs: CBOR (RFC 8949), compressed with zlib; run_file.h has the runs'.
struct BaselineFile {
    std::vector<std::unique_ptr<Baseline>> all;
    int chosen = -1;
};

QByteArray toBytes(const std::vector<std::unique_ptr<Baseline>>& all, int chosen);
/// Skips runs that are damaged or of another version.
BaselineFile baselinesFrom(const QByteArray& bytes);

} // namespace warpbench::ui
