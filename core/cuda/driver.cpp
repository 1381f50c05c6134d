// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/cuda/driver.h"

#include "core/cuda/device.h"
#include "core/cuda/driver_loader.h"
#include "core/cuda/simulated_extras.h"

#include <mutex>

namespace warpbench::cuda {

void throwMissingEntryPoint(const char* name, bool simulated) {
    throw Error(ErrorKind::environment, {"WB1804",
                                         "{driver} has no {name}",
                                         "update the driver, or avoid the feature that needs it",
                                         {{"driver", simulated ? phrase("the simulated driver")
                                                               : phrase("this CUDA driver")},
                                          {"name", name}}});
}

Driver::Driver() = default;
Driver::~Driver() = default;

namespace {

/// Loads once; a failure is tried again at the next call, because a driver may be installed (or a
/// device be plugged in) while the program runs. Drivers are never unloaded: their threads, and
/// objects in static storage, may outlive main.
const Driver& loadOnce(const Driver*& slot, std::mutex& mutex, std::unique_ptr<Driver> (*load)()) {
    const std::lock_guard lock(mutex);
    if (!slot)
        slot = load().release();
    return *slot;
}

} // namespace

const Driver& Driver::openSystem() {
    static std::mutex mutex;
    static const Driver* driver = nullptr;
    return loadOnce(driver, mutex, &DriverLoader::loadSystem);
}

const Driver& Driver::openSimulated() {
    static std::mutex mutex;
    static const Driver* driver = nullptr;
    return loadOnce(driver, mutex, &DriverLoader::loadSimulated);
}

int Driver::deviceCount() const {
    int count = 0;
    check(m_api.deviceGetCount(&count), "cuDeviceGetCount");
    return count;
}

Device Driver::device(int ordinal) const {
    const int count = deviceCount();
    if (ordinal < 0 || ordinal >= count) {
        const ErrorText said{"WB1805",
                             "{driver} has no device {device}",
                             "choose 0 to {last}",
                             {{"driver", m_description}, {"device", ordinal}, {"last", count - 1}}};
        throw Error(ErrorKind::usage,
                    count == 0 ? said.advised(phrase("it has none at all")) : said);
    }
    CUdevice handle = 0;
    if (const CUresult code = m_api.deviceGet(&handle, ordinal); code != CUDA_SUCCESS)
        throw CudaError(*this, code, "cuDeviceGet",
                        phrase("device {number}", {{"number", ordinal}}));
    return Device(*this, ordinal, handle);
}

std::vector<Device> Driver::devices() const {
    std::vector<Device> all;
    const int count = deviceCount();
    all.reserve(static_cast<std::size_t>(count));
    for (int ordinal = 0; ordinal < count; ++ordinal)
        all.push_back(device(ordinal));
    return all;
}

} // namespace warpbench::cuda
