package io.heddle.signature;

import io.heddle.launch.TensorSpec.Role;
import io.heddle.memory.SharedLayout;
import io.heddle.ptx.Function;
import io.heddle.ptx.PtxModule;
import io.heddle.ptx.Variable;
import io.heddle.term.ElementType;
import java.util.ArrayList;
import java.util.List;

/**
 * An entry as its caller sees it, as far as its PTX tells.
 *
 * @param entry its name
 * @param parameters in order
 * @param maxThreads the extents of {@code .maxntid}, empty if there is none
 * @param requiredThreads the extents of {@code .reqntid}, empty if there is none
 * @param staticShared bytes of the shared variables that it names
 * @param dynamicShared true if it names shared memory whose size the launch states
 */
public record Signature(
        String entry,
        List<Parameter> parameters,
        List<Long> maxThreads,
        List<Long> requiredThreads,
        long staticShared,
        boolean dynamicShared) {
    /** Copies the lists. */
    public Signature {
        parameters = List.copyOf(parameters);
        maxThreads = List.copyOf(maxThreads);
        requiredThreads = List.copyOf(requiredThreads);
    }

    /** What a parameter is. */
    public enum Kind {
        /** A pointer through which the entry accesses memory. */
        TENSOR,
        /** A number. */
        SCALAR,
        /** An array of bytes: a structure by value. */
        AGGREGATE,
        /** Eight bytes that the entry does not use: a pointer or a number. */
        UNUSED,
        /**
         * Eight bytes that the entry uses, but not visibly as an address or as a number: it stores
         * them or passes them to a function.
         */
        UNKNOWN
    }

    /**
     * A parameter.
     *
     * @param name {@code p} and its index where the compiler numbered it, else its name in the PTX
     * @param kind what it is
     * @param type of the elements of a tensor, or of a scalar; null of all other kinds
     * @param role what is done with a tensor; null of all other kinds
     * @param bytes its size
     * @param evident false of a tensor whose elements are only moved, so that nothing tells their
     *     type but its width; true of all others
     */
    public record Parameter(
            String name, Kind kind, ElementType type, Role role, long bytes, boolean evident) {}

    /**
     * The same with other names of the parameters.
     *
     * @param names one for each parameter, in order; none for the present names
     */
    public Signature named(List<String> names) {
        List<Parameter> renamed = new ArrayList<>();
        for (int k = 0; k < parameters.size(); k++) {
            Parameter p = parameters.get(k);
            renamed.add(
                    new Parameter(
                            names.isEmpty() ? p.name() : names.get(k),
                            p.kind(),
                            p.type(),
                            p.role(),
                            p.bytes(),
                            p.evident()));
        }
        return new Signature(
                entry, renamed, maxThreads, requiredThreads, staticShared, dynamicShared);
    }

    /** The signature of an entry of {@code module}. */
    public static Signature of(PtxModule module, Function entry) {
        PointerFlow pointers = new PointerFlow(module, entry);
        TypeFlow types = new TypeFlow(entry, pointers);
        List<Parameter> parameters = new ArrayList<>();
        for (int k = 0; k < entry.parameters().size(); k++) {
            parameters.add(parameter(entry, k, pointers, types));
        }
        return new Signature(
                entry.name(),
                parameters,
                entry.directives().getOrDefault("maxntid", List.of()),
                entry.directives().getOrDefault("reqntid", List.of()),
                SharedLayout.fixedBytes(module, entry),
                SharedLayout.usesDynamic(module, entry));
    }

    private static Parameter parameter(
            Function entry, int k, PointerFlow pointers, TypeFlow types) {
        Variable declared = entry.parameters().get(k);
        String name = shortName(entry.name(), declared.name(), k);
        long bytes = declared.size();
        if (!declared.dimensions().isEmpty() || declared.vector() > 1) {
            return new Parameter(name, Kind.AGGREGATE, null, null, bytes, true);
        }
        if (types.isAccessed(k)) {
            return new Parameter(
                    name, Kind.TENSOR, types.element(k), types.role(k), bytes, types.isEvident(k));
        }
        ElementType scalar = types.scalar(k, declared.type(), pointers.isStored(k));
        if (scalar != null) {
            return new Parameter(name, Kind.SCALAR, scalar, null, bytes, true);
        }
        Kind kind = pointers.isRead(k) ? Kind.UNKNOWN : Kind.UNUSED;
        return new Parameter(name, kind, null, null, bytes, true);
    }

    /** {@code p2} of {@code softmax_param_2}, else the name as it stands. */
    private static String shortName(String entry, String name, int k) {
        return name.equals(entry + "_param_" + k) ? "p" + k : name;
    }
}
