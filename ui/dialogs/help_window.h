// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QDialog>
#include <QTextBrowser>

namespace warpbench::ui {

/// The folder of the manual: installed next to the program or in the source tree; empty: none.
QString docsFolder();

/// Shows the manual and the pages it links to. Can stay open beside the main window.
class HelpWindow : public QDialog {
    Q_OBJECT

  public:
    explicit HelpWindow(QWidget* parent);

    QTextBrowser& page() { return *m_page; }
    /// \param page  below docs/manual, perhaps with an anchor: "window/buffers.md#plot"
    void openManual(const QString& page);

  private:
    QTextBrowser* m_page;
};

} // namespace warpbench::ui
