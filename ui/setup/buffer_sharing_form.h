// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/setup/buffer_section.h"

class QComboBox;
class QLabel;

namespace warpbench::ui {

class ExpressionField;

/// Which part of a buffer each device has in a run on several devices.
class BufferSharingForm : public BufferSection {
    Q_OBJECT

  public:
    explicit BufferSharingForm(ProjectDocument& document, QWidget* parent = nullptr);

  protected:
    void refresh(const project::Buffer& buffer) override;

  private:
    QComboBox* m_sharing;
    QLabel* m_haloName;
    ExpressionField* m_halo;
};

} // namespace warpbench::ui
