// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cfenv>
#if defined(__x86_64__) || defined(_M_X64)
#include <xmmintrin.h>
#endif

namespace warpbench::simgpu::host {

/// For its lifetime, this thread computes like a kernel: rounds to nearest, keeps subnormals and
/// raises no traps, whatever the surrounding program has set (even loading a library built with
/// -ffast-math changes these settings).
class FloatingMode {
  public:
    FloatingMode() {
#if defined(__x86_64__) || defined(_M_X64)
        m_control = _mm_getcsr();
#endif
        std::fegetenv(&m_before);
        std::fesetenv(FE_DFL_ENV);
#if defined(__x86_64__) || defined(_M_X64)
        constexpr unsigned kDefault = 0x1f80; // all exceptions masked, nothing flushed
        _mm_setcsr(kDefault);
#endif
    }
    ~FloatingMode() {
        std::fesetenv(&m_before);
#if defined(__x86_64__) || defined(_M_X64)
        _mm_setcsr(m_control);
#endif
    }
    FloatingMode(const FloatingMode&) = delete;
    FloatingMode& operator=(const FloatingMode&) = delete;

  private:
    std::fenv_t m_before{};
#if defined(__x86_64__) || defined(_M_X64)
    unsigned m_control = 0;
#endif
};

} // namespace warpbench::simgpu::host
