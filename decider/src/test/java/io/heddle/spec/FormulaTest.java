package io.heddle.spec;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.heddle.term.ElementType;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What a file declares and defines, and how it is bound to tensors. */
class FormulaTest {
    @Test
    void bothLayersGiveTheSameTerms() {
        String tensors = "A[2,3] B[3,2]";
        String declared = "A: f32[M, K]; B: f32[K, N]\n";
        String index = declared + "y[i:M, j:N] = sum[k:K](A[i, k] * B[k, j])";
        List<String> terms = Formulas.of(index, tensors).terms("y");
        assertEquals("(B[2,1]*A[1,2] + (B[1,1]*A[1,1] + (B[0,1]*A[1,0])))", terms.get(3));
        assertEquals(terms, Formulas.of(declared + "y = A @ B", tensors).terms("y"));
        String einsum = declared + "y = einsum('ik,kj->ij', A, B)";
        assertEquals(terms, Formulas.of(einsum, tensors).terms("y"));
    }

    @Test
    void softmaxIsWhatItsFormulaSays() {
        String tensor = "x: f32[N, D]\ny = softmax(x, axis=1)";
        String index = "x: f32[N, D]\ny[b:N, i:D] = exp(x[b, i]) / sum[j:D](exp(x[b, j]))";
        List<String> terms = Formulas.of(index, "x[1,2]").terms("y");
        assertEquals(
                "(exp2((log2(e)*x[0,1]))/(exp2((x[0,0]*log2(e))) + exp2((log2(e)*x[0,1]))))",
                terms.get(1));
        assertEquals(terms, Formulas.of(tensor, "x[1,2]").terms("y"));
    }

    @Test
    void inputsHaveTheirTypesAndShapes() {
        BoundFormula bound =
                Formulas.of(
                                "a: f16[N]; b: bf16[N, 2]; c: f64; d: i32[N + 1]; e: bool[N]; s:"
                                        + " f32 = 2\n"
                                        + "y = a * b.T * c * d[0] * e * s",
                                "a[3] b[3,2] d[4] e[3]")
                        .bound();
        assertEquals(List.of("a", "b", "c", "d", "e"), List.copyOf(bound.inputs().keySet()));
        assertEquals(ElementType.F16, bound.inputs().get("a").type());
        assertEquals(List.of(3, 2), bound.inputs().get("b").shape());
        assertEquals(List.of(), bound.inputs().get("c").shape());
        assertEquals(ElementType.S32, bound.inputs().get("d").type());
        assertTrue(bound.inputs().get("d").isInteger());
        assertEquals(ElementType.U8, bound.inputs().get("e").type());
        assertEquals(List.of("y"), List.copyOf(bound.definitions().keySet()));
    }

    @Test
    void anOutputIsFoundByNameOrIsTheLastDefinition() {
        BoundFormula bound = Formulas.of("x: f32[N]\na = x + 1\nb = a * 2", "x[2]").bound();
        assertEquals("a", bound.output("a", false).orElseThrow().name());
        assertEquals("b", bound.output("other", true).orElseThrow().name());
        assertFalse(bound.output("other", false).isPresent());
        assertEquals("f.py", bound.formula().file());
        assertEquals(List.of("x"), bound.formula().inputs());
    }

    /** Each line: the tensors, the formula, the elements of y. */
    @ParameterizedTest(name = "{1}")
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            textBlock =
                    """
x[2]        | x: f32[N]; y = x                                      | 1 2
x[2]        | x: f32[N]\\n\\n# text\\n\\ny = x # more\\n\\n         | 1 2
x[2]        | x: f32[N]; y = (x\\n + 1)                             | 2 3
x[2]        | x: f32[N]; y = x \\\\n + 1                            | 2 3
x[2,3]      | x: f32[M, N]; y[i:M] = N * i + M + x[0, 0] * 0        | 2 5
x[2] w[3]   | x: f32[N]; w: f32[N + 1]; y = x * w[N]                | 3 6
x[4]        | x: f32[2, N // 2]; N: dim = 4; y = x.T                | 1 3 2 4
x[6]        | G: dim = 3; x: f32[N, G]; N: dim = 2; y = x[1]        | 4 5 6
x[2,3]      | x: f32[6]; y = x[5]                                   | 6
x[2] N=2    | N: dim; x: f32[N]; y = x * N                          | 2 4
x[4] G=2    | x: f32[N]; y[g:G] = x[g * (N // G)]                   | 1 3
x[2] N=2    | N: dim = 2; x: f32[N]; y = x * N                      | 2 4
x[2] s={3}  | x: f32[N]; s: f32; y = x * s                          | 3 6
x[2]        | x: f32[N]; s: f32 = 0.5; y = x * s                    | 0.5 1
x[2]        | x: f32[N]; s: f32 = -1_0.0e-1; y = x * s              | -1 -2
x[2]        | x: f32[N]; s: i32 = 3; y = x * (s // 2)               | 1 2
x[2]        | x: f32[N]; D: dim = -3; y = x + D                     | -2 -1
x[2]        | x: f32[N]; a, b = x, x + 1; y = a * b                 | 2 6
x[2]        | x: f32[N]; a, b = (x[1], 7); y[i:N] = a + b + i       | 9 10
x[2,3]      | x: f32[M, N]; P, Q = x.shape; y[i:Q, j:P] = x[j, i]   | 1 4 2 5 3 6
x[2]        | x: f32[N]; def f(a): return a + 1\\ny = f(x)          | 2 3
x[2]        | x: f32[N]; def f(a, b=2, c=3): return a * b + c\\ny = f(x, c=1)            | 3 5
x[2]        | x: f32[N]; def f(a, b): return a - b\\ny = f(b=x, a=1)                     | 0 -1
x[2]        | x: f32[N]\\ndef f(a):\\n    u = a + 1; v = u * u\\n    return v\\ny = f(x) | 4 9
x[2]        | x: f32[N]\\ndef f(a):\\n    p, q = a.shape[0], 5\\n    u[i:p] = a[i] * q\\n    return u\\ny = f(x) | 5 10
x[2]        | x: f32[N]\\ndef f(a):\\n\\n    # text\\n    u = a\\n\\n    return u\\ny = f(x)                     | 1 2
x[2]        | x: f32[N]; def f(): return 4\\ny = x * f()            | 4 8
x[2]        | x: f32[N]; def f(a, n): return a if n == 0 else f(a + 1, n - 1)\\ny = f(x, 5) | 6 7
x[2]        | x: f32[N]; relu = 5; y = x * relu                     | 5 10
x[2]        | x: f32[N]; def relu(a): return a + 1\\ny = relu(x)    | 2 3
x[2]        | x: f32[N]; g = relu; y = g(x)                         | 1 2
x[0]        | x: f32[N]; y = x + 1                                  |
x[2,0]      | x: f32[M, N]; y = sum(x, 1)                           | 0 0
""")
    void aFileMeansWhatPythonWouldMean(String tensors, String formula, String expected) {
        assertArrayEquals(
                Formulas.doubles(expected), Formulas.of(formula, tensors).values(), formula);
    }

    @Test
    void binaryOrderMarksAndWindowsLinesAreRead() {
        assertArrayEquals(
                new double[] {2}, Formulas.of("\uFEFFx: f32[N]\r\ny = x + 1\r\n", "x[1]").values());
    }

    @Test
    void aBoundFormulaCanBeBoundAgain() {
        Formula formula = Formula.parse("f.py", "x: f32[N]\ny = x");
        for (int n = 1; n < 3; n++) {
            BoundFormula bound = formula.bind(Map.of("x", List.of(n)), Map.of());
            assertEquals(List.of(n), bound.output("y", true).orElseThrow().shape());
        }
    }
}
