// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/project/value_reader.h"

#include "core/base/suggest.h"

#include <algorithm>
#include <cmath>

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

std::int64_t integerWithin(const JsonValue& value, const Rules& rules) {
    return value.integer(std::int64_t(rules.least), std::int64_t(rules.most));
}

} // namespace

std::vector<JsonValue> itemsOf(const JsonValue& list, const Rules& rules) {
    constexpr double kMost = 1 << 20;
    return list.array(std::size_t(rules.least), std::size_t(std::min(rules.most, kMost)));
}

void readValue(const JsonValue& value, bool& to, const Rules& /*rules*/) {
    to = value.boolean();
}

void readValue(const JsonValue& value, int& to, const Rules& rules) {
    to = int(integerWithin(value, rules));
}

void readValue(const JsonValue& value, std::uint64_t& to, const Rules& rules) {
    to = std::isinf(rules.most) ? value.unsignedInteger()
                                : std::uint64_t(integerWithin(value, rules));
}

void readValue(const JsonValue& value, double& to, const Rules& rules) {
    to = value.number();
    const auto& [code, text, remedy] = rules.otherwise;
    if (code && !(to >= rules.least && to <= rules.most && (!rules.above || to != rules.least))) {
        value.fail({code, text, remedy, {{"number", value.value->dump()}}});
    }
}

void readValue(const JsonValue& value, std::string& to, const Rules& rules) {
    to = value.string();
    const auto& words = rules.words;
    if (!words.empty() && std::find(words.begin(), words.end(), to) == words.end()) {
        value.failWord(words);
    }
}

void readValue(const JsonValue& value, Expression& to, const Rules& /*rules*/) {
    to = value.expression();
}

void readValue(const JsonValue& value, arrays::DType& to, const Rules& /*rules*/) {
    const std::string name = value.string();
    if (const auto type = arrays::DType::parse(name)) {
        to = *type;
        return;
    }
    const std::string nearest = nearestWord(name, dtypeWords());
    const ErrorText said{"WB1352",
                         "'{type}' is not a type",
                         "use a type such as float32, int32 or float4",
                         {{"type", name}}};
    value.fail(nearest.empty()
                   ? said
                   : said.advised(phrase("did you mean '{name}'?", {{"name", nearest}})));
}

void readValue(const JsonValue& value, std::array<float, 4>& border, const Rules& /*rules*/) {
    std::size_t channel = 0;
    for (const JsonValue& one : value.array(1, border.size())) {
        border[channel++] = float(one.number());
    }
}

void readValue(const JsonValue& value, NullArg& /*to*/, const Rules& /*rules*/) {
    if (!value.boolean()) {
        value.failKind(phrase("write {\"null\": true}, or another argument"));
    }
}

void readValue(const JsonValue& value, BytesArg& to, const Rules& /*rules*/) {
    const std::string text = value.string();
    for (std::size_t i = 0; i < text.size(); i += 2) {
        const int high = hexDigit(text[i]);
        const int low = i + 1 < text.size() ? hexDigit(text[i + 1]) : -1;
        if (high < 0 || low < 0) {
            value.fail({"WB1302", "these are not bytes in hexadecimal",
                        "write two digits of 0-9 and a-f for each byte"});
        }
        to.bytes.push_back(std::uint8_t(high * 16 + low));
    }
}

void readValue(const JsonValue& value, TextOnly<Expression> to, const Rules& /*rules*/) {
    to.expression = {value.string(), value.place()};
}

void readValue(const JsonValue& value, OneOrMore<std::vector<Expression>> to, const Rules& rules) {
    if (!value.value->is_array()) {
        to.values = {value.expression()};
        return;
    }
    for (const JsonValue& item : itemsOf(value, rules)) {
        to.values.push_back(item.expression());
    }
}

void readValue(const JsonValue& value, ByRows<bool> to, const Rules& /*rules*/) {
    if (value.string() != "rows") {
        value.fail({"WB1356", "a buffer can only be split by rows", "write \"split\": \"rows\""});
    }
    to.split = true;
}

void readValue(const JsonValue& value, Channels<int> to, const Rules& /*rules*/) {
    to.count = int(value.integer(1, 4));
    if (to.count == 3) {
        value.fail({"WB1300", "CUDA does not support texels with three channels", "use 1, 2 or 4"});
    }
}

void readValue(const JsonValue& value, AddressModes<std::string> to, const Rules& rules) {
    if (!value.value->is_array()) {
        readValue(value, to.x, rules);
        return;
    }
    std::string* const axes[] = {&to.x, &to.y, &to.z};
    std::size_t axis = 0;
    for (const JsonValue& item : value.array(1, std::size(axes))) {
        readValue(item, *axes[axis++], rules);
    }
}

void readValue(const JsonValue& value, TypeWord<std::string> to, const Rules& /*rules*/) {
    to.word = value.string();
}

} // namespace warpbench::project
