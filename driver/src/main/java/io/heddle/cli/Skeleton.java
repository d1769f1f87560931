package io.heddle.cli;

import com.typesafe.config.ConfigUtil;
import io.heddle.check.KernelFiles;
import io.heddle.launch.TensorSpec.Role;
import io.heddle.ptx.Function;
import io.heddle.ptx.PtxModule;
import io.heddle.signature.Signature;
import io.heddle.signature.Signature.Kind;
import io.heddle.signature.Signature.Parameter;
import io.heddle.suite.CudaSource;
import io.heddle.suite.EntryNames;
import io.heddle.term.ElementType;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * What a user writes to have an entry checked, as far as its PTX tells: its signature in C, a
 * {@code check} line, and a pair of a suite. {@code N} stands for every size and every integer.
 *
 * @param file its PTX, or the CUDA source that it is compiled from
 * @param entry the shortest name that means it
 * @param signature what is known of it
 */
record Skeleton(String file, String entry, Signature signature) {
    /** The value that {@code N} is given: four elements for each of {@link #THREADS} threads. */
    static final int SIZE = 1024;

    /** Dynamic shared memory, if there is any: what every device allows without being asked. */
    static final int SHARED = 49152;

    private static final int THREADS = 256;
    private static final String STRUCTURE =
            " is a structure by value: give its fields, such as '{4, float(1.5), in:x:f32[N]}'";
    private static final String NAME = "[A-Za-z_][A-Za-z0-9_]*";
    private static final Set<String> WORDS = Set.of("null", "true", "false", "include");

    /** That of an entry of {@code module}, with the names of its source if that is there. */
    static Skeleton of(String file, PtxModule module, Function entry, KernelFiles files) {
        List<String> names = SourceNames.of(file, entry, files);
        return new Skeleton(
                file, EntryNames.shortest(module, entry), Signature.of(module, entry).named(names));
    }

    /** The same of a file of another name. */
    Skeleton named(String name) {
        return new Skeleton(name, entry, signature);
    }

    /** {@code softmax(const float *p0, float *p1, int p2)}. */
    String prototype() {
        return signature.parameters().stream()
                .map(Skeleton::declaration)
                .collect(Collectors.joining(", ", entry + "(", ")"));
    }

    private static String declaration(Parameter p) {
        return switch (p.kind()) {
            case TENSOR ->
                    (p.role() == Role.IN ? "const " : "") + cType(p.type()) + " *" + p.name();
            case SCALAR -> cType(p.type()) + " " + p.name();
            case AGGREGATE -> "struct { char b[" + p.bytes() + "]; } " + p.name();
            case UNUSED -> "void *" + p.name() + " /* not used */";
            case UNKNOWN -> "void *" + p.name() + " /* or a number */";
        };
    }

    private static String cType(ElementType type) {
        return switch (type) {
            case F16 -> "__half";
            case BF16 -> "__nv_bfloat16";
            case F32 -> "float";
            case F64 -> "double";
            case E4M3 -> "__nv_fp8_e4m3";
            case E5M2 -> "__nv_fp8_e5m2";
            case S8 -> "signed char";
            case U8 -> "unsigned char";
            case S16 -> "short";
            case U16 -> "unsigned short";
            case S32 -> "int";
            case U32 -> "unsigned int";
            case S64 -> "long long";
            case U64 -> "unsigned long long";
        };
    }

    /** What limits a launch: directives and shared memory, one line each. */
    List<String> limits() {
        List<String> lines = new ArrayList<>();
        if (!signature.maxThreads().isEmpty()) {
            lines.add(".maxntid " + extents(signature.maxThreads()));
        }
        if (!signature.requiredThreads().isEmpty()) {
            lines.add(".reqntid " + extents(signature.requiredThreads()));
        }
        if (signature.staticShared() > 0) {
            lines.add(signature.staticShared() + " bytes of static shared memory");
        }
        if (signature.dynamicShared()) {
            lines.add(
                    "dynamic shared memory: its size is the launch's, "
                            + SHARED
                            + " stands for it below");
        }
        for (Parameter p : signature.parameters()) {
            if (p.kind() == Kind.AGGREGATE) {
                lines.add(p.name() + STRUCTURE);
            }
            if (!p.evident()) {
                lines.add(p.name() + " is only copied: its type is a guess by its width");
            }
            if (p.kind() == Kind.UNKNOWN) {
                lines.add(p.name() + " cannot be guessed: a pointer or a number of 64 bits");
            }
        }
        return lines;
    }

    private static String extents(List<Long> extents) {
        return extents.stream().map(String::valueOf).collect(Collectors.joining(","));
    }

    /** The block: the required one, else the largest allowed one, else {@link #THREADS} threads. */
    private String block() {
        return !signature.requiredThreads().isEmpty()
                ? extents(signature.requiredThreads())
                : signature.maxThreads().isEmpty()
                        ? String.valueOf(THREADS)
                        : extents(signature.maxThreads());
    }

    // ---------------------------------------------------------------- command line

    /**
     * One {@code --arg} for each parameter.
     *
     * @param size what stands for sizes and integers
     */
    List<String> arguments(String size) {
        List<String> arguments = new ArrayList<>();
        for (int k = 0; k < signature.parameters().size(); k++) {
            Parameter p = signature.parameters().get(k);
            arguments.add(
                    switch (p.kind()) {
                        case TENSOR ->
                                lower(p.role())
                                        + ":"
                                        + name(k)
                                        + ":"
                                        + p.type().spelling()
                                        + "["
                                        + size
                                        + "]";
                        case SCALAR ->
                                scalar(p, size, "sym:" + name(k) + ":" + p.type().spelling());
                        case AGGREGATE -> "bytes:" + zeros(p);
                        case UNUSED, UNKNOWN -> "null";
                    });
        }
        return arguments;
    }

    private static String scalar(Parameter p, String size, String symbol) {
        return p.type().isFloat() ? symbol : p.type().bits() > 8 ? size : "1";
    }

    private static String zeros(Parameter p) {
        return "00".repeat((int) p.bytes());
    }

    private static String lower(Enum<?> word) {
        return word.name().toLowerCase(Locale.ROOT);
    }

    /** The name of parameter {@code k} in command lines and suites. */
    private String name(int k) {
        String name = signature.parameters().get(k).name();
        return name.matches(NAME) && !WORDS.contains(name) ? name : "p" + k;
    }

    /**
     * {@code try: --arg in:p0:f32[N] --arg …}, with {@code option} before each argument, and in
     * brackets what is to be said of structures.
     */
    String attempt(String option) {
        String structures =
                signature.parameters().stream()
                        .filter(p -> p.kind() == Kind.AGGREGATE)
                        .map(p -> " (" + p.name() + STRUCTURE + ")")
                        .collect(Collectors.joining());
        return arguments("N").stream()
                .map(a -> option + " " + a)
                .collect(Collectors.joining(" ", "try: ", structures));
    }

    /** A command that compares the entry with itself, for a shell that has {@code N} set. */
    String checkLine() {
        StringBuilder line = new StringBuilder("heddle check ");
        line.append(shell(file)).append(' ').append(shell(file));
        line.append(" --entry ").append(shell(entry));
        line.append(" --block ").append(block());
        if (signature.dynamicShared()) {
            line.append(" --shared ").append(SHARED);
        }
        arguments("$N").forEach(a -> line.append(" --arg \"").append(a).append('"'));
        return line.toString();
    }

    private static String shell(String word) {
        return word.matches("[A-Za-z0-9_./:@%+=,-]+")
                ? word
                : "'" + word.replace("'", "'\\''") + "'";
    }

    // ---------------------------------------------------------------- suite

    /** A pair of that name, of a suite whose {@code vars} have {@code N}. */
    String pair(String name) {
        StringBuilder text = new StringBuilder("  { name = " + quoted(name) + "\n");
        text.append("    block = [").append(block().replace(",", ", ")).append(']');
        if (signature.dynamicShared()) {
            text.append(", shared = ").append(SHARED);
        }
        text.append("\n    tensors {\n");
        List<String> arguments = new ArrayList<>();
        for (int k = 0; k < signature.parameters().size(); k++) {
            Parameter p = signature.parameters().get(k);
            if (p.kind() == Kind.TENSOR) {
                text.append("      ")
                        .append(name(k))
                        .append(" { type = ")
                        .append(p.type().spelling());
                text.append(", shape = [${vars.N}], role = ")
                        .append(lower(p.role()))
                        .append(" }\n");
            }
            arguments.add(
                    switch (p.kind()) {
                        case TENSOR -> name(k);
                        case SCALAR ->
                                scalar(
                                        p,
                                        "${vars.N}",
                                        "{sym = "
                                                + name(k)
                                                + ", type = "
                                                + p.type().spelling()
                                                + "}");
                        case AGGREGATE -> "{bytes = \"" + zeros(p) + "\"}";
                        case UNUSED, UNKNOWN -> "null";
                    });
        }
        text.append("    }\n    args = [").append(String.join(", ", arguments)).append("]\n");
        String kernel =
                "{ ptx = "
                        + quoted(CudaSource.is(file) ? CudaSource.ptx(file) : file)
                        + ", entry = "
                        + quoted(entry)
                        + " }\n";
        text.append("    reference ").append(kernel).append("    candidate ").append(kernel);
        return text.append("    expect = EQUIVALENT }\n").toString();
    }

    static String quoted(String text) {
        return ConfigUtil.quoteString(text);
    }
}
