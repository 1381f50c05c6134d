// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>
#include <QStringView>

namespace warpbench::ui {

/// What an instruction of PTX does, for somebody who meets it the first time: a line on the opcode
/// and one for each of its modifiers that is known. Empty for what is no instruction.
/// \param instruction  a line of PTX, its guard and operands too
QString ptxHelp(QStringView instruction);

/// The line on an opcode ("ld", "setp"); empty: not known.
QString ptxOpcodeHelp(QStringView opcode);

} // namespace warpbench::ui
