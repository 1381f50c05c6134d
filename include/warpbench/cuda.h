// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

/// The CUDA Driver API with owning C++ types, over NVIDIA's driver or the simulated one.
#include "core/cuda/context.h"
#include "core/cuda/device.h"
#include "core/cuda/driver.h"
#include "core/cuda/error.h"
#include "core/cuda/event.h"
#include "core/cuda/graph.h"
#include "core/cuda/kernel.h"
#include "core/cuda/memory.h"
#include "core/cuda/module.h"
#include "core/cuda/profiler.h"
#include "core/cuda/stream.h"
#include "core/cuda/texture.h"
