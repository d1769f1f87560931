package io.heddle.spec.write;

import io.heddle.spec.Expression;
import io.heddle.spec.Statement;
import java.util.List;
import java.util.stream.Stream;

/** The names that stand in expressions. */
final class Names {
    private Names() {}

    /** Those of a definition: in what it says, and in its extents. */
    static Stream<String> of(Statement.Definition d) {
        Stream<String> extents =
                d.binders() == null
                        ? Stream.of()
                        : d.binders().stream().flatMap(b -> of(b.extent()));
        return Stream.concat(extents, of(d.value()));
    }

    static Stream<String> of(Expression e) {
        return e instanceof Expression.Name n
                ? Stream.of(n.name())
                : parts(e).stream().flatMap(Names::of);
    }

    private static List<Expression> parts(Expression e) {
        if (e instanceof Expression.Negative n) {
            return List.of(n.a());
        } else if (e instanceof Expression.Binary b) {
            return List.of(b.a(), b.b());
        } else if (e instanceof Expression.Compared c) {
            return c.operands();
        } else if (e instanceof Expression.Not n) {
            return List.of(n.a());
        } else if (e instanceof Expression.Joined j) {
            return List.of(j.a(), j.b());
        } else if (e instanceof Expression.Conditional c) {
            return List.of(c.a(), c.condition(), c.b());
        } else if (e instanceof Expression.Tuple t) {
            return t.items();
        } else if (e instanceof Expression.Attribute a) {
            return List.of(a.a());
        } else if (e instanceof Expression.Call c) {
            Stream<Expression> arguments = c.arguments().stream().map(Expression.Argument::value);
            return Stream.concat(Stream.of(c.a()), arguments).toList();
        } else if (e instanceof Expression.Indexed i) {
            Stream<Expression> items =
                    i.items().stream()
                            .flatMap(m -> Stream.of(m.first(), m.second()))
                            .filter(x -> x != null);
            return Stream.concat(Stream.of(i.a()), items).toList();
        }
        return List.of();
    }
}
