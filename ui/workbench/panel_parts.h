// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QStringList>

namespace warpbench::ui {

/// What a panel is that has parts which can be shown by name: the pages of the set-up, a buffer.
class PanelParts {
  public:
    virtual ~PanelParts() = default;

    /// The parts that are always there; they can be shown without the panel's name too.
    virtual QStringList parts() const { return {}; }
    virtual QString titleOf(const QString& part) const { return part; }
    /// \returns false where there is no such part and never will be
    virtual bool showPart(const QString& part) = 0;
};

} // namespace warpbench::ui
