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

/// The docks of the window, one per row of the panel table, and their layouts.
class PanelDocks : public QObject {
    Q_OBJECT

  public:
    /// Creates all panels; arrange() places them.
    PanelDocks(QMainWindow& window, Workbench& bench);
    /// Destroys the panels.
    ~PanelDocks() override;

    /// Names that show() accepts: panels, and parts of panels with unique names.
    QStringList names() const;
    QString titleOf(const QString& name) const;
    /// Other search words for a panel; empty for a part of a panel.
    QString wordsOf(const QString& name) const;
    /// Brings a panel to the front. \param name  "timing", "buffers:dest" or a part such as
    /// "options". \returns false if not found
    bool show(const QString& name);
    bool show(PanelId id) { return show(id.text()); }
    /// The dock that show() would raise; null if not found.
    QDockWidget* dockOf(const QString& name) const;
    /// Shows a panel like show() and gives it the focus.
    void focus(const QString& name);
    /// The manual's page for the panel that contains a widget; empty: none.
    QString manualPageOf(const QWidget* widget) const;
    void fillMenu(QMenu& menu) const;

    Perspective perspective() const { return m_perspective; }
    /// Applies the default layout of a perspective.
    void arrange(Perspective perspective);
    /// Saves the layout of the current perspective and switches to another one: restores its last
    /// layout, or calls arrange() the first time.
    void change(Perspective perspective);
    /// Layouts of all perspectives used so far, by name, for the settings.
    QHash<QString, QByteArray> layouts() const;
    void setLayouts(const QHash<QString, QByteArray>& layouts, Perspective current);

    /// Maximizes a panel in the window. show() then replaces it by another panel. An empty name
    /// means the editor. The window must be visible.
    void maximize(const QString& panel);
    /// Restores the layout from before maximize().
    void endMaximized();
    /// The maximized panel, empty for the editor; nullopt: none.
    const std::optional<QString>& maximized() const { return m_maximized; }
    /// The panel that contains a widget; empty: none.
    QString panelOf(const QWidget* widget) const;

    void markStale(bool stale);
    /// Enables or disables all panels.
    void setEnabled(bool enabled);

  protected:
    bool eventFilter(QObject* watched, QEvent* event) override;

  signals:
    void perspectiveChanged(warpbench::ui::Perspective perspective);
    /// maximized() has changed.
    void maximizedChanged();

  private:
    struct Dock {
        const PanelRow* row = nullptr;
        QDockWidget* widget = nullptr;
        bool seen = false; ///< visible, and not behind another tab
    };

    const Dock* find(const QString& id) const;
    /// The panel with a part of that name, and the part; null: none.
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
    QSet<QString> m_roomGiven;          ///< panels that got their space since the last arrange()
    QHash<QString, int> m_stripHeights; ///< of the bottom strip, by the panel in front
    QString m_strip;                    ///< the panel in front of the bottom strip
    QString m_shownEarly;               ///< by show(), while docks are still being placed
    int m_settling = 0;                 ///< number of layouts still being applied
    std::optional<QString> m_maximized;
    QByteArray m_beforeMaximized; ///< the layout
    bool m_wasTitled = true;      ///< the maximized panel had a title bar, not a tab
    int m_made = 0;               ///< number of layouts arranged or restored so far
    bool m_waits = false;         ///< to restore the layout until the window has its size
    QString m_shownMeanwhile;     ///< by show()
};

} // namespace warpbench::ui
