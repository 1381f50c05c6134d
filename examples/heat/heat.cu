// One step of the heat equation on a plate with a cold edge: each point moves towards the
// mean of its four neighbours. `now` points to the device's first own row. The row before and the
// row after its last one belong to the neighbours (the halo), if there are any: first_row is the
// distance of this device's rows from the plate's edge.
extern "C" __global__ void step(float* next, const float* now, int rows, int columns,
                                int first_row, int plate_rows, float alpha) {
    const int column = blockIdx.x * blockDim.x + threadIdx.x;
    const int row = blockIdx.y * blockDim.y + threadIdx.y;
    if (row >= rows || column >= columns)
        return;
    const int at = row * columns + column;
    const int plate_row = first_row + row;
    const bool edge =
        plate_row == 0 || plate_row == plate_rows - 1 || column == 0 || column == columns - 1;
    if (edge)
        next[at] = 0;
    else
        next[at] = now[at] + alpha * (now[at - columns] + now[at + columns] + now[at - 1] +
                                      now[at + 1] - 4 * now[at]);
}
