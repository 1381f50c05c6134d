// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/theme/theme.h"

#include "ui/theme/one_font_style.h"
#include "ui/theme/style_sheet.h"
#include "ui/theme/text_scale.h"
#include "ui/theme/turns.h"

#include <QApplication>
#include <QDockWidget>
#include <QMainWindow>
#include <QPalette>
#include <QStyle>
#include <QStyleHints>
#include <QWidget>

// Must be outside any namespace.
static void initResources() {
    Q_INIT_RESOURCE(resources);
}

#include <utility>

namespace warpbench::ui {

namespace {

ThemeColors lightColors() {
    ThemeColors c;
    c.window = "#f1f3f6";
    c.panel = "#f8f9fb";
    c.base = "#ffffff";
    c.alternate = "#f6f8fa";
    c.border = "#d9dde4";
    c.borderStrong = "#b9c0cb";
    c.field = "#858d9a";
    c.text = "#1f2530";
    c.muted = "#596272";
    c.disabled = "#9aa2af";
    c.accent = "#1f6feb";
    c.accentText = "#ffffff";
    c.selection = "#cfe2ff";
    c.hover = "#e4e8ee";
    c.pressed = "#d5dbe4";
    c.error = "#b42318";
    c.errorSoft = "#fdeceb";
    c.warning = "#8a5300";
    c.warningSoft = "#fff4dc";
    c.success = "#17703a";
    c.successSoft = "#e6f5eb";
    c.info = "#1f5fbf";
    c.infoSoft = "#e8f0fd";
    c.simulated = "#6a3fa0";
    c.simulatedSoft = "#f1eafb";
    c.editorBackground = "#ffffff";
    c.editorText = "#1f2530";
    c.editorMargin = "#f6f8fa";
    c.editorMarginText = "#687080";
    c.editorCaretLine = "#f2f6fc";
    c.keyword = "#0a53be";
    c.builtin = "#8a2da5";
    c.type = "#0f6f78";
    c.number = "#9a4a00";
    c.string = "#a3262a";
    c.comment = "#55735b";
    c.preprocessor = "#6b6f78";
    c.function = "#1f2530";
    return c;
}

ThemeColors darkColors() {
    ThemeColors c;
    c.window = "#25282d";
    c.panel = "#212429";
    c.base = "#1b1d21";
    c.alternate = "#202328";
    c.border = "#383c44";
    c.borderStrong = "#535965";
    c.field = "#757d8a";
    c.text = "#dfe3ea";
    c.muted = "#a0a8b6";
    c.disabled = "#676e7b";
    c.accent = "#4d8dfa";
    c.accentText = "#0d1522";
    c.selection = "#2c4a7c";
    c.hover = "#32363d";
    c.pressed = "#3c414a";
    c.error = "#ff8f85";
    c.errorSoft = "#43262a";
    c.warning = "#eab65b";
    c.warningSoft = "#40341d";
    c.success = "#76cf95";
    c.successSoft = "#213a2b";
    c.info = "#84b2ff";
    c.infoSoft = "#23344f";
    c.simulated = "#c3a3f5";
    c.simulatedSoft = "#372c4b";
    c.editorBackground = "#1b1d21";
    c.editorText = "#d8dce4";
    c.editorMargin = "#202328";
    c.editorMarginText = "#8b93a1";
    c.editorCaretLine = "#23272d";
    c.keyword = "#6ea8fe";
    c.builtin = "#d29be8";
    c.type = "#63c7cf";
    c.number = "#e0a56b";
    c.string = "#e49a8b";
    c.comment = "#7f9c86";
    c.preprocessor = "#a6adb9";
    c.function = "#d8dce4";
    return c;
}

QPalette paletteOf(const ThemeColors& c) {
    QPalette p(c.text, c.window);
    p.setColor(QPalette::Window, c.window);
    p.setColor(QPalette::Base, c.base);
    p.setColor(QPalette::AlternateBase, c.alternate);
    p.setColor(QPalette::Button, c.panel);
    p.setColor(QPalette::Mid, c.border);
    p.setColor(QPalette::Dark, c.borderStrong);
    p.setColor(QPalette::Light, c.hover);
    p.setColor(QPalette::Highlight, c.accent);
    p.setColor(QPalette::HighlightedText, c.accentText);
    p.setColor(QPalette::Link, c.info);
    p.setColor(QPalette::LinkVisited, c.simulated);
    p.setColor(QPalette::ToolTipBase, c.panel);
    p.setColor(QPalette::ToolTipText, c.text);
    // Readable on a projector, but clearly not a value.
    const QColor& d = c.disabled;
    p.setColor(QPalette::PlaceholderText,
               QColor((d.red() + 3 * c.muted.red()) / 4, (d.green() + 3 * c.muted.green()) / 4,
                      (d.blue() + 3 * c.muted.blue()) / 4));
    for (auto role :
         {QPalette::Text, QPalette::WindowText, QPalette::ButtonText, QPalette::BrightText}) {
        p.setColor(role, c.text);
        p.setColor(QPalette::Disabled, role, c.disabled);
    }
    p.setColor(QPalette::Disabled, QPalette::Highlight, c.borderStrong);
    return p;
}

/// Everything a style sheet depends on.
struct Look {
    bool dark = false;
    int textScale = 0;
    friend bool operator==(const Look&, const Look&) = default;
};
/// Of the current style sheet and the previous one.
struct Looks {
    Look now, before;
};
Looks looks;

void polishWithChildren(QWidget& widget);

/// In a separate turn, unless the style sheet is up to date by then.
void polishInTurn(QWidget& widget, const Look& polishedFor) {
    inTurn(widget, [&widget, polishedFor] {
        if (looks.now != polishedFor)
            polishWithChildren(widget);
    });
}

/// Postpones applying the style sheet to invisible widgets until they are shown: half of the
/// window's widgets are in tabs, closed panels, menus and hidden pages.
class PolishWhenSeen : public QObject {
  public:
    static void waitFor(QWidget& widget) {
        for (const QObject* child : widget.children()) {
            const auto* other = dynamic_cast<const PolishWhenSeen*>(child);
            if (other && other->m_due)
                return;
        }
        new PolishWhenSeen(widget);
    }

  protected:
    bool eventFilter(QObject* watched, QEvent* event) override {
        if (m_due && event->type() == QEvent::Show) {
            end();
            polishWithChildren(m_widget); // before it is painted
        }
        return QObject::eventFilter(watched, event);
    }

  private:
    explicit PolishWhenSeen(QWidget& widget)
        : QObject(&widget)
        , m_widget(widget) {
        // Only the dock knows whether it is behind another tab. A layout shows several docks at
        // once, each in its own turn.
        if (auto* dock = qobject_cast<QDockWidget*>(&widget))
            connect(dock, &QDockWidget::visibilityChanged, this, &PolishWhenSeen::takeDock);
        else
            widget.installEventFilter(this);
    }

    void takeDock(bool seen) {
        if (!seen)
            return;
        end();
        polishInTurn(m_widget, m_polishedFor);
    }

    void end() {
        m_due = false;
        m_widget.removeEventFilter(this);
        m_widget.disconnect(this);
        deleteLater();
    }

    QWidget& m_widget;
    const Look m_polishedFor = looks.before;
    bool m_due = true;
};

/// Applies the style sheet once to a polished widget and its children. Visible parts of a main
/// window get their own turn.
void polishAgain(QWidget& widget) {
    if (!widget.testAttribute(Qt::WA_WState_Polished))
        return; // applied before it is shown
    QWidget* parent = widget.parentWidget();
    const bool isDock = parent && qobject_cast<QDockWidget*>(&widget);
    if (isDock ? widget.visibleRegion().isEmpty() : parent && widget.isHidden())
        PolishWhenSeen::waitFor(widget);
    else if (isDock || qobject_cast<QMainWindow*>(parent))
        polishInTurn(widget, looks.before);
    else
        polishWithChildren(widget);
}

void polishWithChildren(QWidget& widget) {
    widget.style()->polish(&widget);
    QEvent change(QEvent::StyleChange);
    QCoreApplication::sendEvent(&widget, &change);
    for (QObject* child : QObjectList(widget.children())) {
        if (child->isWidgetType())
            polishAgain(*static_cast<QWidget*>(child));
    }
}

/// Sets the program's style sheet. By default, Qt would polish each widget once per ancestor (7
/// times on average): it visits all widgets with rules, and from each one all of its children. So
/// this makes Qt forget them first.
void setProgramsStyleSheet(const QString& sheet) {
    QApplication::style()->unpolish(qApp);
    QApplication::style()->polish(qApp);
    qApp->setStyleSheet(sheet);
    for (QWidget* widget : QApplication::topLevelWidgets()) {
        if (!widget->parentWidget())
            polishAgain(*widget);
    }
}

} // namespace

Theme& Theme::instance() {
    static Theme theme;
    return theme;
}

const ThemeColors& Theme::colorsOf(bool dark) {
    static const ThemeColors light = lightColors();
    static const ThemeColors darkOnes = darkColors();
    return dark ? darkOnes : light;
}

const ThemeColors& Theme::colors() const {
    return colorsOf(m_dark);
}

bool Theme::systemIsDark() {
#if QT_VERSION >= QT_VERSION_CHECK(6, 5, 0)
    return QGuiApplication::styleHints()->colorScheme() == Qt::ColorScheme::Dark;
#else
    // The desktop's palette, because the program's is not set yet.
    static const bool dark = QGuiApplication::palette().color(QPalette::Window).lightness() < 128;
    return dark;
#endif
}

void Theme::apply(bool dark) {
    initResources();
    m_dark = dark;
    looks = {{dark, textScale()}, looks.now};
    static bool styled = false;
    if (!std::exchange(styled, true)) // each of the three polishes all widgets again
        QApplication::setStyle(new OneFontStyle);
    QApplication::setPalette(paletteOf(colors()));
    setProgramsStyleSheet(styleSheet(colors(), dark, textScale()));
    emit changed();
}

} // namespace warpbench::ui
