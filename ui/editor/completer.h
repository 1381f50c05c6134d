// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/cpp/language_server.h"
#include "ui/cpp/source_outline.h"

#include <QHash>
#include <QObject>
#include <QPointer>
#include <QStringList>

#include <functional>
#include <utility>
#include <vector>

class QLabel;
class QListWidget;

namespace warpbench::ui {

class CodeEditor;

/// The editor's list of completions: CUDA's names, what the file declares and its words, with what
/// is told of the chosen one beside it; and what is told of a name under the mouse.
class Completer : public QObject {
    Q_OBJECT

  public:
    explicit Completer(CodeEditor& editor);
    ~Completer() override;

    /// Of the chosen device, ten times as large; 0: of none.
    void setCapability(int capability) { m_capability = capability; }
    /// What the headers of the text declare, by the name of the file: it is proposed as well.
    void setHeaders(std::vector<std::pair<QString, SourceOutline>> headers);
    /// Somebody to ask as well, whose answers come later: what it knows beyond our own names is
    /// added to the list. \param prepare  sees to it that the server has all texts as they are now;
    /// returns this one's path, empty: not to be asked
    void setServer(LanguageServer* server, std::function<QString()> prepare);
    /// A letter was typed.
    void letterAdded(int letter);
    /// What fits a word's start, each as a row of the list; looked up again.
    QStringList proposalsFor(const QString& start);
    /// Rows for what a type has.
    QStringList membersOf(const QString& type);
    /// What is told of the name at a place, as rich text; empty: nothing is known.
    QString tipAt(qsizetype at);
    /// The same as the server knows it, later, if at all. Not for what tipAt() knows.
    void askTip(qsizetype at, std::function<void(const QString&)> done);
    /// What the text and its headers declare, as they are now.
    const SourceOutline& outline();

  protected:
    bool eventFilter(QObject* watched, QEvent* event) override;

  private:
    void complete();
    void completeMember(qsizetype at);
    void askServer(long from, bool members);
    void merge(const std::vector<LanguageServer::Proposal>& proposals, long from,
               const QString& start, bool members);
    void closed();
    void show(const QStringList& rows, qsizetype typed);
    void accept(const char* row, int position);
    void showTip();
    QString tipOf(const QString& name);
    void add(const QString& name, const QString& row);
    void addKnown(const QString& start);
    void addWords(const QString& start);
    void addMembers(const QString& type);
    QStringList takeRows(const QString& start);

    CodeEditor& m_editor;
    SourceOutline m_outline;
    QString m_outlined;        ///< the text that the outline is of
    bool m_outlineDue = false; ///< for other headers
    std::vector<std::pair<QString, SourceOutline>> m_headers;
    QHash<QString, QString> m_rows; ///< by name
    QString m_owner;                ///< whose members the list shows; empty: no members
    bool m_members = false;         ///< the list shows members, or what is in a namespace
    QStringList m_shown;            ///< rows of the list
    int m_capability = 0;
    QPointer<LanguageServer> m_server;
    std::function<QString()> m_prepare;
    QHash<QString, LanguageServer::Proposal> m_told; ///< by the server, of the list's names
    QListWidget* m_list = nullptr;                   ///< Scintilla's
    QLabel* m_tip;
};

} // namespace warpbench::ui
