// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/arrays/array_file.h"

#include "core/arrays/picture.h"
#include "core/arrays/value_problems.h"
#include "core/base/bytes_text.h"
#include "core/base/error.h"
#include "core/base/path_text.h"
#include "core/platform/files.h"

#include <algorithm>
#include <array>
#include <cstring>
#include <limits>
#include <map>
#include <system_error>
#include <utility>
#include <vector>

namespace warpbench::arrays {

namespace fs = std::filesystem;

namespace {

constexpr const char* kNameRemedy = "check its name and folder";
constexpr const char* kFieldsRemedy =
    "give the file and the buffer the same fields; the order does not matter";

enum class Form { npy, npz, csv, png, raw };

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
    if (ending == ".png") {
        return Form::png;
    }
    return ending == ".csv" || ending == ".txt" || ending == ".tsv" ? Form::csv : Form::raw;
}

/// \throws Error that speaks of "the file": its name is the error's place
platform::InputFile openFile(const fs::path& file) {
    std::error_code code;
    if (!fs::is_regular_file(file, code)) {
        if (fs::exists(file, code)) {
            throw Error(ErrorKind::project, {"WB1200", "this is not a file", kNameRemedy});
        }
        throw Error(ErrorKind::project, {"WB1201", "the file does not exist", kNameRemedy});
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

/// The type in .npy files: formats unknown to NumPy are stored as integers.
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

/// A scalar, or several of a kind one after the other, within a struct.
struct Leaf {
    std::size_t offset = 0;
    Scalar scalar = Scalar::uint8;
    std::size_t count = 1;
};

/// All members of a struct by path, "particle.at"; arrays of structs element by element.
void addLeaves(const DType& dtype, std::size_t offset, const std::string& path,
               std::map<std::string, Leaf>& leaves) {
    constexpr std::size_t kMost = 65536;
    for (const Field& field : dtype.fields()) {
        const std::string name = path.empty() ? field.name : path + "." + field.name;
        const std::size_t at = offset + field.offset;
        if (field.type->kind() != DType::Kind::structure) {
            leaves[name] = {at, field.type->scalar(),
                            field.count * std::size_t(field.type->lanes())};
            continue;
        }
        for (std::size_t i = 0; i < field.count && leaves.size() < kMost; ++i) {
            addLeaves(*field.type, at + i * field.type->size(),
                      field.count > 1 ? name + "[" + std::to_string(i) + "]" : name, leaves);
        }
    }
}

/// Offsets of each leaf in both. \throws Error (project) if one lacks a field of the other
std::vector<std::pair<Leaf, std::size_t>> matchingLeaves(const DType& found, const DType& wanted) {
    std::map<std::string, Leaf> ofFile, ofBuffer;
    addLeaves(found, 0, {}, ofFile);
    addLeaves(wanted, 0, {}, ofBuffer);
    const auto refuse = [](ErrorText said) { throw Error(ErrorKind::project, std::move(said)); };
    std::vector<std::pair<Leaf, std::size_t>> pairs;
    for (const auto& [name, leaf] : ofBuffer) {
        const auto other = ofFile.find(name);
        if (other == ofFile.end()) {
            refuse({"WB1202",
                    "the buffer has a field '{field}', but the file does not",
                    kFieldsRemedy,
                    {{"field", name}}});
        }
        const bool same = (other->second.scalar == fileScalar(leaf.scalar) ||
                           other->second.scalar == leaf.scalar) &&
                          other->second.count == leaf.count;
        if (!same) {
            const auto typeText = [](const Leaf& one) {
                return std::string(nameOf(one.scalar)) +
                       (one.count > 1 ? " × " + std::to_string(one.count) : "");
            };
            refuse({"WB1203",
                    "field '{field}' is {found} in the file and {expected} in the buffer",
                    kFieldsRemedy,
                    {{"field", name},
                     {"found", typeText(other->second)},
                     {"expected", typeText(leaf)}}});
        }
        pairs.emplace_back(other->second, leaf.offset);
    }
    for (const auto& [name, leaf] : ofFile) {
        if (!ofBuffer.contains(name)) {
            refuse({"WB1204",
                    "the file has a field '{field}', but the buffer does not",
                    kFieldsRemedy,
                    {{"field", name}}});
        }
    }
    return pairs;
}

/// The same values in a struct of other offsets.
HostArray byFields(const HostArray& found, const DType& dtype) {
    const auto pairs = matchingLeaves(found.dtype(), dtype);
    HostArray made(dtype, found.shape());
    std::fill(made.bytes().begin(), made.bytes().end(), std::byte{0}); // also clears the padding
    for (std::int64_t i = 0; i < found.elements(); ++i) {
        const std::byte* from = found.bytes().data() + std::size_t(i) * found.dtype().size();
        std::byte* to = made.bytes().data() + std::size_t(i) * dtype.size();
        for (const auto& [leaf, offset] : pairs) {
            std::memcpy(to + offset, from + leaf.offset, leaf.count * sizeOf(leaf.scalar));
        }
    }
    return made;
}

/// NumPy's void: bytes without names.
bool isVoid(const DType& dtype) {
    return dtype.kind() == DType::Kind::structure && dtype.name() == "void";
}

/// An array as read from .npy, taken for one of the wanted dtype and shape.
HostArray adopt(const HostArray& given, const DType& dtype,
                const std::vector<std::int64_t>& shape) {
    const bool named = dtype.kind() == DType::Kind::structure &&
                       given.dtype().kind() == DType::Kind::structure && !isVoid(given.dtype());
    const HostArray found = named ? byFields(given, dtype) : given;
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
                    {"WB1205",
                     "the file holds {found}, but the buffer {expected}",
                     "convert the file with .astype, or change the buffer's dtype",
                     {{"found", found.dtype().name()}, {"expected", dtype.name()}}});
    }
    std::vector<std::int64_t> wanted = shape;
    if (dtype.lanes() > 1) {
        wanted.push_back(dtype.lanes());
    } else if (bytesOfStruct) {
        wanted.push_back(std::int64_t(dtype.size()));
    }
    if (!sameShape(found.shape(), wanted)) {
        throw Error(ErrorKind::project,
                    {"WB1206",
                     "the file's shape is {found}, but the buffer's {expected}",
                     "change the shape of one of them",
                     {{"found", shapeText(found.shape())}, {"expected", shapeText(wanted)}}});
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
        // A struct may be aligned more widely than C does.
        if (dtype.kind() != DType::Kind::structure && open.sizeBytes() > npyLimit(dtype, shape)) {
            throw Error(ErrorKind::project,
                        {"WB1207",
                         "the file has {found}, far more than the buffer's {expected}",
                         kFitRemedy,
                         {{"found", saidByteCount(open.sizeBytes())},
                          {"expected", arrayBytes(dtype, shape)}}});
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
    case Form::png:
        throw Error(ErrorKind::project,
                    {"WB1208", "pictures are only written",
                     "convert it to .npy, or to raw bytes with another ending"});
    case Form::raw:
        break;
    }
    const std::size_t wanted = arrayBytes(dtype, shape);
    if (open.sizeBytes() != wanted) {
        throw Error(ErrorKind::project,
                    {"WB1209",
                     "the file has {found}, but the buffer {expected}",
                     kFitRemedy,
                     {{"found", saidByteCount(open.sizeBytes())}, {"expected", wanted}}});
    }
    HostArray array(dtype, shape);
    open.read(0, array.bytes());
    return array;
}

/// Runs `action` and adds the file's name to its errors.
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
            // Deflate compresses by at most 1032 to 1, which limits the contents of the file.
            return parseNpy(extractNpzMember(wholeOf(open).bytes(), member,
                                             std::size_t(open.sizeBytes()) * 1032 + 1024));
        default:
            throw Error(
                ErrorKind::project,
                {"WB1210", "the file does not say its own type and shape", "use .npy or .npz"});
        }
    });
}

void requireWritable(const fs::path& file, const DType& dtype,
                     const std::vector<std::int64_t>& shape) {
    withFileName(file, [&] {
        static constexpr std::array<std::string_view, 8> kOtherPictures = {
            ".jpg", ".jpeg", ".bmp", ".gif", ".tif", ".tiff", ".webp", ".svg"};
        const Form form = formOf(file);
        const std::string ending = utf8(file.extension());
        if (form == Form::npz) {
            throw Error(ErrorKind::project,
                        {"WB1211", ".npz files are only read", "write .npy instead"});
        }
        if (form == Form::csv && dtype.kind() == DType::Kind::structure) {
            throw Error(ErrorKind::project, csvHoldsNoStructs().advised(phrase(
                                                "write .npy, or raw bytes with another ending")));
        }
        if (form == Form::png && !isPicture(dtype, shape)) {
            throw Error(ErrorKind::project,
                        {"WB1212",
                         "{type} of shape {shape} cannot be written as a picture",
                         "give the buffer rows and columns, or write .npy",
                         {{"type", dtype.name()}, {"shape", shapeText(shape)}}});
        }
        if (std::find(kOtherPictures.begin(), kOtherPictures.end(), ending) !=
            kOtherPictures.end()) {
            throw Error(
                ErrorKind::project,
                {"WB1213", "{ending} files are not written", "write .png", {{"ending", ending}}});
        }
    });
}

void writeArrayFile(const fs::path& file, const HostArray& array) {
    requireWritable(file, array.dtype(), array.shape());
    withFileName(file, [&] {
        const auto textOf = [](std::span<const std::byte> bytes) {
            return std::string_view(reinterpret_cast<const char*>(bytes.data()), bytes.size());
        };
        std::string head; // the header, or a buffer for the elements' bytes
        std::string_view body = textOf(array.bytes());
        switch (formOf(file)) {
        case Form::csv:
            head = formatCsv(array);
            body = {};
            break;
        case Form::npz:
            break; // refused above
        case Form::npy:
            head = npyHeader(array);
            break;
        case Form::png:
            head = pngOf(array);
            body = {};
            break;
        case Form::raw:
            break;
        }
        const std::array<std::string_view, 2> pieces{head, body};
        platform::replaceFile(file, pieces);
    });
}

} // namespace warpbench::arrays
