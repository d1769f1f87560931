package io.heddle.lift;

import io.heddle.term.NamedConstant;
import java.util.Collection;
import java.util.Set;
import java.util.regex.Pattern;

/**
 * Names of arguments and sizes that formulas cannot have: words of the language, and those of
 * functions and constants that the formula itself needs.
 */
final class Hiding {
    private static final Set<String> WORDS =
            Set.of("if else and or not in is None True False return def assume".split(" "));

    private Hiding() {}

    /**
     * Refuses names that no formula can have.
     *
     * @throws NoFormulaException naming the first
     */
    static void checkWords(Collection<String> names) {
        for (String name : names) {
            if (WORDS.contains(name)) {
                throw new NoFormulaException(
                        "an argument or a size is named "
                                + name
                                + ", a word of the language of formulas: give it another name");
            }
        }
    }

    /**
     * Refuses names that hide what a definition needs.
     *
     * @param text of the definition
     * @throws NoFormulaException naming the first
     */
    static void check(Collection<String> names, String text, Expr body) {
        for (String name : names) {
            String quoted = Pattern.quote(name);
            boolean isCalled =
                    Pattern.compile("\\b" + quoted + "(\\[[^\\[\\]]*\\])?\\(")
                            .matcher(text.substring(text.indexOf(" = ")))
                            .find();
            boolean isConstant =
                    name.equals("pi") && has(body, false) || name.equals("inf") && has(body, true);
            if (isCalled || isConstant) {
                throw new NoFormulaException(
                        "the argument or size "
                                + name
                                + " hides what formulas call "
                                + name
                                + ", which this one needs: give it another name");
            }
        }
    }

    /** True if an infinity, or else π, stands in an expression. */
    private static boolean has(Expr e, boolean isInfinity) {
        boolean isIt =
                isInfinity
                        ? e instanceof Expr.Infinity
                        : e instanceof Expr.Constant c && c.constant() == NamedConstant.PI;
        return isIt || Extents.parts(e).stream().anyMatch(p -> has(p, isInfinity));
    }
}
