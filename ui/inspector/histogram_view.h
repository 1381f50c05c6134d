// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/arrays/summary.h"

#include <QString>
#include <QWidget>

#include <optional>

class QLabel;
class QStackedLayout;
class QToolButton;

namespace warpbench::ui {

class Plot;

/// A histogram of a buffer's values: one column per bin of a summary. Hovering shows a bin's range
/// and count; a click goes to its next element.
class HistogramView : public QWidget {
    Q_OBJECT

  public:
    explicit HistogramView(QWidget* parent = nullptr);

    /// \param summary  with bins; without finite values the histogram is empty
    void setSummary(const arrays::Summary& summary);
    /// Replaces the histogram by a text.
    void setMessage(const QString& message);
    const QString& message() const { return m_message; }
    /// The bins shown; empty: a message is shown instead.
    const std::optional<arrays::Summary>& summary() const { return m_summary; }
    /// A bin in words; empty if it does not exist.
    QString textOf(int bin) const;

  signals:
    void binClicked(int bin);

  private:
    void draw();
    void showBin(int bin);
    int binAt(double x) const;

    std::optional<arrays::Summary> m_summary;
    QString m_message;
    QStackedLayout* m_pages = nullptr; ///< 0: message, 1: histogram
    QLabel* m_messageLabel = nullptr;
    QLabel* m_bins = nullptr; ///< describes the bin under the mouse, or else all bins
    QToolButton* m_logarithmic = nullptr;
    Plot* m_plot = nullptr;
};

} // namespace warpbench::ui
