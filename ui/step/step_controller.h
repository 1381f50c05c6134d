// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/stepping/stepping.h"
#include "ui/run/selection.h"

#include <QByteArray>
#include <QObject>
#include <QStringList>

#include <array>
#include <functional>
#include <optional>
#include <vector>

namespace warpbench {
class Error;
}
namespace warpbench::session {
struct Fault;
}

namespace warpbench::ui {

class ProjectDocument;
class RunController;

/// The window's side of stepping through a launch: pending commands, the state of the launch, and
/// breakpoints. Never blocks: answers arrive as signals.
class StepController : public QObject {
    Q_OBJECT

  public:
    /// Off: no launch. Moving: waiting for an answer.
    enum class Phase { off, moving, paused };

    StepController(ProjectDocument& document, RunController& controller, Selection& selection,
                   QObject* parent = nullptr);

    Phase phase() const { return m_phase; }
    /// The state of the launch; null: no launch, or no pause yet.
    const session::StepState* state() const { return m_state ? &*m_state : nullptr; }
    /// Whether the source or a header has been edited since the launch started.
    bool stale() const;
    /// A general message, such as that stepping through a launch on a real GPU is not possible.
    const QString& note() const { return m_note; }

    /// Moves the launch. Without a launch, or if the text has changed, starts one as the
    /// first move. To step a lane, uses the selected one or else selects the first active
    /// one.
    void move(session::StepMove move);
    /// \param file    as in a breakpoint; empty: the source
    /// \param launch  the one that gets there; starts it if it is another one. Empty: unknown
    void runTo(int line, const QString& file = {}, std::optional<int> launch = {});
    /// Selects another warp of the launch.
    void look(quint64 block, int warp);
    /// Expressions to evaluate at every pause, without duplicates.
    const QStringList& watched() const { return m_watched; }
    /// Replaces these expressions; skips empty ones and duplicates.
    void setWatched(const QStringList& expressions);
    /// Whether to read PTX registers at every pause; during a pause, reads them at once.
    void readRegisters(bool on);
    /// Starts the launch of a fault and stops just before the fault.
    void debug(const session::Fault& fault);
    /// Some bytes of a buffer.
    struct BufferPart {
        QString buffer;
        quint64 firstByte = 0, bytes = 0;
        QString name; ///< for messages, such as "out[3, 17]"
    };
    /// Finds the kernel that wrote the part last, starts it again, and stops just before that
    /// write.
    void debugWriter(const BufferPart& part);
    void pause();
    void stop();
    /// Clears everything for another project.
    void forget();

    /// Called before each move, because breakpoints follow their lines during editing.
    using BreakpointSource = std::function<std::vector<session::StepBreakpoint>()>;
    void setBreakpointSource(BreakpointSource source) { m_breakpoints = std::move(source); }

  signals:
    void changed(); ///< phase, state or note
    void failed(const QString& why);

  private:
    void start(int launch, session::StepCommand first);
    std::uint32_t chooseLane();
    void askForLooks(session::StepCommand& command);
    void send(session::StepCommand command);
    void take(const session::StepState& state);
    void lookForWriter(int before);
    bool goOnLooking();
    void chooseAwaitedLane();
    void fail(const Error& error);
    std::vector<session::StepBreakpoint> breakpoints() const;

    ProjectDocument& m_document;
    RunController& m_controller;
    Selection& m_selection;
    BreakpointSource m_breakpoints;
    Phase m_phase = Phase::off;
    std::optional<session::StepState> m_state;
    QString m_note;
    QStringList m_watched;
    QStringList m_askedWatched; ///< in the last command
    bool m_registers = false;
    bool m_askedRegisters = false; ///< in the last command
    QString m_complaint;           ///< the last command's error, shown with the resulting state
    /// Thread of the fault or the write being debugged, until the launch gets there.
    std::optional<std::array<std::uint32_t, 3>> m_awaitedThread;
    std::optional<BufferPart> m_written; ///< whose writer is being looked for
    int m_launch = 0;                    ///< the launch that was started
    Revision m_revision = 0;
    QByteArray m_headers; ///< their hash when the launch started
    quint64 m_round = 0;  ///< answers of earlier rounds are dropped
};

} // namespace warpbench::ui
