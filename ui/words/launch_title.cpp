// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/words/launch_title.h"

#include "ui/words/text.h"
#include "ui/words/tr.h"

namespace warpbench::ui {

QString launchTitle(const session::LaunchReport& launch) {
    const QString by = qs(launch.computedBy);
    if (by.isEmpty())
        return qs(session::titleOf(launch));
    const QString host = QStringLiteral("the host");
    if (by == host)
        return tr("%1, by the host").arg(qs(launch.step));
    if (by.startsWith(host + QStringLiteral(" (")) && by.endsWith(u')'))
        return tr("%1, by the host (%2)")
            .arg(qs(launch.step), by.mid(host.size() + 2, by.size() - host.size() - 3));
    return tr("%1, by %2").arg(qs(launch.step), by);
}

} // namespace warpbench::ui
