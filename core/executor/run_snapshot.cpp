// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/executor/run_snapshot.h"

#include "core/cuda/memory.h"

#include <algorithm>
#include <map>
#include <utility>

namespace warpbench::session {

void requireDone(int result, const ErrorText& action) {
    if (result != CUDA_SUCCESS)
        throw Error(ErrorKind::internal, {"WB1877",
                                          "the simulated GPU refused to {action} (error {number})",
                                          {},
                                          {{"action", action}, {"number", result}}});
}

RunSnapshot::RunSnapshot(const OpenDevice& device, const std::vector<MemoryRegion>& memory)
    : m_device(device) {
    for (const auto& [pointer, bytes] : memory) {
        Region& contents =
            m_regions.emplace_back(Region{pointer, std::vector<std::byte>(std::size_t(bytes))});
        cuda::copyToHost(device.context(), contents.bytes.data(), pointer, contents.bytes.size());
        Region marks{pointer, std::vector<std::byte>(std::size_t((bytes + 7) / 8)), bytes};
        const bool known = bytes > 0 && readWritten(marks, marks.bytes) == CUDA_SUCCESS;
        const std::vector<std::byte> all(marks.bytes.size(), std::byte{0xff});
        if (known && marks.bytes != all)
            m_regions.push_back(std::move(marks));
    }
    wbsimSavedHeap* heap = nullptr;
    requireDone(api().saveHeap(device.ordinal(), &heap), phrase("keep malloc's heap"));
    m_heap = {heap, api().forgetHeap};
}

std::vector<const std::vector<std::byte>*> RunSnapshot::contents() const {
    std::vector<const std::vector<std::byte>*> all;
    for (const Region& region : m_regions)
        all.push_back(&region.bytes);
    return all;
}

bool RunSnapshot::readNow(std::size_t index, const wbsimPlace& pause,
                          std::vector<std::byte>& to) const {
    const Region& region = m_regions[index];
    // The driver's copies wait for the launch to end.
    const int result = region.marked > 0
                           ? readWritten(region, to)
                           : api().readMemory(m_device.ordinal(), &pause, 0, WBSIM_SPACE_GLOBAL,
                                              region.pointer, to.data(), to.size());
    return result == CUDA_SUCCESS;
}

void RunSnapshot::putBack(const std::vector<StepCheckpoints::Page>& pages) const {
    requireDone(putHeapBack(), phrase("put malloc's heap back"));
    std::map<std::size_t, std::vector<std::byte>> written; ///< by region
    for (std::size_t i = 0; i < m_regions.size(); ++i) {
        const Region& region = m_regions[i];
        if (region.marked > 0)
            written[i] = region.bytes;
        else
            cuda::copyToDevice(m_device.context(), region.pointer, region.bytes.data(),
                               region.bytes.size());
    }
    for (const StepCheckpoints::Page& page : pages) {
        if (const auto marks = written.find(page.region); marks != written.end())
            std::copy(page.bytes->begin(), page.bytes->end(),
                      marks->second.begin() + std::ptrdiff_t(page.offset));
        else
            cuda::copyToDevice(m_device.context(), m_regions[page.region].pointer + page.offset,
                               page.bytes->data(), page.bytes->size());
    }
    for (const auto& [region, bits] : written) // copying counts as writing
        markUnwritten(m_regions[region], bits);
}

int RunSnapshot::putHeapBack() const {
    return api().restoreHeap(m_device.ordinal(), m_heap.get());
}

int RunSnapshot::readWritten(const Region& region, std::vector<std::byte>& to) const {
    return api().getWritten(m_device.ordinal(), nullptr, 0, WBSIM_SPACE_GLOBAL, region.pointer,
                            reinterpret_cast<std::uint8_t*>(to.data()), region.marked);
}

void RunSnapshot::markUnwritten(const Region& region, const std::vector<std::byte>& written) const {
    const auto isWritten = [&](std::uint64_t i) {
        return std::to_integer<unsigned>(written[std::size_t(i / 8)] >> int(i % 8) &
                                         std::byte{1}) != 0;
    };
    for (std::uint64_t first = 0; first < region.marked;) {
        std::uint64_t end = first;
        while (end < region.marked && !isWritten(end))
            ++end;
        if (end > first)
            m_device.extras()->markUninitialized(m_device.ordinal(), region.pointer + first,
                                                 end - first);
        first = end + 1;
    }
}

} // namespace warpbench::session
