// Matrix instructions and asynchronous copies by inline PTX: thin names for what sm_80 has (PTX ISA,
// mma, ldmatrix, cp.async). Shared-memory pointers are generic; `shared_address` makes them windowed.
#pragma once

#include <cuda_fp16.h>
#include <stdint.h>

namespace tc {

__device__ __forceinline__ uint32_t shared_address(const void *p) {
    return static_cast<uint32_t>(__cvta_generic_to_shared(p));
}

// Four, two or one 8 x 8 matrices of 16-bit elements; lane i gives the address of row i % 8 of
// matrix i / 8, and gets two neighbours of row lane / 4 of each.
__device__ __forceinline__ void ldmatrix_x4(uint32_t (&d)[4], const void *row) {
    asm volatile("ldmatrix.sync.aligned.m8n8.x4.shared.b16 {%0, %1, %2, %3}, [%4];"
                 : "=r"(d[0]), "=r"(d[1]), "=r"(d[2]), "=r"(d[3])
                 : "r"(shared_address(row))
                 : "memory");
}

__device__ __forceinline__ void ldmatrix_x2(uint32_t (&d)[2], const void *row) {
    asm volatile("ldmatrix.sync.aligned.m8n8.x2.shared.b16 {%0, %1}, [%2];"
                 : "=r"(d[0]), "=r"(d[1])
                 : "r"(shared_address(row))
                 : "memory");
}

// The same, each matrix transposed.
__device__ __forceinline__ void ldmatrix_x4_trans(uint32_t (&d)[4], const void *row) {
    asm volatile("ldmatrix.sync.aligned.m8n8.x4.trans.shared.b16 {%0, %1, %2, %3}, [%4];"
                 : "=r"(d[0]), "=r"(d[1]), "=r"(d[2]), "=r"(d[3])
                 : "r"(shared_address(row))
                 : "memory");
}

__device__ __forceinline__ void ldmatrix_x2_trans(uint32_t (&d)[2], const void *row) {
    asm volatile("ldmatrix.sync.aligned.m8n8.x2.trans.shared.b16 {%0, %1}, [%2];"
                 : "=r"(d[0]), "=r"(d[1])
                 : "r"(shared_address(row))
                 : "memory");
}

// d += a b, 16 x 8 += 16 x 16 16 x 8. With g = lane / 4 and t = lane % 4: a holds (g, 2t), (g + 8, 2t),
// (g, 2t + 8), (g + 8, 2t + 8) and their right neighbours, b holds (2t, g), (2t + 8, g) and the ones
// below, d holds (g, 2t), (g, 2t + 1), (g + 8, 2t), (g + 8, 2t + 1).
__device__ __forceinline__ void mma_16816(float (&d)[4], const uint32_t (&a)[4], uint32_t b0,
                                          uint32_t b1) {
    asm volatile("mma.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32 {%0, %1, %2, %3},"
                 " {%4, %5, %6, %7}, {%8, %9}, {%0, %1, %2, %3};"
                 : "+f"(d[0]), "+f"(d[1]), "+f"(d[2]), "+f"(d[3])
                 : "r"(a[0]), "r"(a[1]), "r"(a[2]), "r"(a[3]), "r"(b0), "r"(b1));
}

// Starts a copy of 16 bytes from global to shared memory.
__device__ __forceinline__ void cp_async_16(void *to, const void *from) {
    asm volatile("cp.async.cg.shared.global [%0], [%1], 16;" ::"r"(shared_address(to)), "l"(from)
                 : "memory");
}

// The same, but only the first `bytes` bytes are read; zeros fill the rest.
__device__ __forceinline__ void cp_async_16_zfill(void *to, const void *from, int bytes) {
    asm volatile("cp.async.cg.shared.global [%0], [%1], 16, %2;" ::"r"(shared_address(to)),
                 "l"(from), "r"(bytes)
                 : "memory");
}

// Makes a group of this thread's copies since the last one.
__device__ __forceinline__ void cp_async_commit() {
    asm volatile("cp.async.commit_group;" ::: "memory");
}

// Waits until at most `PENDING` of this thread's latest groups are incomplete.
template <int PENDING>
__device__ __forceinline__ void cp_async_wait() {
    asm volatile("cp.async.wait_group %0;" ::"n"(PENDING) : "memory");
}

// Two f16 in one register, `low` in the lower half.
__device__ __forceinline__ uint32_t pack(__half low, __half high) {
    return static_cast<uint32_t>(__half_as_ushort(low)) |
           static_cast<uint32_t>(__half_as_ushort(high)) << 16;
}

} // namespace tc
