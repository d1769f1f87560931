package io.heddle.suite;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.heddle.launch.Argument;
import io.heddle.launch.TensorSpec;
import io.heddle.launch.TensorSpec.Init;
import io.heddle.launch.TensorSpec.Role;
import io.heddle.ptx.Bytes;
import io.heddle.term.ElementType;
import io.heddle.term.Rational;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

class ArgumentTextTest {
    private static Argument parse(String text) {
        return ArgumentText.parse("--arg", text);
    }

    private static TensorSpec tensor(String text) {
        return ((Argument.Tensor) parse(text)).tensor();
    }

    @Test
    void tensorsHaveRoleNameTypeAndShape() {
        TensorSpec t = tensor("in:x:f32[4,8]");
        assertEquals("x", t.name());
        assertEquals(Role.IN, t.role());
        assertEquals(ElementType.F32, t.type());
        assertEquals(List.of(4, 8), t.shape());
        assertEquals(List.of(8L, 1L), t.strides());
        assertEquals(new Init.Symbolic(), t.init());
        assertEquals(new Init.Undefined(), tensor("out:y:f32[4]").init());
        assertEquals(Role.INOUT, tensor("inout:y:f32[4]").role());
    }

    @Test
    void rangesFollowTheShapeOrTheContents() {
        TensorSpec closed = tensor("in:x:f32[4] in [-0.5, 1]");
        assertEquals(Rational.of(-1, 2), closed.low());
        assertEquals(Rational.ONE, closed.high());
        TensorSpec open = tensor("in:i:s32[4] in [0,10)");
        assertEquals(Rational.of(9), open.high());
        assertEquals(null, tensor("in:i:s32[4]=iota in [0,inf]").high());
        assertEquals(new Init.Iota(), tensor("in:i:s32[4]=iota in [0,inf]").init());
    }

    @Test
    void integersMayBeDistinct() {
        assertTrue(tensor("in:i:s32[4] in [0,4) distinct").distinct());
        assertEquals(Rational.of(3), tensor("in:i:s32[4] in [0,4) distinct").high());
        assertTrue(tensor("in:i:u8[256] distinct").distinct());
        assertTrue(!tensor("in:i:s32[4] in [0,4)").distinct());
    }

    @ParameterizedTest
    @CsvSource({
        "'in:i:s32[5] in [0,3] distinct',column 22: distinct: the range holds 4 values",
        "'in:i:s32[4] distinct in [0,3]','column 13: ''distinct'' comes last'",
        "'in:i:u8[257] distinct',distinct: the range holds 256 values, the tensor 257 elements",
        "'in:x:f32[4] distinct',only elements of integer tensors",
        "'in:i:s32[4]=zero distinct',contents are given",
        "'out:i:s32[4] distinct',contents are given",
        "'in:x:f32[4] in [0,1)',column 20: expected ']': half-open",
        "'in:x:s32[4] in [0;1]',column 17: expected a number",
        "'in:x:s32[4] in [5,5)',is above",
        "'in:x:s32[4] in [0.2,0.8]',holds no value of s32",
        "'in:x:s32[4] in [0,1',column 20: expected ']' at the end",
        "'in:x:s32[4] in 5',column 16: expected '['",
        "'in:x:s32[4] in [0,1] ]',expected the end",
    })
    void aBadRangeIsNamedByItsColumn(String text, String message) {
        String error = assertThrows(InputException.class, () -> parse(text)).getMessage();
        assertTrue(error.contains(message), error);
    }

    @Test
    void infinitiesAndNanAreScalars() {
        assertEquals(new Argument.NonFinite(Double.POSITIVE_INFINITY), parse("inf"));
        assertEquals(new Argument.NonFinite(Double.NEGATIVE_INFINITY), parse("-inf"));
        assertEquals(new Argument.NonFinite(Double.NaN), parse("nan"));
    }

    @Test
    void aZeroKeepsItsSign() {
        assertEquals(new Argument.NegativeZero(true), parse("-0.0"));
        assertEquals(new Argument.NegativeZero(true), parse("-0e3"));
        assertEquals(new Argument.NegativeZero(false), parse("-0"));
        assertEquals(new Argument.Scalar(Rational.ZERO, true), parse("0.0"));
        assertEquals(new Argument.Scalar(Rational.ZERO, true), parse("+0.0"));
    }

    @ParameterizedTest
    @EnumSource
    void everyTypeIsSpelledInLowerCase(ElementType type) {
        assertEquals(type, tensor("in:x:" + type.spelling() + "[1]").type());
    }

    @ParameterizedTest
    @CsvSource({
        "float, F32",
        "double, F64",
        "half, F16",
        "__half, F16",
        "__nv_bfloat16, BF16",
        "__nv_fp8_e4m3, E4M3",
        "__nv_fp8_e5m2, E5M2",
        "char, S8",
        "signed char, S8",
        "unsigned char, U8",
        "int8_t, S8",
        "uint8_t, U8",
        "short, S16",
        "int16_t, S16",
        "uint16_t, U16",
        "unsigned short, U16",
        "int, S32",
        "int32_t, S32",
        "i32, S32",
        "unsigned, U32",
        "'unsigned  int ', U32",
        "uint32_t, U32",
        "long, S64",
        "long long, S64",
        "int64_t, S64",
        "unsigned long long, U64",
        "uint64_t, U64",
        "size_t, U64",
    })
    void typesMayBeSpelledAsInC(String spelling, ElementType type) {
        assertEquals(type, tensor("in:x:" + spelling + "[1]=zero in [0,1]").type());
        assertEquals(new Argument.SymbolicScalar("a", type), parse("sym:a:" + spelling));
    }

    @Test
    void anUnknownTypeIsAnError() {
        for (String spelling : List.of("Float", "float*", "long int long", "unsignedint", "void")) {
            String text = "sym:a:" + spelling;
            String error = assertThrows(InputException.class, () -> parse(text)).getMessage();
            assertTrue(error.contains("column 7: unknown type '" + spelling + "'"), error);
        }
        String near = assertThrows(InputException.class, () -> parse("sym:a:flaot")).getMessage();
        assertTrue(near.contains(", did you mean float; types are f16 bf16 "), near);
    }

    @Test
    void suffixesGiveContents(@TempDir Path folder) throws IOException {
        assertEquals(new Init.Zero(), tensor("out:y:f32[4]=zero").init());
        assertEquals(new Init.Iota(), tensor("in:y:s32[4]=iota").init());
        Path file = folder.resolve("v.bin");
        Files.write(file, new byte[] {1, 0, -1, -1});
        assertEquals(
                new Init.Values(List.of(Rational.ONE, Rational.MINUS_ONE)),
                tensor("in:y:s16[2]=@" + file).init());
    }

    @Test
    void numbersAreExactAndKnowHowTheyWereWritten() {
        assertEquals(new Argument.Scalar(Rational.of(4), false), parse("4"));
        assertEquals(new Argument.Scalar(Rational.of(-4), false), parse("-4"));
        assertEquals(new Argument.Scalar(Rational.of(255), false), parse("0xff"));
        assertEquals(new Argument.Scalar(Rational.of(1, 10), true), parse("0.1"));
        assertEquals(new Argument.Scalar(Rational.of(4), true), parse("4.0"));
        assertEquals(new Argument.Scalar(Rational.of(1, 100_000), true), parse("1e-5"));
        assertEquals(new Argument.Scalar(Rational.HALF, true), parse(".5"));
    }

    @Test
    void otherFormsRead() {
        assertEquals(new Argument.Null(), parse("null"));
        assertEquals(new Argument.SymbolicScalar("alpha", ElementType.F32), parse("sym:alpha:f32"));
        assertEquals(new Argument.Aggregate(new Bytes(new byte[] {0, -1})), parse("bytes:00ff"));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "in:x:f33[4]|column 6: unknown type 'f33', did you mean f32",
                "inn:x:f32[4]|column 1: expected a number, null, or in: out: inout: sym: bytes:,"
                        + " did you mean in",
                "''|column 1: expected a number, null, or in:",
                "in|column 1: expected a number, null, or in:",
                "in:|column 4: expected a name",
                "in:x|column 5: expected ':' at the end",
                "in:3x:f32[4]|column 4: expected a name, found '3x'",
                "in:x:f32|column 9: expected the shape, such as [4] or [16,64]",
                "in:x:f33|column 6: unknown type 'f33', did you mean f32",
                "in:x:f32[|column 10: expected an extent, a positive integer at the end",
                "in:x:f32[4|column 11: expected ']' at the end",
                "in:x:f32[4,]|column 12: expected an extent, a positive integer, found ']'",
                "in:x:f32[0]|column 10: expected an extent, a positive integer, found '0'",
                "in:x:u32[3000000000]|column 10: the tensor has more than 2^31 - 1 elements",
                "in:x:f32[999999999,999999999]|column 9: the tensor has more than 2^31 - 1"
                        + " elements",
                "in:x:f32[4]iota|column 12: expected '=', found 'i'",
                "in:x:f32[4]=ioata|column 13: expected zero, iota, symbolic, undefined or @FILE,"
                        + " did you mean iota",
                "in:x:f32[4]=@nowhere.bin|column 14: nowhere.bin: no such file",
                "sym:a|column 6: expected ':' at the end",
                "sym:a:q32|column 7: unknown type 'q32'",
                "bytes:0g|column 8: expected hexadecimal digits, found 'g'",
                "bytes:0|column 7: expected two hexadecimal digits a byte",
                "1.2.3|column 1: expected a number",
            })
    void errorsNameTheColumn(String text, String message) {
        String found = assertThrows(InputException.class, () -> parse(text)).getMessage();
        assertTrue(
                found.startsWith("--arg " + text + ": " + message),
                found + " does not start with " + message);
    }
}
