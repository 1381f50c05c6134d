// SPDX-License-Identifier: GPL-3.0-or-later
extern "C" __global__ void increment(unsigned* word) {
    *word += 1;
}
