// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/setup/source_card.h"

#include "ui/fields/form.h"
#include "ui/words/text.h"
#include "ui/workbench/workbench.h"

#include <QHBoxLayout>
#include <QLabel>
#include <QPushButton>
#include <QVBoxLayout>

namespace warpbench::ui {

SourceCard::SourceCard(Workbench& bench, QWidget* parent)
    : QFrame(parent)
    , m_bench(bench)
    , m_text(new QLabel)
    , m_take(new QPushButton)
    , m_keep(new QPushButton) {
    setObjectName(QStringLiteral("sourceCard"));
    setProperty("role", "strip");
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(kMargin, kGap, kMargin, kSmallGap);
    layout->setSpacing(kSmallGap);
    m_text->setObjectName(QStringLiteral("sourceCardText"));
    m_text->setWordWrap(true);
    m_text->setMinimumWidth(1); // a long name wraps instead of widening the panel
    layout->addWidget(m_text);
    auto* buttons = new QHBoxLayout;
    for (QPushButton* button : {m_take, m_keep}) {
        button->setProperty("role", "link");
        button->setAutoDefault(false);
        buttons->addWidget(button);
    }
    // Texts depend on the question; accessible names are fixed.
    m_take->setAccessibleName(tr("Take the source's number"));
    m_keep->setAccessibleName(tr("Keep the set-up's number"));
    m_take->setObjectName(QStringLiteral("sourceCardTake"));
    m_keep->setObjectName(QStringLiteral("sourceCardKeep"));
    buttons->addStretch();
    layout->addLayout(buttons);
    connect(m_take, &QPushButton::clicked, this, &SourceCard::take);
    connect(m_keep, &QPushButton::clicked, this, &SourceCard::keep);
    connect(&bench.document, &ProjectDocument::sourceReplaced, this, &SourceCard::begin);
    connect(&bench.document, &ProjectDocument::changed, this, &SourceCard::refresh);
    connect(&bench.kernels, &KnownKernels::scanned, this, [this] {
        if (!m_bench.document.project().parameters.empty()) {
            m_now = numbersOfSource(ss(m_bench.document.source()));
            refresh();
        }
    });
    begin();
}

void SourceCard::begin() {
    m_before = m_now = numbersOfSource(ss(m_bench.document.source()));
    refresh();
}

void SourceCard::refresh() {
    m_changed = changedNumber(m_bench.document.project(), m_before, m_now);
    setVisible(m_changed.has_value());
    if (!m_changed) {
        return;
    }
    m_text->setText(tr("%1 is now %2 in the source, but %3 in the set-up, which runs use.")
                        .arg(qs(m_changed->name), qs(m_changed->source), qs(m_changed->here)));
    m_take->setText(tr("Take %1").arg(qs(m_changed->source)));
    m_keep->setText(tr("Keep %1").arg(qs(m_changed->here)));
    for (QPushButton* button : {m_take, m_keep})
        button->setAccessibleName(button->text());
}

void SourceCard::take() {
    const ChangedNumber changed = m_changed.value();
    m_bench.document.edit(
        tr("Take %1 from the source").arg(qs(changed.name)),
        [&](project::Project& project) { project.parameters[changed.name].text = changed.source; });
}

void SourceCard::keep() {
    const std::string name = m_changed.value().name;
    m_before[name] = m_now[name];
    refresh();
}

} // namespace warpbench::ui
