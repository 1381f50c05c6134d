# SPDX-License-Identifier: GPL-3.0-or-later
# The tests that take longest, the longest first: each would keep one core busy at the end while the
# others are idle. ./test.sh prints the slowest tests of a run.
set(warpbench_long_tests
)
