// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/docks/panel_docks.h"

#include "ui/theme/turns.h"
#include "ui/workbench/panel_parts.h"

#include <QAction>
#include <QDockWidget>
#include <QEvent>
#include <QLayout>
#include <QMainWindow>
#include <QMenu>
#include <QTimer>

#include <algorithm>
#include <map>
#include <tuple>
#include <utility>

namespace warpbench::ui {

namespace {

/// Rejects layouts of builds with other docks.
constexpr int kLayoutVersion = 4;
constexpr int kMaximizingMs =
    200; // after the first frame, for a window manager that takes its time

Qt::DockWidgetArea areaOf(Slot slot) {
    switch (slot) {
    case Slot::leftTop:
    case Slot::leftBottom:
        return Qt::LeftDockWidgetArea;
    case Slot::bottom:
        return Qt::BottomDockWidgetArea;
    default:
        return Qt::RightDockWidgetArea;
    }
}

void setTitled(QDockWidget& dock, bool titled) {
    QWidget* const former = dock.titleBarWidget();
    if (titled != (former != nullptr))
        return;
    dock.setTitleBarWidget(titled ? nullptr : new QWidget(&dock));
    delete former;
}

/// Lays out the window once when all docks are in place. By default, Qt does so, or starts
/// animations, for each dock that is shown or hidden.
class LayOutOnce {
  public:
    explicit LayOutOnce(QMainWindow& window)
        : m_window(window)
        , m_animated(window.isAnimated()) {
        window.setAnimated(false);
        window.layout()->setEnabled(false);
    }
    LayOutOnce(const LayOutOnce&) = delete;
    LayOutOnce& operator=(const LayOutOnce&) = delete;
    ~LayOutOnce() {
        m_window.layout()->setEnabled(true);
        m_window.layout()->activate();
        m_window.setAnimated(m_animated);
    }

  private:
    QMainWindow& m_window;
    bool m_animated;
};

} // namespace

PanelDocks::PanelDocks(QMainWindow& window, Workbench& bench)
    : QObject(&window)
    , m_window(window) {
    window.installEventFilter(this);
    // Tabs may change only after the signal has been handled.
    const auto later = [this] {
        QTimer::singleShot(0, this, [this] {
            hideDoubledTitles();
            easeTabs();
        });
    };
    for (const PanelRow& row : panelTable()) {
        auto* dock = new QDockWidget(ui::titleOf(row), &window);
        dock->setObjectName(row.id.text() + QStringLiteral("Dock"));
        dock->setWidget(row.make(bench));
        dock->widget()->setAccessibleName(ui::titleOf(row));
        window.addDockWidget(areaOf(row.seats[0].slot), dock);
        m_docks.push_back({&row, dock});
        connect(dock, &QDockWidget::dockLocationChanged, this, later);
        connect(dock, &QDockWidget::topLevelChanged, this, later);
        connect(dock, &QDockWidget::visibilityChanged, this, later);
        connect(dock, &QDockWidget::visibilityChanged, this, [this, dock, id = row.id.text()] {
            if (m_maximized == id && dock->isHidden()) // its own close button
                QTimer::singleShot(0, this, &PanelDocks::endMaximized);
        });
        connect(dock, &QDockWidget::visibilityChanged, this,
                [this, at = m_docks.size() - 1, id = row.id.text()](bool seen) {
                    m_docks[at].seen = seen;
                    // Its position is known only after the show events.
                    if (seen)
                        QTimer::singleShot(0, this, [this, id] { cameToFront(id); });
                });
        connect(dock->toggleViewAction(), &QAction::triggered, this, [this, id = row.id](bool on) {
            if (on)
                show(id.text());
        });
    }
}

PanelDocks::~PanelDocks() {
    for (const Dock& dock : m_docks) {
        dock.widget->disconnect(this);
        delete dock.widget;
    }
}

const PanelDocks::Dock* PanelDocks::find(const QString& id) const {
    const auto found = std::find_if(m_docks.begin(), m_docks.end(),
                                    [&](const Dock& dock) { return dock.row->id.text() == id; });
    return found == m_docks.end() ? nullptr : &*found;
}

std::pair<const PanelDocks::Dock*, PanelParts*> PanelDocks::findPart(const QString& part) const {
    for (const Dock& dock : m_docks) {
        auto* parts = dynamic_cast<PanelParts*>(dock.widget->widget());
        if (parts && parts->parts().contains(part)) {
            return {&dock, parts};
        }
    }
    return {};
}

QStringList PanelDocks::names() const {
    QStringList names;
    for (const Dock& dock : m_docks) {
        names << dock.row->id.text();
        if (const auto* parts = dynamic_cast<const PanelParts*>(dock.widget->widget())) {
            names << parts->parts();
        }
    }
    names.sort();
    return names;
}

QString PanelDocks::titleOf(const QString& name) const {
    if (const Dock* dock = find(name)) {
        return ui::titleOf(*dock->row);
    }
    const auto [dock, parts] = findPart(name);
    return dock ? parts->titleOf(name) : QString();
}

QString PanelDocks::wordsOf(const QString& name) const {
    const Dock* dock = find(name);
    return dock ? ui::wordsOf(*dock->row) : QString();
}

QDockWidget* PanelDocks::dockOf(const QString& name) const {
    const Dock* dock = find(name.section(QLatin1Char(':'), 0, 0));
    if (!dock) {
        dock = findPart(name).first;
    }
    return dock ? dock->widget : nullptr;
}

bool PanelDocks::show(const QString& name) {
    const QString id = name.section(QLatin1Char(':'), 0, 0);
    const Dock* dock = find(id);
    QString part = name.section(QLatin1Char(':'), 1);
    PanelParts* parts = nullptr;
    if (dock) {
        parts = dynamic_cast<PanelParts*>(dock->widget->widget());
    } else {
        std::tie(dock, parts) = findPart(name);
        part = name;
    }
    if (!dock || (!part.isEmpty() && (!parts || !parts->showPart(part)))) {
        return false;
    }
    if (m_maximized) {
        maximize(dock->row->id.text());
        return true;
    }
    dock->widget->show();
    dock->widget->raise();
    if (m_settling > 0)
        m_shownEarly = dock->row->id.text();
    else
        cameToFront(dock->row->id.text());
    if (m_waits) {
        m_shownMeanwhile = name;
    }
    return true;
}

void PanelDocks::focus(const QString& name) {
    if (!show(name)) {
        return;
    }
    const Dock* dock = find(name);
    const QDockWidget* holder = dock ? dock->widget : findPart(name).first->widget;
    QWidget* const panel = holder->widget();
    const auto takesFocus = [panel](const QWidget* widget) {
        return (widget->focusPolicy() & Qt::TabFocus) != 0 && widget->isEnabled() &&
               widget->isVisibleTo(panel);
    };
    QWidget* first = panel;
    while (first && !takesFocus(first)) {
        first = first->nextInFocusChain();
        if (first == panel || !panel->isAncestorOf(first)) {
            first = nullptr;
        }
    }
    // An empty panel has no focusable widget, but the user is there.
    (first ? first : panel)->setFocus(Qt::ShortcutFocusReason);
}

QString PanelDocks::panelOf(const QWidget* widget) const {
    for (const Dock& dock : m_docks) {
        if (widget && (dock.widget == widget || dock.widget->isAncestorOf(widget))) {
            return dock.row->id.text();
        }
    }
    return {};
}

QString PanelDocks::manualPageOf(const QWidget* widget) const {
    const Dock* dock = find(panelOf(widget));
    return dock ? ui::manualPageOf(*dock->row) : QString();
}

void PanelDocks::fillMenu(QMenu& menu) const {
    for (const Dock& dock : m_docks) {
        menu.addAction(dock.widget->toggleViewAction());
    }
}

/// Places the first panel of a slot. \returns it; null: the slot is empty
QDockWidget* PanelDocks::place(Slot slot, std::size_t perspective) {
    for (const Dock& dock : m_docks) {
        if (dock.row->seats[perspective].slot == slot) {
            m_window.addDockWidget(areaOf(slot), dock.widget);
            return dock.widget;
        }
    }
    return nullptr;
}

/// Tabs the other panels of a slot with its first one, after the areas are split, because splitting
/// removes a dock from its tabs. \returns the visible one; null: none
QDockWidget* PanelDocks::stack(QDockWidget* first, Slot slot, std::size_t perspective) {
    QDockWidget* front = nullptr;
    for (const Dock& dock : m_docks) {
        const Seat& seat = dock.row->seats[perspective];
        if (seat.slot != slot)
            continue;
        if (dock.widget != first)
            m_window.tabifyDockWidget(first, dock.widget);
        dock.widget->setVisible(seat.state != Seat::hidden);
        if (seat.state == Seat::front || (seat.state == Seat::shown && !front))
            front = dock.widget;
    }
    return front;
}

void PanelDocks::arrange(Perspective perspective) {
    settle();
    m_waits = false;
    takeMaximized({});
    const bool another = m_perspective != perspective;
    m_perspective = perspective;
    for (QDockWidget* front : putInPlace())
        front->raise(); // uses the tabs created by the layout
    resize(perspective);
    // Docks that were just placed or hidden change the layout only after their
    // events.
    QTimer::singleShot(0, this, [this, perspective, made = ++m_made] {
        if (m_made == made)
            resize(perspective);
    });
    if (another)
        emit perspectiveChanged(perspective);
}

/// \returns the visible docks of all tabs
QList<QDockWidget*> PanelDocks::putInPlace() {
    const LayOutOnce once(m_window);
    for (const Dock& dock : m_docks) {
        if (dock.widget->isFloating()) // the call is slow even for a docked one
            dock.widget->setFloating(false);
        m_window.removeDockWidget(dock.widget);
    }
    const auto which = std::size_t(m_perspective);
    std::map<Slot, QDockWidget*> first;
    for (const Slot slot : {Slot::leftTop, Slot::leftBottom, Slot::bottom, Slot::beside,
                            Slot::rightTop, Slot::rightBottom}) {
        first[slot] = place(slot, which);
    }
    const auto split = [&](Slot from, Slot off, Qt::Orientation orientation) {
        if (first[from] && first[off])
            m_window.splitDockWidget(first[from], first[off], orientation);
    };
    split(Slot::leftTop, Slot::leftBottom, Qt::Vertical);
    split(Slot::beside, Slot::rightTop, Qt::Horizontal);
    split(Slot::rightTop, Slot::rightBottom, Qt::Vertical);
    QList<QDockWidget*> fronts;
    for (const auto& [slot, dock] : first) {
        if (QDockWidget* front = dock ? stack(dock, slot, which) : nullptr)
            fronts << front;
    }
    hideDoubledTitles();
    return fronts;
}

void PanelDocks::change(Perspective perspective) {
    if (perspective == m_perspective) {
        return endMaximized();
    }
    paintInTurn(m_window);
    m_layouts = layouts();
    takeMaximized({});
    if (m_waits || !restore(m_layouts.value(nameOf(perspective)))) {
        const bool waits = m_waits; // now for this perspective's layout
        arrange(perspective);
        m_waits = waits;
        return;
    }
    m_perspective = perspective;
    emit perspectiveChanged(perspective);
}

QHash<QString, QByteArray> PanelDocks::layouts() const {
    QHash<QString, QByteArray> all = m_layouts;
    if (m_maximized)
        all[nameOf(m_perspective)] = m_beforeMaximized;
    else if (!m_waits) // else the default layout was applied
        all[nameOf(m_perspective)] = m_window.saveState(kLayoutVersion);
    return all;
}

void PanelDocks::setLayouts(const QHash<QString, QByteArray>& layouts, Perspective current) {
    m_layouts = layouts;
    arrange(current);
    // A layout is restored at the window size it was saved with. A maximized window gets its size
    // only when shown. (Qt would postpone the layout until then, and Qt 6.4 crashes with it.)
    m_waits = !m_window.isVisible() &&
              (m_window.windowState() & (Qt::WindowMaximized | Qt::WindowFullScreen));
    if (!m_waits)
        restore(layouts.value(nameOf(current)));
}

void PanelDocks::maximize(const QString& panel) {
    if (m_waits || m_maximized == panel)
        return;
    paintInTurn(m_window);
    if (!m_maximized)
        m_beforeMaximized = m_window.saveState(kLayoutVersion);
    const LayOutOnce once(m_window);
    restoreTitle();
    takeMaximized(panel);
    for (const Dock& dock : m_docks) {
        const bool large = dock.row->id.text() == panel;
        if (large && dock.widget->isFloating())
            dock.widget->setFloating(false);
        dock.widget->setVisible(large);
        if (large) {
            m_wasTitled = dock.widget->titleBarWidget() == nullptr;
            setTitled(*dock.widget, true);
        }
    }
}

/// Restores the title of the formerly maximized panel: a layout is restored exactly only if nothing
/// needs more height than before.
void PanelDocks::restoreTitle() {
    if (const Dock* dock = m_maximized ? find(*m_maximized) : nullptr)
        setTitled(*dock->widget, m_wasTitled);
}

void PanelDocks::endMaximized() {
    if (!m_maximized)
        return;
    paintInTurn(m_window);
    restoreTitle();
    takeMaximized({});
    restore(m_beforeMaximized);
}

/// Leaves the panels' positions to the caller.
void PanelDocks::takeMaximized(std::optional<QString> panel) {
    if (std::exchange(m_maximized, panel) == panel)
        return;
    m_window.centralWidget()->setVisible(!panel || panel->isEmpty());
    // Dragging it out would leave the window empty.
    for (const Dock& dock : m_docks)
        dock.widget->setFeatures(panel == dock.row->id.text()
                                     ? QDockWidget::DockWidgetClosable
                                     : QDockWidget::DockWidgetClosable |
                                           QDockWidget::DockWidgetMovable |
                                           QDockWidget::DockWidgetFloatable);
    emit maximizedChanged();
}

bool PanelDocks::eventFilter(QObject*, QEvent* event) {
    if (m_waits && m_window.isVisible()) {
        if (event->type() == QEvent::Resize)
            restoreWaiting();
        else if (event->type() == QEvent::Paint) // there may be no window manager
            QTimer::singleShot(kMaximizingMs, this, &PanelDocks::restoreWaiting);
    }
    return false;
}

void PanelDocks::restoreWaiting() {
    if (!std::exchange(m_waits, false))
        return;
    restore(m_layouts.value(nameOf(m_perspective)));
    if (!m_shownMeanwhile.isEmpty())
        show(m_shownMeanwhile);
}

/// \returns false if no layout was saved, or only by a build with other docks
bool PanelDocks::restore(const QByteArray& kept) {
    if (kept.isEmpty()) {
        return false;
    }
    settle();
    const LayOutOnce once(m_window);
    const bool restored = m_window.restoreState(kept, kLayoutVersion);
    m_made += restored;
    hideDoubledTitles();
    return restored;
}

/// Hides the title bar of tabbed docks, because the tab shows the title. A hidden dock is updated
/// when it is shown.
void PanelDocks::hideDoubledTitles() {
    for (const Dock& dock : m_docks) {
        QDockWidget* widget = dock.widget;
        if (widget->isHidden())
            continue;
        const auto others = m_window.tabifiedDockWidgets(widget);
        const bool tabbed =
            !widget->isFloating() && std::any_of(others.begin(), others.end(),
                                                 [](QDockWidget* o) { return !o->isHidden(); });
        setTitled(*widget, !tabbed);
    }
}

void PanelDocks::setEnabled(bool enabled) {
    for (const Dock& dock : m_docks) {
        dock.widget->setEnabled(enabled);
        dock.widget->toggleViewAction()->setEnabled(enabled);
    }
}

void PanelDocks::markStale(bool stale) {
    for (const Dock& dock : m_docks) {
        if (dock.row->ofResults) {
            const QString title = ui::titleOf(*dock.row);
            dock.widget->setWindowTitle(stale ? tr("%1 •").arg(title) : title);
        }
    }
}

} // namespace warpbench::ui
