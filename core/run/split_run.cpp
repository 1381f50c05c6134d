// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/run/split_run.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <exception>
#include <map>
#include <thread>
#include <utility>

namespace warpbench::session {

namespace {

/// Forwards the user's stop.
struct StopOthers {
    std::stop_source* others;
    void operator()() const { others->request_stop(); }
};

/// The part that best explains how the run ended: one that was stopped because of another does not.
const RunPart& tellingPart(const std::vector<RunPart>& parts) {
    const auto rank = [](const RunPart& part) {
        const DeviceRunResult& result = part.result;
        if (result.status == RunStatus::ok)
            return 0;
        if (result.status == RunStatus::cancelled)
            return 1;
        return result.faults.empty() ? (result.workerLost ? 2 : 3) : 4;
    };
    return *std::max_element(parts.begin(), parts.end(),
                             [&](const RunPart& a, const RunPart& b) { return rank(a) < rank(b); });
}

/// The setting for this many simulated devices of one model: WARPBENCH_SIMGPU=h200,h200
std::string variableFor(const DeviceInfo& device, int count) {
    const std::string model = device.selector.substr(device.selector.find(':') + 1);
    const std::vector<std::string> models(std::size_t(count), model);
    return fmt::format("WARPBENCH_SIMGPU={}", fmt::join(models, ","));
}

} // namespace

std::vector<DeviceInfo> devicesLike(const std::vector<DeviceInfo>& all, std::size_t chosen,
                                    int count) {
    const DeviceInfo& first = all.at(chosen);
    std::vector<DeviceInfo> list{first};
    const auto add = [&](bool sameModel) {
        for (const DeviceInfo& device : all) {
            const bool alike = device.simulated == first.simulated &&
                               device.ccMajor == first.ccMajor && device.ccMinor == first.ccMinor;
            if (int(list.size()) < count && device.usable() && alike &&
                device.index != first.index && (device.name == first.name) == sameModel)
                list.push_back(device);
        }
    };
    add(true);
    add(false);
    if (int(list.size()) < count)
        throw Error(
            ErrorKind::device,
            ErrorText(
                "WB1892",
                "the run is split over {count} devices, and of compute capability {capability} "
                "there {found}",
                {},
                {{"count", count},
                 {"capability", first.computeCapability()},
                 {"found", list.size() == 1 ? phrase("is 1")
                                            : phrase("are {count}", {{"count", list.size()}})}})
                .advised(first.simulated
                             ? phrase("use fewer (Set-up, Project; --devices), or "
                                      "start Warpbench with more simulated ones: {variable}",
                                      {{"variable", variableFor(first, count)}})
                             : phrase("use fewer (Set-up, Project; --devices), or --device sim")));
    return list;
}

std::vector<std::string> notesOnSharedDevices(const std::vector<DeviceInfo>& devices) {
    // A simulated device belongs to its process, and a selector permanently identifies a real one.
    std::map<std::pair<std::string, std::string>, std::vector<DeviceInfo>> ranksOf;
    for (const DeviceInfo& device : devices) {
        if (!device.simulated && !device.host.empty())
            ranksOf[{device.host, device.selector}].push_back(device);
    }
    std::vector<std::string> notes;
    for (const auto& [where, sharers] : ranksOf) {
        if (sharers.size() < 2)
            continue;
        std::vector<int> ranks;
        for (const DeviceInfo& device : sharers)
            ranks.push_back(device.index);
        notes.push_back(
            fmt::format("ranks {} on {} share one {} ({}), so their times are those of all of them "
                        "together; start as many ranks there as it has devices",
                        fmt::join(ranks, ", "), where.first, sharers.front().name, where.second));
    }
    return notes;
}

std::uint64_t newSharingGroup() {
    static std::atomic<std::uint64_t> last = 0;
    return ++last;
}

void runParts(DeviceWorker& worker, std::vector<RunPart>& parts, const std::stop_token& stop,
              const ProgressHandler& progress) {
    using Clock = std::chrono::steady_clock;
    std::stop_source others;
    const std::stop_callback passOn(stop, StopOthers{&others});
    std::vector<std::exception_ptr> errors(parts.size());
    const auto start = Clock::now();
    const auto run = [&](std::size_t index) {
        RunPart& part = parts[index];
        try {
            // One device reports progress: the others do the same.
            part.result =
                worker.run(part.request, others.get_token(),
                           index == 0 ? progress : ProgressHandler([](const Progress&) {}));
            if (part.result.status != RunStatus::ok)
                others.request_stop();
        } catch (...) {
            errors[index] = std::current_exception();
            others.request_stop();
        }
        part.busyMs = std::chrono::duration<double, std::milli>(Clock::now() - start).count();
    };
    {
        std::vector<std::jthread> threads;
        for (std::size_t i = 1; i < parts.size(); ++i)
            threads.emplace_back([&run, i] { run(i); });
        run(0);
    }
    for (const std::exception_ptr& error : errors)
        if (error)
            std::rethrow_exception(error);
}

DeviceRunResult mergedResult(const std::vector<RunPart>& parts) {
    const RunPart& telling = tellingPart(parts);
    DeviceRunResult merged = parts.front().result;
    merged.status = telling.result.status;
    merged.message = telling.result.message;
    if (merged.status == RunStatus::fault || merged.status == RunStatus::device_error)
        merged.message = phrase("{device}: {problem}",
                                {{"device", telling.device.place()}, {"problem", merged.message}});
    merged.failedLaunch = telling.result.failedLaunch;
    merged.noContext = telling.result.noContext;
    merged.faults.clear();
    merged.findings.clear();
    for (const RunPart& part : parts) {
        const auto add = [&](std::vector<Fault>& to, const std::vector<Fault>& from) {
            for (Fault fault : from) {
                fault.text = fmt::format("{}: {}", part.device.place(), fault.text);
                to.push_back(std::move(fault));
            }
        };
        add(merged.faults, part.result.faults);
        add(merged.findings, part.result.findings);
    }
    for (std::size_t i = 1; i < parts.size(); ++i) {
        const DeviceRunResult& other = parts[i].result;
        merged.transfers.insert(merged.transfers.end(), other.transfers.begin(),
                                other.transfers.end());
        merged.notes.insert(merged.notes.end(), other.notes.begin(), other.notes.end());
        merged.standardOutput += other.standardOutput;
        merged.checked = merged.checked && other.checked;
        merged.workerLost = merged.workerLost || other.workerLost;
        merged.downloadedAtFault = merged.downloadedAtFault && other.downloadedAtFault;
    }
    std::sort(merged.notes.begin(), merged.notes.end());
    merged.notes.erase(std::unique(merged.notes.begin(), merged.notes.end()), merged.notes.end());
    return merged;
}

} // namespace warpbench::session
