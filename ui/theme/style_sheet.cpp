// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/theme/style_sheet.h"

#include "ui/theme/theme.h"

#include <QHash>
#include <QRegularExpression>

namespace warpbench::ui {

namespace {

const char* const kSheet = R"(
QMainWindow::separator { background: @border; width: 1px; height: 1px; }
QMainWindow::separator:hover { background: @accent; }
QToolTip { background: @panel; color: @text; border: 1px solid @borderStrong; padding: 4px 6px; }

QMenuBar { background: @window; border-bottom: 1px solid @border; padding: 1px 4px; }
QMenuBar::item { padding: 4px 8px; border-radius: 4px; background: transparent; }
QMenuBar::item:selected { background: @hover; }
QMenu { background: @panel; border: 1px solid @borderStrong; padding: 4px; }
QMenu::item { padding: 5px 28px 5px 8px; border-radius: 4px; }
QMenu::icon { padding-left: 6px; }
QMenu::item:selected { background: @accent; color: @accentText; }
QMenu::item:disabled { color: @disabled; background: transparent; }
QMenu::separator { height: 1px; background: @border; margin: 4px 8px; }

QToolBar { background: @window; border: 0; border-bottom: 1px solid @border; padding: 4px 8px; spacing: 4px; }
QToolBar::separator { background: @border; width: 1px; margin: 4px 4px; }
QToolBar QToolButton { border: 1px solid transparent; border-radius: 5px; padding: 4px 8px; }
QToolButton { border: 1px solid transparent; border-radius: 4px; padding: 3px; background: transparent; }
QToolButton:hover { background: @hover; }
QToolButton:pressed { background: @pressed; }
QToolButton:checked { background: @infoSoft; border-color: @accent; }
QToolButton:disabled { color: @disabled; }
QToolButton::menu-indicator { image: none; width: 0; }
QToolButton:focus { border-color: @accent; }
QToolButton[role="primary"] { background: @runBackground; color: #ffffff; font-weight: 600; }
QToolButton[role="primary"]:hover { background: @runHover; }
QToolButton[role="primary"]:disabled { background: @hover; color: @disabled; }

QDockWidget { titlebar-close-icon: url(:/icons/close-small-@theme.svg); titlebar-normal-icon: url(:/icons/float-small-@theme.svg); }
QDockWidget::title { background: @window; padding: 6px 8px; border-bottom: 1px solid @border; }
QDockWidget { color: @muted; font-weight: 600; }
QDockWidget > QWidget { font-weight: normal; }

QTabBar { background: @window; qproperty-drawBase: 0; }
QTabBar::tab { background: transparent; color: @muted; border: 0; border-bottom: 2px solid transparent; padding: 6px 12px; }
QTabBar::tab:selected { color: @text; border-bottom-color: @accent; }
QTabBar::tab:hover:!selected { color: @text; background: @hover; }
QTabBar::tab:focus { color: @info; }
QTabWidget::pane { border: 0; border-top: 1px solid @border; }

QHeaderView { background: @panel; border: 0; }
QHeaderView::section { background: @panel; color: @muted; border: 0; border-bottom: 1px solid @border; padding: 4px 6px; font-weight: 600; }
QTableView, QTreeView, QListView { background: @base; alternate-background-color: @alternate; border: 0; selection-background-color: @selection; selection-color: @text; gridline-color: @border; outline: 0; }
QTableView::item, QTreeView::item, QListView::item { padding: 3px 6px; border: 0; }
QTreeView::item:hover, QListView::item:hover { background: @hover; }
QTreeView::item:selected, QListView::item:selected, QTableView::item:selected { background: @selection; color: @text; }
QsciSciListBox { background: @panel; border: 1px solid @borderStrong; } /* the editor's completions */
QTableCornerButton::section { background: @panel; border: 0; }

QLineEdit, QPlainTextEdit[role="field"], QSpinBox, QDoubleSpinBox, QComboBox {
  background: @base; border: 1px solid @field; border-radius: 4px; padding: 3px 6px; min-height: 18px;
  selection-background-color: @accent; selection-color: @accentText; }
QLineEdit:focus, QSpinBox:focus, QDoubleSpinBox:focus, QComboBox:focus { border-color: @accent; }
QLineEdit:disabled, QSpinBox:disabled, QDoubleSpinBox:disabled, QComboBox:disabled { color: @disabled; border-color: @border; background: @panel; }
QLineEdit:read-only { background: @panel; }
QLineEdit[invalid="true"], QComboBox[invalid="true"] { border-color: @error; background: @errorSoft; }
QComboBox { padding-right: 20px; }
QComboBox::drop-down { border: 0; width: 20px; }
QComboBox::down-arrow { image: url(:/icons/arrow-down-@theme.svg); width: 14px; height: 14px; }
QComboBox QLineEdit { border: 0; padding: 0; background: transparent; }
QComboBox QAbstractItemView { background: @panel; border: 1px solid @borderStrong; padding: 4px; selection-background-color: @accent; selection-color: @accentText; }
QComboBox QAbstractItemView::item { min-height: 22px; }
QSpinBox::up-button, QDoubleSpinBox::up-button, QSpinBox::down-button, QDoubleSpinBox::down-button { border: 0; width: 16px; background: transparent; }
QSpinBox::up-arrow, QDoubleSpinBox::up-arrow { image: url(:/icons/arrow-up-@theme.svg); width: 11px; height: 11px; }
QSpinBox::down-arrow, QDoubleSpinBox::down-arrow { image: url(:/icons/arrow-down-@theme.svg); width: 11px; height: 11px; }

QPushButton { background: @panel; border: 1px solid @borderStrong; border-radius: 4px; padding: 4px 12px; min-height: 18px; }
QPushButton:hover { background: @hover; }
QPushButton:pressed { background: @pressed; }
QPushButton:default { background: @accent; color: @accentText; border-color: @accent; }
QPushButton:focus { border-color: @accent; }
QPushButton:disabled { color: @disabled; border-color: @border; background: @panel; }
QDialogButtonBox { dialogbuttonbox-buttons-have-icons: 0; }
QFrame[role="tour"] { background: @panel; border: 1px solid @borderStrong; border-radius: 8px; }
QPushButton[role="link"] { border: 0; background: transparent; color: @info; padding: 2px 4px; }
QPushButton[role="card"] { border: 1px solid transparent; border-radius: 6px; background: transparent; text-align: left; }
QPushButton[role="card"]:hover { background: @hover; }
QPushButton[role="card"]:pressed { background: @pressed; }
QPushButton[role="card"]:focus { border-color: @accent; }
QLabel[role="startTitle"] { font-size: 18pt; font-weight: 600; }
QToolButton[role="link"] { color: @info; padding: 2px 4px; }
QPushButton[role="link"][flush="true"] { padding: 2px 4px 2px 0; } /* begins where the text above it does */
QPushButton[role="link"]:hover { text-decoration: underline; }
QPushButton[role="link"]:focus { border: 1px solid @accent; }

QCheckBox { spacing: 6px; }
QCheckBox::indicator { width: 14px; height: 14px; border: 1px solid @field; border-radius: 3px; background: @base; }
QCheckBox::indicator:hover, QCheckBox:focus::indicator { border-color: @accent; }
QCheckBox::indicator:checked { background: @accent; border-color: @accent; image: url(:/icons/check-accent.svg); }
QCheckBox::indicator:disabled { background: @panel; border-color: @border; }

QSlider::groove:horizontal { background: @borderStrong; height: 4px; border-radius: 2px; }
QSlider::sub-page:horizontal { background: @accent; height: 4px; border-radius: 2px; }
QSlider::handle:horizontal { background: @field; width: 12px; margin: -4px 0; border-radius: 6px; }
QSlider::handle:horizontal:hover, QSlider::handle:horizontal:focus, QSlider::handle:horizontal:pressed { background: @accent; }
QSlider::sub-page:horizontal:disabled, QSlider::handle:horizontal:disabled, QSlider::groove:horizontal:disabled { background: @border; }

QScrollArea { border: 0; background: transparent; }
QScrollArea#startPage { background: @panel; }
QAbstractScrollArea::corner { border: 0; background: transparent; }
QScrollBar:vertical { background: transparent; width: 12px; margin: 0; }
QScrollBar:horizontal { background: transparent; height: 12px; margin: 0; }
QScrollBar::handle { background: @field; border-radius: 3px; margin: 3px; }
QScrollBar::handle:hover { background: @muted; }
QScrollBar::handle:vertical { min-height: 28px; }
QScrollBar::handle:horizontal { min-width: 28px; }
QScrollBar::add-line, QScrollBar::sub-line { width: 0; height: 0; }
QScrollBar::add-page, QScrollBar::sub-page { background: transparent; }

QPlainTextEdit, QTextBrowser, QTextEdit { background: @base; border: 0; selection-background-color: @accent; selection-color: @accentText; }
QStatusBar { background: @window; border-top: 1px solid @border; color: @muted; }
QStatusBar::item { border: 0; }
QProgressBar { background: @hover; border: 0; border-radius: 3px; max-height: 6px; min-height: 6px; }
QProgressBar::chunk { background: @accent; border-radius: 3px; }
QSplitter::handle { background: @border; }

QLabel[role="title"] { font-weight: 600; }
QLabel[role="section"] { font-weight: 600; color: @muted; }
QLabel[role="muted"] { color: @muted; }
QLabel[role="value"] { color: @muted; }
QLabel[role="error"] { color: @error; }
QLabel[role="success"] { color: @success; }
QLabel[role="warning"] { color: @warning; }
QLabel[role="info"] { color: @info; }
QLabel[role="simulated"] { color: @simulated; background: @simulatedSoft; border-radius: 4px; padding: 2px 8px; font-weight: 600; }
QLabel[role="stale"] { color: @warning; background: @warningSoft; border-radius: 4px; padding: 2px 8px; font-weight: 600; }
QLabel[role="empty"] { color: @muted; padding: 16px; background: @base; }
QWidget[role="emptyPage"] { background: @base; }
QWidget[role="page"] { background: @panel; }
QFrame[role="resultLine"] { border: 1px solid transparent; border-radius: 4px; }
QFrame[role="resultLine"]:focus { border-color: @accent; background: @hover; }
QFrame[role="line"] { background: @border; max-height: 1px; min-height: 1px; border: 0; }
QDialog#commandPalette { background: @panel; border: 1px solid @borderStrong; }
QFrame[role="strip"] { background: @panel; border: 0; border-bottom: 1px solid @border; }
QFrame[banner="error"] { background: @errorSoft; border: 0; border-left: 3px solid @error; }
QFrame[banner="warning"] { background: @warningSoft; border: 0; border-left: 3px solid @warning; }
QFrame[banner="success"] { background: @successSoft; border: 0; border-left: 3px solid @success; }
QFrame[banner="info"] { background: @infoSoft; border: 0; border-left: 3px solid @info; }
QFrame[banner="error"] QLabel { color: @error; background: transparent; }
QFrame[banner="warning"] QLabel { color: @warning; background: transparent; }
QFrame[banner="success"] QLabel { color: @success; background: transparent; }
QFrame[banner="info"] QLabel { color: @info; background: transparent; }
)";

constexpr int kThinLine = 3; // pixels; lines up to this width are not scaled

/// Scales lengths for another text size.
QString resized(const QString& sheet, int textScale) {
    static const QRegularExpression length(QStringLiteral("\\b(\\d+)(px|pt)\\b"));
    QString out;
    qsizetype done = 0;
    for (auto lengths = length.globalMatch(sheet); lengths.hasNext();) {
        const QRegularExpressionMatch one = lengths.next();
        const int usual = one.captured(1).toInt();
        out += sheet.mid(done, one.capturedStart() - done);
        out += QString::number(usual <= kThinLine ? usual : qRound(usual * textScale / 100.0)) +
               one.captured(2);
        done = one.capturedEnd();
    }
    return out + sheet.mid(done);
}

} // namespace

QString styleSheet(const ThemeColors& c, bool dark, int textScale) {
    const QHash<QString, QString> tokens{
        {"window", c.window.name()},
        {"panel", c.panel.name()},
        {"base", c.base.name()},
        {"alternate", c.alternate.name()},
        {"border", c.border.name()},
        {"borderStrong", c.borderStrong.name()},
        {"field", c.field.name()},
        {"text", c.text.name()},
        {"muted", c.muted.name()},
        {"disabled", c.disabled.name()},
        {"accent", c.accent.name()},
        {"accentText", c.accentText.name()},
        {"selection", c.selection.name()},
        {"hover", c.hover.name()},
        {"pressed", c.pressed.name()},
        {"error", c.error.name()},
        {"errorSoft", c.errorSoft.name()},
        {"warning", c.warning.name()},
        {"warningSoft", c.warningSoft.name()},
        {"success", c.success.name()},
        {"successSoft", c.successSoft.name()},
        {"info", c.info.name()},
        {"infoSoft", c.infoSoft.name()},
        {"simulated", c.simulated.name()},
        {"simulatedSoft", c.simulatedSoft.name()},
        {"runBackground", dark ? "#2a7d50" : "#1f7a48"},
        {"runHover", dark ? "#236b45" : "#1a6a3e"},
        {"theme", dark ? "dark" : "light"},
    };
    const QString sheet = QString::fromLatin1(kSheet);
    QString out;
    out.reserve(sheet.size());
    for (qsizetype i = 0; i < sheet.size(); ++i) {
        if (sheet[i] != QLatin1Char('@')) {
            out += sheet[i];
            continue;
        }
        qsizetype end = i + 1;
        while (end < sheet.size() && sheet[end].isLetter()) {
            ++end;
        }
        const QString token = sheet.mid(i + 1, end - i - 1);
        Q_ASSERT_X(tokens.contains(token), "styleSheet", qPrintable(token));
        out += tokens.value(token);
        i = end - 1;
    }
    return textScale == kUsualTextScale ? out : resized(out, textScale);
}

} // namespace warpbench::ui
