package io.heddle.check;

import io.heddle.report.PairReport.Defect;
import io.heddle.suite.Limits;
import io.heddle.term.LimitExceededException;
import java.util.Arrays;
import java.util.stream.Collectors;

/** Messages for the ways in which a step can fail, one line each. */
final class Failures {
    private static final int NAMED_FRAMES = 5;

    private Failures() {}

    static String limit(LimitExceededException e, Limits limits) {
        return "limit reached: " + e.getMessage() + limits(limits);
    }

    /** An UNDECIDED that ended an execution, with the pair's limits added to its message. */
    static Defect withLimits(Defect d, Limits limits) {
        String message = "limit reached: " + d.finding().message() + limits(limits);
        return new Defect(d.kernel(), d.finding().withMessage(message));
    }

    private static String limits(Limits limits) {
        return " (limits: " + seconds(limits) + ", " + size(limits.bytes()) + ")";
    }

    static String outOfMemory(Limits limits) {
        return "limit reached: the Java heap of "
                + size(Runtime.getRuntime().maxMemory())
                + " is full"
                + limits(limits);
    }

    /** What was thrown, where, and through which classes of Heddle it came, nearest first. */
    static String internal(Throwable e) {
        String places =
                Arrays.stream(e.getStackTrace())
                        .filter(frame -> frame.getClassName().startsWith("io.heddle."))
                        .limit(NAMED_FRAMES)
                        .map(frame -> simpleName(frame) + ":" + frame.getLineNumber())
                        .collect(Collectors.joining(", called by "));
        return "internal failure: "
                + e.toString().replaceAll("\\s*\\R\\s*", " ")
                + (places.isEmpty() ? "" : " in " + places);
    }

    private static String simpleName(StackTraceElement frame) {
        return frame.getClassName().substring(frame.getClassName().lastIndexOf('.') + 1);
    }

    private static String seconds(Limits limits) {
        return limits.seconds() == Math.rint(limits.seconds())
                ? (long) limits.seconds() + " s"
                : limits.seconds() + " s";
    }

    private static String size(long bytes) {
        long mebibytes = bytes >> 20;
        if (mebibytes == 0) {
            return bytes + " bytes";
        }
        return mebibytes % 1024 == 0 ? (mebibytes >> 10) + " GiB" : mebibytes + " MiB";
    }
}
