// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/run/panel_id.h"

#include <QObject>
#include <QString>

namespace warpbench::ui {

enum class LineMetric; // line_costs.h

/// A version of a source text: larger means newer. 0: none.
using Revision = quint64;

/// A line of a certain version of a text. Lines count from 1; 0: none.
struct SourcePlace {
    QString file; ///< as the compiler names it; empty: the project's source
    int line = 0;
    Revision revision = 0;

    bool operator==(const SourcePlace&) const = default;
};

/// A lane of a warp of a launch.
struct LanePlace {
    quint64 block = 0; ///< linear index
    int warp = 0;
    int lane = -1; ///< 0 to 31; -1: no particular lane

    bool operator==(const LanePlace&) const = default;
};

/// What the user is looking at. All panels share it; each shows it in its own way and can change
/// it. Emits signals only for real changes.
class Selection : public QObject {
    Q_OBJECT

  public:
    using QObject::QObject;

    int launch() const { return m_launch; } ///< index in the project's launches
    const SourcePlace& place() const { return m_place; }
    const QString& buffer() const { return m_buffer; } ///< empty: none
    const LanePlace& lane() const { return m_lane; }

    void setLaunch(int launch);
    /// The line at the caret or in a listing.
    void setPlace(const SourcePlace& place);
    void setBuffer(const QString& buffer);
    void setLane(const LanePlace& lane);

    /// The user selected a PTX line in a listing. From 1; 0: none.
    void setPtxLine(int line) { emit ptxLineChosen(line); }

    /// Asks the editor to change the source, as one undoable step.
    /// \param start, length  in UTF-16 units
    void changeSource(qsizetype start, qsizetype length, const QString& with) {
        emit sourceChangeWanted(start, length, with);
    }

    /// The mouse is over a line of any view; line 0: none.
    void hover(const SourcePlace& place);

    /// Asks to raise a panel that shows the selection best.
    void show(PanelId panel) { emit panelWanted(panel); }
    /// Asks to show a source line in the editor. \param column  from 1
    void goTo(const SourcePlace& place, int column = 1) { emit placeWanted(place, column); }

    /// Asks for a run with counting.
    void countAndRun() { emit countWanted(); }

    /// Asks to show the cost of each line by this metric.
    void showCosts(LineMetric metric) { emit costsWanted(metric); }

    /// Asks for a run as with the Run button.
    void runAgain() { emit runWanted(); }

  signals:
    void launchChanged(int launch);
    void placeChanged(const warpbench::ui::SourcePlace& place);
    void bufferChanged(const QString& buffer);
    void laneChanged(const warpbench::ui::LanePlace& lane);
    void hovered(const warpbench::ui::SourcePlace& place);
    void countWanted();
    void costsWanted(warpbench::ui::LineMetric metric);
    void runWanted();
    void ptxLineChosen(int line);
    void sourceChangeWanted(qsizetype start, qsizetype length, const QString& with);
    void panelWanted(warpbench::ui::PanelId panel);
    void placeWanted(const warpbench::ui::SourcePlace& place, int column);

  private:
    int m_launch = 0;
    SourcePlace m_place;
    QString m_buffer;
    LanePlace m_lane;
    SourcePlace m_hovered;
};

} // namespace warpbench::ui
