// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/run/memory_now.h"

#include "ui/run/run_controller.h"

namespace warpbench::ui {

MemoryNow::MemoryNow(RunController& owner)
    : QObject(&owner) {}

MemoryNow& MemoryNow::of(const RunController& controller) {
    return *controller.findChild<MemoryNow*>();
}

void MemoryNow::set(const std::vector<session::DeviceMemory>& devices) {
    m_devices = devices;
    emit changed();
}

} // namespace warpbench::ui
