// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/arrays/host_array.h"
#include "core/report/run_report.h"

#include <QString>

namespace warpbench::ui {

/// Filters of a file dialog for what `writeBuffer` can write; with `image` also .png.
QString exportFilters(bool image);
/// Writes a buffer by the ending of the path: .npy, .csv, anything else as raw bytes.
/// \param flat  all its elements, as a read gives them
/// \returns what went wrong; empty: nothing
QString writeBuffer(const memory::HostArray& flat, const session::BufferReport& buffer,
                    const QString& path);

} // namespace warpbench::ui
