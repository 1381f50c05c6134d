// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/report/counters.h"

#include <cstddef>

namespace warpbench::session {

WorkCounters& WorkCounters::operator+=(const WorkCounters& other) {
    for (const CounterField& field : kCounterFields)
        this->*field.member += other.*field.member;
    for (std::size_t c = 0; c < mix.size(); ++c)
        mix[c] += other.mix[c];
    return *this;
}

} // namespace warpbench::session
