// The debug sections of nvcc -G. Rebuild: nvcc -ptx -G -arch=sm_80 -o debug.sm_80.ptx debug.cu
__device__ __noinline__ float twice(float x) { return x + x; }

extern "C" __global__ void doubled(float *x, int n) {
    __shared__ float tile[64];
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) {
        tile[threadIdx.x] = twice(x[i]);
        x[i] = tile[threadIdx.x];
    }
}
