# SPDX-License-Identifier: GPL-3.0-or-later
# Zstandard, for the PTX that nvcc packs into fat binaries. Not every distribution ships its CMake
# package.
find_path(Zstd_INCLUDE_DIR zstd.h)
find_library(Zstd_LIBRARY NAMES zstd)

include(FindPackageHandleStandardArgs)
find_package_handle_standard_args(Zstd
    REQUIRED_VARS Zstd_LIBRARY Zstd_INCLUDE_DIR
    REASON_FAILURE_MESSAGE
        "Zstandard's headers were not found: install libzstd-dev (Debian, Ubuntu) or libzstd-devel (Fedora)"
)
if(Zstd_FOUND AND NOT TARGET Zstd::Zstd)
    # GLOBAL: the fuzzers link the driver's objects too.
    add_library(Zstd::Zstd UNKNOWN IMPORTED GLOBAL)
    set_target_properties(Zstd::Zstd PROPERTIES
        IMPORTED_LOCATION "${Zstd_LIBRARY}"
        INTERFACE_INCLUDE_DIRECTORIES "${Zstd_INCLUDE_DIR}"
    )
endif()
