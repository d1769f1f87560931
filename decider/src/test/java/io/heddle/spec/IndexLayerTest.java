package io.heddle.spec;

import static io.heddle.spec.Formulas.assertClose;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Definitions element by element: indices, reductions, reads, conditions, integers. */
class IndexLayerTest {
    private static final double NEAR = 1e-12;

    /** Each line: the tensors, the formula, the elements of y. */
    @ParameterizedTest(name = "{1}")
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            textBlock =
                    """
x[3]        | x: f32[N]; y[i:N] = x[N - 1 - i]                             | 3 2 1
x[2,3]      | x: f32[M, N]; y[j:N, i:M] = x[i, j]                          | 1 4 2 5 3 6
x[3]        | x: f32[N]; y[i:N] = sum[j:N](x[j])                           | 6 6 6
x[3]        | x: f32[N]; y = sum[j:N](x[j])                                | 6
x[4]        | x: f32[N]; y = prod[j:N](x[j])                               | 24
x[3]        | x: f32[N]; y = max[j:N](x[j] * (2 - j))                      | 2
x[3]        | x: f32[N]; y = min[j:N](x[j] * (2 - j))                      | 0
x[4]={1 3 3 2} | x: f32[N]; y = argmax[j:N](x[j])                          | 1
x[4]={2 1 3 1} | x: f32[N]; y = argmin[j:N](x[j])                          | 1
x[4]={9 1 3 1} | x: f32[N]; y = argmax[j:N, j > 0](x[j])                   | 2
x[4]={9 1 3 1} | x: f32[N]; y[i:2] = argmin[j:N, j != i](x[j])             | 1 3
x[3]        | x: f32[N]; y[i:N] = sum[j:i + 1](x[j])                       | 1 3 6
x[3]        | x: f32[N]; y[i:N] = prod[j:i](x[j])                          | 1 1 2
x[3]        | x: f32[N]; y[i:N] = log(sum[j:i](x[j]))                      | -inf 0 1.0986122886681098
x[3]        | x: f32[N]; y[i:N] = exp(log(sum[j:i](x[j])))                 | 0 1 3
x[3]        | x: f32[N]; y[i:N] = (x[i] / sum[j:N](x[j])) ** 0             | 1 1 1
x[3]        | x: f32[N]; y[i:N] = max[j:i](x[j])                           | -inf 1 2
x[3]        | x: f32[N]; y[i:N] = min[j:i - 1](x[j])                       | inf inf 1
x[3]        | x: f32[N]; y = sum[i:N, j:i](x[i] * x[j])                    | 11
x[3]        | x: f32[N]; y = sum[i:N, j:N, i < j](x[i] * x[j])             | 11
x[3]        | x: f32[N]; y = sum[i:N, i % 2 == 0, j:N](x[i] + x[j])        | 24
x[3]        | x: f32[N]; y = sum[i:N](sum[j:N](x[i] * x[j]) * x[i])        | 84
x[3]        | x: f32[N]; y[i:N] = sum[j:N, i <= j <= i + 1](x[j])          | 3 5 3
x[3]        | x: f32[N]; y[i:N] = x.pad(0)[i - 1]                          | 0 1 2
x[3]        | x: f32[N]; z = x.pad(-inf); y[i:4] = z[i]                    | 1 2 3 -inf
x[3]        | x: f32[N]; z = (x + 1).pad(0.5); y[i:4] = z[i]               | 2 3 4 0.5
x[2,2]      | x: f32[N, N]; z = x.pad(7); y[i:3, j:3] = z[i, j]            | 1 2 7 3 4 7 7 7 7
x[3]        | x: f32[N]; y[i:N] = x[i] if i < 1 else -x[i]                 | 1 -2 -3
x[3]        | x: f32[N]; y[i:N] = x[i] if i < 1 or not i < 2 else 0        | 1 0 3
x[3]        | x: f32[N]; y[i:N] = x[i] if i >= 1 and i != 2 else 0         | 0 2 0
x[3]        | x: f32[N]; y[i:N] = 1 if i == 0 else 2 if i == 1 else x[i]   | 1 2 3
x[3]        | x: f32[N]; y[i:N] = x[i if i < 2 else 0]                     | 1 2 1
x[3]        | x: f32[N]; y[i:N] = x[max(i - 1, 0)]                         | 1 1 2
x[3]        | x: f32[N]; y[i:N] = x[min(i + 1, N - 1, 7)]                  | 2 3 3
x[3]        | x: f32[N]; y[i:N] = x[i] if 0 <= i - 1 < N - 2 else 0        | 0 2 0
x[3]        | x: f32[N]; y[i:N] = x[i] if True else 5                      | 1 2 3
x[3]        | x: f32[N]; y[i:N] = x[i] if not (True and False) else 5      | 1 2 3
x[3]        | x: f32[N]; y[i:N] = x[i] if N == 3 or i < 1 else x[99]       | 1 2 3
x[3]        | x: f32[N]; c = 2; y[i:N] = x[i] ** c if c is not None else 0 | 1 4 9
x[3]        | x: f32[N]; c = None; y[i:N] = x[0] * 5 if c is None else x[i] | 5 5 5
x[3]        | x: f32[N]; c = None; y = x if c != None else x + 1           | 2 3 4
x[3] t[3]={0 1 0} | x: f32[N]; t: i32[N]; y[i:N] = x[i] if t[i] == 1 else 0              | 0 2 0
x[3] t[3]={0 1 2} | x: f32[N]; t: i32[N]; y[i:N] = x[i] if t[i] > 0 and t[i] < 2 else 0  | 0 2 0
x[3] t[3]={0 1 2} | x: f32[N]; t: i32[N]; y[i:N] = x[i] if t[i] <= 0 or t[i] >= 2 else 9 | 1 9 3
x[3] t[3]={0 1 2} | x: f32[N]; t: i32[N]; y[i:N] = x[i] if 0 < t[i] and i < 2 else 9     | 9 2 9
x[3] t[3]={0 1 2} | x: f32[N]; t: i32[N]; y[i:N] = x[i] if not t[i] != 1 else 9          | 9 2 9
x[3] t[3]={1 0 1} | x: f32[N]; t: i32[N]; y = sum[i:N, t[i] == 1](x[i])                  | 4
x[3] t[3]={1 0 1} | x: f32[N]; t: i32[N]; y = prod[i:N, t[i] == 1](x[i])                 | 3
x[3] t[3]={1 1 0} | x: f32[N]; t: i32[N]; y = max[i:N, t[i] == 1](x[i])                  | 2
x[3] t[3]={0 1 1} | x: f32[N]; t: i32[N]; y = min[i:N, t[i] == 1](x[i])                  | 2
t[2]={-7 7}       | t: i32[N]; y = t // 2                                                | -4 3
t[2]={-7 7}       | t: i32[N]; y = t % 3                                                 | 2 1
t[2]={-7 7}       | t: i32[N]; y = t % -3                                                | -1 -2
t[2]={-7 7}       | t: i32[N]; y = t ** 2 - t                                            | 56 42
t[2]={-2 4}       | t: i32[N]; y = t ** -1                                               | -0.5 0.25
t[2]={-2 4}       | t: i32[N]; y = abs(t) // 4 + max(t, 1) + floor(3.5)                  | 4 8
x[3]        | x: f32[N]; y[i:N] = (i - 2) // 2 + 0 * x[0]                  | -1 -1 0
x[3]        | x: f32[N]; y[i:N] = (i - 2) % 2 + 0 * x[0]                   | 0 1 0
x[3]        | x: f32[N]; y[i:N] = (i - 2) % -2 + 0 * x[0]                  | 0 -1 0
x[3]        | x: f32[N]; y[i:N] = (i - 2) ** 3 + 0 * x[0]                  | -8 -1 0
x[3]        | x: f32[N]; y[i:N] = 2 ** i + x[0] * 0                        | 1 2 4
x[1]        | x: f32[N]; y = x * (-7 // 2)                                 | -4
x[1]        | x: f32[N]; y = x * (-7 % 3)                                  | 2
x[1]        | x: f32[N]; y = x * (7 % -3)                                  | -2
x[1]        | x: f32[N]; y = x * -2 ** 2                                   | -4
x[1]        | x: f32[N]; y = x * 2 ** 3 ** 2                               | 512
x[1]        | x: f32[N]; y = x * 2 ** -1                                   | 0.5
x[1]        | x: f32[N]; y = x * (-2) ** -3                                | -0.125
x[1]        | x: f32[N]; y = x * (1 / 8 - 5 / 8 * 2)                       | -1.125
x[1]        | x: f32[N]; y = x * - -2 - -1                                 | 3
x[1]        | x: f32[N]; y = x * 1_000 - .5e1 - 1. + 1e-1 * 0              | 994
x[2]        | x: f32[N]; y = x * i; i = 3                                  | none
""")
    void anElementIsWhatItsExpressionSays(String tensors, String formula, String expected) {
        Formulas f = Formulas.of(formula, tensors);
        if ("none".equals(expected)) {
            f.error();
        } else {
            assertClose(Formulas.doubles(expected), f.values(), NEAR);
        }
    }

    /** Reads at indices that inputs decide. */
    @ParameterizedTest(name = "{1}")
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            textBlock =
                    """
x[3] t[2]={2 0}   | x: f32[N]; t: i32[M]; y[i:M] = x[t[i]]                   | 3 1
x[2,3] t[2]={2 0} | x: f32[M, N]; t: i64[M]; y[i:M] = x[i, t[i]]             | 3 4
x[2,3] t[2]={1 0} | x: f32[M, N]; t: u8[M]; y[i:M, j:N] = x[t[i], j]         | 4 5 6 1 2 3
x[3] t[2]={1 0}   | x: f32[N]; t: i32[M]; y[i:M] = x[2 * t[i] - t[i] + i]    | 2 2
x[3] t[2]={1 0}   | x: f32[N]; t: i32[M]; u = t + 1; y[i:M] = x[u[i]]        | 3 2
x[3] t[2]={1 0}   | x: f32[N]; t: i32[M]; u[i:M] = t[i] // 1; y[i:M] = x[u[i]] | 2 1
x[2,3] t[1]={1}   | x: f32[M, N]; t: i32[K]; y = x[t[0]]                     | 4 5 6
x[2,3] t[1]={1}   | x: f32[M, N]; t: i32[K]; y = x[:, t[0]]                  | 2 5
x[3] t[2]={2 0}   | x: f32[N]; t: i32[M]; z = x * 2; y[i:M] = z[t[i]]        | 6 2
x[2,2] t[2]={1 0} | x: f32[N, N]; t: i32[N]; z = x + 1; y[i:N] = z[t[i], t[i]] | 5 2
x[4]              | x: f32[N]; j = argmax(x, 0); y = x[j]                    | 4
""")
    void dataMayDecideAnIndex(String tensors, String formula, String expected) {
        assertClose(Formulas.doubles(expected), Formulas.of(formula, tensors).numbers(), NEAR);
    }

    @ParameterizedTest(name = "{0}")
    @CsvSource({
        "exp(x),1.6487212707001282",
        "log(x),-0.6931471805599453",
        "sqrt(x),0.7071067811865476",
        "tanh(x),0.46211715726000975",
        "erf(x),0.5204998778130465",
        "sin(x),0.479425538604203",
        "cos(x),0.8775825618903728",
        "abs(-x),0.5",
        "floor(x),0",
        "floor(-x),-1",
        "x * pi,1.5707963267948966",
        "x ** 3,0.125",
        "x ** -2,4",
        "x ** 0,1",
        "x + 0.1,0.6000000014901161",
        "x + 1 / 10,0.6",
        "x + inf,inf",
        "sqrt(2 / pi) * x,0.3989422804014327"
    })
    void aRealFunctionHasItsValue(String expression, String expected) {
        Formulas f = Formulas.of("x: f32[N]; y = " + expression, "x[1]={0.5}");
        assertClose(Formulas.doubles(expected), f.values(), NEAR);
    }

    @Test
    void maxAndMinTakeAnyNumberOfOperands() {
        Formulas f = Formulas.of("x: f32[N]; y = max(x, 2, -x, 1) + min(x, 2, 3 - x)", "x[3]");
        assertClose(new double[] {3, 3, 3}, f.values(), NEAR);
    }
}
