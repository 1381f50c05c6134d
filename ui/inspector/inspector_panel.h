// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/workbench/panel_parts.h"

#include <QWidget>

class QSplitter;
class QToolButton;

namespace warpbench::ui {

class BufferInspector;
struct Workbench;

/// The panel Buffers: an inspector and, if the user wants one, a second one beside it. The second
/// one shows the same buffer and element until the user chooses another buffer in it.
class InspectorPanel : public QWidget, public PanelParts {
    Q_OBJECT

  public:
    explicit InspectorPanel(Workbench& bench);

    bool showPart(const QString& part) override;
    void setSplit(bool split);
    bool isSplit() const { return m_second != nullptr; }
    /// Redraws everything in the current number format.
    void takeNumberFormat();

  protected:
    void resizeEvent(QResizeEvent* event) override;

  private:
    void addSecond();
    void follow(BufferInspector& one, BufferInspector& other);

    Workbench& m_bench;
    QSplitter* m_splitter;
    BufferInspector* m_first;
    BufferInspector* m_second = nullptr; ///< null: not split
    QToolButton* m_split;
    bool m_isTogether = true; ///< the second one shows the first one's buffer
    bool m_isFresh = false;   ///< the second one has not shown a buffer
};

} // namespace warpbench::ui
