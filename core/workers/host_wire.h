// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/workers/host_work.h"
#include "core/workers/wire.h"

#include <vector>

/// Requests and answers of host_work.h as messages (see wire.h).
namespace warpbench::session::wire {

Message from(const HostFill& request);
Message from(const HostCheck& request);
Message from(const HostExpected& request);
Message from(const std::vector<HostVerdict>& verdicts);

/// All throw Error (internal) if the message holds anything else.
HostFill toHostFill(const Message& message);
HostCheck toHostCheck(const Message& message);
HostExpected toHostExpected(const Message& message);
std::vector<HostVerdict> toHostVerdicts(const Message& message);

} // namespace warpbench::session::wire
