package io.heddle.suite;

import java.util.Collection;

/** Finds the known word that a mistyped one was probably meant to be. */
public final class NearestName {
    private NearestName() {}

    /**
     * The word of {@code known} nearest to {@code word} by edit distance (the first of several), or
     * null if in each of them more than about a third of the letters differ, are missing or are
     * swapped.
     */
    public static String to(String word, Collection<String> known) {
        String best = null;
        int bestDistance = Integer.MAX_VALUE;
        for (String candidate : known) {
            int d = distance(word, candidate);
            if (d < bestDistance) {
                best = candidate;
                bestDistance = d;
            }
        }
        boolean near =
                best != null
                        && bestDistance <= Math.max(1, (best.length() + 1) / 3)
                        && bestDistance < Math.min(word.length(), best.length());
        return near ? best : null;
    }

    /** Insertions, deletions, changes, and swaps of neighbours. */
    private static int distance(String a, String b) {
        int[][] d = new int[a.length() + 1][b.length() + 1];
        for (int i = 0; i <= a.length(); i++) {
            for (int j = 0; j <= b.length(); j++) {
                d[i][j] = i == 0 || j == 0 ? i + j : step(d, a, b, i, j);
            }
        }
        return d[a.length()][b.length()];
    }

    private static int step(int[][] d, String a, String b, int i, int j) {
        int changed = d[i - 1][j - 1] + (a.charAt(i - 1) == b.charAt(j - 1) ? 0 : 1);
        int best = Math.min(changed, Math.min(d[i - 1][j], d[i][j - 1]) + 1);
        boolean swapped =
                i > 1
                        && j > 1
                        && a.charAt(i - 1) == b.charAt(j - 2)
                        && a.charAt(i - 2) == b.charAt(j - 1);
        return swapped ? Math.min(best, d[i - 2][j - 2] + 1) : best;
    }
}
