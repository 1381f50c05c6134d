# SPDX-License-Identifier: GPL-3.0-or-later
# The tests that take longest, the longest first: each would keep one core busy at the end while the
# others are idle. ./test.sh prints the slowest tests of a run.
set(warpbench_long_tests
    tst_session_sorts
    tst_mpi
    tst_step
    tst_simgpu_corpus
    tst_failing_driver
    tst_session_elementwise
    tst_window
    tst_sweep_killed
    tst_session_scans
    tst_source_texts
)
