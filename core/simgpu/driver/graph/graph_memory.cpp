// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/simgpu/driver/graph/graph_memory.h"

#include "core/simgpu/driver/graph/graph.h"
#include "core/simgpu/driver/runtime.h"

#include <algorithm>
#include <optional>

namespace warpbench::simgpu::driver {

using engine::VirtualAccess;

namespace {

/// Physical memory comes in pieces of this size, as on an H200, and addresses in units.
constexpr std::uint64_t kPiece = 32u << 20;
constexpr std::uint64_t kUnit = 512;
/// Nodes that are looked at to find out which come before an allocation. Addresses that those
/// further away free are not used again.
constexpr std::size_t kMostNodes = 4096;

std::uint64_t roundedUp(std::uint64_t bytes, std::uint64_t to) {
    return (bytes + to - 1) / to * to;
}

std::uint64_t piecesOf(std::uint64_t bytes) {
    return roundedUp(bytes, kPiece) / kPiece;
}

/// The nodes that come before the next one, nearest first.
std::set<const GraphNode*> nodesBefore(std::span<const GraphNodePtr> dependencies) {
    std::set<const GraphNode*> found;
    std::vector<const GraphNode*> open;
    const auto enter = [&](const GraphNodePtr& node) {
        if (found.size() < kMostNodes && found.insert(node.get()).second)
            open.push_back(node.get());
    };
    std::for_each(dependencies.begin(), dependencies.end(), enter);
    for (std::size_t next = 0; next < open.size(); ++next) {
        const auto& before = open[next]->dependencies;
        std::for_each(before.begin(), before.end(), enter);
    }
    return found;
}

} // namespace

std::uint64_t GraphMemoryBook::Holding::freePieces() const {
    std::uint64_t bytes = 0;
    for (const auto& weak : unfreed) {
        const auto memory = weak.lock();
        bytes += memory && memory->owed() ? memory->extent() : 0;
    }
    return pieces - std::min(pieces, piecesOf(bytes));
}

void GraphMemoryBook::reclaimEnded() {
    for (Holding& holding : m_holdings) {
        if (!holding.last || holding.last->done())
            m_idle += holding.give(holding.freePieces());
    }
    std::erase_if(m_holdings, [](const Holding& holding) { return holding.pieces == 0; });
}

std::uint64_t GraphMemoryBook::reserved() const {
    std::uint64_t pieces = m_idle;
    for (const Holding& holding : m_holdings)
        pieces += holding.pieces;
    return pieces * kPiece;
}

bool GraphMemoryBook::take(Device& device, const std::shared_ptr<const void>& instance,
                           std::uint64_t bytes, const Stream& stream) {
    const std::lock_guard lock(m_mutex);
    reclaimEnded();
    const std::uint64_t pieces = piecesOf(bytes);
    std::uint64_t wanted = pieces; // from what ends before this launch, from others, and new
    std::vector<std::pair<Holding*, std::uint64_t>> given;
    for (Holding& holding : m_holdings) {
        if (holding.stream != &stream && holding.instance.lock() != instance)
            continue;
        given.emplace_back(&holding, std::min(wanted, holding.freePieces()));
        wanted -= given.back().second;
    }
    const std::uint64_t idle = std::min(wanted, m_idle);
    if (!device.memory()->charge((wanted - idle) * kPiece))
        return false;
    m_idle -= idle;
    for (const auto& [holding, count] : given)
        holding->give(count);
    std::erase_if(m_holdings, [](const Holding& holding) { return holding.pieces == 0; });
    m_holdings.push_back({pieces, instance, &stream, nullptr, {}});
    m_reservedHigh = std::max(m_reservedHigh, reserved());
    m_usedHigh = std::max(m_usedHigh, reserved());
    return true;
}

void GraphMemoryBook::launched(const std::shared_ptr<const void>& instance, TaskPtr last,
                               std::vector<std::weak_ptr<GraphMemory>> unfreed) {
    const std::lock_guard lock(m_mutex);
    const auto holding =
        std::find_if(m_holdings.rbegin(), m_holdings.rend(),
                     [&](const Holding& one) { return one.instance.lock() == instance; });
    if (holding == m_holdings.rend())
        return;
    holding->last = std::move(last);
    holding->unfreed = std::move(unfreed);
}

void GraphMemoryBook::trim(Device& device) {
    const std::lock_guard lock(m_mutex);
    reclaimEnded();
    device.memory()->refund(m_idle * kPiece);
    m_idle = 0;
}

void GraphMemoryBook::keep(std::shared_ptr<GraphMemory> memory) {
    const std::lock_guard lock(m_mutex);
    m_kept.insert(std::move(memory));
}

void GraphMemoryBook::drop(const GraphMemory& memory) {
    std::shared_ptr<GraphMemory> last; // ends outside the lock
    const std::lock_guard lock(m_mutex);
    const auto it = std::find_if(m_kept.begin(), m_kept.end(),
                                 [&](const auto& kept) { return kept.get() == &memory; });
    if (it == m_kept.end())
        return;
    last = *it;
    m_kept.erase(it);
}

std::uint64_t GraphMemoryBook::attribute(CUgraphMem_attribute attribute) const {
    const std::lock_guard lock(m_mutex);
    switch (attribute) {
    case CU_GRAPH_MEM_ATTR_USED_MEM_CURRENT: // mapped by a graph, which an H200 never ends itself
    case CU_GRAPH_MEM_ATTR_RESERVED_MEM_CURRENT:
        return reserved();
    case CU_GRAPH_MEM_ATTR_USED_MEM_HIGH:
        return m_usedHigh;
    case CU_GRAPH_MEM_ATTR_RESERVED_MEM_HIGH:
        return m_reservedHigh;
    default:
        fail(CUDA_ERROR_INVALID_VALUE);
    }
}

void GraphMemoryBook::resetHigh(CUgraphMem_attribute attribute) {
    const std::lock_guard lock(m_mutex);
    if (attribute == CU_GRAPH_MEM_ATTR_USED_MEM_HIGH)
        m_usedHigh = reserved();
    else if (attribute == CU_GRAPH_MEM_ATTR_RESERVED_MEM_HIGH)
        m_reservedHigh = reserved();
    else
        fail(CUDA_ERROR_INVALID_VALUE);
}

std::shared_ptr<GraphMemory> GraphMemory::make(std::vector<Device*> devices, std::uint64_t bytes) {
    require(bytes <= devices.front()->memory()->capacity(), CUDA_ERROR_OUT_OF_MEMORY);
    std::shared_ptr<GraphMemory> memory(new GraphMemory(std::move(devices), bytes));
    Region region;
    region.kind = Region::Kind::graph;
    region.base = memory->address();
    region.size = bytes;
    region.device = &memory->device();
    region.graphMemory = memory;
    Runtime::get().memory().add(std::move(region));
    return memory;
}

std::shared_ptr<GraphMemory> GraphMemory::within(const std::shared_ptr<GraphMemory>& freed,
                                                 std::uint64_t address, std::uint64_t bytes) {
    std::shared_ptr<GraphMemory> memory(new GraphMemory(freed, address, bytes));
    const std::lock_guard lock(freed->m_mutex);
    freed->m_parts.push_back(memory);
    return memory;
}

GraphMemory::GraphMemory(std::vector<Device*> devices, std::uint64_t bytes)
    : m_devices(std::move(devices))
    , m_size(bytes)
    , m_range(std::make_unique<host::AddressRange>(bytes))
    , m_address(m_range->base()) {
    // Never decommitted, so that a copy at the wrong time reads old bytes instead of crashing.
    if (!m_range->commit(0, m_range->size()))
        throw std::bad_alloc();
    for (Device* device : m_devices)
        device->memory()->setVirtual(m_address, bytes, VirtualAccess::unmapped);
}

GraphMemory::GraphMemory(std::shared_ptr<GraphMemory> whole, std::uint64_t address,
                         std::uint64_t bytes)
    : m_devices(whole->m_devices)
    , m_size(bytes)
    , m_whole(std::move(whole))
    , m_address(address) {}

GraphMemory::~GraphMemory() {
    end();
    if (m_whole)
        return;
    Runtime::get().memory().removeAt(m_address,
                                     [](const Region& r) { return r.kind == Region::Kind::graph; });
    for (Device* device : m_devices)
        device->memory()->eraseVirtual(m_address, m_size);
}

std::uint64_t GraphMemory::extent() const noexcept {
    return roundedUp(m_size, kUnit);
}

std::shared_ptr<GraphMemory> GraphMemory::at(std::uint64_t address) {
    const auto region = Runtime::get().memory().find(address);
    auto whole =
        region && region->kind == Region::Kind::graph ? region->graphMemory.lock() : nullptr;
    if (!whole)
        return nullptr;
    const std::lock_guard lock(whole->m_mutex);
    for (auto part = whole->m_parts.rbegin(); part != whole->m_parts.rend(); ++part) {
        if (auto memory = part->lock(); memory && memory->address() == address)
            return memory;
    }
    return whole->address() == address ? whole : nullptr;
}

void GraphMemory::begin() {
    const std::lock_guard lock(m_mutex);
    m_live = true;
    for (Device* device : m_devices)
        device->memory()->setVirtual(m_address, m_size, VirtualAccess::readWrite);
}

void GraphMemory::end() {
    const std::lock_guard lock(m_mutex);
    if (!std::exchange(m_live, false))
        return;
    for (Device* device : m_devices)
        device->memory()->setVirtual(m_address, m_size, VirtualAccess::unmapped);
    host::AddressRange& range = m_whole ? *m_whole->m_range : *m_range;
    // Others may use the rest of the first and the last page.
    const std::uint64_t page = host::AddressRange::pageSize();
    const std::uint64_t first = roundedUp(m_address - range.base(), page);
    const std::uint64_t last =
        m_whole ? (m_address + m_size - range.base()) / page * page : range.size();
    if (first < last)
        range.discard(first, last - first);
}

bool GraphMemory::owed() const {
    const std::lock_guard lock(m_mutex);
    return m_owed;
}

void GraphMemory::setOwed(bool owed) {
    {
        const std::lock_guard lock(m_mutex);
        m_owed = owed;
    }
    if (owed)
        device().graphMemory().keep(shared_from_this());
    else
        device().graphMemory().drop(*this);
}

std::shared_ptr<GraphMemory> FreedAddresses::allocate(std::vector<Device*> devices,
                                                      std::uint64_t bytes,
                                                      std::span<const GraphNodePtr> before) {
    const std::uint64_t wanted = roundedUp(bytes, kUnit);
    std::optional<std::set<const GraphNode*>> earlier;
    for (Part& part : m_parts) {
        if (part.bytes < wanted || part.whole->devices() != devices)
            continue;
        if (!earlier)
            earlier = nodesBefore(before);
        if (!earlier->contains(part.freedBy))
            continue;
        auto memory = GraphMemory::within(part.whole, part.address, bytes);
        part.address += wanted;
        part.bytes -= wanted;
        std::erase_if(m_parts, [](const Part& one) { return one.bytes == 0; });
        return memory;
    }
    return GraphMemory::make(std::move(devices), bytes);
}

void FreedAddresses::add(const std::shared_ptr<GraphMemory>& memory, const GraphNode& freedBy) {
    m_parts.push_back({memory->whole() ? memory->whole() : memory, memory->address(),
                       memory->extent(), &freedBy});
}

} // namespace warpbench::simgpu::driver
