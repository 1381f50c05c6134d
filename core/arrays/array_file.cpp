// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/arrays/array_file.h"

#include "core/base/bytes_text.h"
#include "core/base/error.h"
#include "core/base/path_text.h"
#include "core/platform/files.h"

#include <algorithm>
#include <array>
#include <cstring>
#include <limits>
#include <system_error>

namespace warpbench::memory {

namespace fs = std::filesystem;

namespace {

enum class Form { npy, npz, csv, raw };

Form formOf(const fs::path& file) {
    std::string ending = utf8(file.extension());
    std::transform(ending.begin(), ending.end(), ending.begin(),
                   [](unsigned char c) { return char(std::tolower(c)); });
    if (ending == ".npy") {
        return Form::npy;
    }
    if (ending == ".npz") {
        return Form::npz;
    }
    return ending == ".csv" || ending == ".txt" || ending == ".tsv" ? Form::csv : Form::raw;
}

/// \throws Error that speaks of "the file": its name is the error's place
platform::InputFile openFile(const fs::path& file) {
    std::error_code code;
    if (!fs::is_regular_file(file, code)) {
        throw Error(ErrorKind::project,
                    fs::exists(file, code) ? "this is not a file" : "the file does not exist",
                    "check its name and folder");
    }
    return platform::InputFile(file);
}

/// All of it, in memory that the machine has.
HostArray wholeOf(const platform::InputFile& file) {
    HostArray bytes(Scalar::uint8, {std::int64_t(file.sizeBytes())});
    file.read(0, bytes.bytes());
    return bytes;
}

HostArray npyFrom(const platform::InputFile& file) {
    return readNpy(std::size_t(file.sizeBytes()),
                   [&](std::size_t offset, std::span<std::byte> to) { file.read(offset, to); });
}

std::string shapeText(const std::vector<std::int64_t>& shape) {
    std::string text = "(";
    for (std::size_t i = 0; i < shape.size(); ++i) {
        text += (i == 0 ? "" : ", ") + std::to_string(shape[i]);
    }
    return text + ")";
}

/// The type as .npy files hold it: formats that NumPy does not know lie as integers.
Scalar fileScalar(Scalar scalar) {
    switch (scalar) {
    case Scalar::bfloat16:
        return Scalar::uint16;
    case Scalar::float8_e4m3:
    case Scalar::float8_e5m2:
        return Scalar::uint8;
    default:
        return scalar;
    }
}

/// Shapes may differ in dimensions of 1 alone.
bool sameShape(const std::vector<std::int64_t>& a, const std::vector<std::int64_t>& b) {
    const auto squeezed = [](std::vector<std::int64_t> shape) {
        std::erase(shape, 1);
        return shape;
    };
    return squeezed(a) == squeezed(b);
}

/// An array as read from .npy, taken for one of the wanted dtype and shape.
HostArray adopt(const HostArray& found, const DType& dtype,
                const std::vector<std::int64_t>& shape) {
    const bool structure = dtype.kind() == DType::Kind::structure;
    const bool bytesOfStruct = structure && found.dtype() == DType(Scalar::uint8);
    bool sameType = false;
    if (structure) {
        const bool voids =
            found.dtype().kind() == DType::Kind::structure && found.dtype().size() == dtype.size();
        sameType = voids || bytesOfStruct;
    } else {
        sameType = found.dtype().kind() == DType::Kind::scalar &&
                   (found.dtype().scalar() == fileScalar(dtype.scalar()) ||
                    found.dtype().scalar() == dtype.scalar());
    }
    if (!sameType) {
        throw Error(ErrorKind::project,
                    "the file holds " + found.dtype().name() + ", and the buffer " + dtype.name(),
                    "convert the file with .astype, or change the buffer's dtype");
    }
    std::vector<std::int64_t> wanted = shape;
    if (dtype.lanes() > 1) {
        wanted.push_back(dtype.lanes());
    } else if (bytesOfStruct) {
        wanted.push_back(std::int64_t(dtype.size()));
    }
    if (!sameShape(found.shape(), wanted)) {
        throw Error(ErrorKind::project,
                    "the file's shape is " + shapeText(found.shape()) + ", and the buffer's " +
                        shapeText(wanted),
                    "change the shape of one of them");
    }
    return HostArray(dtype, shape, found.block());
}

std::size_t npyLimit(const DType& dtype, const std::vector<std::int64_t>& shape) {
    constexpr std::size_t kHeader = std::size_t(1) << 21;
    const std::size_t elements = std::size_t(elementCount(shape));
    constexpr std::size_t kMost = std::numeric_limits<std::size_t>::max() / 4;
    return elements > (kMost - kHeader) / dtype.size() ? kMost : elements * dtype.size() + kHeader;
}

std::size_t arrayBytes(const DType& dtype, const std::vector<std::int64_t>& shape) {
    return npyLimit(dtype, shape) - npyLimit(dtype, {0});
}

HostArray read(const fs::path& file, const std::string& member, const DType& dtype,
               const std::vector<std::int64_t>& shape) {
    const platform::InputFile open = openFile(file);
    switch (formOf(file)) {
    case Form::npy:
        if (open.sizeBytes() > npyLimit(dtype, shape)) {
            throw Error(ErrorKind::project,
                        "the file has " + byteCount(open.sizeBytes()) +
                            ", far more than the buffer's " +
                            std::to_string(arrayBytes(dtype, shape)),
                        "make the shape or the file fit");
        }
        return adopt(npyFrom(open), dtype, shape);
    case Form::npz:
        return adopt(
            parseNpy(extractNpzMember(wholeOf(open).bytes(), member, npyLimit(dtype, shape))),
            dtype, shape);
    case Form::csv: {
        const HostArray text = wholeOf(open);
        return parseCsv({reinterpret_cast<const char*>(text.bytes().data()), text.sizeBytes()},
                        dtype, shape);
    }
    case Form::raw:
        break;
    }
    const std::size_t wanted = arrayBytes(dtype, shape);
    if (open.sizeBytes() != wanted) {
        throw Error(ErrorKind::project,
                    "the file has " + byteCount(open.sizeBytes()) + ", and the buffer " +
                        std::to_string(wanted),
                    "make the shape or the file fit");
    }
    HostArray array(dtype, shape);
    open.read(0, array.bytes());
    return array;
}

/// Runs `action` and puts the file's name into the errors that it throws.
template <class Action>
auto withFileName(const fs::path& file, Action action) {
    try {
        return action();
    } catch (const Error& error) {
        throw error.at(Place{utf8(file), error.place().line, error.place().column});
    }
}

} // namespace

HostArray readArrayFile(const fs::path& file, const std::string& member, const DType& dtype,
                        const std::vector<std::int64_t>& shape) {
    return withFileName(file, [&] { return read(file, member, dtype, shape); });
}

HostArray readArrayFile(const fs::path& file, const std::string& member) {
    return withFileName(file, [&] {
        const platform::InputFile open = openFile(file);
        switch (formOf(file)) {
        case Form::npy:
            return npyFrom(open);
        case Form::npz:
            // Deflate shrinks by at most 1032 to 1, so this bounds what the file can hold.
            return parseNpy(extractNpzMember(wholeOf(open).bytes(), member,
                                             std::size_t(open.sizeBytes()) * 1032 + 1024));
        default:
            throw Error(ErrorKind::project, "the file does not say its own type and shape",
                        "use .npy or .npz");
        }
    });
}

void writeArrayFile(const fs::path& file, const HostArray& array) {
    withFileName(file, [&] {
        const auto textOf = [](std::span<const std::byte> bytes) {
            return std::string_view(reinterpret_cast<const char*>(bytes.data()), bytes.size());
        };
        std::string head; // what stands before the elements' bytes, or for them
        std::string_view body = textOf(array.bytes());
        switch (formOf(file)) {
        case Form::csv:
            head = formatCsv(array);
            body = {};
            break;
        case Form::npz:
            throw Error(ErrorKind::project, ".npz files are only read", "write .npy instead");
        case Form::npy:
            head = npyHeader(array);
            break;
        case Form::raw:
            break;
        }
        const std::array<std::string_view, 2> pieces{head, body};
        platform::replaceFile(file, pieces);
    });
}

} // namespace warpbench::memory
