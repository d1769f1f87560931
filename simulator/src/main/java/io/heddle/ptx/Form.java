package io.heddle.ptx;

import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * A row of the instruction table: a spelling with optional components, the operands and the effect.
 *
 * @param opcode first component of the mnemonic
 * @param slots the other components, in order
 * @param loose components that may stand anywhere, each at most once
 * @param operands what is written and read
 * @param effect on all else
 */
public record Form(
        String opcode, List<Slot> slots, List<Loose> loose, List<Role> operands, Effect effect) {
    /** Stands for any word. */
    static final String ANY = "*";

    /** Copies the lists. */
    public Form {
        slots = List.copyOf(slots);
        loose = List.copyOf(loose);
        operands = List.copyOf(operands);
    }

    /**
     * A component of the spelling.
     *
     * @param words one of which it is
     * @param optional whether it may be left out
     */
    public record Slot(Set<String> words, boolean optional) {
        /** Copies the set. */
        public Slot {
            words = ordered(words);
        }

        boolean accepts(String word) {
            return words.contains(word) || words.contains(ANY);
        }
    }

    /**
     * A component that may stand anywhere.
     *
     * @param words one of which it is
     * @param inert whether it changes nothing that is modelled
     */
    public record Loose(Set<String> words, boolean inert) {
        /** Copies the set. */
        public Loose {
            words = ordered(words);
        }
    }

    private static Set<String> ordered(Set<String> words) {
        return Collections.unmodifiableSet(new LinkedHashSet<>(words));
    }

    /** What an instruction does with an operand. */
    public enum Kind {
        /** Sets its registers. */
        WRITTEN,
        /** Reads its registers. */
        READ,
        /** Reads the registers of an address. */
        MEMORY,
        /** A constant. */
        IMMEDIATE,
        /** Labels and lists. */
        LABEL
    }

    /**
     * An operand.
     *
     * @param kind what is done with it
     * @param optional whether it may be left out
     * @param pair whether it may be written {@code d|p}
     */
    public record Role(Kind kind, boolean optional, boolean pair) {
        private boolean fits(Operand o) {
            return switch (kind) {
                case WRITTEN ->
                        o instanceof Operand.Pair
                                ? pair
                                : o instanceof Operand.Register
                                        || o instanceof Operand.Vector
                                        || o instanceof Operand.Sink;
                case MEMORY -> o instanceof Operand.Address;
                case IMMEDIATE -> o instanceof Operand.Immediate;
                case READ, LABEL -> true;
            };
        }

        /** What should stand where an operand stands that does not fit. */
        private String expected(Operand instead) {
            return switch (kind) {
                case WRITTEN ->
                        instead instanceof Operand.Pair ? "a single register" : "a register";
                case MEMORY -> "an address";
                case IMMEDIATE -> "a constant";
                case READ, LABEL -> throw new AssertionError(kind);
            };
        }
    }

    /** True if an instruction with these modifiers is of this form. */
    public boolean matches(List<String> modifiers) {
        return matches(modifiers, 0, 0, 0);
    }

    /**
     * Matches the modifiers from index {@code at} on against the slots from {@code slot} on. {@code
     * taken} has one bit per loose component that is used already.
     */
    private boolean matches(List<String> modifiers, int at, int slot, int taken) {
        if (at < modifiers.size()) {
            int k = loose(modifiers.get(at), taken);
            if (k >= 0 && matches(modifiers, at + 1, slot, taken | 1 << k)) {
                return true;
            }
        }
        if (slot == slots.size()) {
            return at == modifiers.size();
        }
        Slot s = slots.get(slot);
        return at < modifiers.size()
                        && s.accepts(modifiers.get(at))
                        && matches(modifiers, at + 1, slot + 1, taken)
                || s.optional() && matches(modifiers, at, slot + 1, taken);
    }

    /** The loose component that a word is, among those not taken, or −1. */
    private int loose(String word, int taken) {
        for (int k = 0; k < loose.size(); k++) {
            if ((taken >>> k & 1) == 0 && loose.get(k).words().contains(word)) {
                return k;
            }
        }
        return -1;
    }

    /** The modifiers that change the result, in order: part of the name of an opaque function. */
    public List<String> meaning(List<String> modifiers) {
        List<String> rest = new ArrayList<>();
        int taken = 0;
        for (String m : modifiers) {
            int k = loose(m, taken);
            if (k >= 0) {
                taken |= 1 << k;
            }
            if (k < 0 || !loose.get(k).inert()) {
                rest.add(m);
            }
        }
        return rest;
    }

    /** True if operand {@code k} is one that is set. */
    public boolean sets(int k) {
        return k < operands.size() && operands.get(k).kind() == Kind.WRITTEN;
    }

    /** What is wrong with the operands of an instruction of this form, if anything is. */
    public Optional<String> faultOf(List<Operand> given) {
        if (operands.isEmpty() || effect == Effect.CONTROL) {
            return Optional.empty(); // the parser has resolved labels and lists
        }
        long least = operands.stream().filter(r -> !r.optional()).count();
        if (given.size() < least || given.size() > operands.size()) {
            return Optional.of(
                    given.size() + " operands where " + opcode + " takes " + counts(least));
        }
        for (int k = 0; k < given.size(); k++) {
            Role role = operands.get(k);
            if (!role.optional() && !role.fits(given.get(k))) {
                return Optional.of("operand " + (k + 1) + " is not " + role.expected(given.get(k)));
            }
        }
        return Optional.empty();
    }

    private String counts(long least) {
        return least == operands.size() ? "" + least : least + " to " + operands.size();
    }
}
