// Copies in flight through nested loops: more ways than are followed.
__device__ void copy(int *to, const int *from) {
    unsigned at = (unsigned)__cvta_generic_to_shared(to);
    asm volatile("cp.async.ca.shared.global [%0], [%1], 4;" ::"r"(at), "l"(from) : "memory");
    asm volatile("cp.async.commit_group;" ::: "memory");
}

template <int N> __device__ void wait() {
    asm volatile("cp.async.wait_group %0;" ::"n"(N) : "memory");
}

// The next round copies to what is still in flight: up to 15 groups are.
extern "C" __global__ void many_groups(const int *x, int *y, int n) {
    __shared__ int row[64];
    for (int a = 0; a < n; a++) {
        for (int b = 0; b < n; b++) {
            copy(&row[threadIdx.x], x + b * 64 + threadIdx.x);
            __syncthreads();
            if (x[b]) {
                wait<15>();
            }
        }
        __syncthreads();
    }
}

// The same with each copy waited for.
extern "C" __global__ void none_left(const int *x, int *y, int n) {
    __shared__ int row[64];
    for (int a = 0; a < n; a++) {
        for (int b = 0; b < n; b++) {
            copy(&row[threadIdx.x], x + b * 64 + threadIdx.x);
            wait<0>();
            __syncthreads();
        }
        __syncthreads();
    }
}
