// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/inspector/inspector_panel.h"

#include "ui/inspector/buffer_inspector.h"
#include "ui/theme/icons.h"
#include "ui/workbench/workbench.h"

#include <QSplitter>
#include <QToolButton>
#include <QVBoxLayout>

#include <utility>

namespace warpbench::ui {

namespace {

QToolButton* button(const QString& name, const QString& iconName, const QString& tip) {
    auto* button = new QToolButton;
    button->setObjectName(name);
    button->setIcon(icon(iconName));
    button->setToolTip(tip);
    button->setAccessibleName(tip);
    return button;
}

} // namespace

InspectorPanel::InspectorPanel(Workbench& bench)
    : m_bench(bench)
    , m_splitter(new QSplitter)
    , m_first(new BufferInspector(bench))
    , m_split(button(QStringLiteral("inspectorSplit"), QStringLiteral("beside"),
                     tr("Show a second view beside this one"))) {
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
    column->addWidget(m_splitter);
    m_splitter->setChildrenCollapsible(false);
    m_first->setObjectName(QStringLiteral("firstInspector"));
    m_splitter->addWidget(m_first);
    m_split->setCheckable(true);
    m_first->addControl(m_split);
    connect(m_split, &QToolButton::toggled, this, &InspectorPanel::setSplit);
    connect(&bench.selection, &Selection::bufferChanged, m_first, &BufferInspector::showBuffer);
    connect(m_first, &BufferInspector::bufferShown, &bench.selection, &Selection::setBuffer);
    connect(m_first, &BufferInspector::bufferShown, this, [this](const QString& name) {
        if (m_second && m_isTogether)
            m_second->showBuffer(name);
    });
}

bool InspectorPanel::showPart(const QString& part) {
    return m_first->showPart(part);
}

void InspectorPanel::setSplit(bool split) {
    m_split->setChecked(split);
    if (split == (m_second != nullptr))
        return;
    if (split) {
        addSecond();
    } else {
        m_second->deleteLater(); // its own button may be what closes it
        m_second->setObjectName({});
        m_second->hide();
        m_second = nullptr;
    }
}

void InspectorPanel::addSecond() {
    m_second = new BufferInspector(m_bench);
    m_second->setObjectName(QStringLiteral("secondInspector"));
    auto* close =
        button(QStringLiteral("inspectorClose"), QStringLiteral("close"), tr("Close this view"));
    m_second->addControl(close);
    connect(close, &QToolButton::clicked, this, [this] { setSplit(false); });
    m_isTogether = true;
    m_second->complete(*m_first);
    m_isFresh = m_second->currentBuffer().isEmpty();
    connect(m_second, &BufferInspector::bufferShown, this, [this](const QString& name) {
        if (!name.isEmpty() && std::exchange(m_isFresh, false))
            m_second->complete(*m_first);
        m_isTogether = m_second->currentBuffer() == m_first->currentBuffer();
    });
    follow(*m_first, *m_second);
    follow(*m_second, *m_first);
    m_splitter->addWidget(m_second);
    m_splitter->setSizes({1, 1}); // halves
}

/// An element selected in one is also selected in the other.
void InspectorPanel::follow(BufferInspector& one, BufferInspector& other) {
    connect(&one, &BufferInspector::elementChosen, &other, [&one, &other](qint64 element) {
        if (one.currentBuffer() == other.currentBuffer())
            other.showChosen(element);
    });
}

void InspectorPanel::takeNumberFormat() {
    m_first->takeNumberFormat();
    if (m_second)
        m_second->takeNumberFormat();
}

void InspectorPanel::resizeEvent(QResizeEvent* event) {
    QWidget::resizeEvent(event);
    const int least = 2 * m_first->minimumSizeHint().width();
    m_splitter->setOrientation(width() >= least && width() > height() ? Qt::Horizontal
                                                                      : Qt::Vertical);
}

} // namespace warpbench::ui
