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
                           const QColor& rightColor, const QColor& wrongColor,
                           const ErrorOf& errorOf) {
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

    // What each pixel shows: the largest error in it, or how many of its elements are wrong.
    struct Square {
        int elements = 0;
        int wrong = 0;
        double error = 0;
    };
    std::vector<Square> squares(std::size_t(across) * std::size_t(down));
    for (std::int64_t row = 0; row < height; ++row) {
        const std::int64_t columns =
            shape.size() == 2 ? map.width : std::min(map.width, total - row * map.width);
        std::int64_t element = shape.size() == 2 ? walk.origin + row * walk.steps[0]
                                                 : walk.origin + row * map.width * walk.steps[0];
        Square* line = squares.data() + std::size_t(row / map.every) * std::size_t(across);
        for (std::int64_t column = 0; column < columns; ++column, element += walk.steps.back()) {
            Square& square = line[column / map.every];
            ++square.elements;
            if (!wrong.contains(element))
                continue;
            ++square.wrong;
            if (errorOf)
                square.error = std::max(square.error, errorOf(element));
        }
    }
    if (errorOf) {
        for (const Square& square : squares) {
            if (square.wrong == 0 || square.error == 0 || !std::isfinite(square.error))
                continue;
            const auto [low, high] = map.errors.value_or(std::pair(square.error, square.error));
            map.errors = {std::min(low, square.error), std::max(high, square.error)};
        }
    }
    const auto shareOf = [&map](const Square& square) {
        if (!map.errors)
            return double(square.wrong) / square.elements;
        const auto [low, high] = *map.errors;
        if (square.error <= low || high <= low)
            return square.error > high || high <= low ? 1.0 : 0.0;
        return std::min(1.0, std::log(square.error / low) / std::log(high / low));
    };
    for (int y = 0; y < down; ++y) {
        auto* line = reinterpret_cast<QRgb*>(map.image.scanLine(y));
        for (int x = 0; x < across; ++x) {
            const Square& square = squares[std::size_t(y) * std::size_t(across) + std::size_t(x)];
            if (square.elements > 0)
                line[x] =
                    mix(rightColor, wrongColor,
                        square.wrong == 0 ? 0 : kFaintest + (1 - kFaintest) * shareOf(square));
        }
    }
    return map;
}

} // namespace warpbench::ui
