// SPDX-License-Identifier: GPL-3.0-or-later
extern "C" __global__ void k(int* p) {
    if (p) {
        p[0] = 1;
}
