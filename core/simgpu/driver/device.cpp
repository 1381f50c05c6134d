// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/simgpu/driver/device.h"

#include "core/simgpu/driver/launch/launch_capture.h"
#include "core/simgpu/driver/memory/memory_pool.h"
#include "core/simgpu/driver/runtime.h"

#include <cstring>
#include <random>

namespace warpbench::simgpu::driver {

namespace {

/// The preferred start of a device's memory: where hosts and GPUs place nothing, and where two
/// processes hardly ever choose the same. A project with addresses from another process, or from a
/// real GPU, finds them free.
std::uint64_t memoryPlace(int ordinal) {
    if (launchesAreCaptured())
        return memoryPlaceForCapture(ordinal);
    constexpr std::uint64_t kQuiet = 0x1100'0000'0000; // to 0x3900'0000'0000
    constexpr std::uint64_t kStep = std::uint64_t(1) << 32;
    constexpr std::uint64_t kSteps = 0x2800;
    std::random_device random;
    return kQuiet + kStep * (random() % kSteps);
}

} // namespace

Device::Device(int ordinal, const Model& model, std::uint64_t memoryBytes)
    : m_ordinal(ordinal)
    , m_model(model)
    , m_memory(std::make_shared<engine::DeviceMemory>(memoryBytes, memoryPlace(ordinal))) {}

int Device::attribute(int number) const {
    switch (number) {
    case CU_DEVICE_ATTRIBUTE_PCI_BUS_ID:
        return pciBus();
    case CU_DEVICE_ATTRIBUTE_PCI_DEVICE_ID:
        return 0;
    case CU_DEVICE_ATTRIBUTE_PCI_DOMAIN_ID:
        return pciDomain();
    case CU_DEVICE_ATTRIBUTE_MULTI_GPU_BOARD_GROUP_ID:
        return m_ordinal;
    default:
        break;
    }
    const auto it = m_model.attributes.find(number);
    require(it != m_model.attributes.end());
    return it->second;
}

CUuuid Device::uuid() const noexcept {
    CUuuid uuid{};
    // Not random: the same device has the same name every time. "WBSIM", the model, the ordinal.
    const std::string text = "WBSIM" + m_model.key;
    std::memcpy(uuid.bytes, text.data(), std::min<std::size_t>(text.size(), 15));
    uuid.bytes[15] = static_cast<char>(m_ordinal);
    return uuid;
}

// A separate domain, so that a simulated GPU's PCI id never equals a real one's.
int Device::pciDomain() const noexcept {
    return 0x5742;
}

std::shared_ptr<Context> Device::retainPrimary() {
    const std::lock_guard lock(m_mutex);
    if (!m_primary) {
        m_primary = std::make_shared<Context>(*this, m_primaryFlags, 3020, true);
        m_primary->setHandle(toHandle<CUcontext>(Runtime::get().contexts.add(m_primary)));
    } else if (m_primaryUses == 0) {
        m_primary->setFlags(m_primaryFlags);
        m_primary->revive();
    }
    ++m_primaryUses;
    return m_primary;
}

void Device::releasePrimary() {
    const std::lock_guard lock(m_mutex);
    require(m_primaryUses > 0, CUDA_ERROR_INVALID_CONTEXT);
    if (--m_primaryUses == 0)
        m_primary->destroyContents();
}

void Device::resetPrimary() {
    const std::lock_guard lock(m_mutex);
    if (m_primaryUses > 0) {
        m_primary->destroyContents();
        m_primary->revive();
    }
    m_primaryFlags = 0;
}

void Device::setPrimaryFlags(unsigned int flags) {
    const std::lock_guard lock(m_mutex);
    m_primaryFlags = flags;
    if (m_primary && m_primaryUses > 0)
        m_primary->setFlags(flags);
}

void Device::primaryState(unsigned int& flags, bool& active) const {
    const std::lock_guard lock(m_mutex);
    flags = m_primaryFlags;
    active = m_primaryUses > 0;
}

std::shared_ptr<MemoryPool> Device::defaultPool() {
    const std::lock_guard lock(m_mutex);
    if (!m_defaultPool) {
        m_defaultPool = std::make_shared<MemoryPool>(*this, 0);
        m_defaultPool->setHandle(toHandle<CUmemoryPool>(Runtime::get().pools.add(m_defaultPool)));
    }
    return m_defaultPool;
}

std::shared_ptr<MemoryPool> Device::currentPool() {
    {
        const std::lock_guard lock(m_mutex);
        if (m_currentPool)
            return m_currentPool;
    }
    return defaultPool();
}

void Device::setCurrentPool(std::shared_ptr<MemoryPool> pool) {
    const std::lock_guard lock(m_mutex);
    m_currentPool = std::move(pool);
}

} // namespace warpbench::simgpu::driver
