// Neighbours in a plane of any size: one row up or down, or two.
#define I (blockIdx.y * 8 + threadIdx.y)
#define J (blockIdx.x * 32 + threadIdx.x)

extern "C" __global__ void next_row(const float *x, float *y, int rows, int columns) {
    int i = I, j = J;
    if (i < rows - 1 && j < columns) y[i * columns + j] = x[i * columns + j + columns];
}

extern "C" __global__ void next_row_last(const float *x, float *y, int rows, int columns) {
    int i = I, j = J;
    if (i < rows && j < columns) y[i * columns + j] = x[i * columns + j + columns]; // next_row_last
}

extern "C" __global__ void second_row(const float *x, float *y, int rows, int columns) {
    int i = I, j = J;
    if (i < rows - 2 && j < columns) y[i * columns + j] = x[(i + 2) * columns + j];
}

extern "C" __global__ void second_row_last(const float *x, float *y, int rows, int columns) {
    int i = I, j = J;
    if (i < rows - 1 && j < columns) y[i * columns + j] = x[(i + 2) * columns + j]; // second_row_last
}

extern "C" __global__ void row_before(const float *x, float *y, int rows, int columns) {
    int i = I, j = J;
    if (i > 0 && i < rows && j < columns) y[i * columns + j] = x[i * columns + j - columns];
}

extern "C" __global__ void row_before_first(const float *x, float *y, int rows, int columns) {
    int i = I, j = J;
    if (i < rows && j < columns) y[i * columns + j] = x[i * columns + j - columns]; // row_before_first
}

// Rows are apart by columns - 1: neighbours of two rows are one element.
extern "C" __global__ void narrow(const float *x, float *y, int rows, int columns) {
    int i = I, j = J;
    if (i < rows && j < columns) y[i * (columns - 1) + j] = x[i * columns + j]; // narrow
}
