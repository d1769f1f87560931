package io.heddle.value;

import io.heddle.term.FloatFormat;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** The values of CHOICE lanes: one of two values by a condition term, hash-consed. */
public final class Choices {
    /**
     * One of two values of equal width.
     *
     * @param condition term
     * @param then value where it holds
     * @param otherwise value where it does not
     */
    public record Choice(int condition, Value then, Value otherwise) {}

    private final List<Choice> choices = new ArrayList<>();
    private final Map<Choice, Integer> ids = new HashMap<>();

    Value of(int condition, Value then, Value otherwise) {
        Choice choice = new Choice(condition, then, otherwise);
        Integer id = ids.get(choice);
        if (id == null) {
            id = choices.size();
            choices.add(choice);
            ids.put(choice, id);
        }
        return Value.whole(Tag.CHOICE, id | (long) then.width() << 32, then.width());
    }

    Choice get(long id) {
        return choices.get((int) id);
    }

    /** True for a constant −0 or NaN but the usual one, and for a choice that may be such. */
    boolean hasOwnBits(Value v, byte tag) {
        if (v.tag() == Tag.CHOICE) {
            Choice c = get(v.payload());
            return hasOwnBits(c.then(), tag) || hasOwnBits(c.otherwise(), tag);
        }
        if (!v.isConcrete()) {
            return false;
        }
        FloatFormat format = Tag.format(tag);
        long magnitude = v.payload() & Value.mask(format.bits() - 1);
        boolean usual = v.payload() == Value.mask(format.bits() - 1);
        boolean nan = format.kind(v.payload()) == FloatFormat.Kind.NAN;
        return nan ? !usual : v.payload() != 0 && magnitude == 0;
    }
}
