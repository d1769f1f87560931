package io.heddle.replay;

import io.heddle.replay.machine.ElementSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** How many elements of a tensor launches write, as far as the CTAs show that were run. */
final class WrittenCount {
    private final ElementSet all = new ElementSet();
    private double elements;
    private boolean isExact = true; // all CTAs of all launches were run
    private boolean isEstimate;
    private boolean isKnown = true;

    /** What the CTAs of one launch have written. */
    static final class OfLaunch {
        private final ElementSet union = new ElementSet();
        private final boolean isWhole;
        private double sum;
        private double weighted;
        private final Map<List<Integer>, Integer> alike = new LinkedHashMap<>();
        private boolean isUneven;
        private boolean isUnlike;

        /**
         * @param isWhole all CTAs were run
         */
        OfLaunch(boolean isWhole) {
            this.isWhole = isWhole;
        }

        /** Takes what all CTAs have written. */
        void add(ElementSet own) {
            add(own, List.of(), 1);
        }

        /** Takes what a CTA has written. */
        void add(ElementSet own, CtaSample.Member member) {
            add(own, member.place(), member.weight());
        }

        private void add(ElementSet own, List<Integer> place, double weight) {
            int n = own.size();
            union.addAll(own);
            sum += n;
            weighted += weight * n;
            Integer other = alike.putIfAbsent(place, n);
            if (other != null && other != n) {
                isUneven = true;
                isUnlike |= 2 * Math.min(n, other) < Math.max(n, other);
            }
        }

        /**
         * The elements that all CTAs write, if each writes as many as those do that it is like, and
         * these have as much in common as those that were run.
         */
        private double estimate() {
            return sum == 0 ? 0 : weighted * union.size() / sum;
        }

        boolean isEmpty() {
            return union.isEmpty();
        }
    }

    /**
     * Takes what a launch more has written. Launches that write between the same first and last
     * element may write the same ones, unless all of them are known.
     */
    void add(OfLaunch launch) {
        if (launch.isEmpty()) {
            return;
        }
        boolean isApart =
                all.isEmpty()
                        || launch.union.last() < all.next(0)
                        || all.last() < launch.union.next(0);
        isExact &= launch.isWhole;
        all.addAll(launch.union);
        elements =
                isExact
                        ? all.size()
                        : isApart
                                ? elements + launch.estimate()
                                : Math.max(elements, launch.estimate());
        isEstimate |= launch.isUneven || !launch.isWhole && launch.union.size() != launch.sum;
        isKnown &= !launch.isUnlike;
    }

    /** How many elements: all that were written where all CTAs were run. */
    double elements() {
        return elements;
    }

    /** True if CTAs that are alike write more and less, or the same elements. */
    boolean isEstimate() {
        return isEstimate;
    }

    /** False if of CTAs that are alike some write more than twice as many as others. */
    boolean isKnown() {
        return isKnown;
    }
}
