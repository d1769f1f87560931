package io.heddle.ptx;

import static io.heddle.ptx.Ptx.instruction;
import static io.heddle.ptx.Ptx.integer;
import static io.heddle.ptx.Ptx.operand;
import static io.heddle.ptx.Ptx.register;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.heddle.ptx.Operand.Address;
import io.heddle.ptx.Operand.AddressTuple;
import io.heddle.ptx.Operand.Component;
import io.heddle.ptx.Operand.Immediate;
import io.heddle.ptx.Operand.Immediate.Kind;
import io.heddle.ptx.Operand.NegatedPredicate;
import io.heddle.ptx.Operand.Pair;
import io.heddle.ptx.Operand.Sink;
import io.heddle.ptx.Operand.SpecialRegister;
import io.heddle.ptx.Operand.Sum;
import io.heddle.ptx.Operand.Symbol;
import io.heddle.ptx.Operand.Tuple;
import io.heddle.ptx.Operand.Vector;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class OperandsTest {
    @Test
    void registersCarryTheirDenseIndex() {
        assertEquals(0, register("%r0").index());
        assertEquals(10, register("%rd0").index());
        assertEquals(21, register("%f1").index());
    }

    @Test
    void addressesHaveABaseAndAnOffset() {
        assertEquals(new Address(register("%r1"), 0), operand("[%r1]"));
        assertEquals(new Address(register("%r1"), -128), operand("[%r1+-128]"));
        assertEquals(new Address(register("%r1"), -16), operand("[%r1-16]"));
        assertEquals(new Address(register("%rd1"), 0), operand("[ %rd1 + 0 ]"));
        assertEquals(new Address(new Symbol("x", 0), 4), operand("[x+4]"));
        assertEquals(new Address(integer(16), 0), operand("[16]"));
        assertEquals(new Address(integer(24), 0), operand("[16+8]"));
    }

    @Test
    void addressQualifiersAreDropped() {
        assertEquals(new Address(register("%rd1"), 0), operand("[%rd1].unified"));
    }

    @Test
    void addressesOfSeveralPartsKeepThem() {
        assertEquals(
                new AddressTuple(
                        List.of(
                                register("%rd1"),
                                new Vector(List.of(register("%r1"), register("%r2"))))),
                operand("[%rd1, {%r1, %r2}]"));
    }

    @Test
    void destinationsMayBePairsAndSinks() {
        assertEquals(new Pair(register("%r1"), register("%p1")), operand("%r1|%p1"));
        assertEquals(new Pair(new Sink(), register("%p1")), operand("_|%p1"));
        assertEquals(new Sink(), operand("_"));
    }

    @Test
    void vectorsMayHaveOneElementAndMixedOnes() {
        assertEquals(new Vector(List.of(register("%r1"))), operand("{%r1}"));
        assertEquals(
                new Vector(List.of(register("%r1"), new Sink(), integer(0))),
                operand("{ %r1, _, 0 }"));
    }

    @Test
    void predicatesMayBeNegated() {
        assertEquals(new NegatedPredicate(register("%p3")), operand("!%p3"));
    }

    @Test
    void specialRegistersAreKnownByName() {
        assertEquals(new SpecialRegister("%tid.x"), operand("%tid.x"));
        assertEquals(new SpecialRegister("%cluster_ctarank"), operand("%cluster_ctarank"));
        assertEquals(new SpecialRegister("%envreg31"), operand("%envreg31"));
        assertEquals(new SpecialRegister("%globaltimer"), operand("%globaltimer"));
        assertEquals(new SpecialRegister("%pm7_64"), operand("%pm7_64"));
        assertEquals(integer(32), operand("WARP_SZ"));
    }

    @ParameterizedTest
    @CsvSource({
        "0, 0",
        "42, 42",
        "0x1F, 31",
        "0X1F79U, 8057",
        "017, 15",
        "0b101, 5",
        "0B11U, 3",
        "-2147483648, -2147483648",
        "-9223372036854775808, -9223372036854775808",
        "18446744073709551615, -1",
        "0xFFFFFFFFFFFFFFFF, -1",
        "-1, -1",
        "~0, -1",
        "!0, 1",
        "2+3*4, 14",
        "(2+3)*4, 20",
        "1<<4|1, 17",
        "7-2-1, 4",
        "-8/2, -4",
        "-1>>1, -1",
        "0xFFFFFFFFFFFFFFFF>>63, 1",
        "(.s64)0xFFFFFFFFFFFFFFFF>>63, -1",
        "5 % 3, 2",
        "1 ? 7 : 8, 7",
        "3 < 2 ? 7 : 8, 8",
        "1 == 1 && 2 != 3, 1",
        "6 & 3 ^ 1, 3",
        "-1 < 0x8000000000000000, 0"
    })
    void integerConstantsAreEvaluated(String text, long value) {
        assertEquals(integer(value), operand(text));
    }

    @ParameterizedTest
    @CsvSource({
        "0f3F800000, 1065353216",
        "0F3f800000, 1065353216",
        "0fFF800000, 4286578688",
        "-0f3F800000, 3212836864"
    })
    void singlesKeepTheirBits(String text, long bits) {
        assertEquals(new Immediate(bits, Kind.F32), operand(text));
    }

    @ParameterizedTest
    @CsvSource({
        "0d3FF0000000000000, 1",
        "0Dbff0000000000000, -1",
        "1.5, 1.5",
        "-1.5, -1.5",
        "2., 2",
        ".5, 0.5",
        "1e3, 1000",
        "1.25E-2, 0.0125",
        "1e+2, 100",
        "1.5+2, 3.5"
    })
    void doublesAndDecimalsAreDoubles(String text, double value) {
        assertEquals(new Immediate(Double.doubleToRawLongBits(value), Kind.F64), operand(text));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"0f3F8", "0d3F", "0x", "0b12", "09", "12abc", "99999999999999999999", "1/0"})
    void misspeltNumbersAreErrors(String text) {
        assertEquals(1, Ptx.kernelErrors("mov.u32 %r1, " + text + ";").size());
    }

    @Test
    void elementsOfArraysAreAddressesAndForMovSymbols() {
        Function f =
                Ptx.module(
                                ".global .u32 a[8];\n"
                                        + Ptx.wrap("ld.global.u32 %r1, a[2]; mov.u64 %rd1, a[3];"))
                        .function("k");
        assertEquals(new Address(new Symbol("a", 0), 8), f.body().get(0).operands().get(1));
        assertEquals(new Symbol("a", 12), f.body().get(1).operands().get(1));
    }

    @Test
    void videoInstructionsSelectPartsOfRegisters() {
        Instruction i = instruction("vadd.s32.u32.s32.sat %r1, %r2.b0, %r3.h1;");
        assertEquals(new Component(register("%r2"), "b0"), i.operands().get(1));
        assertEquals(new Component(register("%r3"), "h1"), i.operands().get(2));
    }

    @Test
    void registerPlusConstantOutsideBracketsIsASum() {
        assertEquals(
                new Sum(register("%r2"), 4),
                instruction("add.u32 %r1, %r2+4, 1;").operands().get(1));
    }

    @Test
    void parenthesesAreListsInCallsOnly() {
        Instruction call =
                Ptx.module(
                                ".func (.param .b32 r) f(.param .b32 a);\n"
                                        + Ptx.wrap(
                                                "{.param .b32 p0; .param .b32 q0;\n"
                                                        + "call.uni (q0),\n"
                                                        + "f,\n"
                                                        + "(\n"
                                                        + "p0\n"
                                                        + ");\n"
                                                        + " call f, (); }"))
                        .function("k")
                        .body()
                        .get(0);
        assertEquals(new Tuple(List.of(new Symbol("q0", 0))), call.operands().get(0));
        assertEquals(new Symbol("f", 0), call.operands().get(1));
        assertEquals(new Tuple(List.of(new Symbol("p0", 0))), call.operands().get(2));
    }

    @Test
    void modifiersMayBeAnything() {
        Instruction i =
                instruction("ld.global.L1::no_allocate.L2::128B.v4.f32 {%f1,%f2,%f3,%f4}, [%rd1];");
        assertEquals("ld", i.opcode());
        assertEquals(List.of("global", "L1::no_allocate", "L2::128B", "v4", "f32"), i.modifiers());
        assertTrue(i.has("v4"));
        assertEquals(
                List.of("ld", "sync", "aligned", "32x32b", "x2", "b32"),
                instruction("tcgen05.ld.sync.aligned.32x32b.x2.b32 {%r1, %r2}, [%r3];")
                        .modifiers());
    }

    @Test
    void modifiersMayStandApart() {
        assertEquals("mov.u32", instruction("mov .u32 %r1, 0;").mnemonic());
        assertEquals("ld.global.v2.f32", instruction("ld .global .v2 .f32 %r1, [x];").mnemonic());
    }

    @Test
    void unknownOpcodesParse() {
        assertEquals("frobnicate", instruction("frobnicate.now %r1, {%r2}, [%rd1];").opcode());
        assertTrue(instruction("quux;").operands().isEmpty());
    }

    @Test
    void guardsMayBeNegated() {
        Instruction i = instruction("@!%p1 st.global.u32 [%rd1], %r1;");
        assertEquals(register("%p1"), i.guard());
        assertTrue(i.guardNegated());
        assertNull(instruction("ret;").guard());
    }
}
