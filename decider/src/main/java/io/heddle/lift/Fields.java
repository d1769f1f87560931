package io.heddle.lift;

import io.heddle.lift.Form.Kind;
import io.heddle.term.ElementType;
import io.heddle.term.Rational;
import io.heddle.term.Symbol;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Finds numbers of a few bits in words: what shifts and masks leave of an unsigned integer. */
final class Fields {
    private final Forms forms;

    Fields(Forms forms) {
        this.forms = forms;
    }

    /** The word divided by a power of two and rounded down, if a form is such a quotient of one. */
    Optional<Form> quotient(Form f) {
        if (!f.is(Kind.SUM) || f.parts().size() != 1 || !isWord(f.part())) {
            return Optional.empty();
        }
        int bits = ((Symbol) f.part().label()).type().bits();
        for (int shift = 1; shift < bits; shift++) {
            if (f.coefficient(0).equals(power(-shift))) {
                return Optional.of(forms.field(f.part(), shift, bits - shift));
            }
        }
        return Optional.empty();
    }

    /**
     * Replaces differences of quotients of one word by what they leave: q // 16 - 16 * (q // 256)
     * is q // 16 % 16.
     *
     * @param byForm the coefficients of each addend of a sum
     */
    void join(Map<Form, List<Rational>> byForm) {
        if (byForm.keySet().stream().noneMatch(f -> f.is(Kind.FIELD))) {
            return;
        }
        Map<Form, List<Rational>> joined = new HashMap<>();
        for (Form low : List.copyOf(byForm.keySet())) {
            boolean isField = low.is(Kind.FIELD);
            if (!isField && !isWord(low) || byForm.get(low).size() != 1) {
                continue;
            }
            Form word = isField ? low.part() : low;
            int shift = isField ? (int) low.index() : 0;
            int width = isField ? (int) low.label() : ((Symbol) low.label()).type().bits();
            Rational c = byForm.get(low).get(0);
            for (int s = 1; s < width; s++) {
                Form high = forms.field(word, shift + s, width - s);
                List<Rational> other = byForm.get(high);
                if (other != null && other.equals(List.of(c.multiply(power(s)).negate()))) {
                    byForm.remove(low);
                    byForm.remove(high);
                    joined.computeIfAbsent(forms.field(word, shift, s), k -> new ArrayList<>())
                            .add(c);
                    break;
                }
            }
        }
        joined.forEach((f, c) -> byForm.computeIfAbsent(f, k -> new ArrayList<>()).addAll(c));
    }

    private static boolean isWord(Form f) {
        if (!f.is(Kind.READ)) {
            return false;
        }
        ElementType type = ((Symbol) f.label()).type();
        return type == ElementType.U8
                || type == ElementType.U16
                || type == ElementType.U32
                || type == ElementType.U64;
    }

    private static Rational power(int exponent) {
        return Rational.of(2).pow(exponent);
    }
}
