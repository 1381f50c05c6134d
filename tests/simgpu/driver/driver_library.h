// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/simgpu/include/wbsim.h"
#include "tests/simgpu/loaded_library.h"

#include <QByteArray>
#include <QCoreApplication>
#include <QFile>
#include <QTest>

#include <cuda.h>

#include <string>

/// The built library, loaded as Warpbench loads it, so that the tests see what it exports.
inline QLibrary* driverLibrary() {
    static QLibrary* const library = loadedSimulator();
    return library;
}

inline void* driverSymbol(const char* name) {
    void* address = symbolOf(driverLibrary(), name);
    if (!address)
        qFatal("the simulated driver does not export %s", name);
    return address;
}

// The name in cuda.h, such as cuMemAlloc, is a macro for the current version, cuMemAlloc_v2.
#define WBTEST_TEXT_OF(name) #name
#define WBTEST_TEXT(name) WBTEST_TEXT_OF(name)
/// A function of the loaded driver, with its type from cuda.h.
#define DRV(name) reinterpret_cast<decltype(&name)>(driverSymbol(WBTEST_TEXT(name)))

inline std::string errorName(CUresult result) {
    const char* name = nullptr;
    DRV(cuGetErrorName)(result, &name);
    return name ? name : std::to_string(static_cast<int>(result));
}

/// Compares results by name, for readable failures.
#define CHECK_RESULT(call, expected)                                                               \
    QCOMPARE(QString::fromStdString(errorName(call)), QString::fromStdString(errorName(expected)))
#define CHECK_OK(call) CHECK_RESULT(call, CUDA_SUCCESS)

inline const wbsimApi* simApi() {
    return reinterpret_cast<wbsimGetApiFunction>(driverSymbol("wbsimGetApi"))(WBSIM_API_VERSION);
}

/// A context with the lifetime of the object; current on the thread that made it.
class TestContext {
  public:
    explicit TestContext(CUdevice device = 0) {
        if (DRV(cuCtxCreate)(&m_context, nullptr, 0, device) != CUDA_SUCCESS)
            qFatal("cannot make a context");
    }
    ~TestContext() { DRV(cuCtxDestroy)(m_context); }
    TestContext(const TestContext&) = delete;
    TestContext& operator=(const TestContext&) = delete;
    CUcontext get() const { return m_context; }

  private:
    CUcontext m_context = nullptr;
};
