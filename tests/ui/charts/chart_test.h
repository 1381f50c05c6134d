// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "tests/ui/drawn_test.h"
#include "ui/charts/plot.h"

#include <QAbstractScrollArea>
#include <QApplication>
#include <QLabel>
#include <QMouseEvent>
#include <QTest>

/// Shared by the tests of charts.
namespace warpbench::ui {

inline void show(QWidget& widget) {
    widget.resize(500, 600);
    widget.show();
    QVERIFY(QTest::qWaitForWindowExposed(&widget));
}

/// \param position  in pixels of the plot
inline void moveMouse(const Plot& plot, QPointF position) {
    QWidget* view = plot.findChild<QAbstractScrollArea*>()->viewport();
    QMouseEvent move(QEvent::MouseMove, position, view->mapToGlobal(position), Qt::NoButton,
                     Qt::NoButton, {});
    QApplication::sendEvent(view, &move);
}

/// The text of a widget's labels.
inline QString visibleText(const QWidget& widget) {
    QStringList texts;
    for (const QLabel* label : widget.findChildren<QLabel*>()) {
        if (label->isVisible())
            texts << label->text();
    }
    return texts.join(u'\n');
}

} // namespace warpbench::ui
