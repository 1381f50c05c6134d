// SPDX-License-Identifier: GPL-3.0-or-later
// Graph nodes by kind. For some, the driver needs a context: the thread's current one is
// used.
#include "core/cudart/copies.h"
#include "core/cudart/registry.h"

#include <cstring>

using namespace warpbench::cudart;

namespace {

CUcontext context() {
    CUcontext current = nullptr;
    return useContext() == CUDA_SUCCESS && cuCtxGetCurrent(&current) == CUDA_SUCCESS ? current
                                                                                     : nullptr;
}

/// The versions of the runtime's and of the driver's structs have the same members.
template <class Parameters, class DriverParameters>
cudaError_t kernelToDriver(const Parameters& from, DriverParameters& to) {
    CUkernel kernel = nullptr;
    const cudaError_t found = kernelOf(from.func, kernel);
    if (found != cudaSuccess)
        return found;
    to = {};
    to.gridDimX = from.gridDim.x;
    to.gridDimY = from.gridDim.y;
    to.gridDimZ = from.gridDim.z;
    to.blockDimX = from.blockDim.x;
    to.blockDimY = from.blockDim.y;
    to.blockDimZ = from.blockDim.z;
    to.sharedMemBytes = from.sharedMemBytes;
    to.kernelParams = from.kernelParams;
    to.extra = from.extra;
    to.kern = kernel;
    to.ctx = context();
    return cudaSuccess;
}

CUkernel kernelOfNode(const CUDA_KERNEL_NODE_PARAMS& parameters) {
    return parameters.kern ? parameters.kern : reinterpret_cast<CUkernel>(parameters.func);
}

const CUDA_MEMSET_NODE_PARAMS* driverFill(const cudaMemsetParams* parameters) {
    static_assert(sizeof(cudaMemsetParams) == sizeof(CUDA_MEMSET_NODE_PARAMS));
    return reinterpret_cast<const CUDA_MEMSET_NODE_PARAMS*>(parameters);
}
const CUDA_HOST_NODE_PARAMS* driverHost(const cudaHostNodeParams* parameters) {
    static_assert(sizeof(cudaHostNodeParams) == sizeof(CUDA_HOST_NODE_PARAMS));
    return reinterpret_cast<const CUDA_HOST_NODE_PARAMS*>(parameters);
}

/// A copy of one row, as in the one-dimensional functions.
cudaMemcpy3DParms oneRow(void* to, const void* from, std::size_t bytes, cudaMemcpyKind kind) {
    cudaMemcpy3DParms copy{};
    copy.srcPtr = {const_cast<void*>(from), bytes, bytes, 1};
    copy.dstPtr = {to, bytes, bytes, 1};
    copy.extent = {bytes, 1, 1};
    copy.kind = kind;
    return copy;
}

cudaError_t symbolPlace(const void* symbol, std::size_t bytes, std::size_t offset, void*& place) {
    Symbol found;
    const cudaError_t error = symbolOf(symbol, found);
    if (error != cudaSuccess)
        return error;
    if (offset > found.bytes || bytes > found.bytes - offset)
        return keep(cudaErrorInvalidValue);
    place = as<void*>(found.pointer + offset);
    return cudaSuccess;
}

/// Any kind of node. Kinds that are not listed have the driver's layout.
cudaError_t nodeToDriver(const cudaGraphNodeParams& from, CUgraphNodeParams& to) {
    static_assert(sizeof(CUgraphNodeParams) == sizeof(cudaGraphNodeParams));
    std::memcpy(&to, &from, sizeof to);
    switch (from.type) {
    case cudaGraphNodeTypeKernel:
        return kernelToDriver(from.kernel, to.kernel);
    case cudaGraphNodeTypeMemcpy:
        to.memcpy = {};
        to.memcpy.flags = from.memcpy.flags;
        to.memcpy.copyCtx = context();
        return keep(toDriver(from.memcpy.copyParams, to.memcpy.copyParams));
    case cudaGraphNodeTypeMemset:
        to.memset.ctx = context();
        return cudaSuccess;
    case cudaGraphNodeTypeConditional:
        to.conditional.ctx = context();
        return cudaSuccess;
    default:
        return cudaSuccess;
    }
}

} // namespace

extern "C" {

cudaError_t cudaGraphAddKernelNode(cudaGraphNode_t* node, cudaGraph_t graph,
                                   const cudaGraphNode_t* after, std::size_t count,
                                   const cudaKernelNodeParams* parameters) {
    CUDA_KERNEL_NODE_PARAMS converted{};
    const cudaError_t valid =
        parameters ? kernelToDriver(*parameters, converted) : keep(cudaErrorInvalidValue);
    return valid == cudaSuccess ? call(cuGraphAddKernelNode, node, graph, after, count,
                                       static_cast<const CUDA_KERNEL_NODE_PARAMS*>(&converted))
                                : valid;
}
cudaError_t cudaGraphKernelNodeGetParams(cudaGraphNode_t node, cudaKernelNodeParams* parameters) {
    CUDA_KERNEL_NODE_PARAMS from{};
    const cudaError_t error = call(cuGraphKernelNodeGetParams, node, &from);
    if (error != cudaSuccess)
        return error;
    *parameters = {};
    parameters->func = standInOf(kernelOfNode(from));
    parameters->gridDim = {from.gridDimX, from.gridDimY, from.gridDimZ};
    parameters->blockDim = {from.blockDimX, from.blockDimY, from.blockDimZ};
    parameters->sharedMemBytes = from.sharedMemBytes;
    parameters->kernelParams = from.kernelParams;
    parameters->extra = from.extra;
    return cudaSuccess;
}
cudaError_t cudaGraphKernelNodeSetParams(cudaGraphNode_t node,
                                         const cudaKernelNodeParams* parameters) {
    CUDA_KERNEL_NODE_PARAMS converted{};
    const cudaError_t valid =
        parameters ? kernelToDriver(*parameters, converted) : keep(cudaErrorInvalidValue);
    return valid == cudaSuccess ? call(cuGraphKernelNodeSetParams, node,
                                       static_cast<const CUDA_KERNEL_NODE_PARAMS*>(&converted))
                                : valid;
}
cudaError_t cudaGraphExecKernelNodeSetParams(cudaGraphExec_t exec, cudaGraphNode_t node,
                                             const cudaKernelNodeParams* parameters) {
    CUDA_KERNEL_NODE_PARAMS converted{};
    const cudaError_t valid =
        parameters ? kernelToDriver(*parameters, converted) : keep(cudaErrorInvalidValue);
    return valid == cudaSuccess ? call(cuGraphExecKernelNodeSetParams, exec, node,
                                       static_cast<const CUDA_KERNEL_NODE_PARAMS*>(&converted))
                                : valid;
}
cudaError_t cudaGraphKernelNodeCopyAttributes(cudaGraphNode_t to, cudaGraphNode_t from) {
    return call(cuGraphKernelNodeCopyAttributes, to, from);
}
cudaError_t cudaGraphKernelNodeGetAttribute(cudaGraphNode_t node, cudaKernelNodeAttrID attribute,
                                            cudaKernelNodeAttrValue* value) {
    return call(cuGraphKernelNodeGetAttribute, node, as<CUkernelNodeAttrID>(attribute),
                reinterpret_cast<CUkernelNodeAttrValue*>(value));
}
cudaError_t cudaGraphKernelNodeSetAttribute(cudaGraphNode_t node, cudaKernelNodeAttrID attribute,
                                            const cudaKernelNodeAttrValue* value) {
    return call(cuGraphKernelNodeSetAttribute, node, as<CUkernelNodeAttrID>(attribute),
                reinterpret_cast<const CUkernelNodeAttrValue*>(value));
}

cudaError_t cudaGraphAddMemcpyNode(cudaGraphNode_t* node, cudaGraph_t graph,
                                   const cudaGraphNode_t* after, std::size_t count,
                                   const cudaMemcpy3DParms* copy) {
    CUDA_MEMCPY3D converted{};
    const cudaError_t valid = copy ? toDriver(*copy, converted) : cudaErrorInvalidValue;
    return valid == cudaSuccess ? call(cuGraphAddMemcpyNode, node, graph, after, count,
                                       static_cast<const CUDA_MEMCPY3D*>(&converted), context())
                                : keep(valid);
}
cudaError_t cudaGraphAddMemcpyNode1D(cudaGraphNode_t* node, cudaGraph_t graph,
                                     const cudaGraphNode_t* after, std::size_t count, void* to,
                                     const void* from, std::size_t bytes, cudaMemcpyKind kind) {
    const cudaMemcpy3DParms copy = oneRow(to, from, bytes, kind);
    return cudaGraphAddMemcpyNode(node, graph, after, count, &copy);
}
cudaError_t cudaGraphAddMemcpyNodeToSymbol(cudaGraphNode_t* node, cudaGraph_t graph,
                                           const cudaGraphNode_t* after, std::size_t count,
                                           const void* symbol, const void* from, std::size_t bytes,
                                           std::size_t offset, cudaMemcpyKind kind) {
    void* to = nullptr;
    const cudaError_t found = symbolPlace(symbol, bytes, offset, to);
    return found == cudaSuccess
               ? cudaGraphAddMemcpyNode1D(node, graph, after, count, to, from, bytes, kind)
               : found;
}
cudaError_t cudaGraphAddMemcpyNodeFromSymbol(cudaGraphNode_t* node, cudaGraph_t graph,
                                             const cudaGraphNode_t* after, std::size_t count,
                                             void* to, const void* symbol, std::size_t bytes,
                                             std::size_t offset, cudaMemcpyKind kind) {
    void* from = nullptr;
    const cudaError_t found = symbolPlace(symbol, bytes, offset, from);
    return found == cudaSuccess
               ? cudaGraphAddMemcpyNode1D(node, graph, after, count, to, from, bytes, kind)
               : found;
}
cudaError_t cudaGraphMemcpyNodeGetParams(cudaGraphNode_t node, cudaMemcpy3DParms* copy) {
    CUDA_MEMCPY3D from{};
    const cudaError_t error = call(cuGraphMemcpyNodeGetParams, node, &from);
    return error == cudaSuccess ? keep(fromDriver(from, *copy)) : error;
}
cudaError_t cudaGraphMemcpyNodeSetParams(cudaGraphNode_t node, const cudaMemcpy3DParms* copy) {
    CUDA_MEMCPY3D converted{};
    const cudaError_t valid = copy ? toDriver(*copy, converted) : cudaErrorInvalidValue;
    return valid == cudaSuccess ? call(cuGraphMemcpyNodeSetParams, node,
                                       static_cast<const CUDA_MEMCPY3D*>(&converted))
                                : keep(valid);
}
cudaError_t cudaGraphMemcpyNodeSetParams1D(cudaGraphNode_t node, void* to, const void* from,
                                           std::size_t bytes, cudaMemcpyKind kind) {
    const cudaMemcpy3DParms copy = oneRow(to, from, bytes, kind);
    return cudaGraphMemcpyNodeSetParams(node, &copy);
}
cudaError_t cudaGraphMemcpyNodeSetParamsToSymbol(cudaGraphNode_t node, const void* symbol,
                                                 const void* from, std::size_t bytes,
                                                 std::size_t offset, cudaMemcpyKind kind) {
    void* to = nullptr;
    const cudaError_t found = symbolPlace(symbol, bytes, offset, to);
    return found == cudaSuccess ? cudaGraphMemcpyNodeSetParams1D(node, to, from, bytes, kind)
                                : found;
}
cudaError_t cudaGraphMemcpyNodeSetParamsFromSymbol(cudaGraphNode_t node, void* to,
                                                   const void* symbol, std::size_t bytes,
                                                   std::size_t offset, cudaMemcpyKind kind) {
    void* from = nullptr;
    const cudaError_t found = symbolPlace(symbol, bytes, offset, from);
    return found == cudaSuccess ? cudaGraphMemcpyNodeSetParams1D(node, to, from, bytes, kind)
                                : found;
}
cudaError_t cudaGraphExecMemcpyNodeSetParams(cudaGraphExec_t exec, cudaGraphNode_t node,
                                             const cudaMemcpy3DParms* copy) {
    CUDA_MEMCPY3D converted{};
    const cudaError_t valid = copy ? toDriver(*copy, converted) : cudaErrorInvalidValue;
    return valid == cudaSuccess ? call(cuGraphExecMemcpyNodeSetParams, exec, node,
                                       static_cast<const CUDA_MEMCPY3D*>(&converted), context())
                                : keep(valid);
}
cudaError_t cudaGraphExecMemcpyNodeSetParams1D(cudaGraphExec_t exec, cudaGraphNode_t node, void* to,
                                               const void* from, std::size_t bytes,
                                               cudaMemcpyKind kind) {
    const cudaMemcpy3DParms copy = oneRow(to, from, bytes, kind);
    return cudaGraphExecMemcpyNodeSetParams(exec, node, &copy);
}
cudaError_t cudaGraphExecMemcpyNodeSetParamsToSymbol(cudaGraphExec_t exec, cudaGraphNode_t node,
                                                     const void* symbol, const void* from,
                                                     std::size_t bytes, std::size_t offset,
                                                     cudaMemcpyKind kind) {
    void* to = nullptr;
    const cudaError_t found = symbolPlace(symbol, bytes, offset, to);
    return found == cudaSuccess
               ? cudaGraphExecMemcpyNodeSetParams1D(exec, node, to, from, bytes, kind)
               : found;
}
cudaError_t cudaGraphExecMemcpyNodeSetParamsFromSymbol(cudaGraphExec_t exec, cudaGraphNode_t node,
                                                       void* to, const void* symbol,
                                                       std::size_t bytes, std::size_t offset,
                                                       cudaMemcpyKind kind) {
    void* from = nullptr;
    const cudaError_t found = symbolPlace(symbol, bytes, offset, from);
    return found == cudaSuccess
               ? cudaGraphExecMemcpyNodeSetParams1D(exec, node, to, from, bytes, kind)
               : found;
}

cudaError_t cudaGraphAddMemsetNode(cudaGraphNode_t* node, cudaGraph_t graph,
                                   const cudaGraphNode_t* after, std::size_t count,
                                   const cudaMemsetParams* parameters) {
    return call(cuGraphAddMemsetNode, node, graph, after, count, driverFill(parameters), context());
}
cudaError_t cudaGraphMemsetNodeGetParams(cudaGraphNode_t node, cudaMemsetParams* parameters) {
    return call(cuGraphMemsetNodeGetParams, node,
                reinterpret_cast<CUDA_MEMSET_NODE_PARAMS*>(parameters));
}
cudaError_t cudaGraphMemsetNodeSetParams(cudaGraphNode_t node, const cudaMemsetParams* parameters) {
    return call(cuGraphMemsetNodeSetParams, node, driverFill(parameters));
}
cudaError_t cudaGraphExecMemsetNodeSetParams(cudaGraphExec_t exec, cudaGraphNode_t node,
                                             const cudaMemsetParams* parameters) {
    return call(cuGraphExecMemsetNodeSetParams, exec, node, driverFill(parameters), context());
}

cudaError_t cudaGraphAddHostNode(cudaGraphNode_t* node, cudaGraph_t graph,
                                 const cudaGraphNode_t* after, std::size_t count,
                                 const cudaHostNodeParams* parameters) {
    return call(cuGraphAddHostNode, node, graph, after, count, driverHost(parameters));
}
cudaError_t cudaGraphHostNodeGetParams(cudaGraphNode_t node, cudaHostNodeParams* parameters) {
    return call(cuGraphHostNodeGetParams, node,
                reinterpret_cast<CUDA_HOST_NODE_PARAMS*>(parameters));
}
cudaError_t cudaGraphHostNodeSetParams(cudaGraphNode_t node, const cudaHostNodeParams* parameters) {
    return call(cuGraphHostNodeSetParams, node, driverHost(parameters));
}
cudaError_t cudaGraphExecHostNodeSetParams(cudaGraphExec_t exec, cudaGraphNode_t node,
                                           const cudaHostNodeParams* parameters) {
    return call(cuGraphExecHostNodeSetParams, exec, node, driverHost(parameters));
}

cudaError_t cudaGraphAddChildGraphNode(cudaGraphNode_t* node, cudaGraph_t graph,
                                       const cudaGraphNode_t* after, std::size_t count,
                                       cudaGraph_t child) {
    return call(cuGraphAddChildGraphNode, node, graph, after, count, child);
}
cudaError_t cudaGraphChildGraphNodeGetGraph(cudaGraphNode_t node, cudaGraph_t* child) {
    return call(cuGraphChildGraphNodeGetGraph, node, child);
}
cudaError_t cudaGraphExecChildGraphNodeSetParams(cudaGraphExec_t exec, cudaGraphNode_t node,
                                                 cudaGraph_t child) {
    return call(cuGraphExecChildGraphNodeSetParams, exec, node, child);
}
cudaError_t cudaGraphAddEmptyNode(cudaGraphNode_t* node, cudaGraph_t graph,
                                  const cudaGraphNode_t* after, std::size_t count) {
    return call(cuGraphAddEmptyNode, node, graph, after, count);
}

cudaError_t cudaGraphAddEventRecordNode(cudaGraphNode_t* node, cudaGraph_t graph,
                                        const cudaGraphNode_t* after, std::size_t count,
                                        cudaEvent_t event) {
    return call(cuGraphAddEventRecordNode, node, graph, after, count, event);
}
cudaError_t cudaGraphEventRecordNodeGetEvent(cudaGraphNode_t node, cudaEvent_t* event) {
    return call(cuGraphEventRecordNodeGetEvent, node, event);
}
cudaError_t cudaGraphEventRecordNodeSetEvent(cudaGraphNode_t node, cudaEvent_t event) {
    return call(cuGraphEventRecordNodeSetEvent, node, event);
}
cudaError_t cudaGraphExecEventRecordNodeSetEvent(cudaGraphExec_t exec, cudaGraphNode_t node,
                                                 cudaEvent_t event) {
    return call(cuGraphExecEventRecordNodeSetEvent, exec, node, event);
}
cudaError_t cudaGraphAddEventWaitNode(cudaGraphNode_t* node, cudaGraph_t graph,
                                      const cudaGraphNode_t* after, std::size_t count,
                                      cudaEvent_t event) {
    return call(cuGraphAddEventWaitNode, node, graph, after, count, event);
}
cudaError_t cudaGraphEventWaitNodeGetEvent(cudaGraphNode_t node, cudaEvent_t* event) {
    return call(cuGraphEventWaitNodeGetEvent, node, event);
}
cudaError_t cudaGraphEventWaitNodeSetEvent(cudaGraphNode_t node, cudaEvent_t event) {
    return call(cuGraphEventWaitNodeSetEvent, node, event);
}
cudaError_t cudaGraphExecEventWaitNodeSetEvent(cudaGraphExec_t exec, cudaGraphNode_t node,
                                               cudaEvent_t event) {
    return call(cuGraphExecEventWaitNodeSetEvent, exec, node, event);
}

cudaError_t cudaGraphAddMemAllocNode(cudaGraphNode_t* node, cudaGraph_t graph,
                                     const cudaGraphNode_t* after, std::size_t count,
                                     cudaMemAllocNodeParams* parameters) {
    static_assert(sizeof(cudaMemAllocNodeParams) == sizeof(CUDA_MEM_ALLOC_NODE_PARAMS));
    return call(cuGraphAddMemAllocNode, node, graph, after, count,
                reinterpret_cast<CUDA_MEM_ALLOC_NODE_PARAMS*>(parameters));
}
cudaError_t cudaGraphMemAllocNodeGetParams(cudaGraphNode_t node,
                                           cudaMemAllocNodeParams* parameters) {
    return call(cuGraphMemAllocNodeGetParams, node,
                reinterpret_cast<CUDA_MEM_ALLOC_NODE_PARAMS*>(parameters));
}
cudaError_t cudaGraphAddMemFreeNode(cudaGraphNode_t* node, cudaGraph_t graph,
                                    const cudaGraphNode_t* after, std::size_t count,
                                    void* pointer) {
    return call(cuGraphAddMemFreeNode, node, graph, after, count, address(pointer));
}
cudaError_t cudaGraphMemFreeNodeGetParams(cudaGraphNode_t node, void* pointer) {
    return call(cuGraphMemFreeNodeGetParams, node, static_cast<CUdeviceptr*>(pointer));
}

cudaError_t cudaGraphAddNode(cudaGraphNode_t* node, cudaGraph_t graph, const cudaGraphNode_t* after,
                             const cudaGraphEdgeData* edges, std::size_t count,
                             cudaGraphNodeParams* parameters) {
    CUgraphNodeParams converted{};
    const cudaError_t valid =
        parameters ? nodeToDriver(*parameters, converted) : keep(cudaErrorInvalidValue);
    if (valid != cudaSuccess)
        return valid;
    const cudaError_t error =
        call(cuGraphAddNode, node, graph, after, reinterpret_cast<const CUgraphEdgeData*>(edges),
             count, &converted);
    if (error == cudaSuccess && parameters->type == cudaGraphNodeTypeMemAlloc)
        parameters->alloc.dptr = as<void*>(converted.alloc.dptr);
    if (error == cudaSuccess && parameters->type == cudaGraphNodeTypeConditional)
        parameters->conditional.phGraph_out = converted.conditional.phGraph_out;
    return error;
}
cudaError_t cudaGraphNodeSetParams(cudaGraphNode_t node, cudaGraphNodeParams* parameters) {
    CUgraphNodeParams converted{};
    const cudaError_t valid =
        parameters ? nodeToDriver(*parameters, converted) : keep(cudaErrorInvalidValue);
    return valid == cudaSuccess ? call(cuGraphNodeSetParams, node, &converted) : valid;
}
cudaError_t cudaGraphExecNodeSetParams(cudaGraphExec_t exec, cudaGraphNode_t node,
                                       cudaGraphNodeParams* parameters) {
    CUgraphNodeParams converted{};
    const cudaError_t valid =
        parameters ? nodeToDriver(*parameters, converted) : keep(cudaErrorInvalidValue);
    return valid == cudaSuccess ? call(cuGraphExecNodeSetParams, exec, node, &converted) : valid;
}

} // extern "C"
