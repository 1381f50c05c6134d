# SPDX-License-Identifier: GPL-3.0-or-later
# The CUDA Toolkit's headers: interfaces only. Looked for where DESIGN says a toolkit may lie: the
# environment, the usual folders, NVIDIA's Python wheels, Warpbench's own data folder (which
# run.sh and test.sh fill when nothing else is found).
set(data_home "$ENV{XDG_DATA_HOME}")
if(NOT data_home)
    set(data_home "$ENV{HOME}/.local/share")
endif()
file(GLOB wheel_dirs "$ENV{HOME}/.local/lib/python3*/site-packages/nvidia/cu13/include")

find_path(CudaHeaders_INCLUDE_DIR cuda.h
    HINTS ${CUDA_HEADERS_DIR}
    PATHS
        "$ENV{CUDA_HOME}/include" "$ENV{CUDA_PATH}/include"
        /usr/local/cuda/include /opt/cuda/include
        "${data_home}/warpbench/cuda/include"
        ${wheel_dirs}
    PATH_SUFFIXES include
    NO_CMAKE_FIND_ROOT_PATH # they are the same for every system
)
find_path(CudaHeaders_NVRTC_DIR nvrtc.h HINTS "${CudaHeaders_INCLUDE_DIR}" NO_DEFAULT_PATH
    NO_CMAKE_FIND_ROOT_PATH
)
find_path(CudaHeaders_NVJITLINK_DIR nvJitLink.h HINTS "${CudaHeaders_INCLUDE_DIR}"
    NO_DEFAULT_PATH NO_CMAKE_FIND_ROOT_PATH
)
if(EXISTS "${CudaHeaders_INCLUDE_DIR}/cuda.h")
    file(STRINGS "${CudaHeaders_INCLUDE_DIR}/cuda.h" version_line REGEX "^#define CUDA_VERSION ")
    string(REGEX MATCH "[0-9]+" CudaHeaders_VERSION "${version_line}")
endif()

include(FindPackageHandleStandardArgs)
find_package_handle_standard_args(CudaHeaders
    REQUIRED_VARS CudaHeaders_INCLUDE_DIR CudaHeaders_NVRTC_DIR
    VERSION_VAR CudaHeaders_VERSION
    REASON_FAILURE_MESSAGE
        "Run ./run.sh, which fetches them, or install the CUDA Toolkit, or set CUDA_HOME."
)
if(CudaHeaders_FOUND AND NOT TARGET Cuda::Headers)
    add_library(Cuda::Headers INTERFACE IMPORTED)
    # An imported target's folders are searched as system ones: their warnings are not ours.
    set_target_properties(Cuda::Headers PROPERTIES
        INTERFACE_INCLUDE_DIRECTORIES "${CudaHeaders_INCLUDE_DIR}"
    )
endif()
