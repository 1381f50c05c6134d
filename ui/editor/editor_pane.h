// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QStringList>
#include <QWidget>

#include <vector>

class QStackedWidget;
class QTabBar;

namespace warpbench::ui {

class Banner;
class CodeEditor;
class FindBar;
class LineCostBar;

/// The window's centre: banners about the document, the editor, the find bar. Headers of the
/// source, and kernels that were made of steps, are tabs beside it.
class EditorPane : public QWidget {
    Q_OBJECT

  public:
    explicit EditorPane(QWidget* parent = nullptr);

    CodeEditor& editor() { return *m_editor; } ///< the source's
    /// The one in front: the source's or a header's.
    CodeEditor& current() const;
    /// The file in front; empty: the source.
    QString currentFile() const;
    /// What the source's tab is called.
    void setSourceName(const QString& name);
    /// What is open beside the source: absolute paths of headers, names of kernels that were made.
    QStringList files() const;
    /// The editor of one of them; null: it is not open.
    CodeEditor* fileEditor(const QString& file) const;
    /// The file in an editor of this pane; empty: the source.
    QString fileOf(const CodeEditor& editor) const;
    /// The caret stays where it is.
    void bringToFront(const CodeEditor& editor);
    /// A tab for a header that is not open yet, behind the others.
    /// \param whyReadOnly  empty: it may be edited
    CodeEditor& addFile(const QString& file, const QString& text, const QString& whyReadOnly = {});
    /// Marks a header's tab: what is in it is not saved.
    void setFileModified(const QString& file, bool modified);
    /// The file lies elsewhere now.
    void moveFile(const QString& from, const QString& to);
    void closeFile(const QString& file);
    void closeFiles();
    void setTabWidth(int columns);
    /// Marks the caret's line so that it is seen from afar.
    void setPresenting(bool presenting);
    FindBar& findBar() { return *m_findBar; }
    LineCostBar& lineCosts() { return *m_lineCosts; }
    Banner& toolkitBanner() { return *m_toolkitBanner; }   ///< the compiler is missing
    Banner& documentBanner() { return *m_documentBanner; } ///< files: read-only, changed on disk
    Banner& resultBanner() { return *m_resultBanner; }     ///< runs: failed, fault, expect

  signals:
    void currentChanged(); ///< another tab came to the front
    void placeShown();     ///< somebody was taken to a line
    void headerEdited();   ///< in one of the tabs behind the source
    void closing(warpbench::ui::CodeEditor* editor);
    /// The user wants to close a header's tab.
    void closeWanted(const QString& file);

  protected:
    bool eventFilter(QObject* watched, QEvent* event) override;

  private:
    struct Page {
        QString file;
        CodeEditor* editor;
        bool modified = false;
    };
    int pageOf(const CodeEditor* editor) const;
    int pageOf(const QString& file) const;
    void labelTab(int tab);
    void closePage(int tab);
    void showPage(int tab);

    std::vector<Page> m_pages; ///< the source first, as the tabs
    bool m_presenting = false;
    QTabBar* m_tabs; ///< hidden where there is only the source
    QStackedWidget* m_stack;
    Banner* m_toolkitBanner;
    Banner* m_documentBanner;
    Banner* m_resultBanner;
    CodeEditor* m_editor;
    LineCostBar* m_lineCosts;
    FindBar* m_findBar;
};

} // namespace warpbench::ui
