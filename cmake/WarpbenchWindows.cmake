# SPDX-License-Identifier: GPL-3.0-or-later
# What a program for Windows has besides its code: manifest, icon, version, and Qt's plugins where Qt is
# linked into it.

# The icon with all its sizes, from the drawing. The program that draws it runs on the building machine.
set(warpbench_icon "${PROJECT_BINARY_DIR}/warpbench.ico")
function(warpbench_windows_icon)
    if(TARGET warpbench-windows-icon)
        return()
    endif()
    set(source "${PROJECT_SOURCE_DIR}/packaging/icon")
    set(drawing "${PROJECT_SOURCE_DIR}/resources/icons/warpbench.svg")
    set(build "${PROJECT_BINARY_DIR}/icon")
    if(CMAKE_CROSSCOMPILING)
        set(program "${build}/warpbench-draw-icon")
        add_custom_command(OUTPUT "${program}"
            COMMAND ${CMAKE_COMMAND} -S "${source}" -B "${build}" -DCMAKE_BUILD_TYPE=Release
            COMMAND ${CMAKE_COMMAND} --build "${build}"
            DEPENDS "${source}/CMakeLists.txt" "${source}/draw_icon.cpp"
            VERBATIM
        )
    else()
        add_subdirectory("${source}" "${build}" EXCLUDE_FROM_ALL)
        set(program $<TARGET_FILE:warpbench-draw-icon>)
    endif()
    file(MAKE_DIRECTORY "${build}/runtime")
    file(CHMOD "${build}/runtime" DIRECTORY_PERMISSIONS OWNER_READ OWNER_WRITE OWNER_EXECUTE)
    add_custom_command(OUTPUT "${warpbench_icon}"
        COMMAND ${CMAKE_COMMAND} -E env QT_QPA_PLATFORM=offscreen "XDG_RUNTIME_DIR=${build}/runtime"
            "${program}" "${drawing}" "${warpbench_icon}"
        DEPENDS "${program}" "${drawing}"
        VERBATIM
    )
    add_custom_target(warpbench-windows-icon DEPENDS "${warpbench_icon}")
endfunction()

# warpbench_windows_resources(PROGRAM DESCRIPTION [ICON])
function(warpbench_windows_resources name description)
    set(folder "${PROJECT_SOURCE_DIR}/packaging/windows")
    set(rc "${CMAKE_CURRENT_BINARY_DIR}/${name}.rc")
    set(object "${CMAKE_CURRENT_BINARY_DIR}/${name}_resources.o")
    set(needed "${rc}" "${folder}/program.manifest")
    set(icon_line)
    if("ICON" IN_LIST ARGN)
        warpbench_windows_icon()
        set(icon_line "1 ICON \"${warpbench_icon}\"")
        list(APPEND needed "${warpbench_icon}")
    endif()
    configure_file("${folder}/program.rc.in" "${rc}" @ONLY)
    add_custom_command(OUTPUT "${object}"
        COMMAND ${CMAKE_RC_COMPILER} -O coff -I "${folder}" "${rc}" "${object}"
        DEPENDS ${needed}
        VERBATIM
    )
    target_sources(${name} PRIVATE "${object}")
    if("ICON" IN_LIST ARGN)
        add_dependencies(${name} warpbench-windows-icon)
    endif()
endfunction()

# warpbench_qt_plugins(TARGET)
# A Qt of static libraries loads no plugin: what draws on the display and what reads SVG is linked in.
# The style is Fusion, which needs none.
function(warpbench_qt_plugins target)
    get_target_property(kind Qt6::Core TYPE)
    if(kind STREQUAL "STATIC_LIBRARY")
        qt_import_plugins(${target}
            INCLUDE Qt6::QWindowsIntegrationPlugin Qt6::QSvgIconPlugin Qt6::QSvgPlugin
            EXCLUDE_BY_TYPE styles
        )
    endif()
endfunction()
