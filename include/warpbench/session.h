// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

/// Projects, and all that a run of one takes: the door that the window and the command line use.
#include "core/project/project_file.h"
#include "core/session/session.h"
