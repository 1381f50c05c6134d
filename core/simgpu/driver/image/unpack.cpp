// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/simgpu/driver/image/unpack.h"

#include <zstd.h>

namespace warpbench::simgpu::driver {

bool unpackLz4(std::string_view packed, std::size_t bytes, std::string& out) {
    std::size_t i = 0;
    const auto byteAt = [&](std::size_t at) {
        return std::size_t{static_cast<unsigned char>(packed[at])};
    };
    const auto longer = [&](std::size_t length) {
        if (length != 15)
            return length;
        for (std::size_t more = 255; more == 255 && i < packed.size(); ++i) {
            more = byteAt(i);
            length += more;
        }
        return length;
    };
    while (i < packed.size() && out.size() < bytes) {
        const std::size_t token = byteAt(i++);
        const std::size_t literals = longer(token >> 4);
        if (literals > packed.size() - i || literals > bytes - out.size())
            return false;
        out.append(packed, i, literals);
        i += literals;
        if (i + 2 > packed.size())
            break;
        const std::size_t distance = byteAt(i) | byteAt(i + 1) << 8;
        i += 2;
        const std::size_t match = longer(token & 15) + 4;
        if (distance == 0 || distance > out.size() || match > bytes - out.size())
            return false;
        for (std::size_t k = 0; k < match; ++k)
            out.push_back(out[out.size() - distance]);
    }
    return out.size() == bytes;
}

bool unpackZstd(std::string_view packed, std::size_t bytes, std::string& out) {
    out.resize(bytes);
    return ZSTD_decompress(out.data(), bytes, packed.data(), packed.size()) == bytes;
}

} // namespace warpbench::simgpu::driver
