// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/session/run_report.h"
#include "ui/inspector/element_pages.h"
#include "ui/inspector/element_text.h"
#include "ui/inspector/slice.h"
#include "ui/models/panel_parts.h"

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

class ElementTable;
class ImageView;
struct Workbench;

/// The contents of a run's buffers: a table of any slice, read page by page as rows come into view;
/// statistics; the check's verdict with a jump to the first mismatch; an image of 2-D buffers.
class BufferInspector : public QWidget, public PanelParts {
    Q_OBJECT

  public:
    explicit BufferInspector(QWidget* parent = nullptr);
    /// One that shows what the workbench holds.
    explicit BufferInspector(Workbench& bench);
    ~BufferInspector() override;

    /// What pages are read with, such as Session::read; empty: nothing can be read any more.
    void setReader(ElementPages::Reader reader);
    /// Shows the buffers of a run; keeps the buffer, slice and place that were looked at.
    void setReport(const session::RunReport& report);
    void clear();
    /// What stands there before the first report: what to do, or that it comes.
    void setRunning(bool running);
    /// Chooses a buffer by its name; false where there is none of that name.
    bool showBuffer(const QString& name);
    QString currentBuffer() const;
    /// A buffer that only a run will fill is fine.
    bool showPart(const QString& part) override;

  signals:
    void bufferShown(const QString& name);

  private:
    QWidget* buildControls();
    QWidget* buildFacts();
    void chooseView();
    void showCurrent();
    void applySlice();
    void showTable();
    void drawImage();
    void showCheck(const session::BufferReport& buffer);
    void showElement(const QString& place, std::int64_t element);
    void say(const QString& text);
    void jumpToMismatch();
    void goTo(const QString& text);
    void copySelection();
    void putOnClipboard(const memory::HostArray& array, const ElementRows& rows,
                        std::int64_t first);
    void exportBuffer();
    void showSaved(const QString& path, const QString& problem);
    void readRange(std::uint64_t first, std::uint64_t count,
                   std::function<void(const memory::HostArray&)> then);
    void rewrap();
    bool hexadecimal() const;
    QString textOf(std::uint64_t element) const;
    std::int64_t wrapFor(std::int64_t length) const;
    std::int64_t elementAt(std::int64_t row, std::int64_t column) const;
    const session::BufferReport* current() const;

    ElementPages::Reader m_reader;
    std::optional<session::RunReport> m_report;
    std::unique_ptr<ElementPages> m_pages;
    QString m_shownPlace;             ///< what is said before the element that m_cell shows
    std::int64_t m_shownElement = -1; ///< that m_cell shows; -1: it says something else
    Slice m_slice;
    std::int64_t m_wrap = 0;      ///< elements in a row of a one-dimensional slice; 0: it has more
    std::uint64_t m_drawing = 0;  ///< counts pictures asked for
    int m_drawnEvery = 1;         ///< SlicePicture::every of the image on the screen
    std::int64_t m_mismatch = -1; ///< element of the first mismatch; -1: none

    QStackedLayout* m_pagesOfPanel = nullptr; ///< 0: empty state, 1: a buffer
    QLabel* m_empty = nullptr;
    QComboBox* m_buffer = nullptr;
    QLabel* m_type = nullptr;
    QLineEdit* m_sliceText = nullptr;
    QComboBox* m_view = nullptr;
    QComboBox* m_format = nullptr;
    QLineEdit* m_goto = nullptr;
    QToolButton* m_copy = nullptr;
    QToolButton* m_export = nullptr;
    QLabel* m_statistics = nullptr;
    QLabel* m_check = nullptr;
    QToolButton* m_jump = nullptr;
    QLabel* m_cell = nullptr;
    QStackedWidget* m_views = nullptr; ///< table, image
    ElementTable* m_table = nullptr;
    ImageView* m_image = nullptr;
};

} // namespace warpbench::ui
