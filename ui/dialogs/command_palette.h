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

/// Something that can be done, by name.
struct Command {
    QString name;  ///< "Run", "Panel: Timing"
    QString words; ///< what else finds it: "PTX, SASS, assembly"; shown where nothing else does
    QString keys;  ///< its shortcut as text; empty: none
    std::function<void()> run;
};

/// How well a command's name answers what was typed: all its letters in order, each at the start of
/// a word or right behind the one before ("gtl", "go li"); or in one piece anywhere, which counts
/// least. Negative: not at all.
int matchScore(const QString& name, const QString& typed);

/// The same for a command: by its name, else by one of its further words, which counts less than
/// any name.
int matchScore(const Command& command, const QString& typed);

/// A list of all commands that is narrowed by typing; Enter does the chosen one.
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
