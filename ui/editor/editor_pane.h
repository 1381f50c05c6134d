// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QWidget>

namespace warpbench::ui {

class Banner;
class CodeEditor;
class FindBar;
class LineCostBar;

/// The window's centre: banners about the document, the editor, the find bar.
class EditorPane : public QWidget {
    Q_OBJECT

  public:
    explicit EditorPane(QWidget* parent = nullptr);

    CodeEditor& editor() { return *m_editor; }
    FindBar& findBar() { return *m_findBar; }
    LineCostBar& lineCosts() { return *m_lineCosts; }
    Banner& toolkitBanner() { return *m_toolkitBanner; }   ///< the compiler is missing
    Banner& documentBanner() { return *m_documentBanner; } ///< files: read-only, changed on disk
    Banner& resultBanner() { return *m_resultBanner; }     ///< runs: failed, fault, expect

  protected:
    bool eventFilter(QObject* watched, QEvent* event) override;

  private:
    Banner* m_toolkitBanner;
    Banner* m_documentBanner;
    Banner* m_resultBanner;
    CodeEditor* m_editor;
    LineCostBar* m_lineCosts;
    FindBar* m_findBar;
};

} // namespace warpbench::ui
