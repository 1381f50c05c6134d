// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/theme/fonts.h"

#include "ui/theme/text_scale.h"

#include <QCoreApplication>
#include <QDir>
#include <QEvent>
#include <QFontDatabase>
#include <QFontMetrics>
#include <QWidget>

#include <utility>

namespace warpbench::ui {

namespace {

QString firstFamily(const QStringList& wanted) {
    const QStringList families = QFontDatabase::families();
    for (const QString& family : wanted) {
        if (families.contains(family)) {
            return family;
        }
    }
    return {};
}

struct CodeFont {
    QString family;  ///< empty: the first suitable one
    int points = 10; ///< at 100 % text size
    friend bool operator==(const CodeFont&, const CodeFont&) = default;
};

CodeFont& chosenCodeFont() {
    static CodeFont font;
    return font;
}

/// With a style sheet, Qt remembers a widget's first font and restores it whenever the style sheet
/// is applied.
class FontKeeper : public QObject {
  public:
    FontKeeper(QWidget& widget, std::function<QFont()> font)
        : QObject(&widget)
        , m_widget(widget)
        , m_font(std::move(font)) {
        withTextScale(*this, [this] { m_widget.setFont(m_font()); });
        widget.installEventFilter(this);
    }

  protected:
    bool eventFilter(QObject* watched, QEvent* event) override {
        if (event->type() == QEvent::FontChange) {
            const QFont wanted = m_font();
            if (m_widget.font().pointSizeF() != wanted.pointSizeF() ||
                m_widget.font().family() != wanted.family())
                m_widget.setFont(wanted);
        }
        return QObject::eventFilter(watched, event);
    }

  private:
    QWidget& m_widget;
    std::function<QFont()> m_font;
};

} // namespace

void loadBundledFonts() {
    const QDir folder(QCoreApplication::applicationDirPath() +
                      QStringLiteral("/../share/warpbench/fonts"));
    for (const QString& file : folder.entryList({"*.ttf", "*.otf"}, QDir::Files)) {
        QFontDatabase::addApplicationFont(folder.filePath(file));
    }
}

QFont interfaceFont() {
    // Cached, because painting cells calls this often and the list of families is long.
    static const QString family = firstFamily({"Inter", "Segoe UI", "Noto Sans", "DejaVu Sans"});
    QFont font =
        family.isEmpty() ? QFontDatabase::systemFont(QFontDatabase::GeneralFont) : QFont(family);
    font.setPointSizeF(9.5 * textScale() / 100);
    return font;
}

QFont codeFont() {
    static const QString family =
        firstFamily({"JetBrains Mono NL", "Cascadia Mono", "Consolas", "DejaVu Sans Mono"});
    const QString& chosen = chosenCodeFont().family.isEmpty() ? family : chosenCodeFont().family;
    QFont font =
        chosen.isEmpty() ? QFontDatabase::systemFont(QFontDatabase::FixedFont) : QFont(chosen);
    font.setPointSizeF(chosenCodeFont().points * textScale() / 100.0);
    font.setStyleHint(QFont::Monospace);
    return font;
}

void useCodeFont(QWidget& widget) {
    useFont(widget, codeFont);
}

void useFont(QWidget& widget, std::function<QFont()> font) {
    new FontKeeper(widget, std::move(font));
}

bool setCodeFont(const QString& family, int points) {
    const CodeFont font{QFontDatabase::families().contains(family) ? family : QString(), points};
    return std::exchange(chosenCodeFont(), font) != font;
}

QFont withoutLigatures(QFont font) {
    font.setStyleStrategy(QFont::PreferNoShaping);
    return font;
}

bool fontsAvailable() {
    return !QFontDatabase::families().isEmpty() &&
           QFontMetrics(interfaceFont()).inFont(QLatin1Char('W'));
}

} // namespace warpbench::ui
