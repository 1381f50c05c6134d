// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/words/note_words.h"

#include "ui/words/known_sentence.h"
#include "ui/words/text.h"

#include <QCoreApplication>

namespace warpbench::ui {

namespace {

struct NoteWords {
    Q_DECLARE_TR_FUNCTIONS(NoteWords)
};

/// Those of core: session/run_collection.cpp, run_performer.cpp, device_run_*.cpp, split_run.cpp,
/// simgpu/driver/observer.cpp.
constexpr const char* kNotes[] = {
    QT_TRANSLATE_NOOP("NoteWords", "%1 bytes of global memory that %2 touched were not checked for "
                                   "races: the host has too little memory for it"),
    QT_TRANSLATE_NOOP("NoteWords", "the end of %1 was not checked for races: the host has too "
                                   "little memory for it"),
    QT_TRANSLATE_NOOP("NoteWords", "%1 was computed by the host (%2), because a simulated GPU does "
                                   "not provide %3: its time is not a GPU time"),
    QT_TRANSLATE_NOOP("NoteWords", "%1 was computed by %2, because a simulated GPU does not "
                                   "provide %3: its time is not a GPU time"),
    QT_TRANSLATE_NOOP("NoteWords", "launch %1 (\"%2\") is programmatic, and no kernel of the "
                                   "source waits with cudaGridDependencySynchronize(): on a GPU it "
                                   "may read what launch %3 has not written yet"),
    QT_TRANSLATE_NOOP("NoteWords", "the next run recreates resident buffer \"%1\": this one ended "
                                   "before its contents were certain"),
    QT_TRANSLATE_NOOP("NoteWords", "the GPU's counters were not read: they cannot tell the kernels "
                                   "of a library call from the others; remove its step"),
    QT_TRANSLATE_NOOP("NoteWords", "the GPU's counters were not read: devices that exchange rows "
                                   "are not counted; run on one of them"),
    QT_TRANSLATE_NOOP(
        "NoteWords",
        "timing: %1 of %2 rounds were timed, because each launch needs memory for its times"),
    QT_TRANSLATE_NOOP("NoteWords", "%1 cannot be stepped through: this is the simulated GPU"),
    QT_TRANSLATE_NOOP("NoteWords", "The contents of \"%1\" are lost: %2"),
    QT_TRANSLATE_NOOP("NoteWords", "The expected contents of the buffers could not be kept: %1"),
};

/// Those of core/compile: host_code.cpp, confinement.cpp, compile.cpp, build.cpp. A %1 at the
/// beginning is the compiler's own text.
constexpr const char* kAdvice[] = {
    QT_TRANSLATE_NOOP(
        "NoteWords",
        "the header \"%1\" was not found, so its declarations are unknown; add its folder with -I"),
    QT_TRANSLATE_NOOP("NoteWords", "%1: the function of line %2 is for the host; write __device__ "
                                   "before it to call it in a kernel"),
    QT_TRANSLATE_NOOP("NoteWords", "%1: the declaration in line %2 is for the host"),
    QT_TRANSLATE_NOOP("NoteWords",
                      "%1; it is outside the project's folder; copy it into the folder, or, "
                      "where you trust the project, allow files outside its folder "
                      "(--allow-outside; in the window: File, Allow Files Outside the Folder)"),
    QT_TRANSLATE_NOOP("NoteWords",
                      "\"%1\" is not a C++ standard that the compiler knows; use c++17 or c++20"),
    QT_TRANSLATE_NOOP("NoteWords",
                      "NVRTC %1 cannot compile for \"%2\"; it knows the compute capabilities %3"),
};

QString inNoteWords(const char* text) {
    return NoteWords::tr(text);
}

QString wordsOfOne(std::span<const char* const> known, const std::string& said) {
    return knownSentence(known, QStringLiteral("(.+)"), &inNoteWords, qs(said)).value_or(qs(said));
}

} // namespace

QString noteInWords(const std::string& note) {
    return wordsOfOne(kNotes, note);
}

QString adviceInWords(const std::string& text) {
    return wordsOfOne(kAdvice, text);
}

} // namespace warpbench::ui
