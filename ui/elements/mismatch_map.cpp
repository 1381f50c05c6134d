// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/elements/mismatch_map.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <vector>

namespace warpbench::ui {

namespace {

constexpr std::int64_t kMostMapPixels = 1024; // per side
constexpr double kFaintest = 0.45;            // share of the wrong colour for a single wrong
                                              // element

QRgb mix(const QColor& a, const QColor& b, double t) {
    const auto part = [t](int from, int to) { return int(std::lround(from + (to - from) * t)); };
    return qRgb(part(a.red(), b.red()), part(a.green(), b.green()), part(a.blue(), b.blue()));
}

} // namespace

bool mappable(const Slice& slice) {
    const auto shape = slice.shape();
    return !shape.empty() && shape.size() <= 2 && slice.rows() * slice.columns() > 0;
}

std::int64_t MismatchMap::elementAt(int x, int y) const {
    const std::int64_t column = std::int64_t(x) * every;
    const std::int64_t row = std::int64_t(y) * every;
    if (slice.shape().size() == 2)
        return row < slice.rows() && column < slice.columns() ? slice.element(row, column) : -1;
    const std::int64_t position = row * width + column;
    return position < slice.columns() ? slice.element(0, position) : -1;
}

MismatchMap drawMismatches(const project::ElementSet& wrong, const Slice& slice,
                           const QColor& rightColor, const QColor& wrongColor) {
    const auto shape = slice.shape();
    const Slice::Walk walk = slice.walk();
    MismatchMap map;
    map.slice = slice;
    std::int64_t height = 0;
    const std::int64_t total = slice.rows() * slice.columns();
    if (shape.size() == 2) {
        height = shape[0];
        map.width = shape[1];
    } else {
        // Twice as wide as high and a power of two, so that the elements of a warp or a block line
        // up.
        map.width =
            std::int64_t(std::bit_ceil(std::uint64_t(std::ceil(std::sqrt(2.0 * double(total))))));
        map.width = std::min(map.width, total);
        height = (total + map.width - 1) / map.width;
    }
    map.every = int((std::max(height, map.width) + kMostMapPixels - 1) / kMostMapPixels);
    const int across = int((map.width + map.every - 1) / map.every);
    const int down = int((height + map.every - 1) / map.every);
    map.image = QImage(across, down, QImage::Format_ARGB32_Premultiplied);
    map.image.fill(Qt::transparent);

    std::vector<int> wrongOnes(static_cast<std::size_t>(across));
    std::vector<int> all(static_cast<std::size_t>(across));
    for (int y = 0; y < down; ++y) {
        std::fill(wrongOnes.begin(), wrongOnes.end(), 0);
        std::fill(all.begin(), all.end(), 0);
        const std::int64_t last = std::min(height, std::int64_t(y + 1) * map.every);
        for (std::int64_t row = std::int64_t(y) * map.every; row < last; ++row) {
            const std::int64_t columns =
                shape.size() == 2 ? map.width : std::min(map.width, total - row * map.width);
            std::int64_t element = shape.size() == 2
                                       ? walk.origin + row * walk.steps[0]
                                       : walk.origin + row * map.width * walk.steps[0];
            for (std::int64_t column = 0; column < columns; ++column) {
                const auto pixel = std::size_t(column / map.every);
                ++all[pixel];
                wrongOnes[pixel] += wrong.contains(element) ? 1 : 0;
                element += walk.steps.back();
            }
        }
        auto* line = reinterpret_cast<QRgb*>(map.image.scanLine(y));
        for (int x = 0; x < across; ++x) {
            const int here = all[std::size_t(x)];
            const int bad = wrongOnes[std::size_t(x)];
            if (here > 0)
                line[x] = mix(rightColor, wrongColor,
                              bad == 0 ? 0 : kFaintest + (1 - kFaintest) * bad / here);
        }
    }
    return map;
}

} // namespace warpbench::ui
