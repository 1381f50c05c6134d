// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/setup/buffer_section.h"

class QComboBox;
class QLabel;

namespace warpbench::ui {

/// The memory kind of a buffer.
class BufferMemoryForm : public BufferSection {
    Q_OBJECT

  public:
    explicit BufferMemoryForm(ProjectDocument& document, QWidget* parent = nullptr);

  private:
    void refresh(const project::Buffer& buffer) override;

    QComboBox* m_memory;
    QLabel* m_problem;
};

} // namespace warpbench::ui
