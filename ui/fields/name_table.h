// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>
#include <QStringList>
#include <QStyledItemDelegate>
#include <QTableView>

class QLabel;

namespace warpbench::ui {

class NameTableModel;
class ProjectDocument;

/// A table of what the project names (buffers, parameters, variables of the source), edited in
/// place. It is as high as its rows: the page scrolls as a whole. Where there are none, a hint
/// is in its place. The row that was current stays so when rows come and go.
class NameTable : public QTableView {
    Q_OBJECT

  public:
    /// \param rows   outlives this
    /// \param name   of the widget, for tests
    /// \param title  for who does not see it
    NameTable(NameTableModel& rows, const QString& name, const QString& title);

    /// \param hint  shown while there is no row
    void setHint(QLabel* hint);
    /// Makes a cell current and opens its editor.
    void editAt(int row, int column);
    /// One column takes what the others leave; these are as wide as they need.
    /// \param narrowest  pixels that it has at least: names give way, which are cut then
    void stretch(int column, int widestOther, int narrowest = 0);

  protected:
    void resizeEvent(QResizeEvent* event) override;

  private:
    void fit();
    void giveWay();

    QLabel* m_hint = nullptr;
    int m_stretched = -1; ///< the column that takes what is left
    int m_narrowest = 0;  ///< pixels of it
    int m_widestName = 0; ///< pixels
    int m_rowBefore = -1; ///< that was current before the rows changed
};

/// A line that says why the last edit was refused, until the document changes.
QLabel* makeRefusalLine(NameTableModel& model, const ProjectDocument& document);

/// Wrong values are painted in the error colour; one column is chosen from a list.
class NameDelegate : public QStyledItemDelegate {
    Q_OBJECT

  public:
    struct Choices {
        int column = -1; ///< none
        QStringList texts;
        bool orTyped = false; ///< others may be typed
        bool atOnce = false;  ///< a choice ends the edit
    };
    NameDelegate(QObject* parent, Choices choices);

    QWidget* createEditor(QWidget* parent, const QStyleOptionViewItem& option,
                          const QModelIndex& index) const override;
    void setEditorData(QWidget* editor, const QModelIndex& index) const override;
    /// A field to type in is wider than its cell where that is narrow.
    void updateEditorGeometry(QWidget* editor, const QStyleOptionViewItem& option,
                              const QModelIndex& index) const override;
    void setModelData(QWidget* editor, QAbstractItemModel* model,
                      const QModelIndex& index) const override;

  protected:
    void initStyleOption(QStyleOptionViewItem* option, const QModelIndex& index) const override;
    virtual bool isCode(const QModelIndex& index) const = 0;
    virtual bool isMuted(const QModelIndex& /*index*/) const { return false; }

  private:
    Choices m_choices;
};

} // namespace warpbench::ui
