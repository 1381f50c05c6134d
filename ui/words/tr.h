// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QCoreApplication>
#include <QString>

namespace warpbench::ui {

/// A text in the user's language, for functions that belong to no QObject. `lupdate` files it under
/// the namespace that the call is in, which therefore has to be this one.
/// \param n  the number that a text with %n is about
inline QString tr(const char* text, const char* what = nullptr, int n = -1) {
    return QCoreApplication::translate("warpbench::ui", text, what, n);
}

} // namespace warpbench::ui
