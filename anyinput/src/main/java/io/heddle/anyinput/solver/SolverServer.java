package io.heddle.anyinput.solver;

import com.microsoft.z3.Context;
import com.microsoft.z3.Native;
import com.microsoft.z3.Z3Exception;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.EOFException;
import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Timer;
import java.util.TimerTask;
import java.util.concurrent.TimeUnit;

/**
 * Answers scripts until its input ends: reads a script that ends with {@code (check-sat)} and a
 * command that asks for values, writes the answer, that of the second one only after {@code sat}.
 * Before each text stands its length in bytes, as four bytes.
 */
public final class SolverServer {
    /** Seconds without a script after which the server ends: whoever has started it forgot it. */
    static final int PATIENCE_SECONDS = 60;

    private SolverServer() {}

    /**
     * Runs the server.
     *
     * @param args none
     * @throws IOException if the other process has gone
     */
    public static void main(String[] args) throws IOException {
        DataInputStream in = new DataInputStream(System.in);
        DataOutputStream out = new DataOutputStream(new FileOutputStream(FileDescriptor.out));
        System.setOut(System.err); // what a library may print is no answer
        Timer timer = new Timer("patience", true);
        while (true) {
            String script;
            TimerTask end = ending();
            timer.schedule(end, TimeUnit.SECONDS.toMillis(PATIENCE_SECONDS));
            try {
                script = read(in);
            } catch (EOFException e) {
                return;
            }
            end.cancel();
            byte[] answer = answer(script, read(in)).getBytes(StandardCharsets.UTF_8);
            out.writeInt(answer.length);
            out.write(answer);
            out.flush();
        }
    }

    private static TimerTask ending() {
        return new TimerTask() {
            @Override
            public void run() {
                System.exit(0);
            }
        };
    }

    private static String read(DataInputStream in) throws IOException {
        byte[] text = new byte[in.readInt()];
        in.readFully(text);
        return new String(text, StandardCharsets.UTF_8);
    }

    private static String answer(String script, String values) {
        try (Context context = new Context()) {
            String verdict = Native.evalSmtlib2String(context.nCtx(), script);
            return verdict.startsWith("sat") && !values.isEmpty()
                    ? verdict + Native.evalSmtlib2String(context.nCtx(), values)
                    : verdict;
        } catch (Z3Exception e) {
            return "error: " + e.getMessage();
        }
    }
}
