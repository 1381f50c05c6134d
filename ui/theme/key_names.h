// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QHash>
#include <QKeySequence>
#include <QObject>
#include <QString>

class QAction;

namespace warpbench::ui {

/// Current shortcuts of commands, for texts that mention them: users can change keys.
class KeyNames : public QObject {
    Q_OBJECT

  public:
    static KeyNames& instance();

    /// Tracks an action's key under its object name.
    void follow(const QAction& action);
    /// "Press Run (F5)" from "Press Run ({run})". Removes the parentheses if there is no key.
    QString filledIn(const QString& text) const;

  signals:
    void changed();

  private:
    KeyNames() = default;

    QHash<QString, QKeySequence> m_keys;
};

/// Sets a property with a text ("text", "toolTip") that mentions keys; updates it when keys change.
void setTextWithKeys(QObject& object, const char* property, const QString& text);

} // namespace warpbench::ui
