package io.heddle.lifting;

import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * What the sizes of all launches leave open about a formula: a size that has one number at all of
 * them may be that number, and of two that are equal at all of them either may be meant. The same
 * of one that is a small multiple of another one at all of them, the product of two, or next to
 * another one, where a definition has it other than as the extent of a tensor.
 */
final class SizeDoubts {
    private static final long MOST_FACTOR = 4; // by which a size may be greater than another one

    /** Calls that divide by extents, or by their roots. */
    private static final Pattern COUNTING =
            Pattern.compile("\\b(mean|var|\\w+_norm|\\w+_loss|kl_div|cross_entropy|attention)\\(");

    private SizeDoubts() {}

    /**
     * In words, about the sizes that a formula names; null if there is no doubt.
     *
     * @param extents how the user spells those of tensors
     */
    static String of(String formula, Collection<String> extents, List<SizedLaunch> launches) {
        List<String> names = named(formula, launches);
        for (int k = 0; k < names.size(); k++) {
            String name = names.get(k);
            if (values(name, launches).distinct().count() == 1) {
                return name
                        + " is "
                        + launches.get(0).dims().get(name)
                        + " at every size: where it stands, this number may be meant";
            }
            for (String other : names.subList(0, k)) {
                if (values(name, launches).toList().equals(values(other, launches).toList())) {
                    return other + " and " + name + " are equal at every size: either may be meant";
                }
            }
        }
        List<String> meant = named(meant(formula, extents), launches);
        String doubt = ofRelations(meant, launches, true);
        boolean counts = COUNTING.matcher(formula).find();
        return doubt == null && counts ? ofRelations(names, launches, false) : doubt;
    }

    private static List<String> named(String text, List<SizedLaunch> launches) {
        List<String> names = new ArrayList<>();
        for (String name : launches.get(0).dims().keySet()) {
            if (Pattern.compile("\\b" + Pattern.quote(name) + "\\b").matcher(text).find()) {
                names.add(name);
            }
        }
        return names;
    }

    /** What the definitions say, without the indices that run along a dimension of a tensor. */
    private static String meant(String formula, Collection<String> extents) {
        String said =
                LiftText.definitions(formula)
                        .lines()
                        .map(l -> l.substring(l.indexOf(" = ")))
                        .collect(Collectors.joining("\n"));
        for (String extent : extents) {
            said =
                    Pattern.compile(":" + Pattern.quote(extent) + "(?=[,\\]])")
                            .matcher(said)
                            .replaceAll("");
        }
        return said;
    }

    /**
     * A doubt about some sizes.
     *
     * @param areNear also of those that differ by 1
     */
    private static String ofRelations(
            List<String> names, List<SizedLaunch> launches, boolean areNear) {
        for (String name : names) {
            List<Long> own = values(name, launches).toList();
            for (Map.Entry<String, List<Long>> other : related(launches, areNear).entrySet()) {
                if (own.equals(other.getValue())) {
                    return name + " is " + other.getKey() + " at every size: either may be meant";
                }
            }
        }
        return null;
    }

    /** What other sizes give by an easy calculation, with its values at all sizes. */
    private static Map<String, List<Long>> related(List<SizedLaunch> launches, boolean areNear) {
        Map<String, List<Long>> related = new LinkedHashMap<>();
        List<String> all = List.copyOf(launches.get(0).dims().keySet());
        for (String a : all) {
            List<Long> own = values(a, launches).toList();
            if (areNear) {
                related.put(a + " - 1", own.stream().map(n -> n - 1).toList());
                related.put(a + " + 1", own.stream().map(n -> n + 1).toList());
            }
            for (long factor = 2; factor <= MOST_FACTOR; factor++) {
                long times = factor;
                related.put(times + " * " + a, own.stream().map(n -> n * times).toList());
                if (own.stream().allMatch(n -> n % times == 0)) {
                    related.put(a + " / " + times, own.stream().map(n -> n / times).toList());
                }
            }
            for (String b : all) {
                List<Long> others = values(b, launches).toList();
                if (a.compareTo(b) <= 0) {
                    related.put(a + " * " + b, product(own, others));
                }
            }
        }
        return related;
    }

    private static List<Long> product(List<Long> a, List<Long> b) {
        return IntStream.range(0, a.size()).mapToObj(k -> a.get(k) * b.get(k)).toList();
    }

    private static Stream<Long> values(String name, List<SizedLaunch> launches) {
        return launches.stream().map(l -> l.dims().get(name));
    }
}
