// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/run/selection.h"

namespace warpbench::ui {

void Selection::setLaunch(int launch) {
    if (launch != m_launch) {
        m_launch = launch;
        emit launchChanged(launch);
    }
}

void Selection::setPlace(const SourcePlace& place) {
    if (place != m_place) {
        m_place = place;
        emit placeChanged(place);
    }
}

void Selection::hover(const SourcePlace& place) {
    if (place != m_hovered) {
        m_hovered = place;
        emit hovered(place);
    }
}

void Selection::setBuffer(const QString& buffer) {
    if (buffer != m_buffer) {
        m_buffer = buffer;
        emit bufferChanged(buffer);
    }
}

void Selection::setLane(const LanePlace& lane) {
    if (lane != m_lane) {
        m_lane = lane;
        emit laneChanged(lane);
    }
}

} // namespace warpbench::ui
