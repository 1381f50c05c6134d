// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/estimate/gpu_model.h"

namespace warpbench::estimate {

namespace {

/// CUDA C++ Programming Guide 13.0, "Arithmetic Instructions": lanes per cycle and SM.
void applyThroughput(GpuModel& model) {
    switch (model.computeCapability) {
    case 70:
        model.floatLanes = 64;
        model.doubleLanes = 32;
        model.matrixSpeed = 0.25;
        break;
    case 75:
        model.floatLanes = 64;
        model.doubleLanes = 2;
        model.matrixSpeed = 0.25;
        break;
    case 80:
        model.floatLanes = 64;
        model.doubleLanes = 32;
        model.matrixSpeed = 0.6;
        break;
    case 86:
    case 87:
    case 89:
    case 120:
        model.doubleLanes = 2;
        model.matrixSpeed = 0.3;
        break;
    default:
        break;
    }
}

/// If not measured, L2 bandwidth is assumed to scale with the number of multiprocessors.
void applyGuesses(GpuModel& model) {
    if (model.calibrated || model.computeCapability >= 90)
        return;
    model.l2BytesPerCycle = 32;
    model.l2WriteBytesPerCycle = 20;
    model.l2Latency = 220;
    model.dramLatency = 480;
}

} // namespace

const std::vector<GpuModel>& gpuModels() {
    static const std::vector<GpuModel> models = [] {
        std::vector<GpuModel> out;
        const auto add = [&](const char* name, int computeCapability, int multiprocessors,
                             double clockMHz, double dramGBs, double readShare, double writeShare,
                             std::uint64_t l2MiB, std::uint64_t l1KiB, bool calibrated,
                             const char* source) {
            GpuModel model;
            model.name = name;
            model.computeCapability = computeCapability;
            model.multiprocessors = multiprocessors;
            model.clockGHz = clockMHz / 1000;
            model.dramGBs = dramGBs;
            model.readShare = readShare;
            model.writeShare = writeShare;
            model.l2Bytes = l2MiB << 20;
            model.l1Bytes = l1KiB << 10;
            model.calibrated = calibrated;
            model.source = source;
            applyThroughput(model);
            applyGuesses(model);
            out.push_back(std::move(model));
        };
#define WB_GPU(...) add(__VA_ARGS__);
#include "core/estimate/gpu_models.inc"
#undef WB_GPU
        return out;
    }();
    return models;
}

const GpuModel* findModel(std::string_view device) {
    const GpuModel* best = nullptr;
    for (const GpuModel& model : gpuModels())
        if (device.find(model.name) != std::string_view::npos &&
            (!best || model.name.size() > best->name.size()))
            best = &model;
    return best;
}

} // namespace warpbench::estimate
