# 88: GELU by the hyperbolic tangent; sqrt(2/pi) is exact
x: f32[N, D]
y = 0.5 * x * (1 + tanh(sqrt(2 / pi) * (x + 0.044715 * x ** 3)))
