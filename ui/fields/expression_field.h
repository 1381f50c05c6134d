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
    explicit ExpressionField(const QString& accessibleName = {}, QWidget* parent = nullptr);

    QString text() const;
    void setText(const QString& text);
    /// Hides the value if it equals the text.
    void setEvaluated(const Evaluated& evaluated);
    /// For narrow places: shows the value only as a tool tip.
    void setValueShown(bool shown);
    /// For places where the error is shown elsewhere.
    void setErrorShown(bool shown);
    void setPlaceholder(const QString& text);
    QLineEdit* lineEdit() const { return m_edit; }
    QString error() const;

  signals:
    void edited(QString text);
    void evaluated(); ///< another value or error is shown

  private:
    QLineEdit* m_edit;
    QLabel* m_value;
    QLabel* m_error;
    bool m_valueShown = true;
    bool m_errorShown = true;
};

} // namespace warpbench::ui
