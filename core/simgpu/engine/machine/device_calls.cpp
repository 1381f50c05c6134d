// SPDX-License-Identifier: GPL-3.0-or-later
// The functions that a kernel can call at run time: vprintf, __assertfail, malloc, free.
#include "core/simgpu/engine/machine/call_values.h"
#include "core/simgpu/engine/machine/launch.h"
#include "core/simgpu/engine/machine/services.h"

#include <algorithm>
#include <atomic>
#include <bit>
#include <cctype>
#include <cstdio>
#include <cstring>
#include <string>

namespace warpbench::simgpu::engine {

namespace {

/// Per call: CUDA's limit (CUDA C++ Programming Guide, "Formatted Output": at most 32 arguments;
/// further specifiers are printed unchanged), and limits that no program reaches.
constexpr int kMostConversions = 32;
constexpr std::int32_t kWidest = 4096;           ///< of a field or a precision
constexpr std::size_t kLongestOutput = 1u << 20; ///< bytes

/// One conversion of a printf format, with the values of its '*' arguments inserted.
struct Conversion {
    std::string spec;
    bool wide = false; ///< a 64-bit integer
};

class Formatter {
  public:
    Formatter(Warp& warp, const Inst* at, std::uint32_t l, std::uint64_t buffer)
        : w(warp)
        , ip(at)
        , lane(l)
        , m_buffer(buffer) {}

    /// False after a fault. \param count  of the arguments used
    bool format(const std::string& text, std::string& out, int& count) {
        for (std::size_t i = 0; i < text.size(); ++i) {
            if (out.size() >= kLongestOutput)
                return true;
            if (text[i] != '%' || count >= kMostConversions) {
                out += text[i];
                continue;
            }
            if (i + 1 < text.size() && text[i + 1] == '%') {
                out += '%';
                ++i;
                continue;
            }
            if (!convert(text, i, out, count))
                return false;
        }
        return true;
    }

  private:
    template <class T>
    bool take(T& value) {
        m_offset = (m_offset + sizeof(T) - 1) / sizeof(T) * sizeof(T);
        const bool good = readBytes(w, ip, lane, m_buffer + m_offset, &value, sizeof(T));
        m_offset += sizeof(T);
        return good;
    }

    /// Digits from `at` on as a number, up to a maximum; `at` advances to the last digit.
    static std::int32_t numberAt(const std::string& text, std::size_t& at) {
        std::int32_t number = 0;
        for (;; ++at) {
            number = std::min(number * 10 + (text[at] - '0'), kWidest);
            if (at + 1 == text.size() || !std::isdigit(static_cast<unsigned char>(text[at + 1])))
                return number;
        }
    }

    bool convert(const std::string& text, std::size_t& i, std::string& out, int& count) {
        Conversion conversion;
        conversion.spec = "%";
        std::size_t at = i + 1;
        int longs = 0;
        for (; at < text.size() && std::strchr("-+ #0123456789.*hlLjztq", text[at]); ++at) {
            if (text[at] == '*') {
                std::int32_t width = 0;
                if (!take(width))
                    return false;
                conversion.spec += std::to_string(std::clamp(width, -kWidest, kWidest));
            } else if (text[at] >= '1' && text[at] <= '9') {
                conversion.spec += std::to_string(numberAt(text, at));
            } else if (text[at] == 'l') {
                // A kernel's long is as wide as its host's.
                conversion.wide = conversion.wide || ++longs == 2 || sizeof(long) == 8;
            } else if (std::strchr("jztq", text[at])) {
                conversion.wide = true;
            } else if (!std::strchr("hL", text[at])) {
                conversion.spec += text[at];
            } else if (text[at] == 'h') {
                conversion.spec += 'h';
            }
        }
        if (at >= text.size()) {
            out += text.substr(i);
            i = text.size();
            return true;
        }
        i = at;
        ++count;
        return print(conversion, text[at], out);
    }

    bool print(const Conversion& conversion, char letter, std::string& out) {
        std::string spec = conversion.spec;
        if (std::strchr("diouxX", letter)) {
            std::uint64_t value = 0;
            if (conversion.wide) {
                if (!take(value))
                    return false;
                spec += "ll";
            } else {
                std::uint32_t narrow = 0;
                if (!take(narrow))
                    return false;
                value = narrow;
            }
            spec += letter;
            if (conversion.wide)
                append(out, spec, static_cast<unsigned long long>(value));
            else
                append(out, spec, static_cast<unsigned int>(value));
            return true;
        }
        if (letter == 'c') {
            std::uint32_t value = 0;
            if (!take(value))
                return false;
            append(out, spec + letter, static_cast<int>(value));
            return true;
        }
        if (std::strchr("fFeEgGaA", letter)) {
            double value = 0;
            if (!take(value))
                return false;
            append(out, spec + letter, value);
            return true;
        }
        std::uint64_t pointer = 0;
        if (letter == 's' || letter == 'p') {
            if (!take(pointer))
                return false;
        }
        if (letter == 's') {
            std::string text;
            if (!readString(w, ip, lane, pointer, text))
                return false;
            append(out, spec + letter, text.c_str());
        } else if (letter == 'p') {
            append(out, spec + letter, reinterpret_cast<void*>(pointer));
        } else {
            out += spec + letter; // not a conversion: printed unchanged
        }
        return true;
    }

    template <class T>
    static void append(std::string& out, const std::string& spec, T value) {
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wformat-nonliteral"
#pragma GCC diagnostic ignored "-Wformat-security"
        const int length = std::snprintf(nullptr, 0, spec.c_str(), value);
        if (length <= 0 || static_cast<std::size_t>(length) > kLongestOutput)
            return;
        std::string text(static_cast<std::size_t>(length) + 1, '\0');
        std::snprintf(text.data(), text.size(), spec.c_str(), value);
#pragma GCC diagnostic pop
        text.pop_back();
        out += text;
    }

    Warp& w;
    const Inst* ip;
    std::uint32_t lane;
    std::uint64_t m_buffer;
    std::uint64_t m_offset = 0;
};

} // namespace

const Inst* callPrintf(Warp& w, const Inst* ip) {
    // Lets a flood of output be stopped before it reaches thousands of lines.
    constexpr std::int32_t kBackEdges = 256;
    w.budget = std::max(1, w.budget - kBackEdges);
    const CallSite& site = callSiteOf(w, ip);
    Launch& launch = w.block->launch;
    for (std::uint32_t rest = w.mask; rest; rest &= rest - 1) {
        const auto lane = static_cast<std::uint32_t>(std::countr_zero(rest));
        std::string text, out;
        if (!readString(w, ip, lane, argument(w, site, 0, lane), text))
            return nullptr;
        int count = 0;
        Formatter formatter(w, ip, lane, argument(w, site, 1, lane));
        if (!formatter.format(text, out, count))
            return nullptr;
        out.resize(std::min(out.size(), kLongestOutput));
        giveResult(w, site, lane, static_cast<std::uint32_t>(count));
        if (launch.request.print) {
            const std::lock_guard lock(launch.printMutex);
            launch.request.print(out);
        }
    }
    return ip + 1;
}

namespace {

std::string bracketed(const Dim3& place) {
    return "[" + std::to_string(place[0]) + "," + std::to_string(place[1]) + "," +
           std::to_string(place[2]) + "]";
}

} // namespace

/// __assertfail(const char* message, const char* file, unsigned line, const char* function, size_t)
const Inst* callAssertFail(Warp& w, const Inst* ip) {
    Launch& launch = w.block->launch;
    const CallSite& site = callSiteOf(w, ip);
    const auto lane = static_cast<std::uint32_t>(std::countr_zero(w.mask));
    std::string message, file, function;
    if (!readString(w, ip, lane, argument(w, site, 0, lane), message) ||
        !readString(w, ip, lane, argument(w, site, 1, lane), file) ||
        !readString(w, ip, lane, argument(w, site, 3, lane), function))
        return nullptr;
    const auto line = static_cast<std::uint32_t>(argument(w, site, 2, lane));
    if (launch.request.printError) {
        std::string lines;
        for (std::uint32_t rest = w.mask; rest; rest &= rest - 1) {
            const auto thread = static_cast<std::uint32_t>(std::countr_zero(rest));
            lines += file + ":" + std::to_string(line) + ": " + function +
                     ": block: " + bracketed(w.block->index) +
                     ", thread: " + bracketed(w.block->threadAt(w.index, thread)) + " Assertion `" +
                     message + "` failed.\n";
        }
        const std::lock_guard lock(launch.printMutex);
        launch.request.printError(lines);
    }
    const std::string text = "assertion '" + message + "' failed in " + function + " (" + file +
                             ":" + std::to_string(line) + ")";
    return raise(w, ip, FaultKind::assertion, lane, 0, 0, text.c_str());
}

const Inst* callMalloc(Warp& w, const Inst* ip) {
    const CallSite& site = callSiteOf(w, ip);
    Launch& launch = w.block->launch;
    for (std::uint32_t rest = w.mask; rest; rest &= rest - 1) {
        const auto lane = static_cast<std::uint32_t>(std::countr_zero(rest));
        const std::uint64_t size = argument(w, site, 0, lane);
        const std::uint64_t limit =
            launch.request.heapBytes ? launch.request.heapBytes : launch.program.model.heapBytes;
        const std::uint64_t base = launch.heap->allocate(size, limit);
        if (base && launch.request.checks.uninitialized)
            launch.program.memory->markUninitialized(base, size);
        if (base && launch.history)
            launch.history->forget(base, size);
        giveResult(w, site, lane, base);
    }
    return ip + 1;
}

const Inst* callFree(Warp& w, const Inst* ip) {
    const CallSite& site = callSiteOf(w, ip);
    Launch& launch = w.block->launch;
    for (std::uint32_t rest = w.mask; rest; rest &= rest - 1) {
        const auto lane = static_cast<std::uint32_t>(std::countr_zero(rest));
        const std::uint64_t base = argument(w, site, 0, lane);
        if (base == 0)
            continue;
        if (!launch.heap->free(base))
            return raise(w, ip, FaultKind::outOfBounds, lane, base, 0,
                         "free of memory that malloc did not return, or that was already freed");
    }
    return ip + 1;
}

const Inst* callSetConditional(Warp& w, const Inst* ip) {
    const CallSite& site = callSiteOf(w, ip);
    for (std::uint32_t rest = w.mask; rest; rest &= rest - 1) {
        const auto lane = static_cast<std::uint32_t>(std::countr_zero(rest));
        const std::uint64_t handle = argument(w, site, 0, lane);
        const auto range = w.block->launch.program.memory->rangeAt(handle, sizeof(std::uint32_t));
        if (!range || range->base != handle || range->size != sizeof(std::uint32_t))
            return raise(w, ip, FaultKind::outOfBounds, lane, handle, sizeof(std::uint32_t),
                         "not a handle of a graph's condition");
        auto* const word = reinterpret_cast<std::uint32_t*>(static_cast<std::uintptr_t>(handle));
        std::atomic_ref<std::uint32_t>(*word).store(
            static_cast<std::uint32_t>(argument(w, site, 1, lane)));
    }
    return ip + 1;
}

} // namespace warpbench::simgpu::engine
