// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/error.h"
#include "ui/dialogs/settings.h"

#include <QString>
#include <QStringList>

class QWidget;

namespace warpbench::ui {

/// Shows an error in a dialog: what, where (file:line:column), and what to do.
void showError(QWidget* parent, const QString& what, const Error& error);
/// Shows in the same way that a project could not be saved, and offers to save it elsewhere.
/// \returns whether the user accepts
bool offerToSaveElsewhere(QWidget* parent, const Error& error);
/// The place as the dialog shows it; empty if the error has none.
QString placeText(const Place& place);

/// Says what happened to an unusable settings file. Does not block.
void tellSetAside(QWidget& parent, const settings::SetAside& file);

/// Explains the default layout: two starts failed. Does not block.
void tellDefaultLayout(QWidget& parent);

/// Asks before reloading a project whose file now names another source.
/// \param files  unsaved files that would be lost
bool askToReload(QWidget* parent, const QString& name, const QStringList& files);

enum class SaveChoice { save, discard, cancel };
/// \param files  unsaved files, if this is not obvious
SaveChoice askToSave(QWidget* parent, const QString& name, const QStringList& files = {});

} // namespace warpbench::ui
