// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/version.h"

namespace warpbench {

const char* const kVersion = WARPBENCH_VERSION;

} // namespace warpbench
