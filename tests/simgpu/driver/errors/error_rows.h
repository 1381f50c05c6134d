// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cuda.h>

#include <functional>
#include <string>
#include <utility>
#include <vector>

/// A driver's answers to invalid calls: a table of call sequences and their results, for the
/// simulated driver and for a real one. No row breaks a context, passes a pointer that a driver
/// might dereference, or leaves anything behind that affects later rows.
namespace driver_errors {

/// A driver's entry points, by their names in cuda.h.
class Driver {
  public:
    /// `find` returns an exported symbol, or null for an unknown name.
    explicit Driver(std::function<void*(const char* name)> find)
        : m_find(std::move(find)) {}
    template <typename Function>
    Function get(const char* name) const {
        return reinterpret_cast<Function>(m_find(name));
    }

  private:
    std::function<void*(const char*)> m_find;
};

// The name in cuda.h is a macro for the current version.
#define WBTEST_NAME_OF(name) #name
#define WBTEST_NAME(name) WBTEST_NAME_OF(name)
/// A function of the row's driver, which is called `d` in every row.
#define D(name) (d.get<decltype(&name)>(WBTEST_NAME(name)))

/// A kernel `k` with three parameters (pointer, number, number), a variable, and a small
/// environment for a context, which is current while a row runs.
struct Environment {
    const Driver& d;
    CUcontext context = nullptr;
    CUmodule module = nullptr;
    CUfunction kernel = nullptr;
    CUdeviceptr memory = 0; ///< 4096 bytes
};

struct Row {
    const char* name;
    CUresult expected;
    std::function<CUresult(const Driver&, const Environment&)> call;
};

std::vector<Row> basicRows();  ///< initialisation, devices, contexts
std::vector<Row> codeRows();   ///< modules, libraries, links, functions, launches, occupancy
std::vector<Row> memoryRows(); ///< memory, copies, pools, virtual memory, arrays, textures
std::vector<Row> workRows();   ///< streams, events, capture, graphs

/// All rows.
std::vector<Row> allRows();

/// Runs the rows from `first` on, in order, with a context of device 0; none without a usable
/// device.
void ask(const Driver& driver, std::size_t first, const std::function<void(CUresult)>& answer);

/// The result of every row, in order, with a context of device 0. Empty without a usable
/// device.
std::vector<CUresult> resultsOf(const Driver& driver);

/// "CUDA_ERROR_INVALID_VALUE".
std::string nameOf(const Driver& driver, CUresult result);

} // namespace driver_errors
