# SPDX-License-Identifier: GPL-3.0-or-later
# The window's texts (translations/warpbench_*.ts) and those of the lessons (lessons_*.ts) in other
# languages, made into *.qm and embedded. lrelease and lupdate are Qt's (Debian: qt6-l10n-tools);
# without them the window is built with English alone.
#   cmake --build build/quick --target update-translations   # after texts in the source have changed

set(qt_tools_hints
    "${QT6_INSTALL_PREFIX}/${QT6_INSTALL_BINS}" "${QT6_INSTALL_PREFIX}/${QT6_INSTALL_LIBEXECS}"
    /usr/lib/qt6/bin "$ENV{QT_HOST_PATH}/bin"
)
# When cross-building they are this machine's.
find_program(WARPBENCH_LRELEASE NAMES lrelease lrelease-qt6 HINTS ${qt_tools_hints}
    NO_CMAKE_FIND_ROOT_PATH DOC "Qt's lrelease")
find_program(WARPBENCH_LUPDATE NAMES lupdate lupdate-qt6 HINTS ${qt_tools_hints}
    NO_CMAKE_FIND_ROOT_PATH DOC "Qt's lupdate")
# Buttons of Qt's own dialogs and names of keys (Debian: qt6-translations-l10n).
find_path(WARPBENCH_QT_TRANSLATIONS qtbase_de.qm
    HINTS "${QT6_INSTALL_PREFIX}/${QT6_INSTALL_TRANSLATIONS}" /usr/share/qt6/translations
    NO_CMAKE_FIND_ROOT_PATH DOC "Folder of Qt's own translations")

set(WARPBENCH_LANGUAGES de)

# What lupdate reads and writes; the test of the translations does the same with copies.
set(WARPBENCH_LUPDATE_OPTIONS -locations none -no-obsolete -source-language en_GB -I .)

# warpbench_embed_translations(TARGET): the catalogues become a resource of the library, which has
# to call Q_INIT_RESOURCE(translations) where WARPBENCH_TRANSLATIONS is defined.
function(warpbench_embed_translations target)
    if(NOT WARPBENCH_LRELEASE)
        message(STATUS
            "Qt's lrelease was not found (Debian: qt6-l10n-tools): the window is in English only")
        return()
    endif()
    set(folder "${PROJECT_BINARY_DIR}/translations")
    set(catalogues)
    set(rows "")
    foreach(language en ${WARPBENCH_LANGUAGES})
        set(sources "${PROJECT_SOURCE_DIR}/translations/warpbench_${language}.ts")
        if(NOT language STREQUAL "en") # the course's own language
            list(APPEND sources "${PROJECT_SOURCE_DIR}/translations/lessons_${language}.ts")
        endif()
        set(made "${folder}/warpbench_${language}.qm")
        add_custom_command(OUTPUT "${made}"
            COMMAND "${WARPBENCH_LRELEASE}" -silent ${sources} -qm "${made}"
            DEPENDS ${sources}
            COMMENT "Translations: ${language}"
            VERBATIM
        )
        list(APPEND catalogues "${made}")
        string(APPEND rows "    <file>warpbench_${language}.qm</file>\n")
        if(WARPBENCH_QT_TRANSLATIONS AND EXISTS "${WARPBENCH_QT_TRANSLATIONS}/qtbase_${language}.qm")
            configure_file("${WARPBENCH_QT_TRANSLATIONS}/qtbase_${language}.qm"
                "${folder}/qtbase_${language}.qm" COPYONLY)
            string(APPEND rows "    <file>qtbase_${language}.qm</file>\n")
        endif()
    endforeach()
    file(CONFIGURE OUTPUT "${folder}/translations.qrc" CONTENT
        "<RCC>\n  <qresource prefix=\"/translations\">\n${rows}  </qresource>\n</RCC>\n")
    add_custom_target(warpbench-translations DEPENDS ${catalogues})
    target_sources(${target} PRIVATE "${folder}/translations.qrc")
    set_property(TARGET ${target} APPEND PROPERTY AUTOGEN_TARGET_DEPENDS ${catalogues})
    add_dependencies(${target} warpbench-translations)
    target_compile_definitions(${target} PRIVATE WARPBENCH_TRANSLATIONS)
endfunction()

if(WARPBENCH_LUPDATE)
    set(updates)
    foreach(language ${WARPBENCH_LANGUAGES})
        list(APPEND updates COMMAND "${WARPBENCH_LUPDATE}" ${WARPBENCH_LUPDATE_OPTIONS}
            -target-language ${language} ui app -ts "translations/warpbench_${language}.ts"
            COMMAND python3 packaging/lesson_texts.py "translations/lessons_${language}.ts")
    endforeach()
    # English is the texts themselves, but for those that differ by number.
    add_custom_target(update-translations
        COMMAND "${WARPBENCH_LUPDATE}" ${WARPBENCH_LUPDATE_OPTIONS} -pluralonly -target-language en
            ui app -ts translations/warpbench_en.ts
        ${updates}
        WORKING_DIRECTORY "${PROJECT_SOURCE_DIR}"
        COMMENT "Bringing translations/*.ts up to date"
        VERBATIM
    )
endif()
