// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QDialog>
#include <QTextBrowser>

namespace warpbench::ui {

/// The folder of the manual: installed beside the program or in the source tree; empty: none.
QString docsFolder();

/// Reads the manual, with the pages that it leads to. Stays open beside the window.
class HelpWindow : public QDialog {
    Q_OBJECT

  public:
    explicit HelpWindow(QWidget* parent);

    QTextBrowser& page() { return *m_page; }
    /// \param page  of docs/manual, with the part: "window.md#timing"
    void openManual(const QString& page);

  private:
    QTextBrowser* m_page;
};

} // namespace warpbench::ui
