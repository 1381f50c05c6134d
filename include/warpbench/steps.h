// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

/// Kernels that are made of a line of a project.
#include "core/steps/elementwise.h"
#include "core/steps/step.h"
