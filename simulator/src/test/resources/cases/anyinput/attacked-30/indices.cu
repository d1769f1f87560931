// Indices that are right but for one thread, one size or one bit.

// Elements 0 to 3 and, one byte each, those from 3 or from 2 on.
extern "C" __global__ void bytes(unsigned char *y, int from) {
    int t = threadIdx.x;
    if (t == 0) {
        *(unsigned *) y = 5;
    } else {
        y[t + from] = 1;
    }
}

// Bits 1 to 5 of the thread's number are overwritten.
extern "C" __global__ void bits_over(int *y) {
    unsigned t = threadIdx.x;
    unsigned r;
    asm("bfi.b32 %0, %1, %2, %3, %4;" : "=r"(r) : "r"(t), "r"(0), "r"(1), "r"(5));
    y[r] = 1; // @over
}

// Bit 6, which no number has.
extern "C" __global__ void bit_beside(int *y) {
    unsigned t = threadIdx.x;
    unsigned r;
    asm("bfi.b32 %0, %1, %2, %3, %4;" : "=r"(r) : "r"(t), "r"(1), "r"(1), "r"(6));
    y[r] = 1;
}

// What n bits shifted out to the left do not bring back.
extern "C" __global__ void there_and_back(int *y, int n) {
    unsigned t = threadIdx.x;
    y[(t << n) >> n] = 1; // @back
}

// Two distinct indices: their sums are not.
extern "C" __global__ void sum_of_distinct(const int *x, float *y) {
    int t = threadIdx.x;
    y[x[t] + x[t + 1]] = t; // @sum
}

// A place among places that are distinct.
extern "C" __global__ void distinct_of_distinct(const int *x, const int *z, float *y) {
    int t = threadIdx.x;
    y[z[x[t]]] = t;
}

// Places from two lists, each of which is distinct.
extern "C" __global__ void two_distinct(const int *x, const int *z, float *y) {
    int t = threadIdx.x;
    y[t < 32 ? x[t] : z[t]] = t; // @lists
}

// The list of places is written before it is read.
extern "C" __global__ void written_places(int *x, float *y) {
    int t = threadIdx.x;
    if (t == 3) {
        x[4] = x[5];
    }
    __syncthreads();
    y[x[t]] = t; // @places
}
