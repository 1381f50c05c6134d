// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/window/command_list.h"

#include "ui/commands/actions.h"
#include "ui/dialogs/templates.h"
#include "ui/docks/panel_docks.h"
#include "ui/run/devices_model.h"
#include "ui/window/file_handler.h"
#include "ui/window/main_window.h"
#include "ui/words/text.h"

#include <QAction>

namespace warpbench::ui {

QList<Command> commandsOf(MainWindow& window) {
    QList<Command> commands;
    for (QAction* action : window.actions()) {
        if (!action->isEnabled() || action == window.actionSet().commands) {
            continue;
        }
        QString name = action->text().remove(QLatin1Char('&'));
        if (action->isCheckable()) {
            name += action->isChecked() ? MainWindow::tr(" (is on)") : MainWindow::tr(" (is off)");
        }
        commands.append({name, action->toolTip(),
                         action->shortcut().toString(QKeySequence::NativeText),
                         [action] { action->trigger(); }});
    }
    for (const QString& panel : window.docks().names()) {
        if (window.findChild<QAction*>(QStringLiteral("panel-") + panel)) {
            continue; // actions already include panels with a key
        }
        commands.append({MainWindow::tr("Panel: %1").arg(window.docks().titleOf(panel)),
                         window.docks().wordsOf(panel),
                         {},
                         [&window, panel] {
                             window.showPanel(panel); // replaces the start page
                             window.docks().focus(panel);
                         }});
    }
    const DevicesModel& devices = window.workbench().devices;
    for (int row = 0; row < devices.rowCount(); ++row) {
        if (const auto* device = devices.device(row); device && device->usable()) {
            commands.append(
                {MainWindow::tr("Device: %1").arg(qs(device->name)), {}, {}, [&window, row] {
                     window.pickDevice(row);
                 }});
        }
    }
    for (const Example& example : findExamples()) {
        commands.append({MainWindow::tr("Example: %1").arg(example.name),
                         example.teaches,
                         {},
                         [&window, path = example.path] { window.files().openPath(path); }});
    }
    return commands;
}

} // namespace warpbench::ui
