// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/editor/completer.h"

#include "ui/cpp/cuda_names.h"
#include "ui/cpp/source_outline.h"
#include "ui/editor/code_editor.h"
#include "ui/editor/name_tips.h"
#include "ui/theme/theme.h"

#include <QEvent>
#include <QLabel>
#include <QListWidget>
#include <QRegularExpression>
#include <QScreen>

#include <algorithm>
#include <cctype>
#include <cstdint>
#include <utility>

namespace warpbench::ui {

namespace {

constexpr qsizetype kLongestRow = 72; ///< characters; the tip shows all
constexpr int kTipWidth = 420;        // pixels

/// The name at the beginning of a row.
QString nameOf(const QString& row) {
    const auto end = std::find_if(row.begin(), row.end(),
                                  [](QChar c) { return !c.isLetterOrNumber() && c != u'_'; });
    return row.left(end - row.begin());
}

QString shortened(const QString& row) {
    return row.size() > kLongestRow ? row.left(kLongestRow - 1) + QChar(u'…') : row;
}

/// "f(int x)" from "int f(int x)  [T: …]".
QString called(const QString& signature, const QString& name) {
    const QString line = signature.section(u'\n', 0, 0).section(QStringLiteral("  ["), 0, 0);
    const qsizetype at = cuda_names::wordIn(line, name);
    return at < 0 ? name : line.mid(at);
}

} // namespace

Completer::Completer(CodeEditor& editor)
    : QObject(&editor)
    , m_editor(editor)
    , m_tip(new QLabel(&editor, Qt::ToolTip)) {
    m_tip->setObjectName(QStringLiteral("completionTip"));
    m_tip->setWordWrap(true);
    m_tip->setMargin(6);
    m_tip->setTextFormat(Qt::RichText);
    using Base = QsciScintillaBase;
    editor.SendScintilla(Base::SCI_AUTOCSETSEPARATOR, static_cast<unsigned long>('\n'));
    editor.SendScintilla(Base::SCI_AUTOCSETMAXHEIGHT, 10UL);
    editor.SendScintilla(Base::SCI_AUTOCSETIGNORECASE, 1UL);
    // Without the characters that open a list of members, because they would close it again.
    editor.SendScintilla(Base::SCI_AUTOCSTOPS, std::uintptr_t{0}, " ()[]{}<,;:+*/=!&|^~?%\"'#\\");
    connect(&editor, qOverload<const char*, int>(&Base::SCN_AUTOCSELECTION), this,
            &Completer::accept);
}

Completer::~Completer() {
    if (m_list) {
        m_list->removeEventFilter(this);
    }
}

const SourceOutline& Completer::outline() {
    const QString text = m_editor.text();
    if (text != m_outlined || m_outlineDue) {
        m_outlineDue = false;
        m_outlined = text;
        m_outline = SourceOutline(m_outlined);
        for (const auto& [file, header] : m_headers) {
            m_outline.addHeader(file, header);
        }
    }
    return m_outline;
}

void Completer::setHeaders(std::vector<std::pair<QString, SourceOutline>> headers) {
    m_headers = std::move(headers);
    m_outlineDue = true;
}

void Completer::setServer(LanguageServer* server, std::function<QString()> prepare) {
    m_server = server;
    m_prepare = std::move(prepare);
}

void Completer::letterAdded(int letter) {
    const long at = m_editor.SendScintilla(QsciScintillaBase::SCI_GETCURRENTPOS);
    const bool arrow = letter == '>' && at > 1 && m_editor.text(int(at - 2), int(at)) == "->";
    const bool inside = letter == ':' && at > 1 && m_editor.text(int(at - 2), int(at)) == "::";
    if (letter == '.' || arrow || inside) {
        closed();
        if (m_editor.inCode(at - 1)) {
            if (!inside) {
                completeMember(m_editor.unitsTo(at - (arrow ? 2 : 1)));
            }
            askServer(at, true);
        }
    } else if (letter == '_' || (letter < 128 && std::isalnum(letter))) {
        complete();
    }
}

void Completer::completeMember(qsizetype at) {
    const QString owner = typeOfExpression(m_editor.text(), at, outline());
    const QStringList rows = owner.isEmpty() ? QStringList() : membersOf(owner);
    if (!rows.isEmpty()) {
        m_owner = owner;
        m_members = true;
        show(rows, 0);
    }
}

void Completer::complete() {
    constexpr qsizetype kFewestLetters = 3;
    using Base = QsciScintillaBase;
    const long at = m_editor.SendScintilla(Base::SCI_GETCURRENTPOS);
    const long from =
        m_editor.SendScintilla(Base::SCI_WORDSTARTPOSITION, static_cast<unsigned long>(at), 1L);
    const QString start = m_editor.text(int(from), int(at));
    const QString before = from > 0 ? m_editor.text(int(from - 1), int(from)) : QString();
    if (!m_editor.isListActive()) {
        closed();
    }
    if (m_members && (before == QLatin1String(":") || before == QLatin1String(".") ||
                      before == QLatin1String(">"))) {
        return; // members are listed, and Scintilla filters them
    }
    if (start.size() < kFewestLetters || start.front().isDigit() || !m_editor.inCode(at - 1)) {
        return;
    }
    const QStringList rows = proposalsFor(start);
    const bool active = m_editor.isListActive();
    if (rows.isEmpty() && m_told.isEmpty()) {
        m_editor.cancelList();
    } else if (!rows.isEmpty() && !active) {
        show(rows, at - from);
    }
    if (!active) {
        askServer(from, false);
    }
}

void Completer::closed() {
    m_owner.clear();
    m_members = false;
    m_told.clear();
    m_shown.clear();
}

/// \param from  start of the word being typed
void Completer::askServer(long from, bool members) {
    const QString path = m_server && m_server->isEnabled() ? m_prepare() : QString();
    if (path.isEmpty()) {
        return;
    }
    const long at = m_editor.SendScintilla(QsciScintillaBase::SCI_GETCURRENTPOS);
    const QString start = at > from ? m_editor.text(int(from), int(at)) : QString();
    m_server->complete(
        path, LanguageServer::positionOf(m_editor.text(), m_editor.unitsTo(at)),
        [self = QPointer<Completer>(this), from, start, members](const auto& proposals) {
            if (self) {
                self->merge(proposals, from, start, members);
            }
        });
}

/// Merges into the visible list, or a new one, if the caret is still at that word.
void Completer::merge(const std::vector<LanguageServer::Proposal>& proposals, long from,
                      const QString& start, bool members) {
    using Base = QsciScintillaBase;
    const long at = m_editor.SendScintilla(Base::SCI_GETCURRENTPOS);
    const QString typed = at > from ? m_editor.text(int(from), int(at)) : QString();
    const bool there = at >= from && typed.startsWith(start) &&
                       std::all_of(typed.begin(), typed.end(), isWordCharacter);
    if (!there || !m_editor.hasFocus() || (members != m_members && m_editor.isListActive())) {
        return;
    }
    members ? addMembers(m_owner) : addKnown(start);
    QHash<QString, LanguageServer::Proposal> told;
    for (const LanguageServer::Proposal& proposal : proposals) {
        const bool fits = proposal.name.startsWith(start, Qt::CaseInsensitive) &&
                          (typed.startsWith(u'_') || !proposal.name.startsWith(u'_'));
        if (fits && !m_rows.contains(proposal.name)) {
            told.insert(proposal.name, proposal);
            add(proposal.name, proposal.type.isEmpty() || proposal.row.contains(u'(')
                                   ? proposal.row
                                   : proposal.row + QStringLiteral("  ") + proposal.type);
        }
    }
    if (!members) {
        addWords(start);
    }
    const QStringList rows = takeRows(start);
    told.remove(start);
    if (told.isEmpty() || rows == m_shown) {
        return;
    }
    m_told = std::move(told);
    m_members = members;
    QByteArray chosen;
    if (m_editor.isListActive()) { // keeps the selection
        chosen.resize(int(m_editor.SendScintilla(Base::SCI_AUTOCGETCURRENTTEXT, 0UL,
                                                 static_cast<void*>(nullptr))) +
                      1);
        m_editor.SendScintilla(Base::SCI_AUTOCGETCURRENTTEXT, 0UL,
                               static_cast<void*>(chosen.data()));
    }
    show(rows, at - from);
    if (!chosen.isEmpty()) {
        m_editor.SendScintilla(Base::SCI_AUTOCSELECT, std::uintptr_t{0}, chosen.constData());
    }
}

void Completer::add(const QString& name, const QString& row) {
    if (!m_rows.contains(name)) {
        m_rows.insert(name, shortened(row));
    }
}

/// Takes the added rows in the order of Scintilla's search.
QStringList Completer::takeRows(const QString& start) {
    m_rows.remove(start); // already complete
    QStringList rows = m_rows.values();
    m_rows.clear();
    std::vector<std::pair<QString, QString>> keyed;
    keyed.reserve(std::size_t(rows.size()));
    for (const QString& row : rows) {
        keyed.emplace_back(row.toUpper(), row);
    }
    std::sort(keyed.begin(), keyed.end());
    for (std::size_t i = 0; i < keyed.size(); ++i) {
        rows[qsizetype(i)] = keyed[i].second;
    }
    return rows;
}

QStringList Completer::proposalsFor(const QString& start) {
    addKnown(start);
    addWords(start);
    return takeRows(start);
}

/// Adds declarations of the files and CUDA names.
void Completer::addKnown(const QString& start) {
    const auto fits = [&start](QStringView name) {
        return name.startsWith(start, Qt::CaseInsensitive);
    };
    for (const Symbol& symbol : outline().symbols()) {
        if (fits(symbol.name)) {
            add(symbol.name, called(symbol.signature, symbol.name));
        }
    }
    for (const cuda_names::Name& entry : cuda_names::all()) {
        const QString name = QString::fromUtf8(entry.name);
        if (entry.kind == cuda_names::Kind::member_ || !fits(name)) {
            continue;
        }
        QString row = shortened(called(QString::fromUtf8(entry.signature), name));
        if (name_tips::isLacking(entry, m_capability)) {
            row = name + QStringLiteral(" — ") + name_tips::needs(entry);
        }
        add(name, row);
    }
}

/// Adds other words of the file.
void Completer::addWords(const QString& start) {
    const QString& text = m_outlined;
    for (qsizetype at = 0; at < text.size();) {
        if (!isWordCharacter(text[at])) {
            ++at;
            continue;
        }
        const qsizetype from = at;
        while (at < text.size() && isWordCharacter(text[at])) {
            ++at;
        }
        const QStringView word = QStringView(text).mid(from, at - from);
        if (word.size() > 1 && !word.front().isDigit() &&
            word.startsWith(start, Qt::CaseInsensitive)) {
            const QString name = word.toString();
            add(name, name);
        }
    }
}

QStringList Completer::membersOf(const QString& type) {
    addMembers(type);
    return takeRows({});
}

void Completer::addMembers(const QString& type) {
    if (type.isEmpty()) {
        return;
    }
    for (const Symbol* member : outline().membersOf(type)) {
        const bool call = member->signature.contains(u'(');
        add(member->name, call ? called(member->signature, member->name)
                               : member->name + QStringLiteral("  ") + member->type);
    }
    for (const cuda_names::Name& member : cuda_names::membersOf(type)) {
        const QString name = QString::fromUtf8(member.name);
        const QString signature = QString::fromUtf8(member.signature);
        add(name, signature.contains(u'(')
                      ? called(signature, name)
                      : name + QStringLiteral("  ") + cuda_names::typeOf(member));
    }
}

void Completer::show(const QStringList& rows, qsizetype typed) {
    m_shown = rows;
    m_editor.SendScintilla(QsciScintillaBase::SCI_AUTOCSHOW, static_cast<std::uintptr_t>(typed),
                           rows.join(u'\n').toUtf8().constData());
    // Scintilla creates a new list each time, and old ones may still exist.
    const auto lists = m_editor.findChildren<QListWidget*>();
    const auto shown = std::find_if(lists.rbegin(), lists.rend(),
                                    [](const QListWidget* widget) { return widget->isVisible(); });
    if (shown == lists.rend() || !m_editor.isListActive()) {
        return;
    }
    QListWidget* list = *shown;
    if (list != m_list) {
        m_list = list;
        list->installEventFilter(this);
        connect(list, &QListWidget::currentRowChanged, this, &Completer::showTip);
        connect(list, &QObject::destroyed, this, [this, list] {
            if (m_list == list) {
                m_list = nullptr;
                m_tip->hide();
            }
        });
    }
    showTip();
}

bool Completer::eventFilter(QObject* watched, QEvent* event) {
    if (watched == m_list && (event->type() == QEvent::Hide || event->type() == QEvent::Close)) {
        m_tip->hide();
    } else if (watched == m_list && event->type() == QEvent::Show) {
        showTip();
    }
    return QObject::eventFilter(watched, event);
}

void Completer::showTip() {
    const QListWidgetItem* item = m_list ? m_list->currentItem() : nullptr;
    const QString tip = item ? tipOf(nameOf(item->text())) : QString();
    if (tip.isEmpty() || !m_list->isVisible()) {
        m_tip->hide();
        return;
    }
    m_tip->setStyleSheet(
        QStringLiteral("border: 1px solid %1").arg(themeColors().borderStrong.name()));
    m_tip->setText(tip);
    m_tip->setFixedWidth(kTipWidth);
    m_tip->adjustSize();
    const QRect list(m_list->mapToGlobal(QPoint(0, 0)), m_list->size());
    const QRect room = m_editor.screen()->availableGeometry();
    QPoint at(list.right() + 2, list.top());
    if (at.x() + m_tip->width() > room.right()) { // beside it, or else above or below it
        at = QPoint(std::max(room.left(), std::min(list.left(), room.right() - m_tip->width())),
                    list.bottom() + 2);
        if (at.y() + m_tip->height() > room.bottom()) {
            at.setY(list.top() - m_tip->height() - m_editor.textHeight(-1) - 2);
        }
    }
    m_tip->move(at);
    m_tip->show();
}

QString Completer::tipOf(const QString& name) {
    if (!m_owner.isEmpty()) {
        if (const Symbol* member = outline().findMember(m_owner, name)) {
            return name_tips::tipOf(*member, member->file);
        }
        for (const cuda_names::Name& member : cuda_names::membersOf(m_owner)) {
            if (name == QLatin1String(member.name)) {
                return name_tips::tipOf(member, m_capability);
            }
        }
    } else if (m_members) {
        // only the server knows these
    } else if (const Symbol* symbol = outline().find(name)) {
        return name_tips::tipOf(*symbol, symbol->file);
    } else if (const cuda_names::Name* builtin = cuda_names::find(name)) {
        return name_tips::tipOf(*builtin, m_capability);
    }
    const auto told = m_told.find(name);
    return told == m_told.end() ? QString() : name_tips::tipOf(told->type, told->row);
}

QString Completer::tipAt(qsizetype at) {
    const SourceOutline& known = outline();
    const QString& text = m_outlined;
    if (at < 0 || at >= text.size() || !isWordCharacter(text[at])) {
        return {};
    }
    qsizetype from = at;
    qsizetype to = at;
    while (from > 0 && isWordCharacter(text[from - 1])) {
        --from;
    }
    while (to < text.size() && isWordCharacter(text[to])) {
        ++to;
    }
    const qsizetype dot = from > 0 && text[from - 1] == u'.'                             ? from - 1
                          : from > 1 && text[from - 1] == u'>' && text[from - 2] == u'-' ? from - 2
                                                                                         : -1;
    // The open list may belong to something else.
    const QString listed =
        std::exchange(m_owner, dot >= 0 ? typeOfExpression(text, dot, known) : QString());
    const bool members = std::exchange(m_members, false);
    QString tip = dot >= 0 && m_owner.isEmpty() ? QString() : tipOf(text.mid(from, to - from));
    m_owner = listed;
    m_members = members;
    return tip;
}

void Completer::askTip(qsizetype at, std::function<void(const QString&)> done) {
    const QString path = m_server && m_server->isEnabled() ? m_prepare() : QString();
    if (!path.isEmpty()) {
        m_server->hover(
            path, LanguageServer::positionOf(m_editor.text(), at),
            [done = std::move(done)](const QString& told) { done(name_tips::tipOf(told)); });
    }
}

/// Inserts only the name; the row also shows its parameters.
void Completer::accept(const char* row, int position) {
    using Base = QsciScintillaBase;
    const QByteArray name = nameOf(QString::fromUtf8(row)).toUtf8();
    m_editor.SendScintilla(Base::SCI_AUTOCCANCEL);
    const long at = m_editor.SendScintilla(Base::SCI_GETCURRENTPOS);
    const long end =
        m_editor.SendScintilla(Base::SCI_WORDENDPOSITION, static_cast<unsigned long>(at), 1L);
    m_editor.SendScintilla(Base::SCI_SETTARGETRANGE, static_cast<unsigned long>(position), end);
    m_editor.SendScintilla(Base::SCI_REPLACETARGET, static_cast<std::uintptr_t>(name.size()),
                           name.constData());
    m_editor.SendScintilla(Base::SCI_GOTOPOS, static_cast<unsigned long>(position + name.size()));
    closed();
    m_tip->hide();
}

} // namespace warpbench::ui
