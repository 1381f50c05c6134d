// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/setup/buffer_memory_form.h"

#include "ui/fields/form.h"

#include <QComboBox>
#include <QGridLayout>
#include <QLabel>
#include <QSignalBlocker>

namespace warpbench::ui {

using project::MemoryKind;

BufferMemoryForm::BufferMemoryForm(ProjectDocument& document, QWidget* parent)
    : BufferSection(document, parent)
    , m_memory(new QComboBox)
    , m_problem(makeProblem()) {
    QGridLayout* grid = makeGrid();
    m_memory->setObjectName(QStringLiteral("memoryKind"));
    m_memory->setAccessibleName(tr("Kind of memory"));
    m_memory->setSizeAdjustPolicy(QComboBox::AdjustToMinimumContentsLengthWithIcon);
    m_memory->setMinimumContentsLength(10);
    m_memory->addItem(tr("the device's"), int(MemoryKind::device));
    m_memory->addItem(tr("managed: pages migrate on access"), int(MemoryKind::managed));
    m_memory->addItem(tr("mapped: the host's, accessed over the bus"), int(MemoryKind::mapped));
    m_memory->addItem(tr("pitched: rows 512 bytes apart, or a multiple"), int(MemoryKind::pitched));
    m_memory->setToolTip(
        tr("For pitched memory, pitch(NAME) is the distance between two rows in bytes"));
    grid->addWidget(new QLabel(tr("Memory")), 0, 0);
    grid->addWidget(m_memory, 0, 1);
    grid->addWidget(m_problem, 1, 0, 1, 2);
    connect(m_memory, &QComboBox::activated, this, [this] {
        const auto memory = MemoryKind(m_memory->currentData().toInt());
        edit({}, [memory](project::Buffer& buffer) { buffer.memory = memory; });
    });
}

void BufferMemoryForm::refresh(const project::Buffer& buffer) {
    const QSignalBlocker block(m_memory);
    m_memory->setCurrentIndex(m_memory->findData(int(buffer.memory)));
    const bool shared = buffer.split || buffer.halo;
    const QString problem = shared && buffer.memory != MemoryKind::device
                                ? tr("Devices can share only plain device memory")
                                : QString();
    m_problem->setText(problem);
    m_problem->setVisible(!problem.isEmpty());
    setInvalid(m_memory, problem);
}

} // namespace warpbench::ui
