// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#ifdef _WIN32
#include <pthread.h>

#include <new>
#endif

namespace warpbench::simgpu::host {

/// One object of a type per thread, created on first use and destroyed when the thread ends, like
/// `thread_local`. With GCC on Windows, `thread_local` frees an object's memory before calling
/// its destructor. Other thread_local variables may already be gone when the destructor runs
/// there.
template <class T>
class PerThread {
  public:
    static T& get() {
#ifdef _WIN32
        static const Key key;
        if (void* const mine = pthread_getspecific(key.id))
            return *static_cast<T*>(mine);
        auto* const made = new T;
        if (pthread_setspecific(key.id, made) != 0) {
            delete made;
            throw std::bad_alloc();
        }
        return *made;
#else
        thread_local T object;
        return object;
#endif
    }

#ifdef _WIN32
  private:
    struct Key {
        Key() {
            if (pthread_key_create(&id, [](void* object) { delete static_cast<T*>(object); }) != 0)
                throw std::bad_alloc();
        }
        pthread_key_t id{};
    };
#endif
};

} // namespace warpbench::simgpu::host
