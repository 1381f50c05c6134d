# SPDX-License-Identifier: GPL-3.0-or-later
# The manual: pages for a browser made from docs/ (target warpbench-manual, part of `all`), without the pages for
# developers, and its pictures, which the target `manual-pictures` takes again into docs/images.
if(NOT TARGET warpbench)
    return()
endif()

# The program that makes the pages runs on the building machine.
set(manual_source "${PROJECT_SOURCE_DIR}/packaging/manual")
set(manual_build "${PROJECT_BINARY_DIR}/manual")
if(CMAKE_CROSSCOMPILING)
    set(manual_html "${manual_build}/warpbench-manual-html")
    add_custom_command(OUTPUT "${manual_html}"
        COMMAND ${CMAKE_COMMAND} -S "${manual_source}" -B "${manual_build}" -DCMAKE_BUILD_TYPE=Release
        COMMAND ${CMAKE_COMMAND} --build "${manual_build}"
        DEPENDS "${manual_source}/CMakeLists.txt" "${manual_source}/manual_html.cpp"
            "${PROJECT_SOURCE_DIR}/ui/theme/heading_anchors.cpp"
        VERBATIM
    )
else()
    add_subdirectory("${manual_source}" "${manual_build}" EXCLUDE_FROM_ALL)
    set(manual_html $<TARGET_FILE:warpbench-manual-html>)
endif()
# Qt complains about each page where nobody is logged in and this folder is missing.
set(manual_runtime "${manual_build}/runtime")
file(MAKE_DIRECTORY "${manual_runtime}")
file(CHMOD "${manual_runtime}" DIRECTORY_PERMISSIONS OWNER_READ OWNER_WRITE OWNER_EXECUTE)

set(manual_folder "${PROJECT_BINARY_DIR}/html")
set(manual_left_out "${PROJECT_SOURCE_DIR}/packaging/developer-documents.txt")
file(STRINGS "${manual_left_out}" manual_left_out_names)
# A new page changes its folder. CONFIGURE_DEPENDS would look again before every build, and keep Ninja from
# saying beforehand what it will do, which packaging/progress.sh asks.
file(GLOB_RECURSE manual_sources "${PROJECT_SOURCE_DIR}/docs/*.md" "${PROJECT_SOURCE_DIR}/docs/*.png")
set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS
    "${PROJECT_SOURCE_DIR}/docs" "${PROJECT_SOURCE_DIR}/docs/decisions" "${PROJECT_SOURCE_DIR}/docs/images"
    "${PROJECT_SOURCE_DIR}/docs/manual" "${PROJECT_SOURCE_DIR}/docs/manual/coming-from"
    "${PROJECT_SOURCE_DIR}/docs/manual/howto" "${PROJECT_SOURCE_DIR}/docs/manual/tutorials"
    "${PROJECT_SOURCE_DIR}/docs/manual/window" "${manual_left_out}"
)
add_custom_command(OUTPUT "${manual_folder}/manual/index.html"
    COMMAND ${CMAKE_COMMAND} -E rm -rf "${manual_folder}"
    COMMAND ${CMAKE_COMMAND} -E env QT_QPA_PLATFORM=offscreen
        "XDG_RUNTIME_DIR=${manual_runtime}" "${manual_html}" "${PROJECT_SOURCE_DIR}/docs" "${manual_folder}"
        ${manual_left_out_names}
    DEPENDS "${manual_html}" ${manual_sources}
    COMMENT "Making the manual's pages"
    VERBATIM
)
add_custom_target(warpbench-manual ALL DEPENDS "${manual_folder}/manual/index.html")
install(DIRECTORY "${manual_folder}/" DESTINATION share/doc/warpbench/html OPTIONAL)
if(CMAKE_CROSSCOMPILING)
    return() # its pictures are taken by the program itself
endif()

# What Runs and Compare compare with: the lesson before the column that keeps its lanes off one bank.
file(READ "${PROJECT_SOURCE_DIR}/examples/transpose/transpose.cu" before)
string(REPLACE "[TILE + 1]" "[TILE]" before "${before}")
set(against "${PROJECT_BINARY_DIR}/transpose_before.cu")
file(CONFIGURE OUTPUT "${against}" CONTENT "${before}" @ONLY)

# FILE, theme, lesson, and what else --screenshot takes.
set(pictures
    "window-light.png|light|reduction"
    "window-dark.png|dark|mandelbrot|--panel|buffers:picture"
    "fault.png|light|launch_error"
    "line-costs.png|light|transpose|--line-costs|conflicts"
    "lanes.png|light|transpose|--panel|lanes"
    "step.png|dark|transpose|--step-to|10"
    "tasks.png|light|occupancy|--panel|tasks"
    "panel-setup.png|light|transpose|--panel|setup|--panel-only"
    "panel-notes.png|light|transpose|--panel|notes|--panel-only"
    "panel-problems.png|light|launch_error|--panel|problems|--panel-only"
    "panel-output.png|light|launch_error|--panel|output|--panel-only"
    "panel-results.png|light|transpose|--panel|results|--panel-only"
    "panel-buffers.png|light|mandelbrot|--panel|buffers:picture|--panel-only"
    "panel-records.png|light|n_body|--panel|buffers:stars|--panel-only|--size|520x330"
    "panel-timing.png|light|transpose|--panel|timing|--panel-only"
    "panel-limits.png|light|transpose|--panel|limits|--panel-only|--size|560x400"
    "panel-runs.png|light|transpose|--panel|runs|--panel-only|--against|${against}"
    "panel-occupancy.png|light|transpose|--panel|occupancy|--panel-only"
    "panel-gpus.png|light|transpose|--panel|gpus|--panel-only|--size|760x330"
    "panel-sweeps.png|light|matrix_multiply|--panel|sweeps|--panel-only|--size|860x330"
    "panel-live.png|light|mandelbrot_zoom|--panel|live|--panel-only|--size|420x470"
    "panel-resources.png|light|transpose|--panel|resources|--panel-only|--against|${against}"
    "panel-counters.png|light|transpose|--panel|counters|--panel-only|--against|${against}|--line-costs|conflicts"
    "panel-code.png|light|transpose|--panel|code|--panel-only"
    "panel-compare.png|light|transpose|--panel|compare|--panel-only|--against|${against}"
)
add_custom_target(manual-pictures COMMENT "Taking the manual's pictures" VERBATIM)
add_dependencies(manual-pictures warpbench warpbench-worker warpbench-simgpu)
foreach(picture IN LISTS pictures)
    string(REPLACE "|" ";" picture "${picture}")
    list(POP_FRONT picture file theme lesson)
    add_custom_command(TARGET manual-pictures POST_BUILD
        COMMAND ${CMAKE_COMMAND} -E env QT_QPA_PLATFORM=offscreen
            $<TARGET_FILE:warpbench> --screenshot "${PROJECT_SOURCE_DIR}/docs/images/${file}"
            --theme ${theme} --device sim:h200 --run ${picture}
            "${PROJECT_SOURCE_DIR}/examples/${lesson}/${lesson}.warpbench"
        VERBATIM
    )
endforeach()
