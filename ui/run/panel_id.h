// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QMetaType>
#include <QString>

#include <string_view>

namespace warpbench::ui {

/// Identifies a panel of the window. Each panel's class declares its own `kId`. `--panel` and saved
/// layouts use the name, so it must not change after a release.
struct PanelId {
    std::string_view name;

    QString text() const { return QString::fromUtf8(name.data(), qsizetype(name.size())); }
    bool operator==(const PanelId&) const = default;
};

/// Panels that other panels link to.
namespace panels {
inline constexpr PanelId problems{"problems"};
inline constexpr PanelId output{"output"};
inline constexpr PanelId results{"results"};
inline constexpr PanelId timing{"timing"};
inline constexpr PanelId limits{"limits"};
inline constexpr PanelId buffers{"buffers"};
inline constexpr PanelId step{"step"};
} // namespace panels

} // namespace warpbench::ui

Q_DECLARE_METATYPE(warpbench::ui::PanelId)
