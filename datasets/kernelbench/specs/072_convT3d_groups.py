# Transposed convolution of a volume in 4 groups: stride 2, padding 1 x 2 x 3, one more plane, row and column
# at the end; 3 x 5 x 7 taps as shipped.
x: f32[N, C, F, H, W]
w: f32[C, OG, K, R, Q]
G: dim = 4
y = convT(x, w, stride=2, pad=(1, 2, 3), groups=G, output_pad=1)
