// SPDX-License-Identifier: GPL-3.0-or-later
#include "nowhere.cuh"
extern "C" __global__ void k(int* p) { p[0] = 1; }
