// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/suggest.h"

#include <algorithm>
#include <cctype>

namespace warpbench::project {

namespace {

/// Longer words are not compared: a hostile file could make that slow.
constexpr std::size_t kMaxWord = 64;

/// Optimal string alignment distance, ignoring case.
std::size_t distance(std::string_view a, std::string_view b) {
    const auto same = [](char x, char y) {
        return std::tolower(static_cast<unsigned char>(x)) ==
               std::tolower(static_cast<unsigned char>(y));
    };
    std::vector<std::size_t> before(b.size() + 1), previous(b.size() + 1), row(b.size() + 1);
    for (std::size_t j = 0; j <= b.size(); ++j) {
        previous[j] = j;
    }
    for (std::size_t i = 1; i <= a.size(); ++i) {
        row[0] = i;
        for (std::size_t j = 1; j <= b.size(); ++j) {
            const std::size_t change = previous[j - 1] + (same(a[i - 1], b[j - 1]) ? 0 : 1);
            row[j] = std::min({previous[j] + 1, row[j - 1] + 1, change});
            if (i > 1 && j > 1 && same(a[i - 1], b[j - 2]) && same(a[i - 2], b[j - 1])) {
                row[j] = std::min(row[j], before[j - 2] + 1);
            }
        }
        before.swap(previous);
        previous.swap(row);
    }
    return previous[b.size()];
}

} // namespace

std::string nearestWord(std::string_view word, const std::vector<std::string>& candidates) {
    if (word.empty() || word.size() > kMaxWord) {
        return {};
    }
    std::size_t best = std::max<std::size_t>(1, word.size() / 3) + 1;
    std::string nearest;
    for (const std::string& candidate : candidates) {
        if (candidate.size() > kMaxWord) {
            continue;
        }
        const std::size_t steps = distance(word, candidate);
        // A word that would have to change completely is not similar.
        if (steps < best && steps < std::max(word.size(), candidate.size())) {
            best = steps;
            nearest = candidate;
        }
    }
    return nearest;
}

ErrorText suggestion(std::string_view word, const std::vector<std::string>& candidates) {
    const std::string nearest = nearestWord(word, candidates);
    if (!nearest.empty()) {
        return phrase("did you mean '{name}'?", {{"name", nearest}});
    }
    if (candidates.empty()) {
        return {};
    }
    if (candidates.size() == 1) {
        return phrase("use {name}", {{"name", candidates.front()}});
    }
    std::string list;
    for (const std::string& candidate : candidates) {
        list += (list.empty() ? "" : ", ") + candidate;
    }
    return phrase("use one of {names}", {{"names", list}});
}

} // namespace warpbench::project
