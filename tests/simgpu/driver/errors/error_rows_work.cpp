// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/simgpu/driver/errors/error_rows.h"

namespace driver_errors {

namespace {

using E = Environment;

/// Runs the call with its own stream and two events.
template <typename Call>
CUresult withStream(const Driver& d, unsigned eventFlags, Call&& call) {
    CUstream stream = nullptr;
    CUevent first = nullptr, second = nullptr;
    D(cuStreamCreate)(&stream, CU_STREAM_NON_BLOCKING);
    D(cuEventCreate)(&first, eventFlags);
    D(cuEventCreate)(&second, eventFlags);
    const CUresult result = call(stream, first, second);
    D(cuStreamSynchronize)(stream);
    D(cuEventDestroy)(first);
    D(cuEventDestroy)(second);
    D(cuStreamDestroy)(stream);
    return result;
}

/// Runs the call with a capturing stream; the captured graph is discarded.
template <typename Call>
CUresult capturing(const Driver& d, Call&& call) {
    return withStream(d, 0, [&](CUstream stream, CUevent, CUevent) {
        D(cuStreamBeginCapture)(stream, CU_STREAM_CAPTURE_MODE_RELAXED);
        const CUresult result = call(stream);
        CUgraph graph = nullptr;
        D(cuStreamEndCapture)(stream, &graph);
        if (graph)
            D(cuGraphDestroy)(graph);
        return result;
    });
}

/// With a graph of two empty nodes.
template <typename Call>
CUresult withGraph(const Driver& d, Call&& call) {
    CUgraph graph = nullptr;
    CUgraphNode first = nullptr, second = nullptr;
    if (const CUresult result = D(cuGraphCreate)(&graph, 0); result != CUDA_SUCCESS)
        return result;
    D(cuGraphAddEmptyNode)(&first, graph, nullptr, 0);
    D(cuGraphAddEmptyNode)(&second, graph, nullptr, 0);
    const CUresult result = call(graph, first, second);
    D(cuGraphDestroy)(graph);
    return result;
}

/// With a graph that allocates memory and frees it.
template <typename Call>
CUresult withMemoryNodes(const Driver& d, Call&& call) {
    return withGraph(d, [&](CUgraph graph, CUgraphNode, CUgraphNode) {
        CUDA_MEM_ALLOC_NODE_PARAMS params{};
        params.poolProps.allocType = CU_MEM_ALLOCATION_TYPE_PINNED;
        params.poolProps.location.type = CU_MEM_LOCATION_TYPE_DEVICE;
        params.bytesize = 4096;
        CUgraphNode allocation = nullptr, release = nullptr;
        if (const CUresult result =
                D(cuGraphAddMemAllocNode)(&allocation, graph, nullptr, 0, &params);
            result != CUDA_SUCCESS)
            return result;
        D(cuGraphAddMemFreeNode)(&release, graph, &allocation, 1, params.dptr);
        return call(graph, allocation, release);
    });
}

std::vector<Row> streamRows() {
    return {
        {"cuStreamCreate to nowhere", CUDA_ERROR_INVALID_VALUE,
         [](const Driver& d, const E&) { return D(cuStreamCreate)(nullptr, 0); }},
        {"cuStreamCreate with unknown flags", CUDA_ERROR_INVALID_VALUE,
         [](const Driver& d, const E&) {
             CUstream stream = nullptr;
             return D(cuStreamCreate)(&stream, 0x100);
         }},
        {"cuStreamDestroy of null", CUDA_ERROR_INVALID_HANDLE,
         [](const Driver& d, const E&) { return D(cuStreamDestroy)(nullptr); }},
        {"cuStreamGetPriority to nowhere", CUDA_ERROR_INVALID_VALUE,
         [](const Driver& d, const E&) { return D(cuStreamGetPriority)(nullptr, nullptr); }},
        {"cuStreamWaitEvent of null", CUDA_ERROR_INVALID_HANDLE,
         [](const Driver& d, const E&) { return D(cuStreamWaitEvent)(nullptr, nullptr, 0); }},
        {"cuStreamWaitEvent with unknown flags", CUDA_ERROR_INVALID_VALUE,
         [](const Driver& d, const E&) {
             return withStream(d, 0, [&](CUstream stream, CUevent event, CUevent) {
                 return D(cuStreamWaitEvent)(stream, event, 0x100);
             });
         }},
        {"cuStreamAddCallback with flags", CUDA_ERROR_INVALID_VALUE,
         [](const Driver& d, const E&) {
             const CUstreamCallback nothing = [](CUstream, CUresult, void*) {};
             return D(cuStreamAddCallback)(nullptr, nothing, nullptr, 1);
         }},
        {"cuLaunchHostFunc of null", CUDA_ERROR_INVALID_VALUE,
         [](const Driver& d, const E&) { return D(cuLaunchHostFunc)(nullptr, nullptr, nullptr); }},
        {"cuStreamWriteValue32 to a crooked address", CUDA_ERROR_INVALID_VALUE,
         [](const Driver& d, const E& e) {
             return D(cuStreamWriteValue32)(nullptr, e.memory + 1, 0, 0);
         }},
        {"cuStreamWriteValue32 to no memory", CUDA_ERROR_INVALID_VALUE,
         [](const Driver& d, const E&) { return D(cuStreamWriteValue32)(nullptr, 0x1000, 0, 0); }},
        {"cuStreamQuery", CUDA_SUCCESS,
         [](const Driver& d, const E&) {
             return withStream(
                 d, 0, [&](CUstream stream, CUevent, CUevent) { return D(cuStreamQuery)(stream); });
         }},
        {"cuEventCreate with unknown flags", CUDA_ERROR_INVALID_VALUE,
         [](const Driver& d, const E&) {
             CUevent event = nullptr;
             return D(cuEventCreate)(&event, 0x100);
         }},
        {"cuEventCreate to nowhere", CUDA_ERROR_INVALID_VALUE,
         [](const Driver& d, const E&) { return D(cuEventCreate)(nullptr, 0); }},
        {"cuEventDestroy of null", CUDA_ERROR_INVALID_HANDLE,
         [](const Driver& d, const E&) { return D(cuEventDestroy)(nullptr); }},
        {"cuEventQuery of what was never recorded", CUDA_SUCCESS,
         [](const Driver& d, const E&) {
             return withStream(
                 d, 0, [&](CUstream, CUevent event, CUevent) { return D(cuEventQuery)(event); });
         }},
        {"cuEventElapsedTime of what was never recorded", CUDA_ERROR_INVALID_HANDLE,
         [](const Driver& d, const E&) {
             return withStream(d, 0, [&](CUstream, CUevent first, CUevent second) {
                 float ms = 0;
                 return D(cuEventElapsedTime)(&ms, first, second);
             });
         }},
        {"cuEventElapsedTime of events without times", CUDA_ERROR_INVALID_HANDLE,
         [](const Driver& d, const E&) {
             return withStream(d, CU_EVENT_DISABLE_TIMING,
                               [&](CUstream stream, CUevent first, CUevent second) {
                                   D(cuEventRecord)(first, stream);
                                   D(cuEventRecord)(second, stream);
                                   D(cuStreamSynchronize)(stream);
                                   float ms = 0;
                                   return D(cuEventElapsedTime)(&ms, first, second);
                               });
         }},
        // cuda.h does not say; driver 580.159's code.
        {"cuEventElapsedTime to nowhere", CUDA_ERROR_INVALID_HANDLE,
         [](const Driver& d, const E&) {
             return withStream(d, 0, [&](CUstream stream, CUevent first, CUevent second) {
                 D(cuEventRecord)(first, stream);
                 D(cuEventRecord)(second, stream);
                 D(cuStreamSynchronize)(stream);
                 return D(cuEventElapsedTime)(nullptr, first, second);
             });
         }},
        {"cuEventRecord of null", CUDA_ERROR_INVALID_HANDLE,
         [](const Driver& d, const E&) { return D(cuEventRecord)(nullptr, nullptr); }},
    };
}

/// How a capture ends in which the call was made; with an event that was recorded in it.
template <typename Call>
Row spoiledRow(const char* name, Call call) {
    return {name, CUDA_ERROR_STREAM_CAPTURE_INVALIDATED, [call](const Driver& d, const E&) {
                return withStream(d, 0, [&](CUstream stream, CUevent event, CUevent) {
                    D(cuStreamBeginCapture)(stream, CU_STREAM_CAPTURE_MODE_RELAXED);
                    D(cuEventRecord)(event, stream);
                    call(d, stream, event);
                    CUgraph graph = nullptr;
                    const CUresult result = D(cuStreamEndCapture)(stream, &graph);
                    if (graph)
                        D(cuGraphDestroy)(graph);
                    return result;
                });
            }};
}

std::vector<Row> captureRows() {
    return {
        {"cuStreamEndCapture without beginning", CUDA_ERROR_ILLEGAL_STATE,
         [](const Driver& d, const E&) {
             return withStream(d, 0, [&](CUstream stream, CUevent, CUevent) {
                 CUgraph graph = nullptr;
                 return D(cuStreamEndCapture)(stream, &graph);
             });
         }},
        {"cuStreamBeginCapture twice", CUDA_ERROR_ILLEGAL_STATE,
         [](const Driver& d, const E&) {
             return capturing(d, [&](CUstream stream) {
                 return D(cuStreamBeginCapture)(stream, CU_STREAM_CAPTURE_MODE_RELAXED);
             });
         }},
        {"cuStreamBeginCapture of the legacy stream", CUDA_ERROR_STREAM_CAPTURE_UNSUPPORTED,
         [](const Driver& d, const E&) {
             return D(cuStreamBeginCapture)(nullptr, CU_STREAM_CAPTURE_MODE_RELAXED);
         }},
        {"cuStreamBeginCapture in no mode", CUDA_ERROR_INVALID_VALUE,
         [](const Driver& d, const E&) {
             return withStream(d, 0, [&](CUstream stream, CUevent, CUevent) {
                 return D(cuStreamBeginCapture)(stream, static_cast<CUstreamCaptureMode>(9));
             });
         }},
        {"cuStreamSynchronize under capture", CUDA_ERROR_STREAM_CAPTURE_UNSUPPORTED,
         [](const Driver& d, const E&) {
             return capturing(d, [&](CUstream stream) { return D(cuStreamSynchronize)(stream); });
         }},
        {"cuStreamQuery under capture", CUDA_ERROR_STREAM_CAPTURE_UNSUPPORTED,
         [](const Driver& d, const E&) {
             return capturing(d, [&](CUstream stream) { return D(cuStreamQuery)(stream); });
         }},
        {"cuStreamAddCallback under capture", CUDA_ERROR_STREAM_CAPTURE_UNSUPPORTED,
         [](const Driver& d, const E&) {
             const CUstreamCallback nothing = [](CUstream, CUresult, void*) {};
             return capturing(d, [&](CUstream stream) {
                 return D(cuStreamAddCallback)(stream, nothing, nullptr, 0);
             });
         }},
        spoiledRow("cuStreamEndCapture after cuStreamSynchronize",
                   [](const Driver& d, CUstream stream, CUevent) {
                       D(cuStreamSynchronize)(stream);
                   }),
        spoiledRow("cuStreamEndCapture after cuStreamQuery",
                   [](const Driver& d, CUstream stream, CUevent) {
                       D(cuStreamQuery)
                       (stream);
                   }),
        spoiledRow("cuStreamEndCapture after cuCtxSynchronize",
                   [](const Driver& d, CUstream, CUevent) {
                       D(cuCtxSynchronize)
                       ();
                   }),
        spoiledRow("cuStreamEndCapture after cuEventQuery",
                   [](const Driver& d, CUstream, CUevent event) {
                       D(cuEventQuery)
                       (event);
                   }),
        spoiledRow("cuStreamEndCapture after cuEventSynchronize",
                   [](const Driver& d, CUstream, CUevent event) {
                       D(cuEventSynchronize)
                       (event);
                   }),
        spoiledRow("cuStreamEndCapture after cuStreamAddCallback",
                   [](const Driver& d, CUstream stream, CUevent) {
                       const CUstreamCallback nothing = [](CUstream, CUresult, void*) {};
                       D(cuStreamAddCallback)(stream, nothing, nullptr, 0);
                   }),
        {"cuEventElapsedTime of what was captured", CUDA_ERROR_CAPTURED_EVENT,
         [](const Driver& d, const E&) {
             return withStream(d, 0, [&](CUstream stream, CUevent first, CUevent second) {
                 D(cuEventRecord)(first, stream);
                 D(cuStreamBeginCapture)(stream, CU_STREAM_CAPTURE_MODE_RELAXED);
                 D(cuEventRecord)(second, stream);
                 float time = 0;
                 const CUresult result = D(cuEventElapsedTime)(&time, first, second);
                 CUgraph graph = nullptr;
                 D(cuStreamEndCapture)(stream, &graph);
                 D(cuGraphDestroy)(graph);
                 return result;
             });
         }},
        // Not documented: driver 580.159 takes any number.
        {"cuThreadExchangeStreamCaptureMode to none", CUDA_SUCCESS,
         [](const Driver& d, const E&) {
             auto mode = static_cast<CUstreamCaptureMode>(9);
             const CUresult result = D(cuThreadExchangeStreamCaptureMode)(&mode);
             D(cuThreadExchangeStreamCaptureMode)(&mode); // as it was
             return result;
         }},
    };
}

std::vector<Row> graphRows() {
    return {
        {"cuGraphCreate with flags", CUDA_ERROR_INVALID_VALUE,
         [](const Driver& d, const E&) {
             CUgraph graph = nullptr;
             return D(cuGraphCreate)(&graph, 1);
         }},
        {"cuGraphCreate to nowhere", CUDA_ERROR_INVALID_VALUE,
         [](const Driver& d, const E&) { return D(cuGraphCreate)(nullptr, 0); }},
        {"cuGraphLaunch of null", CUDA_ERROR_INVALID_VALUE,
         [](const Driver& d, const E&) { return D(cuGraphLaunch)(nullptr, nullptr); }},
        {"cuGraphAddDependencies on itself", CUDA_ERROR_INVALID_VALUE,
         [](const Driver& d, const E&) {
             return withGraph(d, [&](CUgraph graph, CUgraphNode first, CUgraphNode) {
                 return D(cuGraphAddDependencies)(graph, &first, &first, nullptr, 1);
             });
         }},
        {"cuGraphAddDependencies twice", CUDA_ERROR_INVALID_VALUE,
         [](const Driver& d, const E&) {
             return withGraph(d, [&](CUgraph graph, CUgraphNode first, CUgraphNode second) {
                 D(cuGraphAddDependencies)(graph, &first, &second, nullptr, 1);
                 return D(cuGraphAddDependencies)(graph, &first, &second, nullptr, 1);
             });
         }},
        {"cuGraphInstantiate of a circle", CUDA_ERROR_INVALID_VALUE,
         [](const Driver& d, const E&) {
             return withGraph(d, [&](CUgraph graph, CUgraphNode first, CUgraphNode second) {
                 D(cuGraphAddDependencies)(graph, &first, &second, nullptr, 1);
                 const CUresult back =
                     D(cuGraphAddDependencies)(graph, &second, &first, nullptr, 1);
                 CUgraphExec exec = nullptr;
                 return back != CUDA_SUCCESS ? back
                                             : D(cuGraphInstantiateWithFlags)(&exec, graph, 0);
             });
         }},
        {"cuGraphRemoveDependencies of none", CUDA_ERROR_INVALID_VALUE,
         [](const Driver& d, const E&) {
             return withGraph(d, [&](CUgraph graph, CUgraphNode first, CUgraphNode second) {
                 return D(cuGraphRemoveDependencies)(graph, &first, &second, nullptr, 1);
             });
         }},
        {"cuGraphKernelNodeGetParams of an empty node", CUDA_ERROR_INVALID_VALUE,
         [](const Driver& d, const E&) {
             return withGraph(d, [&](CUgraph, CUgraphNode first, CUgraphNode) {
                 CUDA_KERNEL_NODE_PARAMS params{};
                 return D(cuGraphKernelNodeGetParams)(first, &params);
             });
         }},
        {"cuGraphAddKernelNode of null", CUDA_ERROR_INVALID_VALUE,
         [](const Driver& d, const E&) {
             return withGraph(d, [&](CUgraph graph, CUgraphNode, CUgraphNode) {
                 CUgraphNode node = nullptr;
                 return D(cuGraphAddKernelNode)(&node, graph, nullptr, 0, nullptr);
             });
         }},
        {"cuGraphNodeFindInClone in another graph", CUDA_ERROR_INVALID_VALUE,
         [](const Driver& d, const E&) {
             return withGraph(d, [&](CUgraph, CUgraphNode first, CUgraphNode) {
                 return withGraph(d, [&](CUgraph other, CUgraphNode, CUgraphNode) {
                     CUgraphNode node = nullptr;
                     return D(cuGraphNodeFindInClone)(&node, first, other);
                 });
             });
         }},
        {"cuGraphExecUpdate to more nodes", CUDA_ERROR_GRAPH_EXEC_UPDATE_FAILURE,
         [](const Driver& d, const E&) {
             return withGraph(d, [&](CUgraph graph, CUgraphNode, CUgraphNode) {
                 CUgraphExec exec = nullptr;
                 D(cuGraphInstantiateWithFlags)(&exec, graph, 0);
                 CUgraphNode third = nullptr;
                 D(cuGraphAddEmptyNode)(&third, graph, nullptr, 0);
                 CUgraphExecUpdateResultInfo info{};
                 const CUresult result = D(cuGraphExecUpdate)(exec, graph, &info);
                 D(cuGraphExecDestroy)(exec);
                 return result;
             });
         }},
        {"cuUserObjectCreate with no references", CUDA_ERROR_INVALID_VALUE,
         [](const Driver& d, const E&) {
             CUuserObject object = nullptr;
             return D(cuUserObjectCreate)(
                 &object, nullptr, [](void*) {}, 0, CU_USER_OBJECT_NO_DESTRUCTOR_SYNC);
         }},
        {"cuGraphClone with memory nodes", CUDA_ERROR_NOT_SUPPORTED,
         [](const Driver& d, const E&) {
             return withMemoryNodes(d, [&](CUgraph graph, CUgraphNode, CUgraphNode) {
                 CUgraph clone = nullptr;
                 return D(cuGraphClone)(&clone, graph);
             });
         }},
        {"cuGraphDestroyNode beside memory nodes", CUDA_ERROR_NOT_SUPPORTED,
         [](const Driver& d, const E&) {
             return withMemoryNodes(d, [&](CUgraph graph, CUgraphNode, CUgraphNode) {
                 CUgraphNode empty = nullptr;
                 D(cuGraphAddEmptyNode)(&empty, graph, nullptr, 0);
                 return D(cuGraphDestroyNode)(empty);
             });
         }},
        {"cuGraphRemoveDependencies with memory nodes", CUDA_ERROR_NOT_SUPPORTED,
         [](const Driver& d, const E&) {
             return withMemoryNodes(
                 d, [&](CUgraph graph, CUgraphNode allocation, CUgraphNode release) {
                     return D(cuGraphRemoveDependencies)(graph, &allocation, &release, nullptr, 1);
                 });
         }},
        // "An error", says the documentation of this one and of cuGraphDestroyNode, and not which.
        {"a second cuGraphInstantiate with memory nodes", CUDA_ERROR_NOT_SUPPORTED,
         [](const Driver& d, const E&) {
             return withMemoryNodes(d, [&](CUgraph graph, CUgraphNode, CUgraphNode) {
                 CUgraphExec first = nullptr, second = nullptr;
                 D(cuGraphInstantiateWithFlags)(&first, graph, 0);
                 const CUresult result = D(cuGraphInstantiateWithFlags)(&second, graph, 0);
                 D(cuGraphExecDestroy)(first);
                 if (result == CUDA_SUCCESS)
                     D(cuGraphExecDestroy)(second);
                 return result;
             });
         }},
        {"cuGraphAddMemFreeNode of other memory", CUDA_ERROR_INVALID_VALUE,
         [](const Driver& d, const E& e) {
             return withGraph(d, [&](CUgraph graph, CUgraphNode, CUgraphNode) {
                 CUgraphNode node = nullptr;
                 return D(cuGraphAddMemFreeNode)(&node, graph, nullptr, 0, e.memory);
             });
         }},
        {"cuGraphAddMemFreeNode twice", CUDA_ERROR_INVALID_VALUE,
         [](const Driver& d, const E&) {
             return withMemoryNodes(
                 d, [&](CUgraph graph, CUgraphNode allocation, CUgraphNode release) {
                     CUDA_MEM_ALLOC_NODE_PARAMS params{};
                     D(cuGraphMemAllocNodeGetParams)(allocation, &params);
                     CUgraphNode again = nullptr;
                     return D(cuGraphAddMemFreeNode)(&again, graph, &release, 1, params.dptr);
                 });
         }},
    };
}

} // namespace

std::vector<Row> workRows() {
    std::vector<Row> all;
    for (const auto& part : {streamRows(), captureRows(), graphRows()})
        all.insert(all.end(), part.begin(), part.end());
    return all;
}

} // namespace driver_errors
