// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cuda.h>

#include <atomic>

/// Takes the next number of a counter when its turn comes.
struct Ticket {
    std::atomic<int>* counter;
    int number = -1;
    static void CUDA_CB run(void* data) {
        auto* ticket = static_cast<Ticket*>(data);
        ticket->number = ticket->counter->fetch_add(1);
    }
};
