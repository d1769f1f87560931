package io.heddle.check;

import io.heddle.condition.VerificationCondition;
import io.heddle.report.KernelSide;
import io.heddle.report.PairReport.Defect;
import java.util.BitSet;
import java.util.List;
import java.util.Map;

/**
 * Which elements of a pair are compared, and what is known of them before any decision.
 *
 * @param conditions one for each element to decide (and each pair of cases that can hold together),
 *     in order of tensor and index
 * @param compared elements compared
 * @param skipped elements that neither side writes
 * @param oneSided elements that exactly one side writes and that were not initialised; where the
 *     other CTAs of the grids matter, all that exactly one side writes
 * @param undefined elements one of whose terms may be undefined
 * @param partial elements whose final contents are no whole value of their type
 * @param notes stores to {@code in} tensors
 * @param assumptions what the choice of elements assumes
 * @param sometimes of the elements that both sides are asked to write: those that are compared for
 *     some inputs only, by tensor and row-major index
 * @param roundings where a rounding may decide an element
 * @param oneCta true if what other CTAs of the grids would do matters, but was not executed
 */
public record ComparedElements(
        List<VerificationCondition> conditions,
        long compared,
        long skipped,
        List<OneSided> oneSided,
        List<Unusable> undefined,
        List<Unusable> partial,
        List<Defect> notes,
        List<String> assumptions,
        Map<String, BitSet> sometimes,
        Roundings roundings,
        boolean oneCta) {
    /** Copies the lists. */
    public ComparedElements {
        conditions = List.copyOf(conditions);
        oneSided = List.copyOf(oneSided);
        undefined = List.copyOf(undefined);
        partial = List.copyOf(partial);
        notes = List.copyOf(notes);
        assumptions = List.copyOf(assumptions);
        sometimes = Map.copyOf(sometimes);
    }

    /**
     * An element that only one side writes.
     *
     * @param tensor its tensor
     * @param index its row-major index
     * @param writer the side that writes it
     * @param condition when this happens
     * @param term what is written
     * @param elsewhere true if the other side may write it in a CTA that was not executed
     */
    public record OneSided(
            String tensor,
            long index,
            KernelSide writer,
            int condition,
            int term,
            boolean elsewhere) {
        OneSided(String tensor, long index, KernelSide writer, int condition, int term) {
            this(tensor, index, writer, condition, term, false);
        }
    }

    /**
     * An element whose term cannot be compared.
     *
     * @param tensor its tensor
     * @param index its row-major index
     * @param side whose term it is
     * @param term the term; 0 if there is none
     * @param why why there is none, or null
     */
    public record Unusable(String tensor, long index, KernelSide side, int term, String why) {
        Unusable(String tensor, long index, KernelSide side, int term) {
            this(tensor, index, side, term, null);
        }
    }
}
