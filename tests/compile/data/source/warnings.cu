// SPDX-License-Identifier: GPL-3.0-or-later
// Forms of the compiler's warnings and remarks.
#pragma message "a message of the source"

__device__ int noReturn(int x) {
    if (x)
        return 1;
}

extern "C" __global__ void k(float* p, unsigned u) {
    int unused = 1;
    if (u < 0)
        p[0] = 1;
    switch (u) {
    case 1:
        p[1] = noReturn(2);
        break;
        p[2] = 3;
    }
    p[3] = -0x80000000;
}
