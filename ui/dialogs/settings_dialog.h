// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QDialog>

#include <cstddef>
#include <functional>
#include <vector>

class QComboBox;
class QLabel;
class QLineEdit;
class QListWidget;
class QMainWindow;
class QPushButton;
class QScrollArea;
class QSpinBox;
class QToolButton;
class QVBoxLayout;

namespace warpbench::ui {

class DevicesModel;
class KeysPage;

/// All settings on pages, with a search over all pages. Changes take effect at once, unless a
/// setting says otherwise. Builds the visible page first and the others in separate turns of the
/// event loop, or on first use.
class SettingsDialog : public QDialog {
    Q_OBJECT

  public:
    /// \param window  its commands' keys can be changed
    SettingsDialog(QMainWindow& window, const DevicesModel& devices);
    /// Whether all pages are built.
    bool complete() const;

  signals:
    void changed();             ///< a setting changed
    void deviceChosen(int row); ///< index of the device

  private:
    /// A row: a label, the control, and when a change takes effect if not at once.
    struct Setting {
        QString name;
        QWidget* field = nullptr;
        QString hint;
        QString words; ///< more words to search for
        std::function<bool()> isDefault;
        std::function<void()> reset; ///< empty: no default to return to
    };
    struct Row {
        int page = 0;
        QWidget* widget = nullptr;
        QString words;
        QToolButton* reset = nullptr;
        std::function<bool()> isDefault;
    };

    struct Page {
        QLabel* heading = nullptr;
        QVBoxLayout* rows = nullptr;
        std::function<void()> make; ///< empty: already built
    };

    QScrollArea* makeArea();
    void addPage(const QString& title, std::function<void()> make);
    void makePage(std::size_t index);
    void makeNextPage();
    void addRow(const Setting& setting);
    /// The default is the first entry or the one with the given index.
    void addChoice(const QString& name, QComboBox* box, const QString& hint, const QString& words);
    void addNumber(const QString& name, QSpinBox* box, int byDefault, const QString& hint,
                   const QString& words);
    void addAppearance();
    void addLanguage();
    void addEditor();
    void addNumbers();
    void addDevice(const DevicesModel& devices);
    void addCompiler();
    void addCache();
    void addKeys(QMainWindow& window);
    void showDefaults();
    void filter();
    bool filterKeys(const QStringList& words);
    void tellChange();

    QLineEdit* m_search;
    QListWidget* m_pages;
    QVBoxLayout* m_pagesLayout;
    QLabel* m_nothing = nullptr;
    QPushButton* m_close = nullptr;
    KeysPage* m_keys = nullptr;   ///< null: the last page is not built yet
    std::vector<Page> m_contents; ///< in the order of m_pages, built or not
    std::size_t m_making = 0;     ///< the page that new rows go to
    std::vector<Row> m_rows;
};

} // namespace warpbench::ui
