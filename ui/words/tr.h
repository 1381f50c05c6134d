// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QCoreApplication>
#include <QString>

namespace warpbench::ui {

/// Translates a text for functions outside QObjects. `lupdate` files it under the namespace of the
/// call, so that must be this namespace.
/// \param n  the number for a text with %n
inline QString tr(const char* text, const char* what = nullptr, int n = -1) {
    return QCoreApplication::translate("warpbench::ui", text, what, n);
}

} // namespace warpbench::ui
