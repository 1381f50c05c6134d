# SPDX-License-Identifier: GPL-3.0-or-later
# Packages by CPack. packaging/release.sh makes them all; packaging/check.sh tries them in a clean system.
set(CPACK_PACKAGE_NAME warpbench)
set(CPACK_PACKAGE_VENDOR "The Warpbench authors")
set(CPACK_PACKAGE_CONTACT "${warpbench_contact}")
set(CPACK_PACKAGE_DESCRIPTION_SUMMARY "Workbench for CUDA kernels, with a simulated GPU")
set(CPACK_PACKAGE_DESCRIPTION "Edit a CUDA kernel, see what the compiler says, launch it on an NVIDIA GPU
or on the simulated GPU that comes with it, look at the data, time it, see what
limits its occupancy.")
set(CPACK_RESOURCE_FILE_LICENSE "${PROJECT_SOURCE_DIR}/LICENSE")
set(CPACK_PACKAGE_DIRECTORY "${PROJECT_BINARY_DIR}/packages")
set(CPACK_STRIP_FILES ON)
set(CPACK_COMPONENTS_ALL runtime development)
set(CPACK_VERBATIM_VARIABLES ON)

if(WIN32)
    set(CPACK_GENERATOR ZIP)
    set(CPACK_COMPONENTS_ALL runtime)
    set(CPACK_ARCHIVE_COMPONENT_INSTALL OFF)
    set(CPACK_PACKAGE_FILE_NAME "warpbench-${PROJECT_VERSION}-windows-x86_64")
else()
    set(CPACK_GENERATOR DEB)
    set(CPACK_PACKAGING_INSTALL_PREFIX /usr)
    set(CPACK_DEB_COMPONENT_INSTALL ON)
    set(CPACK_DEBIAN_COMPRESSION_TYPE xz)
    set(CPACK_DEBIAN_FILE_NAME DEB-DEFAULT)
    set(CPACK_DEBIAN_RUNTIME_PACKAGE_NAME warpbench)
    # Below the summary, which both have.
    set(CPACK_DEBIAN_RUNTIME_DESCRIPTION "${CPACK_PACKAGE_DESCRIPTION}")
    set(CPACK_DEBIAN_RUNTIME_PACKAGE_SECTION devel)
    # What is linked is read off the programs; what is loaded or needed at run time is named here.
    set(CPACK_DEBIAN_RUNTIME_PACKAGE_SHLIBDEPS ON)
    set(CPACK_DEBIAN_RUNTIME_PACKAGE_DEPENDS "fonts-dejavu-core")
    set(CPACK_DEBIAN_RUNTIME_PACKAGE_RECOMMENDS
        "fonts-inter, fonts-jetbrains-mono, python3-pip, qt6-wayland"
    )
    set(CPACK_DEBIAN_DEVELOPMENT_PACKAGE_NAME libwarpbench-dev)
    set(CPACK_DEBIAN_DEVELOPMENT_DESCRIPTION "Headers and a static library with which a program compiles CUDA kernels,
launches them on an NVIDIA GPU or on Warpbench's simulated GPU, and reads the
results back. CMake's find_package and pkg-config find it.")
    set(CPACK_DEBIAN_DEVELOPMENT_PACKAGE_SECTION libdevel)
    set(CPACK_DEBIAN_DEVELOPMENT_PACKAGE_DEPENDS
        "warpbench (= ${PROJECT_VERSION}), libfmt-dev, nlohmann-json3-dev, libuv1-dev, libfftw3-dev, libxxhash-dev, zlib1g-dev, libzstd-dev"
    )
endif()
include(CPack)
