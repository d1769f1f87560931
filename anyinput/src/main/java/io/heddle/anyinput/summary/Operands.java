package io.heddle.anyinput.summary;

import io.heddle.anyinput.bits.BitTerm;
import io.heddle.anyinput.bits.BitTerms;
import io.heddle.anyinput.bits.Level;
import io.heddle.anyinput.summary.MemoryObject.Space;
import io.heddle.ptx.Function;
import io.heddle.ptx.Operand;
import io.heddle.ptx.PtxModule;
import io.heddle.ptx.PtxType;
import io.heddle.ptx.StateSpace;
import io.heddle.ptx.Variable;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** What operands that are no registers hold, and the variables of the module and the entry. */
final class Operands {
    private static final int SHARED_ADDRESS = 32;
    private static final int ADDRESS = 64;
    static final String ADDRESS_OF = "address of ";
    private static final String FUNCTION = "function at ";

    private final BitTerms terms;
    private final Function entry;
    private final Threads threads;
    private final Parameters parameters;
    private final Addresses addresses;
    private final Map<String, MemoryObject> variables = new HashMap<>();
    private final Set<String> functions = new HashSet<>();
    private MemoryObject dynamicallyShared; // null if there is none

    Operands(
            BitTerms terms,
            PtxModule module,
            Function entry,
            Threads threads,
            Parameters parameters,
            int dynamicShared) {
        this.terms = terms;
        this.entry = entry;
        this.threads = threads;
        this.parameters = parameters;
        addresses = new Addresses(terms);
        module.functions().forEach(f -> functions.add(f.name()));
        parameters.objects().values().forEach(addresses::add);
        module.variables().forEach(v -> declare(v, dynamicShared));
        entry.variables().forEach(v -> declare(v, dynamicShared));
    }

    private void declare(Variable v, int dynamicShared) {
        Space space =
                switch (v.space()) {
                    case GLOBAL -> Space.GLOBAL;
                    case SHARED -> Space.SHARED;
                    case CONST -> Space.CONSTANT;
                    case LOCAL -> Space.LOCAL;
                    default -> null;
                };
        if (space == null) {
            return;
        }
        int width = space == Space.SHARED ? SHARED_ADDRESS : ADDRESS;
        BitTerm base = terms.variable(ADDRESS_OF + v.name(), width, Level.GRID);
        boolean dynamic = v.isUnsized() && space == Space.SHARED;
        if (dynamic && dynamicallyShared != null) {
            variables.put(v.name(), dynamicallyShared); // all of them begin at one address
            return;
        }
        BitTerm bytes =
                dynamic
                        ? terms.constant(ADDRESS, dynamicShared)
                        : v.isSizedElsewhere() ? null : terms.constant(ADDRESS, v.size());
        MemoryObject object = new MemoryObject(v.qualifiedName(), space, base, bytes, false);
        variables.put(v.name(), object);
        if (dynamic) {
            dynamicallyShared = object;
        }
        addresses.add(object);
    }

    /** The names of all tensors and variables. */
    Set<String> names() {
        Set<String> names = new HashSet<>();
        parameters.objects().values().forEach(o -> names.add(o.name()));
        variables.values().forEach(o -> names.add(o.name()));
        return names;
    }

    /** Takes addresses apart. */
    Addresses addresses() {
        return addresses;
    }

    /** The indices of a thread and its block. */
    Threads threads() {
        return threads;
    }

    /** The register's width. */
    int width(Operand.Register r) {
        return entry.registers().get(r.index()).type().bits();
    }

    /** The value of a special register; null if it is not a function of the thread's indices. */
    BitTerm special(Operand.SpecialRegister s) {
        return threads.value(s.name());
    }

    /** The address of a variable as a number of a width; null if it has none that is known. */
    BitTerm address(Operand.Symbol s, int width) {
        MemoryObject object = variables.get(s.name());
        if (object == null) {
            return functions.contains(s.name()) && s.offset() == 0 ? function(s.name()) : null;
        }
        BitTerm base = object.base();
        BitTerm fitted = base.width() < width ? terms.zext(base, width) : terms.low(base, width);
        return terms.add(fitted, terms.constant(width, s.offset()));
    }

    private BitTerm function(String name) {
        return terms.variable(FUNCTION + name, ADDRESS, Level.GRID);
    }

    /** Functions have different addresses, none of which is 0. */
    List<BitTerm> differ(Set<String> callees) {
        List<BitTerm> all = new ArrayList<>();
        List<BitTerm> others = new ArrayList<>();
        others.add(terms.constant(ADDRESS, 0));
        for (String name : callees) {
            others.forEach(o -> all.add(terms.not(terms.eq(function(name), o))));
            others.add(function(name));
        }
        return all;
    }

    /** The value of {@code ld.param}; anything if not all of its bytes are known. */
    BitTerm parameter(Operand.Symbol s, long offset, PtxType type) {
        BitTerm value = parameters.at(terms, s.name(), s.offset() + offset, type.bytes());
        if (value != null) {
            return terms.low(value, type.bits());
        }
        return terms.apply(
                "parameter " + s.name() + "+" + (s.offset() + offset),
                type.bits(),
                Level.GRID,
                List.of());
    }

    /** True for a name of a parameter of the entry. */
    boolean isParameter(String name) {
        return entry.parameters().stream().anyMatch(p -> p.name().equals(name))
                || entry.variables().stream()
                        .anyMatch(v -> v.space() == StateSpace.PARAM && v.name().equals(name));
    }
}
