// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/plan/split.h"

#include "core/arrays/element.h"
#include "core/arrays/host_array.h"
#include "core/base/cancellation.h"
#include "core/project/names.h"
#include "core/project/struct_values.h"
#include "core/steps/step.h"

#include <algorithm>
#include <array>
#include <limits>
#include <utility>

namespace warpbench::project {

namespace {

/// \throws Error (project) if the contents of several devices cannot be combined
void requireReducible(const Buffer& buffer) {
    const auto refuse = [&](ErrorText said) {
        throw Error(ErrorKind::project, std::move(said), buffer.place);
    };
    if (buffer.split) {
        refuse({"WB1455",
                "buffer '{buffer}' is split, so there is nothing to reduce",
                "remove \"split\" or \"reduce\"",
                {{"buffer", buffer.name}}});
    }
    if (buffer.dtype.kind() == arrays::DType::Kind::structure) {
        refuse({"WB1456",
                "buffer '{buffer}' holds structs, which are not added or compared",
                "use a scalar or vector type",
                {{"buffer", buffer.name}}});
    }
    if (arrays::isComplex(buffer.dtype.scalar()) && *buffer.reduce != Reduction::sum) {
        refuse({"WB1457",
                "buffer '{buffer}' holds complex numbers, which cannot be ordered",
                "reduce it by \"sum\"",
                {{"buffer", buffer.name}}});
    }
}

/// A buffer that is whole on every device must not be written: the copies would differ.
void requireReadOnly(const Project& project, const LaunchPlan& whole) {
    for (std::size_t i = 0; i < whole.buffers.size(); ++i) {
        const PlannedBuffer& buffer = whole.buffers[i];
        if (buffer.resident) {
            throw Error(ErrorKind::project,
                        {"WB1458",
                         "buffer '{buffer}' is resident, but a run on several devices does not "
                         "keep buffers on them",
                         "use another access, or one device",
                         {{"buffer", buffer.name}}},
                        buffer.place);
        }
        if (buffer.address != 0) {
            throw Error(ErrorKind::project,
                        {"WB1459",
                         "buffer '{buffer}' has an address, but several devices cannot all use it",
                         "remove \"address\", or use one device",
                         {{"buffer", buffer.name}}},
                        buffer.place);
        }
        const Buffer& given = project.buffers[i];
        if (given.reduce) {
            requireReducible(given);
        } else if (buffer.used && buffer.written && !given.split) {
            throw Error(ErrorKind::project,
                        {"WB1460",
                         "each device would write its own copy of buffer '{buffer}'",
                         "split it: \"split\": \"rows\"; or say how to combine the copies: "
                         "\"reduce\": \"sum\"; or set its access to in",
                         {{"buffer", buffer.name}}},
                        buffer.place);
        }
    }
}

/// A scan's elements depend on all before them, including other devices', and a sort's on all.
void requireNoScan(const Project& project) {
    for (const Launch& launch : project.launches) {
        if (launch.step && launch.step->kind == Step::Kind::sort) {
            throw Error(ErrorKind::project,
                        {"WB1461",
                         "a sort works on all elements, which several devices cannot share yet",
                         "use one device"},
                        launch.place);
        }
        if (launch.step && isCall(*launch.step)) {
            throw Error(ErrorKind::project,
                        {"WB1462",
                         "a library call works on whole buffers, which several devices cannot "
                         "share",
                         "use one device"},
                        launch.place);
        }
        if (launch.step && launch.step->kind == Step::Kind::scan) {
            throw Error(ErrorKind::project,
                        {"WB1463", "a scan cannot continue from device to device yet",
                         "use one device, or scan the rows of each device in your own kernel"},
                        launch.place);
        }
    }
}

/// Halo rows are updated before a launch. So a launch that reads and writes them repeatedly, or a
/// texture, which is a copy, would not see the neighbours' changes.
void requireExchangeable(const LaunchPlan& plan, std::size_t buffer) {
    const std::string& name = plan.buffers[buffer].name;
    for (const PlannedLaunch& launch : plan.launches) {
        for (const PlannedArgument& argument : launch.args) {
            const auto* address = std::get_if<PlannedBufferArg>(&argument.value);
            const auto* structure = std::get_if<PlannedStruct>(&argument.value);
            const auto* texture = std::get_if<PlannedTexture>(&argument.value);
            const auto* surface = std::get_if<PlannedSurface>(&argument.value);
            const bool isLevel =
                texture && std::find(texture->levels.begin(), texture->levels.end(), buffer) !=
                               texture->levels.end();
            if (isLevel || (texture && texture->buffer == buffer) ||
                (surface && surface->buffer == buffer)) {
                throw Error(
                    ErrorKind::project,
                    {"WB1464",
                     "launch '{kernel}' has a texture or surface of '{buffer}', which has a halo",
                     "give it a pointer to the buffer",
                     {{"kernel", launch.kernel}, {"buffer", name}}},
                    launch.place);
            }
            const auto requireOnce = [&](const PlannedBufferArg& at) {
                if (at.buffer == buffer && at.access == Access::inout && launch.repeat > 1) {
                    throw Error(
                        ErrorKind::project,
                        {"WB1465",
                         "launch '{kernel}' repeats itself over '{buffer}', which has a halo",
                         "use \"rounds\" of the project; rows are exchanged before each launch",
                         {{"kernel", launch.kernel}, {"buffer", name}}},
                        launch.place);
                }
            };
            if (address) {
                requireOnce(*address);
            }
            if (structure) {
                forEachAddress(*structure, requireOnce);
            }
        }
    }
}

/// The rows of its neighbours that a device holds.
void setHalos(const Project& project, Names& names, const RowPart& part, int device, int devices,
              LaunchPlan& plan) {
    for (std::size_t i = 0; i < plan.buffers.size(); ++i) {
        const Buffer& buffer = project.buffers[i];
        const std::int64_t halo = buffer.halo ? names.integer(*buffer.halo) : 0;
        if (halo == 0) {
            continue;
        }
        if (halo > part.rows) {
            throw Error(ErrorKind::project,
                        {"WB1466",
                         "buffer '{buffer}' has a halo of {halo} rows, and device {device} has "
                         "only {count} of its own",
                         "use fewer devices, or a smaller halo",
                         {{"buffer", buffer.name},
                          {"halo", halo},
                          {"device", device},
                          {"count", part.rows}}},
                        buffer.halo->place);
        }
        requireExchangeable(plan, i);
        plan.buffers[i].haloBefore = device > 0 ? halo : 0;
        plan.buffers[i].haloAfter = device + 1 < devices ? halo : 0;
    }
}

} // namespace

std::vector<PlanPart> makePartPlans(const Project& project, const Overrides& set, int devices,
                                    const LaunchPlan& whole) {
    Project changed = withOverrides(project, set);
    if (!hasSplitBuffers(changed)) {
        throw Error(ErrorKind::project,
                    {"WB1467",
                     "{count} devices were requested, but no buffer is split",
                     "give buffers \"split\": \"rows\", or use one device",
                     {{"count", devices}}},
                    changed.places.contains("/devices") ? changed.places.at("/devices") : Place());
    }
    requireReadOnly(changed, whole);
    requireNoScan(changed);
    expandSteps(changed);
    Names names(changed);
    std::vector<PlanPart> parts;
    for (int device = 0; device < devices; ++device) {
        PlanPart& made = parts.emplace_back();
        made.rows = rowPartOf(changed, device, devices);
        Project part = changed;
        part.parameters.merge(partNames(changed, device, devices));
        for (Buffer& buffer : part.buffers) {
            buffer.reduce.reset();
            buffer.halo.reset();
            if (std::exchange(buffer.split, false)) {
                buffer.shape[0] = {std::to_string(made.rows.rows), buffer.place};
            }
        }
        made.plan = makePlan(part);
        for (std::size_t i = 0; i < whole.buffers.size(); ++i) {
            made.plan.buffers[i].download = whole.buffers[i].download; // further checks may need it
        }
        setHalos(changed, names, made.rows, device, devices, made.plan);
    }
    return parts;
}

namespace {

/// NaN wins, whichever device has it.
template <class T>
T reduced(T a, T b, Reduction reduction) {
    if (reduction == Reduction::sum) {
        return T(a + b);
    }
    return (reduction == Reduction::min ? a < b : a > b) || a != a ? a : b;
}

/// The type in which integers of a class are added and compared.
template <class T>
void reduceIntegers(arrays::Scalar scalar, std::byte* total, const std::byte* part,
                    Reduction reduction) {
    const T a = T(arrays::readInt64(scalar, total));
    const T b = T(arrays::readInt64(scalar, part));
    // A sum wraps, which must not happen in a signed type.
    const auto sum = std::int64_t(std::uint64_t(a) + std::uint64_t(b));
    arrays::writeInt64(scalar, total,
                       reduction == Reduction::sum ? sum
                                                   : std::int64_t(reduced<T>(a, b, reduction)));
}

} // namespace

void reduceInto(arrays::HostArray& total, const arrays::HostArray& part, Reduction reduction) {
    const arrays::Scalar scalar = total.dtype().scalar();
    const std::size_t size = arrays::sizeOf(scalar);
    const std::byte* from = part.bytes().data();
    std::byte* to = total.bytes().data();
    CancelPoint cancel;
    for (std::size_t at = 0; at < total.sizeBytes(); at += size, from += size, to += size) {
        cancel();
        if (scalar == arrays::Scalar::uint64) {
            reduceIntegers<std::uint64_t>(scalar, to, from, reduction);
        } else if (arrays::isInteger(scalar)) {
            reduceIntegers<std::int64_t>(scalar, to, from, reduction);
        } else if (arrays::isComplex(scalar)) {
            arrays::writeComplex(
                scalar, to, arrays::readComplex(scalar, to) + arrays::readComplex(scalar, from));
        } else {
            arrays::writeDouble(scalar, to,
                                reduced(arrays::readDouble(scalar, to),
                                        arrays::readDouble(scalar, from), reduction));
        }
    }
}

RowPart withHalo(const RowPart& part, const PlannedBuffer& buffer) {
    return {part.first - buffer.haloBefore, part.rows + buffer.haloBefore + buffer.haloAfter};
}

arrays::HostArray rowsOf(const arrays::HostArray& whole, const RowPart& part) {
    std::vector<std::int64_t> shape = whole.shape();
    const std::int64_t all = std::exchange(shape[0], part.rows);
    if (whole.empty()) {
        return arrays::HostArray(whole.dtype(), std::move(shape));
    }
    const auto offset = std::size_t(whole.bytes().data() - whole.block()->data());
    const std::size_t rowBytes = whole.sizeBytes() / std::size_t(all);
    return arrays::HostArray(whole.dtype(), std::move(shape), whole.block(),
                             offset + std::size_t(part.first) * rowBytes);
}

} // namespace warpbench::project
