// SPDX-License-Identifier: GPL-3.0-or-later
// Where a buffer is: its kind of memory, and its distribution over devices.
#include "ui/fields/form.h"
#include "ui/setup/buffer_section.h"

namespace warpbench::ui {

using project::Buffer;
using project::MemoryKind;

namespace {

/// Which part of a buffer each device has, and how to combine results of several devices.
enum class Sharing { whole, rows, sum, min, max };

Sharing sharingOf(const Buffer& buffer) {
    if (buffer.split || !buffer.reduce) {
        return buffer.split ? Sharing::rows : Sharing::whole;
    }
    return *buffer.reduce == project::Reduction::sum   ? Sharing::sum
           : *buffer.reduce == project::Reduction::min ? Sharing::min
                                                       : Sharing::max;
}

void setSharing(Buffer& buffer, Sharing sharing) {
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

QString memoryProblem(const Buffer& buffer) {
    return (buffer.split || buffer.halo) && buffer.memory != MemoryKind::device
               ? BufferMemoryForm::tr("Devices can share only plain device memory")
               : QString();
}

} // namespace

BufferMemoryForm::BufferMemoryForm(ProjectDocument& document, QWidget* parent)
    : BufferSection(document, parent) {
    auto* problem = makeProblem();
    addRow({.label = tr("Memory"),
            .name = "memoryKind",
            .says = tr("Kind of memory"),
            .tip = tr("For pitched memory, pitch(NAME) is the distance between two rows in bytes"),
            .input = choiceInput(
                {{tr("the device's"), int(MemoryKind::device)},
                 {tr("managed: pages migrate on access"), int(MemoryKind::managed)},
                 {tr("mapped: the host's, accessed over the bus"), int(MemoryKind::mapped)},
                 {tr("pitched: rows 512 bytes apart, or a multiple"), int(MemoryKind::pitched)}},
                10),
            .value = at(&Buffer::memory),
            .problem = [](const Buffer& b, const Evaluation&) { return memoryProblem(b); },
            .prepare = [problem](const Buffer& b) { showProblem(*problem, memoryProblem(b)); }});
    addWide(problem);
}

BufferSharingForm::BufferSharingForm(ProjectDocument& document, QWidget* parent)
    : BufferSection(document, parent) {
    addRow({.label = tr("Each has"),
            .name = "sharing",
            .says = tr("Share of each device"),
            .input = choiceInput({{tr("all of it, to read"), int(Sharing::whole)},
                                  {tr("its own rows"), int(Sharing::rows)},
                                  {tr("all of it, added up at the end"), int(Sharing::sum)},
                                  {tr("all of it, minimum at the end"), int(Sharing::min)},
                                  {tr("all of it, maximum at the end"), int(Sharing::max)}},
                                 10),
            .value = {[](const Buffer& b) { return toField(sharingOf(b)); },
                      [](Buffer& b, const QVariant& v) { setSharing(b, Sharing(v.toInt())); }}});
    addRow({.label = tr("Halo"),
            .name = "halo",
            .says = tr("Rows of neighbours"),
            .tip = tr("Rows of its neighbours that each device keeps before and after its own; "
                      "they are updated between launches"),
            .placeholder = QStringLiteral("0"),
            .input = expressionInput(),
            .value = at(&Buffer::halo),
            .evaluate = integerFrom(0),
            .problem =
                [](const Buffer& b, const Evaluation&) {
                    return b.halo && !b.split
                               ? tr("A halo needs a buffer of which each device has its own rows")
                               : QString();
                },
            .visible = [](const Buffer& b) { return b.split || b.halo; }});
}

} // namespace warpbench::ui
