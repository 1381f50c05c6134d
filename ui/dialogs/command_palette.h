// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QDialog>
#include <QList>
#include <QString>

#include <functional>

class QLabel;
class QLineEdit;
class QListWidget;

namespace warpbench::ui {

/// A command of the palette.
struct Command {
    QString name;  ///< "Run", "Panel: Timing"
    QString words; ///< other search words: "PTX, SASS, assembly"; shown only if nothing else
                   ///< matches
    QString keys;  ///< its shortcut as text; empty: none
    std::function<void()> run;
};

/// How well a command's name matches typed text. The letters must occur in order, each at the start
/// of a word or right after the one before ("gtl", "go li"). A match of the whole text anywhere
/// scores least. Negative: no match.
int matchScore(const QString& name, const QString& typed);

/// The same for a command: its name, or else one of its other words, which score less than any
/// name.
int matchScore(const Command& command, const QString& typed);

/// A list of all commands, filtered as you type. Enter runs the selected one.
class CommandPalette : public QDialog {
    Q_OBJECT

  public:
    CommandPalette(QList<Command> commands, QWidget* parent);

  protected:
    bool eventFilter(QObject* watched, QEvent* event) override;

  private:
    void narrow(const QString& typed);
    void perform();

    QList<Command> m_commands;
    QLineEdit* m_typed;
    QListWidget* m_list;
    QLabel* m_nothing;
};

} // namespace warpbench::ui
