// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>
#include <QStringView>

namespace warpbench::ui {

/// Explains a PTX instruction to beginners: one line for the opcode and one for each known
/// modifier. Empty if it is not an instruction.
/// \param instruction  a line of PTX, including guard and operands
QString ptxHelp(QStringView instruction);

/// The line for an opcode ("ld", "setp"); empty: unknown.
QString ptxOpcodeHelp(QStringView opcode);

} // namespace warpbench::ui
