// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/setup/buffer_section.h"

class QComboBox;
class QLabel;
class QToolButton;

namespace warpbench::ui {

class ExpressionField;

/// The initial contents of a buffer.
class BufferInitForm : public BufferSection {
    Q_OBJECT

  public:
    explicit BufferInitForm(ProjectDocument& document, QWidget* parent = nullptr);

  protected:
    void refresh(const project::Buffer& buffer) override;

  private:
    void setPart(int part, const QString& text);

    QComboBox* m_kind;
    QLabel* m_partNames[3];
    ExpressionField* m_parts[3];
    QToolButton* m_browse;
};

} // namespace warpbench::ui
