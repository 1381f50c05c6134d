// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/cuda/simulated_extras.h"
#include "core/device/open_device.h"
#include "core/device/run_control.h"
#include "core/executor/run_context.h"
#include "core/executor/run_snapshot.h"
#include "core/executor/step_checkpoints.h"
#include "core/stepping/step_expression.h"
#include "core/stepping/stepping.h"

#include <atomic>
#include <map>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

namespace warpbench::session {

/// A launch under control on a simulated device, from its first to its last instruction. Created,
/// used and destroyed on the device's thread. To step back, it starts again, at the beginning or at
/// the last saved state on the way, and repeats all moves except the last: under control, a
/// simulated GPU is deterministic (wbsim.h).
class Stepper {
  public:
    /// Performs everything before the launch and pauses it at its first instruction.
    /// \throws Error if the launch cannot be prepared, or an earlier one fails
    Stepper(OpenDevice& device, StepOpen open);
    ~Stepper(); ///< ends the launch; the device is then ready for the next run
    Stepper(const Stepper&) = delete;
    Stepper& operator=(const Stepper&) = delete;

    /// Moves, and returns the launch's new position.
    /// \throws Error (project, usage) for an invalid condition or line
    StepState perform(const StepCommand& command);
    /// The current contents of a part of a buffer.
    /// \throws Error (internal) for a part that does not exist
    void read(const std::string& buffer, std::uint64_t firstByte, std::span<std::byte> to);

  private:
    struct Condition {
        StepBreakpoint breakpoint;
        std::optional<StepExpression> expression;
    };
    /// A move of the launch and the count at which it paused.
    struct Done {
        wbsimStep step;
        std::uint64_t until = 0;
    };

    /// The thread for which steps back go line by line, as long as the last move is the one that
    /// led to it.
    struct Followed {
        std::size_t marks = 0; ///< the number of the user's moves at that time
        std::uint64_t block = 0;
        std::uint32_t warp = 0, lane = 0;
    };
    struct ThreadPlace {
        bool isThere = false;
        std::size_t depth = 0; ///< call depth
        int line = 0;
        std::string file;
        bool operator==(const ThreadPlace&) const = default;
    };

    void leave() noexcept;
    Error causeOf(const Error& error) const;
    const wbsimApi& api() const { return m_device.extras()->api(); }
    int device() const { return m_device.ordinal(); }
    RunLaunch& launch() { return m_run.launches[m_open.launch]; }
    void prepare();
    void tellSharedTypes() const;
    void begin(const StepCheckpoints::Checkpoint* from = nullptr);
    bool canBeKept() const;
    void checkpoint();
    void go(const wbsimStep& step);
    void finish();
    void wait();
    void setBreakpoints(const std::vector<StepBreakpoint>& given);
    void applyBreakpoints(const std::optional<wbsimBreakpoint>& extra);
    void move(const StepCommand& command);
    void moveOn(wbsimStep step);
    void moveUntil(const StepCommand& command);
    void moveToFault();
    void moveToWriter(const StepCommand& command);
    void requireLane(std::uint32_t lane) const;
    std::vector<StepFrame> framesOf(const wbsimStep& step) const;
    void back();
    void replay(std::size_t moves);
    void replayTo(std::uint64_t instructions);
    void follow(std::uint32_t lane);
    std::array<std::uint32_t, 3> threadOf(std::uint32_t warp, std::uint32_t lane) const;
    std::uint32_t laneOf(const std::array<std::uint32_t, 3>& thread) const;
    ThreadPlace placeOfFollowed() const;
    std::vector<std::uint64_t> linesSince(std::uint64_t first, std::uint64_t last);
    bool backToLineBefore();
    void backToLineOfCall();
    void resume(wbsimStep step);
    bool isTrue(std::uint32_t breakpoint);
    bool stepIsDone(const wbsimStep& step, const std::vector<StepFrame>& from) const;
    wbsimStep stepOf(wbsimStepKind kind) const;
    StepView view(std::uint64_t block, std::uint32_t warp) const;
    void choose(const StepCommand& command);
    StepState look(const StepCommand& command);
    void lookAtRegisters(StepState& state);
    void lookAtWarp(StepState& state);
    void readDevice(CUdeviceptr from, std::span<std::byte> to);
    void markChanges(StepState& state);
    std::optional<Fault> faultOfPause() const;
    void print(const std::vector<std::string>& expressions, StepState& state);
    StepPrint printed(const StepView& view, const std::string& expression,
                      std::uint32_t lanes) const;

    OpenDevice& m_device;
    StepOpen m_open;
    RunControl m_control{0, {}};
    RunContext m_run;
    std::optional<RunSnapshot> m_before; ///< before the launch
    StepCheckpoints m_checkpoints;
    bool m_keeps = false;       ///< saves states on the way
    std::size_t m_move = 0;     ///< index into m_done of the current move
    std::uint64_t m_redone = 0; ///< instructions repeated by the last step back
    std::vector<Condition> m_breakpoints;
    wbsimPause m_pause{};
    std::string m_faultText;                              ///< of a launch that ended with a fault
    std::optional<Fault> m_fault;                         ///< the same
    std::optional<std::array<std::uint32_t, 3>> m_writer; ///< StepState::writer
    bool m_running = false;                               ///< launched, and not known to have ended
    // The warp that is inspected and stepped.
    std::uint64_t m_block = 0;
    std::uint32_t m_warp = 0;
    std::vector<Done> m_done;
    std::optional<Followed> m_followed;
    std::vector<std::size_t> m_marks; ///< size of m_done before each of the user's moves
    /// Texts of variables when each warp was last shown, by path.
    std::map<std::pair<std::uint64_t, std::uint32_t>, std::map<std::string, StepValues>> m_seen;
    std::map<std::pair<std::uint64_t, std::string>, StepValues> m_seenShared;
    std::map<std::pair<std::uint64_t, std::uint32_t>, std::map<std::string, StepValues>>
        m_seenRegisters;
    /// Likewise, by expression.
    std::map<std::pair<std::uint64_t, std::uint32_t>, std::map<std::string, StepValues>>
        m_seenPrints;
};

} // namespace warpbench::session
