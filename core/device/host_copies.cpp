// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/device/host_copies.h"

#include "core/cuda/error.h"
#include "core/processes/shared_memory.h"

#include <utility>

namespace warpbench::session {

HostCopies::HostCopies(const cuda::Context& context, BlockSource blocks, std::uint64_t stagedBytes)
    : m_context(context)
    , m_source(std::move(blocks))
    , m_stagedBytes(stagedBytes) {}

HostCopies::Block& HostCopies::block(const HostPlace& place) {
    auto found = m_blocks.find(place.block);
    if (found == m_blocks.end()) {
        Block block;
        block.memory = m_source(place.block);
        block.firstRun = m_run;
        if (!block.memory)
            throw Error(ErrorKind::internal, {"WB1875",
                                              "memory block {block} is not known to the worker",
                                              {},
                                              {{"block", place.block}}});
        found = m_blocks.emplace(place.block, std::move(block)).first;
    }
    return found->second;
}

void HostCopies::lock(Block& block) {
    if (block.lockTried || m_context.device().simulated())
        return;
    block.lockTried = true;
    try {
        block.lock = cuda::RegisteredHostMemory::lock(m_context, block.memory->data(),
                                                      block.memory->size(), block.memory);
        m_lockedBlocks += block.memory->size();
    } catch (const cuda::CudaError& error) {
        // Another device of this process has locked it, for all of them. In all other cases
        // pageable copies are used, which are slower but also correct.
        block.lockedByOther = error.result() == CUDA_ERROR_HOST_MEMORY_ALREADY_REGISTERED;
    }
}

HostCopies::Side HostCopies::at(const HostPlace& place) {
    Block& found = block(place);
    const std::uint64_t bytes = found.memory->size();
    // A block that is freed with its run is not worth locking.
    if (bytes < m_stagedBytes || found.firstRun != m_run)
        lock(found);
    std::byte* const data = found.memory->data() + place.offset;
    return found.lock || found.lockedByOther ? Side{data, false} : pageable(data, bytes);
}

std::byte* HostCopies::locked(const HostPlace& place) {
    Block& found = block(place);
    lock(found);
    return found.memory->data() + place.offset;
}

HostCopies::Side HostCopies::pageable(std::byte* data, std::uint64_t bytes) const {
    return {data, bytes >= m_stagedBytes && !m_context.device().simulated()};
}

memory::StagingCopier& HostCopies::copier() {
    if (!m_copier)
        m_copier.emplace(m_context);
    return *m_copier;
}

void HostCopies::upload(CUdeviceptr target, const Side& source, std::uint64_t offset,
                        std::uint64_t bytes) {
    const std::byte* const from = source.data + offset;
    if (source.staged) {
        const cuda::Stream stream = cuda::Stream::defaultOf(m_context);
        const bool copied = copier().upload(stream, target, from, std::size_t(bytes));
        m_lockedChunks = copier().lockedBytes();
        stream.synchronize();
        if (copied)
            return;
        freeHeld(); // frees the allocated chunks; the driver's copy does not need them
    }
    cuda::copyToDevice(m_context, target, from, std::size_t(bytes));
}

void HostCopies::download(const Side& target, std::uint64_t offset, CUdeviceptr source,
                          std::uint64_t bytes) {
    std::byte* const to = target.data + offset;
    if (target.staged) {
        const bool copied =
            copier().download(cuda::Stream::defaultOf(m_context), to, source, std::size_t(bytes));
        m_lockedChunks = copier().lockedBytes();
        if (copied)
            return;
        freeHeld();
    }
    cuda::copyToHost(m_context, to, source, std::size_t(bytes));
}

void HostCopies::forgetBlock(std::uint64_t id) {
    const auto found = m_blocks.find(id);
    if (found == m_blocks.end())
        return;
    if (found->second.lock)
        m_lockedBlocks -= found->second.memory->size();
    m_blocks.erase(found);
}

void HostCopies::freeHeld() {
    m_copier.reset(); // waits for its copies
    m_lockedChunks = 0;
}

} // namespace warpbench::session
