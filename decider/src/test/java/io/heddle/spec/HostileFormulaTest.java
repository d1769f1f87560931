package io.heddle.spec;

import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertTimeoutPreemptively;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.heddle.spec.index.FormulaException;
import io.heddle.term.LimitExceededException;
import java.time.Duration;
import java.util.SplittableRandom;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Whatever a file says, it ends soon, and in no other exception than the two that are meant. */
class HostileFormulaTest {
    private static final int MANY = 100_000;
    private static final int LONG = 20_000;
    private static final String X = "x: f32[N]; ";

    static Stream<String> hostile() {
        return Stream.of(
                "",
                "\n\n\n",
                "\u0000",
                "x: f32[N]\u0000",
                "y = \u0000",
                "y = \uD800",
                "\uFFFF\uFEFF",
                "y = 'a",
                "y = \"",
                "y = (",
                "y = )",
                "y =",
                "y",
                "= 1",
                "def",
                "def f(",
                "def f(x): return",
                "def f(x):\nreturn x\ny = 1",
                "assume(",
                "assume()",
                "x: f32[",
                "x: f32[]]",
                "y = 1 if",
                "y = a.",
                "y = x[]",
                "y = x[1:2:3]",
                "y[i] = 1",
                "y[i:3",
                "y, = 1",
                "lambda: 1",
                "for i in x: pass",
                X + "y = " + "(".repeat(MANY) + "x" + ")".repeat(MANY),
                X + "y = " + "(".repeat(MANY),
                X + "y = " + "[".repeat(MANY),
                X + "y = " + ")".repeat(MANY),
                X + "y = " + "-".repeat(MANY) + "x",
                X + "y = " + "- ".repeat(101) + "x",
                X + "y = " + "not ".repeat(LONG) + "x",
                X + "y = x" + " + x".repeat(LONG),
                X + "y = x" + " ** 2".repeat(LONG),
                X + "y = x" + " ** -2".repeat(LONG),
                X + "y = x" + ".T".repeat(LONG),
                X + "y = x" + "[0]".repeat(LONG),
                X + "y = x" + "(0)".repeat(LONG),
                X + "y = x" + " if True else x".repeat(LONG),
                X + "y = x" + " if False else x".repeat(LONG),
                X + "y = x if True" + " and True".repeat(LONG) + " else x",
                X + "y = x if False" + " or False".repeat(LONG) + " else x",
                X + "y = x if 1" + " < 2".repeat(LONG) + " else x",
                X + "y[i:N] = x[i] if i < 1" + " and i < 2".repeat(LONG) + " else 0",
                X + "y[i:N] = x[" + "i + ".repeat(300) + "i]",
                X + "y = max(" + "x, ".repeat(MANY) + "x)",
                X + "y = (" + "x, ".repeat(MANY) + ")",
                X + "y = f(x)",
                X + "def f(a): return f(a)\ny = f(x)",
                X + "def f(a): return f(a) + f(a)\ny = f(x)",
                X + "def f(a): return g(a)\ndef g(a): return f(a)\ny = f(x)",
                X + "def f(a):\n  z[i:3] = f(a)[i]\n  return z\ny[i:3] = f(x)[i]",
                X + "def f(a, n): return a if n == 0 else f(a, n - 1) + f(a, n - 1)\ny = f(x, 60)",
                X + "def f(a): return a * a\ny = " + "f(".repeat(60) + "x" + ")".repeat(60),
                X
                        + "def f(a): return a * a\ny = ("
                        + "f(".repeat(60)
                        + "x"
                        + ")".repeat(60)
                        + ")[0]",
                X + "def f(a): return a * a\ny[i:1] = " + "f(".repeat(60) + "x[i]" + ")".repeat(60),
                X
                        + "def f(a): return a * a\ny[i:1] = x["
                        + "f(".repeat(60)
                        + "i"
                        + ")".repeat(60)
                        + "]",
                X
                        + "def f(a): return a if a > 0 else -a\ny[i:1] = x["
                        + "f(".repeat(60)
                        + "i"
                        + ")".repeat(60)
                        + "]",
                X
                        + "def f(a): return a and a\ny[i:1] = x[i] if "
                        + "f(".repeat(60)
                        + "i < 1"
                        + ")".repeat(60)
                        + " else 0",
                "t: i32[N]; def f(a): return (a and a) or a\ny[i:1] = 1 if "
                        + "f(".repeat(60)
                        + "t[i] < 1"
                        + ")".repeat(60)
                        + " else 0",
                X + "y = y + x",
                X + "x = x + 1",
                X + "y = x; y = x",
                X + "y[i:N] = y[i - 1] + x[i]",
                X + "x: f32[N]; y = x",
                X + "x: f32[N, N, 2]; y = x",
                "x: f32[2147483647]; y[i:1] = x[i]",
                "x: f32[2147483648]; y = x",
                "x: f32[-1]; y = x",
                "x: f32[1 / 2]; y = x",
                "x: f32[65536, 65536, 65536, 65536]; y = x",
                "x: f32[65536, 65536, 65536, 65536]; y = x.reshape(-1)",
                "x: f32[65536, 65536, 65536, 65536]; y = sum(x) / count(x, None)",
                "x: f32[65536, 65536, 65536, 65536]; assume(x[i,j,k,l] > 0); y = sum(x)",
                "x: f32[65536, 65536]; y = x",
                "x: f32[65536, 65536]; y = sum(x)",
                "x: f32[65536, 65536]; assume(x[i,j] > 0); y = sum(x)",
                "x: f32[46341, 46341]; y = x.reshape(-1)",
                "y[i:2147483647] = i",
                "y[i:2147483648] = i",
                "y[i:-1] = i",
                "y[i:65536, j:65536] = i",
                "y[i:65536, j:65536, k:65536, l:65536] = i",
                "y = sum[i:2147483647, j:2147483647, j < 0](1)",
                "y = sum[i:9223372036854775807](1)",
                "y = sum[i:4611686018427387904, j:0](1)",
                "y = sum[i:-5](1)",
                "y = max[i:2 ** 40, i < 0](1)",
                "y = sum[i:10](9223372036854775807 * i)",
                "y[i:10] = i ** 100",
                "y[i:10] = 10 ** (i * 10)",
                "y[i:10] = 2 ** -i",
                "y[i:10] = i // i",
                "y[i:10] = i % (i - 5)",
                "y = 1 // 0",
                "y = 1 % 0",
                "y = 1 / 0",
                "y = 1 / (2 - 2) ** 2",
                "y = 0 ** -1",
                "y = 1.5 // 0.5",
                X + "y = x / 0",
                X + "y = x ** 2147483648",
                X + "y = x ** -2147483648",
                X + "y = x ** 1000000",
                X + "y = x ** 0.5",
                X + "y = x ** x",
                "y = 9223372036854775808",
                "y = 9223372036854775807 + 1",
                "y = -9223372036854775807 - 2",
                "y = -(-9223372036854775807 - 1)",
                "y = (-9223372036854775807 - 1) // -1",
                "y = (1 / 3) ** 1000 ** 3",
                "y = (1 / 3) ** 1000 * (1 / 3) ** 1000",
                "y = " + "9".repeat(MANY),
                "y = 1." + "9".repeat(MANY),
                "y = 1e99999999999999999999",
                "y = 0e99999999999999999999",
                "y = 0e-99999999999999999999",
                "y = 1e-99999999999999999999",
                "y = 1e39",
                "s: f32 = 1e99999999999; y = s",
                "s: dim = 1.5; y = s",
                "s: dim = 99999999999999999999; y = s",
                "y = argmax[i:0](i)",
                "y = argmin[i:3, i > 5](i)",
                "x: f32[0]; y = argmax(x)",
                "x: f32[0]; y = max(x)",
                "x: f32[0]; y = mean(x)",
                "x: f32[0, 3]; y = x.reshape(-1, 0)",
                "x: f32[0, 3]; y = x.reshape(-1)",
                "x: f32[0]; y = softmax(x)",
                X + "y = einsum()",
                X + "y = einsum('')",
                X + "y = einsum('->')",
                X + "y = einsum('->', x)",
                X + "y = einsum('i', x)",
                X + "y = einsum('i->j', x)",
                X + "y = einsum('i->ii', x)",
                X + "y = einsum('i->i->i', x)",
                X + "y = einsum('ij->i', x)",
                X + "y = einsum('...->...', x)",
                X + "y = einsum('\u00e9->\u00e9', x)",
                X + "y = einsum('i,i->i', x)",
                X + "y = einsum('i->i', 5)",
                X + "y = einsum(x, x)",
                X + "y = ntuple(1, -1)",
                X + "y = ntuple(1, 2147483647)",
                X + "y = axes(0, 2147483647)",
                X + "y = axes(-2147483647, 2147483647)",
                X + "y = x.reshape(2147483647, 2147483647, 2147483647, 2147483647)",
                X + "y = x.reshape(-2, -2)",
                X + "y = x.reshape(-1, -1)",
                X + "y = x.reshape(2 ** 40)",
                X + "y = len(x.reshape(()))",
                X + "y = sum(x.reshape(()))",
                X + "y = x.reshape(())[None] + x",
                X + "y = sum(x, 5)",
                X + "y = sum(x, 2 ** 40)",
                X + "y = sum(x, (0, 0))",
                X + "y = sum(x, (0, -1))",
                X + "y = conv1d(x, x)",
                X + "y = conv(x.reshape(1, 1, -1), x.reshape(1, 1, -1), stride=0)",
                X + "y = conv(x.reshape(1, 1, -1), x.reshape(1, 1, -1), groups=0)",
                X + "y = conv(x.reshape(1, 1, -1), x.reshape(1, 1, -1), pad=-5)",
                X + "y = conv(x.reshape(1, 1, -1), x.reshape(1, 1, -1), pad=2 ** 62)",
                X + "y = max_pool(x.reshape(1, 1, -1), 2 ** 31)",
                X + "sum = max; y = sum[i:N](x[i])",
                X + "max = sum; y = max[i:N](x[i])",
                X + "N = 3; y = x",
                X + "y[N:N] = x[N]",
                X + "y[i:N, i:N] = x[i]",
                X + "y[i:N] = sum[i:N](x[i])",
                X + "y = pi; pi = x",
                X + "inf = x; y = inf",
                X + "y = x[2147483648]",
                X + "y = x[-1]",
                X + "y = x[0.5]",
                X + "y = x[x[0]]",
                X + "y = x[None, None]",
                X + "y = x[0, 0]",
                X + "y = x['a']",
                X + "y = x.pad(0).pad(1)[5]",
                X + "y = x.pad(x[0])[5]",
                X + "y = None",
                X + "y = x + None",
                X + "y = True + x",
                X + "y = x if x else x",
                X + "y = x if x > 0 else 0",
                X + "assume(x[i] > i); y = x",
                X + "assume(x[i] > 1e38 * 1000); y = x",
                X + "assume(x[i] > 3.4028234663852886e38); y = x",
                X + "assume(x[i] > x[i]); y = x",
                X + "assume(x > 0); y = x",
                X + "assume(1 > 0); y = x",
                X + "assume(x[99] > 0); y = x",
                X + "assume(x[i] in {}); y = x",
                X + "assume(x[i] in {1 / 3}); y = x",
                X + "assume(x[i] == pi); y = x",
                X + "assume(x[i] == inf); y = x",
                X + "assume(" + "(".repeat(MANY) + "x[i] > 0); y = x",
                "y = " + "a".repeat(MANY),
                "a" + "\n".repeat(MANY),
                "#" + "a".repeat(MANY),
                ";".repeat(MANY),
                "y = 1" + "\n".repeat(MANY) + "z = 2");
    }

    @ParameterizedTest
    @MethodSource
    void hostile(String text) {
        ends(text);
    }

    /** True if the formula has a value. */
    private static boolean ends(String text) {
        String shown = text.length() > 200 ? text.substring(0, 200) : text;
        return assertTimeoutPreemptively(
                Duration.ofSeconds(40),
                () -> {
                    boolean has = evaluates(text, true);
                    return evaluates(text, false) && has;
                },
                shown);
    }

    private static boolean evaluates(String text, boolean terms) {
        try {
            Formulas f = Formulas.of(text, declared(text));
            assertNotNull(terms ? f.firstTerm("y") : f.firstNumber("y"));
            return true;
        } catch (FormulaException e) {
            String message = e.getMessage();
            assertTrue(message.matches("(?s)(f|prelude)\\.py:\\d+:\\d+: .+"), message);
            assertFalse(message.chars().anyMatch(Character::isISOControl), message);
        } catch (LimitExceededException e) {
            assertFalse(e.getMessage().isBlank());
        }
        return false;
    }

    private static String declared(String text) {
        return (text.contains("x: f32[N]") ? "x[1] " : "") + (text.contains("t: ") ? "t[1]" : "");
    }

    @Test
    void manyStatements() {
        StringBuilder text = new StringBuilder("x: f32[N]\n");
        for (int i = 1; i < MANY; i++) {
            text.append("v" + i + " = x + " + i + "\n");
        }
        assertTrue(evaluates(text.toString(), true));
    }

    @Test
    void aChainOfTooManyDefinitionsEndsInALimit() {
        StringBuilder text = new StringBuilder("x: f32[N]\nv0 = x\n");
        for (int i = 1; i < LONG; i++) {
            text.append("v" + i + " = v" + (i - 1) + " + 1\n");
        }
        assertFalse(ends(text.toString()));
    }

    @Test
    void aChainOfManyDefinitionsHasAValue() {
        StringBuilder chain = new StringBuilder("x: f32[N]\nv0 = x\n");
        for (int i = 1; i < 300; i++) {
            chain.append("v" + i + " = v" + (i - 1) + " + 1\n");
        }
        assertTrue(ends(chain.toString()));
    }

    @Test
    void tokensInAnyOrder() {
        String[] words = {
            "x", "t", "y", "i", "sum", "max", "f", "(", ")", "[", "]", ":", ",", "=", "==", "<",
            "+", "-", "*", "/", "//", "%", "@", "**", "if", "else", "and", "not", "in", "{", "}",
            "None", "0", "1", "2.5", "'ij->i'", "einsum", "assume", "def", "return", "f32", ".T",
            ".pad", "\n", ";", "argmax", "softmax", "reshape", "."
        };
        SplittableRandom random = new SplittableRandom(5);
        for (int n = 0; n < 5_000; n++) {
            StringBuilder text = new StringBuilder("x: f32[N]; t: i32[N]\ny = x\nz = ");
            for (int k = random.nextInt(12); k >= 0; k--) {
                text.append(words[random.nextInt(words.length)]).append(' ');
            }
            evaluates(text.toString(), n % 2 == 0);
        }
    }
}
