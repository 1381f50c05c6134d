// SPDX-License-Identifier: GPL-3.0-or-later
// The window in another language: all texts are translated, have the same meaning and placeholders,
// and fit. Translations are filed under the texts that the program requests.
#include "core/project/project_file.h"
#include "tests/main.h"
#include "tests/ui/drawn_test.h"
#include "tests/ui/window_test.h"
#include "ui/commands/actions.h"
#include "ui/dialogs/language.h"
#include "ui/dialogs/settings.h"
#include "ui/dialogs/settings_dialog.h"
#include "ui/dialogs/templates.h"
#include "ui/docks/panel_docks.h"
#include "ui/panels/notes_panel.h"
#include "ui/panels/tasks_panel.h"
#include "ui/results/fault_story.h"
#include "ui/theme/turns.h"
#include "ui/window/start_page.h"
#include "ui/window/tour.h"
#include "ui/words/error_words.h"
#include "ui/words/note_words.h"
#include "ui/words/text.h"
#include "ui/words/tr.h"

#include <QAbstractButton>
#include <QApplication>
#include <QComboBox>
#include <QDateTime>
#include <QDoubleSpinBox>
#include <QFileInfo>
#include <QHeaderView>
#include <QLabel>
#include <QLocale>
#include <QMenu>
#include <QMenuBar>
#include <QProcess>
#include <QRegularExpression>
#include <QScrollArea>
#include <QTextBrowser>
#include <QTranslator>
#include <QXmlStreamReader>

#include <algorithm>
#include <map>
#include <set>

namespace tst_translations {

using namespace warpbench;
using namespace warpbench::ui;

namespace {

const QString kHowTo = QStringLiteral(
    "Bring the catalogues up to date with “cmake --build build/quick --target "
    "update-translations”, then translate what is “unfinished” in translations/warpbench_de.ts "
    "(CONTRIBUTING.md, “Languages”).");

struct Message {
    QString context;
    QString source;
    QStringList translations; ///< one, or one for each number
    bool finished = true;
};

std::vector<Message> readCatalogue(const QString& path) {
    std::vector<Message> messages;
    QFile file(path);
    if (!file.open(QIODevice::ReadOnly)) {
        qFatal("%s cannot be read", qPrintable(path));
    }
    QXmlStreamReader xml(&file);
    QString context;
    while (!xml.atEnd()) {
        if (xml.readNext() != QXmlStreamReader::StartElement) {
            continue;
        }
        const auto name = xml.name();
        if (name == QLatin1String("name")) {
            context = xml.readElementText();
        } else if (name == QLatin1String("message")) {
            messages.push_back({context, {}, {}, true});
        } else if (name == QLatin1String("source")) {
            messages.back().source = xml.readElementText();
        } else if (name == QLatin1String("translation")) {
            messages.back().finished = !xml.attributes().hasAttribute(QLatin1String("type"));
            QString text;
            while (xml.readNext() != QXmlStreamReader::EndElement) {
                if (xml.isStartElement()) { // numerusform
                    messages.back().translations << xml.readElementText();
                } else {
                    text += xml.text();
                }
            }
            if (messages.back().translations.isEmpty()) {
                messages.back().translations << text;
            }
        }
    }
    if (xml.hasError()) {
        qFatal("%s: %s", qPrintable(path), qPrintable(xml.errorString()));
    }
    return messages;
}

QString catalogue(const QString& code) {
    return qs(test::sourcePath("translations/warpbench_" + ss(code) + ".ts"));
}

QString lessonCatalogue() {
    return qs(test::sourcePath("translations/lessons_de.ts"));
}

std::vector<Message> everythingInGerman() {
    std::vector<Message> all = readCatalogue(catalogue(QStringLiteral("de")));
    for (Message& message : readCatalogue(lessonCatalogue())) {
        all.push_back(std::move(message));
    }
    return all;
}

/// The placeholders and tags of a text, which its translation must also contain.
QStringList markersOf(const QString& text) {
    static const QRegularExpression marker(
        QStringLiteral("%L?[0-9]+|%n|</?[a-z]+[ >]|\\{[a-z]+\\}"));
    QStringList found;
    for (auto match = marker.globalMatch(text); match.hasNext();) {
        found << match.next().captured();
    }
    found.sort();
    return found;
}

/// Records all requested texts and translates none.
class Recorder : public QTranslator {
  public:
    QString translate(const char* context, const char* source, const char*, int) const override {
        m_asked.insert({QString::fromUtf8(context), QString::fromUtf8(source)});
        return {};
    }
    bool isEmpty() const override { return false; }
    const std::set<std::pair<QString, QString>>& asked() const { return m_asked; }

  private:
    mutable std::set<std::pair<QString, QString>> m_asked;
};

/// Visible buttons and column titles whose text is cut off, and forms wider than their scroll area,
/// under a key that is the same in every language.
std::map<QString, QString> clippedParts(QWidget& window) {
    std::map<QString, QString> clipped;
    std::map<QString, int> seen;
    for (const auto* button : window.findChildren<QAbstractButton*>()) {
        const QString kind = QLatin1String(button->metaObject()->className()) +
                             button->objectName() +
                             QLatin1String(button->parent()->metaObject()->className());
        const QString key = kind + QString::number(seen[kind]++);
        if (button->isVisible() && !button->text().isEmpty() &&
            button->width() < button->minimumSizeHint().width()) {
            clipped[key] = button->text();
        }
    }
    for (const auto* area : window.findChildren<QScrollArea*>()) {
        const QWidget* form = area->widget();
        if (form && area->isVisible() && form->width() > area->viewport()->width()) {
            clipped[form->metaObject()->className() + area->objectName() +
                    QLatin1String(area->parent()->metaObject()->className())] =
                QStringLiteral("%1 pixels in %2").arg(form->width()).arg(area->viewport()->width());
        }
    }
    for (const auto* header : window.findChildren<QHeaderView*>()) {
        if (!header->isVisible() || header->orientation() != Qt::Horizontal)
            continue;
        for (int section = 0; section < header->count(); ++section) {
            if (!header->isSectionHidden(section) &&
                header->sectionSize(section) < header->sectionSizeHint(section))
                clipped[header->parent()->objectName() +
                        QLatin1String(header->parent()->metaObject()->className()) +
                        QString::number(section)] =
                    header->model()->headerData(section, Qt::Horizontal).toString();
        }
    }
    return clipped;
}

} // namespace

class TstTranslations : public QObject {
    Q_OBJECT

  private slots:
    void initTestCase() {
        prepareDrawnTest(m_home);
        if (!languages().contains(QStringLiteral("de"))) {
            QSKIP("built without Qt's lrelease (qt6-l10n-tools): the window is in English only");
        }
    }
    void cleanup() { useLanguage(QStringLiteral("en")); }

    void germanIsComplete() {
        QStringList open;
        for (const Message& message : everythingInGerman()) {
            if (!message.finished || message.translations.contains(QString())) {
                open << message.context + QStringLiteral(": ") + message.source;
            }
        }
        QVERIFY2(open.isEmpty(), qPrintable(open.join(u'\n') + u'\n' + kHowTo));
    }

    /// New texts are shown in English. Developers get a message, and packaging/release.sh refuses
    /// to release them.
    void newTextsAreTold() {
#ifndef WARPBENCH_LUPDATE
        QSKIP("built without Qt's lupdate (qt6-l10n-tools)");
#else
        if (QFileInfo(QStringLiteral(WARPBENCH_LUPDATE)).isExecutable() &&
            QFileInfo::exists(qs(test::sourcePath("ui")))) {
            const QString copy = m_home.filePath(QStringLiteral("copy_de.ts"));
            QVERIFY(QFile::copy(catalogue(QStringLiteral("de")), copy));
            QProcess lupdate;
            lupdate.setWorkingDirectory(qs(test::sourcePath(".")));
            lupdate.start(QStringLiteral(WARPBENCH_LUPDATE),
                          QStringLiteral(WARPBENCH_LUPDATE_OPTIONS).split(u' ') +
                              QStringList{QStringLiteral("ui"), QStringLiteral("app"),
                                          QStringLiteral("-ts"), copy});
            QVERIFY(lupdate.waitForFinished(kPatience));
            QCOMPARE(lupdate.exitCode(), 0);
            // Such a class asks for its texts by another name than they are filed under.
            static const QRegularExpression lacking(
                QStringLiteral("Class '(?!warpbench::ui')([^']+)' lacks Q_OBJECT"));
            const auto match = lacking.match(QString::fromUtf8(lupdate.readAllStandardError()));
            QVERIFY2(
                !match.hasMatch(),
                qPrintable(match.captured(1) +
                           QStringLiteral(" needs Q_DECLARE_TR_FUNCTIONS(with its whole name)")));
            QStringList open;
            for (const Message& message : readCatalogue(copy)) {
                if (!message.finished) {
                    open << message.context + QStringLiteral(": ") + message.source;
                }
            }
            if (!open.isEmpty()) {
                qWarning("Not in German yet:\n%s\n%s", qPrintable(open.join(u'\n')),
                         qPrintable(kHowTo));
            }
        } else {
            QSKIP("lupdate or the sources are not here");
        }
#endif
    }

    void placesToFillInAgree() {
        for (const QString& code : {QStringLiteral("de"), QStringLiteral("en")}) {
            const auto messages =
                code == QLatin1String("de") ? everythingInGerman() : readCatalogue(catalogue(code));
            for (const Message& message : messages) {
                for (const QString& translation : message.translations) {
                    if (translation.isEmpty()) {
                        continue; // that it is missing is another test's
                    }
                    QVERIFY2(markersOf(message.source) == markersOf(translation),
                             qPrintable(message.source + QStringLiteral(" ≠ ") + translation));
                    // Spaces at the ends are part of the surrounding text.
                    QVERIFY2(message.source.startsWith(u' ') == translation.startsWith(u' ') &&
                                 message.source.endsWith(u' ') == translation.endsWith(u' '),
                             qPrintable(translation));
                    QVERIFY2(!message.source.contains(u'…') || translation.contains(u'…'),
                             qPrintable(translation));
                }
            }
        }
    }

    /// A lesson's text missing from the catalogue is reported like the window's.
    void lessonsAreInTheLanguage() {
        useLanguage(QStringLiteral("de"));
        const auto lessons = findExamples();
        QVERIFY(lessons.size() > 10);
        QStringList open;
        const auto look = [&open](const std::string& text) {
            // Names that are equal in both languages also have an entry.
            static const auto known = [] {
                std::set<QString> sources;
                for (const Message& message : readCatalogue(lessonCatalogue())) {
                    sources.insert(message.source);
                }
                return sources;
            }();
            if (!text.empty() && !known.count(qs(text))) {
                open << qs(text).section(u'\n', 0, 0);
            }
        };
        for (const Example& lesson : lessons) {
            const auto project = project::readProject(pathOf(lesson.path)).project;
            look(project.name);
            look(project.notes);
            for (const auto& task : project.tasks) {
                look(task.text);
                look(task.hint);
            }
        }
        if (!open.isEmpty()) {
            qWarning("Not in German yet:\n%s\n%s", qPrintable(open.join(u'\n')),
                     qPrintable(kHowTo));
        }
        QCOMPARE(lessons.front().level, QStringLiteral("Erste Schritte"));
        QCOMPARE(lessons.front().name, QStringLiteral("Vektormultiplikation"));
        QVERIFY(lessons.front().teaches.startsWith(QStringLiteral("Was ein Thread")));
        OpenWindow window; // with a copy of it
        QVERIFY(window->showPanel(QStringLiteral("notes")));
        const auto* panel = window->findChild<NotesPanel*>();
        QVERIFY(panel);
        const auto* notes = panel->findChild<QTextBrowser*>();
        QVERIFY(notes);
        QVERIFY2(notes->toPlainText().contains(QStringLiteral("Drücken Sie Ausführen")),
                 qPrintable(notes->toPlainText()));
        const auto* tasks = window->findChild<TasksPanel*>();
        QVERIFY(tasks);
        QStringList texts;
        for (const auto* label : tasks->findChildren<QLabel*>()) {
            texts << label->text();
        }
        QVERIFY(texts.contains(QStringLiteral("Multiplizieren Sie eine Million Elemente.")));
        QVERIFY(texts.contains(QStringLiteral("n ist ein Parameter der Einrichtung.")));
        // Saved contents stay unchanged.
        QVERIFY(window->document().project().notes.starts_with("# Vector multiply"));
    }

    void numbersHaveTheirForms() {
        const auto declarations = [](int n) { return ui::tr("%n declaration(s)", nullptr, n); };
        useLanguage(QStringLiteral("en"));
        QCOMPARE(declarations(1), QStringLiteral("1 declaration"));
        QCOMPARE(declarations(2), QStringLiteral("2 declarations"));
        useLanguage(QStringLiteral("de"));
        QCOMPARE(declarations(1), QStringLiteral("1 Deklaration"));
        QCOMPARE(declarations(0), QStringLiteral("0 Deklarationen"));
    }

    void theLanguageIsChosen() {
        QCOMPARE(currentLanguage(), QStringLiteral("en"));
        QCOMPARE(languages().first(), QStringLiteral("en"));
        QVERIFY(languages().contains(systemLanguage()));
        QCOMPARE(nameOfLanguage(QStringLiteral("de")), QStringLiteral("Deutsch"));
        OpenWindow english;
        whenAsked([](QDialog& dialog) {
            for (auto* box : dialog.findChildren<QComboBox*>()) {
                if (box->accessibleName() == QLatin1String("Language")) {
                    box->setCurrentIndex(box->findText(QStringLiteral("Deutsch")));
                }
            }
        });
        english->actionSet().settings->trigger();
        QCOMPARE(settings::language(), QStringLiteral("de"));
        QCOMPARE(english->actionSet().run->text(), QStringLiteral("&Run")); // until the next start
        settings::setLanguage({});
        useLanguage(QStringLiteral("de"));
        OpenWindow german;
        QCOMPARE(german->actionSet().run->text(), QStringLiteral("&Ausführen"));
        QVERIFY(german->actionSet().settings->toolTip().contains(QLatin1String("Einstellungen")));
    }

    /// Core's texts are English, and the window translates them.
    void faultsNotesAndAdviceAreInTheLanguage() {
        session::Fault race;
        race.kind = "shared_race";
        race.text = "race in shared memory: a write over what is read by line 12";
        race.access = session::FaultAccess::write;
        race.otherAccess = session::FaultAccess::read;
        race.unordered = session::FaultOrder::noBarrier;
        race.otherLine = 12;
        const std::string note =
            "512 bytes of global memory that k touched were not checked for races: the host has "
            "too little memory for it";
        const std::string advice = "the header \"a%2.h\" was not found, so its declarations are "
                                   "unknown; add its folder with -I";
        QCOMPARE(noteInWords(note), qs(note));
        QCOMPARE(adviceInWords(advice), qs(advice));
        QCOMPARE(noteInWords("a driver's own"), QStringLiteral("a driver's own"));
        useLanguage(QStringLiteral("de"));
        QCOMPARE(faultHeadline(race), QStringLiteral("Wettlauf im Shared Memory: Schreiben über "
                                                     "das, was Zeile 12 liest, ohne Barriere "
                                                     "dazwischen"));
        QVERIFY2(noteInWords(note).startsWith(QStringLiteral("512 Bytes des globalen Speichers, "
                                                             "die k berührt hat")),
                 qPrintable(noteInWords(note)));
        QVERIFY2(adviceInWords(advice).startsWith(QStringLiteral("der Header „a%2.h“")),
                 qPrintable(adviceInWords(advice)));
        compile::Diagnostic unknown;
        unknown.text = "identifier \"f\" is undefined: the declaration in line 3 is for the host";
        QCOMPARE(problemsOf({unknown}).front().text,
                 QStringLiteral("identifier \"f\" is undefined: Was Zeile 3 deklariert, ist für "
                                "den Host"));
    }

    /// Of core's errors, those that are met most; others stay as they are.
    void errorsAreInTheLanguage_data() {
        QTest::addColumn<QString>("grid");
        QTest::addColumn<QString>("german");
        QTest::newRow("name") << "m"
                              << "in „m“: „m“ ist hier nicht bekannt; nehmen Sie n";
        QTest::newRow("fraction")
            << "n / 16"
            << "„n / 16“ ist 0.5, und hier ist eine ganze Zahl fällig; "
               "runden Sie mit floor, ceil oder round, oder teilen Sie mit //";
        QTest::newRow("nothing") << "n - 8"
                                 << "Grid x ist 0 („n - 8“); es müssen mindestens 1 sein";
        QTest::newRow("zero")
            << "n // 0"
            << "in „n // 0“, Zeichen 3: Division durch null; prüfen Sie den Teiler";
        QTest::newRow("half") << "n +"
                              << "in „n +“, Zeichen 4: der Ausdruck endet zu früh; schreiben Sie "
                                 "eine Zahl, einen Namen "
                                 "oder eine Klammer";
    }
    void errorsAreInTheLanguage() {
        QFETCH(QString, grid);
        QFETCH(QString, german);
        project::Project wrong;
        wrong.parameters["n"] = {"8", {}};
        wrong.launches.emplace_back().kernel = "k";
        wrong.launches[0].grid = {{ss(grid), {}}};
        try {
            project::makePlan(wrong);
            QFAIL("nothing is wrong");
        } catch (const Error& error) {
            QCOMPARE(errorInWords(error), qs(error.what()));
            useLanguage(QStringLiteral("de"));
            QCOMPARE(errorInWords(error), german);
            QCOMPARE(problemOf(error).text, QString(german).replace("; ", "\n"));
        }
    }

    void messagesOfARunAreInTheLanguage() {
        useLanguage(QStringLiteral("de"));
        const ErrorText missingFile{"WB9999", "the file does not exist",
                                    "check its name and folder"};
        QCOMPARE(errorInWords(phrase(
                     "buffer '{buffer}': {problem}",
                     {{"buffer", "a"},
                      {"problem", phrase("{file}: {problem}",
                                         {{"file", "x{buffer}.npy"}, {"problem", missingFile}})}})),
                 QStringLiteral("Puffer „a“: x{buffer}.npy: die Datei gibt es nicht; prüfen Sie "
                                "Namen und Ordner"));
        // A driver's text stays as it is, and the remedy is translated.
        QCOMPARE(
            errorInWords(ErrorText("the driver's own").advised(phrase("make its shape smaller"))),
            QStringLiteral("the driver's own; machen Sie seine Form kleiner"));
        // The operating system's reasons are known.
        QCOMPARE(inWords(phrase("{file}: {problem}",
                                {{"file", "a"}, {"problem", "No space left on device"}})),
                 QStringLiteral("a: auf dem Datenträger ist kein Platz mehr"));
        const Error missing(ErrorKind::project, missingFile, {"p.warpbench", 3, 5});
        QCOMPARE(
            errorLine(missing),
            QStringLiteral("p.warpbench:3:5: Fehler: die Datei gibt es nicht; prüfen Sie Namen "
                           "und Ordner"));
        for (const char* said : {"a driver's own; use what it says", "a driver's own", ""})
            QCOMPARE(errorInWords(ErrorText(said)), QString::fromUtf8(said));
    }

    /// Whatever the system's locale; numbers use a decimal point, as in the source.
    void datesAreThoseOfTheLanguage() {
        const QDateTime time(QDate(2026, 3, 9), QTime(14, 5));
        const auto date = [&time] { return QLocale().toString(time, QLocale::ShortFormat); };
        QLocale::setDefault(QLocale(QLocale::Japanese));
        useLanguage(QStringLiteral("de"));
        QCOMPARE(QLocale().language(), QLocale::German);
        QVERIFY2(date().startsWith(QStringLiteral("09.03.")), qPrintable(date()));
        OpenWindow german;
        for (const auto* field : german->findChildren<QDoubleSpinBox*>())
            QVERIFY2(!field->text().contains(u','), qPrintable(field->text()));
        QLocale::setDefault(QLocale(QLocale::Japanese));
        useLanguage(QStringLiteral("en"));
        QCOMPARE(QLocale().language(), QLocale::English);
    }

    void lettersOfAMenuAreTheirOwn() {
        for (const QString& code : languages()) {
            useLanguage(code);
            OpenWindow window;
            // Some are filled as they open.
            for (auto* menu : window->menuBar()->findChildren<QMenu*>()) {
                emit menu->aboutToShow();
            }
            QList<QList<QAction*>> levels{window->menuBar()->actions()};
            for (const auto* menu : window->menuBar()->findChildren<QMenu*>()) {
                levels << menu->actions();
            }
            for (const auto& level : levels) {
                std::map<QString, QString> letters;
                for (const QAction* action : level) {
                    const QString letter = QKeySequence::mnemonic(action->text()).toString();
                    if (!letter.isEmpty()) {
                        QVERIFY2(!letters.count(letter),
                                 qPrintable(code + QStringLiteral(": ") + action->text() +
                                            QStringLiteral(" and ") + letters[letter]));
                        letters[letter] = action->text();
                    }
                }
            }
            // A letter that a button has as well would open the menu every other time only.
            for (const QAction* menu : window->menuBar()->actions()) {
                const QKeySequence key = QKeySequence::mnemonic(menu->text());
                QVERIFY2(!key.isEmpty(), qPrintable(menu->text()));
                for (const auto* button : window->findChildren<QAbstractButton*>()) {
                    QVERIFY2(QKeySequence::mnemonic(button->text()) != key,
                             qPrintable(code + QStringLiteral(": ") + button->text()));
                }
            }
        }
    }

    void germanHasRoomWhereEnglishHas() {
        std::map<QString, std::map<QString, QString>> english;
        std::map<QString, int> widths;
        for (const QString& code : languages()) {
            useLanguage(code);
            OpenWindow window;
            if (!compilerIsMissing()) { // with something in the panels
                window->actionSet().run->trigger();
                QTRY_VERIFY_WITH_TIMEOUT(window->workbench().results.report(), kPatience);
            }
            for (const Perspective perspective : kPerspectives) {
                window->actionSet().perspectives[std::size_t(perspective)]->trigger();
                for (const QString& panel : window->docks().names()) {
                    window->restoreDefaultLayout();
                    window->resize(1280, 800);
                    QVERIFY(window->showPanel(panel));
                    QCoreApplication::processEvents();
                    QTRY_VERIFY(!workWaits()); // panels get their space in separate turns
                    const QString at = nameOf(perspective) + u'/' + panel;
                    // No wider than the screen of a small laptop, or hardly wider than in English.
                    auto& widest = widths[at];
                    widest =
                        std::max({1280, widest, code == QLatin1String("en") ? window->width() : 0});
                    QVERIFY2(window->width() <= widest + widest / 20,
                             qPrintable(at + QStringLiteral(": %1 wide").arg(window->width())));
                    if (code == QLatin1String("en")) {
                        english[at] = clippedParts(*window);
                        continue;
                    }
                    // Column widths settle step by step.
                    const auto clippedInGermanAlone = [&] {
                        for (const auto& [key, text] : clippedParts(*window))
                            if (!english[at].count(key))
                                return QStringLiteral("%1: %2: %3").arg(at, key, text);
                        return QString();
                    };
                    QVERIFY2(QTest::qWaitFor([&] { return clippedInGermanAlone().isEmpty(); }),
                             qPrintable(clippedInGermanAlone()));
                }
            }
        }
    }

    /// Text requested under another context than lupdate's silently stays English.
    void textsAreAskedForByTheirNames() {
        std::map<QString, std::set<QString>> contexts;
        for (const Message& message : everythingInGerman()) {
            contexts[message.source].insert(message.context);
        }
        Recorder recorder;
        QCoreApplication::installTranslator(&recorder);
        {
            OpenWindow window;
            for (const QString& panel : window->docks().names()) {
                QVERIFY(window->showPanel(panel));
            }
            whenAsked([](QDialog& dialog) {
                QTRY_VERIFY(static_cast<SettingsDialog&>(dialog).complete());
            });
            window->actionSet().settings->trigger();
            whenAsked([](QDialog&) {});
            window->actionSet().commands->trigger();
            if (!compilerIsMissing()) {
                window->actionSet().run->trigger();
                QTRY_VERIFY_WITH_TIMEOUT(window->workbench().results.report(), kPatience);
            }
            window->actionSet().tour->trigger();
            delete window->findChild<Tour*>();
            window->showStartPage();
            QTRY_VERIFY(window->findChild<StartPage*>()->complete());
        }
        QCoreApplication::removeTranslator(&recorder);
        int ours = 0;
        for (const auto& [context, source] : recorder.asked()) {
            const bool ofQt = context.startsWith(u'Q') && context != QLatin1String("QObject");
            const auto filed = contexts.find(source);
            if (ofQt || filed == contexts.end()) {
                continue; // a text that is new is another test's
            }
            ++ours;
            QVERIFY2(filed->second.count(context),
                     qPrintable(QStringLiteral("“%1” is asked for as %2 and filed as %3")
                                    .arg(source, context, *filed->second.begin())));
        }
        QVERIFY2(ours > 300, qPrintable(QString::number(ours)));
    }

  private:
    QTemporaryDir m_home;
};

WARPBENCH_WIDGET_TEST(TstTranslations)
} // namespace tst_translations

#include "tst_translations.moc"
