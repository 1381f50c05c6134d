// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/plan/element_set.h"
#include "ui/elements/slice.h"

#include <QColor>
#include <QImage>

namespace warpbench::ui {

/// An image of the wrong elements of a slice: one pixel per element, or per square of elements in
/// large slices. A one-dimensional slice is wrapped.
struct MismatchMap {
    QImage image;
    Slice slice;
    std::int64_t width = 1; ///< elements per row before downsampling
    int every = 1;          ///< rows and columns of elements per pixel

    /// The element at the top left corner of a pixel; -1: none.
    std::int64_t elementAt(int x, int y) const;
};

/// Whether a slice can be mapped: one or two dimensions.
bool mappable(const Slice& slice);

/// A square with more wrong elements is closer to `wrongColor`. Callable from any thread.
/// \pre mappable(slice); the slice and `wrong` refer to the same buffer
MismatchMap drawMismatches(const project::ElementSet& wrong, const Slice& slice,
                           const QColor& rightColor, const QColor& wrongColor);

} // namespace warpbench::ui
