// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/setup/buffer_section.h"

class QComboBox;
class QLabel;

namespace warpbench::ui {

class ExpressionField;

/// What each device of a run that several share has of a buffer.
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
