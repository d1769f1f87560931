package io.heddle.anyinput.query;

import io.heddle.anyinput.bits.BitOp;
import io.heddle.anyinput.bits.BitTerm;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Writes terms as SMT-LIB terms over bit vectors: exact, and slow where symbols are multiplied. */
final class VectorText {
    private final Script script;
    private final Map<BitTerm, String> texts = new HashMap<>();
    private final Set<String> declared = new HashSet<>();

    VectorText(Script script) {
        this.script = script;
    }

    /** Asserts a condition. */
    void require(BitTerm condition) {
        script.line("(assert " + text(condition) + ")");
    }

    private static String sort(BitTerm t) {
        return t.width() == 1 ? "Bool" : "(_ BitVec " + t.width() + ")";
    }

    private String text(BitTerm t) {
        String known = texts.get(t);
        if (known == null) {
            String made = made(t);
            known = made;
            if (!t.operands().isEmpty()) {
                known = script.fresh("v");
                script.line("(define-fun " + known + " () " + sort(t) + " " + made + ")");
            }
            texts.put(t, known);
            if (t.op() == BitOp.APPLY && t.width() > 1) {
                range(known, t);
                script.show(known, t);
                t.operands().stream()
                        .filter(o -> o.width() > 1)
                        .forEach(o -> script.show(texts.get(o), o));
            }
        }
        return known;
    }

    private void range(String name, BitTerm t) {
        script.line(
                "(assert (and (bvule "
                        + constant(t.low(), t.width())
                        + " "
                        + name
                        + ") (bvule "
                        + name
                        + " "
                        + constant(t.high(), t.width())
                        + ")))");
    }

    private static String constant(BigInteger value, int width) {
        return "(_ bv" + value + " " + width + ")";
    }

    private String made(BitTerm t) {
        List<String> o = new ArrayList<>();
        t.operands().forEach(x -> o.add(text(x)));
        return switch (t.op()) {
            case CONSTANT ->
                    t.width() == 1 ? t.is(1) ? "true" : "false" : constant(t.low(), t.width());
            case VARIABLE -> {
                String name = Script.quoted(t.name());
                if (declared.add(name)) {
                    script.line("(declare-const " + name + " " + sort(t) + ")");
                    if (t.width() > 1) {
                        range(name, t);
                    }
                    script.show(name, t);
                }
                yield name;
            }
            case APPLY -> {
                List<String> sorts = t.operands().stream().map(VectorText::sort).toList();
                // one operation may be applied to operands of several widths
                String name =
                        Script.quoted(
                                t.name() + " " + t.width() + " of " + String.join(" ", sorts));
                if (declared.add(name)) {
                    script.line(
                            "(declare-fun "
                                    + name
                                    + " ("
                                    + String.join(" ", sorts)
                                    + ") "
                                    + sort(t)
                                    + ")");
                }
                yield o.isEmpty() ? name : "(" + name + " " + String.join(" ", o) + ")";
            }
            case ZEXT, SEXT -> {
                BitTerm a = t.operand(0);
                int more = t.width() - a.width();
                String bits = a.width() == 1 ? "(ite " + o.get(0) + " #b1 #b0)" : o.get(0);
                yield "((_ " + t.op().smt() + " " + more + ") " + bits + ")";
            }
            case LOW -> {
                String bits = "((_ extract " + (t.width() - 1) + " 0) " + o.get(0) + ")";
                yield t.width() == 1 ? "(= " + bits + " #b1)" : bits;
            }
            default -> "(" + t.op().smt() + " " + String.join(" ", o) + ")";
        };
    }
}
