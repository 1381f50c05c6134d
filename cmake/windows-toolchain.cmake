# SPDX-License-Identifier: GPL-3.0-or-later
# Debian's and Ubuntu's cross compiler for Windows (g++-mingw-w64-x86-64-posix) with the libraries that
# packaging/windows/deps.sh collects; WARPBENCH_WINDOWS_DEPS names its folder where it is not the usual.
set(CMAKE_SYSTEM_NAME Windows)
set(CMAKE_SYSTEM_PROCESSOR x86_64)
set(host x86_64-w64-mingw32)
# The flavour with POSIX threads is the one that has std::thread.
set(CMAKE_C_COMPILER ${host}-gcc-posix)
set(CMAKE_CXX_COMPILER ${host}-g++-posix)
set(CMAKE_RC_COMPILER ${host}-windres)

set(dependencies "$ENV{WARPBENCH_WINDOWS_DEPS}")
if(NOT dependencies)
    set(cache "$ENV{XDG_CACHE_HOME}")
    if(NOT cache)
        set(cache "$ENV{HOME}/.cache")
    endif()
    set(dependencies "${cache}/warpbench/windows-deps")
endif()
set(CMAKE_FIND_ROOT_PATH "${dependencies}" /usr/${host})
set(CMAKE_FIND_ROOT_PATH_MODE_PROGRAM NEVER)
# Programs are linked with zlib itself, as with all else, not with a DLL that the archive would lack.
set(ZLIB_USE_STATIC_LIBS ON)
set(CMAKE_FIND_ROOT_PATH_MODE_LIBRARY ONLY)
set(CMAKE_FIND_ROOT_PATH_MODE_INCLUDE ONLY)
set(CMAKE_FIND_ROOT_PATH_MODE_PACKAGE ONLY)

# What is linked in wants its licences in the packages.
set(WARPBENCH_LICENSES_OF_OTHERS "${dependencies}/licenses")
