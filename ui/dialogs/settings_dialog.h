// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QDialog>

#include <vector>

class QLabel;
class QLineEdit;
class QVBoxLayout;

namespace warpbench::ui {

/// What the program can be set to, found by typing. Everything takes effect as it is changed, but
/// for what says that it needs a new start.
class SettingsDialog : public QDialog {
    Q_OBJECT

  public:
    explicit SettingsDialog(QWidget* parent = nullptr);

  signals:
    void changed(); ///< something in the settings

  private:
    struct Row {
        QWidget* widget = nullptr;
        QWidget* heading = nullptr;
        QString words; ///< what a search finds it by
    };

    void startGroup(const QString& title);
    /// \param words  further ones that a search finds it by
    void addRow(const QString& name, QWidget* field, const QString& hint, const QString& words);
    void addAppearance();
    void addEditor();
    void addSafety();
    void addCompiler();
    void search(const QString& text);

    QLineEdit* m_search;
    QVBoxLayout* m_rowsLayout;
    QLabel* m_nothing;
    QWidget* m_heading = nullptr; ///< of the group that rows are added to
    std::vector<Row> m_rows;
};

} // namespace warpbench::ui
