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

/**
 * Answers scripts until its input ends: reads a script that ends with {@code (check-sat)} and a
 * command that asks for values, writes the answer, that of the second one only after {@code sat}.
 * Before each text stands its length in bytes, as four bytes.
 */
public final class SolverServer {
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
        while (true) {
            String script;
            try {
                script = read(in);
            } catch (EOFException e) {
                return;
            }
            byte[] answer = answer(script, read(in)).getBytes(StandardCharsets.UTF_8);
            out.writeInt(answer.length);
            out.write(answer);
            out.flush();
        }
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
