// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QHash>
#include <QImage>
#include <QPoint>
#include <QRgb>

#include <algorithm>
#include <cstdlib>
#include <utility>
#include <vector>

/// Pictures of the window: how two of them differ, and how one is kept small.
namespace warpbench::ui {

/// Where two pictures of one size differ most.
struct PictureDifference {
    double most = 0; ///< of all squares' mean differences of a colour: from 0 to 255
    QPoint where;    ///< that square's corner, in pixels
};

/// Mean over a square from which on a picture counts as another one. A letter that is another, or
/// lies a pixel aside, is beyond it even in grey on grey; an edge that is smoothed otherwise is
/// not.
inline constexpr double kPictureTolerance = 8;

/// How far two colours are apart, from 0 to 255.
inline int distanceOf(QRgb a, QRgb b) {
    return std::max({std::abs(qRed(a) - qRed(b)), std::abs(qGreen(a) - qGreen(b)),
                     std::abs(qBlue(a) - qBlue(b))});
}

/// Compares square by square, so that one word that is another counts as much in a large picture as
/// in a small one, and single pixels count for nothing. Squares overlap by half.
/// \param one, other  of one size, both Format_RGB32
inline PictureDifference differenceOf(const QImage& one, const QImage& other) {
    constexpr int kStep = 5; // pixels; two of them, a square, are about a letter
    const int columns = (one.width() + kStep - 1) / kStep;
    const int rows = (one.height() + kStep - 1) / kStep;
    std::vector<int> sums(std::size_t(columns + 1) * std::size_t(rows + 1), 0);
    const auto sum = [&](int column, int row) -> int& {
        return sums[std::size_t(row) * std::size_t(columns + 1) + std::size_t(column)];
    };
    for (int y = 0; y < one.height(); ++y) {
        const auto* a = reinterpret_cast<const QRgb*>(one.constScanLine(y));
        const auto* b = reinterpret_cast<const QRgb*>(other.constScanLine(y));
        for (int x = 0; x < one.width(); ++x)
            sum(x / kStep, y / kStep) += distanceOf(a[x], b[x]);
    }
    PictureDifference found;
    for (int row = 0; row < rows; ++row) {
        for (int column = 0; column < columns; ++column) {
            const int all = sum(column, row) + sum(column + 1, row) + sum(column, row + 1) +
                            sum(column + 1, row + 1);
            const double mean = double(all) / (4 * kStep * kStep);
            if (mean > found.most)
                found = {mean, {column * kStep, row * kStep}};
        }
    }
    return found;
}

inline bool alike(const QImage& one, const QImage& other) {
    return one.size() == other.size() && differenceOf(one, other).most <= kPictureTolerance;
}

/// Where two pictures differ, and how much: the more the darker.
inline QImage showDifference(const QImage& one, const QImage& other) {
    QImage shown(one.size().boundedTo(other.size()), QImage::Format_RGB32);
    for (int y = 0; y < shown.height(); ++y) {
        for (int x = 0; x < shown.width(); ++x) {
            const int shade =
                255 - std::min(255, 3 * distanceOf(one.pixel(x, y), other.pixel(x, y)));
            shown.setPixel(x, y, qRgb(shade, shade, shade));
        }
    }
    return shown;
}

/// The picture in its most frequent colours, all others in those that are closest: what the window
/// shows has few, and a file of them is a third as large.
inline QImage inFewColours(const QImage& picture, int most = 200) {
    QHash<QRgb, int> counts;
    for (int y = 0; y < picture.height(); ++y) {
        for (int x = 0; x < picture.width(); ++x)
            ++counts[picture.pixel(x, y)];
    }
    std::vector<std::pair<int, QRgb>> colours;
    for (auto it = counts.cbegin(); it != counts.cend(); ++it)
        colours.emplace_back(it.value(), it.key());
    std::sort(colours.begin(), colours.end(), std::greater<>());
    QList<QRgb> table;
    for (const auto& [count, colour] : colours) {
        // One that hardly differs from another would take the place of one that does.
        const auto close = [&](QRgb known) { return distanceOf(known, colour) < 6; };
        if (table.size() < most && std::none_of(table.begin(), table.end(), close))
            table.append(colour);
    }
    QHash<QRgb, int> places;
    const auto placeOf = [&](QRgb colour) {
        const auto known = places.constFind(colour);
        if (known != places.cend())
            return *known;
        const auto closest = std::min_element(table.begin(), table.end(), [&](QRgb a, QRgb b) {
            return distanceOf(a, colour) < distanceOf(b, colour);
        });
        return *places.insert(colour, int(closest - table.begin()));
    };
    QImage small(picture.size(), QImage::Format_Indexed8);
    small.setColorTable(table);
    for (int y = 0; y < picture.height(); ++y) {
        for (int x = 0; x < picture.width(); ++x)
            small.setPixel(x, y, uint(placeOf(picture.pixel(x, y))));
    }
    return small;
}

} // namespace warpbench::ui
