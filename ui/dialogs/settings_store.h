// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>
#include <QStringList>
#include <QVariant>

namespace warpbench::ui::settings {

/// Key-value store behind settings.h. Reads each value once and caches it. New values are visible
/// at once and are written to disk by a separate thread, because that can take milliseconds. Writes
/// only values set in this process, so that another instance keeps its own changes. Only for the
/// window's thread.
namespace store {

/// \param otherwise  default value
QVariant value(const char* key, const QVariant& otherwise = {});
/// The keys in a group: "edit" for "layouts/edit".
QStringList namesIn(const QString& group);

void set(const QString& key, const QVariant& value);

/// Merges a new value with the stored one, which another instance may have changed meanwhile.
using Merge = QVariant (*)(const QVariant& before, const QVariant& with);
void merge(const char* key, Merge how, const QVariant& with);

/// Waits until all values are written.
void flush();
/// Clears the cache after the file was replaced.
void forget();

} // namespace store
} // namespace warpbench::ui::settings
