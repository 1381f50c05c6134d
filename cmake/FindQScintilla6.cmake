# SPDX-License-Identifier: GPL-3.0-or-later
# QScintilla for Qt 6. Debian ships neither a pkg-config file nor a CMake package for it.
find_path(QScintilla6_INCLUDE_DIR Qsci/qsciscintilla.h
    HINTS ${Qt6Core_INCLUDE_DIRS} ENV QSCINTILLA_ROOT
    PATH_SUFFIXES qt6 include/qt6 include
)
find_library(QScintilla6_LIBRARY NAMES qscintilla2_qt6 HINTS ENV QSCINTILLA_ROOT PATH_SUFFIXES lib)
if(EXISTS "${QScintilla6_INCLUDE_DIR}/Qsci/qsciglobal.h")
    file(STRINGS "${QScintilla6_INCLUDE_DIR}/Qsci/qsciglobal.h" version_line
        REGEX "define QSCINTILLA_VERSION_STR"
    )
    string(REGEX MATCH "[0-9]+(\\.[0-9]+)+" QScintilla6_VERSION "${version_line}")
endif()

include(FindPackageHandleStandardArgs)
find_package_handle_standard_args(QScintilla6
    REQUIRED_VARS QScintilla6_LIBRARY QScintilla6_INCLUDE_DIR
    VERSION_VAR QScintilla6_VERSION
)
if(QScintilla6_FOUND AND NOT TARGET QScintilla6::QScintilla6)
    add_library(QScintilla6::QScintilla6 UNKNOWN IMPORTED)
    # As a static library it neither exports nor imports.
    set(shared_only QSCINTILLA_DLL)
    if(QScintilla6_LIBRARY MATCHES "\\.a$" AND NOT QScintilla6_LIBRARY MATCHES "\\.dll\\.a$")
        set(shared_only)
    endif()
    set_target_properties(QScintilla6::QScintilla6 PROPERTIES
        IMPORTED_LOCATION "${QScintilla6_LIBRARY}"
        INTERFACE_INCLUDE_DIRECTORIES "${QScintilla6_INCLUDE_DIR}"
        INTERFACE_COMPILE_DEFINITIONS "${shared_only}"
        INTERFACE_LINK_LIBRARIES "Qt6::Widgets;Qt6::PrintSupport"
    )
endif()
