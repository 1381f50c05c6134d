// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QDialog>
#include <QString>

class QLineEdit;
class QPlainTextEdit;

namespace warpbench::ui {

/// A program's arguments and standard input, as typed.
struct ProgramInput {
    QString arguments; ///< as in a shell, quotes included
    QString input;     ///< its standard input
};

/// Asks for a program's arguments and input before running it.
class ProgramDialog : public QDialog {
    Q_OBJECT

  public:
    /// \param device  the device it will run on, "Simulated H200 (CPU)"
    ProgramDialog(const ProgramInput& given, const QString& device, QWidget* parent);

    ProgramInput input() const;

  private:
    QLineEdit* m_arguments;
    QPlainTextEdit* m_input;
};

} // namespace warpbench::ui
