# SPDX-License-Identifier: GPL-3.0-or-later
# Debian's and Ubuntu's cross compiler for Windows (g++-mingw-w64-x86-64-posix) with the libraries that
# packaging/windows/deps.sh collects and, for the window, the Qt that packaging/windows/qt.sh builds.
# WARPBENCH_WINDOWS_DEPS and WARPBENCH_WINDOWS_QT name their folders where they are not the usual.
set(CMAKE_SYSTEM_NAME Windows)
set(CMAKE_SYSTEM_PROCESSOR x86_64)
set(host x86_64-w64-mingw32)
# The flavour with POSIX threads is the one that has std::thread.
set(CMAKE_C_COMPILER ${host}-gcc-posix)
set(CMAKE_CXX_COMPILER ${host}-g++-posix)
set(CMAKE_RC_COMPILER ${host}-windres)

set(cache "$ENV{XDG_CACHE_HOME}")
if(NOT cache)
    set(cache "$ENV{HOME}/.cache")
endif()
set(dependencies "$ENV{WARPBENCH_WINDOWS_DEPS}")
if(NOT dependencies)
    set(dependencies "${cache}/warpbench/windows-deps")
endif()
set(WARPBENCH_WINDOWS_QT "$ENV{WARPBENCH_WINDOWS_QT}")
if(NOT WARPBENCH_WINDOWS_QT)
    set(WARPBENCH_WINDOWS_QT "${cache}/warpbench/windows-qt")
endif()
set(CMAKE_FIND_ROOT_PATH "${dependencies}" "${WARPBENCH_WINDOWS_QT}" /usr/${host})
# moc, rcc and their like are the building machine's own, of the same release of Qt.
set(QT_HOST_PATH /usr)
if(NOT QT_HOST_PATH_CMAKE_DIR)
    file(GLOB QT_HOST_PATH_CMAKE_DIR /usr/lib/*-linux-gnu/cmake)
endif()
set(CMAKE_FIND_ROOT_PATH_MODE_PROGRAM NEVER)
# What runs the tests here.
find_program(WARPBENCH_WINE wine)
if(WARPBENCH_WINE)
    set(CMAKE_CROSSCOMPILING_EMULATOR "${WARPBENCH_WINE}")
endif()
# Programs are linked with zlib itself, as with all else, not with a DLL that the archive would lack.
set(ZLIB_USE_STATIC_LIBS ON)
set(CMAKE_FIND_ROOT_PATH_MODE_LIBRARY ONLY)
set(CMAKE_FIND_ROOT_PATH_MODE_INCLUDE ONLY)
set(CMAKE_FIND_ROOT_PATH_MODE_PACKAGE ONLY)

# What is linked in wants its licences in the packages.
set(WARPBENCH_LICENSES_OF_OTHERS "${dependencies}/licenses")
set(WARPBENCH_LICENSES_OF_QT "${WARPBENCH_WINDOWS_QT}/licenses")
