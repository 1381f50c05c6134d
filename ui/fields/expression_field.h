// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/documents/evaluation.h"

#include <QWidget>

class QLabel;
class QLineEdit;

namespace warpbench::ui {

/// A field for an expression with what it comes to beside it, or what is wrong with it beneath.
class ExpressionField : public QWidget {
    Q_OBJECT

  public:
    explicit ExpressionField(const QString& accessibleName, QWidget* parent = nullptr);

    QString text() const;
    /// Shows a text unless it is there already, so that typing is not disturbed.
    void setText(const QString& text);
    /// The value is left out where it says no more than the text does.
    void setEvaluated(const Evaluated& evaluated);
    /// Where there is no room beside it, the value is told by the tool tip alone.
    void setValueShown(bool shown);
    /// Where what is wrong stands elsewhere.
    void setErrorShown(bool shown);
    void setPlaceholder(const QString& text);
    QLineEdit* lineEdit() const { return m_edit; }
    QString error() const;

  signals:
    void edited(QString text);

  private:
    QLineEdit* m_edit;
    QLabel* m_value;
    QLabel* m_error;
    bool m_valueShown = true;
    bool m_errorShown = true;
};

} // namespace warpbench::ui
