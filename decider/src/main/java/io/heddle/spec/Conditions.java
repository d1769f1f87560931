package io.heddle.spec;

import io.heddle.spec.index.FormulaException;
import io.heddle.spec.index.Place;
import io.heddle.spec.index.Relation;
import java.util.List;

/** Finds out what conditions are. */
final class Conditions {
    private final Elaborator elaborator;

    Conditions(Elaborator elaborator) {
        this.elaborator = elaborator;
    }

    /** The condition that {@code e} is. */
    Condition of(Expression e, Scope scope) {
        elaborator.enter(e.place());
        Condition condition = condition(e, scope);
        elaborator.leave();
        return condition;
    }

    private Condition condition(Expression e, Scope scope) {
        if (e instanceof Expression.Compared c) {
            return compared(c, scope);
        } else if (e instanceof Expression.Joined j) {
            Condition a = of(j.a(), scope);
            boolean isDecided = a.equals(Condition.of(!j.isAnd()));
            if (isDecided) {
                return a;
            }
            Condition b = of(j.b(), scope);
            return j.isAnd() ? Condition.and(a, b) : Condition.or(a, b);
        } else if (e instanceof Expression.Not n) {
            return Condition.not(of(n.a(), scope));
        } else if (e instanceof Expression.Truth t) {
            return Condition.of(t.value());
        }
        Value value = elaborator.evaluate(e, scope);
        if (value instanceof Value.Truth t) {
            return t.condition();
        }
        throw new FormulaException(e.place(), "expected a condition, found " + value.kind());
    }

    private Condition compared(Expression.Compared c, Scope scope) {
        List<Value> values = c.operands().stream().map(o -> elaborator.evaluate(o, scope)).toList();
        Condition all = Condition.of(true);
        for (int i = 0; i < c.relations().size(); i++) {
            Value a = values.get(i);
            Value b = values.get(i + 1);
            String relation = c.relations().get(i);
            boolean isNone = a instanceof Value.None || b instanceof Value.None;
            Condition next =
                    isNone
                            ? none(relation, a, b, c.place())
                            : Scalars.compared(relation(relation, c), a, b, c.place());
            all = Condition.and(all, next);
        }
        return all;
    }

    private static Condition none(String relation, Value a, Value b, Place place) {
        boolean same = a instanceof Value.None && b instanceof Value.None;
        return switch (relation) {
            case "is", "==" -> Condition.of(same);
            case "isnot", "!=" -> Condition.of(!same);
            default -> throw new FormulaException(place, relation + " does not compare with None");
        };
    }

    private static Relation relation(String spelling, Expression.Compared c) {
        Relation relation = Relation.of(spelling);
        if (relation == null) {
            throw new FormulaException(c.place(), "'is' compares with None only; use ==");
        }
        return relation;
    }
}
