// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>
#include <QTemporaryDir>

#include <string>
#include <vector>

namespace warpbench::simgpu::ptx::testing {

/// NVIDIA's own assembler, asked whether texts are PTX.
class PtxasOracle {
  public:
    PtxasOracle();
    /// Why it cannot be asked here; empty where it can.
    const char* missing() const;
    /// For each line: whether it is accepted as a line of the kernel around it. ptxas names the
    /// lines that it refuses, so that thousands cost a few runs.
    /// \param before, after  the kernel around the lines; `before` ends with a line's end. For
    ///     sm_90, or for the .target that it names where that has a letter
    std::vector<bool> accepts(const std::vector<std::string>& lines, const std::string& before,
                              const std::string& after);

  private:
    std::vector<bool> halves(const std::vector<std::string>& lines, const std::string& before,
                             const std::string& after);

    QString m_program;
    QTemporaryDir m_folder;
};

} // namespace warpbench::simgpu::ptx::testing
