// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/arrays/value_problems.h"

namespace warpbench::arrays {

ErrorText complexHasNoOrder() {
    return {"WB1280", "complex numbers cannot be ordered", "take real() or abs() of them"};
}

ErrorText holdsStructs(const std::string& name) {
    return {"WB1281",
            "'{buffer}' holds structs, not numbers",
            "use buffers of numbers",
            {{"buffer", name}}};
}

ErrorText csvHoldsNoStructs() {
    return {"WB1282", "CSV cannot hold structs", "use .npy or raw bytes"};
}

} // namespace warpbench::arrays
