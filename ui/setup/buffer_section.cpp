// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/setup/buffer_section.h"

#include "ui/fields/form.h"
#include "ui/words/text.h"

#include <QDir>
#include <QFileDialog>
#include <QGridLayout>
#include <QToolButton>

namespace warpbench::ui {

namespace {

constexpr int kNames = 64; // pixels; aligns the fields of all sections

} // namespace

BufferSection::BufferSection(ProjectDocument& document, QWidget* parent)
    : QWidget(parent)
    , m_document(document) {}

void BufferSection::setBuffer(std::size_t row) {
    m_row = row;
    refresh(project().buffers[row]);
}

const project::Buffer* BufferSection::buffer() const {
    return m_row < project().buffers.size() ? &project().buffers[m_row] : nullptr;
}

QGridLayout* BufferSection::makeGrid() {
    auto* grid = new QGridLayout(this);
    grid->setContentsMargins(0, 0, 0, 0);
    grid->setHorizontalSpacing(kGap);
    grid->setVerticalSpacing(kSmallGap);
    grid->setColumnMinimumWidth(0, kNames);
    grid->setColumnStretch(1, 1);
    return grid;
}

void BufferSection::edit(const QString& field,
                         const std::function<void(project::Buffer&)>& change) {
    if (!buffer()) {
        return;
    }
    m_document.edit(
        tr("Change buffer %1").arg(qs(buffer()->name)),
        [&](project::Project& p) { change(p.buffers[m_row]); },
        field.isEmpty() ? QString() : QStringLiteral("buffer%1.%2").arg(m_row).arg(field));
}

/// Only files in the project's folder are allowed, so a new project must be saved first.
QToolButton* BufferSection::makeBrowse(const std::function<void(const QString&)>& take) {
    auto* browse = makeIconButton(QStringLiteral("open"), tr("Choose a file"));
    connect(browse, &QToolButton::clicked, this, [this, take] {
        const QString folder = qs(project().folder());
        const QString path = QFileDialog::getOpenFileName(
            window(), tr("Choose a File"), folder, tr("Arrays (*.npy *.npz *.csv);;All files (*)"));
        if (!path.isEmpty()) {
            take(m_document.path().isEmpty() ? path : QDir(folder).relativeFilePath(path));
        }
    });
    return browse;
}

} // namespace warpbench::ui
