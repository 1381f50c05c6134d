// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/warpbench-cli/session_calls.h"
#include "app/warpbench-cli/verbs/verbs.h"
#include "core/base/bytes_text.h"
#include "core/base/version.h"

#include <nlohmann/json.hpp>

namespace warpbench::cli {

namespace {

nlohmann::json deviceJson(const session::DeviceInfo& device) {
    const bool known = device.ccMajor > 0;
    return {
        {"index", device.index},
        {"name", device.name},
        {"compute_capability",
         known ? nlohmann::json(device.computeCapability()) : nlohmann::json(nullptr)},
        {"memory_bytes", known ? nlohmann::json(device.memoryBytes) : nlohmann::json(nullptr)},
        {"simulated", device.simulated},
        {"selector", device.selector},
        {"driver", device.driver.empty() ? nlohmann::json(nullptr) : nlohmann::json(device.driver)},
        {"multiprocessors",
         known ? nlohmann::json(device.limits.multiprocessors) : nlohmann::json(nullptr)},
        {"problem", device.usable() ? nlohmann::json(nullptr) : nlohmann::json(device.problem)}};
}

} // namespace

int listDevices(Console& console) {
    BlockingSession session(console, session::WorkerHome::child_process);
    const auto devices = session.listDevices();
    if (console.json()) {
        nlohmann::json list = nlohmann::json::array();
        for (const session::DeviceInfo& device : devices)
            list.push_back(deviceJson(device));
        console.document({{"format", "warpbench-devices"},
                          {"version", 1},
                          {"warpbench", kVersion},
                          {"devices", list}});
        return 0;
    }
    Table table{{"index", "name", "cc", "memory", "selector", "driver", "usable"}, {}};
    for (const session::DeviceInfo& device : devices)
        table.rows.push_back({std::to_string(device.index), device.name,
                              device.ccMajor > 0 ? device.computeCapability() : "-",
                              device.ccMajor > 0 ? bytesText(device.memoryBytes) : "-",
                              device.selector, device.driver.empty() ? "-" : device.driver,
                              device.usable() ? "yes" : "no: " + device.problem});
    console.table(table);
    return 0;
}

} // namespace warpbench::cli
