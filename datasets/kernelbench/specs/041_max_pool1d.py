# Max pooling of a sequence: window 8, stride 1, padding 4, dilation 3. Padding is -inf: it never wins.
x: f32[N, C, L]
K: dim = 8
P: dim = 4
D: dim = 3
y[n:N, c:C, t:L + 2 * P - D * (K - 1)] = max[u:K](x.pad(-inf)[n, c, t + u * D - P])
