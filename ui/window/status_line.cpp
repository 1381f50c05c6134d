// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/window/status_line.h"

#include "ui/theme/icons.h"
#include "ui/theme/text_scale.h"

#include <QLabel>
#include <QProgressBar>
#include <QToolButton>
#include <QToolTip>

namespace warpbench::ui {

namespace {

// A busy indicator that flashes at every short run is distracting (reference: RenderDoc).
constexpr int kBusyAfterMs = 1500;

} // namespace

StatusLine::StatusLine(QWidget* parent)
    : QStatusBar(parent)
    , m_text(new QLabel)
    , m_bar(new QProgressBar)
    , m_problems(new QToolButton)
    , m_memory(new QToolButton)
    , m_simulated(new QLabel(tr("simulated on the CPU")))
    , m_cursor(new QLabel) {
    setSizeGripEnabled(false);
    setContentsMargins(8, 0, 8, 0);
    m_text->setObjectName(QStringLiteral("statusText"));
    m_text->setMinimumWidth(1); // shrinks instead of widening the window
    m_bar->setTextVisible(false);
    m_bar->setFixedWidth(140);
    m_bar->hide();
    m_bar->setAccessibleName(tr("Progress"));
    m_problems->setToolButtonStyle(Qt::ToolButtonTextBesideIcon);
    scaleIcon(*m_problems, 14);
    m_problems->setObjectName(QStringLiteral("statusProblems"));
    m_cursor->setObjectName(QStringLiteral("statusCursor"));
    m_problems->setToolTip(tr("Show the problem list"));
    m_problems->setAccessibleName(tr("Problems"));
    m_memory->setObjectName(QStringLiteral("statusMemory"));
    m_simulated->setProperty("role", "simulated");
    m_simulated->setToolTip(tr("The chosen device is the simulated GPU: results are those of a "
                               "GPU, times are not"));
    m_simulated->hide();
    withTextScale(*m_cursor, [this] { m_cursor->setMinimumWidth(scaled(110)); });
    m_cursor->setAlignment(Qt::AlignRight | Qt::AlignVCenter);
    addWidget(m_bar);
    addWidget(m_text, 1);
    addPermanentWidget(m_problems);
    addPermanentWidget(m_memory);
    addPermanentWidget(m_simulated);
    addPermanentWidget(m_cursor);
    m_busyTimer.setSingleShot(true);
    m_busyTimer.setInterval(kBusyAfterMs);
    connect(&m_busyTimer, &QTimer::timeout, m_bar, &QWidget::show);
    connect(m_problems, &QToolButton::clicked, this, &StatusLine::problemsClicked);
    connect(m_memory, &QToolButton::clicked, this, [this] {
        QToolTip::showText(m_memory->mapToGlobal(QPoint(0, 0)), m_memory->toolTip(), m_memory);
    });
    setProblems(0, 0);
    showDone(tr("Ready"));
}

void StatusLine::showProgress(const QString& phase, double fraction) {
    m_text->setText(phase + QStringLiteral("…"));
    m_bar->setRange(0, fraction < 0 ? 0 : 1000);
    m_bar->setValue(int(fraction * 1000));
    if (!m_busyTimer.isActive() && m_bar->isHidden()) {
        m_busyTimer.start();
    }
}

void StatusLine::endProgress() {
    if (m_busyTimer.isActive() || !m_bar->isHidden())
        showDone(tr("Ready"));
}

void StatusLine::showDone(const QString& text) {
    m_busyTimer.stop();
    m_bar->hide();
    m_text->setText(text);
}

void StatusLine::setProblems(int errors, int warnings) {
    const bool any = errors + warnings > 0;
    m_problems->setIcon(errors > 0     ? icon(QStringLiteral("error"), IconTint::error)
                        : warnings > 0 ? icon(QStringLiteral("warning"), IconTint::warning)
                                       : icon(QStringLiteral("ok"), IconTint::success));
    m_problems->setText(any ? tr("%1, %2").arg(tr("%n error(s)", nullptr, errors),
                                               tr("%n warning(s)", nullptr, warnings))
                            : tr("No problems"));
}

void StatusLine::setSimulated(bool simulated) {
    m_simulated->setVisible(simulated);
}

void StatusLine::setMemory(const QString& inShort, const QString& inWords) {
    m_memory->setText(inShort);
    QString tip; // rich text wraps instead of being as wide as the window
    for (const QString& line : inWords.split(u'\n')) {
        tip += QStringLiteral("<p style=\"margin: 0 0 4px 0\">%1</p>").arg(line.toHtmlEscaped());
    }
    m_memory->setToolTip(tip);
    m_memory->setAccessibleDescription(inWords);
}

void StatusLine::setCursor(int line, int column) {
    m_cursor->setText(tr("Line %1, column %2").arg(line).arg(column));
}

void StatusLine::setProjectShown(bool shown) {
    m_problems->setVisible(shown);
    m_memory->setVisible(shown);
    m_cursor->setVisible(shown);
}

QString StatusLine::text() const {
    return m_text->text();
}

} // namespace warpbench::ui
