// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/plan/element_set.h"
#include "ui/inspector/slice.h"

#include <QColor>
#include <QImage>

namespace warpbench::ui {

/// A picture of where the wrong elements of a slice lie: a pixel for an element, or for a square of
/// them where there are too many. A single dimension is wrapped.
struct MismatchMap {
    QImage image;
    Slice slice;
    std::int64_t width = 1; ///< elements in a row of the picture, before any are taken together
    int every = 1;          ///< so many rows and columns of elements make a pixel

    /// The element at a pixel's upper left corner; -1: there is none.
    std::int64_t elementAt(int x, int y) const;
};

/// Whether a slice can be drawn: one or two dimensions.
bool mappable(const Slice& slice);

/// Squares in which more elements are wrong are closer to `wrongColor`. May run on any thread.
/// \pre mappable(slice); the slice is of a buffer that `wrong` is of
MismatchMap drawMismatches(const project::ElementSet& wrong, const Slice& slice,
                           const QColor& rightColor, const QColor& wrongColor);

} // namespace warpbench::ui
