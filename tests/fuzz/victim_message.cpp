// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/error.h"
#include "core/workers/host_wire.h"
#include "core/workers/wire.h"
#include "tests/fuzz/victims.h"

#include <string>

namespace warpbench::fuzz {

namespace {

/// A reader refuses a message by Error alone.
template <class Reader>
void tryReader(const session::wire::Message& message, Reader reader) {
    try {
        reader(message);
    } catch (const Error&) {
    }
}

} // namespace

void tryMessage(std::string_view input) {
    using namespace session;
    wire::Message message;
    try {
        message = wire::decode(std::string(input));
    } catch (const Error&) {
        return;
    }
    const auto tryAll = [&message](auto... readers) { (tryReader(message, readers), ...); };
    tryAll(wire::toError, wire::toCompileRequest, wire::toCompileResult, wire::toDevices,
           wire::toRunRequest, wire::toRunResult, wire::toStepCall, wire::toStepState,
           wire::toResidentRead, wire::toProgress, wire::toMemory, wire::toHostFill,
           wire::toHostCheck, wire::toHostExpected, wire::toHostVerdicts);
}

} // namespace warpbench::fuzz
