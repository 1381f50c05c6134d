// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/error.h"
#include "ui/dialogs/settings.h"

#include <QString>
#include <QStringList>

class QWidget;

namespace warpbench::ui {

/// An error in a dialog: what, where (file:line:column), and what to do.
void showError(QWidget* parent, const QString& what, const Error& error);
/// A project that could not be saved, in the same way, and that it can be kept elsewhere.
/// \returns whether the user wants that
bool offerToSaveElsewhere(QWidget* parent, const Error& error);
/// The place as the dialog shows it; empty where the error has none.
QString placeText(const Place& place);

/// Says what became of a settings file that could not be used. Waits for nobody.
void tellSetAside(QWidget& parent, const settings::SetAside& file);

/// Says why the window has its default layout: two starts failed. Waits for nobody.
void tellDefaultLayout(QWidget& parent);

/// Asks before a project whose file names another source is read again.
/// \param files  what is not saved and would be lost
bool askToReload(QWidget* parent, const QString& name, const QStringList& files);

enum class SaveChoice { save, discard, cancel };
/// \param files  what is not saved, where that is not plain
SaveChoice askToSave(QWidget* parent, const QString& name, const QStringList& files = {});

} // namespace warpbench::ui
