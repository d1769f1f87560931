package io.heddle.ptx;

import static io.heddle.ptx.Ptx.errors;
import static io.heddle.ptx.Ptx.kernelErrors;
import static org.junit.jupiter.api.Assertions.assertDoesNotThrow;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import org.junit.jupiter.api.Test;

class SyntaxErrorsTest {
    private static final String HEAD = ".version 9.0\n.target sm_80\n.address_size 64\n";

    @Test
    void aMissingCommaIsReportedOnce() {
        assertEquals(
                List.of("test.ptx:6:13: found '%r2'; expected ',' or ';'"),
                kernelErrors("add.s32 %r1 %r2, 5;\nret;"));
    }

    @Test
    void bracesOfOperandsDoNotEndTheBlock() {
        assertEquals(
                List.of(
                        "test.ptx:6:9: found '%r2'; expected '}' or ','",
                        "test.ptx:7:9: found '%r2'; expected '}' or ','"),
                kernelErrors("op {%r1 %r2}, {%r3};\nop {%r1 %r2, [%rd1];\nret;"));
    }

    @Test
    void aMissingSemicolonNamesTheLineItBelongsTo() {
        assertEquals(
                List.of("test.ptx:7:1: found 'ret'; expected ',' or ';' at the end of line 6"),
                kernelErrors("add.s32 %r1, %r2, 5\nret;"));
    }

    @Test
    void allErrorsOfAFileAreReported() {
        List<String> all =
                kernelErrors(
                        "add.s32 %r1 %r2, 5;\nmov.u32 %r99, 1;\nld.global.f32 %f1, [%rd1;\n"
                                + "bra NOWHERE;\nadd.f32 %f1, 0f3F8, %f2;\nL: L: ret;\n");
        assertEquals(
                List.of(
                        "test.ptx:6:13: found '%r2'; expected ',' or ';'",
                        "test.ptx:7:9: '%r99' is not declared",
                        "test.ptx:8:25: found ';'; expected ']' or ','",
                        "test.ptx:9:5: 'NOWHERE' is not declared",
                        "test.ptx:10:14: '0f3F8' is not a number: 0f needs exactly 8 hexadecimal"
                                + " digits",
                        "test.ptx:11:4: 'L' is already declared in this block"),
                all);
    }

    @Test
    void errorsInOneFunctionDoNotHideThoseOfTheNext() {
        List<String> all = errors(HEAD + ".entry a() { add.s32 ]; }\n.entry b() { add.s32 [; }\n");
        assertEquals(2, all.size());
        assertTrue(all.get(1).startsWith("test.ptx:5:23: found ';'"), all.get(1));
    }

    @Test
    void aBrokenDeclarationDoesNotMakeItsNamesUndeclared() {
        assertEquals(
                List.of("test.ptx:6:15: found '%x'; expected '[', ',' or ';'"),
                kernelErrors("{ .reg .b32 b %x;\nmov.b32 %x, b; }"));
    }

    @Test
    void anUndeclaredGuardIsReported() {
        assertEquals(
                List.of("test.ptx:6:2: '%q' is not declared; expected a predicate"),
                kernelErrors("@%q bra L; L: ret;"));
    }

    @Test
    void aNameDeclaredTwiceIsReported() {
        assertEquals(
                List.of("test.ptx:6:11: '%r1' is already declared in this block"),
                kernelErrors(".reg .b32 %r1;"));
        assertEquals(
                List.of("test.ptx:5:14: 'a' is already declared in line 4"),
                errors(HEAD + ".global .u32 a;\n.global .u32 a;"));
    }

    @Test
    void aDeclarationWithoutTypeIsReported() {
        assertEquals(
                List.of("test.ptx:4:9: no type before 'a'; expected one such as .b32"),
                errors(HEAD + ".global a;"));
    }

    @Test
    void aFunctionDefinedTwiceIsReported() {
        assertEquals(
                List.of("test.ptx:5:7: 'f' is already defined in line 4"),
                errors(HEAD + ".func f() {}\n.func f() {}\n.func f();"));
    }

    @Test
    void undeclaredNamesAreReportedWhereverTheyStand() {
        assertEquals(
                List.of(
                        "test.ptx:6:6: '%a' is not declared",
                        "test.ptx:7:5: '%b' is not declared",
                        "test.ptx:7:15: '%c' is not declared",
                        "test.ptx:8:4: 'f.x' is not declared",
                        "test.ptx:9:20: 'L9' is not declared"),
                kernelErrors(
                        "st [ %a+4], 1;\nop {%b}, [x, {%c}];\nop f.x;\nts: .branchtargets L9;"));
        assertEquals(
                List.of("test.ptx:6:27: 'v.q' is not declared"),
                kernelErrors(".reg .v4 .f32 v; op v.w,  v.q;"));
        assertEquals(
                List.of("test.ptx:4:25: 'q' is not declared"),
                errors(HEAD + ".global .u64 a[2] = {0, q};"));
    }

    @Test
    void whatBelongsToInitialisersIsNoOperand() {
        assertEquals(
                List.of("test.ptx:6:9: found '='; expected ',' or '}'"),
                kernelErrors("op {%r1 = 5};"));
        assertEquals(1, kernelErrors("op generic(x);").size());
        assertEquals(1, kernelErrors("op 0xFF(x);").size());
        assertEquals(1, kernelErrors("op (%r1, %r2);").size());
    }

    @Test
    void initialisersThatAreNeitherNumberNorAddressAreErrors() {
        String variable = HEAD + ".global .u64 t[4]; .global .u64 p = ";
        for (String value : List.of("t[1]", "[t]", "_", "t|t")) {
            assertEquals(
                    List.of("test.ptx:4:37: expected a variable or function"),
                    errors(variable + value + ";"),
                    value);
        }
        for (String value : List.of("generic(t)*2", "generic(t)-8+8", "-generic(t)", "-t")) {
            assertEquals(1, errors(variable + value + ";").size(), value);
        }
    }

    @Test
    void masksMustStoreWholeAddresses() {
        assertEquals(
                List.of(
                        "test.ptx:4:36: expected the eight bytes of an address, 0xFF(…) to"
                                + " 0xFF00000000000000(…), side by side"),
                errors(HEAD + ".global .b8 t; .global .b8 a[8] = {0xFF(t), 0xFF00(t)};"));
        String whole =
                "0xFF(t), 0xFF00(t), 0xFF0000(t), 0xFF000000(t), 0xFF00000000(t),"
                        + " 0xFF0000000000(t), 0xFF000000000000(t), 0xFF00000000000000(t)";
        String before = HEAD + ".global .b8 t; .global .b8 a[8] = {";
        assertDoesNotThrow(() -> PtxParser.parse("test.ptx", before + whole + "};"));
        for (String other : List.of("0xFF00(t+1)", "0xFF00(generic(t))")) {
            String mixed = whole.replace("0xFF00(t)", other);
            assertEquals(1, errors(before + mixed + "};").size(), other);
        }
    }

    @Test
    void addressesTakeFourOrEightBytes() {
        for (String type : List.of("u32", "u64", "b64")) {
            String taken = ".global .b8 t; .global ." + type + " a = t;";
            assertDoesNotThrow(() -> PtxParser.parse("test.ptx", HEAD + taken), type);
        }
        assertEquals(
                List.of(
                        "test.ptx:4:32: an address in an element of 1 bytes; it takes 4 or 8, or a"
                                + " mask such as 0xFF00(…)"),
                errors(HEAD + ".global .b8 t; .global .u8 a = t;"));
        for (String value : List.of("t+1", "generic(t)")) {
            String taken = ".global .b8 t; .global .u16 a = " + value + ";";
            assertEquals(1, errors(HEAD + taken).size(), value);
        }
    }

    @Test
    void tooManyInitialValuesAreReported() {
        assertEquals(
                List.of("test.ptx:4:27: more values than the variable holds"),
                errors(HEAD + ".global .b8 a[2] = {1, 2, 3};"));
    }

    @Test
    void anEmptyFileSaysWhatIsExpected() {
        assertEquals(
                List.of("test.ptx:1:1: the file is empty; expected .version, .target and kernels"),
                errors(" \n "));
        assertEquals(
                List.of("test.ptx:1:1: no .version; a PTX file begins with .version and .target"),
                errors("// nothing\n"));
    }

    @Test
    void aTruncatedFileSaysWhereItEnds() {
        List<String> all = errors(HEAD + ".entry k() {\n .reg .b32 a;\n mov.b32 a, ");
        assertEquals(List.of("test.ptx:6:13: the file ends here; expected an operand"), all);
    }

    @Test
    void openCommentsAndStringsAreNamed() {
        assertEquals(
                List.of("test.ptx:4:1: this comment is not closed"), errors(HEAD + "/* no end\n"));
        assertEquals(
                "test.ptx:4:9: this string is not closed",
                errors(HEAD + ".file 1 \"no end\n").get(0));
    }

    @Test
    void binaryGarbageEndsInErrorsWithoutFlood() {
        List<String> all = errors("\u007fELF\u0002\u0000\u0001\uFFFD\uD800 xyz".repeat(5000));
        assertTrue(all.size() <= Problems.LIMIT + 1, all.size() + " errors");
        assertTrue(all.get(0).contains("U+007F"), all.get(0));
    }

    @Test
    void deepNestingEndsInAnErrorNotInAStackOverflow() {
        for (String open : List.of("{", "mov.b32 %r1, (", "mov.b32 %r1, {", "mov.b32 %r1, 1+")) {
            String text = HEAD + Ptx.wrap(open.repeat(100_000));
            assertTrue(!errors(text).isEmpty());
        }
        assertEquals(
                "test.ptx:4:349: nested too deeply; the rest of the file was not read",
                errors(HEAD + ".global .b8 a = " + "(".repeat(100_000)).get(0));
        assertTrue(!errors(HEAD + ".global .b8 a = " + "-".repeat(100_000)).isEmpty());
    }

    @Test
    void otherLanguagesAreNotPtx() {
        String cuda = "__global__ void k(float *x) {\n  x[threadIdx.x] += 1.0f;\n}\n";
        assertTrue(
                errors(cuda)
                        .get(0)
                        .equals(
                                "test.ptx:1:1: found '__global__'; expected a directive such as"
                                        + " .visible .entry, .func or .global"));
    }
}
