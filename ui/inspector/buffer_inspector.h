// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/report/run_report.h"
#include "core/stepping/stepping.h"
#include "ui/elements/comparison.h"
#include "ui/elements/element_grid.h"
#include "ui/elements/element_pages.h"
#include "ui/elements/element_text.h"
#include "ui/elements/mismatch_map.h"
#include "ui/elements/slice.h"
#include "ui/elements/whole_buffer.h"
#include "ui/inspector/color_scale.h"
#include "ui/inspector/element_table.h"
#include "ui/workbench/panel_parts.h"

#include <QHash>
#include <QWidget>

#include <functional>
#include <memory>
#include <optional>
#include <span>

class QComboBox;
class QHBoxLayout;
class QLabel;
class QLineEdit;
class QStackedLayout;
class QStackedWidget;
class QToolButton;

namespace warpbench::ui {

class BufferEdits;
class CurveView;
class HistogramView;
class ImageControls;
class ImageView;
class AxesBar;
class BufferLayouts;
class RecordControls;
class ValueEdit;
struct SlicePicture;
struct Workbench;
struct WrittenFile;

/// Shows the contents of a run's buffers: a table of any slice, which reads pages as rows scroll
/// into view; statistics, a histogram and a search of the whole buffer; curves of a row; an image
/// of a 2-D buffer. After a failed check, also shows the verdict, marks all wrong elements,
/// compares actual with expected values, steps through the wrong elements, and maps them.
class BufferInspector : public QWidget, public PanelParts {
    Q_OBJECT

  public:
    explicit BufferInspector(QWidget* parent = nullptr);
    /// An inspector that shows the state of the workbench.
    explicit BufferInspector(Workbench& bench);
    ~BufferInspector() override;

    /// The function that reads pages, such as Session::read; empty: nothing is readable any more.
    void setReader(ElementPages::Reader reader);
    /// The functions that scan whole buffers, such as a Session's; empty: no scans.
    void setWholeReader(WholeBufferReader reader);
    /// The layouts that records can have.
    void setLayouts(BufferLayouts& layouts);
    /// Shows the buffers of a run; keeps the current buffer, slice and element.
    void setReport(const session::RunReport& report);
    /// The same without a copy. \param report  not null
    void setReport(std::shared_ptr<const session::RunReport> report);
    /// Shows the buffers of a launch while stepping, and marks changes since the last
    /// pause.
    void setPause(const session::StepState& state);
    void clear();
    /// The placeholder before the first report: what to do, or that a run is in progress.
    void setRunning(bool running);
    /// Selects a buffer by name; false if it does not exist.
    bool showBuffer(const QString& name);
    QString currentBuffer() const;
    /// Shows what another inspector shows, in a view that adds to the other's.
    void complete(const BufferInspector& other);
    /// Selects an element if the view is a table of it.
    void showChosen(qint64 element);
    /// Adds a button beside those for the view.
    void addControl(QWidget* control);
    /// Also accepts a buffer that is not filled before the next run.
    bool showPart(const QString& part) override;
    /// Goes to the next wrong element, or the previous one; wraps around at the
    /// end.
    void stepToWrong(bool forward);
    /// Remembers what the current buffer holds, for comparisons with later runs.
    void keepValues();
    /// Redraws everything in the current number format.
    void takeNumberFormat();

  signals:
    void bufferShown(const QString& name);
    /// The user selected an element: a cell or a pixel.
    void elementChosen(qint64 element);

  protected:
    void showEvent(QShowEvent* event) override;

  private:
    enum View {
        kTableView,
        kCompareView,
        kHexView,
        kRecordsView,
        kImageView,
        kMapView,
        kHistogramView,
        kPlotView
    };
    enum Facet {
        kGot,
        kWanted,
        kDifference,
        kRelative,
        kUlp,
        kFacets
    }; ///< columns of the comparison

    /// The pause whose buffers are shown.
    struct ShownPause {
        std::string kernel;
        bool ended = false; ///< the launch has ended
        std::uint64_t instructions = 0;

        bool isAt(const session::StepState& state) const;
    };

    /// What a buffer is compared with.
    struct Reference {
        QString name;                                  ///< empty: the expected values
        session::BufferRef ref;                        ///< of another buffer
        std::shared_ptr<const arrays::HostArray> kept; ///< null: none

        bool isExpected() const { return name.isEmpty(); }
    };
    /// Values that a buffer had.
    struct KeptValues {
        QString buffer;
        QString label;
        std::shared_ptr<const arrays::HostArray> values;
    };

    /// A buffer, or its expected values, in the plot.
    struct Plotted {
        session::BufferRef ref;
        QString name;
        QStringList parts; ///< names of the components
        bool dashed = false;
        WholeBufferQuestion question;
        std::optional<arrays::Envelope> curves; ///< empty: not available yet
    };

    QWidget* buildControls();
    QWidget* buildFacts();
    QWidget* buildImagePage();
    void makeEditable(Workbench& bench);
    void buildValueField();
    void followEdits();
    void showNext(std::optional<arrays::HostArray> contents);
    std::span<const std::byte> nextBytes(std::int64_t element) const;
    std::span<const std::byte> shownBytes(std::int64_t element) const;
    bool mayEdit();
    bool mayEditCells();
    std::vector<std::byte> recordBytes(std::int64_t row, std::int64_t column) const;
    void editValue();
    void takeTypedValue();
    void fillSelection();
    void importValues();
    ValueEdit editOf(const QString& text, const ElementTable::Selection& cells) const;
    std::function<void(const WrittenFile&)> whenWritten(std::function<void(const QString&)> take);
    void changeContents(std::function<arrays::HostArray(const arrays::HostArray&)> change);
    void expectThese();
    void offerWriter(Workbench& bench);
    void askForWriter(Workbench& bench);
    void closeValueField();
    void showBuffersOf(std::shared_ptr<const session::RunReport> report, int first);
    void showRun(const Workbench& bench);
    void followStepping(const Workbench& bench);
    QString pauseText() const;
    bool hasChanged(std::int64_t element);
    View view() const;
    bool showsTable() const; ///< the view is one of those of m_table
    void chooseView();
    void offerViews();
    void showCurrent();
    void applySlice();
    void refuseSlice(const QString& why);
    void showTable();
    void showComparison();
    bool compares() const; ///< the view needs something to compare with
    std::vector<Reference> references() const;
    void takeReference();
    void compareWith(const Reference& reference);
    void compareWhole();
    void takeTolerance();
    void showDifferences(std::shared_ptr<const project::ElementSet> differing);
    QString differencesText() const;
    void showBytes();
    ElementTable::Source bytesLayout(std::int64_t perRow) const;
    std::int64_t bytesPerRow() const;
    std::span<const std::byte> byteAt(std::int64_t row, std::int64_t column) const;
    QString charactersOf(std::int64_t row) const;
    void copyBytes();
    void showRecords();
    QString recordCell(std::int64_t row, std::int64_t column) const;
    void sayRecord();
    void leaveRecords();
    void copyRecords();
    void takePlane();
    void sayTooMany();
    QString comparisonCell(std::int64_t element, Facet facet) const;
    void drawImage();
    void showPicture(const SlicePicture& picture, const Slice& slice);
    void showInsteadOfImage(const QString& message);
    void drawMap();
    void showMap(ErrorOf errorOf);
    void sayMap();
    /// \param failed  receives the reason of a failure; empty: `say` shows it
    void readReference(std::uint64_t first, std::uint64_t count,
                       std::function<void(const arrays::HostArray&)> then,
                       std::function<void(const QString&)> failed = {});
    void hoverPixel(int x, int y);
    std::int64_t elementOfPixel(int x, int y) const; ///< -1: none
    void connectWholeViews();
    void forgetWhole();
    void askSummary();
    void showStatistics();
    void followLink(const QString& link);
    void drawHistogram();
    void drawCurves();
    void choosePlotted();
    void offerPlotted();
    void askCurves();
    void showCurves();
    void hoverCurve(std::int64_t position);
    QString placeText(std::int64_t element) const;
    /// \param what  the search in words
    void search(const arrays::Condition& condition, const QString& what, bool forward);
    void searchTyped(bool forward);
    void listFound();
    void showCheck(const session::BufferReport& buffer);
    void showElement(const QString& place, std::int64_t element);
    void say(const QString& text);
    void goTo(const QString& text);
    void goToElement(std::int64_t element);
    bool selectElement(std::int64_t element);
    void copySelection();
    void copyAsCode(CodeKind kind);
    using ThenCopy =
        std::function<void(const arrays::HostArray&, const ElementRows&, std::int64_t first)>;
    void readSelected(ThenCopy then);
    void putOnClipboard(const arrays::HostArray& array, const ElementRows& rows,
                        std::int64_t first);
    void copyComparison();
    void exportBuffer();
    void showSaved(const QString& path, const QString& problem);
    /// Reads what the table shows.
    void readShown(std::uint64_t first, std::uint64_t count,
                   std::function<void(const arrays::HostArray&)> then);
    /// \param consumer  see session::ReadRequest
    /// \param failed  receives the reason of a failure; empty: `say` shows it
    void readRange(std::uint64_t first, std::uint64_t count, const std::string& consumer,
                   std::function<void(const arrays::HostArray&)> then,
                   std::function<void(const QString&)> failed = {});
    /// Reads all of a buffer of the last run, also if the user selects another one meanwhile.
    void readWhole(const session::BufferReport& buffer,
                   std::function<void(const arrays::HostArray&)> then,
                   std::function<void(const QString&)> failed);
    void rewrap();
    bool hexadecimal() const;
    QString textOf(ElementPages& pages, std::int64_t element) const;
    QString valueText(std::int64_t element) const;
    bool isWrong(std::int64_t element) const { return m_wrong && m_wrong->contains(element); }
    std::int64_t wrapFor(std::int64_t length) const;
    std::int64_t currentElement() const;
    const session::BufferReport* current() const;

    ElementPages::Reader m_reader;
    WholeBufferReader m_whole;
    WholeBufferQuestion m_summaryQuestion;
    WholeBufferQuestion m_searchQuestion;
    std::optional<arrays::Summary> m_summary; ///< of the current buffer; empty: not available yet
    std::vector<std::unique_ptr<Plotted>> m_plotted; ///< the current buffer first
    QStringList m_alsoPlotted;                       ///< names of buffers that the user added
    /// Those that meet the condition in m_goto, which the table lists; null: it shows the slice.
    std::shared_ptr<const project::ElementSet> m_listed;
    std::uint64_t m_listing = 0;                        ///< counts requests for them
    std::int64_t m_found = -1;                          ///< the element found by the last search
    std::shared_ptr<const session::RunReport> m_report; ///< null: none yet
    std::unique_ptr<ElementPages> m_pages;
    std::unique_ptr<ElementPages> m_wanted;  ///< expected contents
    std::unique_ptr<ElementPages> m_before;  ///< contents at the previous pause
    std::optional<ShownPause> m_pause;       ///< empty: the buffers of a run are shown
    BufferEdits* m_edits = nullptr;          ///< null: nothing can be edited
    QString m_nextFile;                      ///< BufferEdits::nextContents() of the current buffer
    std::optional<arrays::HostArray> m_next; ///< what is in it; empty: not read yet
    std::uint64_t m_changing = 0;            ///< the edit of the buffer being written; 0: none
    std::uint64_t m_changes = 0;             ///< counts edits
    std::uint64_t m_projects = 0;            ///< counts clear()
    ElementTable::Selection m_valueCell;     ///< the one in m_value
    std::uint64_t m_steppedGeneration = 0;   ///< of the last pause shown
    Reference m_reference;
    session::BufferRef m_compared; ///< the buffer that was compared with it
    Tolerance m_within;            ///< of comparisons with other than expected values
    QString m_chosenReference;     ///< name of the one that the user chose
    std::vector<KeptValues> m_kept;
    std::uint64_t m_comparing = 0; ///< counts comparisons
    QString m_notCompared;         ///< why the buffer could not be compared
    /// Elements that differ from the reference; null: none are expected, or not known yet.
    std::shared_ptr<const project::ElementSet> m_wrong;
    QString m_shownPlace;             ///< text before the element in m_cell
    std::int64_t m_shownElement = -1; ///< the element in m_cell; -1: m_cell shows something else
    std::int64_t m_visited = -1;      ///< the wrong element last stepped to
    std::optional<Slice> m_slice;     ///< empty: the field's text is invalid
    ElementGrid m_grid;               ///< of the table, whatever its view
    std::uint64_t m_drawing = 0;      ///< counts requested and cancelled images
    QHash<QString, ImageStyle> m_imageStyles;        ///< by buffer, as far as chosen
    Slice m_drawnSlice;                              ///< of the visible image
    int m_drawnEvery = 1;                            ///< SlicePicture::every of that image
    MismatchMap m_map;                               ///< the visible one, in the map view
    std::shared_ptr<const layouts::Layout> m_layout; ///< of the records; null: none
    QString m_recordsOf;                             ///< the buffer whose records are shown

    QStackedLayout* m_pagesOfPanel = nullptr; ///< 0: empty state, 1: a buffer
    QLabel* m_empty = nullptr;
    QHBoxLayout* m_firstRow = nullptr; ///< of the controls
    QComboBox* m_buffer = nullptr;
    QLabel* m_type = nullptr;
    QLineEdit* m_sliceText = nullptr;
    QComboBox* m_view = nullptr;
    QToolButton* m_also = nullptr;
    QToolButton* m_hexadecimal = nullptr;
    QLineEdit* m_goto = nullptr;
    QToolButton* m_previousFound = nullptr;
    QToolButton* m_nextFound = nullptr;
    QToolButton* m_list = nullptr;
    QToolButton* m_copy = nullptr;
    QToolButton* m_export = nullptr;
    QToolButton* m_edit = nullptr;
    QLineEdit* m_value = nullptr; ///< over the cell that is being edited
    QLabel* m_statistics = nullptr;
    QLabel* m_check = nullptr;
    QComboBox* m_against = nullptr;
    QLineEdit* m_tolerance = nullptr;
    QToolButton* m_onlyWrong = nullptr;
    QToolButton* m_previousWrong = nullptr;
    QToolButton* m_nextWrong = nullptr;
    QToolButton* m_writer = nullptr;
    QLabel* m_cell = nullptr;
    QStackedWidget* m_views = nullptr;
    ElementTable* m_table = nullptr;
    AxesBar* m_axes = nullptr;
    RecordControls* m_records = nullptr;
    QWidget* m_imagePage = nullptr; ///< m_imageControls over m_image
    ImageControls* m_imageControls = nullptr;
    ImageView* m_image = nullptr;
    HistogramView* m_histogram = nullptr;
    CurveView* m_curves = nullptr;
};

} // namespace warpbench::ui
