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

/// What the program can be set to: pages, and a search over all of them. Everything takes effect as
/// it is changed, but for what says when it does. The page that is seen is made first, the others
/// in turns of the event loop of their own, or as soon as they are asked for.
class SettingsDialog : public QDialog {
    Q_OBJECT

  public:
    /// \param window  whose commands' keys can be changed
    SettingsDialog(QMainWindow& window, const DevicesModel& devices);
    /// Whether every page has been made.
    bool complete() const;

  signals:
    void changed();             ///< something in the settings
    void deviceChosen(int row); ///< of the devices

  private:
    /// A row: what it is called, what is set, and when it takes effect where that is not at once.
    struct Setting {
        QString name;
        QWidget* field = nullptr;
        QString hint;
        QString words; ///< further ones that a search finds it by
        std::function<bool()> isDefault;
        std::function<void()> reset; ///< none: there is nothing to go back to
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
        std::function<void()> make; ///< empty: it has been made
    };

    QScrollArea* makeArea();
    void addPage(const QString& title, std::function<void()> make);
    void makePage(std::size_t index);
    void makeNextPage();
    void addRow(const Setting& setting);
    /// The first entry, or the given number, is what is there before anyone chose.
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
    KeysPage* m_keys = nullptr;   ///< null: the last page has not been made
    std::vector<Page> m_contents; ///< in the order of m_pages, made or not
    std::size_t m_making = 0;     ///< the page that rows are added to
    std::vector<Row> m_rows;
};

} // namespace warpbench::ui
