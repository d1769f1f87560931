package io.heddle.check;

import io.heddle.anyinput.bits.BitTerm;
import io.heddle.anyinput.query.AnyInputCheck;
import java.util.ArrayList;
import java.util.List;

/**
 * Finds conditions over arguments and grid under which a kernel that is wrong for silly arguments
 * only is right: that sizes are not negative, that sizes, their products and the grid leave room in
 * 32 bits.
 */
final class Preconditions {
    private static final int ROOM = 1 << 30;

    private final AnyInputLaunch launch;
    private final AnyInputCheck check;

    Preconditions(AnyInputLaunch launch, AnyInputCheck check) {
        this.launch = launch;
        this.check = check;
    }

    /**
     * A conjunction from which nothing can be left out; empty if none of these conditions helps.
     */
    String weakest() {
        List<String> all = candidates();
        if (all.isEmpty() || !check.isExcluded(terms(all))) {
            return "";
        }
        List<String> left = new ArrayList<>(all);
        for (String one : all) {
            List<String> fewer = new ArrayList<>(left);
            fewer.remove(one);
            if (check.isExcluded(terms(fewer))) {
                left = fewer;
            }
        }
        return String.join(" && ", left);
    }

    private List<BitTerm> terms(List<String> conditions) {
        return conditions.stream().map(launch::condition).toList();
    }

    /** The conditions, those that users are least likely to need first. */
    private List<String> candidates() {
        List<String> all = new ArrayList<>();
        List<String> names = launch.integers();
        if (!launch.threads().grid().get(0).isConstant()) {
            all.add("gridDim.x <= 65535");
        }
        for (String name : names) {
            all.add(name + " >= 0");
        }
        for (String name : names) {
            all.add(name + " <= " + ROOM);
        }
        for (int k = 0; k < names.size(); k++) {
            for (int m = k + 1; m < names.size(); m++) {
                all.add(names.get(k) + " * " + names.get(m) + " <= " + Integer.MAX_VALUE);
            }
        }
        return all;
    }
}
