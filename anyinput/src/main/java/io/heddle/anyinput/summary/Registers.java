package io.heddle.anyinput.summary;

import io.heddle.anyinput.bits.BitTerm;
import io.heddle.anyinput.bits.BitTerms;
import io.heddle.anyinput.bits.Level;
import java.util.List;

/** What the registers hold at a place; a register that nothing has set holds null. */
final class Registers {
    private final BitTerm[] values;

    Registers(int count) {
        values = new BitTerm[count];
    }

    private Registers(BitTerm[] values) {
        this.values = values;
    }

    BitTerm get(int register) {
        return values[register];
    }

    void set(int register, BitTerm value) {
        values[register] = value;
    }

    int count() {
        return values.length;
    }

    Registers copy() {
        return new Registers(values.clone());
    }

    /**
     * These if the condition holds, else the others, where another one does; what nothing has set
     * may be anything.
     */
    Registers orElse(BitTerm condition, BitTerm other, Registers others, BitTerms terms) {
        BitTerm[] merged = new BitTerm[values.length];
        for (int r = 0; r < merged.length; r++) {
            BitTerm a = values[r];
            BitTerm b = others.values[r];
            merged[r] =
                    a == b
                            ? a
                            : terms.choice(
                                    condition,
                                    other,
                                    a == null ? undefined(r, b, terms) : a,
                                    b == null ? undefined(r, a, terms) : b);
        }
        return new Registers(merged);
    }

    private static BitTerm undefined(int register, BitTerm like, BitTerms terms) {
        return terms.apply("undefined register " + register, like.width(), Level.THREAD, List.of());
    }
}
