# SPDX-License-Identifier: GPL-3.0-or-later
# How every target of the project is built: language, warnings, sanitizers, and the three functions
# warpbench_library, warpbench_program and warpbench_test that the folders use.

set(CMAKE_CXX_STANDARD 20)
set(CMAKE_CXX_STANDARD_REQUIRED ON)
set(CMAKE_CXX_EXTENSIONS OFF)
set(CMAKE_POSITION_INDEPENDENT_CODE ON)
set(CMAKE_CXX_VISIBILITY_PRESET hidden)
set(CMAKE_VISIBILITY_INLINES_HIDDEN ON)
set(CMAKE_LINK_DEPENDS_NO_SHARED ON)
# Programs and the simulated driver lie side by side in a build, as they do once installed.
set(CMAKE_RUNTIME_OUTPUT_DIRECTORY "${PROJECT_BINARY_DIR}/bin")
set(CMAKE_LIBRARY_OUTPUT_DIRECTORY "${PROJECT_BINARY_DIR}/bin")

if(NOT CMAKE_BUILD_TYPE)
    set(CMAKE_BUILD_TYPE RelWithDebInfo)
endif()
# -O3 buys nothing outside the interpreter, which asks for it itself, and GCC 12 sees overlapping
# copies in std::string there that are none (its bug 105329).
set(CMAKE_CXX_FLAGS_RELEASE "-O2 -DNDEBUG")
if(WARPBENCH_ASSERTIONS)
    foreach(config RELEASE RELWITHDEBINFO)
        string(REPLACE "-DNDEBUG" "" CMAKE_CXX_FLAGS_${config} "${CMAKE_CXX_FLAGS_${config}}")
    endforeach()
endif()

find_program(CCACHE_PROGRAM ccache)
if(CCACHE_PROGRAM)
    set(CMAKE_CXX_COMPILER_LAUNCHER "${CCACHE_PROGRAM}")
endif()
find_program(MOLD_PROGRAM mold)
if(MOLD_PROGRAM AND CMAKE_SYSTEM_NAME STREQUAL "Linux")
    add_link_options(-fuse-ld=mold)
endif()

add_library(warpbench-flags INTERFACE)
target_compile_options(warpbench-flags INTERFACE -Wall -Wextra -Wpedantic -Wshadow -Wnon-virtual-dtor
    $<$<BOOL:${WARPBENCH_WERROR}>:-Werror>
)
# The handlers' loops carry GCC's own pragmas.
target_compile_options(warpbench-flags INTERFACE
    $<$<CXX_COMPILER_ID:Clang>:-Wno-unknown-pragmas>
)
if(WARPBENCH_SANITIZE) # GCC warns of std::optional and std::stop_source without reason there
    target_compile_options(warpbench-flags INTERFACE
        $<$<CXX_COMPILER_ID:GNU>:-Wno-maybe-uninitialized>
    )
endif()
if(WIN32)
    enable_language(RC) # a program's manifest, icon and version
    include(WarpbenchWindows)
    # windows.h without min() and max() as macros and without what nobody here uses.
    target_compile_definitions(warpbench-flags INTERFACE NOMINMAX WIN32_LEAN_AND_MEAN UNICODE
        _WIN32_WINNT=0x0A00
    )
    # A program is one file beside the simulated driver: the compiler's own libraries are linked in.
    add_link_options(-static)
    # Threads get the stack that they have on Linux, 8 MiB: what is nested is limited with that in mind.
    add_link_options(LINKER:--stack,8388608)
    # GCC does not align the stack beyond 16 bytes on Windows though it lets aligned moves rely on it (its
    # bug 54412): the assembler makes the moves unaligned ones, which cost the same.
    add_compile_options(-Wa,-muse-unaligned-vector-move)
    # It also lets a caller keep values in registers that its own copy of an inline function leaves alone;
    # the linker may take another object's copy, which does not (GCC 12 for Windows: a program with
    # std::mt19937 compiled at -O1 in one file and -O3 in another crashes).
    add_compile_options(-fno-ipa-ra)
    # libstdc++ 12 and 13 lose wake-ups of their own semaphores where there is no futex: who takes away a stop
    # callback while it is called, as each stopped wait of condition_variable_any does, waits for ever now and
    # then. With this they are the system's.
    add_compile_definitions(_GLIBCXX_USE_POSIX_SEMAPHORE=1)
endif()
if(WARPBENCH_SANITIZE)
    add_compile_options(-fsanitize=${WARPBENCH_SANITIZE} -fno-omit-frame-pointer)
    add_link_options(-fsanitize=${WARPBENCH_SANITIZE})
    if(WARPBENCH_SANITIZE MATCHES "undefined")
        add_compile_options(-fno-sanitize-recover=undefined)
    endif()
endif()
# UBSan's checks of every access cost a third of the compiler's time. What follows a null pointer, the
# address sanitizer finds too; what reads bytes as other types asks for the other one by
# warpbench_check_alignment() at the head of its folder.
if(WARPBENCH_SANITIZE MATCHES "address.*undefined")
    add_compile_options(-fno-sanitize=null,alignment)
endif()
macro(warpbench_check_alignment)
    if(WARPBENCH_SANITIZE MATCHES "undefined")
        add_compile_options(-fsanitize=alignment)
    endif()
endmacro()

# Every program says which options its sanitizers take by default.
if(WARPBENCH_SANITIZE MATCHES "address|thread")
    add_library(warpbench-sanitizer-options OBJECT cmake/sanitizer_options.cpp)
endif()
function(warpbench_sanitizer_options name)
    if(TARGET warpbench-sanitizer-options)
        target_link_libraries(${name} PRIVATE warpbench-sanitizer-options)
    endif()
endfunction()

# Tests and benchmarks ask this library where the sources lie (tests/source_path.h), so that the folder's
# name is in one object and not in all: it would keep a second clone from using ccache's.
set(warpbench_source_dir "${PROJECT_SOURCE_DIR}")
if(WIN32 AND CMAKE_CROSSCOMPILING) # as Wine calls it: programs there want a drive
    string(PREPEND warpbench_source_dir "Z:")
endif()
add_library(warpbench-source-path STATIC EXCLUDE_FROM_ALL "${PROJECT_SOURCE_DIR}/tests/source_path.cpp")
target_include_directories(warpbench-source-path PUBLIC "${PROJECT_SOURCE_DIR}")
target_compile_definitions(warpbench-source-path
    PRIVATE "WARPBENCH_SOURCE_DIR=\"${warpbench_source_dir}\""
)
target_link_libraries(warpbench-source-path PRIVATE warpbench-flags)

# Nobody waits for a test's own code, but for its compiler. __FILE__ leaves the clone's folder out.
set(warpbench_test_options -O0 "-fmacro-prefix-map=${PROJECT_SOURCE_DIR}/=")
if(WARPBENCH_SANITIZE MATCHES "undefined") # takes longer than all else that the compiler does
    list(APPEND warpbench_test_options -fno-sanitize=undefined)
endif()

# warpbench_library(NAME SOURCES … [DEPS …] [PRIVATE_DEPS …] [PCH group])
# A static library of one folder; DEPS is what its public headers need. Includes are written from
# the repository's root ("core/arrays/dtype.h").
function(warpbench_library name)
    cmake_parse_arguments(ARG "" "PCH" "SOURCES;DEPS;PRIVATE_DEPS" ${ARGN})
    add_library(${name} STATIC ${ARG_SOURCES})
    target_include_directories(${name} PUBLIC "${PROJECT_SOURCE_DIR}")
    target_link_libraries(${name} PUBLIC ${ARG_DEPS} PRIVATE warpbench-flags ${ARG_PRIVATE_DEPS})
    warpbench_unity(${name})
    if(ARG_PCH)
        warpbench_precompiled(${name} ${ARG_PCH})
    endif()
endfunction()

# Where a program looks for shared libraries first: beside itself, and in the lib folder of a portable
# bundle. The older of the two tags holds for its libraries' libraries, too, so that a bundle needs no
# LD_LIBRARY_PATH, which would reach the user's programs.
function(warpbench_library_folders name)
    set_target_properties(${name} PROPERTIES BUILD_RPATH "$ORIGIN;$ORIGIN/../lib")
    if(NOT WIN32)
        target_link_options(${name} PRIVATE -Wl,--disable-new-dtags)
    endif()
endfunction()

# warpbench_program(NAME [DESCRIPTION text] SOURCES … [DEPS …] [PCH group] [WINDOW])
# The description is what Windows shows of it; WINDOW is for a program that has one.
function(warpbench_program name)
    cmake_parse_arguments(ARG "WINDOW" "DESCRIPTION;PCH" "SOURCES;DEPS" ${ARGN})
    add_executable(${name} ${ARG_SOURCES})
    target_include_directories(${name} PRIVATE "${PROJECT_SOURCE_DIR}")
    target_link_libraries(${name} PRIVATE ${ARG_DEPS} warpbench-flags)
    warpbench_unity(${name})
    warpbench_library_folders(${name})
    set_target_properties(${name} PROPERTIES INSTALL_RPATH "$ORIGIN/../lib")
    warpbench_sanitizer_options(${name})
    if(NOT ARG_DESCRIPTION)
        set(ARG_DESCRIPTION "${name}")
    endif()
    if(WIN32 AND ARG_WINDOW)
        set_target_properties(${name} PROPERTIES WIN32_EXECUTABLE ON)
        warpbench_qt_plugins(${name})
        warpbench_windows_resources(${name} "${ARG_DESCRIPTION}" ICON)
    elseif(WIN32)
        warpbench_windows_resources(${name} "${ARG_DESCRIPTION}")
    endif()
    if(ARG_PCH)
        # As in libraries: headers are precompiled for both.
        if(WARPBENCH_PCH)
            target_compile_options(${name} PRIVATE -fPIC)
        endif()
        warpbench_precompiled(${name} ${ARG_PCH})
    endif()
endfunction()

# warpbench_moc(TARGET source…)
# moc's output for those of the sources that have a Q_OBJECT: NAME.moc, which NAME.cpp includes, or a
# file of its own for a header. AUTOMOC would do, but compiles one file more for each program.
function(warpbench_moc target)
    set(folder "${CMAKE_CURRENT_BINARY_DIR}/${target}_moc")
    foreach(source IN LISTS ARGN)
        cmake_path(ABSOLUTE_PATH source)
        file(STRINGS "${source}" objects REGEX "Q_OBJECT")
        if(NOT objects)
            continue()
        endif()
        cmake_path(GET source STEM LAST_ONLY stem)
        if(source MATCHES "\\.h$")
            set(output "${folder}/moc_${stem}.cpp")
        else()
            set(output "${folder}/${stem}.moc")
        endif()
        qt_generate_moc("${source}" "${output}" TARGET ${target})
        target_sources(${target} PRIVATE "${output}")
    endforeach()
    target_include_directories(${target} PRIVATE "${folder}")
endfunction()

# Tests draw off the screen, where no window is ever exposed, and keep to a home of their own, so that
# a user's settings and compile cache are neither used nor touched.
set(warpbench_test_home "${PROJECT_BINARY_DIR}/test-home")
file(MAKE_DIRECTORY "${warpbench_test_home}/runtime")
file(CHMOD "${warpbench_test_home}/runtime" PERMISSIONS OWNER_READ OWNER_WRITE OWNER_EXECUTE)
set(warpbench_test_environment
    QT_QPA_PLATFORM=$<IF:$<BOOL:${WIN32}>,windows,offscreen>
    QTEST_DISABLE_STACK_DUMP=1
    "XDG_CACHE_HOME=${warpbench_test_home}/cache"
    "XDG_CONFIG_HOME=${warpbench_test_home}/config"
    "XDG_RUNTIME_DIR=${warpbench_test_home}/runtime"
)
include("${PROJECT_SOURCE_DIR}/tests/long_tests.cmake")

# warpbench_add_test(NAME COMMAND … | AGAIN test [LABELS …] [TIMEOUT seconds] [ENVIRONMENT NAME=VALUE …])
# AGAIN is for a warpbench_test that runs once more, in another environment.
# The label `release` is for tests that CI runs in the release build on every change; it runs the others
# under sanitizers, once. `whole` leaves a test to ./test.sh, `gpu` is for tests that need a real GPU,
# `concurrency` for those worth running under the thread sanitizer. A folder can set
# warpbench_test_labels for all its tests.
function(warpbench_add_test name)
    cmake_parse_arguments(ARG "" "AGAIN;TIMEOUT" "COMMAND;LABELS;ENVIRONMENT" ${ARGN})
    if(ARG_AGAIN)
        get_property(ARG_COMMAND GLOBAL PROPERTY warpbench_command_of_${ARG_AGAIN})
    endif()
    if(NOT ARG_TIMEOUT)
        set(ARG_TIMEOUT 300)
    endif()
    if(WIN32) # under Wine, with an interpreter that is little optimised
        math(EXPR ARG_TIMEOUT "3 * ${ARG_TIMEOUT}")
    endif()
    # Without figures of an earlier run ctest starts the costly ones first.
    list(FIND warpbench_long_tests ${name} place)
    if(place GREATER -1)
        math(EXPR cost "1000 - ${place}")
    else()
        set(cost 0)
    endif()
    # What a user chose does not choose for a test.
    set(unset_names)
    foreach(variable CUDA_DEVICE WARPBENCH_SIMGPU)
        if(NOT ARG_ENVIRONMENT MATCHES "(^|;)${variable}=")
            list(APPEND unset_names ${variable}=unset:)
        endif()
    endforeach()
    add_test(NAME ${name} COMMAND ${ARG_COMMAND})
    list(APPEND ARG_LABELS ${warpbench_test_labels})
    list(REMOVE_DUPLICATES ARG_LABELS)
    set_tests_properties(${name} PROPERTIES
        COST ${cost}
        TIMEOUT ${ARG_TIMEOUT}
        LABELS "${ARG_LABELS}"
        SKIP_REGULAR_EXPRESSION "^SKIP-ALL:"
        ENVIRONMENT "${warpbench_test_environment};${ARG_ENVIRONMENT}"
        ENVIRONMENT_MODIFICATION "${unset_names}"
    )
endfunction()

# warpbench_test_support(NAME SOURCES … [DEPS …] [PCH group])
# What several test programs have in common, compiled once. Headers with a Q_OBJECT belong into SOURCES.
function(warpbench_test_support name)
    cmake_parse_arguments(ARG "" "PCH" "SOURCES;DEPS" ${ARGN})
    if(NOT ARG_PCH)
        set(ARG_PCH tests)
    endif()
    add_library(${name} STATIC ${ARG_SOURCES})
    target_include_directories(${name} PUBLIC "${PROJECT_SOURCE_DIR}")
    target_link_libraries(${name} PUBLIC ${ARG_DEPS} Qt6::Test PRIVATE warpbench-flags warpbench-source-path)
    target_compile_options(${name} PRIVATE ${warpbench_test_options})
    warpbench_precompiled(${name} ${ARG_PCH})
    warpbench_moc(${name} ${ARG_SOURCES})
    warpbench_sanitizer_options(${name})
endfunction()

# warpbench_add_sources(TARGET source…)   those that it has not yet, with moc's output for them
function(warpbench_add_sources target)
    get_target_property(known ${target} SOURCES)
    foreach(source IN LISTS ARGN)
        cmake_path(ABSOLUTE_PATH source)
        if(NOT source IN_LIST known)
            target_sources(${target} PRIVATE "${source}")
            warpbench_moc(${target} "${source}")
        endif()
    endforeach()
endfunction()

# warpbench_test_program(NAME PCH group)   a program of Qt Tests, still without them
function(warpbench_test_program name)
    cmake_parse_arguments(ARG "" "PCH" "" ${ARGN})
    add_executable(${name} "")
    warpbench_library_folders(${name})
    target_include_directories(${name} PRIVATE "${PROJECT_SOURCE_DIR}")
    target_link_libraries(${name} PRIVATE Qt6::Test warpbench-flags warpbench-source-path)
    if(WIN32 AND TARGET Qt6::Gui)
        warpbench_qt_plugins(${name})
    endif()
    target_compile_options(${name} PRIVATE ${warpbench_test_options})
    warpbench_precompiled(${name} ${ARG_PCH})
    warpbench_sanitizer_options(${name})
endfunction()

# warpbench_tests_of_folder(OUT group)   the program of this folder's tests (tests/main.h)
function(warpbench_tests_of_folder out pch)
    cmake_path(RELATIVE_PATH CMAKE_CURRENT_SOURCE_DIR
        BASE_DIRECTORY "${PROJECT_SOURCE_DIR}/tests" OUTPUT_VARIABLE folder
    )
    string(REPLACE "/" "-" folder "${folder}")
    set(program ${folder}-tests)
    if(NOT TARGET ${program})
        warpbench_test_program(${program} PCH ${pch})
        target_link_libraries(${program} PRIVATE warpbench-test-main)
        warpbench_unity(${program})
        if(WARPBENCH_UNITY) # GCC takes the files for headers, which should have no anonymous namespaces
            target_compile_options(${program}
                PRIVATE $<$<CXX_COMPILER_ID:GNU>:-Wno-subobject-linkage>
            )
        endif()
    endif()
    set(${out} ${program} PARENT_SCOPE)
endfunction()

# warpbench_test(NAME SOURCES … [DEPS …] [LABELS …] [NEEDS targets…] [TIMEOUT seconds] [PCH group] [ALONE])
# A Qt Test in the program of its folder; it is named after its first tst_….cpp there. ALONE gives
# it a program of its own, for a main() of its own or headers that go with no others. It finds the corpus
# and other data by tests/source_path.h; NEEDS names targets it loads or starts at run time. For LABELS
# see warpbench_add_test.
function(warpbench_test name)
    cmake_parse_arguments(ARG "ALONE" "TIMEOUT;PCH" "SOURCES;DEPS;LABELS;NEEDS" ${ARGN})
    if(NOT ARG_PCH)
        set(ARG_PCH tests)
    endif()
    if(ARG_ALONE)
        set(program ${name})
        set(command ${program})
        warpbench_test_program(${program} PCH ${ARG_PCH})
    else()
        warpbench_tests_of_folder(program ${ARG_PCH})
        set(files ${ARG_SOURCES})
        list(FILTER files INCLUDE REGEX "^tst_.*\\.cpp$")
        list(GET files 0 file)
        cmake_path(GET file STEM test)
        set(command ${program} ${test})
        add_custom_target(${name} DEPENDS ${program})
    endif()
    warpbench_add_sources(${program} ${ARG_SOURCES})
    target_link_libraries(${program} PRIVATE ${ARG_DEPS})
    if(ARG_NEEDS)
        add_dependencies(${program} ${ARG_NEEDS})
    endif()
    list(APPEND ARG_LABELS ${warpbench_test_labels})
    foreach(label IN ITEMS concurrency release)
        if(label IN_LIST ARG_LABELS)
            if(NOT TARGET ${label}-tests)
                add_custom_target(${label}-tests)
            endif()
            add_dependencies(${label}-tests ${program})
        endif()
    endforeach()
    set_property(GLOBAL PROPERTY warpbench_command_of_${name} ${command})
    warpbench_add_test(${name} COMMAND ${command} LABELS ${ARG_LABELS} TIMEOUT ${ARG_TIMEOUT})
endfunction()
