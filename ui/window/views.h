// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

namespace warpbench::ui {

class BufferInspector;
class DevicesModel;
class DiagnosticsModel;
class EditorPane;
class LaunchPanel;
class OccupancyPanel;
class OptionsPanel;
class OutputPanel;
class ProblemsPanel;
class ResourceModel;
class ResourcesPanel;
class ResultsPanel;
class StatusLine;
class TimingPanel;

/// What the window consists of. The window owns them all.
struct Views {
    EditorPane* pane = nullptr;
    LaunchPanel* launch = nullptr;
    OptionsPanel* options = nullptr;
    ProblemsPanel* problems = nullptr;
    OutputPanel* output = nullptr;
    ResultsPanel* results = nullptr;
    ResourcesPanel* resources = nullptr;
    TimingPanel* timing = nullptr;
    OccupancyPanel* occupancy = nullptr;
    BufferInspector* buffers = nullptr;
    StatusLine* status = nullptr;
    DiagnosticsModel* diagnostics = nullptr;
    ResourceModel* usage = nullptr;
    DevicesModel* devices = nullptr;
};

} // namespace warpbench::ui
