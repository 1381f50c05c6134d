// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/window/presentation.h"

#include "ui/commands/actions.h"
#include "ui/docks/panel_docks.h"
#include "ui/editor/editor_pane.h"
#include "ui/theme/fonts.h"
#include "ui/theme/key_names.h"
#include "ui/theme/text_scale.h"
#include "ui/theme/theme.h"
#include "ui/theme/turns.h"
#include "ui/window/pointer_ring.h"

#include <QAction>
#include <QEvent>
#include <QFontMetricsF>
#include <QLabel>
#include <QMainWindow>
#include <QScreen>
#include <QTimer>
#include <QToolBar>
#include <QToolButton>

#include <algorithm>
#include <utility>

namespace warpbench::ui {

namespace {

constexpr int kReadableLines = 30; // of code, on a screen
/// Restore the layout after this time, even if the window has not got its previous size.
constexpr int kFormerSizeMs = 500;

void showTextScale(int percent) {
    if (setTextScale(percent))
        Theme::instance().apply(Theme::instance().dark());
}

} // namespace

Presentation::Presentation(QMainWindow& window, const Actions& actions, PanelDocks& docks,
                           EditorPane& pane)
    : QObject(&window)
    , m_window(window)
    , m_actions(actions)
    , m_docks(docks)
    , m_pane(pane) {
    window.installEventFilter(this);
}

int Presentation::readableTextScale(int screenHeight) {
    const qreal line = QFontMetricsF(codeFont()).lineSpacing() * kUsualTextScale / textScale();
    return std::clamp(int(screenHeight * kUsualTextScale / (kReadableLines * line)),
                      kUsualTextScale, kLargestTextScale);
}

void Presentation::start(const QString& part) {
    if (m_on)
        return;
    if (!m_before) // else one has just ended
        m_before = {m_window.saveGeometry(),
                    m_docks.layouts(),
                    m_docks.perspective(),
                    m_docks.maximized(),
                    m_window.windowState(),
                    m_window.size(),
                    textScale()};
    m_on = true;
    const int readable = readableTextScale(m_window.screen()->size().height());
    showTextScale(m_textScale > 0 ? m_textScale : std::max(textScale(), readable));
    m_window.setWindowState(m_window.windowState() | Qt::WindowFullScreen);
    makeBar();
    m_docks.maximize(part);
    m_pane.setPresenting(true);
    m_ring = new PointerRing(m_window);
    emit changed(true);
}

/// Hides what an audience need not see, and shows how to get it back.
void Presentation::makeBar() {
    auto* usual = m_window.findChild<QToolBar*>(QStringLiteral("mainToolBar"));
    usual->hide();
    m_bar = new QToolBar(tr("Presentation"), &m_window);
    m_bar->setObjectName(QStringLiteral("presentationBar"));
    m_bar->setMovable(false);
    m_bar->setContextMenuPolicy(Qt::PreventContextMenu);
    withTextScale(*m_bar, [bar = m_bar] { bar->setIconSize({scaled(16), scaled(16)}); });
    m_bar->setToolButtonStyle(Qt::ToolButtonTextBesideIcon);
    for (QAction* action : {m_actions.run, m_actions.stop}) {
        m_bar->addAction(action);
        m_bar->widgetForAction(action)->setFocusPolicy(Qt::TabFocus);
    }
    m_bar->widgetForAction(m_actions.run)->setProperty("role", "primary");
    auto* keys = new QLabel;
    keys->setProperty("role", "muted");
    keys->setAlignment(Qt::AlignRight | Qt::AlignVCenter);
    keys->setMinimumWidth(1); // shrinks instead of widening the window
    keys->setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Preferred);
    setTextWithKeys(
        *keys, "text",
        tr("Editor ({focusEditor}) · Panels (Alt+1 to Alt+9) · All commands ({commands})"));
    m_bar->addWidget(keys);
    auto* end = new QToolButton;
    end->setObjectName(QStringLiteral("endPresentation"));
    end->setText(tr("End"));
    end->setFocusPolicy(Qt::TabFocus);
    setTextWithKeys(*end, "toolTip", tr("End the presentation ({presentation})"));
    connect(end, &QToolButton::clicked, m_actions.presentation, &QAction::trigger);
    m_bar->addWidget(end);
    m_window.addToolBar(m_bar);
    m_bar->show();
}

void Presentation::end() {
    if (!m_on)
        return;
    m_on = false;
    m_textScale = textScale();
    delete std::exchange(m_ring, nullptr);
    m_window.removeToolBar(m_bar);
    std::exchange(m_bar, nullptr)->deleteLater(); // the button in it may be the sender
    m_window.findChild<QToolBar*>(QStringLiteral("mainToolBar"))->show();
    m_pane.setPresenting(false);
    showTextScale(m_before->textScale);
    // Hides the largest part first, because it would keep the window large.
    m_docks.setLayouts(m_before->layouts, m_before->perspective);
    m_window.setWindowState(m_before->state);
    if (m_window.size() == m_before->size) {
        inTurn(*this, [this] { restoreLayout(); });
    } else {
        QTimer::singleShot(kFormerSizeMs, this, [this] {
            if (m_before && !(m_before->state & (Qt::WindowMaximized | Qt::WindowFullScreen)))
                m_window.resize(m_before->size);
            restoreLayout();
        });
    }
    emit changed(false);
}

/// A layout is restored exactly only at its original window size.
bool Presentation::eventFilter(QObject* watched, QEvent* event) {
    if (event->type() == QEvent::Resize && m_before && m_window.size() == m_before->size)
        inTurn(*this, [this] { restoreLayout(); }); // once the window knows its size
    return QObject::eventFilter(watched, event);
}

void Presentation::restoreLayout() {
    if (m_on || !m_before)
        return;
    // Panels that have not applied the smaller text yet would need too much space.
    if (workWaits())
        return inTurn(*this, [this] { restoreLayout(); });
    const Before before = *m_before;
    m_before.reset();
    m_docks.setLayouts(before.layouts, before.perspective);
    m_actions.perspectives[std::size_t(before.perspective)]->setChecked(true);
    if (before.maximized)
        m_docks.maximize(*before.maximized);
}

} // namespace warpbench::ui
