// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/cuda/fixed_memory.h"

#include "core/base/bytes_text.h"
#include "core/base/error.h"
#include "core/cuda/context_state.h"

#include <fmt/format.h>

#include <algorithm>

namespace warpbench::cuda {

namespace {

/// NVIDIA's driver only honours a requested address if address and size are multiples of this
/// (driver 580 on an H200); other requests get other addresses.
constexpr std::uint64_t kReservationUnit = 32u << 20;

CUmemAllocationProp memoryOnDevice(int ordinal) {
    CUmemAllocationProp properties{};
    properties.type = CU_MEM_ALLOCATION_TYPE_PINNED;
    properties.location.type = CU_MEM_LOCATION_TYPE_DEVICE;
    properties.location.id = ordinal;
    return properties;
}

/// The unit of mappings in bytes; 0 if the device does not support virtual memory management.
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

/// Spans of whole units that hold all of these, in ascending order, none next to another.
std::vector<AddressSpan> merged(std::vector<AddressSpan> spans, std::uint64_t unit) {
    std::sort(spans.begin(), spans.end(),
              [](const AddressSpan& a, const AddressSpan& b) { return a.begin < b.begin; });
    std::vector<AddressSpan> result;
    for (const AddressSpan& one : spans) {
        const std::uint64_t begin = one.begin / unit * unit;
        const std::uint64_t end = (one.end() + unit - 1) / unit * unit;
        if (!result.empty() && begin <= result.back().end())
            result.back().bytes = std::max(end, result.back().end()) - result.back().begin;
        else
            result.push_back({begin, end - begin});
    }
    return result;
}

/// Reserved addresses, and the memory that is mapped at some of them.
class FixedMapping {
  public:
    FixedMapping(const Context& context, AddressSpan reserved)
        : m_context(context)
        , m_reserved(reserved) {
        CUdeviceptr given = 0;
        const CUresult code =
            api().memAddressReserve(&given, m_reserved.bytes, 0, m_reserved.begin, 0);
        if (code == CUDA_SUCCESS && given == m_reserved.begin)
            return;
        if (code == CUDA_SUCCESS)
            api().memAddressFree(given, m_reserved.bytes);
        throw Error(ErrorKind::device,
                    {"WB1811",
                     "the addresses {first} to {last} are not free on this device, but buffers of "
                     "the project need them",
                     "run it again, or on a simulated GPU; or remove \"address\" if no pointer in "
                     "memory points to the buffer",
                     {{"first", fmt::format("{:#x}", m_reserved.begin)},
                      {"last", fmt::format("{:#x}", m_reserved.end())}}});
    }
    ~FixedMapping() {
        for (const AddressSpan& span : m_mapped)
            api().memUnmap(span.begin, span.bytes);
        api().memAddressFree(m_reserved.begin, m_reserved.bytes);
    }
    FixedMapping(const FixedMapping&) = delete;
    FixedMapping& operator=(const FixedMapping&) = delete;

    void map(const AddressSpan& span) {
        CUmemGenericAllocationHandle handle = 0;
        const CUmemAllocationProp properties = memoryOnDevice(m_context.device().ordinal());
        check(api().memCreate(&handle, span.bytes, &properties, 0), "cuMemCreate", span);
        const CUresult mapped = api().memMap(span.begin, span.bytes, 0, handle, 0);
        api().memRelease(handle); // the mapping keeps the memory
        check(mapped, "cuMemMap", span);
        m_mapped.push_back(span);
        CUmemAccessDesc access{};
        access.location = properties.location;
        access.flags = CU_MEM_ACCESS_FLAGS_PROT_READWRITE;
        check(api().memSetAccess(span.begin, span.bytes, &access, 1), "cuMemSetAccess", span);
    }

  private:
    const DriverApi& api() const { return m_context.driver().api(); }

    void check(CUresult code, const char* call, const AddressSpan& span) const {
        if (code != CUDA_SUCCESS)
            m_context.state()->raise(code, call, saidByteCount(span.bytes));
    }

    Context m_context;
    AddressSpan m_reserved;
    std::vector<AddressSpan> m_mapped;
};

} // namespace

std::vector<FixedMemory> FixedMemory::map(const Context& context,
                                          const std::vector<AddressSpan>& wanted) {
    if (wanted.empty())
        return {};
    const ContextScope scope(context);
    const std::uint64_t page = granularityOf(context);
    if (page == 0)
        throw Error(ErrorKind::device,
                    {"WB1812",
                     "this device does not let a program choose addresses, but buffers of the "
                     "project have fixed ones",
                     "run it on another GPU or on a simulated one"});
    std::vector<FixedMemory> result;
    const std::vector<AddressSpan> pieces = merged(wanted, page);
    for (const AddressSpan& reserved : merged(wanted, std::max(page, kReservationUnit))) {
        const auto mapping = std::make_shared<FixedMapping>(context, reserved);
        std::uint64_t bytes = 0;
        for (const AddressSpan& piece : pieces)
            if (piece.begin >= reserved.begin && piece.end() <= reserved.end()) {
                mapping->map(piece);
                bytes += piece.bytes;
            }
        result.push_back({mapping, std::size_t(bytes)});
    }
    return result;
}

} // namespace warpbench::cuda
