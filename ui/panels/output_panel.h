// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QWidget>

class QPlainTextEdit;
class QStackedLayout;

namespace warpbench::ui {

/// What kernels print, and what the session has to tell, in the order of time.
class OutputPanel : public QWidget {
    Q_OBJECT

  public:
    enum class Kind { notice, output, error, success };

    explicit OutputPanel(QWidget* parent = nullptr);

    void append(Kind kind, const QString& text);
    void clear();
    QString text() const;

  private:
    struct Entry {
        Kind kind;
        QString time;
        QString text;
    };
    void show(const Entry& entry);
    void restyle();

    QPlainTextEdit* m_view;
    QStackedLayout* m_stack;
    QList<Entry> m_entries; ///< kept to be coloured anew in another theme
};

} // namespace warpbench::ui
