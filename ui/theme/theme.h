// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QColor>
#include <QObject>
#include <QString>

namespace warpbench::ui {

/// The colours of a theme by meaning. Text colours have a contrast of at least 4.5 to 1 on
/// `window`, `panel` and `base`; `*Soft` are backgrounds for text of the same meaning.
struct ThemeColors {
    QColor window, panel, base, alternate;
    QColor border, borderStrong; ///< decorative: something else also carries their meaning
    QColor field;                ///< around editable or draggable things: contrast 3 to 1 on those
    QColor text, muted, disabled;
    QColor accent, accentText, selection, hover, pressed;
    QColor error, errorSoft;
    QColor warning, warningSoft;
    QColor success, successSoft;
    QColor info, infoSoft;
    QColor simulated, simulatedSoft; ///< everything from the simulated GPU
    // For the editor.
    QColor editorBackground, editorText, editorMargin, editorMarginText, editorCaretLine;
    QColor keyword, builtin, type, number, string, comment, preprocessor, function;
};

/// The current theme, one per program. Widgets that paint themselves listen to `changed`.
class Theme : public QObject {
    Q_OBJECT

  public:
    static Theme& instance();

    bool dark() const { return m_dark; }
    /// The desktop's setting as far as Qt knows; read before the first apply() and cached.
    static bool systemIsDark();
    const ThemeColors& colors() const;
    static const ThemeColors& colorsOf(bool dark);
    /// Sets palette and style of the whole program and emits `changed`.
    void apply(bool dark);

  signals:
    void changed();

  private:
    Theme() = default;

    bool m_dark = false;
};

/// The colours of the current theme.
inline const ThemeColors& themeColors() {
    return Theme::instance().colors();
}

} // namespace warpbench::ui
