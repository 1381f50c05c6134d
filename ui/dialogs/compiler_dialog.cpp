// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/dialogs/compiler_dialog.h"

#include "ui/theme/fonts.h"

#include <QCoreApplication>
#include <QDialogButtonBox>
#include <QDir>
#include <QFileDialog>
#include <QLabel>
#include <QPlainTextEdit>
#include <QProgressBar>
#include <QPushButton>
#include <QStyle>
#include <QVBoxLayout>

#include <algorithm>

namespace warpbench::ui {

CompilerDialog::CompilerDialog(QWidget* parent, const QString& program)
    : QDialog(parent)
    , m_program(program)
    , m_state(new QLabel)
    , m_progress(new QProgressBar)
    , m_output(new QPlainTextEdit) {
    setObjectName(QStringLiteral("compilerDialog"));
    setWindowTitle(tr("Get the Compiler"));
    if (m_program.isEmpty()) {
        m_program =
            QDir(QCoreApplication::applicationDirPath()).filePath(QStringLiteral("warpbench-cli"));
    }
    auto* what = new QLabel(
        tr("<p>Warpbench compiles kernels with NVIDIA's NVRTC, which it may not include. It can "
           "download NVRTC as NVIDIA's own Python packages from the Python package index (311 MB "
           "to download, 795 MB on disk) into your data folder. This needs Python 3 with pip, but "
           "no administrator rights.</p><p>NVRTC comes under <b>NVIDIA's licence</b>, the <a "
           "href=\"https://docs.nvidia.com/cuda/eula/\">CUDA Toolkit EULA</a>. By downloading it "
           "you agree to this licence.</p>"));
    what->setWordWrap(true);
    what->setOpenExternalLinks(true);
    what->setTextInteractionFlags(Qt::TextBrowserInteraction);
    m_state->setWordWrap(true);
    m_state->setObjectName(QStringLiteral("compilerState"));
    m_progress->setRange(0, 0);
    m_progress->setTextVisible(false);
    m_progress->setAccessibleName(tr("Progress"));
    m_output->setReadOnly(true);
    useCodeFont(*m_output);
    m_output->setAccessibleName(tr("Output of the installation"));
    m_output->setMinimumHeight(120);
    auto* buttons = new QDialogButtonBox;
    m_download = buttons->addButton(tr("&Download"), QDialogButtonBox::ActionRole);
    m_folder = buttons->addButton(tr("From a &Folder…"), QDialogButtonBox::ActionRole);
    m_folder->setToolTip(tr("A folder with the packages, for example on a USB stick"));
    m_close = buttons->addButton(QDialogButtonBox::Close);
    m_download->setDefault(true);
    auto* layout = new QVBoxLayout(this);
    layout->addWidget(what);
    layout->addWidget(m_state);
    layout->addWidget(m_progress);
    layout->addWidget(m_output, 1);
    layout->addWidget(buttons);
    m_process.setProcessChannelMode(QProcess::MergedChannels);
    connect(m_download, &QPushButton::clicked, this, &CompilerDialog::download);
    connect(m_folder, &QPushButton::clicked, this, &CompilerDialog::takeFromFolder);
    connect(buttons, &QDialogButtonBox::rejected, this, &QDialog::reject);
    connect(&m_process, &QProcess::readyRead, this, &CompilerDialog::readOutput);
    connect(&m_process, &QProcess::finished, this, &CompilerDialog::finished);
    connect(&m_process, &QProcess::errorOccurred, this, [this](QProcess::ProcessError error) {
        if (error == QProcess::FailedToStart) {
            m_state->setText(
                tr("%1 could not be started: %2")
                    .arg(QDir::toNativeSeparators(m_program), m_process.errorString()));
            setBusy(false);
        }
    });
    setBusy(false);
    m_output->hide();
    resize(560, 1);
    makeRoom();
}

CompilerDialog::~CompilerDialog() {
    disconnect(&m_process, nullptr, this, nullptr);
    if (m_process.state() != QProcess::NotRunning) {
        // The process stops the download and removes its files; an installed compiler stays.
        m_process.terminate();
        if (!m_process.waitForFinished(2000))
            m_process.kill();
        m_process.waitForFinished(1000);
    }
}

void CompilerDialog::download() {
    start({});
}

void CompilerDialog::takeFromFolder() {
    const QString folder =
        QFileDialog::getExistingDirectory(this, tr("Folder with the Packages (*.whl)"));
    if (!folder.isEmpty()) {
        start({QStringLiteral("--from"), folder});
    }
}

void CompilerDialog::start(const QStringList& more) {
    m_output->clear();
    m_pending.clear();
    m_output->show();
    m_state->setText(tr("Downloading the compiler. This takes a few minutes…"));
    setBusy(true);
    m_process.start(m_program,
                    QStringList{QStringLiteral("doctor"), QStringLiteral("--install-compiler")} +
                        more);
}

void CompilerDialog::readOutput() {
    m_pending += m_process.readAll();
    const qsizetype end = m_pending.lastIndexOf('\n');
    showOutput(end + 1);
}

/// Output arrives in pieces; shows only whole lines until the program ends.
void CompilerDialog::showOutput(qsizetype bytes) {
    const QString text = QString::fromUtf8(m_pending.left(bytes)).trimmed();
    m_pending.remove(0, bytes);
    if (!text.isEmpty())
        m_output->appendPlainText(text);
}

void CompilerDialog::finished(int code, QProcess::ExitStatus status) {
    readOutput();
    showOutput(m_pending.size());
    setBusy(false);
    m_installed = status == QProcess::NormalExit && code == 0;
    m_state->setText(m_installed ? tr("The compiler is installed.")
                                 : tr("The installation failed. What was installed before is "
                                      "unchanged. The last lines below say why."));
    makeRoom();
    if (m_installed) {
        m_close->setDefault(true);
        m_close->setFocus();
    }
}

/// The height of wrapped text depends on the width; the layout reports it but does not apply it.
void CompilerDialog::makeRoom() {
    layout()->activate();
    resize(width(), std::max(height(), layout()->totalHeightForWidth(width())));
}

void CompilerDialog::setBusy(bool busy) {
    m_progress->setVisible(busy);
    m_download->setEnabled(!busy);
    m_folder->setEnabled(!busy);
    m_close->setText(busy ? tr("Cancel") : tr("Close"));
    makeRoom();
}

} // namespace warpbench::ui
