// Several blocks: their parts of a tensor, grid-stride loops, tickets, locks, queues.

// ---- A part of any length for each block.

extern "C" __global__ void parts(float *y, int length) {
    for (int j = threadIdx.x; j < length; j += blockDim.x) y[(size_t)blockIdx.x * length + j] = j;
}

// One element too many, which is the first one of the next block.
extern "C" __global__ void parts_overlapping(float *y, int length) {
    for (int j = threadIdx.x; j <= length; j += blockDim.x) y[(size_t)blockIdx.x * length + j] = j; //@ parts-overlapping
}

// ---- An element for each block, and for every two.

extern "C" __global__ void one_each(const float *x, float *y) {
    if (threadIdx.x == 0) y[blockIdx.x] = x[blockIdx.x];
}

extern "C" __global__ void one_for_two(const float *x, float *y) {
    if (threadIdx.x == 0) y[blockIdx.x / 2] = x[blockIdx.x]; //@ one-for-two
}

// ---- Blocks of a plane: row-major numbers, and a sum of coordinates.

extern "C" __global__ void plane(float *y) {
    if (threadIdx.x == 0) y[blockIdx.y * gridDim.x + blockIdx.x] = 1.0f;
}

extern "C" __global__ void plane_diagonal(float *y) {
    if (threadIdx.x == 0) y[blockIdx.y + blockIdx.x] = 1.0f; //@ plane-diagonal
}

// ---- Grid-stride loops.

extern "C" __global__ void stride_grid(const float *x, float *y, int n) {
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) y[i] = 2.0f * x[i];
}

extern "C" __global__ void stride_grid_wide(const float *x, float *y, size_t n) {
    for (size_t i = blockIdx.x * (size_t)blockDim.x + threadIdx.x; i < n; i += gridDim.x * (size_t)blockDim.x) y[i] = 2.0f * x[i];
}

// The stride is that of one block.
extern "C" __global__ void stride_block(const float *x, float *y, int n) {
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += blockDim.x) y[i] = 2.0f * x[i]; //@ stride-block
}

// In place, with the right neighbour.
extern "C" __global__ void stride_neighbour(float *x, int n) {
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i + 1 < n; i += gridDim.x * blockDim.x) x[i] += x[i + 1]; //@ stride-neighbour
}

// ---- The last block, by a ticket, adds what all blocks have left; or every block does.

extern "C" __global__ void last_block(const float *x, float *part, float *y, unsigned *ticket) {
    __shared__ bool last;
    if (threadIdx.x == 0) {
        part[blockIdx.x] = x[blockIdx.x];
        __threadfence();
        last = atomicAdd(ticket, 1) == gridDim.x - 1;
        if (last) {
            __threadfence();
            float sum = 0.0f;
            for (int b = 0; b < gridDim.x; b++) sum += part[b];
            y[0] = sum;
        }
    }
}

extern "C" __global__ void every_block(const float *x, float *part, float *y, unsigned *ticket) {
    if (threadIdx.x == 0) {
        part[blockIdx.x] = x[blockIdx.x]; //@ every-block
        __threadfence();
        atomicAdd(ticket, 1);
        float sum = 0.0f;
        for (int b = 0; b < gridDim.x; b++) sum += part[b];
        y[blockIdx.x] = sum;
    }
}

// ---- A lock by compare-and-swap; what is behind it, and what is not.

extern "C" __global__ void lock(const float *x, float *y, int *lock) {
    if (threadIdx.x == 0) {
        while (atomicCAS(lock, 0, 1) != 0) {}
        __threadfence();
        y[0] += x[blockIdx.x];
        __threadfence();
        atomicExch(lock, 0);
    }
}

// The sum is stored after the lock is given back.
extern "C" __global__ void lock_late(const float *x, float *y, int *lock) {
    if (threadIdx.x == 0) {
        while (atomicCAS(lock, 0, 1) != 0) {}
        __threadfence();
        float sum = y[0] + x[blockIdx.x];
        __threadfence();
        atomicExch(lock, 0);
        y[0] = sum; //@ lock-late
    }
}

// ---- A ticket lock: a number is drawn and waited for.

extern "C" __global__ void ticket_lock(const float *x, float *y, unsigned *next, volatile unsigned *serving) {
    if (threadIdx.x == 0) {
        unsigned mine = atomicAdd(next, 1);
        while (*serving != mine) {}
        __threadfence();
        y[0] += x[blockIdx.x];
        __threadfence();
        *serving = mine + 1;
    }
}

// The number is drawn and not waited for.
extern "C" __global__ void ticket_ignored(const float *x, float *y, unsigned *next) {
    if (threadIdx.x == 0) {
        unsigned mine = atomicAdd(next, 1);
        y[0] += x[blockIdx.x] * mine; //@ ticket-ignored
    }
}

// ---- A queue: each thread draws the next element until none is left; two tickets an element.

extern "C" __global__ void queue(const float *x, float *y, unsigned *next, unsigned n) {
    for (unsigned i = atomicAdd(next, 1u); i < n; i = atomicAdd(next, 1u)) y[i] = 2.0f * x[i];
}

extern "C" __global__ void queue_halved(const float *x, float *y, unsigned *next, unsigned n) {
    for (unsigned i = atomicAdd(next, 1u) / 2; i < n; i = atomicAdd(next, 1u) / 2) y[i] = 2.0f * x[i]; //@ queue-halved
}
