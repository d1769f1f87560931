// Structures by value: what a launch says of their fields, and what it leaves open.

struct Rows {
    float *y;
    int columns;
    int stride;
};

// Each thread writes the columns of its row.
extern "C" __global__ void rows(Rows p) {
    for (int c = 0; c < p.columns; c++) {
        p.y[threadIdx.x * p.stride + c] = c;
    }
}

struct Scaled {
    float *y;
    float factor;
    int offset;
};

// A factor whose bits are not those of 0 sends all threads to one element.
extern "C" __global__ void scaled(Scaled p) {
    if (__float_as_int(p.factor) != 0) {
        p.y[p.offset] = 1;
    } else {
        p.y[threadIdx.x + p.offset] = 1;
    }
}

// Indices go through shared memory, and are multiplied by a stride.
extern "C" __global__ void through_shared(Rows p) {
    __shared__ int index[64];
    index[threadIdx.x] = threadIdx.x;
    __syncthreads();
    p.y[index[threadIdx.x] * p.stride] = 1;
}

struct Bytes {
    unsigned char small[3];
    signed char sign;
    short step;
    float *y;
};

// The step is one field, the first element the sum of bytes.
extern "C" __global__ void bytes(Bytes p) {
    p.y[(int)threadIdx.x * p.step + p.small[0] + p.small[2] - p.sign] = 1;
}
