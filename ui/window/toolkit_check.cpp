// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/window/toolkit_check.h"

#include "ui/dialogs/compiler_dialog.h"
#include "ui/documents/background.h"
#include "ui/theme/banner.h"
#include "ui/words/text.h"

namespace warpbench::ui {

ToolkitCheck::ToolkitCheck(Banner& banner, QWidget* window, Probe probe)
    : QObject(window)
    , m_banner(banner)
    , m_window(window)
    , m_probe(std::move(probe)) {
    connect(&m_banner, &Banner::actionTriggered, this, &ToolkitCheck::getCompiler);
}

void ToolkitCheck::check() {
    inBackground(this, m_probe, [this](const compile::CompilerInfo& info) { show(info); });
}

void ToolkitCheck::show(const compile::CompilerInfo& info) {
    m_found = info;
    if (info.available) {
        m_banner.hide();
    } else {
        m_banner.showMessage(Banner::Kind::warning,
                             tr("NVIDIA's compiler was not found, so kernels cannot be compiled or "
                                "run yet. Everything else works."),
                             {tr("&Get the compiler…")});
        m_banner.setToolTip(qs(info.problem));
    }
    emit checked(info.available);
}

void ToolkitCheck::getCompiler() {
    CompilerDialog dialog(m_window);
    dialog.exec();
    check();
}

} // namespace warpbench::ui
