// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/theme/banner.h"

#include "ui/theme/icon_label.h"
#include "ui/theme/text_scale.h"

#include <QAccessible>
#include <QAccessibleWidget>
#include <QHBoxLayout>
#include <QLabel>
#include <QPushButton>
#include <QStyle>
#include <QTextDocument>
#include <QToolButton>

#include <mutex>

namespace warpbench::ui {

namespace {

struct KindLook {
    const char* name;
    const char* icon;
    IconTint tint;
};

KindLook lookOf(Banner::Kind kind) {
    switch (kind) {
    case Banner::Kind::success:
        return {"success", "ok", IconTint::success};
    case Banner::Kind::warning:
        return {"warning", "warning", IconTint::warning};
    case Banner::Kind::error:
        return {"error", "error", IconTint::error};
    case Banner::Kind::info:
        break;
    }
    return {"info", "info", IconTint::accent};
}

QString wordOf(Banner::Kind kind) {
    switch (kind) {
    case Banner::Kind::success:
        return Banner::tr("Success");
    case Banner::Kind::warning:
        return Banner::tr("Warning");
    case Banner::Kind::error:
        return Banner::tr("Error");
    case Banner::Kind::info:
        break;
    }
    return Banner::tr("Note");
}

constexpr qsizetype kMostLines = 4;
constexpr qsizetype kLongestLine = 400; ///< characters

/// Limits the text so that the view below stays visible.
QString shortened(const QString& text) {
    QStringList lines = text.split(QLatin1Char('\n'));
    const qsizetype all = lines.size();
    if (all > kMostLines) {
        lines.resize(kMostLines - 1);
        lines << Banner::tr("… and %1 more lines").arg(all - kMostLines + 1);
    }
    for (QString& line : lines) {
        if (line.size() > kLongestLine) {
            line = line.left(kLongestLine) + QStringLiteral("…");
        }
    }
    return lines.join(QLatin1Char('\n'));
}

/// Makes the banner an alert for screen readers, which read it aloud.
QAccessibleInterface* interfaceOf(const QString&, QObject* object) {
    auto* banner = qobject_cast<Banner*>(object);
    return banner ? new QAccessibleWidget(banner, QAccessible::AlertMessage) : nullptr;
}

} // namespace

Banner::Banner(QWidget* parent)
    : QFrame(parent)
    , m_icon(new IconLabel)
    , m_text(new QLabel)
    , m_buttons(new QHBoxLayout)
    , m_close(new QToolButton) {
    static std::once_flag known;
    std::call_once(known, [] { QAccessible::installFactory(interfaceOf); });
    auto* layout = new QHBoxLayout(this);
    layout->setContentsMargins(8, 6, 6, 6);
    layout->setSpacing(8);
    m_text->setWordWrap(true);
    m_text->setTextInteractionFlags(Qt::TextSelectableByMouse | Qt::TextSelectableByKeyboard);
    m_text->setTextFormat(Qt::PlainText);
    m_text->setFocusPolicy(Qt::NoFocus);
    m_buttons->setSpacing(6);
    m_close->setIcon(icon(QStringLiteral("close"), IconTint::muted));
    scaleIcon(*m_close, 14);
    m_close->setAutoRaise(true);
    m_close->setToolTip(tr("Dismiss"));
    m_close->setAccessibleName(tr("Dismiss message"));
    layout->addWidget(m_icon, 0, Qt::AlignTop);
    layout->addWidget(m_text, 1);
    layout->addLayout(m_buttons);
    layout->setAlignment(m_buttons, Qt::AlignTop);
    layout->addWidget(m_close, 0, Qt::AlignTop);
    connect(m_close, &QToolButton::clicked, this, [this] {
        hide();
        emit dismissed();
    });
    hide();
}

void Banner::showMessage(Kind kind, const QString& text) {
    showMessage(kind, text, QStringList());
}

void Banner::showMessage(Kind kind, const QString& text, const QStringList& actions) {
    m_kind = kind;
    const KindLook look = lookOf(kind);
    setProperty("banner", QLatin1String(look.name));
    style()->unpolish(this);
    style()->polish(this);
    m_text->style()->unpolish(m_text);
    m_text->style()->polish(m_text);
    m_icon->setSign(QLatin1String(look.icon), look.tint);
    m_whole = text;
    m_text->setText(shortened(text));
    m_text->setToolTip(m_text->text() == text ? QString() : Qt::convertFromPlainText(text));
    while (m_actions.size() < actions.size()) {
        auto* button = new QPushButton(this);
        const int index = int(m_actions.size());
        connect(button, &QPushButton::clicked, this,
                [this, index] { emit actionTriggered(index); });
        m_buttons->addWidget(button);
        m_actions << button;
    }
    for (qsizetype i = 0; i < m_actions.size(); ++i) {
        m_actions[i]->setText(actions.value(i));
        m_actions[i]->setVisible(i < actions.size());
    }
    setAccessibleName(QStringLiteral("%1: %2").arg(wordOf(kind), text));
    show();
    // Banners do not take the focus, so screen readers need an explicit event.
    QAccessibleEvent alert(this, QAccessible::Alert);
    QAccessible::updateAccessibility(&alert);
}

QString Banner::text() const {
    return isHidden() ? QString() : m_whole;
}

void Banner::setDismissible(bool dismissible) {
    m_close->setVisible(dismissible);
}

} // namespace warpbench::ui
