package io.heddle.check;

import io.heddle.anyinput.bits.BitTerm;
import io.heddle.anyinput.query.AnyInputCheck;
import io.heddle.anyinput.query.SizeProducts;
import java.util.ArrayList;
import java.util.List;

/**
 * Finds conditions over arguments and grid under which a kernel that is wrong for silly arguments
 * only is right: that sizes are positive, that the kernel's products of sizes do not wrap, that
 * sizes, their products and the grid leave room in 32 bits.
 */
final class Preconditions {
    private static final int ROOM = 1 << 30;
    private static final int MOST_IN_PAIRS = 6; // arguments

    private final AnyInputLaunch launch;
    private final AnyInputCheck check;

    Preconditions(AnyInputLaunch launch, AnyInputCheck check) {
        this.launch = launch;
        this.check = check;
    }

    /**
     * A conjunction from which nothing can be left out, as far as there is time to try; empty if
     * none of these conditions helps.
     */
    String weakest() {
        List<String> all = candidates();
        if (all.isEmpty() || !check.isExcluded(terms(all))) {
            return "";
        }
        List<String> left = new ArrayList<>(needed(List.of(), all));
        left.removeIf(c -> c.endsWith(" >= 0") && left.contains(c.replace(" >= 0", " >= 1")));
        return String.join(" && ", left);
    }

    /**
     * Those conditions that are needed beside others, which are enough together.
     *
     * @param kept conditions that hold anyway
     * @param some from which as many as possible are left out, the first ones first
     */
    private List<String> needed(List<String> kept, List<String> some) {
        if (some.isEmpty() || check.isExcluded(terms(kept))) {
            return List.of();
        }
        if (some.size() == 1) {
            return some;
        }
        List<String> second = some.subList(some.size() / 2, some.size());
        List<String> first = needed(joined(kept, second), some.subList(0, some.size() / 2));
        return joined(first, needed(joined(kept, first), second));
    }

    private static List<String> joined(List<String> a, List<String> b) {
        List<String> all = new ArrayList<>(a);
        all.addAll(b);
        return all;
    }

    private List<BitTerm> terms(List<String> conditions) {
        return conditions.stream().map(launch::condition).toList();
    }

    /** The conditions, those that users are least likely to need first. */
    private List<String> candidates() {
        SizeProducts sizes = check.openSizes();
        List<String> names =
                launch.integers().stream().filter(sizes.arguments()::contains).toList();
        List<String> all = new ArrayList<>();
        for (int k = 0; k < names.size() && names.size() <= MOST_IN_PAIRS; k++) {
            for (int m = k + 1; m < names.size(); m++) {
                all.add(names.get(k) + " * " + names.get(m) + " <= " + Integer.MAX_VALUE);
            }
        }
        names.forEach(n -> all.add(n + " <= " + ROOM));
        if (!launch.threads().grid().get(0).isConstant()) {
            all.add("gridDim.x <= 65535");
        }
        sizes.products()
                .forEach((factors, most) -> all.add(String.join(" * ", factors) + " <= " + most));
        names.forEach(n -> all.add(n + " >= 1"));
        names.forEach(n -> all.add(n + " >= 0"));
        return all;
    }
}
