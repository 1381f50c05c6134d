# SPDX-License-Identifier: GPL-3.0-or-later
# Several sources of a library or program compiled as one, so that what they include is parsed and
# instantiated once; see docs/decisions/first-build.md. Sources compile alone too: with
# WARPBENCH_UNITY=OFF, which is the default without a preset.

# warpbench_unity(TARGET)
# For libraries, programs and tests. The interpreter's handlers are few and long: one
# after the other they would leave all cores but one idle.
function(warpbench_unity target)
    set_target_properties(${target} PROPERTIES
        UNITY_BUILD "${WARPBENCH_UNITY}"
        UNITY_BUILD_BATCH_SIZE 24
    )
endfunction()
