// SPDX-License-Identifier: GPL-3.0-or-later
// The enums of wbsim.h and those of the engine are converted by number: this file checks that the
// numbers match.
#include "core/simgpu/engine/debug/debug_control.h"
#include "core/simgpu/engine/debug/inspector.h"
#include "core/simgpu/engine/debug/variables.h"
#include "core/simgpu/engine/decode/code.h"
#include "core/simgpu/engine/engine.h"
#include "core/simgpu/include/wbsim.h"

#include <array>
#include <cstddef>

namespace warpbench::simgpu::driver {

namespace {

/// Whether the enumerators of two enums, given in pairs, have the same numbers.
template <typename Ours, typename Theirs>
struct Pair {
    Ours ours;
    Theirs theirs;
};
/// \param count  the count that the header declares; 0: it does not declare any
template <typename Ours, typename Theirs, std::size_t kCount>
constexpr bool areAlike(const Pair<Ours, Theirs> (&pairs)[kCount], int count = 0) {
    if (count != 0 && count != static_cast<int>(kCount))
        return false;
    for (const auto& pair : pairs) {
        if (static_cast<int>(pair.ours) != static_cast<int>(pair.theirs))
            return false;
    }
    return true;
}

using engine::FaultAccess;
static_assert(areAlike<FaultAccess, wbsimFaultAccess>({
    {FaultAccess::none, WBSIM_FAULT_ACCESS_NONE},
    {FaultAccess::read, WBSIM_FAULT_ACCESS_READ},
    {FaultAccess::write, WBSIM_FAULT_ACCESS_WRITE},
    {FaultAccess::atomic, WBSIM_FAULT_ACCESS_ATOMIC},
}));

using engine::FaultOrder;
static_assert(areAlike<FaultOrder, wbsimFaultOrder>({
    {FaultOrder::none, WBSIM_FAULT_ORDER_NONE},
    {FaultOrder::noBarrier, WBSIM_FAULT_ORDER_NO_BARRIER},
    {FaultOrder::sameWarp, WBSIM_FAULT_ORDER_SAME_WARP},
    {FaultOrder::otherBlock, WBSIM_FAULT_ORDER_OTHER_BLOCK},
    {FaultOrder::asyncCopy, WBSIM_FAULT_ORDER_ASYNC_COPY},
    {FaultOrder::bulkCopy, WBSIM_FAULT_ORDER_BULK_COPY},
    {FaultOrder::notAtomic, WBSIM_FAULT_ORDER_NOT_ATOMIC},
}));

using engine::FaultKind;
static_assert(areAlike<FaultKind, wbsimFaultKind>({
    {FaultKind::none, WBSIM_FAULT_NONE},
    {FaultKind::outOfBounds, WBSIM_FAULT_OUT_OF_BOUNDS},
    {FaultKind::misaligned, WBSIM_FAULT_MISALIGNED},
    {FaultKind::uninitialized, WBSIM_FAULT_UNINITIALIZED},
    {FaultKind::sharedRace, WBSIM_FAULT_SHARED_RACE},
    {FaultKind::globalRace, WBSIM_FAULT_GLOBAL_RACE},
    {FaultKind::barrierDivergence, WBSIM_FAULT_BARRIER_DIVERGENCE},
    {FaultKind::assertion, WBSIM_FAULT_ASSERT},
    {FaultKind::trap, WBSIM_FAULT_TRAP},
    {FaultKind::stackOverflow, WBSIM_FAULT_STACK_OVERFLOW},
    {FaultKind::nullPointer, WBSIM_FAULT_NULL_POINTER},
    {FaultKind::invalidSyncMask, WBSIM_FAULT_INVALID_SYNC_MASK},
    {FaultKind::invalidPc, WBSIM_FAULT_INVALID_PC},
    {FaultKind::timeout, WBSIM_FAULT_TIMEOUT},
    {FaultKind::cancelled, WBSIM_FAULT_CANCELLED},
    {FaultKind::illegalInstruction, WBSIM_FAULT_ILLEGAL_INSTRUCTION},
    {FaultKind::divergentBarrier, WBSIM_FINDING_DIVERGENT_BARRIER},
    {FaultKind::divergentMask, WBSIM_FINDING_DIVERGENT_MASK},
    {FaultKind::absentLane, WBSIM_FINDING_ABSENT_LANE},
}));

using engine::TurnOrder;
static_assert(areAlike<TurnOrder, wbsimOrder>(
    {
        {TurnOrder::inTurn, WBSIM_ORDER_IN_TURN},
        {TurnOrder::interleaved, WBSIM_ORDER_INTERLEAVED},
    },
    WBSIM_ORDER_COUNT));

using engine::PauseReason;
static_assert(areAlike<PauseReason, wbsimPauseReason>({
    {PauseReason::none, WBSIM_PAUSE_NONE},
    {PauseReason::entry, WBSIM_PAUSE_ENTRY},
    {PauseReason::breakpoint, WBSIM_PAUSE_BREAKPOINT},
    {PauseReason::step, WBSIM_PAUSE_STEP},
    {PauseReason::requested, WBSIM_PAUSE_REQUESTED},
    {PauseReason::fault, WBSIM_PAUSE_FAULT},
    {PauseReason::ended, WBSIM_PAUSE_ENDED},
    {PauseReason::keep, WBSIM_PAUSE_KEEP},
}));

using StepKind = engine::Step::Kind;
static_assert(areAlike<StepKind, wbsimStepKind>(
    {
        {StepKind::run, WBSIM_STEP_CONTINUE},
        {StepKind::instruction, WBSIM_STEP_INSTRUCTION},
        {StepKind::line, WBSIM_STEP_LINE},
        {StepKind::lineOver, WBSIM_STEP_OVER},
        {StepKind::out, WBSIM_STEP_OUT},
        {StepKind::toBarrier, WBSIM_STEP_TO_BARRIER},
        {StepKind::blockEnd, WBSIM_STEP_BLOCK},
        {StepKind::laneLine, WBSIM_STEP_LANE_LINE},
    },
    WBSIM_STEP_COUNT));

using LanesState = engine::LaneGroup::State;
static_assert(areAlike<LanesState, wbsimLanesState>({
    {LanesState::next, WBSIM_LANES_NEXT},
    {LanesState::ready, WBSIM_LANES_READY},
    {LanesState::atBarrier, WBSIM_LANES_AT_BARRIER},
    {LanesState::atWarpSync, WBSIM_LANES_AT_WARP_SYNC},
}));

using engine::ReadSpace;
static_assert(areAlike<ReadSpace, wbsimSpace>({
    {ReadSpace::generic, WBSIM_SPACE_GENERIC},
    {ReadSpace::global, WBSIM_SPACE_GLOBAL},
    {ReadSpace::shared, WBSIM_SPACE_SHARED},
    {ReadSpace::local, WBSIM_SPACE_LOCAL},
    {ReadSpace::param, WBSIM_SPACE_PARAM},
}));

using engine::InstClass;
static_assert(areAlike<InstClass, wbsimClass>(
    {
        {InstClass::integer, WBSIM_CLASS_INTEGER},
        {InstClass::float32, WBSIM_CLASS_FLOAT32},
        {InstClass::float64, WBSIM_CLASS_FLOAT64},
        {InstClass::half, WBSIM_CLASS_HALF},
        {InstClass::conversion, WBSIM_CLASS_CONVERSION},
        {InstClass::memory, WBSIM_CLASS_MEMORY},
        {InstClass::atomic, WBSIM_CLASS_ATOMIC},
        {InstClass::branch, WBSIM_CLASS_BRANCH},
        {InstClass::barrier, WBSIM_CLASS_BARRIER},
        {InstClass::warpwide, WBSIM_CLASS_WARPWIDE},
        {InstClass::matrix, WBSIM_CLASS_MATRIX},
        {InstClass::other, WBSIM_CLASS_OTHER},
    },
    WBSIM_CLASS_COUNT));
static_assert(std::tuple_size_v<engine::InstructionMix> == WBSIM_CLASS_COUNT);

using Encoding = engine::Variables::Encoding;
static_assert(areAlike<Encoding, wbsimEncoding>({
    {Encoding::signedInteger, WBSIM_ENCODING_SIGNED},
    {Encoding::unsignedInteger, WBSIM_ENCODING_UNSIGNED},
    {Encoding::floating, WBSIM_ENCODING_FLOAT},
    {Encoding::boolean, WBSIM_ENCODING_BOOL},
    {Encoding::character, WBSIM_ENCODING_CHAR},
    {Encoding::pointer, WBSIM_ENCODING_POINTER},
    {Encoding::enumeration, WBSIM_ENCODING_ENUM},
    {Encoding::array, WBSIM_ENCODING_ARRAY},
    {Encoding::structure, WBSIM_ENCODING_STRUCT},
    {Encoding::unknown, WBSIM_ENCODING_UNKNOWN},
    {Encoding::bfloat16, WBSIM_ENCODING_BFLOAT16},
    {Encoding::float8E4m3, WBSIM_ENCODING_FLOAT8_E4M3},
    {Encoding::float8E5m2, WBSIM_ENCODING_FLOAT8_E5M2},
    {Encoding::float8E8m0, WBSIM_ENCODING_FLOAT8_E8M0},
}));

using VariableSpace = engine::Variables::Space;
static_assert(areAlike<VariableSpace, wbsimSpace>({
    {VariableSpace::generic, WBSIM_SPACE_GENERIC},
    {VariableSpace::global, WBSIM_SPACE_GLOBAL},
    {VariableSpace::shared, WBSIM_SPACE_SHARED},
    {VariableSpace::local, WBSIM_SPACE_LOCAL},
    {VariableSpace::param, WBSIM_SPACE_PARAM},
    {VariableSpace::reg, WBSIM_SPACE_REGISTER},
    {VariableSpace::none, WBSIM_SPACE_NONE},
}));

} // namespace

} // namespace warpbench::simgpu::driver
