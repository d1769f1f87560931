# The least square.
x: f32[N]
y = min(x * x)
