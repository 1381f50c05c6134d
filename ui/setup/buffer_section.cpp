// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/setup/buffer_section.h"

#include "ui/fields/expression_field.h"
#include "ui/fields/form.h"
#include "ui/words/text.h"

#include <QDir>
#include <QFileDialog>
#include <QGridLayout>
#include <QHBoxLayout>
#include <QToolButton>

namespace warpbench::ui {

namespace {

constexpr int kNames = 64; // pixels; aligns the fields of all sections

} // namespace

BufferSection::BufferSection(ProjectDocument& document, QWidget* parent)
    : QWidget(parent)
    , m_document(document)
    , m_form([this](const QString&, const auto& change, const QString& key) { edit(change, key); })
    , m_grid(new QGridLayout(this)) {
    m_grid->setContentsMargins(0, 0, 0, 0);
    m_grid->setHorizontalSpacing(kGap);
    m_grid->setVerticalSpacing(kSmallGap);
    m_grid->setColumnMinimumWidth(0, kNames);
    m_grid->setColumnStretch(1, 1);
    connect(&document, &ProjectDocument::sourceReplaced, this, [this] { m_form.forgetTyping(); });
}

void BufferSection::setBuffer(std::size_t row, const Evaluation& evaluation) {
    if (std::exchange(m_row, row) != row || m_name != buffer().name) {
        m_form.forgetTyping();
    }
    m_name = buffer().name;
    m_form.show(buffer(), evaluation);
}

void BufferSection::addRow(Row row, const std::vector<QWidget*>& beside) {
    const int at = m_grid->rowCount();
    auto* label = row.label.isEmpty() ? nullptr : new QLabel(row.label);
    QWidget* field = m_form.add(std::move(row), label);
    if (label) {
        const bool tall = qobject_cast<ExpressionField*>(field); // may have an error below it
        label->setContentsMargins(0, tall ? 5 : 0, 0, 0);        // aligned with the field's text
        label->setToolTip(tall ? QString() : field->toolTip());
        m_grid->addWidget(label, at, 0, tall ? Qt::AlignTop : Qt::Alignment());
    }
    auto* line = new QHBoxLayout;
    line->setSpacing(kGap);
    line->addWidget(field, 1);
    for (QWidget* button : beside)
        line->addWidget(button, 0, Qt::AlignTop);
    m_grid->addLayout(line, at, 1);
}

void BufferSection::addWide(QWidget* widget) {
    m_grid->addWidget(widget, m_grid->rowCount(), 0, 1, 2);
}

void BufferSection::edit(const std::function<void(project::Buffer&)>& change, const QString& key) {
    if (m_row < project().buffers.size()) {
        m_document.edit(
            tr("Change buffer %1").arg(qs(buffer().name)),
            [&](project::Project& p) { change(p.buffers[m_row]); },
            key.isEmpty() ? key : QStringLiteral("buffer%1.%2").arg(m_row).arg(key));
    }
}

/// Only files in the project's folder are allowed, so a new project must be saved first.
QToolButton* BufferSection::makeBrowse(const Value<project::Buffer>& path) {
    auto* browse = makeIconButton(QStringLiteral("open"), tr("Choose a file"));
    connect(browse, &QToolButton::clicked, this, [this, path] {
        const QString folder = qs(project().folder());
        QString file = QFileDialog::getOpenFileName(
            window(), tr("Choose a File"), folder, tr("Arrays (*.npy *.npz *.csv);;All files (*)"));
        if (file.isEmpty())
            return;
        if (!m_document.path().isEmpty())
            file = QDir(folder).relativeFilePath(file);
        edit([&](project::Buffer& buffer) { path.set(buffer, file); }, {});
    });
    return browse;
}

} // namespace warpbench::ui
