// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/theme/icons.h"

#include <QFrame>

class QGridLayout;
class QLabel;

namespace warpbench::ui {

/// A line of the results: an icon, a text with word wrap, and a value at the right, or below the
/// text where a narrow panel would cut a word. If it leads
/// somewhere, Tab can focus it and Enter or a click goes there. Ctrl+C copies it.
class ResultLine : public QFrame {
    Q_OBJECT

  public:
    ResultLine(const QString& iconName, IconTint tint, const QString& text, const QString& value,
               QWidget* parent = nullptr);

    /// \param where  what Enter does, for the tool tip and for screen readers
    void setLeadsSomewhere(const QString& where);

  signals:
    void activated();

  protected:
    void keyPressEvent(QKeyEvent* event) override;
    void mouseReleaseEvent(QMouseEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;

  private:
    QGridLayout* m_cells;
    QLabel* m_text;
    QLabel* m_value;
    bool m_leads = false;
};

} // namespace warpbench::ui
