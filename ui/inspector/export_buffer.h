// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/memory/host_array.h"

#include <QString>

namespace warpbench::ui {

/// Filters of a file dialog for what `writeBuffer` can write; with `image` also .png.
QString exportFilters(bool image);
/// Writes an array by the ending of the path: .npy, .csv, anything else as raw bytes.
/// \returns what went wrong; empty: nothing
QString writeBuffer(const memory::HostArray& array, const QString& path);

} // namespace warpbench::ui
