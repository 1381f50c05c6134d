# SPDX-License-Identifier: GPL-3.0-or-later
# What `cmake --install` puts where, and the packages that CPack makes of it. The programs find each
# other and their data by where they lie, so any prefix will do and the tree may be moved:
#
#   bin/                     warpbench, warpbench-cli, warpbench-nvcc
#   libexec/warpbench/       warpbench-worker
#   lib/warpbench/           the simulated driver; libcuda/libcuda.so.1 for other programs;
#                            recorder/libcuda.so.1 for those that run on a real GPU
#   share/warpbench/         examples with their solutions, docs
#   share/{applications,icons,mime,metainfo,man,…}
#
# On Windows programs and DLLs lie side by side in bin.
if(NOT PROJECT_IS_TOP_LEVEL)
    return()
endif()

# The component `development` holds what cmake/WarpbenchCore.cmake installs.
set(CMAKE_INSTALL_DEFAULT_COMPONENT_NAME runtime)
set(linux_packaging "${PROJECT_SOURCE_DIR}/packaging/linux")
set(warpbench_contact "The Warpbench authors <warpbench@localhost>")
if(WIN32)
    install(TARGETS warpbench-cli warpbench-worker warpbench-simgpu RUNTIME DESTINATION bin)
    if(WARPBENCH_LICENSES_OF_OTHERS)
        install(DIRECTORY "${WARPBENCH_LICENSES_OF_OTHERS}" DESTINATION share/doc/warpbench)
    endif()
    if(TARGET warpbench AND WARPBENCH_LICENSES_OF_QT)
        install(DIRECTORY "${WARPBENCH_LICENSES_OF_QT}" DESTINATION share/doc/warpbench)
    endif()
else()
    install(TARGETS warpbench-cli RUNTIME DESTINATION bin)
    install(TARGETS warpbench-worker RUNTIME DESTINATION libexec/warpbench)
    install(TARGETS warpbench-simgpu LIBRARY DESTINATION lib/warpbench)
    # The name alone by which others load it: what has no other name needs no link beside it.
    install(TARGETS warpbench-libcuda LIBRARY DESTINATION lib/warpbench/libcuda NAMELINK_SKIP)
    if(TARGET warpbench-recorder) # with both names: some programs load libcuda.so
        install(TARGETS warpbench-recorder LIBRARY DESTINATION lib/warpbench/recorder)
    endif()
    if(TARGET warpbench-cudart) # programs are linked with it, by `nvcc -cudart shared -L`
        install(TARGETS warpbench-nvcc RUNTIME DESTINATION bin)
        install(TARGETS warpbench-cudart LIBRARY DESTINATION lib/warpbench/libcuda)
    endif()
endif()
install(DIRECTORY "${PROJECT_SOURCE_DIR}/examples"
    DESTINATION share/warpbench
)
# Users get the manual and the references, without the pages for developers.
file(STRINGS "${PROJECT_SOURCE_DIR}/packaging/developer-documents.txt" developer_documents)
list(TRANSFORM developer_documents REPLACE "(.+)" "PATTERN;\\1;EXCLUDE")
install(DIRECTORY "${PROJECT_SOURCE_DIR}/docs" DESTINATION share/warpbench ${developer_documents})
install(FILES "${PROJECT_SOURCE_DIR}/LICENSE" "${PROJECT_SOURCE_DIR}/CHANGELOG.md"
    DESTINATION share/doc/warpbench
)

if(TARGET warpbench)
    install(TARGETS warpbench RUNTIME DESTINATION bin)
endif()

# warpbench_install_compressed(FILE DESTINATION folder [COMPONENT name]): as manual pages and changelogs are
# on Debian, without a time in it. FILE may be made by the build, by a target that `warpbench-described`
# depends on.
find_program(WARPBENCH_GZIP gzip DOC "What compresses manual pages")
set(compressed_files)
function(warpbench_install_compressed file)
    cmake_parse_arguments(ARG "" "DESTINATION;COMPONENT" "" ${ARGN})
    if(NOT ARG_COMPONENT)
        set(ARG_COMPONENT runtime)
    endif()
    if(NOT WARPBENCH_GZIP)
        install(FILES "${file}" DESTINATION "${ARG_DESTINATION}" COMPONENT "${ARG_COMPONENT}")
        return()
    endif()
    cmake_path(GET file FILENAME name)
    set(made "${PROJECT_BINARY_DIR}/compressed/${name}.gz")
    file(MAKE_DIRECTORY "${PROJECT_BINARY_DIR}/compressed")
    if(NOT made IN_LIST compressed_files)
        add_custom_command(OUTPUT "${made}"
            COMMAND "${WARPBENCH_GZIP}" -9nc "${file}" > "${made}"
            DEPENDS "${file}"
            VERBATIM
        )
        set(compressed_files ${compressed_files} "${made}" PARENT_SCOPE)
    endif()
    install(FILES "${made}" DESTINATION "${ARG_DESTINATION}" COMPONENT "${ARG_COMPONENT}")
endfunction()

# What Debian wants in a package: its licence, and what became new in the form of its own changelogs.
if(UNIX)
    execute_process(COMMAND date -u -R -d "${WARPBENCH_RELEASE_DATE}"
        OUTPUT_VARIABLE date OUTPUT_STRIP_TRAILING_WHITESPACE ERROR_QUIET
    )
    set(changelog "${PROJECT_BINARY_DIR}/changelog")
    foreach(pair warpbench|runtime libwarpbench-dev|development)
        string(REPLACE "|" ";" pair "${pair}")
        list(GET pair 0 package)
        list(GET pair 1 component)
        install(FILES "${linux_packaging}/copyright" DESTINATION share/doc/${package}
            COMPONENT ${component}
        )
        if(date)
            file(CONFIGURE OUTPUT "${changelog}" CONTENT
"warpbench (${PROJECT_VERSION}) unstable; urgency=medium

  * See /usr/share/doc/warpbench/CHANGELOG.md.

 -- ${warpbench_contact}  ${date}
")
            warpbench_install_compressed("${changelog}" DESTINATION share/doc/${package}
                COMPONENT ${component}
            )
        endif()
    endforeach()
endif()

# What a shell and man(1) want to know of warpbench-cli it says itself.
if(NOT CMAKE_CROSSCOMPILING AND NOT WIN32)
    set(described "${PROJECT_BINARY_DIR}/described")
    file(MAKE_DIRECTORY "${described}")
    foreach(pair bash|warpbench-cli zsh|_warpbench-cli fish|warpbench-cli.fish man|warpbench-cli.1)
        string(REPLACE "|" ";" pair "${pair}")
        list(GET pair 0 kind)
        list(GET pair 1 name)
        add_custom_command(OUTPUT "${described}/${name}"
            COMMAND warpbench-cli completion ${kind} > "${described}/${name}"
            DEPENDS warpbench-cli
            VERBATIM
        )
        list(APPEND described_files "${described}/${name}")
    endforeach()
    install(FILES "${described}/warpbench-cli" DESTINATION share/bash-completion/completions)
    install(FILES "${described}/_warpbench-cli" DESTINATION share/zsh/site-functions)
    install(FILES "${described}/warpbench-cli.fish" DESTINATION share/fish/vendor_completions.d)
    warpbench_install_compressed("${described}/warpbench-cli.1" DESTINATION share/man/man1)
endif()

if(UNIX AND TARGET warpbench)
    set(app_id io.github.warpbench.Warpbench)
    warpbench_install_compressed("${linux_packaging}/warpbench.1" DESTINATION share/man/man1)
    install(FILES "${linux_packaging}/${app_id}.desktop" DESTINATION share/applications)
    install(FILES "${linux_packaging}/${app_id}.mime.xml" DESTINATION share/mime/packages
        RENAME ${app_id}.xml
    )
    configure_file("${linux_packaging}/${app_id}.metainfo.xml.in"
        "${PROJECT_BINARY_DIR}/${app_id}.metainfo.xml" @ONLY
    )
    install(FILES "${PROJECT_BINARY_DIR}/${app_id}.metainfo.xml" DESTINATION share/metainfo)
    # Panels and menus of some desktops take the drawing, others want it in their size.
    install(FILES "${PROJECT_SOURCE_DIR}/resources/icons/warpbench.svg"
        DESTINATION share/icons/hicolor/scalable/apps RENAME ${app_id}.svg
    )
    # Qt complains about each picture where nobody is logged in and this folder is missing.
    set(qt_runtime "${PROJECT_BINARY_DIR}/icons/runtime")
    file(MAKE_DIRECTORY "${qt_runtime}")
    file(CHMOD "${qt_runtime}" DIRECTORY_PERMISSIONS OWNER_READ OWNER_WRITE OWNER_EXECUTE)
    foreach(size 16 22 24 32 48 64 128 256 512)
        set(icon "${PROJECT_BINARY_DIR}/icons/${size}.png")
        add_custom_command(OUTPUT "${icon}"
            COMMAND ${CMAKE_COMMAND} -E env QT_QPA_PLATFORM=offscreen "XDG_RUNTIME_DIR=${qt_runtime}"
                $<TARGET_FILE:warpbench-draw-icon>
                "${PROJECT_SOURCE_DIR}/resources/icons/warpbench.svg" ${size} "${icon}"
            DEPENDS warpbench-draw-icon "${PROJECT_SOURCE_DIR}/resources/icons/warpbench.svg"
            VERBATIM
        )
        list(APPEND icons "${icon}")
        install(FILES "${icon}" DESTINATION share/icons/hicolor/${size}x${size}/apps
            RENAME ${app_id}.png
        )
    endforeach()
    file(MAKE_DIRECTORY "${PROJECT_BINARY_DIR}/icons")
    add_subdirectory("${PROJECT_SOURCE_DIR}/packaging/icon" "${PROJECT_BINARY_DIR}/icon" EXCLUDE_FROM_ALL)
    add_custom_target(warpbench-icons ALL DEPENDS ${icons})
endif()

if(NOT WIN32)
    add_custom_target(warpbench-described ALL DEPENDS ${described_files} ${compressed_files})
endif()

# Everything that is installed, which is all but tests.
add_custom_target(warpbench-installed)
foreach(target IN ITEMS warpbench-described warpbench-icons warpbench-manual)
    if(TARGET ${target})
        add_dependencies(warpbench-installed ${target})
    endif()
endforeach()

include(WarpbenchPackages)
