# SPDX-License-Identifier: GPL-3.0-or-later
# cmake -DNM=nm -DOBJECTS=a.o,b.o -P no_weak_symbols.cmake
string(REPLACE "," ";" objects "${OBJECTS}")
if(NOT objects)
    message(FATAL_ERROR "there is no object to look at")
endif()
foreach(object IN LISTS objects)
    execute_process(COMMAND "${NM}" --defined-only "${object}"
        OUTPUT_VARIABLE symbols RESULT_VARIABLE failed
    )
    if(failed)
        message(FATAL_ERROR "${NM} cannot read ${object}")
    endif()
    string(REGEX MATCHALL "[^\n]* [WVwvu] [^\n]*" weak "${symbols}")
    if(weak)
        list(JOIN weak "\n" weak)
        message(SEND_ERROR "${object} has\n${weak}")
    endif()
endforeach()
