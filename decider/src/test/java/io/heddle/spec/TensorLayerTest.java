package io.heddle.spec;

import static io.heddle.spec.Formulas.assertClose;
import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Operations on whole tensors. */
class TensorLayerTest {
    /** Each line: the tensors, the formula, the shape and the elements of y. */
    @ParameterizedTest(name = "{1}")
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            textBlock =
                    """
a[2,2] b[2]   | a: f32[M, N]; b: f32[N]; y = a - b          | 2,2 | 0 0 2 2
a[2,2] b[2,1] | a: f32[M, N]; b: f32[M, 1]; y = a - b       | 2,2 | 0 1 1 2
a[2] b[2,1]   | a: f32[N]; b: f32[M, 1]; y = a * b          | 2,2 | 1 2 2 4
a[2] b[1]     | a: f32[N]; b: f32[M]; y = a / b             | 2   | 1 2
a[2]          | a: f32[N]; y = 2 / a                        | 2   | 2 1
a[2]          | a: f32[N]; y = -a                           | 2   | -1 -2
a[2]          | a: f32[N]; y = exp(a) / exp(a)              | 2   | 1 1
a[2] b[2]     | a: f32[N]; b: f32[N]; y = max(a, b, 2)      | 2   | 2 2
a[2,2] b[2]   | a: f32[M, N]; b: f32[N]; y = a if b.ndim == 1 else b | 2,2 | 1 2 3 4
a[2,2] b[2]   | a: f32[M, N]; b: f32[N]; y[i:2, j:2] = (a if i == j else b)[i, j] | 2,2 | 1 2 1 4
a[2] b[2]     | a: f32[N]; b: f32[N]; y = a @ b             |     | 5
a[2,3] b[3]   | a: f32[M, N]; b: f32[N]; y = a @ b          | 2   | 14 32
a[2] b[2,3]   | a: f32[M]; b: f32[M, N]; y = a @ b          | 3   | 9 12 15
a[2,2] b[2,2] | a: f32[M, K]; b: f32[K, N]; y = a @ b @ a   | 2,2 | 37 54 81 118
a[2,1,2] b[2,2,1] | a: f32[B, M, K]; b: f32[B, K, N]; y = a @ b | 2,1,1 | 5 25
a[2,1,2] b[2,1] | a: f32[B, M, K]; b: f32[K, N]; y = a @ b  | 2,1,1 | 5 11
a[1,2] b[2,2,1] | a: f32[M, K]; b: f32[B, K, N]; y = a @ b  | 2,1,1 | 5 11
a[2,1,2] b[2] | a: f32[B, M, K]; b: f32[K]; y = a @ b       | 2,1 | 5 11
a[2] b[2,2,1] | a: f32[K]; b: f32[B, K, N]; y = a @ b       | 2,1 | 5 11
a[1,1,1,2] b[2,2,1] | a: f32[A, B, M, K]; b: f32[D, K, N]; y = a @ b | 1,2,1,1 | 5 11
a[2,3]        | a: f32[M, N]; y = a.T                       | 3,2 | 1 4 2 5 3 6
a[1,2,3]      | a: f32[B, M, N]; y = a.T                    | 1,3,2 | 1 4 2 5 3 6
a[2,3]        | a: f32[M, N]; y = a.T.T - a                 | 2,3 | 0 0 0 0 0 0
a[2,3]        | a: f32[M, N]; y = a.reshape(3, 2)           | 3,2 | 1 2 3 4 5 6
a[2,3]        | a: f32[M, N]; y = a.T.reshape(-1)           | 6   | 1 4 2 5 3 6
a[2,3]        | a: f32[M, N]; y = a.reshape((N, -1), 1)     | 3,2,1 | 1 2 3 4 5 6
a[2,3]        | a: f32[M, N]; y = a.reshape(a.shape)        | 2,3 | 1 2 3 4 5 6
a[1]          | a: f32[N]; y = a.reshape(()) + 1            |     | 2
a[1]          | a: f32[N]; y = a.reshape() * 3              |     | 3
a[2,3]        | a: f32[M, N]; y = a.reshape(3, 2).T         | 2,3 | 1 3 5 2 4 6
a[2]          | a: f32[N]; y = a[:, None]                   | 2,1 | 1 2
a[2]          | a: f32[N]; y = a[None] * a[:, None]         | 2,2 | 1 2 2 4
a[2,3]        | a: f32[M, N]; y = a[1]                      | 3   | 4 5 6
a[2,3]        | a: f32[M, N]; y = a[:, 1]                   | 2   | 2 5
a[2,3]        | a: f32[M, N]; y = a[:, None, 1]             | 2,1 | 2 5
a[2,3]        | a: f32[M, N]; y = a[1][2]                   |     | 6
a[2,3]        | a: f32[M, N]; y[j:N] = a[0][j] + a[:, j][1] | 3   | 5 7 9
a[2,3]        | a: f32[M, N]; y = (a + a)[1, 2]             |     | 12
a[2,3]        | a: f32[M, N]; y = sum(a)                    |     | 21
a[2,3]        | a: f32[M, N]; y = sum(a, 0)                 | 3   | 5 7 9
a[2,3]        | a: f32[M, N]; y = sum(a, axis=1)            | 2   | 6 15
a[2,3]        | a: f32[M, N]; y = sum(a, -1)                | 2   | 6 15
a[2,3]        | a: f32[M, N]; y = sum(a, axis=None)         |     | 21
a[2,3]        | a: f32[M, N]; y = sum(a, 1, True)           | 2,1 | 6 15
a[2,3]        | a: f32[M, N]; y = sum(a, keepdims=True)     | 1,1 | 21
a[2,3]        | a: f32[M, N]; y = a / sum(a, axis=1, keepdims=True) | 2,3 | 1/6 1/3 1/2 4/15 1/3 2/5
a[2,3,2]      | a: f32[B, M, N]; y = sum(a, axis=(0, 2))    | 3   | 18 26 34
a[2,3,2]      | a: f32[B, M, N]; y = sum(a, (-1, 0), True)  | 1,3,1 | 18 26 34
a[2,3,2]      | a: f32[B, M, N]; y = sum(a, axes(1, a.ndim)) | 2  | 21 57
a[2,3,2]      | a: f32[B, M, N]; y = sum(a, ()) - a + 1     | 2,3,2 | 1 1 1 1 1 1 1 1 1 1 1 1
a[2,3]        | a: f32[M, N]; y = prod(a, 1)                | 2   | 6 120
a[2,3]        | a: f32[M, N]; y = max(a, axis=0)            | 3   | 4 5 6
a[2,3]        | a: f32[M, N]; y = min(a, axis=1)            | 2   | 1 4
a[2,3]        | a: f32[M, N]; y = max(a)                    |     | 6
a[2,3]        | a: f32[M, N]; y = argmax(a, 1)              | 2   | 2 2
a[2,3]        | a: f32[M, N]; y = argmin(a, axis=0, keepdims=True) | 1,3 | 0 0 0
a[3]          | a: f32[N]; y = argmax(a)                    |     | 2
a[2,2]        | a: f32[N, N]; y = einsum('ii->i', a)        | 2   | 1 4
a[2,2]        | a: f32[N, N]; y = einsum("ii->", a)         |     | 5
a[2,3]        | a: f32[M, N]; y = einsum('ij->ji', a)       | 3,2 | 1 4 2 5 3 6
a[2] b[3]     | a: f32[M]; b: f32[N]; y = einsum('i,j->ij', a, b) | 2,3 | 1 2 3 2 4 6
a[2,2] b[2,2] | a: f32[M, K]; b: f32[N, K]; y = einsum(' ik, jk -> ij ', a, b) | 2,2 | 5 11 11 25
a[2] b[2] c[2] | a: f32[N]; b: f32[N]; c: f32[N]; y = einsum('i,i,i->', a, b, c) | | 9
a[2,2]        | a: f32[N, N]; y[i:N] = einsum('ij->i', a)[i] | 2  | 3 7
a[2,3]        | a: f32[M, N]; y = a * len(a) + len(a.shape) | 2,3 | 4 6 8 10 12 14
a[2,3]        | a: f32[M, N]; y = a[0] * count(a, 1) + count(a, None) | 3 | 9 12 15
a[2,3]        | a: f32[M, N]; p, q, r = around(a, 1); y = a[0] * p + q * r | 3 | 5 7 9
a[2,3]        | a: f32[M, N]; p, q = ntuple(3, 2); y = a[0] * p + q | 3 | 6 9 12
a[2,3]        | a: f32[M, N]; p, q = ntuple((4, 5), 2); y = a[0] * p + q | 3 | 9 13 17
a[2,3]        | a: f32[M, N]; t = a.shape + (7,); y = a[0] + t[2] + t[-1] + len(t) | 3 | 18 19 20
a[2,3]        | a: f32[M, N]; t = axes(1, 4); y = a[0] * t[2] + len(t) | 3 | 6 9 12
a[2] t[2]     | a: f32[N]; t: i32[N]; y = (t + t) // 2 * a  | 2   | 1 4
a[4]          | a: f32[N]; y = sum(a.reshape(2, 2), 1)[1]   |     | 7
a[2]          | a: f32[N]; y[i:N] = sum(a * (i + 1)) + sum(a, 0) | 2 | 6 9
a[2,2]        | a: f32[N, N]; y[i:N] = (a @ a)[i, 0] + mean(a[i]) | 2 | 8.5 18.5
""")
    void anOperationMeansWhatNumPySays(
            String tensors, String formula, String shape, String expected) {
        Formulas f = Formulas.of(formula, tensors);
        assertClose(Formulas.doubles(expected), f.values(), 1e-12);
        String found = f.bound().output("y", true).orElseThrow().shape().toString();
        assertEquals("[" + (shape == null ? "" : shape.replace(",", ", ")) + "]", found);
    }

    @Test
    void aTensorThatIsUsedTwiceIsComputedOnce() {
        Formulas f = Formulas.of("x: f32[N]; e = exp(x); s = sum(e); y = e / s", "x[2]");
        List<String> names = List.copyOf(f.bound().definitions().keySet());
        assertEquals(List.of("e", "s", "y"), names);
    }
}
