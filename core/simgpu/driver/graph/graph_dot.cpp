// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/simgpu/driver/graph/graph_dot.h"

#include "core/simgpu/driver/image/module.h"
#include "core/simgpu/driver/runtime.h"

#include <cstdio>
#include <map>

namespace warpbench::simgpu::driver {

namespace {

std::string hex(std::uint64_t value) {
    char text[24];
    std::snprintf(text, sizeof text, "0x%llx", static_cast<unsigned long long>(value));
    return text;
}

std::string sizes(const engine::Dim3& size) {
    return std::to_string(size[0]) + " x " + std::to_string(size[1]) + " x " +
           std::to_string(size[2]);
}

/// "HtoD" and so on, as the toolkit's tools write it.
std::string direction(const Copy& copy) {
    const auto side = [](std::uint64_t address, const auto& kept) {
        const Place place = placeOf(address);
        return kept || (place.device && !place.onHost) ? "D" : "H";
    };
    const bool fromArray = copy.asked.srcMemoryType == CU_MEMORYTYPE_ARRAY;
    const bool toArray = copy.asked.dstMemoryType == CU_MEMORYTYPE_ARRAY;
    return std::string(side(copy.from.address, fromArray)) + "to" + side(copy.to.address, toArray);
}

struct Describer {
    bool verbose = false;

    std::string operator()(const Nothing&) const { return "EMPTY"; }
    std::string operator()(const KernelLaunch& launch) const {
        std::string text = "KERNEL\\n" + launch.function->info().name;
        if (verbose)
            text += "\\ngrid " + sizes(launch.grid) + "\\nblock " + sizes(launch.block) +
                    "\\nshared " + std::to_string(launch.dynamicShared) + " bytes";
        return text;
    }
    std::string operator()(const Copy& copy) const {
        std::string text = "MEMCPY\\n" + direction(copy);
        if (verbose)
            text += "\\n" + std::to_string(copy.width * copy.height * copy.depth) + " bytes\\n" +
                    hex(copy.from.address) + " to " + hex(copy.to.address);
        return text;
    }
    std::string operator()(const Fill& fill) const {
        std::string text = "MEMSET";
        if (verbose)
            text += "\\nvalue " + hex(fill.value) + "\\n" +
                    std::to_string(fill.width * fill.height * fill.elementSize) + " bytes at " +
                    hex(fill.address);
        return text;
    }
    std::string operator()(const HostCall&) const { return "HOST"; }
    std::string operator()(const StreamCallback&) const { return "HOST"; }
    std::string operator()(const EventRecord&) const { return "EVENT_RECORD"; }
    std::string operator()(const EventWait&) const { return "WAIT_EVENT"; }
    std::string operator()(const ChildGraph&) const { return "GRAPH"; }
    std::string operator()(const Conditional&) const { return "CONDITIONAL"; }
    std::string operator()(const MemoryAllocation& allocation) const {
        return "MEM_ALLOC" + (verbose ? "\\n" + std::to_string(allocation.asked.bytesize) +
                                            " bytes at " + hex(allocation.asked.dptr)
                                      : std::string());
    }
    std::string operator()(const MemoryRelease& release) const {
        return "MEM_FREE" + (verbose ? "\\n" + hex(release.address) : std::string());
    }
    std::string operator()(const MemoryOperations& operations) const {
        return "BATCH_MEM_OP" + (verbose ? "\\n" + std::to_string(operations.list.size()) + " steps"
                                         : std::string());
    }
};

/// \param prefix  of the names of the graph's nodes; it makes them differ from its parent's
void write(const Graph& graph, const std::string& prefix, unsigned int flags, std::string& out) {
    const Describer describer{(flags & CU_GRAPH_DEBUG_DOT_FLAGS_VERBOSE) != 0};
    std::map<const GraphNode*, std::string> names;
    for (const GraphNodePtr& node : graph.nodes())
        names[node.get()] = prefix + std::to_string(names.size());
    for (const GraphNodePtr& node : graph.nodes()) {
        const std::string& name = names[node.get()];
        std::string label = name + "\\n" + std::visit(describer, node->operation);
        if (flags & (CU_GRAPH_DEBUG_DOT_FLAGS_HANDLES | CU_GRAPH_DEBUG_DOT_FLAGS_VERBOSE))
            label += "\\nhandle " + hex(reinterpret_cast<std::uintptr_t>(node->handle));
        out += "\"" + name + "\" [shape=box label=\"" + label + "\"];\n";
        const auto writeInside = [&](const Graph& inside, const std::string& place) {
            out += "subgraph \"cluster_" + place + "\" {\nlabel=\"graph of " + name + "\";\n";
            write(inside, place + "_", flags, out);
            out += "}\n";
        };
        if (const auto* child = std::get_if<ChildGraph>(&node->operation))
            writeInside(*child->graph, name);
        if (const auto* conditional = std::get_if<Conditional>(&node->operation)) {
            for (std::size_t i = 0; i < conditional->bodies.size(); ++i)
                writeInside(*conditional->bodies[i], name + "_body" + std::to_string(i));
        }
    }
    for (const GraphNodePtr& node : graph.nodes()) {
        for (const GraphNodePtr& before : node->dependencies)
            out += "\"" + names[before.get()] + "\" -> \"" + names[node.get()] + "\";\n";
    }
}

} // namespace

std::string dotOf(const Graph& graph, unsigned int flags) {
    std::string out = "digraph dot {\n";
    write(graph, "node_", flags, out);
    return out + "}\n";
}

} // namespace warpbench::simgpu::driver
