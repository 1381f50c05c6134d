// SPDX-License-Identifier: GPL-3.0-or-later
// User objects: program objects to be destroyed with the last graph that needs them.
#include "core/simgpu/driver/graph/graph_handles.h"
#include "core/simgpu/driver/graph/user_object.h"

#include <climits>

using namespace warpbench::simgpu::driver;

namespace warpbench::simgpu::driver {

void UserObject::release(unsigned int count) {
    std::int64_t now = m_references;
    do {
        require(now >= count);
    } while (!m_references.compare_exchange_weak(now, now - count));
    if (now != count)
        return;
    Runtime::get().userObjects.remove(fromHandle(m_handle));
    Runtime::get().scheduler().submit([destroy = m_destroy, data = m_data] { destroy(data); }, {});
}

} // namespace warpbench::simgpu::driver

namespace {

std::shared_ptr<UserObject> objectOf(CUuserObject handle) {
    auto object = Runtime::get().userObjects.find(fromHandle(handle));
    require(object != nullptr);
    return object;
}

void requireCount(unsigned int count) {
    require(count > 0 && count <= INT_MAX);
}

} // namespace

CUresult CUDAAPI cuUserObjectCreate(CUuserObject* object_out, void* ptr, CUhostFn destroy,
                                    unsigned int initialRefcount, unsigned int flags) {
    return entry([&] {
        require(object_out != nullptr && destroy != nullptr &&
                flags == CU_USER_OBJECT_NO_DESTRUCTOR_SYNC);
        requireCount(initialRefcount);
        auto object = std::make_shared<UserObject>(ptr, destroy, initialRefcount);
        *object_out = toHandle<CUuserObject>(Runtime::get().userObjects.add(object));
        object->setHandle(*object_out);
    });
}

CUresult CUDAAPI cuUserObjectRetain(CUuserObject object, unsigned int count) {
    return entry([&] {
        requireCount(count);
        objectOf(object)->retain(count);
    });
}

CUresult CUDAAPI cuUserObjectRelease(CUuserObject object, unsigned int count) {
    return entry([&] {
        requireCount(count);
        objectOf(object)->release(count);
    });
}

CUresult CUDAAPI cuGraphRetainUserObject(CUgraph graph, CUuserObject object, unsigned int count,
                                         unsigned int flags) {
    return entry([&] {
        requireCount(count);
        require((flags & ~CU_GRAPH_USER_OBJECT_MOVE) == 0);
        const std::lock_guard lock(Graph::mutex());
        const auto known = graphOf(graph);
        const auto kept = objectOf(object);
        if ((flags & CU_GRAPH_USER_OBJECT_MOVE) == 0)
            kept->retain(count);
        known->keep(kept, count);
    });
}

CUresult CUDAAPI cuGraphReleaseUserObject(CUgraph graph, CUuserObject object, unsigned int count) {
    return entry([&] {
        requireCount(count);
        const std::lock_guard lock(Graph::mutex());
        graphOf(graph)->letGo(objectOf(object), count);
    });
}
