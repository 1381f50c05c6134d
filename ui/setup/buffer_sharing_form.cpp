// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/setup/buffer_sharing_form.h"

#include "ui/documents/evaluation.h"
#include "ui/fields/expression_field.h"
#include "ui/words/text.h"

#include <QComboBox>
#include <QGridLayout>
#include <QLabel>
#include <QSignalBlocker>

namespace warpbench::ui {

namespace {

/// Which part of a buffer each device has, and how to combine results of several devices.
enum class Sharing { whole, rows, sum, min, max };

Sharing sharingOf(const project::Buffer& buffer) {
    if (buffer.split || !buffer.reduce) {
        return buffer.split ? Sharing::rows : Sharing::whole;
    }
    return *buffer.reduce == project::Reduction::sum   ? Sharing::sum
           : *buffer.reduce == project::Reduction::min ? Sharing::min
                                                       : Sharing::max;
}

void setSharing(project::Buffer& buffer, Sharing sharing) {
    buffer.split = sharing == Sharing::rows;
    buffer.reduce.reset();
    if (!buffer.split) {
        buffer.halo.reset();
    }
    if (sharing == Sharing::sum) {
        buffer.reduce = project::Reduction::sum;
    } else if (sharing == Sharing::min) {
        buffer.reduce = project::Reduction::min;
    } else if (sharing == Sharing::max) {
        buffer.reduce = project::Reduction::max;
    }
}

} // namespace

BufferSharingForm::BufferSharingForm(ProjectDocument& document, QWidget* parent)
    : BufferSection(document, parent) {
    QGridLayout* grid = makeGrid();
    m_sharing = new QComboBox;
    m_sharing->setObjectName(QStringLiteral("sharing"));
    m_sharing->setAccessibleName(tr("Share of each device"));
    m_sharing->setSizeAdjustPolicy(QComboBox::AdjustToMinimumContentsLengthWithIcon);
    m_sharing->setMinimumContentsLength(10);
    m_sharing->addItem(tr("all of it, to read"), int(Sharing::whole));
    m_sharing->addItem(tr("its own rows"), int(Sharing::rows));
    m_sharing->addItem(tr("all of it, added up at the end"), int(Sharing::sum));
    m_sharing->addItem(tr("all of it, minimum at the end"), int(Sharing::min));
    m_sharing->addItem(tr("all of it, maximum at the end"), int(Sharing::max));
    m_haloName = new QLabel(tr("Halo"));
    m_haloName->setContentsMargins(0, 5, 0, 0);
    m_halo = new ExpressionField(tr("Rows of neighbours"));
    m_halo->setObjectName(QStringLiteral("halo"));
    m_halo->setPlaceholder(QStringLiteral("0"));
    m_halo->setToolTip(tr("Rows of its neighbours that each device keeps before and after its own; "
                          "they are updated between launches"));
    grid->addWidget(new QLabel(tr("Each has")), 0, 0);
    grid->addWidget(m_sharing, 0, 1);
    grid->addWidget(m_haloName, 1, 0, Qt::AlignTop);
    grid->addWidget(m_halo, 1, 1);
    connect(m_sharing, &QComboBox::activated, this, [this] {
        const auto sharing = Sharing(m_sharing->currentData().toInt());
        edit({}, [sharing](project::Buffer& buffer) { setSharing(buffer, sharing); });
    });
    connect(m_halo, &ExpressionField::edited, this, [this](const QString& text) {
        const std::string value = ss(text.trimmed());
        edit(QStringLiteral("halo"), [&](project::Buffer& buffer) {
            buffer.halo =
                value.empty() ? std::nullopt : std::optional(project::Expression{value, {}});
        });
    });
}

void BufferSharingForm::refresh(const project::Buffer& buffer) {
    const QSignalBlocker block(m_sharing);
    m_sharing->setCurrentIndex(m_sharing->findData(int(sharingOf(buffer))));
    const bool any = buffer.split || buffer.halo;
    m_haloName->setVisible(any);
    m_halo->setVisible(any);
    if (!any) {
        return;
    }
    m_halo->setText(buffer.halo ? qs(buffer.halo->text) : QString());
    Evaluated evaluated;
    if (buffer.halo) {
        evaluated = Evaluation(project()).integer(buffer.halo->text, 0);
        if (!buffer.split) {
            evaluated.error = tr("A halo needs a buffer of which each device has its own rows");
        }
    }
    m_halo->setEvaluated(evaluated);
}

} // namespace warpbench::ui
