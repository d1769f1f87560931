# A matrix times a number.
M: dim; N: dim
a: f32[M, N]; s: f32
y: f32[M, N] = a * s
proved(M=2, N=128)
proved(M=3, N=101)
shipped(M=16384, N=4096)
