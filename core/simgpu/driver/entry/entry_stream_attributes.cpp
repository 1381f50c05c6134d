// SPDX-License-Identifier: GPL-3.0-or-later
// Attributes of streams. The simulator does not model caches, domains or ways of waiting: values
// are stored and returned, but only the priority has an effect.
#include "core/simgpu/driver/runtime.h"

#include <algorithm>

using namespace warpbench::simgpu::driver;

namespace {

/// The attributes that cuda.h names CU_STREAM_ATTRIBUTE_….
void requireStreamAttribute(CUstreamAttrID attribute) {
    switch (attribute) {
    case CU_STREAM_ATTRIBUTE_ACCESS_POLICY_WINDOW:
    case CU_STREAM_ATTRIBUTE_SYNCHRONIZATION_POLICY:
    case CU_STREAM_ATTRIBUTE_PRIORITY:
    case CU_STREAM_ATTRIBUTE_MEM_SYNC_DOMAIN_MAP:
    case CU_STREAM_ATTRIBUTE_MEM_SYNC_DOMAIN:
        return;
    default:
        fail(CUDA_ERROR_INVALID_VALUE);
    }
}

void requireValid(const Stream& stream, CUstreamAttrID attribute, const CUstreamAttrValue& value) {
    const Device& device = stream.context()->device();
    switch (attribute) {
    case CU_STREAM_ATTRIBUTE_ACCESS_POLICY_WINDOW: {
        const auto& window = value.accessPolicyWindow;
        const auto most = static_cast<std::size_t>(
            device.attribute(CU_DEVICE_ATTRIBUTE_MAX_ACCESS_POLICY_WINDOW_SIZE));
        require(window.hitRatio >= 0 && window.hitRatio <= 1 && window.num_bytes <= most);
        require(window.hitProp >= CU_ACCESS_PROPERTY_NORMAL &&
                window.hitProp <= CU_ACCESS_PROPERTY_PERSISTING);
        require(window.missProp >= CU_ACCESS_PROPERTY_NORMAL &&
                window.missProp <= CU_ACCESS_PROPERTY_STREAMING);
        return;
    }
    case CU_STREAM_ATTRIBUTE_SYNCHRONIZATION_POLICY:
        require(value.syncPolicy >= CU_SYNC_POLICY_AUTO &&
                value.syncPolicy <= CU_SYNC_POLICY_BLOCKING_SYNC);
        return;
    case CU_STREAM_ATTRIBUTE_MEM_SYNC_DOMAIN:
        require(value.memSyncDomain == CU_LAUNCH_MEM_SYNC_DOMAIN_DEFAULT ||
                value.memSyncDomain == CU_LAUNCH_MEM_SYNC_DOMAIN_REMOTE);
        return;
    case CU_STREAM_ATTRIBUTE_MEM_SYNC_DOMAIN_MAP: {
        const int domains = device.attribute(CU_DEVICE_ATTRIBUTE_MEM_SYNC_DOMAIN_COUNT);
        require(value.memSyncDomainMap.default_ < domains &&
                value.memSyncDomainMap.remote < domains);
        return;
    }
    default:
        return;
    }
}

} // namespace

CUresult CUDAAPI cuStreamGetAttribute(CUstream hStream, CUstreamAttrID attr,
                                      CUstreamAttrValue* value_out) {
    return entry([&] {
        require(value_out != nullptr);
        const auto stream = Runtime::get().stream(hStream);
        requireStreamAttribute(attr);
        *value_out = stream->attribute(attr);
    });
}

CUresult CUDAAPI cuStreamSetAttribute(CUstream hStream, CUstreamAttrID attr,
                                      const CUstreamAttrValue* value) {
    return entry([&] {
        require(value != nullptr);
        const auto stream = Runtime::get().stream(hStream);
        requireStreamAttribute(attr);
        requireValid(*stream, attr, *value);
        stream->setAttribute(attr, *value);
    });
}

CUresult CUDAAPI cuStreamCopyAttributes(CUstream dst, CUstream src) {
    return entry([&] {
        const auto to = Runtime::get().stream(dst);
        const auto from = Runtime::get().stream(src);
        require(from->context() == to->context()); // "must have the same context"
        to->copyAttributes(*from);
    });
}

// Green contexts are not supported, so no stream belongs to one.
CUresult CUDAAPI cuStreamGetGreenCtx(CUstream hStream, CUgreenCtx* phCtx) {
    return entry([&] {
        require(phCtx != nullptr);
        Runtime::get().stream(hStream);
        *phCtx = nullptr;
    });
}
