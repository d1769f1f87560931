// Divergence, local memory, copies in flight.

extern "C" __global__ void uniform(float *out, const float *in) {
    int t = threadIdx.x;
    if (t < 64) {
        out[t] = in[t] * in[t + 1];
    } else {
        out[t] = in[t] + in[t + 1];
    }
}

extern "C" __global__ void divergent(float *out, const float *in) {
    int t = threadIdx.x;
    float sum = 0;
    if (t % 2 == 0) { //@ divergent
#pragma unroll 1
        for (int k = 0; k < 3; k++) {
            sum += in[t + k];
        }
    }
    out[t] = sum;
}

extern "C" __global__ void triangle(float *out, const float *in) {
    int t = threadIdx.x;
    float sum = 0;
#pragma unroll 1
    for (int k = 0; k <= t; k++) { //@ triangle
        sum += in[k];
    }
    out[t] = sum;
}

extern "C" __global__ void by_data(float *out, const float *in) {
    int t = threadIdx.x;
    float v = in[t];
    if (v > 0) { //@ by_data
        out[t] = in[t + 128] + in[t + 256];
    } else {
        out[t] = 0;
    }
}

// Escape times of z -> z * z + c in fixed point with 12 fraction bits.
extern "C" __global__ void mandelbrot(int *out, int width) {
    int x = blockIdx.x * 32 + threadIdx.x;
    int y = blockIdx.y * 4 + threadIdx.y;
    int cr = x * 12288 / width - 8192;
    int ci = y * 8192 / width - 4096;
    int zr = 0;
    int zi = 0;
    int k = 0;
#pragma unroll 1
    while (k < 16 && zr * zr + zi * zi < 4 * 4096 * 4096) { //@ mandelbrot
        int next = (zr * zr - zi * zi) / 4096 + cr;
        zi = zr * zi / 2048 + ci;
        zr = next;
        k++;
    }
    out[y * width + x] = k;
}

extern "C" __global__ void local_array(float *out, const float *in, const int *order) {
    float v[8];
    int t = threadIdx.x;
    for (int k = 0; k < 8; k++) {
        v[k] = in[k * 64 + t];
    }
    float sum = 0;
#pragma unroll 1
    for (int k = 0; k < 8; k++) {
        sum = sum * 2 + v[order[k]]; //@ local_array
    }
    out[t] = sum;
}

extern "C" __global__ void pipeline(float4 *out, const float4 *in, int n) {
    __shared__ float4 s[3][64];
    int t = threadIdx.x;
    for (int stage = 0; stage < 2; stage++) {
        unsigned to = __cvta_generic_to_shared(&s[stage][t]);
        asm volatile("cp.async.cg.shared.global [%0], [%1], 16;" ::"r"(to), "l"(in + stage * 64 + t));
        asm volatile("cp.async.commit_group;");
    }
    float4 sum = make_float4(0, 0, 0, 0);
#pragma unroll 1
    for (int k = 0; k < n; k++) {
        asm volatile("cp.async.wait_group 1;"); //@ pipeline
        __syncthreads();
        if (k + 2 < n) {
            unsigned to = __cvta_generic_to_shared(&s[(k + 2) % 3][t]);
            asm volatile("cp.async.cg.shared.global [%0], [%1], 16;" ::"r"(to), "l"(in + (k + 2) * 64 + t));
        }
        asm volatile("cp.async.commit_group;");
        float4 v = s[k % 3][t ^ 1];
        sum.x += v.x;
        sum.y += v.y;
        sum.z += v.z;
        sum.w += v.w;
    }
    out[t] = sum;
}
