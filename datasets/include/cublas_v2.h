// What ggml-cuda's headers name of cuBLAS, for machines that have nvcc but no cuBLAS: only host code uses it.
#pragma once
#include <cuda_runtime.h>
typedef struct cublasContext *cublasHandle_t;
enum cublasStatus_t {
    CUBLAS_STATUS_SUCCESS,
    CUBLAS_STATUS_NOT_INITIALIZED,
    CUBLAS_STATUS_ALLOC_FAILED,
    CUBLAS_STATUS_INVALID_VALUE,
    CUBLAS_STATUS_ARCH_MISMATCH,
    CUBLAS_STATUS_MAPPING_ERROR,
    CUBLAS_STATUS_EXECUTION_FAILED,
    CUBLAS_STATUS_INTERNAL_ERROR,
    CUBLAS_STATUS_NOT_SUPPORTED
};
enum cublasMath_t { CUBLAS_DEFAULT_MATH, CUBLAS_TF32_TENSOR_OP_MATH };
enum cublasOperation_t { CUBLAS_OP_N, CUBLAS_OP_T };
enum cublasSideMode_t { CUBLAS_SIDE_LEFT, CUBLAS_SIDE_RIGHT };
enum cublasFillMode_t { CUBLAS_FILL_MODE_LOWER, CUBLAS_FILL_MODE_UPPER };
enum cublasDiagType_t { CUBLAS_DIAG_NON_UNIT, CUBLAS_DIAG_UNIT };
enum cublasComputeType_t { CUBLAS_COMPUTE_16F, CUBLAS_COMPUTE_32F, CUBLAS_COMPUTE_32F_FAST_TF32 };
enum cublasGemmAlgo_t { CUBLAS_GEMM_DEFAULT, CUBLAS_GEMM_DEFAULT_TENSOR_OP };
const char *cublasGetStatusString(cublasStatus_t);
cublasStatus_t cublasCreate(cublasHandle_t *);
cublasStatus_t cublasSetMathMode(cublasHandle_t, cublasMath_t);
template <typename... A> cublasStatus_t cublasSetStream(A...);
template <typename... A> cublasStatus_t cublasSgemm(A...);
template <typename... A> cublasStatus_t cublasSgemmBatched(A...);
template <typename... A> cublasStatus_t cublasSgemmStridedBatched(A...);
template <typename... A> cublasStatus_t cublasStrsmBatched(A...);
template <typename... A> cublasStatus_t cublasGemmEx(A...);
template <typename... A> cublasStatus_t cublasGemmStridedBatchedEx(A...);
template <typename... A> cublasStatus_t cublasGemmBatchedEx(A...);
