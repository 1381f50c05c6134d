// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/theme/key_names.h"

#include <QAction>
#include <QRegularExpression>

namespace warpbench::ui {

KeyNames& KeyNames::instance() {
    static KeyNames names;
    return names;
}

void KeyNames::follow(const QAction& action) {
    const auto take = [this, &action] {
        QKeySequence& known = m_keys[action.objectName()];
        if (known == action.shortcut())
            return;
        known = action.shortcut();
        emit changed();
    };
    connect(&action, &QAction::changed, this, take);
    take();
}

QString KeyNames::filledIn(const QString& text) const {
    static const QRegularExpression places(QStringLiteral(" ?\\(\\{(\\w+)\\}\\)"));
    QString filled = text;
    for (auto match = places.match(filled); match.hasMatch(); match = places.match(filled)) {
        const QString key = m_keys.value(match.captured(1)).toString(QKeySequence::NativeText);
        filled.replace(match.capturedStart(), match.capturedLength(),
                       key.isEmpty() ? QString() : QStringLiteral(" (%1)").arg(key));
    }
    return filled;
}

void setTextWithKeys(QObject& object, const char* property, const QString& text) {
    KeyNames& names = KeyNames::instance();
    // Stored in the object, so that a later text replaces this one.
    const QByteArray kept = QByteArray("keysOf_") + property;
    const bool isFollowed = object.property(kept).isValid();
    object.setProperty(kept, text);
    const auto show = [&object, property, kept] {
        const QString wanted = object.property(kept).toString();
        object.setProperty(property, KeyNames::instance().filledIn(wanted));
    };
    show();
    if (!isFollowed)
        QObject::connect(&names, &KeyNames::changed, &object, show);
}

} // namespace warpbench::ui
