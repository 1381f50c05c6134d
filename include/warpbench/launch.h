// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

/// Arguments, their packing, and timing of launches.
#include "core/launch/arguments.h"
#include "core/launch/graph_timing.h"
#include "core/launch/statistics.h"
#include "core/launch/timing.h"
