package io.heddle.launch;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import io.heddle.finding.LaunchException;
import io.heddle.launch.TensorSpec.Init;
import io.heddle.launch.TensorSpec.Role;
import io.heddle.spec.Formula;
import io.heddle.term.ElementType;
import io.heddle.term.Rational;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What a formula assumes of a tensor, with what the argument says of it. */
class EvaluationTest {
    private static TensorSpec tensor(Init init, Long low, Long high, boolean distinct) {
        return new TensorSpec(
                "t",
                ElementType.S32,
                List.of(2),
                List.of(1L),
                Role.IN,
                init,
                low == null ? null : Rational.of(low),
                high == null ? null : Rational.of(high),
                distinct);
    }

    private static Evaluation of(String assumed, TensorSpec t) {
        TensorSpec y =
                new TensorSpec(
                        "y",
                        ElementType.S32,
                        List.of(2),
                        List.of(1L),
                        Role.OUT,
                        new Init.Undefined(),
                        null,
                        null);
        String text = "t: i32[N]\nassume(" + assumed + ")\ny = t\n";
        return Evaluation.of(
                Formula.parse("f.py", text),
                List.of(new Argument.Tensor(t), new Argument.Tensor(y)));
    }

    private static void refused(String assumed, TensorSpec t, String expected) {
        LaunchException e = assertThrows(LaunchException.class, () -> of(assumed, t));
        assertEquals("f.py: " + expected, e.getMessage());
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "t[i] == 5|t[0], which it assumes to be 5, is not in the range of t, [0, 3]",
                "t[i] == 5, i > 0|t[1], which it assumes to be 5, is not in the range of t, [0, 3]",
                "t[i] in {2, 6}|t[0], which it assumes to be 6, is not in the range of t, [0, 3]",
            })
    void aNumberOutsideTheArgumentsRangeIsRefused(String assumed, String expected) {
        refused(assumed, tensor(new Init.Symbolic(), 0L, 3L, false), expected);
    }

    @Test
    void numbersInTheArgumentsRangeAreAssumed() {
        TensorSpec t = tensor(new Init.Symbolic(), 0L, 3L, false);
        assertEquals(Rational.of(3), of("t[i] == 3", t).facts().get("t").constant(1));
        assertEquals(2, of("t[i] in {0, 3}", t).facts().get("t").values(0).size());
    }

    @Test
    void aRangeMustHaveTheContentsThatAreGiven() {
        TensorSpec iota = tensor(new Init.Iota(), null, null, false);
        assertEquals(1, of("0 <= t[i] < 2", iota).inputs().size());
        refused(
                "1 <= t[i] < 9",
                iota,
                "t[0], which is given as 0, is not in the range of t, [1, 8]");
        refused(
                "t[i] > 0",
                tensor(new Init.Zero(), null, null, false),
                "t[0], which is given as 0, is not in the range of t, [1, inf)");
        refused(
                "t[i] < 7",
                tensor(new Init.Values(List.of(Rational.ONE, Rational.of(7))), null, null, false),
                "t[1], which is given as 7, is not in the range of t, (-inf, 6]");
    }

    @Test
    void singleElementsOfWhatTheArgumentGivesAreNotAssumed() {
        refused(
                "t[i] == 0",
                tensor(new Init.Zero(), null, null, false),
                "it assumes something of single elements of t, whose argument gives its contents");
        refused(
                "t[i] == t[0]",
                tensor(new Init.Symbolic(), null, null, true),
                "it assumes something of single elements of t, whose argument says that all"
                        + " differ");
    }

    @Test
    void anOutputHasTheTypeThatTheFormulaStates() {
        TensorSpec t = tensor(new Init.Symbolic(), null, null, false);
        TensorSpec y =
                new TensorSpec(
                        "y",
                        ElementType.S32,
                        List.of(2),
                        List.of(1L),
                        Role.OUT,
                        new Init.Undefined(),
                        null,
                        null);
        List<Argument> arguments = List.of(new Argument.Tensor(t), new Argument.Tensor(y));
        Formula same = Formula.parse("f.py", "t: i32[N]; y: i32[N] = t");
        assertEquals(1, Evaluation.of(same, arguments).outputs().size());
        Formula other = Formula.parse("f.py", "t: i32[N]; y: f32[N] = t");
        LaunchException e =
                assertThrows(LaunchException.class, () -> Evaluation.of(other, arguments));
        assertEquals("f.py: y is f32 here, y among the arguments s32", e.getMessage());
    }
}
