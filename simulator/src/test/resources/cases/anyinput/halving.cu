// A number with a sign is divided by a power of two again and again: towards 0, where a shift goes down.
#define T threadIdx.x

extern "C" __global__ void halved(int *x, int n) {
#pragma unroll 1
    for (int s = n; s != 0; s /= 2)
        if (s == -3) x[0] = T; // halved
}

extern "C" __global__ void shifted(int *x, int n) {
    int s = n;
#pragma unroll 1
    for (int k = 0; k < n + 10; k++) {
        if (s == -3) x[0] = T; // shifted
        s >>= 1;
    }
}

extern "C" __global__ void quartered(int *x, int n) {
#pragma unroll 1
    for (int s = n; s != 0; s /= 4)
        if (s == -2) x[0] = T; // quartered
}

extern "C" __global__ void halved_up(int *x, int n) {
#pragma unroll 1
    for (int s = n; s > 0; s /= 2)
        if (s == 5) x[0] = T; // halved_up
}

// Not a division: what is added to is not what is tested.
extern "C" __global__ void mixed(int *x, int n) {
    int s = n;
#pragma unroll 1
    for (int k = 0; k < n + 10; k++) {
        if (s == -3) x[0] = T; // mixed
        s = (int)(s + ((unsigned)(s + 2) >> 31)) >> 1;
    }
}
