package io.heddle.suite;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.heddle.launch.Argument;
import io.heddle.launch.TensorSpec;
import io.heddle.launch.TensorSpec.Role;
import io.heddle.term.ElementType;
import io.heddle.term.Rational;
import java.util.HexFormat;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class StructTextTest {
    private static Argument.Aggregate parse(String text) {
        return (Argument.Aggregate) ArgumentText.parse("--arg", text);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "{4}|04000000",
                "{ 4 , -1 }|04000000 ffffffff",
                "{u8:3, 4}|03000000 04000000",
                "{4, u8:3}|04000000 03000000",
                "{u8:1, u16:2, u8:3}|0100 0200 0300",
                "{u8:1, s64:-2, u8:3}|01000000 00000000 feffffff ffffffff 03000000 00000000",
                "{float:1.5, double(1.5)}|0000c03f 00000000 00000000 0000f83f",
                "{half(1.5), bf16:-0.0}|003e 0080",
                "{4, null}|04000000 00000000 00000000 00000000",
                "{4, uint3(1,2,3)}|04000000 01000000 02000000 03000000",
                "{4, uint2(1, 2)}|04000000 00000000 01000000 02000000",
                "{4, int4(1,2,3,4)}|04000000 00000000 00000000 00000000 01000000 02000000 03000000"
                        + " 04000000",
                "{half2(1,2), uchar4(1,2,3,255)}|003c0040 010203ff",
                "{dim3(7,8,9)}|07000000 08000000 09000000",
                "{float:inf, float:-inf, float(nan)}|0000807f 000080ff ffffff7f",
                "{u8:1, {u8:2, s64:3}, u8:4}|01000000 00000000 02000000 00000000 03000000 00000000"
                        + " 04000000 00000000",
                "{u8:1, {u8:2, u16:3}, u8:4}|0100 02000300 0400",
                "{unsigned int:0xffffffff}|ffffffff",
                "{float:0.1}|cdcccc3d",
            })
    void fieldsLieWhereCppPutsThem(String text, String hex) {
        assertEquals(hex.replace(" ", ""), HexFormat.of().formatHex(parse(text).bytes().toArray()));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "{}|column 2: expected a field",
                "{4|column 3: expected '}' at the end",
                "{4} 5|column 5: expected the end, found '5'",
                "{4,}|column 4: expected a field",
                "{1.5}|column 2: write the type, float:1.5 or double:1.5",
                "{4, nan}|column 5: write the type, float:nan or double:nan",
                "{3000000000}|column 2: 3000000000 is outside s32",
                "{u8:256}|column 2: 256 is outside u8",
                "{int:1.5}|column 2: 3/2 is not an integer",
                "{int:inf}|column 2: inf is not a value of s32",
                "{e4m3:inf}|column 2: inf is not a value of e4m3",
                "{floaf:1}|column 2: unknown type 'floaf', did you mean float",
                "{uint3(1,2)}|column 8: uint3 has 3 values, found 2",
                "{int(1,2)}|column 2: int has one value, found 2",
                "{int(1}|column 8: expected ')' at the end",
                "{4, in:x:f33[8]}|column 10: unknown type 'f33', did you mean",
                "{in:x:f32}|column 10: expected the shape",
                "{in:x:f32[8], 4|column 16: expected '}' at the end",
                "{in:x:s32[8] in [9,3], 4}|column 20: range: 9 is above 3",
                "{sym:a:f33}|column 8: unknown type 'f33', did you mean",
                "{inn:x:f32[8]}|column 2: unknown type 'inn'",
                "{x}|column 2: expected a field: 4, TYPE:VALUE",
                "{{{{{{{{{1}}}}}}}}}|column 9: structures are nested more than 8 deep",
            })
    void whatIsNoFieldIsNamedByItsColumn(String text, String message) {
        String error = assertThrows(InputException.class, () -> parse(text)).getMessage();
        assertTrue(error.startsWith("--arg " + text + ": " + message), error);
    }

    private static TensorSpec tensor(Argument.Field field) {
        return ((Argument.Tensor) field.value()).tensor();
    }

    @Test
    void pointersLieAtMultiplesOfEight() {
        Argument.Aggregate a =
                parse("{4, in:x:f32[8,2], 1, {u8:3, out:y:s32[4]=zero}, inout:z:f16[2]}");
        assertEquals(List.of(8, 32, 40), a.fields().stream().map(Argument.Field::offset).toList());
        assertEquals(List.of(8, 2), tensor(a.fields().get(0)).shape());
        assertEquals(new TensorSpec.Init.Zero(), tensor(a.fields().get(1)).init());
        assertEquals(Role.INOUT, tensor(a.fields().get(2)).role());
        assertEquals(48, a.bytes().length());
        assertEquals(
                "int at 0, pointer to x at 8, int at 16, u8 at 24, pointer to y at 32, pointer to z"
                        + " at 40, 48 bytes",
                a.layout());
    }

    @Test
    void aPointerMayHaveARangeWithCommas() {
        Argument.Aggregate a = parse("{in:i:s32[4,2] in [0,8) distinct, sym:a:f64, 7}");
        assertTrue(tensor(a.fields().get(0)).distinct());
        assertEquals(Rational.of(7), tensor(a.fields().get(0)).high());
        assertEquals(
                new Argument.Field(8, new Argument.SymbolicScalar("a", ElementType.F64)),
                a.fields().get(1));
        assertEquals("07000000", HexFormat.of().formatHex(a.bytes().toArray()).substring(32, 40));
    }

    @Test
    void theLayoutCanBeShown() {
        assertEquals(
                "u8 at 0, int at 4, uint3 at 8, half at 20, 24 bytes",
                parse("{u8:3, 4, uint3(1,2,3), half(1.5)}").layout());
    }
}
