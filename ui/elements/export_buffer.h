// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/arrays/host_array.h"
#include "core/report/run_report.h"

#include <QString>

namespace warpbench::ui {

/// File dialog filters for the formats of `writeBuffer`; with `image` also .png.
QString exportFilters(bool image);
/// Writes a buffer in the format of the path's suffix: .npy, .csv, anything else as raw bytes.
/// \param flat  all elements, as read
/// \returns the error; empty: success
QString writeBuffer(const arrays::HostArray& flat, const session::BufferReport& buffer,
                    const QString& path);

} // namespace warpbench::ui
