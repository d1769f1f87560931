package io.heddle.sync.barrier;

import io.heddle.sync.clock.HappensBefore;
import java.util.ArrayList;
import java.util.List;

/** Sets of threads of a CTA, by warp and lane, in words. */
final class ThreadRanges {
    private static final int FEW = 4;

    private ThreadRanges() {}

    /** Linear thread indices of lanes of a warp, such as {@code 32-47, 50}. */
    static String of(int warp, int lanes) {
        int[] byWarp = new int[warp + 1];
        byWarp[warp] = lanes;
        return of(byWarp);
    }

    /**
     * Linear thread indices of the lanes of each warp: {@code none}, a few ranges, or the first
     * ones and the last, such as {@code 0, 2, 4, 6, … 30 (16 threads)}.
     */
    static String of(int[] lanesByWarp) {
        List<String> ranges = new ArrayList<>();
        int count = 0;
        int from = -1;
        int total = lanesByWarp.length * HappensBefore.WARP;
        for (int tid = 0; tid <= total; tid++) {
            boolean in = tid < total && contains(lanesByWarp, tid);
            count += in ? 1 : 0;
            if (in && from < 0) {
                from = tid;
            } else if (!in && from >= 0) {
                ranges.add(tid - 1 > from ? from + "-" + (tid - 1) : Integer.toString(from));
                from = -1;
            }
        }
        if (ranges.isEmpty()) {
            return "none";
        }
        return ranges.size() <= FEW + 1
                ? String.join(", ", ranges)
                : String.join(", ", ranges.subList(0, FEW))
                        + ", … "
                        + ranges.get(ranges.size() - 1)
                        + " ("
                        + count
                        + " threads)";
    }

    private static boolean contains(int[] lanesByWarp, int tid) {
        int lanes = lanesByWarp[tid >> HappensBefore.WARP_SHIFT];
        return (lanes >>> (tid & HappensBefore.LANE_MASK) & 1) != 0;
    }

    /** The first few of them. */
    static List<Integer> few(int warp, int lanes) {
        int[] byWarp = new int[warp + 1];
        byWarp[warp] = lanes;
        return few(byWarp);
    }

    /** The first few of them. */
    static List<Integer> few(int[] lanesByWarp) {
        List<Integer> result = new ArrayList<>();
        int total = lanesByWarp.length * HappensBefore.WARP;
        for (int tid = 0; tid < total && result.size() < FEW; tid++) {
            if (contains(lanesByWarp, tid)) {
                result.add(tid);
            }
        }
        return result;
    }
}
