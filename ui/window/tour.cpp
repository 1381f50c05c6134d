// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/window/tour.h"

#include "ui/theme/theme.h"

#include <QHBoxLayout>
#include <QKeyEvent>
#include <QLabel>
#include <QMainWindow>
#include <QPainter>
#include <QPainterPath>
#include <QPushButton>
#include <QVBoxLayout>

#include <algorithm>

namespace warpbench::ui {

namespace {

constexpr int kCardWidth = 340; // pixels
constexpr int kGapToTarget = 14;
constexpr int kRim = 3;
constexpr int kCorner = 6;

} // namespace

Tour::Tour(QMainWindow& window, std::vector<Step> steps)
    : QWidget(&window)
    , m_steps(std::move(steps))
    , m_card(new QFrame(this))
    , m_title(new QLabel)
    , m_text(new QLabel)
    , m_count(new QLabel)
    , m_back(new QPushButton(tr("&Back")))
    , m_next(new QPushButton) {
    setObjectName(QStringLiteral("tour"));
    setAccessibleName(tr("Tour of the window"));
    setFocusPolicy(Qt::StrongFocus);
    m_steps.erase(
        std::remove_if(m_steps.begin(), m_steps.end(),
                       [](const Step& step) { return !step.target || !step.target->isVisible(); }),
        m_steps.end());
    m_card->setProperty("role", "tour");
    m_card->setFixedWidth(kCardWidth);
    m_title->setProperty("role", "title");
    m_text->setWordWrap(true);
    m_count->setProperty("role", "muted");
    auto* skip = new QPushButton(tr("&Skip"));
    skip->setObjectName(QStringLiteral("tourSkip"));
    m_next->setObjectName(QStringLiteral("tourNext"));
    m_next->setDefault(true);
    auto* layout = new QVBoxLayout(m_card);
    layout->setContentsMargins(16, 14, 16, 12);
    layout->setSpacing(8);
    layout->addWidget(m_title);
    layout->addWidget(m_text);
    auto* buttons = new QHBoxLayout;
    buttons->addWidget(m_count, 1);
    buttons->addWidget(skip);
    buttons->addWidget(m_back);
    buttons->addWidget(m_next);
    layout->addLayout(buttons);
    connect(skip, &QPushButton::clicked, this, &Tour::finish);
    connect(m_back, &QPushButton::clicked, this, [this] { go(m_step - 1); });
    connect(m_next, &QPushButton::clicked, this, [this] { go(m_step + 1); });
    window.installEventFilter(this);
    resize(window.size());
    show();
    raise();
    go(0);
}

void Tour::go(int step) {
    if (step >= int(m_steps.size())) {
        finish();
        return;
    }
    m_step = std::max(0, step);
    const Step& now = m_steps[std::size_t(m_step)];
    m_title->setText(now.title);
    m_text->setText(now.text);
    m_count->setText(tr("%1 of %2").arg(m_step + 1).arg(m_steps.size()));
    m_back->setEnabled(m_step > 0);
    m_next->setText(m_step + 1 == int(m_steps.size()) ? tr("&Done") : tr("&Next"));
    m_next->setFocus();
    place();
}

void Tour::finish() {
    hide();
    emit finished();
    deleteLater();
}

QRect Tour::targetRect() const {
    const QWidget* target = m_step < 0 ? nullptr : m_steps[std::size_t(m_step)].target.data();
    return target ? QRect(target->mapTo(window(), QPoint(0, 0)), target->size()) : QRect();
}

/// Beside what it speaks of, where there is most room.
void Tour::place() {
    m_card->setFixedHeight(m_card->layout()->heightForWidth(kCardWidth));
    const QRect target = targetRect();
    const int right = width() - target.right();
    const int x = right >= target.left() ? target.right() + kGapToTarget
                                         : target.left() - kGapToTarget - kCardWidth;
    const int y = target.height() > height() / 3 ? target.center().y() - m_card->height() / 2
                  : target.top() > height() / 2  ? target.top() - kGapToTarget - m_card->height()
                                                 : target.bottom() + kGapToTarget;
    const QRect room = rect().adjusted(12, 12, -12, -12);
    m_card->move(std::clamp(x, room.left(), std::max(room.left(), room.right() - kCardWidth)),
                 std::clamp(y, room.top(), std::max(room.top(), room.bottom() - m_card->height())));
    update();
}

/// Esc is the window's for Stop; here it ends the tour.
bool Tour::event(QEvent* event) {
    if (event->type() == QEvent::ShortcutOverride &&
        static_cast<QKeyEvent*>(event)->key() == Qt::Key_Escape) {
        event->accept();
        return true;
    }
    return QWidget::event(event);
}

bool Tour::eventFilter(QObject* watched, QEvent* event) {
    if (watched == window() && event->type() == QEvent::Resize) {
        resize(window()->size());
        place();
    }
    return QWidget::eventFilter(watched, event);
}

void Tour::paintEvent(QPaintEvent*) {
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    const QRect target = targetRect().adjusted(-kRim, -kRim, kRim, kRim);
    QPainterPath shade;
    shade.addRect(rect());
    QPainterPath window;
    window.addRoundedRect(target, kCorner, kCorner);
    painter.fillPath(shade.subtracted(window), QColor(0, 0, 0, 110));
    painter.setPen(QPen(themeColors().accent, 2));
    painter.drawPath(window);
}

void Tour::keyPressEvent(QKeyEvent* event) {
    switch (event->key()) {
    case Qt::Key_Escape:
        finish();
        break;
    case Qt::Key_Right:
        go(m_step + 1);
        break;
    case Qt::Key_Left:
        go(m_step - 1);
        break;
    default:
        QWidget::keyPressEvent(event);
    }
}

} // namespace warpbench::ui
