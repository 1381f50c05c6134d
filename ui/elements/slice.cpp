// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/elements/slice.h"

#include "ui/words/tr.h"

#include <QStringList>

#include <cstdlib>
#include <optional>

namespace warpbench::ui {

namespace {

/// An integer, or nothing for an empty text; `ok` is false for anything else.
std::optional<std::int64_t> number(const QString& text, bool& ok) {
    if (text.trimmed().isEmpty())
        return std::nullopt;
    bool valid = false;
    const qlonglong value = text.trimmed().toLongLong(&valid);
    ok = ok && valid;
    return value;
}

std::int64_t clampedBound(std::int64_t value, std::int64_t extent, std::int64_t low,
                          std::int64_t high) {
    if (value < 0)
        value += extent;
    return std::clamp(value, low, high);
}

/// Python's rules for start:stop:step.
std::optional<QString> parseRange(const QStringList& parts, std::int64_t extent,
                                  Slice::Dimension& out) {
    bool ok = parts.size() <= 3;
    const auto start = number(parts[0], ok);
    const auto stop = number(parts[1], ok);
    const auto step = parts.size() > 2 ? number(parts[2], ok) : std::nullopt;
    if (!ok)
        return tr("“%1” is not a range; write start:stop:step").arg(parts.join(u':').trimmed());
    out.step = step.value_or(1);
    if (out.step == 0)
        return tr("The step cannot be 0");
    const bool forward = out.step > 0;
    const std::int64_t low = forward ? 0 : -1;
    const std::int64_t high = forward ? extent : extent - 1;
    out.start = start ? clampedBound(*start, extent, low, high) : (forward ? 0 : extent - 1);
    const std::int64_t end =
        stop ? clampedBound(*stop, extent, low, high) : (forward ? extent : -1);
    const std::int64_t distance = forward ? end - out.start : out.start - end;
    const std::int64_t stride = forward ? out.step : -out.step;
    out.count = distance > 0 ? (distance - 1) / stride + 1 : 0;
    return std::nullopt;
}

} // namespace

Slice Slice::whole(const std::vector<std::int64_t>& shape) {
    Slice slice;
    slice.m_shape = shape;
    for (const std::int64_t extent : shape)
        slice.m_dimensions.push_back({0, extent, 1, false});
    return slice;
}

std::variant<Slice, QString> Slice::parse(const QString& text,
                                          const std::vector<std::int64_t>& shape) {
    Slice slice = whole(shape);
    QString inner = text.trimmed();
    if (inner.endsWith(QLatin1String(".T"))) {
        slice.m_transposed = true;
        inner = inner.chopped(2).trimmed();
    }
    if (inner.startsWith(u'[') && inner.endsWith(u']'))
        inner = inner.mid(1, inner.size() - 2).trimmed();
    const QStringList parts = inner.isEmpty() ? QStringList() : inner.split(u',');
    if (size_t(parts.size()) > shape.size())
        return tr("The buffer has %1 dimension(s), but the slice has %2")
            .arg(shape.size())
            .arg(parts.size());
    for (qsizetype d = 0; d < parts.size(); ++d) {
        const std::int64_t extent = shape[size_t(d)];
        Dimension& dimension = slice.m_dimensions[size_t(d)];
        const QString part = parts[d].trimmed();
        if (part.contains(u':')) {
            if (const auto wrong = parseRange(part.split(u':'), extent, dimension))
                return *wrong;
            continue;
        }
        bool ok = true;
        const auto index = number(part, ok);
        if (!ok || !index)
            return tr("“%1” is not an index; write a number or start:stop").arg(part);
        const std::int64_t at = *index < 0 ? *index + extent : *index;
        if (at < 0 || at >= extent)
            return tr("Index %1 is outside dimension %2, which has size %3")
                .arg(*index)
                .arg(d)
                .arg(extent);
        dimension = {at, 1, 1, true};
    }
    if (slice.m_transposed && slice.shape().size() > 2)
        return tr("“.T” needs a slice with two dimensions");
    return slice;
}

std::vector<std::size_t> Slice::axes() const {
    std::vector<std::size_t> left;
    for (std::size_t d = 0; d < m_dimensions.size(); ++d) {
        if (!m_dimensions[d].fixed)
            left.push_back(d);
    }
    if (m_transposed && left.size() > 1)
        std::swap(left[left.size() - 2], left[left.size() - 1]);
    return left;
}

std::vector<std::int64_t> Slice::shape() const {
    std::vector<std::int64_t> extents;
    for (const std::size_t d : axes())
        extents.push_back(m_dimensions[d].count);
    return extents;
}

std::int64_t Slice::rows() const {
    const auto extents = shape();
    std::int64_t rows = 1;
    for (std::size_t i = 0; i + 1 < extents.size(); ++i)
        rows *= extents[i];
    return extents.empty() || extents.back() > 0 ? rows : 0;
}

std::int64_t Slice::columns() const {
    const auto extents = shape();
    return extents.empty() ? 1 : extents.back();
}

std::int64_t Slice::lastStep() const {
    const auto left = axes();
    return left.empty() ? 1 : m_dimensions[left.back()].step;
}

bool Slice::isSparse() const {
    constexpr std::int64_t kFar = 64; // elements
    const Walk way = walk();
    return !way.steps.empty() && std::abs(way.steps.back()) >= kFar;
}

std::int64_t Slice::indexAt(std::size_t dimension, std::int64_t position) const {
    return m_dimensions[dimension].start + position * m_dimensions[dimension].step;
}

std::int64_t Slice::element(std::int64_t row, std::int64_t column) const {
    const auto left = axes();
    std::vector<std::int64_t> index(m_shape.size());
    for (std::size_t d = 0; d < m_shape.size(); ++d)
        index[d] = m_dimensions[d].start;
    if (!left.empty())
        index[left.back()] = indexAt(left.back(), column);
    for (std::size_t i = left.size(); i-- > 1;) {
        const std::size_t d = left[i - 1];
        index[d] = indexAt(d, row % m_dimensions[d].count);
        row /= m_dimensions[d].count;
    }
    std::int64_t linear = 0;
    for (std::size_t d = 0; d < m_shape.size(); ++d)
        linear = linear * m_shape[d] + index[d];
    return linear;
}

Slice::Walk Slice::walk() const {
    Walk walk;
    std::vector<std::int64_t> strides(m_shape.size());
    std::int64_t stride = 1;
    for (std::size_t d = m_shape.size(); d-- > 0;) {
        walk.origin += m_dimensions[d].start * stride;
        strides[d] = stride;
        stride *= m_shape[d];
    }
    for (const std::size_t d : axes())
        walk.steps.push_back(m_dimensions[d].step * strides[d]);
    return walk;
}

std::pair<std::int64_t, std::int64_t> Slice::span() const {
    std::int64_t first = 0;
    std::int64_t last = 0;
    std::int64_t stride = 1;
    for (std::size_t d = m_shape.size(); d-- > 0;) {
        const Dimension& dimension = m_dimensions[d];
        if (dimension.count == 0)
            return {0, -1};
        const std::int64_t end = dimension.start + (dimension.count - 1) * dimension.step;
        first += std::min(dimension.start, end) * stride;
        last += std::max(dimension.start, end) * stride;
        stride *= m_shape[d];
    }
    return {first, last};
}

QString Slice::rowLabel(std::int64_t row) const {
    const auto left = axes();
    QStringList parts;
    for (std::size_t i = left.size(); i-- > 1;) {
        const std::size_t d = left[i - 1];
        parts.prepend(QString::number(indexAt(d, row % m_dimensions[d].count)));
        row /= m_dimensions[d].count;
    }
    return parts.join(QStringLiteral(", "));
}

QString Slice::columnLabel(std::int64_t column) const {
    const auto left = axes();
    return left.empty() ? QString() : QString::number(indexAt(left.back(), column));
}

std::pair<std::int64_t, std::int64_t> Slice::cellOf(std::int64_t element) const {
    std::vector<std::int64_t> index(m_shape.size());
    for (std::size_t d = m_shape.size(); d-- > 0;) {
        index[d] = m_shape[d] > 0 ? element % m_shape[d] : 0;
        element = m_shape[d] > 0 ? element / m_shape[d] : 0;
    }
    std::vector<std::int64_t> positions(m_shape.size());
    for (std::size_t d = 0; d < m_shape.size(); ++d) {
        const Dimension& dimension = m_dimensions[d];
        const std::int64_t offset = index[d] - dimension.start;
        positions[d] = offset / dimension.step;
        if (offset % dimension.step != 0 || positions[d] < 0 || positions[d] >= dimension.count)
            return {-1, -1};
    }
    const auto left = axes();
    std::int64_t row = 0;
    for (std::size_t i = 0; i + 1 < left.size(); ++i)
        row = row * m_dimensions[left[i]].count + positions[left[i]];
    return {row, left.empty() ? 0 : positions[left.back()]};
}

} // namespace warpbench::ui
