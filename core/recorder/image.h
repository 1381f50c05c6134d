// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <vector>

namespace warpbench::recorder {

/// Code that a program has loaded. Its PTX is looked for only when somebody asks: libraries have
/// hundreds of megabytes of code, and most of it is never launched.
class Image {
  public:
    /// \param data  PTX, a fat binary, its wrapper, or machine code; copied unless it is a part of
    /// a
    ///              loaded library or program
    static std::shared_ptr<Image> inMemory(const void* data);
    static std::shared_ptr<Image> inFile(const char* file);
    /// Of a link.
    static std::shared_ptr<Image> linkedOf(std::vector<std::shared_ptr<Image>> parts);

    /// The PTX that a GPU of a compute capability (90) can run; several texts where they were
    /// linked; none where there is only machine code.
    const std::vector<std::string>& texts(int computeCapability);

  private:
    void add(const void* data);

    std::vector<std::string> m_copies; ///< of fat binaries, and PTX
    std::vector<const void*> m_places; ///< fat binaries that stay where they are
    std::vector<std::shared_ptr<Image>> m_parts;
    std::mutex m_mutex;
    std::optional<std::vector<std::string>> m_texts;
};

} // namespace warpbench::recorder
