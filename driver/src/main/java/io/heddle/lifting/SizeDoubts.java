package io.heddle.lifting;

import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * What the sizes of all launches leave open about a formula: a size that has one number at all of
 * them may be that number, and of two that are equal at all of them either may be meant.
 */
final class SizeDoubts {
    private SizeDoubts() {}

    /** In words, about the sizes that a formula names; null if there is no doubt. */
    static String of(String formula, List<SizedLaunch> launches) {
        List<String> names = new ArrayList<>();
        for (String name : launches.get(0).dims().keySet()) {
            if (Pattern.compile("\\b" + Pattern.quote(name) + "\\b").matcher(formula).find()) {
                names.add(name);
            }
        }
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
        return null;
    }

    private static Stream<Long> values(String name, List<SizedLaunch> launches) {
        return launches.stream().map(l -> l.dims().get(name));
    }
}
