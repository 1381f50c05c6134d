# SPDX-License-Identifier: GPL-3.0-or-later
# xxHash, for the keys and checksums of the compile cache. Debian ships no CMake package for it.
find_path(xxHash_INCLUDE_DIR xxhash.h)
find_library(xxHash_LIBRARY NAMES xxhash)
if(EXISTS "${xxHash_INCLUDE_DIR}/xxhash.h")
    foreach(part MAJOR MINOR RELEASE)
        file(STRINGS "${xxHash_INCLUDE_DIR}/xxhash.h" line
            REGEX "#define XXH_VERSION_${part} +[0-9]+"
        )
        string(REGEX MATCH "[0-9]+$" ${part} "${line}")
    endforeach()
    set(xxHash_VERSION "${MAJOR}.${MINOR}.${RELEASE}")
endif()

include(FindPackageHandleStandardArgs)
find_package_handle_standard_args(xxHash
    REQUIRED_VARS xxHash_LIBRARY xxHash_INCLUDE_DIR
    VERSION_VAR xxHash_VERSION
)
if(xxHash_FOUND AND NOT TARGET xxHash::xxHash)
    # GLOBAL: programs in other folders link what links it.
    add_library(xxHash::xxHash UNKNOWN IMPORTED GLOBAL)
    set_target_properties(xxHash::xxHash PROPERTIES
        IMPORTED_LOCATION "${xxHash_LIBRARY}"
        INTERFACE_INCLUDE_DIRECTORIES "${xxHash_INCLUDE_DIR}"
    )
endif()
