# SPDX-License-Identifier: GPL-3.0-or-later
# warpbench::core: all of core but the simulated driver, for other programs, in one archive. In this
# build the folders stay libraries of their own, so that an include against the arrows does not link.
# Found by find_package(Warpbench), pkg-config warpbench-core, or FetchContent.
include(GNUInstallDirs)
set(folders
    base platform processes cuda sensors compiled sources formats toolkit cache compile estimate expression arrays
    formulas memory occupancy launch calibrate project steps plan follow guess sweep libraries report stepping device
    executor workers run export session ranks
)
set(objects)
foreach(folder IN LISTS folders)
    list(APPEND objects $<TARGET_OBJECTS:warpbench-${folder}>)
endforeach()
add_library(warpbench-core STATIC ${objects})
add_library(warpbench::core ALIAS warpbench-core)
set_target_properties(warpbench-core PROPERTIES EXPORT_NAME core LINKER_LANGUAGE CXX)
target_compile_features(warpbench-core PUBLIC cxx_std_20)
# Programs include <warpbench/….h>; what those include by the names of this tree lies in a folder apart,
# where no header of ours stands in for one of the same name, such as cuda.h.
target_include_directories(warpbench-core PUBLIC
    $<BUILD_INTERFACE:${PROJECT_SOURCE_DIR}>
    $<BUILD_INTERFACE:${PROJECT_SOURCE_DIR}/include>
    $<INSTALL_INTERFACE:${CMAKE_INSTALL_INCLUDEDIR}>
    $<INSTALL_INTERFACE:${CMAKE_INSTALL_INCLUDEDIR}/warpbench/internal>
)
# What public headers include, and what is linked behind them.
target_link_libraries(warpbench-core PUBLIC Threads::Threads ${CMAKE_DL_LIBS}
    $<BUILD_INTERFACE:Cuda::Headers>
    $<BUILD_INTERFACE:fmt::fmt>
    $<BUILD_INTERFACE:nlohmann_json::nlohmann_json>
    $<INSTALL_INTERFACE:fmt::fmt>
    $<INSTALL_INTERFACE:nlohmann_json::nlohmann_json>
)
if(NOT WIN32)
    target_link_libraries(warpbench-core PRIVATE uv fftw3 xxhash z zstd)
endif()

if(PROJECT_IS_TOP_LEVEL AND NOT WIN32)
    include(CMakePackageConfigHelpers)
    set(package_dir "${CMAKE_INSTALL_LIBDIR}/cmake/Warpbench")
    install(TARGETS warpbench-core EXPORT WarpbenchTargets
        ARCHIVE DESTINATION "${CMAKE_INSTALL_LIBDIR}" COMPONENT development
    )
    install(EXPORT WarpbenchTargets NAMESPACE warpbench:: DESTINATION "${package_dir}"
        COMPONENT development
    )
    configure_package_config_file("${PROJECT_SOURCE_DIR}/packaging/cmake/WarpbenchConfig.cmake.in"
        "${PROJECT_BINARY_DIR}/WarpbenchConfig.cmake" INSTALL_DESTINATION "${package_dir}"
    )
    write_basic_package_version_file("${PROJECT_BINARY_DIR}/WarpbenchConfigVersion.cmake"
        COMPATIBILITY SameMinorVersion
    )
    configure_file("${PROJECT_SOURCE_DIR}/packaging/cmake/warpbench-core.pc.in"
        "${PROJECT_BINARY_DIR}/warpbench-core.pc" @ONLY
    )
    install(FILES
        "${PROJECT_BINARY_DIR}/WarpbenchConfig.cmake"
        "${PROJECT_BINARY_DIR}/WarpbenchConfigVersion.cmake"
        "${PROJECT_SOURCE_DIR}/cmake/FindCudaHeaders.cmake"
        DESTINATION "${package_dir}" COMPONENT development
    )
    install(FILES "${PROJECT_BINARY_DIR}/warpbench-core.pc"
        DESTINATION "${CMAKE_INSTALL_LIBDIR}/pkgconfig" COMPONENT development
    )
    install(DIRECTORY "${PROJECT_SOURCE_DIR}/include/warpbench"
        DESTINATION "${CMAKE_INSTALL_INCLUDEDIR}" COMPONENT development
    )
    # The simulated driver has a C interface of its own.
    install(FILES "${PROJECT_SOURCE_DIR}/core/simgpu/include/wbsim.h"
        "${PROJECT_SOURCE_DIR}/core/simgpu/include/wbsim_counters.inc"
        DESTINATION "${CMAKE_INSTALL_INCLUDEDIR}/warpbench/internal/core/simgpu/include"
        COMPONENT development
    )
    foreach(folder IN LISTS folders ITEMS profile)
        install(DIRECTORY "${PROJECT_SOURCE_DIR}/core/${folder}"
            DESTINATION "${CMAKE_INSTALL_INCLUDEDIR}/warpbench/internal/core" COMPONENT development
            FILES_MATCHING PATTERN "*.h" PATTERN "gpu_figures.inc"
        )
    endforeach()
endif()
