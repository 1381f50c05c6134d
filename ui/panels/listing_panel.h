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

/// The code that the compiler made of the source: PTX, and SASS where there is a disassembler.
/// Linked with the source both ways: the line under the mouse or the caret marks what it became,
/// a click goes to where an instruction comes from.
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
    /// Somebody looks again: what came meanwhile is shown.
    void catchUp();
    void show();
    void showPtx();
    void showSass();
    /// What the last run counted, where it ran the code that is shown.
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
    bool m_countsDirty = false; ///< a run came while nobody looked
    bool m_dirty = true;        ///< what is shown is of older code: made again when it is seen
    quint64 m_asked = 0;        ///< listings asked for; a late one is dropped
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
