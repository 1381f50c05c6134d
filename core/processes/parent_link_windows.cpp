// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/error.h"
#include "core/platform/folders.h"
#include "core/platform/problems.h"
#include "core/processes/child_process.h"
#include "core/processes/link_windows.h"
#include "core/processes/shared_memory.h"

#include <deque>
#include <mutex>
#include <sstream>

namespace warpbench::platform {

class ParentLink::Impl {
  public:
    win32::Handle from;
    win32::Handle to;
    std::mutex sending;
    FrameReader frames;
    std::deque<std::string> messages;            ///< received while waiting for a block
    std::map<std::uint64_t, BlockRecord> blocks; ///< not requested yet

    /// Receives the next frame. False if the parent is gone.
    bool step() {
        std::string chunk(1u << 16, '\0');
        for (;;) {
            if (auto frame = frames.next()) {
                if (const auto block = blockOf(*frame))
                    blocks[block->id] = *block;
                else
                    messages.push_back(frame->substr(kMessage.size()));
                return true;
            }
            const std::size_t count = win32::readSome(from.get(), chunk.data(), chunk.size());
            if (count == 0)
                return false;
            frames.append(std::string_view(chunk).substr(0, count));
        }
    }
};

ParentLink::ParentLink()
    : m_impl(std::make_unique<Impl>()) {}

ParentLink::~ParentLink() {
    for (const auto& [id, block] : m_impl->blocks)
        CloseHandle(reinterpret_cast<HANDLE>(block.handle));
}

std::unique_ptr<ParentLink> ParentLink::adopt() {
    const auto text = environmentVariable(kLinkVariable);
    if (!text)
        return nullptr;
    SetEnvironmentVariableW(win32::wide(kLinkVariable).c_str(), nullptr);
    std::istringstream stream(*text);
    std::uintptr_t read = 0, write = 0;
    if (!(stream >> read >> write))
        return nullptr;
    for (const std::uintptr_t number : {read, write}) {
        const auto handle = reinterpret_cast<HANDLE>(number);
        if (GetFileType(handle) != FILE_TYPE_PIPE)
            return nullptr;
        SetHandleInformation(handle, HANDLE_FLAG_INHERIT, 0);
    }
    std::unique_ptr<ParentLink> link(new ParentLink);
    link->m_impl->from = win32::Handle(reinterpret_cast<HANDLE>(read));
    link->m_impl->to = win32::Handle(reinterpret_cast<HANDLE>(write));
    // Ctrl-C in a terminal also goes to the parent, which decides what it means.
    SetConsoleCtrlHandler(nullptr, TRUE);
    return link;
}

std::optional<std::string> ParentLink::receive() {
    while (m_impl->messages.empty()) {
        if (!m_impl->step())
            return std::nullopt;
    }
    std::string message = std::move(m_impl->messages.front());
    m_impl->messages.pop_front();
    return message;
}

void ParentLink::send(const std::string& message) {
    const std::lock_guard lock(m_impl->sending);
    win32::writeAll(m_impl->to.get(), frameHeader(message.size()) + message);
}

SharedMemory ParentLink::sharedMemory(std::uint64_t id) {
    while (!m_impl->blocks.contains(id)) {
        if (!m_impl->step())
            throw Error(ErrorKind::environment, parentHasEnded());
    }
    const BlockRecord block = m_impl->blocks.at(id);
    m_impl->blocks.erase(id); // map() takes over the handle and closes it on failure
    return SharedMemory::map(static_cast<std::intptr_t>(block.handle), block.bytes);
}

} // namespace warpbench::platform
