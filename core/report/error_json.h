// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/error_text.h"

#include <nlohmann/json.hpp>

namespace warpbench {

/// An error's text between processes: `[code, sentence, [[name, text], …], advice]`.
inline void to_json(nlohmann::json& json, const ErrorText& said) {
    json = {said.ownCode(), said.sentence(), nlohmann::json::array(), nullptr};
    for (const ErrorText::Named& named : said.values())
        json[2].push_back({named.name, named.value});
    if (const ErrorText* advice = said.advice())
        json[3] = *advice;
}

inline void from_json(const nlohmann::json& json, ErrorText& said) {
    std::vector<ErrorText::Named> values;
    for (const nlohmann::json& named : json.at(2))
        values.emplace_back(named.at(0).get<std::string>(), named.at(1).get<ErrorText>());
    std::shared_ptr<const ErrorText> advice;
    if (!json.at(3).is_null())
        advice = std::make_shared<const ErrorText>(json.at(3).get<ErrorText>());
    said = ErrorText::of(json.at(0).get<std::string>(), json.at(1).get<std::string>(),
                         std::move(values), std::move(advice));
}

} // namespace warpbench
