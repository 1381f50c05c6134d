// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/plan/buffer_accesses.h"

#include "core/base/error.h"
#include "core/project/struct_values.h"
#include "core/project/words.h"

#include <variant>

namespace warpbench::project {

namespace {

void note(LaunchPlan& plan, std::size_t index, Access access) {
    PlannedBuffer& buffer = plan.buffers[index];
    if (!buffer.used) {
        buffer.upload = access != Access::out;
    }
    buffer.used = true;
    buffer.written = buffer.written || access != Access::in;
    buffer.download = buffer.download || access == Access::out || access == Access::inout;
    buffer.resident = buffer.resident || access == Access::resident;
}

/// Uses that require plain device memory.
void requirePlain(const PlannedBuffer& buffer) {
    if (buffer.resident && buffer.address != 0) {
        throw Error(ErrorKind::project,
                    {"WB1400",
                     "buffer '{buffer}' has an address, but a resident buffer may be at any "
                     "address",
                     "use another access than resident, or remove \"address\"",
                     {{"buffer", buffer.name}}},
                    buffer.place);
    }
    if (buffer.resident && buffer.memory != MemoryKind::device) {
        throw Error(ErrorKind::project,
                    {"WB1401",
                     "buffer '{buffer}' is {memory}, but a resident buffer must be in device "
                     "memory",
                     "use another access than resident, or remove \"memory\"",
                     {{"buffer", buffer.name}, {"memory", wordFor(kMemoryWords, buffer.memory)}}},
                    buffer.place);
    }
}

} // namespace

void forEachAccess(const PlannedLaunch& launch,
                   const std::function<void(std::size_t buffer, Access access)>& tell) {
    for (const PlannedArgument& argument : launch.args) {
        if (const auto* buffer = std::get_if<PlannedBufferArg>(&argument.value)) {
            tell(buffer->buffer, buffer->access);
        } else if (const auto* texture = std::get_if<PlannedTexture>(&argument.value)) {
            tell(texture->buffer, Access::in);
            for (const std::size_t level : texture->levels) {
                tell(level, Access::in);
            }
        } else if (const auto* surface = std::get_if<PlannedSurface>(&argument.value)) {
            tell(surface->buffer, surface->settings.access);
        } else if (const auto* structure = std::get_if<PlannedStruct>(&argument.value)) {
            forEachAddress(*structure, [&](const PlannedBufferArg& address) {
                tell(address.buffer, address.access);
            });
        }
    }
}

void noteAccesses(LaunchPlan& plan) {
    for (const PlannedLaunch& launch : plan.launches) {
        forEachAccess(launch,
                      [&](std::size_t buffer, Access access) { note(plan, buffer, access); });
    }
    for (std::size_t i = 0; i < plan.buffers.size(); ++i) {
        requirePlain(plan.buffers[i]);
        if (plan.buffers[i].address != 0 && !plan.buffers[i].used) {
            note(plan, i, Access::inout); // pointers in memory point to it
        }
    }
    for (std::size_t i = 0; i < plan.buffers.size(); ++i) {
        if (const auto& expected = plan.buffers[i].expect) {
            plan.buffers[i].download = plan.buffers[i].used || plan.buffers[i].download;
            for (const std::size_t other : expected->needsAfter) {
                plan.buffers[other].download = plan.buffers[other].used;
            }
        }
    }
}

void ownResidents(LaunchPlan& plan) {
    for (PlannedBuffer& buffer : plan.buffers) {
        buffer.download = buffer.download || buffer.resident;
        buffer.resident = false;
    }
}

} // namespace warpbench::project
