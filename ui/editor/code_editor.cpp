// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/editor/code_editor.h"

#include "ui/editor/completer.h"
#include "ui/editor/cuda_apis.h"
#include "ui/editor/cuda_lexer.h"
#include "ui/editor/editor_styles.h"
#include "ui/editor/indentation.h"
#include "ui/editor/margin_sign.h"
#include "ui/editor/scroll_marks.h"
#include "ui/editor/text_search.h"
#include "ui/theme/fonts.h"
#include "ui/theme/heat.h"
#include "ui/theme/icons.h"
#include "ui/theme/text_scale.h"
#include "ui/theme/theme.h"

#include <QDragEnterEvent>
#include <QHelpEvent>
#include <QKeyEvent>
#include <QMimeData>
#include <QPointer>
#include <QScrollBar>
#include <QToolTip>
#include <QUrl>

#include <algorithm>
#include <cstdint>
#include <limits>
#include <utility>

namespace warpbench::ui {

namespace {

constexpr int kCaret = 2;            // pixels
constexpr int kPresentedCaret = 3;   // pixels at 100 % text size
constexpr int kPresentedFrame = 2;   // the same
constexpr double kSmallerText = 0.9; // for boxes below lines and values beside them

long bgr(const QColor& color) {
    return long(color.red() | color.green() << 8 | color.blue() << 16);
}

} // namespace

CodeEditor::CodeEditor(QWidget* parent)
    : QsciScintilla(parent)
    , m_lexer(new CudaLexer(this))
    , m_scrollMarks(new ScrollMarks(*verticalScrollBar())) {
    setObjectName(QStringLiteral("editor"));
    setAccessibleName(tr("CUDA source"));
    setUtf8(true);
    setEolMode(EolUnix);
    setFrameShape(QFrame::NoFrame);
    m_completer = new Completer(*this);
    m_apis = new CudaApis(m_lexer, *m_completer);
    setUpMargins();
    setUpEditing();
    applyTheme();
    connect(&Theme::instance(), &Theme::changed, this, &CodeEditor::applyTheme);
    connect(this, &QsciScintilla::linesChanged, this, &CodeEditor::updateNumberMargin);
    connect(this, &QsciScintillaBase::SCN_MODIFIED, this, &CodeEditor::lineEdited);
    connect(this, &QsciScintilla::cursorPositionChanged, this, &CodeEditor::updateScrollMarks);
    connect(this, &QsciScintilla::textChanged, this, [this] {
        m_tipLetter = -1;
        setMatches({});
        updateScrollMarks();
    });
    constexpr int kPauseInTyping = 200; // ms
    m_hostCodePause.setSingleShot(true);
    m_hostCodePause.setInterval(kPauseInTyping);
    connect(&m_hostCodePause, &QTimer::timeout, this, &CodeEditor::markHostCode);
    connect(&m_hostCodePause, &QTimer::timeout, this, &CodeEditor::fitScrollWidth);
    connect(this, &QsciScintilla::textChanged, &m_hostCodePause, qOverload<>(&QTimer::start));
    connect(this, &QsciScintillaBase::SCN_CHARADDED, this, &CodeEditor::letterAdded);
}

CodeEditor::~CodeEditor() {
    // The lexer does not use its APIs after this.
    delete m_apis;
    delete m_completer;
}

void CodeEditor::setUpMargins() {
    setMarginType(Numbers, NumberMargin);
    setMarginType(SignMargin, SymbolMargin);
    setMarginType(NoteMargin, TextMarginRightJustified);
    setMarginWidth(NoteMargin, 0);
    setMarginMarkerMask(SignMargin, (1 << ErrorMarker) | (1 << WarningMarker) | (1 << NoteMarker));
    setMarginMarkerMask(Numbers, 0);
    setMarginMarkerMask(NoteMargin, 0);
    markerDefine(Invisible, FigureMarker);
    setFolding(PlainFoldStyle, FoldMargin);
    setAnnotationDisplay(AnnotationBoxed);
    m_errorSquiggle = indicatorDefine(SquiggleIndicator);
    m_warningSquiggle = indicatorDefine(SquiggleIndicator);
    m_hostText = indicatorDefine(TextColorIndicator);
    setIndicatorDrawUnder(true, m_errorSquiggle);
    setIndicatorDrawUnder(true, m_warningSquiggle);
}

void CodeEditor::setUpEditing() {
    setTabWidth(4);
    setIndentationsUseTabs(false);
    setAutoIndent(true);
    setBackspaceUnindents(true);
    setBraceMatching(SloppyBraceMatch);
    setCaretLineVisible(true);
    setIndentationGuides(true);
    setAutoCompletionThreshold(-1); // the completer is used instead
    setCallTipsStyle(CallTipsNoContext);
    setCallTipsVisible(0);
    setCallTipsPosition(CallTipsAboveText);
    setScrollWidth(1);
    setScrollWidthTracking(true);
    SendScintilla(SCI_SETCARETLINEVISIBLEALWAYS, 1UL);
    SendScintilla(SCI_SETEXTRAASCENT, 1L);
    SendScintilla(SCI_SETEXTRADESCENT, 1L);
    SendScintilla(SCI_SETMULTIPLESELECTION, 1UL);
    SendScintilla(SCI_SETADDITIONALSELECTIONTYPING, 1UL);
    SendScintilla(SCI_SETMULTIPASTE, static_cast<unsigned long>(SC_MULTIPASTE_EACH));
    // Tab cannot leave the editor, so Ctrl+Tab must.
    SendScintilla(SCI_CLEARCMDKEY, (unsigned long)(SCK_TAB | (SCMOD_CTRL << 16)));
    // QScintilla commands that silently change the text: Ctrl+T swaps two lines. The window uses
    // some of these keys, but the user can reassign them.
    for (const char letter : {'D', 'L', 'T', 'U'}) {
        for (const int modifiers : {int(SCMOD_CTRL), SCMOD_CTRL | SCMOD_SHIFT}) {
            SendScintilla(SCI_CLEARCMDKEY, (unsigned long)(letter | (modifiers << 16)));
        }
    }
}

void CodeEditor::setPresenting(bool presenting) {
    if (std::exchange(m_presenting, presenting) != presenting)
        applyTheme();
}

void CodeEditor::applyTheme() {
    const ThemeColors& c = themeColors();
    m_font = ui::codeFont();
    m_lexer->applyColors(c, m_font);
    setLexer(m_lexer); // applies all styles again
    setCaretForegroundColor(c.text);
    setCaretLineFrameWidth(m_presenting ? scaled(kPresentedFrame) : 0);
    setCaretLineBackgroundColor(m_presenting ? c.accent : c.editorCaretLine);
    setCaretWidth(m_presenting ? scaled(kPresentedCaret) : kCaret);
    setMarginsBackgroundColor(c.editorMargin);
    setMarginsForegroundColor(c.editorMarginText);
    setMarginsFont(m_font);
    setMarginWidth(SignMargin, scaled(16));
    setMarginWidth(FoldMargin, scaled(12));
    setFoldMarginColors(c.editorMargin, c.editorMargin);
    setSelectionBackgroundColor(c.selection);
    resetSelectionForegroundColor();
    SendScintilla(SCI_SETADDITIONALSELBACK, static_cast<unsigned long>(bgr(c.selection)));
    SendScintilla(SCI_SETADDITIONALCARETFORE, static_cast<unsigned long>(bgr(c.accent)));
    setMatchedBraceBackgroundColor(c.selection);
    setMatchedBraceForegroundColor(c.text);
    setUnmatchedBraceBackgroundColor(c.errorSoft);
    setUnmatchedBraceForegroundColor(c.error);
    setIndentationGuidesForegroundColor(c.border);
    setIndentationGuidesBackgroundColor(c.editorBackground);
    setCallTipsBackgroundColor(c.panel);
    setCallTipsForegroundColor(c.text);
    setCallTipsHighlightColor(c.accent);
    setIndicatorForegroundColor(c.error, m_errorSquiggle);
    setIndicatorForegroundColor(c.warning, m_warningSquiggle);
    setIndicatorForegroundColor(c.muted, m_hostText);
    for (unsigned long m = SC_MARKNUM_FOLDEREND; m <= SC_MARKNUM_FOLDEROPEN; ++m) {
        SendScintilla(SCI_MARKERSETFORE, m, bgr(c.editorMargin));
        SendScintilla(SCI_MARKERSETBACK, m, bgr(c.editorMarginText));
    }
    const qreal ratio = devicePixelRatioF();
    const auto define = [&](const char* name, IconTint tint, int marker) {
        defineSign(*this,
                   icon(QLatin1String(name), tint).pixmap(QSize(scaled(14), scaled(14)), ratio),
                   marker);
    };
    define("error", IconTint::error, ErrorMarker);
    define("warning", IconTint::warning, WarningMarker);
    define("info", IconTint::accent, NoteMarker);
    defineStyles();
    updateNumberMargin(); // margin widths are in pixels
    m_fittedWidth = 0;
    updateNoteMargin();
    fitScrollWidth();
}

void CodeEditor::setStyle(int number, const QColor& text, const QColor& background) {
    const auto style = static_cast<unsigned long>(number);
    SendScintilla(SCI_STYLESETFONT, std::uintptr_t{style}, m_font.family().toUtf8().constData());
    const double points = std::max(7.0, m_font.pointSizeF() * kSmallerText);
    SendScintilla(SCI_STYLESETSIZEFRACTIONAL, style, long(points * int(SC_FONT_SIZE_MULTIPLIER)));
    SendScintilla(SCI_STYLESETFORE, style, bgr(text));
    SendScintilla(SCI_STYLESETBACK, style, bgr(background));
}

void CodeEditor::defineStyles() {
    const ThemeColors& c = themeColors();
    setStyle(kErrorStyle, c.error, c.errorSoft);
    setStyle(kWarningStyle, c.warning, c.warningSoft);
    setStyle(kNoteStyle, c.info, c.infoSoft);
    for (int step = 0; step < kHeatSteps; ++step) {
        const double heat = step / double(kHeatSteps - 1);
        setStyle(kHeatStyle + step, step == 0 ? c.muted : c.text, heatColor(heat));
    }
}

/// Scintilla only ever increases the scroll width; this measures the widest visible line again. Not
/// while the view is scrolled, because it would jump.
void CodeEditor::fitScrollWidth() {
    if (SendScintilla(SCI_GETXOFFSET) == 0) {
        SendScintilla(SCI_SETSCROLLWIDTH, 1UL);
    }
}

void CodeEditor::updateNumberMargin() {
    setMarginLineNumbers(Numbers, true);
    const int digits = std::max(3, int(QString::number(lines()).size()));
    setMarginWidth(Numbers, QString(digits + 1, QLatin1Char('0')));
}

void CodeEditor::setLineNotes(const std::map<int, LineNote>& notes) {
    clearLineNotes();
    for (const auto& [line, note] : notes) {
        if (line < 1 || line > lines()) {
            continue;
        }
        // A slightly warm line must not look cold.
        const int step = note.heat <= 0
                             ? 0
                             : std::clamp(qRound(note.heat * (kHeatSteps - 1)), 1, kHeatSteps - 1);
        setMarginText(line - 1, QStringLiteral(" %1 ").arg(note.text), kHeatStyle + step);
        m_noteHandles[markerAdd(line - 1, FigureMarker)] = line;
        if (note.text.size() > m_widestNote.size()) {
            m_widestNote = note.text;
        }
    }
    updateNoteMargin();
    updateScrollMarks();
}

void CodeEditor::clearLineNotes() {
    clearMarginText();
    markerDeleteAll(FigureMarker);
    m_noteHandles.clear();
    m_widestNote.clear();
    updateNoteMargin();
    updateScrollMarks();
}

void CodeEditor::updateNoteMargin() {
    // The same width for few and many digits, so that the text does not move when the metric
    // changes.
    setMarginWidth(NoteMargin, m_widestNote.isEmpty()
                                   ? QString()
                                   : QString(std::max(qsizetype(6), m_widestNote.size()) + 2,
                                             QLatin1Char('0')));
    fitProblems();
}

int CodeEditor::notedLine(int line) const {
    for (const auto& [handle, counted] : m_noteHandles) {
        if (markerLine(handle) == line - 1) {
            return counted;
        }
    }
    return 0;
}

QString CodeEditor::noteText(int line) const {
    const auto row = static_cast<unsigned long>(line - 1);
    QByteArray text(int(SendScintilla(SCI_MARGINGETTEXT, row, static_cast<void*>(nullptr))) + 1,
                    '\0');
    SendScintilla(SCI_MARGINGETTEXT, row, static_cast<void*>(text.data()));
    return QString::fromUtf8(text.constData()).trimmed();
}

/// The next wanted line from the caret on, down (1) or up (-1) with wrap-around, the caret's line
/// last; 0: none.
int CodeEditor::nextLine(int direction, const std::function<bool(int)>& wanted) const {
    int current = 0;
    int column = 0;
    getCursorPosition(&current, &column);
    const int count = lines();
    for (int i = 1; i <= count; ++i) {
        const int line = ((current + direction * i) % count + count) % count + 1;
        if (wanted(line)) {
            return line;
        }
    }
    return 0;
}

void CodeEditor::gotoNote(int direction, const std::function<bool(int)>& wanted) {
    const int line = nextLine(direction, [&](int at) {
        const int counted = notedLine(at);
        return counted > 0 && wanted(counted);
    });
    if (line > 0) {
        goTo(line);
    }
}

void CodeEditor::showNoteTip(const QPoint& at, const QPoint& global) {
    const int left = marginWidth(Numbers) + marginWidth(SignMargin);
    const long position =
        SendScintilla(SCI_POSITIONFROMPOINT, static_cast<unsigned long>(at.x()), long(at.y()));
    const long line = SendScintilla(SCI_LINEFROMPOSITION, static_cast<unsigned long>(position));
    const bool over = m_noteTip && at.x() >= left && at.x() < left + marginWidth(NoteMargin);
    const bool inText = at.x() >= left + marginWidth(NoteMargin) + marginWidth(FoldMargin);
    QString tip;
    m_tipLetter = -1;
    if (over) {
        tip = m_noteTip(int(line) + 1);
    } else if (inText && isHostCode(int(line) + 1)) {
        tip = hostCodeTip();
    } else if (const long letter = letterAt(at); inText && letter >= 0 && inCode(letter)) {
        tip = m_completer->tipAt(unitsTo(letter));
        if (tip.isEmpty()) {
            m_tipLetter = letter;
            m_completer->askTip(unitsTo(letter), [self = QPointer<CodeEditor>(this), letter,
                                                  global](const QString& told) {
                if (self && self->m_tipLetter == letter && !told.isEmpty()) {
                    QToolTip::showText(global, told, self->viewport());
                }
            });
        }
    }
    if (tip.isEmpty()) {
        QToolTip::hideText();
    } else {
        QToolTip::showText(global, tip, viewport());
    }
}

void CodeEditor::goTo(int line, int column) {
    const int row = std::clamp(line, 1, std::max(1, lines())) - 1;
    SendScintilla(SCI_ENSUREVISIBLEENFORCEPOLICY, (unsigned long)row);
    const long start = SendScintilla(SCI_POSITIONFROMLINE, (unsigned long)row);
    const long end = SendScintilla(SCI_GETLINEENDPOSITION, (unsigned long)row);
    SendScintilla(SCI_GOTOPOS, (unsigned long)std::min(start + std::max(0, column - 1), end));
    SendScintilla(SCI_VERTICALCENTRECARET);
    emit placeShown();
    setFocus();
}

void CodeEditor::toggleComment() {
    int fromLine = 0;
    int fromColumn = 0;
    int toLine = 0;
    int toColumn = 0;
    const bool selected = hasSelectedText();
    if (selected) {
        getSelection(&fromLine, &fromColumn, &toLine, &toColumn);
        if (toColumn == 0 && toLine > fromLine) {
            --toLine;
        }
    } else {
        getCursorPosition(&fromLine, &fromColumn);
        toLine = fromLine;
    }
    bool all = true;
    long column = std::numeric_limits<long>::max(); // of the leftmost line
    for (int line = fromLine; line <= toLine; ++line) {
        const QString code = text(line).trimmed();
        if (!code.isEmpty()) {
            all = all && code.startsWith(QLatin1String("//"));
            column = std::min(column, long(indentation(line)));
        }
    }
    beginUndoAction();
    for (int line = fromLine; line <= toLine; ++line) {
        const QString code = text(line);
        if (code.trimmed().isEmpty()) {
            continue;
        }
        if (all) {
            const int slashes = int(code.indexOf(QLatin1String("//")));
            const int size = code.mid(slashes + 2, 1) == QLatin1String(" ") ? 3 : 2;
            const long at = positionFromLineIndex(line, slashes);
            SendScintilla(SCI_DELETERANGE, (unsigned long)at, long(size));
        } else {
            // A tab spans several columns: use the position before it.
            const long at = SendScintilla(SCI_FINDCOLUMN, (unsigned long)line, column);
            SendScintilla(SCI_INSERTTEXT, static_cast<std::uintptr_t>(at), "// ");
        }
    }
    endUndoAction();
    if (selected) { // else the next letter would replace the line
        selectLines(fromLine, toLine);
    }
}

/// Selects lines without the end of the last one.
void CodeEditor::selectLines(int from, int to) {
    SendScintilla(SCI_SETSEL,
                  (unsigned long)SendScintilla(SCI_POSITIONFROMLINE, (unsigned long)from),
                  SendScintilla(SCI_GETLINEENDPOSITION, (unsigned long)to));
}

void CodeEditor::replaceText(const QString& text) {
    m_settingText = true;
    clearProblems();
    clearLineNotes();
    const QString end = lineEndOf(text);
    setEolMode(end.size() == 2 ? EolWindows : end == QLatin1String("\r") ? EolMac : EolUnix);
    setText(text);
    const Indentation own = indentationOf(text);
    setIndentationsUseTabs(own.tabs);
    setIndentationWidth(own.columns); // 0: the tab width
    setScrollWidth(1); // it only grows by itself, and the previous text may have been wider
    setModified(false);
    SendScintilla(SCI_EMPTYUNDOBUFFER);
    m_settingText = false;
    markHostCode();
    m_hostCodePause.stop();
}

void CodeEditor::reloadText(const QString& text) {
    // Replaces only the difference, so that caret, folds and values keep their positions elsewhere.
    const QString now = this->text();
    const qsizetype shorter = std::min(now.size(), text.size());
    qsizetype head = 0;
    while (head < shorter && now[head] == text[head]) {
        ++head;
    }
    qsizetype tail = 0;
    while (tail < shorter - head && now[now.size() - 1 - tail] == text[text.size() - 1 - tail]) {
        ++tail;
    }
    const auto splits = [](const QString& whole, qsizetype at) {
        return at > 0 && at < whole.size() && whole[at].isLowSurrogate();
    };
    head -= splits(now, head) || splits(text, head) ? 1 : 0;
    tail -= splits(now, now.size() - tail) || splits(text, text.size() - tail) ? 1 : 0;
    clearProblems();
    replaceRange(head, now.size() - tail - head, text.mid(head, text.size() - tail - head));
}

void CodeEditor::setComputeCapability(int capability) {
    m_completer->setCapability(capability);
}

void CodeEditor::dragEnterEvent(QDragEnterEvent* event) {
    if (event->mimeData()->hasUrls()) {
        event->acceptProposedAction();
        return;
    }
    QsciScintilla::dragEnterEvent(event);
}

void CodeEditor::dropEvent(QDropEvent* event) {
    if (!event->mimeData()->hasUrls()) {
        QsciScintilla::dropEvent(event);
        return;
    }
    QStringList paths;
    for (const QUrl& url : event->mimeData()->urls()) {
        if (url.isLocalFile()) {
            paths << url.toLocalFile();
        }
    }
    event->acceptProposedAction();
    emit filesDropped(paths);
}

bool CodeEditor::viewportEvent(QEvent* event) {
    if (event->type() == QEvent::ToolTip) {
        const auto* help = static_cast<QHelpEvent*>(event);
        showNoteTip(help->pos(), help->globalPos());
        return true;
    }
    return QsciScintilla::viewportEvent(event);
}

void CodeEditor::keyPressEvent(QKeyEvent* event) {
    const bool control = (event->modifiers() & Qt::ControlModifier) != 0;
    const bool alt = (event->modifiers() & Qt::AltModifier) != 0;
    if (control && !alt && (event->key() == Qt::Key_Tab || event->key() == Qt::Key_Backtab)) {
        // Tab itself indents, so this is how the keyboard leaves the editor. QScintilla's version
        // keeps Tab. NOLINTNEXTLINE(bugprone-parent-virtual-call)
        QAbstractScrollArea::focusNextPrevChild(event->key() == Qt::Key_Tab &&
                                                (event->modifiers() & Qt::ShiftModifier) == 0);
        event->accept();
        return;
    }
    if (event->key() == Qt::Key_Escape && carets() > 1 && !isListActive()) {
        SendScintilla(SCI_SETEMPTYSELECTION,
                      static_cast<unsigned long>(SendScintilla(SCI_GETCURRENTPOS)));
        return;
    }
#ifndef Q_OS_MACOS // there, Alt types letters without a key
    if (alt && !control && !event->text().isEmpty() && event->text().front().isPrint()) {
        event->ignore(); // an unused menu letter, with nothing to type
        return;
    }
#endif
    QsciScintilla::keyPressEvent(event);
}

bool CodeEditor::event(QEvent* event) {
    if (event->type() == QEvent::ShortcutOverride) {
        const auto* key = static_cast<QKeyEvent*>(event);
        // Esc closes the list of completions; otherwise the window handles it.
        if (key->key() == Qt::Key_Escape && !isListActive() && !isCallTipActive() &&
            carets() == 1) {
            event->ignore();
            return false;
        }
    }
    return QsciScintilla::event(event);
}

} // namespace warpbench::ui
