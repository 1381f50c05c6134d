// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QFrame>
#include <QList>
#include <QStringList>

class QLabel;
class QHBoxLayout;
class QPushButton;
class QToolButton;

namespace warpbench::ui {

class IconLabel;

/// A strip above a view with one message, which the user can dismiss. Hidden without a
/// message.
class Banner : public QFrame {
    Q_OBJECT

  public:
    enum class Kind { info, success, warning, error };

    explicit Banner(QWidget* parent = nullptr);

    void showMessage(Kind kind, const QString& text);
    /// The same with buttons; pressing one emits `actionTriggered`.
    void showMessage(Kind kind, const QString& text, const QStringList& actions);
    /// The whole message; the banner shows the beginning of a long one, the tool tip all of it.
    QString text() const;
    Kind kind() const { return m_kind; }
    void setDismissible(bool dismissible);

  signals:
    void actionTriggered(int index); ///< index in the message's actions
    void dismissed();

  private:
    Kind m_kind = Kind::info;
    QString m_whole;
    IconLabel* m_icon;
    QLabel* m_text;
    QHBoxLayout* m_buttons;
    QList<QPushButton*> m_actions; ///< reused for later messages
    QToolButton* m_close;
};

} // namespace warpbench::ui
