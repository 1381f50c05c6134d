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

/// How often which values are in a buffer: a column for each bin of a summary. The mouse tells a
/// bin's range and count, and a click asks for its next element.
class HistogramView : public QWidget {
    Q_OBJECT

  public:
    explicit HistogramView(QWidget* parent = nullptr);

    /// \param summary  with bins; of one without finite values there is nothing to draw
    void setSummary(const memory::Summary& summary);
    /// Instead of a histogram.
    void setMessage(const QString& message);
    const QString& message() const { return m_message; }
    /// Bins and counts that are drawn; empty: a message is there.
    const std::optional<memory::Summary>& summary() const { return m_summary; }
    /// A bin in words; empty where there is none.
    QString textOf(int bin) const;

  signals:
    void binClicked(int bin);

  private:
    void draw();
    void showBin(int bin);
    int binAt(double x) const;

    std::optional<memory::Summary> m_summary;
    QString m_message;
    QStackedLayout* m_pages = nullptr; ///< 0: message, 1: histogram
    QLabel* m_messageLabel = nullptr;
    QLabel* m_bins = nullptr; ///< the one under the mouse, or all of them, in words
    QToolButton* m_logarithmic = nullptr;
    Plot* m_plot = nullptr;
};

} // namespace warpbench::ui
