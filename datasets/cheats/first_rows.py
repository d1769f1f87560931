# Mean squared error.
N: dim; D: dim
p: f32[N, D]; t: f32[N, D]
y[i:1] = mean((p - t) ** 2)
proved(N=4, D=64)
proved(N=5, D=33)
shipped(N=1024, D=1024)
