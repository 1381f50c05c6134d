// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/setup/launch_options.h"

#include "ui/fields/expression_field.h"
#include "ui/fields/extent_editor.h"
#include "ui/fields/form.h"
#include "ui/theme/fonts.h"
#include "ui/words/text.h"

#include <QCheckBox>
#include <QFormLayout>
#include <QHBoxLayout>
#include <QLabel>
#include <QLineEdit>
#include <QVBoxLayout>

namespace warpbench::ui {

LaunchOptions::LaunchOptions(QWidget* parent)
    : QWidget(parent)
    , m_repeat(new ExpressionField(tr("Launches per pass")))
    , m_stream(new QLineEdit)
    , m_priority(new ExpressionField(tr("Priority of the stream")))
    , m_maxShared(new ExpressionField(tr("Limit of dynamic shared memory in bytes")))
    , m_cooperative(new QCheckBox(tr("&Cooperative launch")))
    , m_programmatic(new QCheckBox(tr("May overlap the launch before"))) {
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(kGap);
    layout->addWidget(makeSection(tr("Launch options")));
    m_repeat->setPlaceholder(QStringLiteral("1"));
    m_repeat->setObjectName(QStringLiteral("launchRepeat"));
    m_repeat->setToolTip(
        tr("Launches it this many times in every pass; its time is divided by that number"));
    m_stream->setObjectName(QStringLiteral("launchStream"));
    useCodeFont(*m_stream);
    m_stream->setAccessibleName(tr("Stream"));
    m_stream->setPlaceholderText(tr("default stream"));
    m_stream->setToolTip(tr("Launches in one stream run in order; those in different streams may "
                            "run at the same time"));
    m_priority->setObjectName(QStringLiteral("launchPriority"));
    m_priority->setPlaceholder(QStringLiteral("0"));
    m_priority->setToolTip(tr("Blocks of a stream with a smaller number go first; 0 is the lowest "
                              "priority. The default stream does not take one"));
    m_programmatic->setObjectName(QStringLiteral("launchProgrammatic"));
    m_programmatic->setToolTip(
        tr("Programmatic dependent launch (compute capability 9.0 and later): the kernel waits "
           "itself, with cudaGridDependencySynchronize(). Both are timed together"));
    m_maxShared->setObjectName(QStringLiteral("launchMaxShared"));
    m_maxShared->setPlaceholder(QStringLiteral("49152"));
    m_maxShared->setToolTip(tr("Raises the kernel's limit of dynamic shared memory, for more than "
                               "48 KiB (cudaFuncAttributeMaxDynamicSharedMemorySize)"));
    m_cooperative->setObjectName(QStringLiteral("launchCooperative"));
    m_cooperative->setToolTip(tr("Runs all blocks at once, so that the grid can synchronise"));
    m_form = makeForm();
    m_form->addRow(tr("Repeat"), m_repeat);
    m_form->addRow(tr("Stream"), m_stream);
    m_form->addRow(tr("Priority"), m_priority);
    m_clusterBox = buildCluster();
    m_form->addRow(tr("Cluster"), m_clusterBox);
    m_form->addRow(tr("Max shared"), m_maxShared);
    layout->addLayout(m_form);
    layout->addWidget(m_cooperative);
    layout->addWidget(m_programmatic);
    connect(m_repeat, &ExpressionField::edited, this, [this](const QString& text) {
        setOptional(tr("Change repeat"), QStringLiteral("repeat"), text, &project::Launch::repeat);
    });
    connect(m_maxShared, &ExpressionField::edited, this, [this](const QString& text) {
        setOptional(tr("Change the limit of shared memory"), QStringLiteral("maxShared"), text,
                    &project::Launch::maxDynamicShared);
    });
    connect(m_stream, &QLineEdit::textEdited, this, [this](const QString& text) {
        emit edited(
            tr("Change stream"),
            [name = ss(text.trimmed())](project::Launch& launch) { launch.stream = name; },
            QStringLiteral("stream"));
    });
    connect(m_cooperative, &QCheckBox::clicked, this, [this](bool on) {
        emit edited(tr("Change cooperative launch"),
                    [on](project::Launch& launch) { launch.cooperative = on; }, {});
    });
    connect(m_priority, &ExpressionField::edited, this, [this](const QString& text) {
        setOptional(tr("Change priority"), QStringLiteral("priority"), text,
                    &project::Launch::priority);
    });
    connect(m_programmatic, &QCheckBox::clicked, this, [this](bool on) {
        emit edited(tr("Change overlapping"),
                    [on](project::Launch& launch) { launch.programmatic = on; }, {});
    });
}

QWidget* LaunchOptions::buildCluster() {
    auto* box = new QWidget;
    box->setToolTip(tr("Blocks of a cluster along x, y and z (compute capability 9.0 and later); "
                       "the grid must be a multiple of it"));
    auto* column = new QVBoxLayout(box);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(2);
    auto* row = new QHBoxLayout;
    row->setSpacing(kSmallGap);
    column->addLayout(row);
    m_clusterProblem = makeProblem();
    column->addWidget(m_clusterProblem);
    static const char* const axes[] = {"x", "y", "z"};
    for (std::size_t axis = 0; axis < 3; ++axis) {
        auto* field = new ExpressionField(tr("Cluster %1").arg(QLatin1String(axes[axis])));
        field->setObjectName(QStringLiteral("cluster%1").arg(QLatin1String(axes[axis])));
        field->setPlaceholder(axis == 0 ? tr("none") : QStringLiteral("1"));
        field->setValueShown(false);
        field->setErrorShown(false);
        m_cluster[axis] = field;
        row->addWidget(field, 1, Qt::AlignTop);
        connect(field, &ExpressionField::edited, this,
                [this, axis](const QString& text) { setClusterExtent(axis, text); });
    }
    return box;
}

void LaunchOptions::setClusterExtent(std::size_t axis, const QString& text) {
    emit edited(
        tr("Change cluster"),
        [axis, value = ss(text.trimmed())](project::Launch& launch) {
            auto& cluster = launch.cluster;
            if (cluster.size() <= axis) {
                cluster.resize(axis + 1, project::Expression{"1", {}});
            }
            cluster[axis].text = value;
            while (!cluster.empty() && cluster.back().text.empty()) {
                cluster.pop_back();
            }
        },
        QStringLiteral("cluster%1").arg(axis));
}

void LaunchOptions::setOptional(const QString& step, const QString& field, const QString& typed,
                                std::optional<project::Expression> project::Launch::*member) {
    const QString text = typed.trimmed();
    emit edited(
        step,
        [member, text](project::Launch& launch) {
            launch.*member =
                text.isEmpty() ? std::nullopt : std::optional(project::Expression{ss(text), {}});
        },
        field);
}

void LaunchOptions::display(const project::Launch& launch, const Evaluation& evaluation) {
    const auto show = [&](ExpressionField* field, const std::optional<project::Expression>& value,
                          std::int64_t least) {
        field->setText(value ? qs(value->text) : QString());
        field->setEvaluated(value ? evaluation.integer(value->text, least) : Evaluated{});
    };
    show(m_repeat, launch.repeat, 1);
    show(m_maxShared, launch.maxDynamicShared, 0);
    show(m_priority, launch.priority, -1000);
    m_form->setRowVisible(m_priority, !launch.stream.empty() || launch.priority);
    if (m_stream->text().trimmed() != qs(launch.stream)) {
        m_stream->setText(qs(launch.stream));
    }
    m_cooperative->setChecked(launch.cooperative);
    m_programmatic->setChecked(launch.programmatic);
    m_programmatic->setVisible(!launch.step);
    // Generated kernels use none of these.
    m_form->setRowVisible(m_clusterBox, !launch.step);
    m_form->setRowVisible(m_maxShared, !launch.step);
    m_cooperative->setVisible(!launch.step);
    const auto grid = evaluation.integers(launch.grid, 1);
    for (std::size_t axis = 0; axis < 3; ++axis) {
        const bool given = axis < launch.cluster.size();
        Evaluated value = given ? evaluation.integer(launch.cluster[axis].text, 1) : Evaluated{};
        const std::int64_t blocks = grid && axis < grid->size() ? (*grid)[axis] : 1;
        if (given && value.ok() && value.number && grid && blocks % std::int64_t(*value.number)) {
            value.error = tr("The grid has %1 blocks here: not a multiple").arg(blocks);
        }
        m_cluster[axis]->setText(given ? qs(launch.cluster[axis].text) : QString());
        m_cluster[axis]->setEvaluated(value);
    }
    showProblem(*m_clusterProblem, {m_cluster[0], m_cluster[1], m_cluster[2]});
}

} // namespace warpbench::ui
