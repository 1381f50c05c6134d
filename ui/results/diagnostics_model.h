// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/compile/compile.h"
#include "core/report/run_report.h"

#include <QAbstractTableModel>

#include <vector>

namespace warpbench::ui {

/// The source of a problem.
enum class ProblemOrigin { nvrtc, nvcc, ptxas, fault, check, run, project };
QString nameOf(ProblemOrigin origin); ///< "nvrtc", as the list shows it

/// A line of the problem list: a compiler diagnostic, a fault of the kernel, or an error in the
/// project.
struct Problem {
    compile::Severity severity = compile::Severity::error;
    QString text;
    QString file; ///< as the compiler names it; empty: none
    int line = 0; ///< from 1; 0: none
    int column = 0;
    QString code; ///< "177-D"
    ProblemOrigin origin = ProblemOrigin::nvrtc;
    QString buffer; ///< the buffer whose check failed

    bool operator==(const Problem&) const = default;
};

/// Diagnostics with their notes, in the compiler's order.
std::vector<Problem> problemsOf(const std::vector<compile::Diagnostic>& diagnostics);
Problem problemOf(const session::Fault& fault);
/// All problems of a run: compiler diagnostics, both sides of each fault, failed checks, or else
/// why the run ended early. Empty only if the run was successful or stopped.
std::vector<Problem> problemsOf(const session::RunReport& report);
Problem problemOf(const Error& error);

/// The problem list as a table: text, place, origin.
class DiagnosticsModel final : public QAbstractTableModel {
    Q_OBJECT

  public:
    enum Column { TextColumn, PlaceColumn, OriginColumn, ColumnCount };

    using QAbstractTableModel::QAbstractTableModel;

    void setProblems(std::vector<Problem> problems);
    const std::vector<Problem>& problems() const { return m_problems; }
    int errorCount() const;
    int warningCount() const;

    int rowCount(const QModelIndex& parent = {}) const override;
    int columnCount(const QModelIndex& parent = {}) const override;
    QVariant data(const QModelIndex& index, int role) const override;
    QVariant headerData(int section, Qt::Orientation orientation, int role) const override;

  private:
    std::vector<Problem> m_problems;
};

} // namespace warpbench::ui
