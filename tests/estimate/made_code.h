// SPDX-License-Identifier: GPL-3.0-or-later
// Handwritten machine code and profiles.
#pragma once

#include "core/estimate/machine_code.h"
#include "core/profile/launch_profile.h"

#include <QTest>

#include <string_view>

namespace warpbench::estimate {

inline const Opcode* opcodeCalled(std::string_view name) {
    for (std::uint16_t value = 0; value < 512; ++value)
        if (opcodeOf(value).name == name)
            return &opcodeOf(value);
    qFatal("no such opcode");
    return nullptr;
}

/// An instruction with a separate PTX line.
inline MachineInstruction made(std::string_view name, int ptxLine, int target = -1,
                               bool guarded = false) {
    MachineInstruction out;
    out.opcode = opcodeCalled(name);
    out.ptxLine = out.sourceLine = ptxLine;
    out.target = target;
    out.guarded = guarded;
    return out;
}

inline ProfileLine executed(int line, std::uint64_t executions) {
    ProfileLine out;
    out.line = line;
    out.executions = executions;
    out.threads = executions * 32;
    return out;
}

} // namespace warpbench::estimate
