// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

namespace warpbench::simgpu::host {

/// For a thread that simulates: simulations shall not slow what the user looks at. Failing is no
/// error.
void lowerPriority() noexcept;

} // namespace warpbench::simgpu::host
