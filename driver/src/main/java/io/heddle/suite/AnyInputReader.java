package io.heddle.suite;

import io.heddle.anyinput.assume.AssumptionException;
import io.heddle.anyinput.assume.AssumptionText;
import io.heddle.anyinput.bits.BitTerm;
import io.heddle.anyinput.bits.BitTerms;
import io.heddle.anyinput.bits.Level;
import io.heddle.launch.Argument;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;

/**
 * Reads what the verdict on a single kernel of a suite is to hold for: {@code true} for all inputs,
 * or an object with what is assumed of them and how large tensors are.
 */
final class AnyInputReader {
    private final BitTerms terms = new BitTerms();
    private final Map<String, BitTerm> names = new TreeMap<>();
    private final List<String> tensors = new ArrayList<>();

    private AnyInputReader(Side kernel) {
        for (String of : List.of("blockDim", "gridDim")) {
            for (String axis : List.of("x", "y", "z")) {
                name(of + "." + axis, Integer.SIZE);
            }
        }
        kernel.arguments().stream()
                .flatMap(Argument::parts)
                .forEach(
                        a -> {
                            if (a instanceof Argument.Tensor t) {
                                tensors.add(t.tensor().name());
                            } else if (a instanceof Argument.SymbolicScalar s
                                    && !s.type().isFloat()) {
                                name(s.name(), s.type().bits());
                            }
                        });
    }

    private void name(String name, int bits) {
        names.put(name, terms.variable(name, bits, Level.GRID));
    }

    private enum Grid {
        ANY,
        LAUNCH
    }

    /** A text of which a part is read; what it makes is of no use here. */
    private interface Parser {
        void read(BitTerms terms, Map<String, BitTerm> names, String text);
    }

    /**
     * The inputs of the key {@code anyInput}; null if it is left out or {@code false}.
     *
     * @param node the value of the key, or null
     * @param kernel the reference of the pair
     * @param candidate the other side, or null
     */
    static AnyInput read(HoconNode node, Side kernel, Side candidate) {
        boolean asked = node != null && !node.isNull() && (node.isObject() || node.flag());
        if (!asked) {
            return null;
        }
        if (candidate != null) {
            throw node.error("anyInput is for a single kernel, this pair has a candidate");
        } else if (kernel.launches().size() > 1) {
            throw node.error(
                    "anyInput is for a single kernel, this pair has "
                            + kernel.launches().size()
                            + " launches");
        }
        return node.isObject()
                ? new AnyInputReader(kernel.launches().get(0)).inputs(node)
                : new AnyInput(List.of(), Map.of(), true);
    }

    private AnyInput inputs(HoconNode node) {
        Map<String, HoconNode> fields = node.fields(List.of("assume", "extents", "grid"));
        List<String> assumptions = new ArrayList<>();
        if (fields.containsKey("assume")) {
            for (HoconNode condition : fields.get("assume").itemsOrSelf()) {
                assumptions.add(checked(condition, AssumptionText::condition));
            }
        }
        Map<String, List<String>> extents = new TreeMap<>();
        if (fields.containsKey("extents")) {
            fields.get("extents")
                    .fields()
                    .forEach((tensor, sizes) -> extents.put(known(tensor, sizes), sizes(sizes)));
        }
        boolean anyGrid =
                !fields.containsKey("grid") || fields.get("grid").oneOf(Grid.class) == Grid.ANY;
        return new AnyInput(assumptions, extents, anyGrid);
    }

    private String known(String tensor, HoconNode at) {
        if (tensors.contains(tensor)) {
            return tensor;
        }
        String nearest = NearestName.to(tensor, tensors);
        String others = tensors.isEmpty() ? "" : "; there are " + String.join(", ", tensors);
        throw at.error(
                "extents: no argument is a tensor named "
                        + tensor
                        + (nearest != null ? ", did you mean " + nearest : others));
    }

    private List<String> sizes(HoconNode node) {
        List<String> sizes = new ArrayList<>();
        for (HoconNode size : node.itemsOrSelf()) {
            sizes.add(checked(size, AssumptionText::number));
        }
        return sizes;
    }

    /** The text of a node that the parser takes. */
    private String checked(HoconNode node, Parser parser) {
        String text = node.text();
        try {
            parser.read(terms, names, text);
        } catch (AssumptionException e) {
            throw node.error(
                    String.format(
                            Locale.ROOT,
                            "%s: %s: column %d: %s",
                            node.path(),
                            text,
                            e.column(),
                            e.getMessage()));
        }
        return text;
    }
}
