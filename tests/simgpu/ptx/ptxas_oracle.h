// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>
#include <QTemporaryDir>

#include <string>
#include <vector>

namespace warpbench::simgpu::ptx::testing {

/// NVIDIA's assembler, used to decide whether texts are valid PTX.
class PtxasOracle {
  public:
    PtxasOracle();
    /// Why ptxas is not available; empty if it is.
    const char* missing() const;
    /// For each line: whether ptxas accepts it inside the kernel. It names all rejected lines, so
    /// thousands of lines take only a few runs.
    /// \param before, after  the kernel around the lines; `before` ends with a newline. For sm_90,
    ///     or for its .target if that has a letter
    std::vector<bool> accepts(const std::vector<std::string>& lines, const std::string& before,
                              const std::string& after);

  private:
    std::vector<bool> halves(const std::vector<std::string>& lines, const std::string& before,
                             const std::string& after);

    QString m_program;
    QTemporaryDir m_folder;
};

} // namespace warpbench::simgpu::ptx::testing
