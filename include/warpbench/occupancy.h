// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

/// How many blocks and warps an SM holds, what limits them, and the catalogue of GPUs.
#include "core/occupancy/occupancy.h"
