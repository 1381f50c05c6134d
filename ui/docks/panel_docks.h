// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/docks/panel_table.h"
#include "ui/docks/perspective.h"
#include "ui/run/panel_id.h"

#include <QList>
#include <QObject>
#include <QSet>
#include <QStringList>

#include <optional>
#include <vector>

class QDockWidget;
class QMainWindow;
class QMenu;

namespace warpbench::ui {

class PanelParts;
struct Workbench;

/// The docks of the window, one for each row of the table of panels, and their layouts.
class PanelDocks : public QObject {
    Q_OBJECT

  public:
    /// Makes all panels; arrange() puts them where they belong.
    PanelDocks(QMainWindow& window, Workbench& bench);
    /// The panels go with it.
    ~PanelDocks() override;

    /// What show() takes: panels, and parts of panels that can do without their panel's name.
    QStringList names() const;
    QString titleOf(const QString& name) const;
    /// What else a panel is found by; a part of a panel has none.
    QString wordsOf(const QString& name) const;
    /// Brings a panel to the front. \param name  "timing", "buffers:dest" or a part such as
    /// "options". \returns false for what is not there
    bool show(const QString& name);
    bool show(PanelId id) { return show(id.text()); }
    /// Where show() shows it; null for what is not there.
    QDockWidget* dockOf(const QString& name) const;
    /// The same, and gives it the focus.
    void focus(const QString& name);
    /// The manual's page for the panel that a widget belongs to; empty: for none.
    QString manualPageOf(const QWidget* widget) const;
    void fillMenu(QMenu& menu) const;

    Perspective perspective() const { return m_perspective; }
    /// The default layout of a perspective.
    void arrange(Perspective perspective);
    /// Keeps the layout as it is for its perspective and goes to another one: as it was left, or
    /// as arrange() makes it.
    void change(Perspective perspective);
    /// The layouts of the perspectives that were on the screen, by name, for the settings.
    QHash<QString, QByteArray> layouts() const;
    void setLayouts(const QHash<QString, QByteArray>& layouts, Perspective current);

    /// Gives a panel all the room of the window; what show() shows then takes its place. An empty
    /// name: the editor. Only in a window that shows.
    void maximize(const QString& panel);
    /// The layout as it was before maximize().
    void endMaximized();
    /// The panel that has all the room, empty for the editor; nothing where none has.
    const std::optional<QString>& maximized() const { return m_maximized; }
    /// The panel that a widget is in; empty: in none.
    QString panelOf(const QWidget* widget) const;

    void markStale(bool stale);
    /// Whether the panels take part at all.
    void setEnabled(bool enabled);

  protected:
    bool eventFilter(QObject* watched, QEvent* event) override;

  signals:
    void perspectiveChanged(warpbench::ui::Perspective perspective);
    /// maximized() is another one.
    void maximizedChanged();

  private:
    struct Dock {
        const PanelRow* row = nullptr;
        QDockWidget* widget = nullptr;
        bool seen = false; ///< and not behind another one's tab
    };

    const Dock* find(const QString& id) const;
    /// The panel that has a part of that name, and the part; null: none.
    std::pair<const Dock*, PanelParts*> findPart(const QString& part) const;
    QDockWidget* place(Slot slot, std::size_t perspective);
    QDockWidget* stack(QDockWidget* first, Slot slot, std::size_t perspective);
    QList<QDockWidget*> putInPlace();
    bool restore(const QByteArray& kept);
    void restoreWaiting();
    void resize(Perspective perspective);
    void hideDoubledTitles();
    void easeTabs();
    static void ease(const Dock& dock, bool behind);
    void takeMaximized(std::optional<QString> panel);
    void restoreTitle();
    void cameToFront(const QString& id);
    void settle();
    const Dock* frontOfStrip() const;
    int withTabs(const QDockWidget& dock) const;
    void giveRoom(const Dock& dock);
    int heightOf(const PanelRow& row) const;

    QMainWindow& m_window;
    std::vector<Dock> m_docks;
    Perspective m_perspective = Perspective::edit;
    QHash<QString, QByteArray> m_layouts;
    QSet<QString> m_roomGiven;          ///< to panels, since the layout was arranged
    QHash<QString, int> m_stripHeights; ///< of the strip at the bottom, by the panel in front
    QString m_strip;                    ///< the panel in front there
    QString m_shownEarly;               ///< by show(), while docks are still on their way
    int m_settling = 0;                 ///< layouts whose docks are still on their way
    std::optional<QString> m_maximized;
    QByteArray m_beforeMaximized; ///< the layout
    bool m_wasTitled = true;      ///< the panel that is maximized, and not a tab
    int m_made = 0;               ///< layouts so far, arranged or restored
    bool m_waits = false;         ///< to restore the layout, until the window has its size
    QString m_shownMeanwhile;     ///< by show()
};

} // namespace warpbench::ui
