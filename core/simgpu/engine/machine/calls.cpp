// SPDX-License-Identifier: GPL-3.0-or-later
// Calls. Each function has its own rows; a function that may be active twice in a thread saves the
// earlier activation's rows in the frame.
#include "core/simgpu/engine/machine/launch.h"
#include "core/simgpu/engine/machine/services.h"

#include <algorithm>
#include <bit>
#include <cstring>

namespace warpbench::simgpu::engine {

namespace {

/// The size of a real frame besides its local variables: return address and saved registers.
constexpr std::uint32_t kFrameBytes = 32;

/// Copies to the lanes of adjacent 32-bit rows.
void copyLanes(const std::uint32_t* from, std::uint32_t* to, std::uint32_t rows,
               std::uint32_t lanes) {
    if (lanes == kFullMask) {
        std::memmove(to, from, std::size_t{4} * kLanes * rows);
        return;
    }
    for (std::uint32_t row = 0; row < rows; ++row, from += kLanes, to += kLanes) {
        for (std::uint32_t rest = lanes; rest; rest &= rest - 1) {
            const auto lane = static_cast<std::uint32_t>(std::countr_zero(rest));
            to[lane] = from[lane];
        }
    }
}

void copyRows(Warp& w, const ParameterRows& from, const ParameterRows& to, std::uint32_t lanes) {
    copyLanes(row32(w, from.row), row32(w, to.row), std::min(from.words, to.words), lanes);
}

void save(Warp& w, const FunctionCode& function, Frame& frame) {
    const std::uint32_t* const rows = row32(w, function.firstRow);
    const std::size_t words = std::size_t{kLanes} * (function.endRow - function.firstRow);
    const std::uint32_t predicates = function.endPredicate - function.firstPredicate;
    frame.saved.reserve(words + predicates);
    frame.saved.assign(rows, rows + words);
    for (std::uint32_t p = 0; p < predicates; ++p)
        frame.saved.push_back(predicate(w, function.firstPredicate + p));
}

void restoreRows(Warp& w, std::uint32_t begin, std::uint32_t end, bool wide,
                 const std::uint32_t* saved, std::uint32_t lanes) {
    if (!wide || lanes == kFullMask)
        return copyLanes(saved, row32(w, begin), end - begin, lanes);
    constexpr std::uint32_t words = 2; // per lane of a row; rows are adjacent
    for (std::uint32_t unit = begin; unit < end; unit += words, saved += std::size_t{32} * words) {
        std::uint32_t* d = row32(w, unit);
        for (std::uint32_t rest = lanes; rest; rest &= rest - 1) {
            const auto lane = static_cast<std::uint32_t>(std::countr_zero(rest));
            for (std::uint32_t word = 0; word < words; ++word)
                d[lane * words + word] = saved[lane * words + word];
        }
    }
}

void restore(Warp& w, const FunctionCode& f, const Frame& frame, std::uint32_t lanes) {
    const std::uint32_t* saved = frame.saved.data();
    restoreRows(w, f.firstRow, f.firstWide, false, saved, lanes);
    saved += std::size_t{32} * (f.firstWide - f.firstRow);
    restoreRows(w, f.firstWide, f.endWide, true, saved, lanes);
    saved += std::size_t{32} * (f.endWide - f.firstWide);
    restoreRows(w, f.endWide, f.endRow, false, saved, lanes);
    saved += std::size_t{32} * (f.endRow - f.endWide);
    for (std::uint32_t p = f.firstPredicate; p < f.endPredicate; ++p, ++saved) {
        std::uint32_t& bits = predicate(w, p);
        bits = (*saved & lanes) | (bits & ~lanes);
    }
}

std::size_t resultsOf(const CallSite& site, const FunctionCode& callee) {
    return std::min(site.returns.size(), callee.returns.size());
}

void passResults(Warp& w, const CallSite& site, const FunctionCode& callee, std::uint32_t lanes) {
    for (std::size_t r = 0; r < resultsOf(site, callee); ++r)
        copyRows(w, callee.returns[r], site.returns[r], lanes);
}

/// Results are read before the earlier activation's rows come back over them.
void returnToEarlier(Warp& w, const CallSite& site, const FunctionCode& callee, const Frame& frame,
                     std::uint32_t lanes) {
    std::vector<std::uint32_t>& results = w.block->worker.frames.results;
    results.clear();
    const auto wordsOf = [&](std::size_t r) {
        return std::min(site.returns[r].words, callee.returns[r].words);
    };
    for (std::size_t r = 0; r < resultsOf(site, callee); ++r) {
        const std::uint32_t* const from = row32(w, callee.returns[r].row);
        results.insert(results.end(), from, from + std::size_t{kLanes} * wordsOf(r));
    }
    restore(w, callee, frame, lanes);
    const std::uint32_t* from = results.data();
    for (std::size_t r = 0; r < resultsOf(site, callee); ++r) {
        copyLanes(from, row32(w, site.returns[r].row), wordsOf(r), lanes);
        from += std::size_t{kLanes} * wordsOf(r);
    }
}

/// The most that alloca gave to any of the lanes, bytes.
std::uint64_t dynamicBytes(Warp& w, std::uint32_t lanes) {
    std::uint32_t most = 0;
    if (w.code->stackTop == kNoRow)
        return most;
    for (std::uint32_t rest = lanes; rest; rest &= rest - 1)
        most = std::max(most, row32(w, w.code->stackTop)[std::countr_zero(rest)]);
    return most;
}

/// The given lanes of the current split enter a function; the others continue at ip + 1.
const Inst* enter(Warp& w, const Inst* ip, std::uint32_t function, std::uint32_t lanes) {
    const CallSite& site = w.code->calls[static_cast<std::size_t>(ip->imm)];
    const FunctionCode& callee = w.code->functions[function];
    const std::uint64_t alignment = callee.localAlignment;
    const std::uint64_t callerEnd = w.frame ? w.frame->localEnd : w.code->localBytes;
    const std::uint64_t localBase = (callerEnd + alignment - 1) / alignment * alignment;
    const std::uint64_t localEnd = localBase + callee.localBytes + kFrameBytes;
    if (localEnd + dynamicBytes(w, lanes) > w.localSize)
        return raise(w, ip, FaultKind::stackOverflow,
                     static_cast<std::uint32_t>(std::countr_zero(lanes)), 0, localEnd,
                     "calls are nested deeper than the stack allows");
    Frame* const frame = w.block->worker.frames.take();
    frame->parent = w.frame;
    frame->returnPc = ip + 1;
    frame->depth = (w.frame ? w.frame->depth : 0) + 1;
    frame->references = 1;
    frame->callSite = static_cast<std::uint32_t>(ip->imm);
    frame->function = function;
    frame->localBase = static_cast<std::uint32_t>(localBase);
    frame->localEnd = static_cast<std::uint32_t>(localEnd);
    if (callee.recursive)
        save(w, callee, *frame);
    forgetLocal(w, lanes, localBase, localEnd);
    const std::size_t arguments = std::min(site.arguments.size(), callee.parameters.size());
    for (std::size_t a = 0; a < arguments; ++a)
        copyRows(w, site.arguments[a], callee.parameters[a], lanes);

    if (const std::uint32_t rest = w.mask & ~lanes) {
        Split stays;
        stays.pc = ip + 1;
        stays.mask = rest;
        stays.frame = w.frame;
        w.splits[w.pending++] = stays;
        // The frame's parent and the split that stays both refer to it now.
        if (w.frame)
            ++w.frame->references;
        setMask(w, lanes);
    }
    w.frame = frame;
    const Inst* entry = w.code->insts.data() + callee.entry;
    return w.pending ? arrive(w, entry) : entry;
}

} // namespace

void dropFrame(Warp& w, Frame* frame) {
    while (frame && --frame->references == 0) {
        Frame* const parent = frame->parent;
        w.block->worker.frames.give(frame);
        frame = parent;
    }
}

const Inst* callDirect(Warp& w, const Inst* ip, std::uint32_t lanes) {
    // Calls count like back-edges, because recursion can take long without a loop.
    if (--w.budget <= 0)
        return yieldAt(w, ip);
    const CallSite& site = w.code->calls[static_cast<std::size_t>(ip->imm)];
    return enter(w, ip, static_cast<std::uint32_t>(site.function), lanes);
}

const Inst* callIndirect(Warp& w, const Inst* ip, std::uint32_t lanes) {
    if (--w.budget <= 0)
        return yieldAt(w, ip);
    const std::uint64_t* targets = row64(w, ip->b);
    const auto first = static_cast<std::uint32_t>(std::countr_zero(lanes));
    const std::uint64_t target = targets[first];
    const std::uint64_t number = (target - kCodeWindow) / kCodeStep;
    if (!isWindow(target, kCodeWindow) || target % kCodeStep != 0 || number == 0 ||
        number > w.code->functionAt.size() || w.code->functionAt[number - 1] < 0)
        return raise(w, ip, target == 0 ? FaultKind::nullPointer : FaultKind::invalidPc, first,
                     target, 0, "a call through a pointer that does not point to a function");
    std::uint32_t same = 0;
    for (std::uint32_t rest = lanes; rest; rest &= rest - 1) {
        const auto lane = static_cast<std::uint32_t>(std::countr_zero(rest));
        same |= std::uint32_t{targets[lane] == target} << lane;
    }
    // Lanes with other targets come back to this call once more.
    if (same != lanes) {
        Split others;
        others.pc = ip;
        others.mask = lanes & ~same;
        others.frame = w.frame;
        if (w.frame)
            ++w.frame->references;
        w.splits[w.pending++] = others;
        setMask(w, w.mask & ~others.mask);
    }
    return enter(w, ip, static_cast<std::uint32_t>(w.code->functionAt[number - 1]), same);
}

const Inst* returnFrom(Warp& w, std::uint32_t lanes, const Inst* next) {
    Frame* frame = w.frame;
    const FunctionCode& callee = w.code->functions[frame->function];
    const CallSite& site = w.code->calls[frame->callSite];
    if (frame->saved.empty())
        passResults(w, site, callee, lanes);
    else
        returnToEarlier(w, site, callee, *frame, lanes);
    if (const std::uint32_t rest = w.mask & ~lanes) {
        Split stays;
        stays.pc = next;
        stays.mask = rest;
        stays.frame = frame;
        ++frame->references;
        w.splits[w.pending++] = stays;
        setMask(w, lanes);
    }
    const Inst* back = frame->returnPc;
    w.frame = frame->parent;
    if (w.frame)
        ++w.frame->references;
    dropFrame(w, frame);
    return w.pending ? arrive(w, back) : back;
}

} // namespace warpbench::simgpu::engine
