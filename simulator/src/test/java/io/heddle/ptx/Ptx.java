package io.heddle.ptx;

import static org.junit.jupiter.api.Assertions.assertThrows;

import java.lang.reflect.RecordComponent;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** Short ways to parse and compare in tests. */
final class Ptx {
    private Ptx() {}

    static PtxModule module(String items) {
        return PtxParser.parse(
                "test.ptx", ".version 9.0\n.target sm_80\n.address_size 64\n" + items);
    }

    /** A kernel {@code k} with the registers {@code %r0..9, %rd0..9, %f0..9, %p0..9}. */
    static Function kernel(String statements) {
        return module(wrap(statements)).function("k");
    }

    /** The statements begin in line 6. */
    static String wrap(String statements) {
        return ".visible .entry k(.param .u64 x, .param .u32 n) { .reg .b32 %r<10>;\n"
                + ".reg .b64 %rd<10>; .reg .f32 %f<10>; .reg .pred %p<10>; .reg .b16 %h<4>;\n"
                + statements
                + "\n}\n";
    }

    static Instruction instruction(String text) {
        return kernel(text).body().get(0);
    }

    static Operand operand(String text) {
        return instruction("op " + text + ";").operands().get(0);
    }

    static Operand.Register register(String name) {
        return (Operand.Register) operand(name);
    }

    static Operand integer(long value) {
        return new Operand.Immediate(value, Operand.Immediate.Kind.INTEGER);
    }

    static List<String> errors(String text) {
        PtxSyntaxException e =
                assertThrows(PtxSyntaxException.class, () -> PtxParser.parse("test.ptx", text));
        return e.problems().stream().map(PtxSyntaxException.Problem::toString).toList();
    }

    static List<String> kernelErrors(String statements) {
        return errors(".version 9.0\n.target sm_80\n.address_size 64\n" + wrap(statements));
    }

    /** The value with all positions, file names and line counts left out. */
    static Object withoutPositions(Object o) {
        if (o instanceof List<?> list) {
            List<Object> all = new ArrayList<>();
            list.forEach(e -> all.add(withoutPositions(e)));
            return all;
        }
        if (o instanceof Map<?, ?> map) {
            Map<String, Object> all = new TreeMap<>();
            map.forEach((k, v) -> all.put(k.toString(), withoutPositions(v)));
            return all;
        }
        return o instanceof Record r ? components(r) : String.valueOf(o);
    }

    private static List<Object> components(Record r) {
        List<Object> all = new ArrayList<>(List.of(r.getClass().getSimpleName()));
        for (RecordComponent c : r.getClass().getRecordComponents()) {
            boolean place =
                    c.getType() == SourcePosition.class
                            || r instanceof PtxModule
                                    && (c.getName().equals("file") || c.getName().equals("lines"));
            if (!place) {
                all.add(withoutPositions(get(r, c)));
            }
        }
        return all;
    }

    private static Object get(Record r, RecordComponent c) {
        try {
            return c.getAccessor().invoke(r);
        } catch (ReflectiveOperationException e) {
            throw new LinkageError("a record has its accessors", e);
        }
    }
}
