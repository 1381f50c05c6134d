// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/arrays/dtype.h"
#include "ui/elements/buffer_layouts.h"

#include <QWidget>

class QComboBox;
class QLabel;
class QLineEdit;
class QPlainTextEdit;
class QToolButton;

namespace warpbench::ui {

/// Above the records of a buffer: the layout that describes them, and its text.
class RecordControls : public QWidget {
    Q_OBJECT

  public:
    explicit RecordControls(QWidget* parent = nullptr);

    /// The layouts to choose from. Without them, there is only the buffer's own type.
    void setLayouts(BufferLayouts& layouts);
    void setBuffer(const QString& buffer, const arrays::DType& type);
    /// Whether a layout of the project describes a buffer.
    bool describes(const QString& buffer) const;
    /// How to read the buffer, or the error in the text.
    BufferLayouts::Parsed layout() const;

  signals:
    void layoutChanged(); ///< another one, or its text

  protected:
    void showEvent(QShowEvent* event) override;

  private:
    enum class Kind { own, layout, source };

    QWidget* buildEditor();
    void fill();
    void showText();
    void choose();
    void create();
    void takeName();
    QString chosen() const; ///< the layout's name; empty: the buffer's own type

    BufferLayouts* m_layouts = nullptr; ///< null: none
    QString m_buffer;
    arrays::DType m_type;
    QComboBox* m_list = nullptr;
    QToolButton* m_edit = nullptr;
    QToolButton* m_new = nullptr;
    QWidget* m_editor = nullptr; ///< the four that follow
    QLineEdit* m_name = nullptr;
    QToolButton* m_remove = nullptr;
    QPlainTextEdit* m_text = nullptr;
    QLabel* m_problem = nullptr;
};

} // namespace warpbench::ui
