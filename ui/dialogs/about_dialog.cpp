// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/dialogs/about_dialog.h"

#include "core/base/version.h"
#include "ui/words/text.h"

#include <QIcon>
#include <QMessageBox>

namespace warpbench::ui {

void showAbout(QWidget* parent, const std::optional<compile::CompilerInfo>& compiler) {
    const QString found =
        !compiler ? QObject::tr("still searching")
        : compiler->available
            ? QObject::tr("NVRTC %1 (%2)").arg(qs(compiler->version), qs(compiler->library))
            : qs(compiler->problem);
    QMessageBox box(parent);
    box.setWindowTitle(QObject::tr("About Warpbench"));
    box.setIconPixmap(QIcon(QStringLiteral(":/icons/warpbench.svg")).pixmap(64, 64));
    box.setText(QObject::tr("<b>Warpbench %1</b>").arg(QLatin1String(kVersion)));
    box.setInformativeText(
        QObject::tr(
            "A workbench for CUDA kernels: edit, compile, run, inspect, time.<br><br>Qt "
            "%1<br>Compiler: %2<br><br>Free software under the GNU General Public License, version "
            "3 or later, with permission to combine it with NVIDIA's CUDA libraries.")
            .arg(QLatin1String(qVersion()), found.toHtmlEscaped()));
    box.exec();
}

} // namespace warpbench::ui
