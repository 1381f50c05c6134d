// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/listing/listing_model.h"
#include "ui/run/run_state.h"
#include "ui/workbench/panel_parts.h"

#include <QWidget>

class QCheckBox;
class QComboBox;
class QLabel;
class QLineEdit;
class QStackedLayout;
class QTreeView;

namespace warpbench::ui {

class DockSight;
struct Workbench;

/// Shows the compiler's output: PTX, and SASS if a disassembler is available. Linked with the
/// source both ways: the source line at the mouse or caret highlights its instructions, and a click
/// on an instruction goes to its source line.
class ListingPanel : public QWidget, public PanelParts {
    Q_OBJECT

  public:
    enum class Form { ptx, sass };

    explicit ListingPanel(Workbench& bench);

    ListingModel& model() { return m_model; }
    void setForm(Form form);

    /// "ptx" or "sass".
    bool showPart(const QString& part) override;

  protected:
    bool eventFilter(QObject* watched, QEvent* event) override;

  private:
    QWidget* buildBar();
    void connectView();
    void codeChanged();
    /// Applies updates postponed while the panel was hidden.
    void catchUp();
    void show();
    void showPtx();
    void showSass();
    /// Shows the counts of the last run, if it ran the code shown.
    void showCounts();
    void link(const SourcePlace& place);
    void take(std::shared_ptr<const Listing> listing);
    void say(const QString& text);
    void follow(const SourcePlace& place);
    void goToSource(const QModelIndex& index);
    void find(int direction);
    void fillFunctions();
    void fitColumns();
    void copySelection() const;

    Workbench& m_bench;
    ListingModel m_model;
    DockSight* m_sight;
    bool m_countsDirty = false; ///< a run finished while the panel was hidden
    bool m_dirty = true;        ///< the listing is out of date; updated once visible
    quint64 m_asked = 0;        ///< number of requested listings; older ones are dropped
    QComboBox* m_form;
    QComboBox* m_function;
    QLineEdit* m_find;
    QCheckBox* m_everything;
    QLabel* m_stale;
    QTreeView* m_view;
    QLabel* m_empty;
    QStackedLayout* m_stack;
};

} // namespace warpbench::ui
