package io.heddle.idiom;

import io.heddle.ptx.Function;
import io.heddle.ptx.Instruction;
import io.heddle.ptx.Operand;
import io.heddle.ptx.PtxModule;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.HashSet;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;

/**
 * A function in which calls of {@link InnerFunctions} and loads of doubles from {@link Tables} are
 * pseudo-instructions that only compute, for as long as it is read: {@code
 * inner.call.NAME.OFFSET.TYPE d, a[, b]} is what stands at that offset of the result, {@code
 * inner.load.SPACE.OFFSET.f64 d, a} the double so far behind the address {@code a}. What is not
 * part of a recognised function becomes again what it was.
 */
final class InnerCode {
    private static final String OPCODE = "inner";
    private static final Set<String> LOADED = Set.of("global", "const", "nc", "v2", "v4");

    private final Function function;
    private final IdentityHashMap<Instruction, List<Instruction>> originals =
            new IdentityHashMap<>();

    private InnerCode(Function raw, PtxModule module, Tables tables) {
        Set<String> symbols = tables.symbols();
        BitSet pointers = Tables.pointers(raw, symbols);
        List<Instruction> result = new ArrayList<>();
        int[] moved = new int[raw.body().size() + 1];
        for (int at = 0; at < raw.body().size(); ) {
            Instruction i = raw.body().get(at);
            int length = 1;
            List<Instruction> pseudo = List.of();
            if (i.opcode().equals("st") && i.has("param")) {
                Optional<InnerCall> call = InnerCall.at(raw, at, module, tables);
                length = call.map(InnerCall::length).orElse(1);
                pseudo = call.map(InnerCode::results).orElse(List.of());
            } else if (isDoubles(i) && Tables.isPointer(i.operands().get(1), pointers, symbols)) {
                pseudo = doubles(i);
            }
            for (int k = 0; k < length; k++) {
                moved[at + k] = result.size();
            }
            List<Instruction> group = raw.body().subList(at, at + length);
            pseudo.forEach(p -> originals.put(p, group));
            result.addAll(pseudo.isEmpty() ? group : pseudo);
            at += length;
        }
        moved[raw.body().size()] = result.size();
        function = originals.isEmpty() ? raw : raw.rewritten(raw.registers(), result, moved);
    }

    /** The function {@code raw} of a module so written. */
    static InnerCode of(Function raw, PtxModule module, Tables tables) {
        return new InnerCode(raw, module, tables);
    }

    Function function() {
        return function;
    }

    /** True for a result of an inner function. */
    static boolean isCall(Instruction i) {
        return i.opcode().equals(OPCODE) && i.has("call");
    }

    /** True for a double that is loaded. */
    static boolean isLoad(Instruction i) {
        return i.opcode().equals(OPCODE) && i.has("load");
    }

    /** The name of the inner function that is called, without its number. */
    static String callee(Instruction i) {
        String name = i.modifiers().get(1);
        return name.substring(0, name.indexOf('@'));
    }

    private static List<Instruction> results(InnerCall call) {
        List<Instruction> all = new ArrayList<>();
        for (Instruction load : call.loads()) {
            List<Operand> operands = new ArrayList<>(List.of(load.operands().get(0)));
            operands.addAll(call.arguments());
            String offset = Long.toString(((Operand.Address) load.operands().get(1)).offset());
            String type = load.modifiers().get(load.modifiers().size() - 1);
            all.add(pseudo(load, List.of("call", call.name(), offset, type), operands));
        }
        return all;
    }

    /** True for a load of one or more doubles that the pseudo-instruction can stand for. */
    private static boolean isDoubles(Instruction i) {
        int last = i.modifiers().size() - 1;
        return i.opcode().equals("ld")
                && i.guard() == null
                && i.modifiers().get(last).equals("f64")
                && LOADED.containsAll(i.modifiers().subList(0, last))
                && i.operands().size() == 2
                && i.operands().get(1) instanceof Operand.Address;
    }

    private static List<Instruction> doubles(Instruction load) {
        Operand.Address a = (Operand.Address) load.operands().get(1);
        Operand to = load.operands().get(0);
        List<Operand> destinations = to instanceof Operand.Vector v ? v.elements() : List.of(to);
        String space = load.modifiers().get(0);
        List<Instruction> all = new ArrayList<>();
        for (int k = 0; k < destinations.size(); k++) {
            boolean distinct =
                    destinations.get(k) instanceof Operand.Register
                            && !destinations.get(k).equals(a.base())
                            && destinations.indexOf(destinations.get(k)) == k;
            if (!distinct) {
                return List.of();
            }
            String offset = Long.toString(a.offset() + 8L * k);
            List<Operand> operands = List.of(destinations.get(k), a.base());
            all.add(pseudo(load, List.of("load", space, offset, "f64"), operands));
        }
        return all;
    }

    private static Instruction pseudo(Instruction of, List<String> modifiers, List<Operand> o) {
        return new Instruction(null, false, OPCODE, modifiers, o, of.position(), of.source());
    }

    /** The double that a pseudo-instruction loads, if it is one of a table. */
    static Optional<ValueNode> load(
            Instruction i, NodeGraph graph, Tables tables, InstructionReader reader) {
        String space = i.modifiers().get(1);
        long offset = Long.parseLong(i.modifiers().get(2));
        return reader.value(i.operands().get(1))
                .filter(a -> a.is("address") && !Folding.isGeneric(a) && !Folding.isOnlyLocal(a))
                .map(a -> reader.plus(a, offset))
                .flatMap(
                        a ->
                                tables.contents(Folding.symbol(a))
                                        .filter(c -> c.startsWith(space))
                                        .map(c -> element(graph, c, a)));
    }

    private static ValueNode element(NodeGraph graph, String contents, ValueNode address) {
        List<ValueNode> index = address.operands.subList(1, address.operands.size());
        return graph.make(
                "table." + contents,
                address.payload,
                ValueNode.Kind.ANY,
                index.toArray(new ValueNode[0]));
    }

    /**
     * A function with what the pseudo-instructions stand for that are to be restored.
     *
     * @param changed this function after changes
     * @param isRestored says it of one; all that stand for the same call or load are
     */
    Edits.Result restored(Function changed, Predicate<Instruction> isRestored) {
        Set<List<Instruction>> groups = new HashSet<>();
        for (Instruction i : changed.body()) {
            if (originals.containsKey(i) && isRestored.test(i)) {
                groups.add(originals.get(i));
            }
        }
        Set<List<Instruction>> written = new HashSet<>();
        List<Instruction> result = new ArrayList<>();
        List<Integer> places = new ArrayList<>();
        int[] moved = new int[changed.body().size() + 1];
        for (int k = 0; k < moved.length - 1; k++) {
            Instruction i = changed.body().get(k);
            List<Instruction> group = originals.get(i);
            boolean restores = group != null && groups.contains(group);
            moved[k] = result.size();
            places.add(restores ? -1 : result.size());
            if (!restores) {
                result.add(i);
            } else if (written.add(group)) {
                result.addAll(group);
            }
        }
        moved[changed.body().size()] = result.size();
        return new Edits.Result(changed.rewritten(changed.registers(), result, moved), places);
    }

    /** True for a pseudo-instruction of this function. */
    boolean isPseudo(Instruction i) {
        return originals.containsKey(i);
    }
}
