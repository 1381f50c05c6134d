// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QDialog>
#include <QProcess>

class QLabel;
class QPlainTextEdit;
class QProgressBar;
class QPushButton;

namespace warpbench::ui {

/// Installs NVIDIA's compiler, from the network or a folder, with `warpbench-cli doctor
/// --install-compiler`. First shows what it downloads and under which licence.
class CompilerDialog : public QDialog {
    Q_OBJECT

  public:
    /// \param program  path of warpbench-cli; empty: the one next to this program
    explicit CompilerDialog(QWidget* parent, const QString& program = {});
    ~CompilerDialog() override;

    bool installed() const { return m_installed; }

  private:
    void download();
    void takeFromFolder();
    void start(const QStringList& more);
    void readOutput();
    void showOutput(qsizetype bytes);
    void finished(int code, QProcess::ExitStatus status);
    void setBusy(bool busy);
    void makeRoom();

    QString m_program;
    QProcess m_process;
    QByteArray m_pending; ///< printed, but not yet shown
    bool m_installed = false;
    QLabel* m_state;
    QProgressBar* m_progress;
    QPlainTextEdit* m_output;
    QPushButton* m_download;
    QPushButton* m_folder;
    QPushButton* m_close;
};

} // namespace warpbench::ui
