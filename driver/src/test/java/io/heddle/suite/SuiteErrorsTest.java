package io.heddle.suite;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Every error of a suite file is one line with file, line, and what was expected. */
class SuiteErrorsTest {
    @TempDir Path folder;

    @BeforeEach
    void kernels() throws IOException {
        Files.writeString(folder.resolve("k.ptx"), "never parsed here");
        Files.write(folder.resolve("three.bin"), new byte[3]);
        Files.writeString(folder.resolve("word.txt"), "1 2\n3 four\n");
    }

    private String error(String text) throws IOException {
        Path file = folder.resolve("suite.conf");
        Files.writeString(file, text.replace("\\n", "\n"));
        String message =
                assertThrows(InputException.class, () -> SuiteReader.read(file)).getMessage();
        assertFalse(message.contains("\n"), message);
        assertTrue(message.startsWith(file.toString()), message);
        return message.substring(file.toString().length());
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "pairs = [ { nme = y } ]|:4: unknown key nme in pairs[0], did you mean name",
                "pears = []|:4: unknown key pears, did you mean pairs",
                "pairs = [ {|:4: ",
                "pairs = [ ${N} ]|:4: Could not resolve substitution to a value: ${N}",
                "tensors {}|:1: lacks pairs",
                "pairs = []|:4: pairs: expected at least one pair",
                "pairs = 3|:4: pairs: expected [ … ], found '3'",
                "pairs = [ 3 ]|:4: pairs[0]: expected { … }, found '3'",
                "pairs = [ {} ]|:4: a pair needs a reference",
                "pairs = [ { reference {} } ]|:4: pair: reference lacks ptx",
                "pairs = [ { reference { ptx = k.ptx } } ]|:4: pair: reference lacks args",
                "pairs = [ { reference { ptx = k.ptx, args = [], cta = some } } ]|:4:"
                        + " pairs[0].reference.cta: expected [X, Y, Z] or all",
                "pairs = [ { reference { ptx = k.ptx, args = [], cta = [1] } } ]|:4: pair pair1:"
                        + " CTA 1,0,0 is outside the grid 1,1,1",
                "pairs = [ { reference { ptx = k.ptx, args = [], grid = [0] } } ]|:4:"
                    + " pairs[0].reference.grid[0]: expected an integer of at least 1, found '0'",
                "pairs = [ { reference { ptx = k.ptx, args = [], block = [1,1,1,1] } } ]|:4:"
                        + " pairs[0].reference.block: expected one to three integers",
                "pairs = [ { reference { ptx = k.ptx, args = [q] } } ]|:4: unknown tensor q;"
                        + " declared are inp",
                "pairs = [ { reference { ptx = k.ptx, args = [inq] } } ]|:4: unknown tensor inq,"
                        + " did you mean inp",
                "pairs = [ { reference { ptx = k.ptx, args = [{sym = a}] } } ]|:4: expected { sym ="
                        + " NAME, type = TYPE } or { bytes = \"…\" }",
                "pairs = [ { reference { ptx = k.ptx, args = [{sym = a, type = g32}] } } ]|:4:"
                        + " unknown type 'g32', did you mean f32",
                "pairs = [ { reference { ptx = k.ptx, args = [{bytes = \"0\"}] } } ]|:4: bytes:"
                        + " expected two hexadecimal digits a byte",
                "pairs = [ { reference { ptx = k.ptx, args = [] }, expect = EQUAL } ]|:4: unknown"
                        + " verdict EQUAL; verdicts are",
                "pairs = [ { reference { ptx = k.ptx, args = [] }, expect = RASE } ]|:4: unknown"
                        + " verdict RASE, did you mean RACE",
                "pairs = [ { reference { ptx = k.ptx, args = [] }, expectLine = 0 } ]|:4:"
                        + " pairs[0].expectLine: expected an integer of at least 1, found '0'",
                "pairs = [ { reference { ptx = k.ptx, args = [] }, options { x = true } } ]|:4:"
                        + " unknown key x in pairs[0].options; known are sameValueRaces",
                "pairs = [ { reference { ptx = k.ptx, args = [] }, options { finiteMasks = 1 } }"
                        + " ]|:4: pairs[0].options.finiteMasks: expected true or false, found '1'",
                "pairs = [ { reference { ptx = k.ptx, args = [] }, limits { seconds = soon } }"
                        + " ]|:4: pairs[0].limits.seconds: expected a time",
                "pairs = [ { reference { ptx = k.ptx, args = [] }, limits { memory = big } } ]|:4:"
                        + " pairs[0].limits.memory: expected a size",
                "pairs = [ { reference { ptx = k.ptx, args = [inp] }, compare = [z] } ]|:4: pair"
                        + " pair1: compare: no argument is a tensor named z; there are inp",
                "pairs = [ { reference { ptx = k.ptx, args = [inp] }, compare = [{tensor = inp,"
                        + " window = [[0, 9]]}] } ]|:4: pair pair1: window of inp: [0, 9) is not"
                        + " a range inside [0, 4)",
                "pairs = [ { reference { ptx = k.ptx, args = [inp] }, compare = [{tensor = inp,"
                        + " window = [[0, 1], [0, 1]]}] } ]|:4: pair pair1: window of inp: expected"
                        + " 1 ranges, found 2",
                "pairs = [ { reference { ptx = k.ptx, args = [inp] }, compare = [{tensor = inp,"
                        + " elements = some}] } ]|:4: pairs[0].compare[0].elements: expected all"
                        + " or written-by-both, found 'some'",
                "pairs = [ { name = a, reference { ptx = k.ptx, args = [] } }, { name = a,"
                        + " reference { ptx = k.ptx, args = [] } } ]|:4: two pairs are named a",
                "matrix { N = [] }|:4: matrix.N: expected at least one value",
                "matrix { N = 3 }|:4: matrix.N: expected [ … ], found '3'",
                "matrix { pairs = [3] }|:4: matrix: pairs cannot name a value: it"
                        + " must be an identifier and not a key of suites",
                "tensors { t { type = f32, shape = 4 } }, pairs = [{reference{ptx=k.ptx}}]|:4:"
                        + " tensor t lacks role",
                "tensors { t { type = f23, shape = 4, role = in } }, pairs ="
                        + " [{reference{ptx=k.ptx}}]|:4: unknown type 'f23', did you mean f32",
                "tensors { t { type = f32, shape = [0], role = in } }, pairs ="
                        + " [{reference{ptx=k.ptx}}]|:4: tensors.t.shape[0]: expected an integer of"
                        + " at least 1, found '0'",
                "tensors { t { type = f32, shape = 4, role = input } }, pairs ="
                        + " [{reference{ptx=k.ptx}}]|:4: tensors.t.role: expected in or out or"
                        + " inout or temp, found 'input'",
                "tensors { t { type = f32, shape = [2,2], role = in, layout = [1, 1] } }, pairs ="
                        + " [{reference{ptx=k.ptx}}]|:4: layout: these strides put two elements"
                        + " at one place",
                "tensors { t { type = f32, shape = [2,2], role = in, layout = [1] } }, pairs ="
                        + " [{reference{ptx=k.ptx}}]|:4: layout: expected 2 strides, found 1",
                "tensors { t { type = u8, shape = 2, role = in, init = [1, 256] } }, pairs ="
                        + " [{reference{ptx=k.ptx}}]|:4: init: 256 is outside u8",
                "tensors { t { type = u8, shape = 2, role = in, init = [1, inf] } }, pairs ="
                        + " [{reference{ptx=k.ptx}}]|:4: init: inf is not a value of u8",
                "tensors { t { type = e4m3, shape = 2, role = in, init = [nan, -inf] } }, pairs ="
                        + " [{reference{ptx=k.ptx}}]|:4: init: -inf is not a value of e4m3",
                "tensors { t { type = f32, shape = 2, role = in, init = [1, one] } }, pairs ="
                        + " [{reference{ptx=k.ptx}}]|:4: init: expected a number, found 'one'",
                "tensors { t { type = f32, shape = 2, role = in, init = [1, {a = 1}] } }, pairs ="
                        + " [{reference{ptx=k.ptx}}]|:4: ",
                "tensors { t { type = f32, shape = 2, role = in, init = [1, null] } }, pairs ="
                        + " [{reference{ptx=k.ptx}}]|:4: ",
                "tensors { t { type = u8, shape = 2, role = in, init = [1] } }, pairs ="
                        + " [{reference{ptx=k.ptx}}]|:4: init: has 1 values, the tensor 2",
                "tensors { t { type = u8, shape = [2, 3], role = in, init = [[1,2],[3,4],[5,6]] }"
                        + " }, pairs = [{reference{ptx=k.ptx}}]|:4: init: has 3 items here, the"
                        + " tensor's shape 2; a list without lists",
                "tensors { t { type = u8, shape = [2, 2], role = in, init = [[1, 2, 3], 4] } },"
                    + " pairs = [{reference{ptx=k.ptx}}]|:4: init: has 3 items here, the tensor's",
                "tensors { t { type = u8, shape = [2, 2], role = in, init = [[1, 2], 4] } }, pairs"
                    + " = [{reference{ptx=k.ptx}}]|:4: tensors.t.init[1]: expected [ … ], found",
                "tensors { t { type = u8, shape = 2, role = in, init = [[1], [2]] } }, pairs ="
                        + " [{reference{ptx=k.ptx}}]|:4: tensors.t.init[0]: expected a number",
                "tensors { t { type = u8, shape = 2, role = in, init = ones } }, pairs ="
                        + " [{reference{ptx=k.ptx}}]|:4: init: expected zero, symbolic",
                "tensors { t { type = u8, shape = 2, role = in, range = [3, 2] } }, pairs ="
                        + " [{reference{ptx=k.ptx}}]|:4: range: 3 is above 2",
                "tensors { t { type = u8, shape = 3, role = in, range = [1, 2], distinct = true }"
                    + " }, pairs = [{reference{ptx=k.ptx}}]|:4: distinct: the range holds 2 values,"
                    + " the tensor 3 elements",
                "tensors { t { type = f32, shape = 3, role = in, distinct = true } }, pairs ="
                        + " [{reference{ptx=k.ptx}}]|:4: distinct: only elements of integer",
                "tensors { t { type = u8, shape = 3, role = in, distinct = 1 } }, pairs ="
                        + " [{reference{ptx=k.ptx}}]|:4: ",
                "tensors { t { type = u8, shape = 2, role = in, range = [0.1, 0.9] } }, pairs ="
                        + " [{reference{ptx=k.ptx}}]|:4: range: holds no value of u8",
            })
    void errorsNameTheLine(String rest, String message) throws IOException {
        String text =
                "suite = s\n"
                        + "defaults { block = 4 }\n"
                        + "tensors { inp { type = f32, shape = 4, role = in } }\n"
                        + rest;
        String found = error(text);
        assertTrue(found.startsWith(message), found + " does not start with " + message);
    }

    @Test
    void cudaSourceIsNoPtx() throws IOException {
        Files.writeString(folder.resolve("k.cu"), "");
        assertEquals(
                ":2: src/k.cu: a suite names PTX; compile it: nvcc -ptx -lineinfo -arch=sm_80"
                        + " src/k.cu -o k.ptx",
                error(
                        "suite = s\n"
                            + "pairs = [{ reference { ptx = src/k.cu, args = [], block = 1 } }]"));
    }

    @Test
    void missingFilesAreNamedWithTheLine() throws IOException {
        String found =
                error(
                        "suite = s\npairs = [\n{ reference {\n ptx = none.ptx, args = [], block ="
                                + " 1 } } ]");
        assertEquals(":4: " + folder.resolve("none.ptx") + ": no such file", found);
        String tensor =
                "suite = s\ndefaults.block = 1\npairs = [{reference{ptx=k.ptx,args=[]}}]\n"
                        + "tensors { t { type = f32, shape = 2, role = in\n init = { file = ";
        assertEquals(
                ":5: " + folder.resolve("none.bin") + ": no such file",
                error(tensor + "none.bin } } }"));
        assertEquals(
                ":5: " + folder.resolve("three.bin") + ": has 3 bytes, 2 elements of f32 need 8",
                error(tensor + "three.bin } } }"));
        assertEquals(
                ":5: " + folder.resolve("word.txt") + ":2: expected a number, found 'four'",
                error(tensor + "word.txt } } }"));
    }

    /** A FIFO and a device can be opened, and would keep a reader waiting or reading for ever. */
    @ParameterizedTest
    @ValueSource(strings = {"pipe", "/dev/zero", "folder"})
    void whatIsNoRegularFileIsSaidToBeNone(String name) throws Exception {
        assertEquals(
                0,
                new ProcessBuilder("mkfifo", folder.resolve("pipe").toString()).start().waitFor());
        Files.createDirectory(folder.resolve("folder"));
        String says = folder.resolve(name) + ": is not a regular file";
        String reference = "suite = s\ndefaults.block = 1\npairs = [{reference{args=[],";
        String text = "suite = s\ndefaults.block = 1\npairs = [{reference{ptx=k.ptx,args=[]}}]\n";
        assertEquals(":3: " + says, error(reference + "ptx=\"" + name + "\"}}]"));
        assertEquals(
                ":3: " + says,
                error(
                        "suite = s\ndefaults { block = 1, ptx = k.ptx, args = [] }\n"
                                + "pairs = [{reference{spec=\""
                                + name
                                + "\"},candidate{}}]"));
        assertEquals(
                ":5: " + says,
                error(
                        text
                                + "tensors { t { type = f32, shape = 2, role = in\n init = { file ="
                                + " \""
                                + name
                                + "\" } } }"));
        assertEquals(":4:1: include " + says, error(text + "include \"" + name + "\""));
        Path suite = folder.resolve(name);
        if (!name.equals("folder")) { // of which another message says more
            assertEquals(
                    says,
                    assertThrows(InputException.class, () -> SuiteReader.read(suite)).getMessage());
        }
    }

    @Test
    void aMissingSuiteAndAFolderAreNamed() {
        Path none = folder.resolve("none.conf");
        assertEquals(
                none + ": no such file",
                assertThrows(InputException.class, () -> SuiteReader.read(none)).getMessage());
        assertEquals(
                folder + ": is a folder, not a suite file",
                assertThrows(InputException.class, () -> SuiteReader.read(folder)).getMessage());
    }

    @Test
    void namesMustMeanTheSameOnBothSides() throws IOException {
        String pair =
                "suite = s\n"
                        + "defaults { block = 1, ptx = k.ptx }\n"
                        + "tensors { x { type = f32, shape = 4, role = in } }\n"
                        + "pairs = [ { reference { args = [x, {sym = a, type = f32}] }, candidate {"
                        + " args = [";
        assertEquals(
                ":4: pair pair1: a must have one type, has f32 and f64",
                error(pair + "x, {sym = a, type = f64}] } } ]"));
        assertEquals(
                ":4: pair pair1: x is both a tensor and a symbolic scalar",
                error(pair + "{sym = x, type = f32}] } } ]"));
    }

    @Test
    void garbageIsRefusedWithALine() throws IOException {
        assertTrue(error("\u0000\u0001{{{").matches(":1:4: .*"));
    }
}
