// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/device/device_image.h"

#include "core/base/error.h"

#include <algorithm>
#include <utility>

namespace warpbench::session {

namespace {

/// The formats that CUDA arrays have (CUarray_format).
CUarray_format formatOf(arrays::Scalar scalar) {
    using arrays::Scalar;
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
        throw Error(ErrorKind::project, {"WB1863",
                                         "a texture or surface cannot hold {type}",
                                         "use 8-, 16- or 32-bit integers, float16 or float32",
                                         {{"type", arrays::nameOf(scalar)}}});
    }
}

cuda::ArrayDescriptor descriptorOf(const DeviceImageArgument& request) {
    if (request.channels != 1 && request.channels != 2 && request.channels != 4)
        throw Error(ErrorKind::project, {"WB1864",
                                         "a texture or surface cannot have {count} channels",
                                         "use 1, 2 or 4",
                                         {{"count", request.channels}}});
    cuda::ArrayDescriptor descriptor;
    descriptor.format = formatOf(request.scalar);
    descriptor.channels = unsigned(request.channels);
    descriptor.surface = request.surface;
    const auto& extent = request.extent;
    const std::size_t dimensions = extent.size();
    if (dimensions < 1 || dimensions > 3)
        throw Error(ErrorKind::project,
                    {"WB1865", "a texture or surface has one to three dimensions",
                     "give its buffer such a shape"});
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
bool readsIntegers(const project::TextureArg& settings, arrays::Scalar scalar) {
    using arrays::Scalar;
    const bool floating = scalar == Scalar::float16 || scalar == Scalar::float32;
    const bool wide = scalar == Scalar::int32 || scalar == Scalar::uint32;
    return !floating && (wide || settings.read == "element");
}

cuda::TextureDescriptor textureOf(const project::TextureArg& settings, arrays::Scalar scalar) {
    if (settings.filter == "linear" && readsIntegers(settings, scalar))
        throw Error(ErrorKind::project,
                    {"WB1866",
                     "a linear filter cannot mix the elements of {buffer}, which are integers",
                     "set \"read\" to \"normalized_float\" (8- and 16-bit integers), or \"filter\" "
                     "to \"point\"",
                     {{"buffer", settings.buffer}}});
    const bool bytes = scalar == arrays::Scalar::uint8 && settings.read == "normalized_float";
    if (settings.srgb && !bytes)
        throw Error(ErrorKind::project,
                    {"WB1867",
                     "sRGB values are bytes that are read as floats, but {buffer} is not",
                     "use uint8 and set \"read\" to \"normalized_float\", or remove \"srgb\"",
                     {{"buffer", settings.buffer}}});
    cuda::TextureDescriptor descriptor;
    const auto axis = [&](const std::string& mode) {
        return addressMode(mode.empty() ? settings.address : mode);
    };
    descriptor.address = {axis(settings.address), axis(settings.addressY), axis(settings.addressZ)};
    descriptor.filter =
        settings.filter == "linear" ? CU_TR_FILTER_MODE_LINEAR : CU_TR_FILTER_MODE_POINT;
    descriptor.normalizedCoordinates = settings.normalized;
    descriptor.readAsInteger = settings.read == "element";
    descriptor.sRgb = settings.srgb;
    descriptor.borderColor = settings.border;
    descriptor.levelFilter =
        settings.levelFilter == "linear" ? CU_TR_FILTER_MODE_LINEAR : CU_TR_FILTER_MODE_POINT;
    descriptor.levels = unsigned(settings.levels.size()) + 1;
    return descriptor;
}

} // namespace

DeviceImage::DeviceImage(const cuda::Context& context, const DeviceImageArgument& request,
                         std::vector<ImageMemory> memory)
    : m_memory(std::move(memory))
    , m_copyBack(request.copyBack) {
    if (request.surface || request.settings.memory == "array")
        makeArrays(context, request);
    else
        makePlain(context, request);
}

void DeviceImage::makeArrays(const cuda::Context& context, const DeviceImageArgument& request) {
    const cuda::ArrayDescriptor descriptor = descriptorOf(request);
    if (request.surface) {
        m_arrays.push_back(cuda::Array::create(context, descriptor));
        m_surface = cuda::SurfaceObject::create(m_arrays.front());
        return;
    }
    const cuda::TextureDescriptor texture = textureOf(request.settings, request.scalar);
    if (m_memory.size() == 1) {
        m_arrays.push_back(cuda::Array::create(context, descriptor));
        m_texture = cuda::TextureObject::create(m_arrays.front(), texture);
        return;
    }
    const auto chain = cuda::MipmappedArray::create(context, descriptor, unsigned(m_memory.size()));
    for (unsigned level = 0; level < chain.levels(); ++level)
        m_arrays.push_back(chain.level(level));
    m_texture = cuda::TextureObject::create(chain, texture);
}

/// By the rules of cuTexObjectCreate on the alignment of memory and rows.
void DeviceImage::makePlain(const cuda::Context& context, const DeviceImageArgument& request) {
    const cuda::ArrayDescriptor shape = descriptorOf(request);
    const auto attribute = [&](CUdevice_attribute number, int standard) {
        const int value = context.device().attributeOrZero(number);
        return std::size_t(value > 0 ? value : standard);
    };
    const std::size_t alignment = attribute(CU_DEVICE_ATTRIBUTE_TEXTURE_ALIGNMENT, 512);
    const std::size_t step = attribute(CU_DEVICE_ATTRIBUTE_TEXTURE_PITCH_ALIGNMENT, 32);
    m_rowBytes = shape.rowBytes();
    m_rows = std::max<std::size_t>(shape.height, 1);
    cuda::TexelMemory texels{
        m_memory.front().pointer, shape.format, shape.channels, shape.width, shape.height,
        m_memory.front().pitch};
    texels.pitch = texels.pitch > 0 ? texels.pitch : m_rowBytes;
    const bool rowsFit = shape.height == 0 || texels.pitch % step == 0;
    if (texels.pointer % alignment != 0 || !rowsFit) {
        m_copyPitch = (m_rowBytes + step - 1) / step * step;
        m_copy = cuda::DeviceMemory::allocate(context, m_copyPitch * m_rows);
        texels.pointer = m_copy->pointer();
        texels.pitch = m_copyPitch;
    }
    m_texture =
        cuda::TextureObject::create(context, texels, textureOf(request.settings, request.scalar));
}

void DeviceImage::refresh(const cuda::Stream& stream) const {
    for (std::size_t level = 0; level < m_arrays.size(); ++level)
        m_arrays[level].uploadFromDeviceAsync(stream, m_memory[level].pointer,
                                              m_memory[level].pitch);
    if (m_copy)
        cuda::copyRowsOnDeviceAsync(
            stream, m_copy->pointer(), m_copyPitch, m_memory.front().pointer,
            m_memory.front().pitch > 0 ? m_memory.front().pitch : m_rowBytes, m_rowBytes, m_rows);
}

std::uint64_t DeviceImage::handle() const {
    return m_surface ? m_surface->value() : m_texture->value();
}

void DeviceImage::copyBack(const cuda::Stream& stream) const {
    if (m_copyBack)
        m_arrays.front().downloadToDeviceAsync(stream, m_memory.front().pointer,
                                               m_memory.front().pitch);
}

} // namespace warpbench::session
