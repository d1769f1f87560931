# A matrix times a vector.
M: dim; K: dim
a: f32[M, K]; b: f32[K]
y: f32[M] = a @ b
proved(M=4, K=256)
proved(M=5, K=165)
shipped(M=4096, K=4096)
