// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/device/device_memory.h"

#include <QString>

#include <vector>

namespace warpbench::ui {

/// Total device memory in use by the worker that runs kernels, in a few words.
QString memoryInShort(const std::vector<session::DeviceMemory>& memory);

/// The same in sentences, a line per device with memory in use.
/// \param devices  the device list, for names
/// \param current  the device for runs; null: none
QString memoryInWords(const std::vector<session::DeviceMemory>& memory,
                      const std::vector<session::DeviceInfo>& devices,
                      const session::DeviceInfo* current);

} // namespace warpbench::ui
