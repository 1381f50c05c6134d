// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/guess/side_names.h"

#include "core/follow/signature.h"

#include <algorithm>
#include <cctype>
#include <initializer_list>
#include <string_view>
#include <tuple>

namespace warpbench::guess {

namespace {

bool has(std::string name, std::initializer_list<std::string_view> whole,
         std::initializer_list<std::string_view> parts) {
    for (char& c : name)
        c = char(std::tolower(static_cast<unsigned char>(c)));
    return std::find(whole.begin(), whole.end(), name) != whole.end() ||
           std::any_of(parts.begin(), parts.end(),
                       [&](std::string_view part) { return name.find(part) != std::string::npos; });
}

} // namespace

bool isWidth(const std::string& name) {
    return has(name, {"w", "nx"}, {"width", "cols", "columns"});
}

bool isHeight(const std::string& name) {
    return has(name, {"h", "ny"}, {"height", "rows"});
}

bool isWindow(const std::string& name) {
    return has(name, {}, {"filter", "mask", "kernel", "radius", "window"});
}

std::optional<ProductSides> productOf(const std::vector<std::string>& sides) {
    ProductSides product;
    for (const std::string& side : sides) {
        if (has(side, {"m"}, {}))
            product.m = side;
        else if (has(side, {"n"}, {}))
            product.n = side;
        else if (has(side, {"k"}, {}))
            product.k = side;
    }
    const bool all = !product.m.empty() && !product.n.empty() && !product.k.empty();
    return all ? std::optional(product) : std::nullopt;
}

std::pair<std::string, std::string> productShape(const ProductSides& sides,
                                                 const std::string& buffer, bool written) {
    if (has(buffer, {"a"}, {}))
        return {sides.m, sides.k};
    if (has(buffer, {"b"}, {}) && !written)
        return {sides.k, sides.n};
    return {sides.m, sides.n};
}

bool isWholeNumber(const compile::Parameter& parameter) {
    const auto type = parameter.pointer ? std::nullopt : dtypeOfType(parameter.type);
    return type && type->kind() == arrays::DType::Kind::scalar && isInteger(type->scalar());
}

} // namespace warpbench::guess
