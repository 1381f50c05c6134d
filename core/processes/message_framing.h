// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/error.h"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace warpbench::platform {

/// The format of messages on a byte stream between a parent and its child: four bytes of length,
/// least significant first, then the message.
inline constexpr std::size_t kFrameHeaderBytes = 4;
/// The longest message. Buffers travel in shared memory; the rest is sources, device code and
/// reports. A longer one is an error of the sender, and must not make the receiver allocate memory.
inline constexpr std::size_t kMaxMessageBytes = std::size_t(256) << 20;

/// The bytes that precede a message. \throws Error (usage) if it is too long
inline std::string frameHeader(std::size_t messageBytes) {
    if (messageBytes > kMaxMessageBytes)
        throw Error(
            ErrorKind::usage,
            {"WB1022",
             "a message of {count} bytes is too long to be sent to or from a worker process",
             "make the source, its device code or the constants smaller",
             {{"count", messageBytes}}});
    std::string header(kFrameHeaderBytes, '\0');
    for (std::size_t i = 0; i < kFrameHeaderBytes; ++i)
        header[i] = char((messageBytes >> (8 * i)) & 0xff);
    return header;
}

inline std::size_t frameLength(std::string_view header) {
    std::size_t length = 0;
    for (std::size_t i = 0; i < kFrameHeaderBytes; ++i)
        length |= std::size_t(static_cast<unsigned char>(header[i])) << (8 * i);
    return length;
}

/// Reassembles messages from pieces of any size.
class FrameReader {
  public:
    void append(std::string_view bytes) { m_pending.append(bytes); }
    /// The next complete message, if there is one.
    /// \throws Error (internal) if its length is invalid; nothing can be read after that
    std::optional<std::string> next() {
        if (m_pending.size() - m_read < kFrameHeaderBytes)
            return std::nullopt;
        const std::size_t length = frameLength(std::string_view(m_pending).substr(m_read));
        if (length > kMaxMessageBytes)
            throw Error(ErrorKind::internal,
                        {"WB1023",
                         "a message between processes says that it has {count} bytes",
                         {},
                         {{"count", length}}});
        if (m_pending.size() - m_read - kFrameHeaderBytes < length)
            return std::nullopt;
        std::string message = m_pending.substr(m_read + kFrameHeaderBytes, length);
        m_read += kFrameHeaderBytes + length;
        if (m_read == m_pending.size()) {
            m_pending.clear();
            m_read = 0;
        }
        return message;
    }

  private:
    std::string m_pending;
    std::size_t m_read = 0; ///< bytes of m_pending that were returned
};

} // namespace warpbench::platform
