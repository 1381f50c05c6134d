// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/report/run_report.h"
#include "core/stepping/stepping.h"
#include "ui/inspector/element_grid.h"
#include "ui/inspector/element_pages.h"
#include "ui/inspector/element_text.h"
#include "ui/inspector/mismatch_map.h"
#include "ui/inspector/slice.h"
#include "ui/inspector/whole_buffer.h"
#include "ui/workbench/panel_parts.h"

#include <QWidget>

#include <memory>
#include <optional>

class QComboBox;
class QLabel;
class QLineEdit;
class QStackedLayout;
class QStackedWidget;
class QToolButton;

namespace warpbench::ui {

class CurveView;
class ElementTable;
class HistogramView;
class ImageView;
struct Workbench;

/// The contents of a run's buffers: a table of any slice, read page by page as rows come into view;
/// statistics, a histogram and a search of the whole; curves of a row; an image of 2-D buffers.
/// Where a check failed: its verdict, every wrong element marked, got beside expected, the way from
/// one wrong element to the next, and a map of them.
class BufferInspector : public QWidget, public PanelParts {
    Q_OBJECT

  public:
    explicit BufferInspector(QWidget* parent = nullptr);
    /// One that shows what the workbench holds.
    explicit BufferInspector(Workbench& bench);
    ~BufferInspector() override;

    /// What pages are read with, such as Session::read; empty: nothing can be read any more.
    void setReader(ElementPages::Reader reader);
    /// What whole buffers are looked through with, such as a Session's; empty: nothing is asked.
    void setWholeReader(WholeBufferReader reader);
    /// Shows the buffers of a run; keeps the buffer, slice and place that were looked at.
    void setReport(const session::RunReport& report);
    /// The same without a copy. \param report  not null
    void setReport(std::shared_ptr<const session::RunReport> report);
    /// Shows what the buffers hold while a launch is stepped through, and what of that has changed
    /// since the last pause.
    void setPause(const session::StepState& state);
    void clear();
    /// What is there before the first report: what to do, or that it comes.
    void setRunning(bool running);
    /// Chooses a buffer by its name; false where there is none of that name.
    bool showBuffer(const QString& name);
    QString currentBuffer() const;
    /// A buffer that only a run will fill is fine.
    bool showPart(const QString& part) override;
    /// Goes to the next wrong element from the current one, or back; past the last one it starts
    /// again.
    void stepToWrong(bool forward);
    /// Shows what it shows in the number format of today.
    void takeNumberFormat();

  signals:
    void bufferShown(const QString& name);

  protected:
    void showEvent(QShowEvent* event) override;

  private:
    enum View { kTableView, kCompareView, kImageView, kMapView, kHistogramView, kPlotView };
    enum Facet {
        kGot,
        kWanted,
        kDifference,
        kRelative,
        kUlp,
        kFacets
    }; ///< columns of the comparison

    /// A pause of stepping whose buffers are shown.
    struct ShownPause {
        std::string kernel;
        bool ended = false; ///< the launch
        std::uint64_t instructions = 0;

        bool isAt(const session::StepState& state) const;
    };

    QWidget* buildControls();
    QWidget* buildFacts();
    void showBuffersOf(std::shared_ptr<const session::RunReport> report, int first);
    void showRun(const Workbench& bench);
    void followStepping(const Workbench& bench);
    QString pauseText() const;
    bool hasChanged(std::int64_t element);
    View view() const;
    void chooseView();
    void offerViews();
    void showCurrent();
    void applySlice();
    void refuseSlice(const QString& why);
    void showTable();
    void showComparison();
    QString comparisonCell(std::int64_t element, Facet facet) const;
    void drawImage();
    void drawMap();
    void hoverPixel(int x, int y);
    void connectWholeViews();
    void forgetWhole();
    void askSummary();
    void showStatistics();
    void followLink(const QString& link);
    void drawHistogram();
    void drawCurves();
    void askCurves();
    void showCurves();
    void hoverCurve(std::int64_t position);
    QString placeText(std::int64_t element) const;
    /// \param what  is looked for, in words
    void search(const memory::Condition& condition, const QString& what, bool forward);
    void searchTyped(bool forward);
    void showCheck(const session::BufferReport& buffer);
    void showElement(const QString& place, std::int64_t element);
    void say(const QString& text);
    void goTo(const QString& text);
    void goToElement(std::int64_t element);
    void copySelection();
    void putOnClipboard(const memory::HostArray& array, const ElementRows& rows,
                        std::int64_t first);
    void copyComparison();
    void exportBuffer();
    void showSaved(const QString& path, const QString& problem);
    /// \param consumer  see session::ReadRequest
    /// \param failed  told why nothing came; empty: `say` is
    void readRange(std::uint64_t first, std::uint64_t count, const std::string& consumer,
                   std::function<void(const memory::HostArray&)> then,
                   std::function<void(const QString&)> failed = {});
    void rewrap();
    bool hexadecimal() const;
    QString textOf(ElementPages& pages, std::int64_t element) const;
    bool isWrong(std::int64_t element) const { return m_wrong && m_wrong->contains(element); }
    std::int64_t wrapFor(std::int64_t length) const;
    std::int64_t currentElement() const;
    const session::BufferReport* current() const;

    ElementPages::Reader m_reader;
    WholeBufferReader m_whole;
    WholeBufferQuestion m_summaryQuestion;
    WholeBufferQuestion m_searchQuestion;
    WholeBufferQuestion m_gotQuestion;        ///< of the curves
    WholeBufferQuestion m_wantedQuestion;     ///< of the curves of what is expected
    std::optional<memory::Summary> m_summary; ///< of the current buffer; empty: not known yet
    std::optional<memory::Envelope> m_gotCurves;
    std::optional<memory::Envelope> m_wantedCurves;
    std::int64_t m_found = -1; ///< the element that was last searched and found
    std::shared_ptr<const session::RunReport> m_report; ///< null: none yet
    std::unique_ptr<ElementPages> m_pages;
    std::unique_ptr<ElementPages> m_wanted;             ///< what the buffer should hold
    std::unique_ptr<ElementPages> m_before;             ///< what it held at the pause before
    std::optional<ShownPause> m_pause;                  ///< empty: a run's are shown
    std::uint64_t m_steppedGeneration = 0;              ///< of the last pause that was shown
    std::shared_ptr<const project::ElementSet> m_wrong; ///< null: none, or not checked
    QString m_shownPlace;             ///< what is said before the element that m_cell shows
    std::int64_t m_shownElement = -1; ///< that m_cell shows; -1: it says something else
    std::int64_t m_visited = -1;      ///< the wrong element that was last stepped to
    std::optional<Slice> m_slice;     ///< empty: what is in the field is none
    ElementGrid m_grid;               ///< of the table, in either of its views
    std::uint64_t m_drawing = 0;      ///< counts pictures asked for, and those given up
    Slice m_drawnSlice;               ///< of the image on the screen
    int m_drawnEvery = 1;             ///< SlicePicture::every of it
    MismatchMap m_map;                ///< on the screen, in that view

    QStackedLayout* m_pagesOfPanel = nullptr; ///< 0: empty state, 1: a buffer
    QLabel* m_empty = nullptr;
    QComboBox* m_buffer = nullptr;
    QLabel* m_type = nullptr;
    QLineEdit* m_sliceText = nullptr;
    QComboBox* m_view = nullptr;
    QToolButton* m_hexadecimal = nullptr;
    QLineEdit* m_goto = nullptr;
    QToolButton* m_previousFound = nullptr;
    QToolButton* m_nextFound = nullptr;
    QToolButton* m_copy = nullptr;
    QToolButton* m_export = nullptr;
    QLabel* m_statistics = nullptr;
    QLabel* m_check = nullptr;
    QToolButton* m_onlyWrong = nullptr;
    QToolButton* m_previousWrong = nullptr;
    QToolButton* m_nextWrong = nullptr;
    QLabel* m_cell = nullptr;
    QStackedWidget* m_views = nullptr;
    ElementTable* m_table = nullptr;
    ImageView* m_image = nullptr;
    HistogramView* m_histogram = nullptr;
    CurveView* m_curves = nullptr;
};

} // namespace warpbench::ui
