package io.heddle.lifting;

import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * What the sizes of all launches leave open about a formula: a size that has one number at all of
 * them may be that number, and of two that are equal at all of them either may be meant. The same
 * of two that differ by 1 at all of them, where a definition has one of them other than as the
 * extent of a tensor.
 */
final class SizeDoubts {
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
        return ofDifferences(named(meant(formula, extents), launches), launches);
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

    private static String ofDifferences(List<String> names, List<SizedLaunch> launches) {
        for (String name : names) {
            List<Long> own = values(name, launches).toList();
            for (String other : launches.get(0).dims().keySet()) {
                List<Long> others = values(other, launches).toList();
                long apart = own.get(0) - others.get(0);
                boolean isAlways =
                        IntStream.range(0, own.size())
                                .allMatch(k -> own.get(k) - others.get(k) == apart);
                if (isAlways && Math.abs(apart) == 1) {
                    return name
                            + " is "
                            + other
                            + (apart < 0 ? " - 1" : " + 1")
                            + " at every size: either may be meant";
                }
            }
        }
        return null;
    }

    private static Stream<Long> values(String name, List<SizedLaunch> launches) {
        return launches.stream().map(l -> l.dims().get(name));
    }
}
