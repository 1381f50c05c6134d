// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/report/device_run.h"

namespace warpbench::session {

class OpenDevice;
class PeerGroup;
class RunControl;

/// One run on one device, in the order documented in docs/project-file.md: prepare, check pass,
/// download, timing, counting. On the device's thread. Errors of a kernel or device are not thrown
/// but reported in the result.
/// \param group  synchronizes a run on several devices; null: there is only one
/// \throws Error (project, usage) if the request itself is wrong
DeviceRunResult performRun(OpenDevice& device, const DeviceRunRequest& request, RunControl& control,
                           PeerGroup* group);

} // namespace warpbench::session
