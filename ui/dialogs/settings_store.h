// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>
#include <QStringList>
#include <QVariant>

namespace warpbench::ui::settings {

/// What settings.h has names for, by keys. Values are read once and remembered; what is set is
/// known at once and written to the disk by a separate thread, for that takes up to some
/// milliseconds. Another program that runs at the same time keeps what it has set: only values that
/// were set here are written. For the window's thread alone.
namespace store {

/// \param otherwise  where nothing was set
QVariant value(const char* key, const QVariant& otherwise = {});
/// The names below a group: "edit" for "layouts/edit".
QStringList namesIn(const QString& group);

void set(const QString& key, const QVariant& value);

/// A change of what is there: it may be another value in the file by now, by another program.
using Merge = QVariant (*)(const QVariant& before, const QVariant& with);
void merge(const char* key, Merge how, const QVariant& with);

/// Waits until all is written.
void flush();
/// The file is another one now: it is read again.
void forget();

} // namespace store
} // namespace warpbench::ui::settings
