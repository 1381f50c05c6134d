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

/// Stepping through a launch as the window sees it: what was asked, where the launch stands, and
/// the breakpoints. Nothing here waits: answers come as signals.
class StepController : public QObject {
    Q_OBJECT

  public:
    /// Off: nothing is stepped through. Moving: an answer is waited for.
    enum class Phase { off, moving, paused };

    StepController(ProjectDocument& document, RunController& controller, Selection& selection,
                   QObject* parent = nullptr);

    Phase phase() const { return m_phase; }
    /// Where the launch stands; null: nothing is stepped through, or it has not come to a pause.
    const session::StepState* state() const { return m_state ? &*m_state : nullptr; }
    /// Whether the source or a header was edited since the launch was begun.
    bool stale() const;
    /// What is to be said of the whole, such as that a real GPU cannot be stepped through.
    const QString& note() const { return m_note; }

    /// Moves the launch. Where there is none, or it belongs to an older text, it is begun, and that
    /// is the first move. A lane's move is of the one that is chosen; where none is, of the first
    /// active one, which so is chosen.
    void move(session::StepMove move);
    /// \param file    as a breakpoint has it; empty: the source
    /// \param launch  that comes there: another one is begun for it. Empty: not known
    void runTo(int line, const QString& file = {}, std::optional<int> launch = {});
    /// Looks at another warp of the launch.
    void look(quint64 block, int warp);
    /// Expressions that are evaluated at every pause, none of them twice.
    const QStringList& watched() const { return m_watched; }
    /// Takes these in place of those before, but for what is empty or there already.
    void setWatched(const QStringList& expressions);
    /// Whether PTX registers are read at every pause; what stands still is looked at again.
    void readRegisters(bool on);
    /// Begins the fault's launch and goes to just before what is wrong.
    void debug(const session::Fault& fault);
    void pause();
    void stop();
    /// Another project: nothing of the former one is left.
    void forget();

    /// Asked for before each move: lines move while the text is edited.
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
    void chooseFaultsLane();
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
    QStringList m_askedWatched; ///< by the last command
    bool m_registers = false;
    bool m_askedRegisters = false; ///< by the last command
    QString m_complaint;           ///< about the last command, told with the state that it left
    /// Of the fault that is debugged, until the launch has come there.
    std::optional<std::array<std::uint32_t, 3>> m_faultsThread;
    int m_launch = 0; ///< that was begun
    Revision m_revision = 0;
    QByteArray m_headers; ///< digest of what was begun with
    quint64 m_round = 0;  ///< answers of earlier ones are dropped
};

} // namespace warpbench::ui
