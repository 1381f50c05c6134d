// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QStringList>

namespace warpbench::ui {

/// A panel with parts that can be shown by name: pages of the set-up, a buffer.
class PanelParts {
  public:
    virtual ~PanelParts() = default;

    /// Parts that always exist; they can also be shown without the panel's name.
    virtual QStringList parts() const { return {}; }
    virtual QString titleOf(const QString& part) const { return part; }
    /// \returns false if the part does not exist and never will
    virtual bool showPart(const QString& part) = 0;
};

} // namespace warpbench::ui
