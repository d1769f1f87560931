// "Last block done": one thread of each CTA takes a ticket from a counter, and the CTA that gets the last one adds up what all have
// left. Each kernel reads 128 inputs, 32 for each of four CTAs of 32 threads, and stores their sum.

__device__ unsigned int arrived = 0;

__device__ float sumOfCta(const float* x) {
  __shared__ float s[32];
  int t = threadIdx.x;
  s[t] = x[blockIdx.x * 32 + t];
  __syncthreads();
#pragma unroll 1
  for (int d = 16; d > 0; d /= 2) {
    if (t < d) s[t] += s[t + d];
    __syncthreads();
  }
  return s[0];
}

__device__ float sumOfPartials(const float* partial) {
  float sum = 0;
  #pragma unroll 1
  for (int i = 0; i < gridDim.x; i++) sum += partial[i];
  return sum;
}

// What the kernels below compute, by one CTA.
extern "C" __global__ void oneCta(const float* x, float* partial, float* y, unsigned int* count) {
  if (threadIdx.x == 0) {
    float sum = 0;
    #pragma unroll 1
    for (int c = 0; c < 4; c++) {
      float p = 0;
      #pragma unroll 1
      for (int i = 0; i < 32; i++) p += x[c * 32 + i];
      partial[c] = p;
      sum += p;
    }
    y[0] = sum;
  }
}

// The CUDA Programming Guide's example of __threadfence(): no fence follows the atomic, and the counter is reset.
extern "C" __global__ void guide(const float* x, volatile float* partial, float* y, unsigned int* count) {
  __shared__ bool isLast;
  float p = sumOfCta(x);
  if (threadIdx.x == 0) {
    partial[blockIdx.x] = p;
    __threadfence();
    isLast = atomicInc(&arrived, gridDim.x) == gridDim.x - 1;
  }
  __syncthreads();
  if (isLast && threadIdx.x == 0) {
    float sum = 0;
    #pragma unroll 1
    for (int i = 0; i < gridDim.x; i++) sum += partial[i];
    y[0] = sum;
    arrived = 0;
  }
}

// Fences on both sides of the atomic, as cooperative groups have them; the counter is an argument.
extern "C" __global__ void fenced(const float* x, float* partial, float* y, unsigned int* count) {
  __shared__ unsigned int ticket;
  float p = sumOfCta(x);
  if (threadIdx.x == 0) {
    partial[blockIdx.x] = p;
    __threadfence();
    ticket = atomicAdd(count, 1u);
    __threadfence();
  }
  __syncthreads();
  if (ticket == gridDim.x - 1 && threadIdx.x == 0) y[0] = sumOfPartials(partial);
}

// The wrap-around of atomicInc resets the counter.
extern "C" __global__ void wraps(const float* x, float* partial, float* y, unsigned int* count) {
  __shared__ unsigned int ticket;
  float p = sumOfCta(x);
  if (threadIdx.x == 0) {
    partial[blockIdx.x] = p;
    __threadfence();
    ticket = atomicInc(count, gridDim.x - 1);
    __threadfence();
  }
  __syncthreads();
  if (ticket == gridDim.x - 1 && threadIdx.x == 0) y[0] = sumOfPartials(partial);
}

// All threads write and have a fence, then one of them arrives for all after a barrier.
extern "C" __global__ void allWrite(const float* x, float* partial, float* y, unsigned int* count) {
  __shared__ unsigned int ticket;
  int i = blockIdx.x * 32 + threadIdx.x;
  y[1 + i] = x[i] + x[i];
  __threadfence();
  __syncthreads();
  if (threadIdx.x == 0) {
    ticket = atomicAdd(count, 1u);
    __threadfence();
  }
  __syncthreads();
  if (ticket == gridDim.x - 1 && threadIdx.x == 0) {
    float sum = 0;
    #pragma unroll 1
    for (int k = 0; k < 128; k++) sum += y[1 + k];
    y[0] = sum;
  }
}

// Mistake: no fence.
extern "C" __global__ void withoutFence(const float* x, float* partial, float* y, unsigned int* count) {
  __shared__ unsigned int ticket;
  float p = sumOfCta(x);
  if (threadIdx.x == 0) {
    partial[blockIdx.x] = p;
    ticket = atomicAdd(count, 1u);
  }
  __syncthreads();
  if (ticket == gridDim.x - 1 && threadIdx.x == 0) y[0] = sumOfPartials(partial);
}

// Mistake: the fence comes before the store.
extern "C" __global__ void fenceTooEarly(const float* x, float* partial, float* y, unsigned int* count) {
  __shared__ unsigned int ticket;
  float p = sumOfCta(x);
  if (threadIdx.x == 0) {
    __threadfence();
    partial[blockIdx.x] = p;
    ticket = atomicAdd(count, 1u);
    __threadfence();
  }
  __syncthreads();
  if (ticket == gridDim.x - 1 && threadIdx.x == 0) y[0] = sumOfPartials(partial);
}

// Mistake: a fence within the CTA only.
extern "C" __global__ void fenceOfCta(const float* x, float* partial, float* y, unsigned int* count) {
  __shared__ unsigned int ticket;
  float p = sumOfCta(x);
  if (threadIdx.x == 0) {
    partial[blockIdx.x] = p;
    __threadfence_block();
    ticket = atomicAdd(count, 1u);
    __threadfence();
  }
  __syncthreads();
  if (ticket == gridDim.x - 1 && threadIdx.x == 0) y[0] = sumOfPartials(partial);
}

// Mistake: the threads other than 0 have no fence between what they write and the barrier.
extern "C" __global__ void oneFenceForAll(const float* x, float* partial, float* y, unsigned int* count) {
  __shared__ unsigned int ticket;
  int i = blockIdx.x * 32 + threadIdx.x;
  y[1 + i] = x[i] + x[i];
  if (threadIdx.x == 0) __threadfence();
  __syncthreads();
  if (threadIdx.x == 0) {
    ticket = atomicAdd(count, 1u);
    __threadfence();
  }
  __syncthreads();
  if (ticket == gridDim.x - 1 && threadIdx.x == 0) {
    float sum = 0;
    #pragma unroll 1
    for (int k = 0; k < 128; k++) sum += y[1 + k];
    y[0] = sum;
  }
}

// Mistake: the last CTA starts before the last one arrives.
extern "C" __global__ void oneTooEarly(const float* x, float* partial, float* y, unsigned int* count) {
  __shared__ unsigned int ticket;
  float p = sumOfCta(x);
  if (threadIdx.x == 0) {
    partial[blockIdx.x] = p;
    __threadfence();
    ticket = atomicAdd(count, 1u);
    __threadfence();
  }
  __syncthreads();
  if (ticket == gridDim.x - 2 && threadIdx.x == 0) y[0] = sumOfPartials(partial);
}

// Mistake: the last CTA forgets the first partial sum.
extern "C" __global__ void forgets(const float* x, float* partial, float* y, unsigned int* count) {
  __shared__ unsigned int ticket;
  float p = sumOfCta(x);
  if (threadIdx.x == 0) {
    partial[blockIdx.x] = p;
    __threadfence();
    ticket = atomicAdd(count, 1u);
    __threadfence();
  }
  __syncthreads();
  if (ticket == gridDim.x - 1 && threadIdx.x == 0) y[0] = sumOfPartials(partial) - partial[0];
}

// Mistake: no barrier between the ticket and its use by the other threads.
extern "C" __global__ void noBarrier(const float* x, float* partial, float* y, unsigned int* count) {
  __shared__ unsigned int ticket;
  float p = sumOfCta(x);
  if (threadIdx.x == 0) {
    partial[blockIdx.x] = p;
    __threadfence();
    ticket = atomicAdd(count, 1u);
    __threadfence();
  }
  if (ticket == gridDim.x - 1 && threadIdx.x == 1) y[0] = sumOfPartials(partial);
}

// The result says which CTA was the last.
extern "C" __global__ void says(const float* x, float* partial, float* y, unsigned int* count) {
  if (threadIdx.x == 0) {
    __threadfence();
    if (atomicAdd(count, 1u) == gridDim.x - 1) y[0] = blockIdx.x;
  }
}

// Each ticket is an index: what lies where depends on the order.
extern "C" __global__ void queue(const float* x, float* partial, float* y, unsigned int* count) {
  if (threadIdx.x == 0) partial[atomicAdd(count, 1u)] = x[blockIdx.x];
}

// Two counters: the last CTA at one need not be the last at the other one.
extern "C" __global__ void twoCounters(const float* x, float* partial, float* y, unsigned int* count) {
  if (threadIdx.x == 0) {
    __threadfence();
    bool a = atomicAdd(count, 1u) == gridDim.x - 1;
    bool b = atomicAdd(count + 1, 1u) == gridDim.x - 1;
    y[blockIdx.x] = a == b ? 1.0f : 0.0f;
  }
}

// Not every CTA takes a ticket.
extern "C" __global__ void someArrive(const float* x, float* partial, float* y, unsigned int* count) {
  if (threadIdx.x == 0 && blockIdx.x > 0) {
    __threadfence();
    if (atomicAdd(count, 1u) == gridDim.x - 1) y[0] = x[0];
  }
}

// The last CTA resets the counter while others may still arrive: it is not the last one.
extern "C" __global__ void resetByFirst(const float* x, float* partial, float* y, unsigned int* count) {
  if (threadIdx.x == 0) {
    __threadfence();
    if (atomicAdd(count, 1u) == gridDim.x - 1) y[0] = x[0];
    if (blockIdx.x == 0) *count = 0;
  }
}

// Tickets of one CTA: the only thread that arrives knows its number.
extern "C" __global__ void alone(const float* x, float* partial, float* y, unsigned int* count) {
  if (threadIdx.x == 0) y[atomicAdd(count, 1u)] = x[0];
}
