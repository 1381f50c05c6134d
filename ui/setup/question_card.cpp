// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/setup/question_card.h"

#include "ui/documents/project_document.h"
#include "ui/fields/form.h"
#include "ui/theme/icon_label.h"
#include "ui/words/question_words.h"
#include "ui/words/text.h"

#include <QHBoxLayout>
#include <QLabel>
#include <QPushButton>
#include <QToolButton>
#include <QVBoxLayout>

#include <algorithm>

namespace warpbench::ui {

namespace {

QPushButton* makeLink(const QString& text, const QString& tip) {
    auto* button = new QPushButton(text);
    button->setProperty("role", "link");
    button->setToolTip(tip);
    button->setAutoDefault(false);
    return button;
}

} // namespace

QuestionCard::QuestionCard(ProjectDocument& document, QWidget* parent)
    : QFrame(parent)
    , m_document(document)
    , m_title(new QLabel)
    , m_text(new QLabel)
    , m_show(makeLink(tr("Show"), tr("Go to the field that answers this")))
    , m_done(makeLink(tr("It Is Right"), tr("Do not ask this again: it is right as it is")))
    , m_back(makeIconButton(QStringLiteral("up"), tr("The one before")))
    , m_on(makeIconButton(QStringLiteral("down"), tr("The next one"))) {
    setObjectName(QStringLiteral("questionCard"));
    setProperty("role", "strip");
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(kMargin, kGap, kMargin, kSmallGap);
    layout->setSpacing(kSmallGap);
    auto* head = new QHBoxLayout;
    head->setSpacing(kSmallGap);
    head->addWidget(new IconLabel(QStringLiteral("info"), IconTint::warning));
    m_title->setProperty("role", "section");
    head->addWidget(m_title, 1);
    head->addWidget(m_back);
    head->addWidget(m_on);
    layout->addLayout(head);
    m_text->setObjectName(QStringLiteral("questionText"));
    m_text->setWordWrap(true);
    m_text->setMinimumWidth(1); // a long name wraps instead of widening the panel
    layout->addWidget(m_text);
    auto* buttons = new QHBoxLayout;
    m_show->setObjectName(QStringLiteral("questionShow"));
    m_done->setObjectName(QStringLiteral("questionDone"));
    buttons->addWidget(m_show);
    buttons->addWidget(m_done);
    buttons->addStretch();
    layout->addLayout(buttons);
    connect(m_back, &QToolButton::clicked, this, [this] { step(-1); });
    connect(m_on, &QToolButton::clicked, this, [this] { step(1); });
    connect(m_done, &QPushButton::clicked, this,
            [this] { m_document.answerQuestion(std::size_t(m_current)); });
    connect(m_show, &QPushButton::clicked, this,
            [this] { emit placeWanted(m_document.questions().at(std::size_t(m_current))); });
    connect(&m_document, &ProjectDocument::questionsChanged, this, &QuestionCard::refresh);
    connect(&m_document, &ProjectDocument::changed, this, &QuestionCard::takeAnswers);
    refresh();
}

void QuestionCard::step(int by) {
    m_current += by;
    refresh();
}

/// Drops assumptions of zeros for variables that have values now.
void QuestionCard::takeAnswers() {
    const auto& questions = m_document.questions();
    const auto& constants = m_document.project().constants;
    const auto answered =
        std::find_if(questions.begin(), questions.end(), [&](const guess::Question& question) {
            const auto found = constants.find(question.name);
            return question.kind == guess::Question::Kind::unset_constant &&
                   found != constants.end() &&
                   std::any_of(found->second.value.begin(), found->second.value.end(),
                               [](const project::Expression& value) { return value.text != "0"; });
        });
    if (answered != questions.end()) {
        m_document.answerQuestion(std::size_t(answered - questions.begin()));
    }
    refresh(); // fields may have appeared or disappeared
}

void QuestionCard::refresh() {
    const auto& questions = m_document.questions();
    const int count = int(questions.size());
    setVisible(count > 0);
    m_current = std::clamp(m_current, 0, std::max(0, count - 1));
    if (count == 0) {
        return;
    }
    const guess::Question& question = questions[std::size_t(m_current)];
    m_title->setText(count == 1 ? tr("Please check")
                                : tr("Please check (%1 of %2)").arg(m_current + 1).arg(count));
    m_text->setText(questionText(question));
    // A number used only by host code has no field in the set-up.
    using Subject = guess::Question::Subject;
    m_show->setVisible(question.subject != Subject::program &&
                       (question.subject != Subject::parameter ||
                        m_document.project().parameters.contains(question.name)));
    m_back->setVisible(count > 1);
    m_on->setVisible(count > 1);
    m_back->setEnabled(m_current > 0);
    m_on->setEnabled(m_current + 1 < count);
}

} // namespace warpbench::ui
