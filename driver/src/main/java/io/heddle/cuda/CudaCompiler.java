package io.heddle.cuda;

import io.heddle.suite.CudaSource;
import io.heddle.suite.InputException;
import io.heddle.suite.LocalFiles;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Makes PTX of CUDA source with the nvcc on the PATH, and keeps it in a folder of the user's cache:
 * {@code ptx/HASH/NAME.ptx} with the source beside it, from which names of parameters are read.
 */
public final class CudaCompiler {
    /** Changes whenever what is kept for one key does. */
    private static final String FORMAT = "1";

    private static final Pattern FILE =
            Pattern.compile("(?m)^(\\s*\\.file\\s+\\d+\\s+)\"([^\"]*)\"");

    /** Flags whose meaning is not in the flags: the machine's device, or a file. */
    private static final Pattern FROM_OUTSIDE =
            Pattern.compile(".*(native|-optf|--options-file).*", Pattern.DOTALL);

    private final Map<String, String> environment;

    /**
     * @param environment where PATH, HEDDLE_CACHE, XDG_CACHE_HOME, HOME and the flags that nvcc
     *     takes from variables are looked up
     */
    public CudaCompiler(Map<String, String> environment) {
        this.environment = Map.copyOf(environment);
    }

    /**
     * The PTX of a source.
     *
     * @param source path of the source
     * @param options texts of flags, each split as a shell does
     * @return path of the PTX
     * @throws InputException if there is no such file, no nvcc, or the source does not compile;
     *     then with the messages of nvcc
     */
    public String ptx(String source, List<String> options) {
        List<String> flags = flags(options);
        Path file = existing(source);
        Nvcc nvcc =
                Nvcc.on(environment.getOrDefault("PATH", ""))
                        .orElseThrow(
                                () ->
                                        new InputException(
                                                source
                                                        + ": there is no nvcc on the PATH; compile"
                                                        + " it where there is one: "
                                                        + CudaSource.command(source)));
        String base = file.getFileName().toString();
        String ptx = base.substring(0, base.length() - ".cu".length()) + ".ptx";
        boolean mayReuse = flags.stream().noneMatch(f -> FROM_OUTSIDE.matcher(f).matches());
        String key = key(nvcc, source, file, flags);
        Path folder = cache().resolve("ptx").resolve(key);
        Path kept = folder.resolve(ptx);
        if (!mayReuse || !Files.isRegularFile(kept)) {
            byte[] text = compile(nvcc, source, file, flags);
            if (!key.equals(key(nvcc, source, file, flags))) {
                throw new InputException(source + ": changed while nvcc compiled it; try again");
            }
            try {
                Files.createDirectories(folder);
                write(folder.resolve(base), Files.readAllBytes(file));
                write(kept, text); // last: what is there is whole
            } catch (IOException e) {
                throw new InputException(
                        folder
                                + ": cannot be written: "
                                + e
                                + "; HEDDLE_CACHE names another folder");
            }
        }
        return kept.toString();
    }

    private static List<String> flags(List<String> options) {
        List<String> flags = new ArrayList<>();
        options.forEach(o -> flags.addAll(ShellWords.split("--nvcc-flags", o)));
        boolean named =
                flags.stream()
                        .anyMatch(
                                f ->
                                        f.matches(
                                                "(?s)(-arch|--?gpu-architecture|-gencode|--?generate-code)(=.*)?"));
        if (!named) {
            flags.add(0, CudaSource.ARCHITECTURE);
        }
        return flags;
    }

    private static Path existing(String source) {
        try {
            Path file = LocalFiles.path(source);
            if (Files.isRegularFile(file)) {
                return file;
            }
            throw new InputException(
                    source + (Files.exists(file) ? ": is not a regular file" : ": no such file"));
        } catch (IOException e) {
            throw new InputException(source + ": cannot be read: " + e.getMessage());
        }
    }

    /** The folder of the cache: HEDDLE_CACHE, else that of the XDG base directories. */
    private Path cache() {
        String own = environment.getOrDefault("HEDDLE_CACHE", "");
        String user = environment.getOrDefault("XDG_CACHE_HOME", "");
        String home = environment.getOrDefault("HOME", System.getProperty("user.home"));
        try {
            if (!own.isEmpty()) {
                return Path.of(own).toAbsolutePath();
            }
            boolean given = !user.isEmpty() && Path.of(user).isAbsolute();
            return (given ? Path.of(user) : Path.of(home, ".cache")).resolve("heddle");
        } catch (InvalidPathException e) {
            throw new InputException("the cache: " + e.getMessage());
        }
    }

    /** A hash of all that the PTX depends on. */
    private String key(Nvcc nvcc, String source, Path file, List<String> flags) {
        List<String> preprocess = new ArrayList<>(List.of("-E"));
        preprocess.addAll(flags);
        preprocess.add(file.toString());
        MessageDigest hash = sha256();
        List<String> words = new ArrayList<>(List.of(FORMAT, source));
        words.add(file.toAbsolutePath().toString()); // the PTX names it
        words.add(environment.getOrDefault("NVCC_PREPEND_FLAGS", ""));
        words.add(environment.getOrDefault("NVCC_APPEND_FLAGS", ""));
        words.addAll(flags);
        for (String word : words) {
            hash.update((word.length() + ":" + word).getBytes(StandardCharsets.UTF_8));
        }
        hash.update(nvcc.run(source, List.of("--version")));
        hash.update(nvcc.run(source, preprocess));
        return HexFormat.of().formatHex(hash.digest(), 0, 16);
    }

    private static MessageDigest sha256() {
        try {
            return MessageDigest.getInstance("SHA-256");
        } catch (NoSuchAlgorithmException e) {
            throw new AssertionError(e); // every Java platform has it
        }
    }

    private static byte[] compile(Nvcc nvcc, String source, Path file, List<String> flags) {
        Path output = null;
        try {
            output = Files.createTempFile("heddle", ".ptx");
            List<String> arguments = new ArrayList<>(List.of("-ptx", "-lineinfo"));
            arguments.addAll(flags);
            arguments.addAll(List.of(file.toString(), "-o", output.toString()));
            nvcc.run(source, arguments);
            String text = Files.readString(output);
            if (text.isBlank()) {
                throw new InputException(
                        source + ": nvcc wrote no PTX with the flags " + String.join(" ", flags));
            }
            return named(text, source, file).getBytes(StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new InputException(source + ": the PTX of nvcc cannot be read: " + e);
        } finally {
            if (output != null) {
                output.toFile().delete();
            }
        }
    }

    /** The PTX with the source named as the user did; nvcc puts its working folder before that. */
    private static String named(String ptx, String source, Path file) {
        return FILE.matcher(ptx)
                .replaceAll(
                        m -> {
                            String name = isSame(m.group(2), file) ? source : m.group(2);
                            return Matcher.quoteReplacement(m.group(1) + '"' + name + '"');
                        });
    }

    private static boolean isSame(String name, Path file) {
        try {
            return Files.isSameFile(Path.of(name), file);
        } catch (IOException | InvalidPathException e) {
            return false; // names that the preprocessor made up
        }
    }

    /** Writes a file in one step, so that a process that reads it beside us finds all of it. */
    private static void write(Path file, byte[] content) throws IOException {
        Path part = Files.createTempFile(file.getParent(), file.getFileName().toString(), ".part");
        try {
            Files.write(part, content);
            Files.move(
                    part,
                    file,
                    StandardCopyOption.ATOMIC_MOVE,
                    StandardCopyOption.REPLACE_EXISTING);
        } finally {
            Files.deleteIfExists(part);
        }
    }
}
