// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/suggest.h"
#include "core/project/project_reader.h"
#include "core/project/words.h"

namespace warpbench::project {

namespace {

int hexDigit(char c) {
    if (c >= '0' && c <= '9') {
        return c - '0';
    }
    if (c >= 'a' && c <= 'f') {
        return c - 'a' + 10;
    }
    return c >= 'A' && c <= 'F' ? c - 'A' + 10 : -1;
}

/// A text that must be one of a few words.
std::string oneOf(const JsonValue& value, const std::vector<std::string>& words) {
    std::string text = value.string();
    for (const std::string& word : words) {
        if (text == word) {
            return text;
        }
    }
    value.fail("'" + text + "' is not known here", suggestion(text, words));
}

int channelCount(const JsonValue& value) {
    const std::int64_t channels = value.integer(1, 4);
    if (channels == 3) {
        value.fail("CUDA has no texels of three channels", "use 1, 2 or 4");
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

StructArg Reader::structArg(const JsonValue& value) {
    ObjectReader object(value);
    StructArg arg;
    for (const auto& [name, field] : object.members()) {
        if (field.value->is_object()) {
            ObjectReader address(field);
            arg.fields[name] = bufferArg(address);
            finish(address);
        } else {
            arg.fields[name] = field.expression();
        }
    }
    return arg;
}

BytesArg Reader::bytesArg(const JsonValue& value) {
    const std::string text = value.string();
    BytesArg arg;
    for (std::size_t i = 0; i < text.size(); i += 2) {
        const int high = hexDigit(text[i]);
        const int low = i + 1 < text.size() ? hexDigit(text[i + 1]) : -1;
        if (high < 0 || low < 0) {
            value.fail("these are not bytes in hexadecimal",
                       "write two digits of 0-9 and a-f for each byte");
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
        arg.address = oneOf(*address, {"wrap", "clamp", "mirror", "border"});
    }
    if (const auto normalized = object.find("normalized")) {
        arg.normalized = normalized->boolean();
    }
    if (const auto read = object.find("read")) {
        arg.read = oneOf(*read, {"element", "normalized_float"});
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
                value.fail("this argument is a " + kind + " and a " + candidate,
                           "write one object per argument");
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
            null.fail("here stands false", "write {\"null\": true}, or another argument");
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
        value.fail("this is no argument", suggestion("", kKinds) + " as its key");
    }
    finish(object);
    return argument;
}

} // namespace warpbench::project
