// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/documents/project_document.h"
#include "ui/run/run_controller.h"

#include <QElapsedTimer>
#include <QMap>
#include <QObject>
#include <QPoint>
#include <QTimer>

#include <optional>

namespace warpbench::ui {

/// Runs the project again and again, as frames. Parameters with these names get a value in each:
/// `time` (seconds), `frame` (from 0), `mouse_x`, `mouse_y` (pixels of the picture) and
/// `mouse_buttons` (1 left, 2 right, 4 middle). Resident buffers keep their contents from frame to
/// frame. Frames are neither checked nor timed, and leave the results of the last run alone. An
/// edit shows in the next frame.
class LiveRun : public QObject {
    Q_OBJECT

  public:
    LiveRun(const ProjectDocument& document, RunController& controller, QObject* parent = nullptr);
    ~LiveRun() override;

    /// The parameters that frames set, and no sliders are for.
    static bool isInput(const std::string& parameter);

    void start();
    void stop();
    bool running() const { return m_running; }
    /// One frame; only while it is stopped.
    void step();
    /// Starts again with frame 0, time 0 and new contents of resident buffers.
    void restart();

    void setMouse(QPoint pixel, Qt::MouseButtons buttons);
    /// Replaces the project's value of a parameter; none: takes the project's again.
    void setValue(const std::string& parameter, std::optional<double> value);
    const QMap<std::string, double>& values() const { return m_values; }

    std::int64_t frame() const { return m_frame; }
    double seconds() const;
    /// Of the last second; 0: not known yet.
    double framesPerSecond() const { return m_framesPerSecond; }
    /// Why the last frame failed, with a place where it is known; empty: it did not.
    const QString& problem() const { return m_problem; }

  signals:
    void changed(); ///< it started, stopped or failed
    void frameDone(const warpbench::session::RunReport& report);

  private:
    void send();
    void take(const session::RunReport& report);
    void fail(const QString& why);
    void dropFrame(); ///< the one under way
    void schedule();
    void wake();
    void countFrame();
    session::RunRequest request() const;

    const ProjectDocument& m_document;
    RunController& m_controller;
    bool m_running = false;
    bool m_waits = false;         ///< for an edit, after a failure
    session::Ticket m_ticket = 0; ///< 0: no frame is under way
    std::uint64_t m_round = 0;    ///< answers of earlier rounds are dropped
    std::int64_t m_frame = 0;
    qint64 m_earlierMs = 0; ///< of the time before the last start
    QElapsedTimer m_clock;  ///< since the last start
    QElapsedTimer m_beat;   ///< since this was made
    qint64 m_dueNs = 0;     ///< when the next frame may be sent, on m_beat
    QTimer m_next;
    QPoint m_mouse;
    Qt::MouseButtons m_buttons;
    QMap<std::string, double> m_values;
    QString m_problem;
    QElapsedTimer m_second;
    int m_framesInSecond = 0;
    double m_framesPerSecond = 0;
};

} // namespace warpbench::ui
