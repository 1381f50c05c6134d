// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QHash>
#include <QKeySequence>
#include <QObject>
#include <QString>

class QAction;

namespace warpbench::ui {

/// The keys of commands as they are now, for texts that name them: users can change keys.
class KeyNames : public QObject {
    Q_OBJECT

  public:
    static KeyNames& instance();

    /// Follows an action's key, under the action's object name.
    void follow(const QAction& action);
    /// "Press Run (F5)" from "Press Run ({run})". The brackets go too where the command has no key.
    QString filledIn(const QString& text) const;

  signals:
    void changed();

  private:
    KeyNames() = default;

    QHash<QString, QKeySequence> m_keys;
};

/// Sets a text of an object ("text", "toolTip") that names keys, and again whenever keys change.
void setTextWithKeys(QObject& object, const char* property, const QString& text);

} // namespace warpbench::ui
