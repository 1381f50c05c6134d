// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/cuda/fixed_memory.h"

#include "core/base/bytes_text.h"
#include "core/base/error.h"
#include "core/cuda/context_state.h"

#include <fmt/format.h>

#include <algorithm>

namespace warpbench::cuda {

namespace {

CUmemAllocationProp memoryOnDevice(int ordinal) {
    CUmemAllocationProp properties{};
    properties.type = CU_MEM_ALLOCATION_TYPE_PINNED;
    properties.location.type = CU_MEM_LOCATION_TYPE_DEVICE;
    properties.location.id = ordinal;
    return properties;
}

/// The unit of mappings in bytes; 0 where the device has no virtual memory management.
std::uint64_t granularityOf(const Context& context) {
    const DriverApi& api = context.driver().api();
    if (!api.memGranularity || !api.memAddressReserve || !api.memAddressFree || !api.memCreate ||
        !api.memRelease || !api.memMap || !api.memUnmap || !api.memSetAccess ||
        context.device().attributeOrZero(CU_DEVICE_ATTRIBUTE_VIRTUAL_MEMORY_MANAGEMENT_SUPPORTED) ==
            0)
        return 0;
    const CUmemAllocationProp properties = memoryOnDevice(context.device().ordinal());
    std::size_t granularity = 0;
    const CUresult code =
        api.memGranularity(&granularity, &properties, CU_MEM_ALLOC_GRANULARITY_MINIMUM);
    return code == CUDA_SUCCESS ? granularity : 0;
}

/// Reserved addresses, and the memory that is mapped there.
class FixedMapping {
  public:
    FixedMapping(const Context& context, AddressSpan span)
        : m_context(context)
        , m_span(span) {
        reserve();
        CUmemGenericAllocationHandle handle = 0;
        const CUmemAllocationProp properties = memoryOnDevice(m_context.device().ordinal());
        check(api().memCreate(&handle, m_span.bytes, &properties, 0), "cuMemCreate");
        const CUresult mapped = api().memMap(m_span.begin, m_span.bytes, 0, handle, 0);
        api().memRelease(handle); // the mapping keeps the memory
        check(mapped, "cuMemMap");
        m_isMapped = true;
        CUmemAccessDesc access{};
        access.location = properties.location;
        access.flags = CU_MEM_ACCESS_FLAGS_PROT_READWRITE;
        check(api().memSetAccess(m_span.begin, m_span.bytes, &access, 1), "cuMemSetAccess");
    }
    ~FixedMapping() { release(); }
    FixedMapping(const FixedMapping&) = delete;
    FixedMapping& operator=(const FixedMapping&) = delete;

  private:
    const DriverApi& api() const { return m_context.driver().api(); }

    void reserve() const {
        CUdeviceptr given = 0;
        const CUresult code = api().memAddressReserve(&given, m_span.bytes, 0, m_span.begin, 0);
        if (code == CUDA_SUCCESS && given == m_span.begin)
            return;
        if (code == CUDA_SUCCESS)
            api().memAddressFree(given, m_span.bytes);
        throw Error(ErrorKind::device,
                    fmt::format("the addresses {:#x} to {:#x} are not free on this device, and "
                                "buffers of the project have to lie there",
                                m_span.begin, m_span.end()),
                    "run it again, or on a simulated GPU; or take \"address\" away where no "
                    "pointer in memory leads to the buffer");
    }

    void check(CUresult code, const char* call) {
        if (code == CUDA_SUCCESS)
            return;
        release();
        m_context.state()->raise(code, call, byteCount(m_span.bytes));
    }

    void release() {
        if (m_isMapped)
            api().memUnmap(m_span.begin, m_span.bytes);
        m_isMapped = false;
        if (m_isReserved)
            api().memAddressFree(m_span.begin, m_span.bytes);
        m_isReserved = false;
    }

    Context m_context;
    AddressSpan m_span;
    bool m_isReserved = true;
    bool m_isMapped = false;
};

} // namespace

std::vector<AddressSpan> FixedMemory::spansFor(const Context& context,
                                               const std::vector<AddressSpan>& wanted) {
    if (wanted.empty())
        return {};
    const std::uint64_t page = granularityOf(context);
    if (page == 0)
        throw Error(ErrorKind::device,
                    "this device does not let a program choose addresses, and buffers of the "
                    "project have some",
                    "run it on another GPU or on a simulated one");
    std::vector<AddressSpan> sorted = wanted;
    std::sort(sorted.begin(), sorted.end(),
              [](const AddressSpan& a, const AddressSpan& b) { return a.begin < b.begin; });
    std::vector<AddressSpan> spans;
    for (const AddressSpan& one : sorted) {
        const std::uint64_t begin = one.begin / page * page;
        const std::uint64_t end = (one.end() + page - 1) / page * page;
        if (!spans.empty() && begin <= spans.back().end())
            spans.back().bytes = std::max(end, spans.back().end()) - spans.back().begin;
        else
            spans.push_back({begin, end - begin});
    }
    return spans;
}

FixedMemory FixedMemory::map(const Context& context, AddressSpan span) {
    const ContextScope scope(context);
    return {std::make_shared<FixedMapping>(context, span), span};
}

} // namespace warpbench::cuda
