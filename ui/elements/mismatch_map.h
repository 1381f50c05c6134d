// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/plan/element_set.h"
#include "ui/elements/slice.h"

#include <QColor>
#include <QImage>

#include <functional>
#include <optional>
#include <utility>

namespace warpbench::ui {

/// An image of the wrong elements of a slice: one pixel per element, or per square of elements in
/// large slices. A one-dimensional slice is wrapped.
struct MismatchMap {
    QImage image;
    Slice slice;
    std::int64_t width = 1; ///< elements per row before downsampling
    int every = 1;          ///< rows and columns of elements per pixel
    /// The smallest and the largest error of the wrong elements; empty: shaded by their number.
    std::optional<std::pair<double, double>> errors;

    /// The element at the top left corner of a pixel; -1: none.
    std::int64_t elementAt(int x, int y) const;
};

/// Whether a slice can be mapped: one or two dimensions.
bool mappable(const Slice& slice);

/// The error of a wrong element, at least 0; infinite if it is undefined.
using ErrorOf = std::function<double(std::int64_t element)>;

/// The closer to `wrongColor`, the larger is the largest error in a square, on a logarithmic scale;
/// or, if errors are not known, the more of its elements are wrong. Callable from any thread.
/// \pre mappable(slice); the slice and `wrong` refer to the same buffer
MismatchMap drawMismatches(const project::ElementSet& wrong, const Slice& slice,
                           const QColor& rightColor, const QColor& wrongColor,
                           const ErrorOf& errorOf = {});

} // namespace warpbench::ui
