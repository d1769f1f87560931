package io.heddle.isa;

import io.heddle.machine.Warp;
import io.heddle.term.Rational;
import io.heddle.term.TermStore;
import io.heddle.value.Bounds;
import io.heddle.value.Tag;
import io.heddle.value.Value;
import io.heddle.value.Value.Piece;

/**
 * The bits of integers that are zero whatever the inputs are: the low ones of {@code 256 * b}, and
 * those above the greatest number that it may be.
 */
final class KnownZeros {
    private static final int MAX_DEPTH = 8;

    private final TermStore store;
    private final Bounds bounds;

    KnownZeros(Warp w) {
        store = w.store();
        bounds = w.views().bounds();
    }

    /** The same bits, in which those of integers that are known to be zero are constants. */
    Value shown(Value v) {
        Value shown = null;
        int at = 0;
        for (Piece p : v.pieces()) {
            Value part = shown(p, v.slice(at, p.width()));
            shown = shown == null ? part : shown.concat(part);
            at += p.width();
        }
        return shown;
    }

    private Value shown(Piece p, Value part) {
        if (!isNumber(p)) {
            return part;
        }
        int t = Tag.term(p.payload());
        int end = bits(t, p.width());
        int start = Math.min(zeros(t, 0), end);
        Value shown = start == 0 ? null : Value.concrete(0, start);
        if (start < end) {
            Value field = part.slice(start, end - start);
            shown = shown == null ? field : shown.concat(field);
        }
        if (end < p.width()) {
            Value above = Value.concrete(0, p.width() - end);
            shown = shown == null ? above : shown.concat(above);
        }
        return shown;
    }

    private static boolean isNumber(Piece p) {
        return p.tag() == Tag.INT && p.isWhole() && !Tag.isModular(p.payload());
    }

    /** How many low bits of a value may not be zero: all, unless it is one integer. */
    int bits(Value v) {
        Piece[] pieces = v.pieces();
        return pieces.length == 1 && isNumber(pieces[0])
                ? bits(Tag.term(v.payload()), v.width())
                : v.width();
    }

    /** How many low bits of an integer may not be zero; all of a width if it may be negative. */
    private int bits(int t, int width) {
        Bounds.Interval i = bounds.ofSum(t);
        return i.low() == null || i.low().signum() < 0 || i.high() == null
                ? width
                : Math.min(width, i.high().floor().bitLength());
    }

    /** How often 2 divides an integer at least. */
    private int zeros(int t, int depth) {
        if (depth > MAX_DEPTH) {
            return 0;
        }
        return switch (store.op(t)) {
            case RATIONAL -> zeros(store.rationalValue(t));
            case MUL -> {
                boolean integers = store.isInteger(store.a(t)) && store.isInteger(store.b(t));
                yield integers ? zeros(store.a(t), depth + 1) + zeros(store.b(t), depth + 1) : 0;
            }
            case ADD, SUB -> Math.min(zeros(store.a(t), depth + 1), zeros(store.b(t), depth + 1));
            case ITE -> Math.min(zeros(store.b(t), depth + 1), zeros(store.c(t), depth + 1));
            default -> 0;
        };
    }

    private static int zeros(Rational number) {
        return !number.isInteger() || number.isZero() ? 0 : number.floor().getLowestSetBit();
    }
}
