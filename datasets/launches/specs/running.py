x: f32[N]
z: f32[M]
first = sum(x)
second = sum(z)
