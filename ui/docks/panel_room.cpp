// SPDX-License-Identifier: GPL-3.0-or-later
// Distribution of the window's space over panels.
#include "ui/docks/panel_docks.h"
#include "ui/theme/text_scale.h"

#include <QDockWidget>
#include <QMainWindow>
#include <QTabBar>
#include <QTimer>

#include <algorithm>
#include <map>
#include <utility>

namespace warpbench::ui {

namespace {

constexpr int kWideLeft = 12;    // percent of a window wide enough for the editor: 4K
constexpr int kWideRight = 17;   // the same at the right
constexpr int kBesideShare = 28; // percent of the window, for panels beside the editor
constexpr int kLeastStrip = 130; // pixels at 100 % text size, including tabs
constexpr int kMostAround = 59;  // percent of the window for everything beside the editor

struct ColumnWidths {
    int left = 0, beside = 0, right = 0;
};

/// Column widths beside the editor. They grow with the text size without taking the editor's share.
ColumnWidths columnsOf(Perspective perspective, int width, bool hasLeft, bool hasBeside) {
    const bool wideNotes = perspective == Perspective::teach;
    // For charts and for more than two columns of numbers.
    const bool wideRight = perspective == Perspective::tune || perspective == Perspective::debug;
    const int rightShare = wideRight ? 31 : perspective == Perspective::edit ? 22 : 26;
    ColumnWidths columns;
    // For editing: leaves a hundred columns of code in a window of 1440 pixels.
    if (hasLeft)
        columns.left = std::clamp(width * (wideNotes ? 27 : 20) / 100, scaled(286),
                                  std::max(scaled(wideNotes ? 520 : 340), width * kWideLeft / 100));
    if (hasBeside)
        columns.beside = width * kBesideShare / 100;
    columns.right = std::clamp(width * rightShare / 100, scaled(318),
                               std::max(scaled(wideRight ? 620 : 460), width * kWideRight / 100));
    const int all = columns.left + columns.beside + columns.right;
    const int most = width * kMostAround / 100;
    if (all > most)
        columns = {columns.left * most / all, columns.beside * most / all,
                   columns.right * most / all};
    return columns;
}

} // namespace

/// A dock's height including the tabs above it.
int PanelDocks::withTabs(const QDockWidget& dock) const {
    for (const QTabBar* bar : m_window.findChildren<QTabBar*>(Qt::FindDirectChildrenOnly)) {
        for (int tab = 0; bar->isVisible() && tab < bar->count(); ++tab) {
            if (bar->tabText(tab) == dock.windowTitle())
                return dock.height() + bar->height();
        }
    }
    return dock.height();
}

/// The panel in front of the bottom strip; null: none.
const PanelDocks::Dock* PanelDocks::frontOfStrip() const {
    const auto found = std::find_if(m_docks.begin(), m_docks.end(), [this](const Dock& dock) {
        return !dock.widget->isFloating() && !dock.widget->visibleRegion().isEmpty() &&
               m_window.dockWidgetArea(dock.widget) == Qt::BottomDockWidgetArea;
    });
    return found == m_docks.end() ? nullptr : &*found;
}

/// Gives the bottom strip the last height used with the panel in front, or else the panel's
/// default. Other docks get their minimum.
void PanelDocks::cameToFront(const QString& id) {
    const Dock* dock = find(id);
    if (m_settling > 0 || m_maximized || dock->widget->isFloating() || dock->widget->isHidden())
        return;
    if (m_window.dockWidgetArea(dock->widget) != Qt::BottomDockWidgetArea)
        return giveRoom(*dock);
    if (m_strip == id)
        return;
    if (const Dock* former = find(m_strip)) {
        m_stripHeights[m_strip] = withTabs(*former->widget);
        ease(*former, true); // else its minimum would limit the strip's
    }
    m_strip = id;
    m_window.resizeDocks({dock->widget}, {m_stripHeights.value(id, heightOf(*dock->row))},
                         Qt::Vertical);
}

/// Enlarges a panel that appears too small beside the editor or another panel, but only once: if
/// the user shrinks it again, that is intended.
void PanelDocks::giveRoom(const Dock& dock) {
    const QString id = dock.row->id.text();
    if (m_roomGiven.contains(id))
        return;
    m_roomGiven.insert(id);
    const int height = heightOf(*dock.row);
    if (dock.widget->height() < height)
        m_window.resizeDocks({dock.widget}, {height}, Qt::Vertical);
    const int width = m_window.width() * kBesideShare / 100;
    if (dock.row->seats[std::size_t(m_perspective)].slot == Slot::beside &&
        dock.widget->width() < width)
        m_window.resizeDocks({dock.widget}, {width}, Qt::Horizontal);
}

/// Height of a panel in pixels: large text needs a larger share of a low window.
int PanelDocks::heightOf(const PanelRow& row) const {
    const int height = m_window.height();
    return std::max(height * row.height / 100, std::min(scaled(kLeastStrip), height * 3 / 10));
}

/// Ignores panels that come to the front until all docks of a layout are in place.
void PanelDocks::settle() {
    ++m_settling;
    for (const Dock& dock : m_docks)
        ease(dock, true);
    m_strip.clear();
    m_stripHeights.clear();
    m_roomGiven.clear();
    QTimer::singleShot(0, this, [this] {
        QTimer::singleShot(0, this, [this] {
            if (--m_settling > 0)
                return;
            easeTabs();
            const QString shown = std::exchange(m_shownEarly, {});
            const Dock* front = frontOfStrip();
            m_strip = front && front->row->id.text() != shown ? front->row->id.text() : QString();
            if (!shown.isEmpty())
                cameToFront(shown);
        });
    });
}

void PanelDocks::resize(Perspective perspective) {
    const int width = m_window.width();
    const int height = m_window.height();
    std::map<Slot, const Dock*> front;
    for (const Dock& dock : m_docks) {
        const Seat& seat = dock.row->seats[std::size_t(perspective)];
        if (seat.state == Seat::front)
            front[seat.slot] = &dock;
        else if (seat.state == Seat::shown)
            front.try_emplace(seat.slot, &dock);
    }
    const auto size = [&](std::initializer_list<std::pair<Slot, int>> wanted,
                          Qt::Orientation orientation) {
        QList<QDockWidget*> docks;
        QList<int> sizes;
        for (const auto& [slot, pixels] : wanted) {
            if (const auto found = front.find(slot); found != front.end()) {
                docks << found->second->widget;
                sizes << pixels;
            }
        }
        m_window.resizeDocks(docks, sizes, orientation);
    };
    const ColumnWidths columns =
        columnsOf(perspective, width, front.contains(Slot::leftTop), front.contains(Slot::beside));
    size({{Slot::leftTop, columns.left},
          {Slot::beside, columns.beside},
          {Slot::rightTop, columns.right}},
         Qt::Horizontal);
    const bool wideNotes = perspective == Perspective::teach;
    size({{Slot::leftTop, height * (wideNotes ? 5 : 6) / 10},
          {Slot::leftBottom, height * (wideNotes ? 4 : 3) / 10}},
         Qt::Vertical);
    const bool tunes = perspective == Perspective::tune; // by the conditions above
    size({{Slot::rightTop, height * (tunes ? 50 : 33) / 100},
          {Slot::rightBottom, height * (tunes ? 40 : 57) / 100}},
         Qt::Vertical);
    if (const auto strip = front.find(Slot::bottom); strip != front.end())
        size({{Slot::bottom, heightOf(*strip->second->row)}}, Qt::Vertical);
}

/// Tabbed docks are as large as the largest minimum among them. Docks behind a tab report
/// none.
void PanelDocks::easeTabs() {
    for (const Dock& dock : m_docks)
        ease(dock, !dock.seen);
}

/// Except for a panel with an explicit minimum size.
void PanelDocks::ease(const Dock& dock, bool behind) {
    constexpr QSize kNothing(1, 1);
    QWidget& panel = *dock.widget->widget();
    if (behind && panel.minimumSize().isNull())
        panel.setMinimumSize(kNothing);
    else if (!behind && panel.minimumSize() == kNothing)
        panel.setMinimumSize(0, 0);
}

} // namespace warpbench::ui
