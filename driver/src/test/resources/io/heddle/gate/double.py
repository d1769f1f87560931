x: f32[N]
y: f32[N] = 2 * x
proved(N=40)
proved(N=33)
shipped(N=4096)
