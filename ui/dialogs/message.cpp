// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/dialogs/message.h"

#include "ui/theme/icons.h"
#include "ui/words/error_words.h"
#include "ui/words/text.h"

#include <QDir>
#include <QMessageBox>
#include <QPushButton>

namespace warpbench::ui {

namespace {

/// Fills in the error, its remedy and its location.
void explain(QMessageBox& box, const Error& error) {
    box.setIconPixmap(icon(QStringLiteral("error"), IconTint::error).pixmap(32, 32));
    box.setObjectName(QStringLiteral("errorBox"));
    QString text = errorText(error);
    if (!text.isEmpty()) {
        text[0] = text[0].toUpper();
    }
    if (!error.remedy().empty()) {
        text += QStringLiteral(".\n\n") + QObject::tr("What to do: %1.").arg(errorRemedy(error));
    }
    if (const QString place = placeText(error.place()); !place.isEmpty()) {
        text += QStringLiteral("\n\n") + place;
    }
    box.setInformativeText(text);
    box.setTextInteractionFlags(Qt::TextSelectableByMouse | Qt::TextSelectableByKeyboard);
}

/// A non-blocking warning.
void tellAtStart(QWidget& parent, const char* name, const QString& title, const QString& text) {
    auto* box = new QMessageBox(QMessageBox::NoIcon, QObject::tr("Warpbench"), title,
                                QMessageBox::Ok, &parent);
    box->setAttribute(Qt::WA_DeleteOnClose);
    box->setObjectName(QLatin1String(name));
    box->setIconPixmap(icon(QStringLiteral("warning"), IconTint::warning).pixmap(32, 32));
    box->setInformativeText(text);
    box->setTextInteractionFlags(Qt::TextSelectableByMouse | Qt::TextSelectableByKeyboard);
    box->open();
}

} // namespace

QString placeText(const Place& place) {
    QString text = qs(place.file);
    if (place.line > 0) {
        text += QStringLiteral(":%1").arg(place.line);
        if (place.column > 0) {
            text += QStringLiteral(":%1").arg(place.column);
        }
    }
    return text;
}

void showError(QWidget* parent, const QString& what, const Error& error) {
    QMessageBox box(QMessageBox::NoIcon, QObject::tr("Warpbench"), what, QMessageBox::Ok, parent);
    explain(box, error);
    box.exec();
}

bool offerToSaveElsewhere(QWidget* parent, const Error& error) {
    QMessageBox box(QMessageBox::NoIcon, QObject::tr("Warpbench"),
                    QObject::tr("The project could not be saved."), QMessageBox::Cancel, parent);
    explain(box, error);
    box.button(QMessageBox::Cancel)->setText(QObject::tr("&Cancel"));
    auto* elsewhere = box.addButton(QObject::tr("Save &As…"), QMessageBox::AcceptRole);
    elsewhere->setObjectName(QStringLiteral("saveElsewhere"));
    box.setDefaultButton(elsewhere);
    box.exec();
    return box.clickedButton() == elsewhere;
}

void tellSetAside(QWidget& parent, const settings::SetAside& file) {
    tellAtStart(
        parent, "setAsideBox", QObject::tr("The settings could not be read"),
        file.why + QLatin1Char(' ') +
            (file.file.isEmpty()
                 ? QObject::tr(
                       "The file could not be renamed. Settings that you change now are lost.")
                 : QObject::tr("The file is kept as %1. All settings have their defaults again.")
                       .arg(QDir::toNativeSeparators(file.file))));
}

void tellDefaultLayout(QWidget& parent) {
    tellAtStart(parent, "defaultLayoutBox", QObject::tr("The window has its default layout"),
                QObject::tr("Warpbench ended unexpectedly at its last two starts. The saved layout "
                            "may be the reason, so it was not used."));
}

bool askToReload(QWidget* parent, const QString& name, const QStringList& files) {
    QMessageBox box(QMessageBox::NoIcon, QObject::tr("Warpbench"),
                    QObject::tr("Reload “%1” and discard your changes?").arg(name),
                    QMessageBox::Cancel, parent);
    box.setObjectName(QStringLiteral("reloadBox"));
    box.setIconPixmap(icon(QStringLiteral("warning"), IconTint::warning).pixmap(32, 32));
    box.setInformativeText(
        QObject::tr("The project on disk has another source file. Not saved: %1.")
            .arg(files.join(QStringLiteral(", "))));
    box.button(QMessageBox::Cancel)->setText(QObject::tr("&Cancel"));
    const auto* reload = box.addButton(QObject::tr("&Reload"), QMessageBox::DestructiveRole);
    box.setDefaultButton(QMessageBox::Cancel);
    box.exec();
    return box.clickedButton() == reload;
}

SaveChoice askToSave(QWidget* parent, const QString& name, const QStringList& files) {
    QMessageBox box(QMessageBox::NoIcon, QObject::tr("Warpbench"),
                    QObject::tr("Save the changes to “%1”?").arg(name),
                    QMessageBox::Save | QMessageBox::Discard | QMessageBox::Cancel, parent);
    box.setObjectName(QStringLiteral("saveBox"));
    box.setIconPixmap(icon(QStringLiteral("save"), IconTint::accent).pixmap(32, 32));
    box.button(QMessageBox::Save)->setText(QObject::tr("&Save"));
    box.button(QMessageBox::Discard)->setText(QObject::tr("&Discard"));
    box.button(QMessageBox::Cancel)->setText(QObject::tr("&Cancel"));
    const QString lost = QObject::tr("Otherwise they are lost.");
    box.setInformativeText(
        files.size() < 2 ? lost
                         : QObject::tr("Not saved: %1.").arg(files.join(QStringLiteral(", "))) +
                               QLatin1Char(' ') + lost);
    box.setDefaultButton(QMessageBox::Save);
    switch (box.exec()) {
    case QMessageBox::Save:
        return SaveChoice::save;
    case QMessageBox::Discard:
        return SaveChoice::discard;
    default:
        return SaveChoice::cancel;
    }
}

} // namespace warpbench::ui
