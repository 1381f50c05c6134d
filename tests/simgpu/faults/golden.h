// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QMap>
#include <QString>
#include <QStringList>
#include <QVector>

/// The expectations for kernels in the comments of their CUDA source. A marker is on the line that
/// it refers to, so that line numbers cannot drift:
///
///     //! RUN GRIDxBLOCK [shared=BYTES] [cluster=BLOCKS] [cooperative] [limit=SECONDS] [free=in]
///         before a kernel: how to launch it; a kernel without FAULT must not report anything
///     //! FAULT KERNEL KIND [block=x,y,z] [thread=x,y,z] [size=BYTES] [address=A] ["TEXT"]…
///         the first fault, of this kind, names this line; TEXT is part of its sentence
///     //! OTHER KERNEL…   the other line of the race
///     //! SAME KERNEL     the other line of the race is the same as the fault's
///     //! CALLED KERNEL   a call on this line leads to the inlined line; innermost first
///     //! ALSO KERNEL KIND   faults of this kind may follow
///     //! ANY KERNEL      races at other lines may follow
///     //! FINDING KERNEL KIND ["TEXT"]…   this line is named by the only finding, or the first one
///     //! BOTH KERNEL     the other line of the fault, and the line of a finding,
///     divergent_barrier
///     //! BRANCH KERNEL   the branch that a finding names
namespace golden {

struct Kernel {
    QString name;
    unsigned blocks = 1, threads = 32, shared = 0, cluster = 1;
    bool cooperative = false;
    bool freeIn = false; ///< free `in` before the launch
    double limit = 60;   ///< seconds

    QString kind; ///< of the expected fault; empty: none
    unsigned line = 0, otherLine = 0;
    QVector<unsigned> calledAt;
    QMap<QString, QString> fields; ///< block, thread, size, address
    QStringList texts;
    QStringList alsoKinds;
    bool otherLinesToo = false;

    QString finding; ///< kind of the expected finding; empty: none
    unsigned findingLine = 0, branchLine = 0;
    QStringList findingTexts;
};

/// Kernels in source order. Ends the program if a marker is invalid.
QVector<Kernel> kernelsOf(const QString& source);

} // namespace golden
