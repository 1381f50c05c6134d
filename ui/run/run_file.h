// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/run/run_state.h"

#include <QCborMap>

namespace warpbench::ui {

/// A run as CBOR (RFC 8949): source, set-up, code and device, and for each launch its times, its
/// occupancy, its estimated time and the total counts from a simulated device or a GPU's counters.
QCborMap toCbor(const RunState& run);
/// \throws exceptions of the parsers for damaged data
RunState runFrom(const QCborMap& map);

/// The file in `folder` for what is kept of a project: named by a hash, because a path may be too
/// long for a file name. Empty if one of them is.
QString fileOfProject(const QString& folder, const QString& project, const QString& ending);

} // namespace warpbench::ui
