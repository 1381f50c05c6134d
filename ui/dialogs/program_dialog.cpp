// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/dialogs/program_dialog.h"

#include "ui/theme/fonts.h"

#include <QDialogButtonBox>
#include <QFontDatabase>
#include <QFormLayout>
#include <QLabel>
#include <QLineEdit>
#include <QPlainTextEdit>
#include <QPushButton>

namespace warpbench::ui {

ProgramDialog::ProgramDialog(const ProgramInput& given, const QString& device, QWidget* parent)
    : QDialog(parent)
    , m_arguments(new QLineEdit(given.arguments))
    , m_input(new QPlainTextEdit(given.input)) {
    setWindowTitle(tr("Run Program"));
    setObjectName(QStringLiteral("programDialog"));
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(16, 16, 16, 16);
    layout->setSpacing(12);
    auto* about = new QLabel(
        tr("Builds the source with nvcc and runs its main on %1. What it prints appears in "
           "Output.")
            .arg(device));
    about->setWordWrap(true);
    layout->addWidget(about);
    auto* form = new QFormLayout;
    m_arguments->setObjectName(QStringLiteral("programArguments"));
    m_arguments->setPlaceholderText(tr("none"));
    form->addRow(tr("&Arguments"), m_arguments);
    m_input->setObjectName(QStringLiteral("programInput"));
    m_input->setPlaceholderText(tr("What the program reads from standard input"));
    m_input->setTabChangesFocus(true);
    useCodeFont(*m_input);
    form->addRow(tr("&Input"), m_input);
    layout->addLayout(form, 1);
    auto* buttons = new QDialogButtonBox(QDialogButtonBox::Ok | QDialogButtonBox::Cancel);
    buttons->button(QDialogButtonBox::Ok)->setText(tr("&Run"));
    layout->addWidget(buttons);
    connect(buttons, &QDialogButtonBox::accepted, this, &QDialog::accept);
    connect(buttons, &QDialogButtonBox::rejected, this, &QDialog::reject);
    m_arguments->selectAll();
    m_arguments->setFocus();
    resize(480, 280);
}

ProgramInput ProgramDialog::input() const {
    return {m_arguments->text(), m_input->toPlainText()};
}

} // namespace warpbench::ui
