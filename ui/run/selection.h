// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/run/panel_id.h"

#include <QObject>
#include <QString>

namespace warpbench::ui {

enum class LineMetric; // line_costs.h

/// Counts the states of a source text: a larger one is newer. 0: none.
using Revision = quint64;

/// A line of a text as it was at a time. Lines count from 1; 0: none.
struct SourcePlace {
    QString file; ///< as the compiler names it; empty: the project's source
    int line = 0;
    Revision revision = 0;

    bool operator==(const SourcePlace&) const = default;
};

/// One lane of a warp of a launch.
struct LanePlace {
    quint64 block = 0; ///< linear index
    int warp = 0;
    int lane = -1; ///< 0 to 31; -1: none of them more than the others

    bool operator==(const LanePlace&) const = default;
};

/// What the user looks at, shared by all panels: each shows it in its own way and may change it.
/// Nothing is sent where it already is as wanted.
class Selection : public QObject {
    Q_OBJECT

  public:
    using QObject::QObject;

    int launch() const { return m_launch; } ///< index in the project's launches
    const SourcePlace& place() const { return m_place; }
    const QString& buffer() const { return m_buffer; } ///< empty: none
    const LanePlace& lane() const { return m_lane; }

    void setLaunch(int launch);
    /// The line of the caret, or of a listing.
    void setPlace(const SourcePlace& place);
    void setBuffer(const QString& buffer);
    void setLane(const LanePlace& lane);

    /// A line of the PTX was chosen in a listing. From 1; 0: none.
    void setPtxLine(int line) { emit ptxLineChosen(line); }

    /// Asks the editor for a change of the source, in one step that can be undone.
    /// \param start, length  in UTF-16 units
    void changeSource(qsizetype start, qsizetype length, const QString& with) {
        emit sourceChangeWanted(start, length, with);
    }

    /// The mouse is over a line, in whichever view; line 0: over none.
    void hover(const SourcePlace& place);

    /// Asks for a panel in front: what was chosen is best seen there.
    void show(PanelId panel) { emit panelWanted(panel); }
    /// Asks for a line of the source in the editor. \param column  from 1
    void goTo(const SourcePlace& place, int column = 1) { emit placeWanted(place, column); }

    /// Asks for a run that counts.
    void countAndRun() { emit countWanted(); }

    /// Asks for what each line costs, by this measure.
    void showCosts(LineMetric metric) { emit costsWanted(metric); }

    /// Asks for a run as the Run button makes it.
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
