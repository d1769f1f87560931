package io.heddle.check;

import io.heddle.report.PairReport.Defect;
import io.heddle.suite.Limits;
import io.heddle.term.LimitExceededException;

/** Messages for the ways in which a step can fail, one line each. */
final class Failures {
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

    static String internal(Throwable e) {
        StackTraceElement[] trace = e.getStackTrace();
        return "internal failure: "
                + e.toString().replaceAll("\\s*\\R\\s*", " ")
                + (trace.length == 0
                        ? ""
                        : " in " + trace[0].getClassName() + ":" + trace[0].getLineNumber());
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
