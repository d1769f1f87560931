// Product of a matrix and a scalar, by way of a workspace that the host code allocates.

extern "C" __global__ void scale_to_workspace(const float* __restrict__ a, float s, float* __restrict__ work,
                                              int size) {
    int idx = blockIdx.x * blockDim.x + threadIdx.x;
    if (idx < size) {
        work[idx] = a[idx] * s;
    }
}

extern "C" __global__ void copy_out(const float* __restrict__ work, float* __restrict__ y, int size) {
    int idx = blockIdx.x * blockDim.x + threadIdx.x;
    if (idx < size) {
        y[idx] = work[idx]; //@ leftover
    }
}

// Wrong: leftover.conf launches copy_out alone, on a workspace of the result's size that nothing has
// written. A test misses it because the allocator hands out the block that the reference's result
// lay in, and copy_out copies that.
