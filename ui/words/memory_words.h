// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/device/device_memory.h"

#include <QString>

#include <vector>

namespace warpbench::ui {

/// What the worker of runs has of devices' memory now, in a few words: all devices together.
QString memoryInShort(const std::vector<session::DeviceMemory>& memory);

/// The same in sentences, a line for each device that something is held of.
/// \param devices  those that are listed, for their names
/// \param current  that runs are for; null: none
QString memoryInWords(const std::vector<session::DeviceMemory>& memory,
                      const std::vector<session::DeviceInfo>& devices,
                      const session::DeviceInfo* current);

} // namespace warpbench::ui
