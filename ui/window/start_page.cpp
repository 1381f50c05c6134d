// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/window/start_page.h"

#include "ui/dialogs/settings.h"
#include "ui/dialogs/templates.h"
#include "ui/documents/background.h"
#include "ui/theme/text_scale.h"

#include <QDir>
#include <QFileInfo>
#include <QHBoxLayout>
#include <QKeyEvent>
#include <QLabel>
#include <QPushButton>
#include <QVBoxLayout>

namespace warpbench::ui {

namespace {

constexpr int kPageWidth = 1060;
constexpr int kStartWidth = 360;
constexpr int kMostRecent = 6;

QLabel* label(const QString& text, const char* role) {
    auto* made = new QLabel(text);
    made->setProperty("role", role);
    made->setWordWrap(true);
    made->setTextFormat(Qt::PlainText);
    return made;
}

} // namespace

StartPage::StartPage(QWidget* parent)
    : QScrollArea(parent) {
    setObjectName(QStringLiteral("startPage"));
    setAccessibleName(tr("Start"));
    setWidgetResizable(true);
    setFrameShape(QFrame::NoFrame);
    setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    setFocusPolicy(Qt::NoFocus);
    hide();
}

void StartPage::open(const QString& backTo, bool offersTour, std::vector<UnsavedWork> unsaved) {
    m_backTo = backTo;
    m_unsaved = std::move(unsaved);
    build(offersTour);
    show();
    raise();
    auto* back = findChild<QPushButton*>(QStringLiteral("startBack"));
    if (auto* first = back ? back : findChild<QPushButton*>()) {
        first->setFocus();
    }
}

void StartPage::keyPressEvent(QKeyEvent* event) {
    if (event->key() == Qt::Key_Escape) {
        if (!m_backTo.isEmpty()) {
            emit left();
        }
        return;
    }
    QScrollArea::keyPressEvent(event);
}

/// From the outside in, because reparenting a widget makes Qt send style changes to all of its
/// children.
void StartPage::build(bool offersTour) {
    m_complete = false;
    auto* page = new QWidget;
    page->setProperty("role", "page");
    page->setAttribute(Qt::WA_StyledBackground);
    setWidget(page);
    auto* middle = new QHBoxLayout(page);
    middle->setContentsMargins(32, 28, 32, 28);
    auto* body = new QWidget(page);
    withTextScale(*body, [body] { body->setMaximumWidth(scaled(kPageWidth)); });
    middle->addStretch(1);
    middle->addWidget(body, 1000);
    middle->addStretch(1);
    auto* layout = new QVBoxLayout(body);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(4);
    layout->addWidget(label(tr("Warpbench"), "startTitle"));
    layout->addWidget(
        label(tr("Write a CUDA kernel, run it and look inside, with or without an NVIDIA GPU."),
              "muted"));
    layout->addSpacing(16);
    auto* columns = new QHBoxLayout;
    columns->setSpacing(32);
    layout->addLayout(columns);
    layout->addStretch(1);
    auto* left = new QWidget(body);
    withTextScale(*left, [left] { left->setFixedWidth(scaled(kStartWidth)); });
    columns->addWidget(left, 0, Qt::AlignTop);
    auto* start = new QVBoxLayout(left);
    start->setContentsMargins(0, 0, 0, 0);
    auto* lessons = new QVBoxLayout;
    columns->addLayout(lessons, 1);
    for (auto* column : {start, lessons}) {
        column->setSpacing(4);
    }
    if (!m_backTo.isEmpty()) {
        addBack(start);
    }
    addUnsaved(start);
    if (offersTour && hasExamples()) {
        addTour(start);
    }
    addNew(start);
    addRecent(start);
    start->addStretch(1);
    addLessons(lessons);
}

/// \param mark  precedes the title, such as a lesson's number
QPushButton* StartPage::addEntry(QBoxLayout* column, const QString& title, const QString& text,
                                 const QString& mark) {
    auto* entry = new QPushButton(column->parentWidget());
    entry->setProperty("role", "card");
    entry->setAccessibleName(text.isEmpty() ? title : title + QStringLiteral(": ") + text);
    auto* row = new QHBoxLayout(entry);
    row->setContentsMargins(10, 6, 10, 6);
    row->setSpacing(10);
    if (!mark.isEmpty()) {
        auto* number = label(mark, "muted");
        withTextScale(*number, [number] { number->setFixedWidth(scaled(16)); });
        number->setAlignment(Qt::AlignRight | Qt::AlignTop);
        row->addWidget(number, 0, Qt::AlignTop);
    }
    auto* lines = new QVBoxLayout;
    lines->setSpacing(0);
    row->addLayout(lines, 1);
    lines->addWidget(label(title, "title"));
    if (!text.isEmpty()) {
        lines->addWidget(label(text, "muted"));
    }
    for (auto* part : entry->findChildren<QLabel*>()) {
        part->setAttribute(Qt::WA_TransparentForMouseEvents);
    }
    // A button asks its style for its size, which ignores its children.
    withTextScale(*entry, [entry, row] { entry->setMinimumHeight(row->sizeHint().height()); });
    entry->setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Minimum);
    column->addWidget(entry);
    return entry;
}

void StartPage::addBack(QBoxLayout* column) {
    auto* entry = addEntry(column, tr("Back to %1").arg(m_backTo), tr("Or Esc."));
    entry->setObjectName(QStringLiteral("startBack"));
    connect(entry, &QPushButton::clicked, this, &StartPage::left);
    column->addSpacing(12);
}

/// The page covers the banner with the same offer.
void StartPage::addUnsaved(QBoxLayout* column) {
    if (m_unsaved.empty()) {
        return;
    }
    column->addWidget(label(tr("Unsaved work"), "section"));
    for (const UnsavedWork& work : m_unsaved) {
        auto* entry =
            addEntry(column, tr("Restore “%1”").arg(work.name),
                     tr("It was kept when Warpbench ended unexpectedly (%1).").arg(work.time));
        entry->setObjectName(QStringLiteral("startRestore"));
        connect(entry, &QPushButton::clicked, this,
                [this, file = work.file] { emit restoreWanted(file); });
    }
    column->addSpacing(12);
}

void StartPage::addTour(QBoxLayout* column) {
    column->addWidget(label(tr("First time here?"), "section"));
    auto* entry = addEntry(column, tr("Tour of the window"),
                           tr("Six steps, in the first lesson; Esc ends it at any time."));
    connect(entry, &QPushButton::clicked, this, &StartPage::tourWanted);
    column->addSpacing(12);
}

void StartPage::addNew(QBoxLayout* column) {
    column->addWidget(label(tr("New project"), "section"));
    const auto& templates = projectTemplates();
    for (std::size_t i = 0; i < templates.size(); ++i) {
        auto* entry = addEntry(column, templates[i].name, templates[i].description);
        connect(entry, &QPushButton::clicked, this, [this, i] { emit newWanted(int(i)); });
    }
    column->addSpacing(12);
}

void StartPage::addRecent(QBoxLayout* column) {
    column->addWidget(label(tr("Open"), "section"));
    auto* other = addEntry(column, tr("A project or a CUDA source…"),
                           tr("Buffers and launches of a .cu are guessed from its kernels."));
    connect(other, &QPushButton::clicked, this, &StartPage::fileDialogWanted);
    for (const QString& file : settings::recentFiles().mid(0, kMostRecent)) {
        const QFileInfo info(file);
        const QString folder = fontMetrics().elidedText(QDir::toNativeSeparators(info.path()),
                                                        Qt::ElideMiddle, kStartWidth - 40);
        auto* entry = addEntry(column, info.fileName(), folder);
        entry->setToolTip(QDir::toNativeSeparators(file));
        connect(entry, &QPushButton::clicked, this, [this, file] { emit openWanted(file); });
    }
}

void StartPage::addLessons(QBoxLayout* column) {
    column->addWidget(label(tr("Lessons"), "section"));
    if (!window()->isVisible()) { // included in the first frame
        return takeLessons(column, findExamples());
    }
    // Cancelled if the page is rebuilt before the examples arrive.
    inBackground(widget(), findExamples, [this, column](const std::vector<Example>& lessons) {
        takeLessons(column, lessons);
    });
}

void StartPage::takeLessons(QBoxLayout* column, const std::vector<Example>& lessons) {
    QString level;
    int number = 0;
    QWidget* before = widget()->findChildren<QPushButton*>().last();
    for (const Example& lesson : lessons) {
        if (lesson.level != level) {
            level = lesson.level;
            column->addSpacing(number == 0 ? 0 : 6);
            column->addWidget(label(level, "muted"));
        }
        auto* entry = addEntry(column, lesson.name, lesson.teaches, QString::number(++number));
        setTabOrder(before, entry); // other parts of the window may have been created meanwhile
        before = entry;
        if (const auto tasks = settings::tasksDone(lesson.id); tasks.all > 0) {
            auto* done = label(tr("%1 of %2 done").arg(tasks.done).arg(tasks.all),
                               tasks.done == tasks.all ? "success" : "muted");
            done->setObjectName(QStringLiteral("lessonDone"));
            done->setWordWrap(false);
            done->setAttribute(Qt::WA_TransparentForMouseEvents);
            static_cast<QHBoxLayout*>(entry->layout())->addWidget(done, 0, Qt::AlignTop);
            entry->setAccessibleName(entry->accessibleName() + QStringLiteral(", ") + done->text());
        }
        connect(entry, &QPushButton::clicked, this,
                [this, path = lesson.path] { emit openWanted(path); });
    }
    if (number == 0) {
        column->addWidget(label(tr("No lessons are installed."), "muted"));
    }
    column->addStretch(1);
    // After the events with which Qt shows new widgets in a visible window.
    QMetaObject::invokeMethod(
        widget(), [this] { m_complete = true; }, Qt::QueuedConnection);
}

} // namespace warpbench::ui
