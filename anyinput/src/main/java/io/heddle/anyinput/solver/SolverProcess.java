package io.heddle.anyinput.solver;

import com.microsoft.z3.Context;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.File;
import java.io.IOException;
import java.net.URISyntaxException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Timer;
import java.util.TimerTask;

/** A solver in a process of its own, which is started again if it ends or takes too long. */
public final class SolverProcess implements AutoCloseable {
    private static final String HEAP = "-Xmx256m";
    private static final long GRACE_MILLIS = 2_000;
    private static final long LEAST_MILLIS = 200;

    /** The most steps for a script, about three seconds on a quiet machine. */
    public static final int MOST_STEPS = 3_000_000;

    private static final long NANOS_IN_MILLI = 1_000_000;

    private final long millis;
    private final Path log;
    private Process process;
    private DataOutputStream to;
    private DataInputStream from;

    /**
     * A solver.
     *
     * @param millis most time for a script
     * @param log a file that the scripts and answers are added to, or null
     */
    public SolverProcess(long millis, Path log) {
        this.millis = millis;
        this.log = log;
    }

    /**
     * What the solver prints for a script; empty if it takes too long or ends.
     *
     * @param values a command that asks for values, for after {@code sat}; empty for none
     * @param most milliseconds for this script, if they are fewer than the most for any
     * @param steps what Z3 calls a resource limit, which does not depend on the machine and on what
     *     else runs on it
     */
    public String answer(String script, String values, long most, int steps) {
        long begin = System.nanoTime();
        String answer = ask(script, values, Math.max(LEAST_MILLIS, Math.min(millis, most)), steps);
        if (log != null) {
            try {
                Files.writeString(
                        log,
                        script
                                + "; "
                                + answer.strip().replace("\n", "\n; ")
                                + "\n; "
                                + (System.nanoTime() - begin) / NANOS_IN_MILLI
                                + " ms\n(reset)\n\n",
                        StandardOpenOption.CREATE,
                        StandardOpenOption.APPEND);
            } catch (IOException e) {
                throw new SolverException("cannot write " + log + ": " + e.getMessage(), e);
            }
        }
        return answer;
    }

    private String ask(String script, String values, long limit, int steps) {
        if (process == null || !process.isAlive()) {
            start();
        }
        Process asked = process;
        Timer timer = new Timer("solver limit", true);
        timer.schedule(
                new TimerTask() {
                    @Override
                    public void run() {
                        asked.destroyForcibly();
                    }
                },
                limit + GRACE_MILLIS);
        try {
            send(
                    "(set-option :timeout "
                            + limit
                            + ")\n(set-option :rlimit "
                            + steps
                            + ")\n"
                            + script);
            send(values);
            to.flush();
            byte[] answer = new byte[from.readInt()];
            from.readFully(answer);
            return new String(answer, StandardCharsets.UTF_8);
        } catch (IOException e) {
            close();
            return "";
        } finally {
            timer.cancel();
        }
    }

    private void send(String text) throws IOException {
        byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
        to.writeInt(bytes.length);
        to.write(bytes);
    }

    private void start() {
        String java = Path.of(System.getProperty("java.home"), "bin", "java").toString();
        String classes = place(SolverServer.class) + File.pathSeparator + place(Context.class);
        try {
            process =
                    new ProcessBuilder(
                                    java,
                                    HEAP,
                                    "-XX:TieredStopAtLevel=1",
                                    "-XX:+UseSerialGC",
                                    "-Xshare:auto",
                                    "-cp",
                                    classes,
                                    SolverServer.class.getName())
                            .redirectError(ProcessBuilder.Redirect.DISCARD)
                            .start();
        } catch (IOException e) {
            throw new SolverException("the solver cannot be started: " + e.getMessage(), e);
        }
        to = new DataOutputStream(process.getOutputStream());
        from = new DataInputStream(process.getInputStream());
    }

    /** The file or folder that a class was loaded from, whatever loader did it. */
    private static String place(Class<?> c) {
        try {
            return Path.of(c.getProtectionDomain().getCodeSource().getLocation().toURI())
                    .toString();
        } catch (URISyntaxException e) {
            throw new SolverException("the solver is not in a file: " + e.getMessage(), e);
        }
    }

    @Override
    public void close() {
        if (process != null) {
            process.destroyForcibly();
            process = null;
        }
    }
}
