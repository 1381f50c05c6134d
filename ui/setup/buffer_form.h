// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/documents/project_document.h"

#include <QWidget>

#include <vector>

class QVBoxLayout;

namespace warpbench::ui {

class BufferSection;

/// The initial contents of a buffer, its expected contents, and its distribution over devices.
class BufferForm : public QWidget {
    Q_OBJECT

  public:
    explicit BufferForm(ProjectDocument& document, QWidget* parent = nullptr);

    void setBuffer(int row); ///< -1: none

  private:
    void addSection(QVBoxLayout& layout, const QString& title, BufferSection* section);
    void refresh();

    ProjectDocument& m_document;
    int m_row = -1;
    std::vector<BufferSection*> m_sections;
};

} // namespace warpbench::ui
