// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/setup/buffer_form.h"

#include "ui/fields/form.h"
#include "ui/setup/buffer_section.h"

#include <QLabel>
#include <QVBoxLayout>

namespace warpbench::ui {

BufferForm::BufferForm(ProjectDocument& document, QWidget* parent)
    : QWidget(parent)
    , m_document(document) {
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(kGap);
    addSection(*layout, tr("Filled with"), new BufferInitForm(document));
    addSection(*layout, tr("Expected after the run"), new BufferExpectForm(document));
    addSection(*layout, tr("Location"), new BufferMemoryForm(document));
    addSection(*layout, tr("On several devices"), new BufferSharingForm(document));
    connect(&document, &ProjectDocument::changed, this, &BufferForm::refresh);
    refresh();
}

void BufferForm::addSection(QVBoxLayout& layout, const QString& title, BufferSection* section) {
    if (!m_sections.empty()) {
        layout.addSpacing(kSmallGap);
    }
    layout.addWidget(makeSection(title));
    layout.addWidget(section);
    m_sections.push_back(section);
}

void BufferForm::setBuffer(int row) {
    m_row = row;
    refresh();
}

void BufferForm::refresh() {
    const bool any = m_row >= 0 && std::size_t(m_row) < m_document.project().buffers.size();
    setVisible(any);
    if (!any) {
        return;
    }
    const Evaluation evaluation(m_document.project());
    for (BufferSection* section : m_sections) {
        section->setBuffer(std::size_t(m_row), evaluation);
    }
}

} // namespace warpbench::ui
