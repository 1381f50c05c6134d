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

/// A strip above a view that says one thing and can be dismissed. Hidden while it has nothing to
/// say.
class Banner : public QFrame {
    Q_OBJECT

  public:
    enum class Kind { info, success, warning, error };

    explicit Banner(QWidget* parent = nullptr);

    void showMessage(Kind kind, const QString& text);
    /// The same with buttons; `actionTriggered` is sent when one is pressed.
    void showMessage(Kind kind, const QString& text, const QStringList& actions);
    /// The whole message; of a long one the banner shows the beginning, its tool tip the rest.
    QString text() const;
    Kind kind() const { return m_kind; }
    void setDismissible(bool dismissible);

  signals:
    void actionTriggered(int index); ///< of the message's actions
    void dismissed();

  private:
    Kind m_kind = Kind::info;
    QString m_whole;
    IconLabel* m_icon;
    QLabel* m_text;
    QHBoxLayout* m_buttons;
    QList<QPushButton*> m_actions; ///< as many as were ever needed
    QToolButton* m_close;
};

} // namespace warpbench::ui
