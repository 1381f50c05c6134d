// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/window/tour.h"

#include "ui/theme/text_scale.h"
#include "ui/theme/theme.h"
#include "ui/theme/turns.h"

#include <QAccessible>
#include <QHBoxLayout>
#include <QKeyEvent>
#include <QLabel>
#include <QMainWindow>
#include <QPainter>
#include <QPainterPath>
#include <QPushButton>
#include <QTimer>
#include <QVBoxLayout>

#include <algorithm>

namespace warpbench::ui {

namespace {

constexpr int kCardWidth = 380; // pixels at 100 % text size
constexpr int kGapToTarget = 14;
constexpr int kGapToEdge = 12;
constexpr int kRim = 3;
constexpr int kCorner = 6;

int cardWidth() {
    return scaled(kCardWidth);
}

/// The position where a card covers little of its target: beside it, else below or above it, else
/// over its middle.
QPoint placeBeside(const QRect& target, const QRect& window, int height) {
    const bool tall = target.height() > window.height() / 3;
    const bool low = target.top() > window.height() / 2;
    const int right = window.right() - target.right();
    const int below = target.bottom() + kGapToTarget;
    const int above = target.top() - kGapToTarget - height;
    const bool roomBelow = below + height + kGapToEdge <= window.bottom();
    const bool roomAbove = above >= kGapToEdge;
    const bool roomBeside =
        std::max(right, target.left()) >= kGapToTarget + cardWidth() + kGapToEdge;
    if (!roomBeside && (roomBelow || roomAbove))
        return {target.left(), roomBelow ? below : above};
    if (!roomBeside)
        return {target.center().x() - cardWidth() / 2, target.center().y() - height / 2};
    const int x = right >= target.left() ? target.right() + kGapToTarget
                                         : target.left() - kGapToTarget - cardWidth();
    return {x, tall ? target.center().y() - height / 2 : low ? above : below};
}

} // namespace

/// Darkens the window except for one part. Ignores the mouse.
class TourShade : public QWidget {
  public:
    explicit TourShade(QWidget& window)
        : QWidget(&window) {
        setAttribute(Qt::WA_TransparentForMouseEvents);
    }

    void setBright(const QRect& bright) {
        m_bright = bright.adjusted(-kRim, -kRim, kRim, kRim);
        update();
    }

  protected:
    void paintEvent(QPaintEvent*) override {
        QPainter painter(this);
        painter.setRenderHint(QPainter::Antialiasing);
        QPainterPath shade;
        shade.addRect(rect());
        QPainterPath bright;
        bright.addRoundedRect(m_bright, kCorner, kCorner);
        painter.fillPath(shade.subtracted(bright), QColor(0, 0, 0, 110));
        painter.setPen(QPen(themeColors().accent, 2));
        painter.drawPath(bright);
    }

  private:
    QRect m_bright;
};

Tour::Tour(QMainWindow& window, std::vector<Step> steps)
    : QFrame(&window)
    , m_steps(std::move(steps))
    , m_shade(new TourShade(window))
    , m_title(new QLabel)
    , m_text(new QLabel)
    , m_count(new QLabel)
    , m_back(new QPushButton(tr("&Back")))
    , m_next(new QPushButton) {
    setObjectName(QStringLiteral("tour"));
    setFocusPolicy(Qt::StrongFocus);
    setProperty("role", "tour");
    m_steps.erase(std::remove_if(m_steps.begin(), m_steps.end(),
                                 [](const Step& step) { return !step.target; }),
                  m_steps.end());
    m_title->setProperty("role", "title");
    m_text->setWordWrap(true);
    m_count->setProperty("role", "muted");
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(16, 14, 16, 12);
    layout->setSpacing(8);
    layout->addWidget(m_title);
    layout->addWidget(m_text);
    layout->addLayout(makeButtons());
    window.installEventFilter(this);
    // After its labels have been resized.
    connect(&Theme::instance(), &Theme::changed, this,
            [this] { inTurn(*this, [this] { place(); }); });
    m_shade->show();
    m_shade->raise();
    show();
    raise();
    go(0);
}

Tour::~Tour() {
    delete m_shade;
}

QLayout* Tour::makeButtons() {
    auto* skip = new QPushButton(tr("&Skip"));
    skip->setObjectName(QStringLiteral("tourSkip"));
    m_next->setObjectName(QStringLiteral("tourNext"));
    m_next->setDefault(true);
    auto* buttons = new QHBoxLayout;
    buttons->addWidget(m_count, 1);
    buttons->addWidget(skip);
    buttons->addWidget(m_back);
    buttons->addWidget(m_next);
    connect(skip, &QPushButton::clicked, this, &Tour::finish);
    connect(m_back, &QPushButton::clicked, this, [this] { go(m_step - 1); });
    connect(m_next, &QPushButton::clicked, this, [this] { go(m_step + 1); });
    return buttons;
}

void Tour::go(int step) {
    if (step >= int(m_steps.size())) {
        finish();
        return;
    }
    if (m_step >= 0 && m_steps[std::size_t(m_step)].target) {
        m_steps[std::size_t(m_step)].target->removeEventFilter(this);
    }
    m_step = std::max(0, step);
    const Step& now = m_steps[std::size_t(m_step)];
    if (now.show) {
        now.show();
    }
    if (now.target) {
        now.target->installEventFilter(this);
    }
    m_title->setText(now.title);
    m_text->setText(now.text);
    m_count->setText(tr("%1 of %2").arg(m_step + 1).arg(m_steps.size()));
    m_back->setEnabled(m_step > 0);
    m_next->setText(m_step + 1 == int(m_steps.size()) ? tr("&Done") : tr("&Next"));
    m_next->setFocus();
    tell();
    place();
    QTimer::singleShot(0, this, &Tour::place); // a newly shown panel has its layout by then
}

/// For screen readers: the focus stays on the same button, so nothing else would be read.
void Tour::tell() {
    const Step& now = m_steps[std::size_t(m_step)];
    setAccessibleName(tr("Tour of the window") + QStringLiteral(", ") + m_count->text());
    setAccessibleDescription(now.title + QStringLiteral(". ") + now.text);
    m_next->setAccessibleDescription(accessibleDescription());
    QAccessibleEvent told(this, QAccessible::Alert);
    QAccessible::updateAccessibility(&told);
}

void Tour::finish() {
    hide();
    m_shade->hide();
    emit finished();
    deleteLater();
}

QRect Tour::targetRect() const {
    const QWidget* target = m_step < 0 ? nullptr : m_steps[std::size_t(m_step)].target.data();
    return target && target->isVisible()
               ? QRect(target->mapTo(parentWidget(), QPoint(0, 0)), target->size())
               : QRect();
}

/// Places the card beside the target, above everything shown meanwhile.
void Tour::place() {
    const QRect window = parentWidget()->rect();
    const QRect target = targetRect();
    m_shade->setGeometry(window);
    m_shade->setBright(target);
    m_shade->raise();
    raise();
    layout()->invalidate(); // else it reports the height of the previous text
    setFixedSize(cardWidth(), layout()->totalHeightForWidth(cardWidth()));
    const QPoint at = placeBeside(target, window, height());
    const QRect room = window.adjusted(kGapToEdge, kGapToEdge, -kGapToEdge, -kGapToEdge);
    move(std::clamp(at.x(), room.left(), std::max(room.left(), room.right() - cardWidth())),
         std::clamp(at.y(), room.top(), std::max(room.top(), room.bottom() - height())));
}

/// Esc usually means Stop; here it ends the tour.
bool Tour::event(QEvent* event) {
    if (event->type() == QEvent::ShortcutOverride &&
        static_cast<QKeyEvent*>(event)->key() == Qt::Key_Escape) {
        event->accept();
        return true;
    }
    return QFrame::event(event);
}

bool Tour::eventFilter(QObject* watched, QEvent* event) {
    switch (event->type()) {
    case QEvent::Resize:
    case QEvent::Move:
    case QEvent::Show:
    case QEvent::Hide:
        place();
        break;
    default:
        break;
    }
    return QFrame::eventFilter(watched, event);
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
    case Qt::Key_Return:
    case Qt::Key_Enter:
        if (auto* button = qobject_cast<QPushButton*>(focusWidget())) {
            button->click(); // buttons do this by themselves only in dialogs
        }
        break;
    default:
        QFrame::keyPressEvent(event);
    }
}

} // namespace warpbench::ui
