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

/// A table of a project's named things (buffers, parameters, variables of the source), edited in
/// place. As high as its rows, because the whole page scrolls. Shows a hint when empty. Keeps the
/// current row when rows are added or removed.
class NameTable : public QTableView {
    Q_OBJECT

  public:
    /// \param rows   outlives this
    /// \param name   of the widget, for tests
    /// \param title  for screen readers
    NameTable(NameTableModel& rows, const QString& name, const QString& title);

    /// \param hint  shown when the table is empty
    void setHint(QLabel* hint);
    /// Makes a cell current and opens its editor.
    void editAt(int row, int column);
    /// One column takes the remaining width; the others are as wide as necessary.
    /// \param narrowest  its least width in pixels; names are elided to keep it
    void stretch(int column, int widestOther, int narrowest = 0);

  protected:
    void resizeEvent(QResizeEvent* event) override;

  private:
    void fit();
    void giveWay();

    QLabel* m_hint = nullptr;
    int m_stretched = -1; ///< the column that takes the remaining width
    int m_narrowest = 0;  ///< its least width in pixels
    int m_widestName = 0; ///< pixels
    int m_rowBefore = -1; ///< the current row before the rows changed
};

/// A line that tells why the last edit was refused, until the document changes.
QLabel* makeRefusalLine(NameTableModel& model, const ProjectDocument& document);

/// Paints invalid values in the error colour and offers a list of choices in one column.
class NameDelegate : public QStyledItemDelegate {
    Q_OBJECT

  public:
    struct Choices {
        int column = -1; ///< none
        QStringList texts;
        bool orTyped = false; ///< allows other values
        bool atOnce = false;  ///< choosing ends the edit
    };
    NameDelegate(QObject* parent, Choices choices);

    QWidget* createEditor(QWidget* parent, const QStyleOptionViewItem& option,
                          const QModelIndex& index) const override;
    void setEditorData(QWidget* editor, const QModelIndex& index) const override;
    /// Makes the editor wider than a narrow cell.
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
