# SPDX-License-Identifier: GPL-3.0-or-later
# Headers of others that most files of a group include, compiled once for the group; see
# docs/decisions/precompiled-headers.md. Sources include what they use all the same: they build with
# WARPBENCH_PCH=OFF too.

# Tried with GCC alone, which does not mind macros that the headers never name.
if(NOT CMAKE_CXX_COMPILER_ID STREQUAL "GNU")
    set(WARPBENCH_PCH OFF)
endif()

# ccache takes them if it may overlook macros that they define and times of day in them, and if GCC
# leaves them out of what it preprocesses.
if(WARPBENCH_PCH AND CCACHE_PROGRAM AND CMAKE_HOST_UNIX)
    set(CMAKE_CXX_COMPILER_LAUNCHER
        env CCACHE_SLOPPINESS=pch_defines,time_macros "${CCACHE_PROGRAM}"
    )
    add_compile_options(-fpch-preprocess)
endif()

# warpbench_precompiled_group(NAME HEADERS … [DEPS …] [QT modules…] [OPTIONS …])
# The compiler takes precompiled headers only with the macros and the options that they were
# compiled with; macros that no header names may come on top. So a group has the macros that all its
# targets have, and no others: of QT's modules it takes the folders alone.
function(warpbench_precompiled_group name)
    cmake_parse_arguments(ARG "" "" "HEADERS;DEPS;QT;OPTIONS" ${ARGN})
    set(target warpbench-pch-${name})
    file(CONFIGURE OUTPUT "${CMAKE_CURRENT_BINARY_DIR}/pch/${name}.cpp"
        CONTENT "// Nothing: ${target} is there for its precompiled headers.\n"
    )
    add_library(${target} OBJECT "${CMAKE_CURRENT_BINARY_DIR}/pch/${name}.cpp")
    set_target_properties(${target} PROPERTIES AUTOMOC OFF EXCLUDE_FROM_ALL ON)
    target_link_libraries(${target} PRIVATE ${ARG_DEPS} warpbench-flags)
    foreach(module IN LISTS ARG_QT)
        target_include_directories(${target} SYSTEM PRIVATE
            $<TARGET_PROPERTY:Qt6::${module},INTERFACE_INCLUDE_DIRECTORIES>
        )
    endforeach()
    target_compile_options(${target} PRIVATE ${ARG_OPTIONS})
    list(TRANSFORM ARG_HEADERS REPLACE "(.+)" "<\\1>")
    target_precompile_headers(${target} PRIVATE ${ARG_HEADERS})
endfunction()

# warpbench_precompiled(TARGET GROUP)
# The group `none` is for targets whose sources cannot have the group's headers first.
function(warpbench_precompiled target group)
    if(WARPBENCH_PCH AND NOT group STREQUAL "none")
        target_precompile_headers(${target} REUSE_FROM warpbench-pch-${group})
        # libstdc++ switches these off around std::char_traits with a pragma, which seems to be lost in
        # a precompiled header. Builds without them still warn.
        target_compile_options(${target} PRIVATE
            -Wno-array-bounds -Wno-stringop-overflow -Wno-stringop-overread
        )
    endif()
endfunction()

if(NOT WARPBENCH_PCH)
    return()
endif()

set(standard_headers
    algorithm array atomic bit chrono cmath cstdint cstring functional map memory mutex optional set
    span string string_view unordered_map utility variant vector
)
warpbench_precompiled_group(core
    HEADERS ${standard_headers} filesystem fmt/format.h nlohmann/json.hpp
    DEPS fmt::fmt nlohmann_json::nlohmann_json
)
# The simulated GPU shares nothing with the rest.
warpbench_precompiled_group(simgpu HEADERS ${standard_headers} condition_variable deque thread)
warpbench_precompiled_group(engine HEADERS ${standard_headers} OPTIONS -fno-strict-aliasing)
if(WARPBENCH_UI)
    warpbench_precompiled_group(ui
        HEADERS
            ${standard_headers} filesystem
            QApplication QBoxLayout QComboBox QDir QFile QHeaderView QLabel QLineEdit QMenu QPainter
            QPushButton QStringList QTimer QToolButton QWidget
        DEPS Qt6::Core
        QT Gui Widgets
    )
endif()
if(WARPBENCH_TESTS)
    set(test_headers ${standard_headers} fstream random QFile QTemporaryDir QTest)
    warpbench_precompiled_group(tests
        HEADERS ${test_headers}
        DEPS Qt6::Core
        QT Test
        OPTIONS ${warpbench_test_options}
    )
    if(WARPBENCH_UI)
        warpbench_precompiled_group(tests-ui
            HEADERS ${test_headers} QApplication QComboBox QLabel QLineEdit QSignalSpy QToolButton
            DEPS Qt6::Widgets
            QT Test
            OPTIONS ${warpbench_test_options}
        )
    endif()
endif()
