package io.heddle.value;

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
}
