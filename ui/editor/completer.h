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

/// The editor's completion list: CUDA names, declarations and words of the file, with a description
/// of the selected name beside it. Also describes the name under the mouse.
class Completer : public QObject {
    Q_OBJECT

  public:
    explicit Completer(CodeEditor& editor);
    ~Completer() override;

    /// Compute capability of the chosen device times ten; 0: no device.
    void setCapability(int capability) { m_capability = capability; }
    /// Sets the declarations of included headers by file name, which are offered as well.
    void setHeaders(std::vector<std::pair<QString, SourceOutline>> headers);
    /// Adds an asynchronous source, whose results are added to the list later if we do not know
    /// them. \param prepare  sends all current texts to the server and returns the path of this
    /// one; empty: do not ask
    void setServer(LanguageServer* server, std::function<QString()> prepare);
    /// The user typed a character.
    void letterAdded(int letter);
    /// Completions of a prefix, as rows of the list; always up to date.
    QStringList proposalsFor(const QString& start);
    /// Rows for the members of a type.
    QStringList membersOf(const QString& type);
    /// Describes the name at a position as rich text; empty: unknown.
    QString tipAt(qsizetype at);
    /// The server's answer, later or never. Only for names that tipAt() does not know.
    void askTip(qsizetype at, std::function<void(const QString&)> done);
    /// The current declarations of the text and its headers.
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
    QString m_outlined;        ///< text of the outline
    bool m_outlineDue = false; ///< headers have changed
    std::vector<std::pair<QString, SourceOutline>> m_headers;
    QHash<QString, QString> m_rows; ///< by name
    QString m_owner;                ///< the type whose members the list shows; empty: no members
    bool m_members = false;         ///< the list shows members of a type or a namespace
    QStringList m_shown;            ///< rows of the list
    int m_capability = 0;
    QPointer<LanguageServer> m_server;
    std::function<QString()> m_prepare;
    QHash<QString, LanguageServer::Proposal> m_told; ///< the server's details for names in the list
    QListWidget* m_list = nullptr;                   ///< owned by Scintilla
    QLabel* m_tip;
};

} // namespace warpbench::ui
