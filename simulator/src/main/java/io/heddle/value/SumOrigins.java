package io.heddle.value;

import io.heddle.finding.Assumption;
import io.heddle.finding.Assumptions;
import io.heddle.ptx.Instruction;
import io.heddle.ptx.PtxType;
import io.heddle.value.Value.Piece;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Which instructions made the sums that may wrap, and when such a sum is a signed number.
 *
 * <p>The term of a sum is what the instruction computes over the integers if each operand's term is
 * the signed number that its bits are, or that number but for an overflow before. Only then does
 * "no overflow" say that the term lies in the signed type. The terms of other operands (an unsigned
 * element, the bits of a float, the low half of something) are congruent to the number and may lie
 * outside although no instruction overflows: a sum of such is reduced exactly.
 */
final class SumOrigins {
    private static final Set<PtxType> SIGNED =
            EnumSet.of(PtxType.S8, PtxType.S16, PtxType.S32, PtxType.S64);

    /**
     * What made a sum.
     *
     * @param at the instructions, any of which gave it
     * @param composed true if an operand is a sum that may wrap, too
     */
    private record Origin(List<Instruction> at, boolean composed) {}

    private final Map<Long, Origin> origins = new HashMap<>(); // by payload, of modular values
    private final Views views;
    private final Bounds bounds;

    SumOrigins(Views views, Bounds bounds) {
        this.views = views;
        this.bounds = bounds;
    }

    /**
     * Notes what made a sum.
     *
     * @param at the instruction, or null if {@code operands} are the sums that it was made of
     * @param operands what entered modulo 2^width; none if that is not known
     */
    void note(long payload, Instruction at, Value... operands) {
        if (origins.containsKey(payload)) {
            return;
        }
        boolean composed = operands.length == 0;
        Set<Instruction> all = new LinkedHashSet<>();
        for (Value v : operands) {
            for (Piece p : v.pieces()) {
                Origin of = p.tag() == Tag.INT ? origins.get(p.payload()) : null;
                boolean moved = p.tag() == Tag.INT && !p.isWhole();
                composed |= of != null && (at != null || of.composed) || moved;
                if (of != null) {
                    all.addAll(of.at);
                }
            }
        }
        origins.put(payload, new Origin(at == null ? List.copyOf(all) : List.of(at), composed));
    }

    /** Takes the origin of a sum for one whose term equals its own. */
    void copy(long from, long to) {
        Origin origin = origins.get(from);
        if (origin != null) {
            origins.putIfAbsent(to, origin);
        }
    }

    /**
     * True if the number that is congruent to {@code v} is the signed number of its bits, unless
     * something overflowed.
     */
    boolean isSigned(Value v, int width) {
        Piece[] pieces = v.pieces();
        Piece top = pieces[pieces.length - 1];
        return switch (top.tag()) {
            case Tag.CONCRETE, Tag.UNDEFINED -> true; // read as signed
            case Tag.INT -> isSigned(top, pieces, width);
            case Tag.CHOICE -> {
                Choices.Choice c = views.choice(top);
                yield isSigned(c.then().slice(top.low(), top.width()), top.width())
                        && isSigned(c.otherwise().slice(top.low(), top.width()), top.width());
            }
            default -> false;
        };
    }

    private boolean isSigned(Piece top, Piece[] pieces, int width) {
        if (top.low() != 0) {
            return false;
        }
        boolean shifted =
                pieces.length == 2
                        && pieces[0].isConcrete()
                        && pieces[0].payload() == 0
                        && top.sourceWidth() == width; // to the left: a product
        return (top.isWhole() || shifted) && Tag.signed(top.payload())
                || bounds.fits(Tag.term(top.payload()), top.width(), true);
    }

    /** Lists that a sum is a signed number of {@code width} bits. */
    void assume(long payload, int width, Assumptions assumptions) {
        Origin origin = origins.get(payload);
        if (origin == null || origin.at.isEmpty()) {
            String text = text("arithmetic", true, "s" + width);
            assumptions.add(Assumption.Kind.INTEGER_OVERFLOW, text, null);
            return;
        }
        for (Instruction at : new ArrayList<>(origin.at)) {
            String place = at.position().file() + ":" + at.position().line();
            boolean signed = Arithmetic.types(at).stream().anyMatch(SIGNED::contains);
            String type = signed ? "its type" : "s" + width;
            String what = at.mnemonic() + " at " + place;
            assumptions.add(kind(at), text(what, origin.composed, type), at);
        }
    }

    private static Assumption.Kind kind(Instruction sum) {
        List<PtxType> types = Arithmetic.types(sum);
        PtxType last = types.isEmpty() ? null : types.get(types.size() - 1);
        return last == PtxType.S16 || last == PtxType.U16
                ? Assumption.Kind.NARROW_OVERFLOW
                : Assumption.Kind.INTEGER_OVERFLOW;
    }

    private static String text(String what, boolean composed, String type) {
        return "no integer overflow: "
                + what
                + " on tensor elements"
                + (composed ? ", and what it is computed from," : "")
                + " stays within "
                + type;
    }
}
