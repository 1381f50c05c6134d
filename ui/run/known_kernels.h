// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/compile/compile.h"

#include <QObject>
#include <QStringList>
#include <QTimer>

#include <vector>

namespace warpbench::ui {

class ProjectDocument;
class Results;

/// The kernels of the source: first from a quick scan shortly after each edit, then from the
/// compiler once it has compiled the same text.
class KnownKernels : public QObject {
    Q_OBJECT

  public:
    KnownKernels(const ProjectDocument& document, const Results& results,
                 QObject* parent = nullptr);

    const std::vector<compile::KernelInfo>& kernels() const { return m_kernels; }
    const QStringList& templates() const { return m_templates; } ///< names of kernel templates
    /// Kernels whose threads process more than one element in a loop, or may do so.
    const QStringList& withLoops() const { return m_withLoops; }

  signals:
    void changed();
    void scanned(); ///< templates and loops are up to date

  private:
    void scan();
    void takeCode();

    const ProjectDocument& m_document;
    const Results& m_results;
    QTimer m_timer;
    std::vector<compile::KernelInfo> m_kernels;
    QStringList m_templates;
    QStringList m_withLoops;
};

} // namespace warpbench::ui
