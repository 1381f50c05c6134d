// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/editor/code_editor.h"
#include "ui/words/host_code_note.h"
#include "ui/words/text.h"

/// Marks host code in the editor: grey, with an explanatory tool tip.
namespace warpbench::ui {

namespace {

/// Larger texts would cause a noticeable delay at each pause in typing.
constexpr int kLargestText = 1 << 20;

} // namespace

void CodeEditor::markHostCode() {
    SendScintilla(SCI_SETINDICATORCURRENT, static_cast<unsigned long>(m_hostText));
    SendScintilla(SCI_INDICATORCLEARRANGE, 0UL, long(length()));
    if (length() > kLargestText) {
        return;
    }
    for (const compile::SetAside& part : hostPartsOf(ss(text()))) {
        const long from =
            SendScintilla(SCI_POSITIONFROMLINE, static_cast<unsigned long>(part.line - 1));
        const long to =
            SendScintilla(SCI_GETLINEENDPOSITION, static_cast<unsigned long>(part.endLine - 1));
        SendScintilla(SCI_INDICATORFILLRANGE, static_cast<unsigned long>(from), to - from);
    }
}

bool CodeEditor::isHostCode(int line) const {
    const long start = SendScintilla(SCI_POSITIONFROMLINE, static_cast<unsigned long>(line - 1));
    return SendScintilla(SCI_INDICATORVALUEAT, static_cast<unsigned long>(m_hostText), start) != 0;
}

QString CodeEditor::hostCodeTip() {
    return tr("Host code is set aside. Warpbench compiles only the kernels and launches them "
              "itself, as Set-up says; it does not run this code.");
}

} // namespace warpbench::ui
