// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/session/device_image.h"

#include "core/base/error.h"

#include <fmt/format.h>

namespace warpbench::session {

namespace {

/// The formats that CUDA arrays have (CUarray_format).
CUarray_format formatOf(memory::Scalar scalar) {
    using memory::Scalar;
    switch (scalar) {
    case Scalar::uint8:
        return CU_AD_FORMAT_UNSIGNED_INT8;
    case Scalar::uint16:
        return CU_AD_FORMAT_UNSIGNED_INT16;
    case Scalar::uint32:
        return CU_AD_FORMAT_UNSIGNED_INT32;
    case Scalar::int8:
        return CU_AD_FORMAT_SIGNED_INT8;
    case Scalar::int16:
        return CU_AD_FORMAT_SIGNED_INT16;
    case Scalar::int32:
        return CU_AD_FORMAT_SIGNED_INT32;
    case Scalar::float16:
        return CU_AD_FORMAT_HALF;
    case Scalar::float32:
        return CU_AD_FORMAT_FLOAT;
    default:
        throw Error(ErrorKind::project,
                    fmt::format("a texture or surface cannot hold {}", memory::nameOf(scalar)),
                    "use 8-, 16- or 32-bit integers, float16 or float32");
    }
}

cuda::ArrayDescriptor descriptorOf(const DeviceImageArgument& request) {
    if (request.channels != 1 && request.channels != 2 && request.channels != 4)
        throw Error(ErrorKind::project,
                    fmt::format("a texture or surface cannot have {} channels", request.channels),
                    "use 1, 2 or 4");
    cuda::ArrayDescriptor descriptor;
    descriptor.format = formatOf(request.scalar);
    descriptor.channels = unsigned(request.channels);
    descriptor.surface = request.surface;
    const auto& extent = request.extent;
    const std::size_t dimensions = extent.size();
    if (dimensions < 1 || dimensions > 3)
        throw Error(ErrorKind::project, "a texture or surface has one to three dimensions",
                    "give its buffer such a shape");
    descriptor.width = std::size_t(extent[dimensions - 1]);
    descriptor.height = dimensions > 1 ? std::size_t(extent[dimensions - 2]) : 0;
    descriptor.depth = dimensions > 2 ? std::size_t(extent[0]) : 0;
    return descriptor;
}

CUaddress_mode addressMode(const std::string& name) {
    if (name == "wrap")
        return CU_TR_ADDRESS_MODE_WRAP;
    if (name == "mirror")
        return CU_TR_ADDRESS_MODE_MIRROR;
    if (name == "border")
        return CU_TR_ADDRESS_MODE_BORDER;
    return CU_TR_ADDRESS_MODE_CLAMP;
}

/// Whether a kernel gets the texture's elements as integers, which no filter can mix.
bool readsIntegers(const project::TextureArg& settings, memory::Scalar scalar) {
    using memory::Scalar;
    const bool floating = scalar == Scalar::float16 || scalar == Scalar::float32;
    const bool wide = scalar == Scalar::int32 || scalar == Scalar::uint32;
    return !floating && (wide || settings.read == "element");
}

cuda::TextureDescriptor textureOf(const project::TextureArg& settings, memory::Scalar scalar) {
    if (settings.filter == "linear" && readsIntegers(settings, scalar))
        throw Error(ErrorKind::project,
                    fmt::format("a linear filter cannot mix the elements of {}, which are integers",
                                settings.buffer),
                    "set \"read\" to \"normalized_float\" (8- and 16-bit integers), or \"filter\" "
                    "to \"point\"");
    cuda::TextureDescriptor descriptor;
    descriptor.address.fill(addressMode(settings.address));
    descriptor.filter =
        settings.filter == "linear" ? CU_TR_FILTER_MODE_LINEAR : CU_TR_FILTER_MODE_POINT;
    descriptor.normalizedCoordinates = settings.normalized;
    descriptor.readAsInteger = settings.read == "element";
    return descriptor;
}

} // namespace

DeviceImage::DeviceImage(const cuda::Context& context, const DeviceImageArgument& request,
                         CUdeviceptr buffer)
    : m_array(cuda::Array::create(context, descriptorOf(request)))
    , m_buffer(buffer)
    , m_copyBack(request.copyBack) {
    if (request.surface)
        m_surface = cuda::SurfaceObject::create(m_array);
    else
        m_texture =
            cuda::TextureObject::create(m_array, textureOf(request.settings, request.scalar));
}

std::uint64_t DeviceImage::handle() const {
    return m_surface ? m_surface->value() : m_texture->value();
}

void DeviceImage::copyBack(const cuda::Stream& stream) const {
    if (m_copyBack)
        m_array.downloadToDeviceAsync(stream, m_buffer);
}

} // namespace warpbench::session
