// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/documents/evaluation.h"

#include <QWidget>

class QLabel;
class QLineEdit;

namespace warpbench::ui {

/// A field for an expression, with the value beside it or the error below it.
class ExpressionField : public QWidget {
    Q_OBJECT

  public:
    explicit ExpressionField(QWidget* parent = nullptr);

    QString text() const;
    void setText(const QString& text);
    /// Hides the value if it equals the text.
    void setEvaluated(const Evaluated& evaluated);
    /// For narrow places: shows the value only as a tool tip, and the error elsewhere.
    void setNarrow() { m_narrow = true; }
    QLineEdit* lineEdit() const { return m_edit; }
    QString error() const;

  signals:
    void edited(QString text);
    void evaluated(); ///< another value or error is shown

  private:
    QLineEdit* m_edit;
    QLabel* m_value;
    QLabel* m_error;
    bool m_narrow = false;
};

} // namespace warpbench::ui
