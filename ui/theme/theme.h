// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QColor>
#include <QObject>
#include <QString>

namespace warpbench::ui {

/// The colours of one theme, by meaning. Text colours reach a contrast of 4.5 to 1 on `window`,
/// `panel` and `base`; `*Soft` are backgrounds for text of the same meaning.
struct ThemeColors {
    QColor window, panel, base, alternate;
    QColor border, borderStrong; ///< that say nothing that something else does not say too
    QColor field;                ///< around what can be filled in or dragged: 3 to 1 on those
    QColor text, muted, disabled;
    QColor accent, accentText, selection, hover, pressed;
    QColor error, errorSoft;
    QColor warning, warningSoft;
    QColor success, successSoft;
    QColor info, infoSoft;
    QColor simulated, simulatedSoft; ///< everything that the simulated GPU made
    // The editor's.
    QColor editorBackground, editorText, editorMargin, editorMarginText, editorCaretLine;
    QColor keyword, builtin, type, number, string, comment, preprocessor, function;
};

/// Which theme is shown; one per program. Widgets that paint by themselves listen to `changed`.
class Theme : public QObject {
    Q_OBJECT

  public:
    static Theme& instance();

    bool dark() const { return m_dark; }
    /// What the desktop shows, as far as Qt knows: asked before the first apply(), kept then.
    static bool systemIsDark();
    const ThemeColors& colors() const;
    static const ThemeColors& colorsOf(bool dark);
    /// Sets palette and style of the whole program and tells everyone.
    void apply(bool dark);

  signals:
    void changed();

  private:
    Theme() = default;

    bool m_dark = false;
};

/// The colours of the theme that is shown.
inline const ThemeColors& themeColors() {
    return Theme::instance().colors();
}

} // namespace warpbench::ui
