// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/words/memory_words.h"

#include "ui/words/describe.h"
#include "ui/words/tr.h"

#include <QStringList>

#include <algorithm>

namespace warpbench::ui {

namespace {

/// Devices of the same model share a name, and additional simulated ones are not listed.
QString heldDeviceName(const session::DeviceMemory& memory,
                       const std::vector<session::DeviceInfo>& devices) {
    for (const session::DeviceInfo& device : devices) {
        if (device.simulated == memory.simulated && device.ordinal == memory.ordinal) {
            return tr("%1 (device %2)").arg(describeDevice(device)).arg(memory.ordinal);
        }
    }
    return memory.simulated ? tr("Simulated device %1").arg(memory.ordinal)
                            : tr("Device %1").arg(memory.ordinal);
}

QString poolInWords(const session::MemoryUse& use, const session::PoolUse& pool) {
    const QString fragmentation = QString::number(pool.fragmentation, 'f', 2);
    if (const auto waste = use.waste()) {
        return tr("%1 held from the driver, %2 of it in buffers (waste %3 %, fragmentation %4)")
            .arg(describeBytes(pool.managedBytes), describeBytes(use.bytes),
                 QString::number(*waste * 100, 'f', 1), fragmentation);
    }
    return tr("%1 held from the driver for the next run, nothing in buffers (fragmentation %2)")
        .arg(describeBytes(pool.managedBytes), fragmentation);
}

QString heldInWords(const session::DeviceMemory& memory) {
    QStringList parts;
    if (memory.use.pool && memory.use.pool->managedBytes > 0) {
        parts << poolInWords(memory.use, *memory.use.pool);
    } else if (memory.use.bytes > 0) {
        parts << tr("%1 in buffers").arg(describeBytes(memory.use.bytes));
    }
    if (memory.managedBytes > 0) {
        parts << tr("%1 in managed buffers").arg(describeBytes(memory.managedBytes));
    }
    if (memory.lockedBytes > 0) {
        parts << tr("%1 of host memory page-locked").arg(describeBytes(memory.lockedBytes));
    }
    return parts.join(QStringLiteral("; "));
}

} // namespace

QString memoryInShort(const std::vector<session::DeviceMemory>& memory) {
    std::uint64_t held = 0;
    for (const session::DeviceMemory& device : memory) {
        held += device.heldBytes();
    }
    return held > 0 ? tr("Device memory: %1").arg(describeBytes(held)) : tr("Device memory: none");
}

QString memoryInWords(const std::vector<session::DeviceMemory>& memory,
                      const std::vector<session::DeviceInfo>& devices,
                      const session::DeviceInfo* current) {
    QStringList lines;
    bool simulated = current && current->simulated;
    bool real = false;
    for (const session::DeviceMemory& device : memory) {
        if (device.nothing()) {
            continue;
        }
        lines << tr("%1: %2").arg(heldDeviceName(device, devices), heldInWords(device));
        simulated = simulated || device.simulated;
        real = real || !device.simulated;
    }
    if (lines.isEmpty()) {
        lines << tr("No device memory is held.");
    }
    if (real) {
        lines << tr("Memory held for the next run is released after half a minute without a run.");
    }
    if (simulated) {
        lines << tr("A simulated device does not use a pool: each buffer is a separate allocation "
                    "in this computer's memory, and is freed after its run unless it is resident.");
    }
    return lines.join(u'\n');
}

} // namespace warpbench::ui
