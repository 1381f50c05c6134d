// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/theme/flow_layout.h"

#include <QWidget>

#include <algorithm>

namespace warpbench::ui {

namespace {

bool expands(const QLayoutItem& item) {
    return item.expandingDirections() & Qt::Horizontal;
}

int wanted(const QLayoutItem& item) {
    return expands(item) ? item.minimumSize().width() : item.sizeHint().width();
}

} // namespace

FlowLayout::FlowLayout(QWidget* parent)
    : QLayout(parent) {}

FlowLayout::~FlowLayout() {
    qDeleteAll(m_items);
}

void FlowLayout::addItem(QLayoutItem* item) {
    m_items.append(item);
}

QLayoutItem* FlowLayout::itemAt(int index) const {
    return m_items.value(index);
}

QLayoutItem* FlowLayout::takeAt(int index) {
    return index >= 0 && index < m_items.size() ? m_items.takeAt(index) : nullptr;
}

void FlowLayout::setGeometry(const QRect& rect) {
    QLayout::setGeometry(rect);
    arrange(rect, true);
}

QSize FlowLayout::sizeHint() const {
    int width = 0;
    int height = 0;
    for (const QLayoutItem* item : m_items) {
        if (item->isEmpty())
            continue;
        width += item->sizeHint().width() + (width > 0 ? spacing() : 0);
        height = std::max(height, item->sizeHint().height());
    }
    const QMargins around = contentsMargins();
    return {width + around.left() + around.right(), height + around.top() + around.bottom()};
}

QSize FlowLayout::minimumSize() const {
    QSize least;
    for (const QLayoutItem* item : m_items) {
        if (!item->isEmpty())
            least = least.expandedTo(item->minimumSize());
    }
    const QMargins around = contentsMargins();
    return least + QSize(around.left() + around.right(), around.top() + around.bottom());
}

int FlowLayout::arrange(const QRect& rect, bool place) const {
    const QRect area = rect.marginsRemoved(contentsMargins());
    QList<QLayoutItem*> row;
    int used = 0;
    int y = area.top();
    const auto finishRow = [&] {
        int height = 0;
        int growing = 0;
        for (const QLayoutItem* item : std::as_const(row)) {
            height = std::max(height, item->sizeHint().height());
            growing += expands(*item) ? 1 : 0;
        }
        int x = area.left();
        int left = std::max(0, area.width() - used);
        for (QLayoutItem* item : std::as_const(row)) {
            int width = wanted(*item);
            if (expands(*item)) {
                width += left / growing;
                left -= left / growing--;
            }
            if (place)
                item->setGeometry(QRect(x, y, std::min(width, area.width()), height));
            x += width + spacing();
        }
        y += height;
        row.clear();
        used = 0;
    };
    for (QLayoutItem* item : m_items) {
        if (item->isEmpty()) // hidden
            continue;
        const int width = wanted(*item);
        if (!row.isEmpty() && used + spacing() + width > area.width()) {
            finishRow();
            y += spacing();
        }
        used += width + (row.isEmpty() ? 0 : spacing());
        row.append(item);
    }
    finishRow();
    return y - rect.top() + contentsMargins().bottom();
}

} // namespace warpbench::ui
