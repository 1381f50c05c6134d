// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/project/project_reader.h"
#include "core/project/words.h"

namespace warpbench::project {

namespace {

constexpr int kMostNested = 24; ///< the depth to which the compiler's types are read

int hexDigit(char c) {
    if (c >= '0' && c <= '9') {
        return c - '0';
    }
    if (c >= 'a' && c <= 'f') {
        return c - 'a' + 10;
    }
    return c >= 'A' && c <= 'F' ? c - 'A' + 10 : -1;
}

/// A string that must be one of a few words.
std::string oneOf(const JsonValue& value, const std::vector<std::string>& words) {
    std::string text = value.string();
    for (const std::string& word : words) {
        if (text == word) {
            return text;
        }
    }
    value.failWord(words);
}

/// One mode for all axes, or a list of them for x, y and z.
void readAddress(const JsonValue& value, TextureArg& arg) {
    const std::vector<std::string> modes{"wrap", "clamp", "mirror", "border"};
    if (!value.value->is_array()) {
        arg.address = oneOf(value, modes);
        return;
    }
    const std::vector<JsonValue> axes = value.array(1, 3);
    arg.address = oneOf(axes[0], modes);
    arg.addressY = axes.size() > 1 ? oneOf(axes[1], modes) : std::string();
    arg.addressZ = axes.size() > 2 ? oneOf(axes[2], modes) : std::string();
}

int channelCount(const JsonValue& value) {
    const std::int64_t channels = value.integer(1, 4);
    if (channels == 3) {
        value.fail({"WB1300", "CUDA does not support texels with three channels", "use 1, 2 or 4"});
    }
    return int(channels);
}

} // namespace

BufferArg Reader::bufferArg(ObjectReader& object) {
    BufferArg arg;
    arg.buffer = object.need("buffer").string();
    if (const auto access = object.find("access")) {
        arg.access = access->word(kAccessWords);
    }
    if (const auto offset = object.find("offset")) {
        arg.offset = offset->expression();
    }
    return arg;
}

StructArg Reader::structArg(const JsonValue& value, int depth) {
    StructArg arg;
    for (const auto& [name, field] : ObjectReader(value).members()) {
        arg.fields[name] = memberValue(field, depth + 1);
    }
    return arg;
}

/// An object with "buffer" is an address and any other a struct; {"struct": {…}} is a struct with a
/// member of that name.
MemberValue Reader::memberValue(const JsonValue& value, int depth) {
    if (depth > kMostNested) {
        value.fail({"WB1301",
                    "structs and lists are nested more than {limit} levels deep",
                    "give the argument as {\"bytes\": …}",
                    {{"limit", kMostNested}}});
    }
    if (value.value->is_array()) {
        MemberList list;
        for (const JsonValue& element : value.array()) {
            list.push_back(memberValue(element, depth + 1));
        }
        return list;
    }
    if (!value.value->is_object()) {
        return value.expression();
    }
    ObjectReader object(value);
    if (object.has("buffer")) {
        BufferArg address = bufferArg(object);
        finish(object);
        return address;
    }
    if (object.has("struct")) {
        StructArg structure = structArg(object.need("struct"), depth);
        finish(object);
        return structure;
    }
    return structArg(value, depth);
}

BytesArg Reader::bytesArg(const JsonValue& value) {
    const std::string text = value.string();
    BytesArg arg;
    for (std::size_t i = 0; i < text.size(); i += 2) {
        const int high = hexDigit(text[i]);
        const int low = i + 1 < text.size() ? hexDigit(text[i + 1]) : -1;
        if (high < 0 || low < 0) {
            value.fail({"WB1302", "these are not bytes in hexadecimal",
                        "write two digits of 0-9 and a-f for each byte"});
        }
        arg.bytes.push_back(std::uint8_t(high * 16 + low));
    }
    return arg;
}

TextureArg Reader::textureArg(const JsonValue& value) {
    ObjectReader object(value);
    TextureArg arg;
    arg.buffer = object.need("buffer").string();
    if (const auto channels = object.find("channels")) {
        arg.channels = channelCount(*channels);
    }
    if (const auto filter = object.find("filter")) {
        arg.filter = oneOf(*filter, {"point", "linear"});
    }
    if (const auto address = object.find("address")) {
        readAddress(*address, arg);
    }
    if (const auto normalized = object.find("normalized")) {
        arg.normalized = normalized->boolean();
    }
    if (const auto read = object.find("read")) {
        arg.read = oneOf(*read, {"element", "normalized_float"});
    }
    if (const auto srgb = object.find("srgb")) {
        arg.srgb = srgb->boolean();
    }
    if (const auto border = object.find("border")) {
        std::size_t channel = 0;
        for (const JsonValue& one : border->array(1, arg.border.size())) {
            arg.border[channel++] = float(one.number());
        }
    }
    if (const auto memory = object.find("memory")) {
        arg.memory = oneOf(*memory, {"array", "linear", "pitched"});
    }
    if (const auto levels = object.find("levels")) {
        arg.levels = levels->strings();
    }
    if (const auto filter = object.find("level_filter")) {
        arg.levelFilter = oneOf(*filter, {"point", "linear"});
    }
    finish(object);
    return arg;
}

SurfaceArg Reader::surfaceArg(const JsonValue& value) {
    ObjectReader object(value);
    SurfaceArg arg;
    arg.buffer = object.need("buffer").string();
    if (const auto channels = object.find("channels")) {
        arg.channels = channelCount(*channels);
    }
    if (const auto access = object.find("access")) {
        arg.access = access->word(kAccessWords);
    }
    finish(object);
    return arg;
}

Argument Reader::argument(const JsonValue& value) {
    static const std::vector<std::string> kKinds{"buffer", "scalar",  "null",   "struct",
                                                 "bytes",  "texture", "surface"};
    ObjectReader object(value);
    std::string kind;
    for (const std::string& candidate : kKinds) {
        if (object.has(candidate)) {
            if (!kind.empty()) {
                value.fail({"WB1303",
                            "this argument is a {kind} and a {other}",
                            "write one object per argument",
                            {{"kind", kind}, {"other", candidate}}});
            }
            kind = candidate;
        }
    }
    Argument argument;
    argument.place = value.place();
    if (kind == "buffer") {
        argument.value = bufferArg(object);
    } else if (kind == "scalar") {
        ScalarArg scalar;
        scalar.type = scalarOrVector(object.need("scalar"));
        const JsonValue lanes = object.need("value");
        if (lanes.value->is_array()) {
            scalar.value = lanes.expressions(1, 4);
        } else {
            scalar.value = {lanes.expression()};
        }
        argument.value = std::move(scalar);
    } else if (kind == "null") {
        const JsonValue null = object.need("null");
        if (!null.boolean()) {
            null.failKind(phrase("write {\"null\": true}, or another argument"));
        }
        argument.value = NullArg{};
    } else if (kind == "struct") {
        argument.value = structArg(object.need("struct"));
    } else if (kind == "bytes") {
        argument.value = bytesArg(object.need("bytes"));
    } else if (kind == "texture") {
        argument.value = textureArg(object.need("texture"));
    } else if (kind == "surface") {
        argument.value = surfaceArg(object.need("surface"));
    } else {
        std::string names;
        for (const std::string& candidate : kKinds) {
            names += (names.empty() ? "" : ", ") + candidate;
        }
        value.fail({"WB1304",
                    "this is not an argument",
                    "use one of {names} as its key",
                    {{"names", names}}});
    }
    finish(object);
    return argument;
}

} // namespace warpbench::project
