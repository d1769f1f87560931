package io.heddle.cuda;

import io.heddle.suite.InputException;
import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * The compiler driver of CUDA.
 *
 * @param program its file
 */
record Nvcc(Path program) {
    /** The first {@code nvcc} in the folders of a search path that can be executed. */
    static Optional<Nvcc> on(String path) {
        for (String folder : path.split(Pattern.quote(File.pathSeparator))) {
            try {
                Path program = Path.of(folder).resolve("nvcc");
                if (Files.isRegularFile(program) && Files.isExecutable(program)) {
                    return Optional.of(new Nvcc(program.toAbsolutePath()));
                }
            } catch (InvalidPathException e) {
                // no folder: the next may be one
            }
        }
        return Optional.empty();
    }

    /**
     * What it writes to standard output.
     *
     * @param source what is compiled, for messages
     * @throws InputException with the messages of nvcc, if it fails
     */
    byte[] run(String source, List<String> arguments) {
        List<String> command = new ArrayList<>(List.of(program.toString()));
        command.addAll(arguments);
        Path errors = null;
        try {
            errors = Files.createTempFile("heddle-nvcc", ".txt");
            Process process =
                    new ProcessBuilder(command)
                            .redirectInput(ProcessBuilder.Redirect.PIPE)
                            .redirectError(errors.toFile())
                            .start();
            process.getOutputStream().close();
            byte[] output = process.getInputStream().readAllBytes();
            int status = process.waitFor();
            if (status != 0) {
                throw failed(source, arguments, status, output, errors);
            }
            return output;
        } catch (IOException e) {
            throw new InputException(source + ": cannot run " + program + ": " + e.getMessage());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new InputException(source + ": interrupted while nvcc ran");
        } finally {
            delete(errors);
        }
    }

    private static InputException failed(
            String source, List<String> arguments, int status, byte[] output, Path errors)
            throws IOException {
        List<String> messages = new ArrayList<>();
        if (!arguments.contains("-E")) { // whose output is the preprocessed text
            messages.addAll(lines(output));
        }
        messages.addAll(lines(Files.readAllBytes(errors)));
        return new InputException(source + ": nvcc ends with exit status " + status, messages);
    }

    private static List<String> lines(byte[] text) {
        String all = new String(text, StandardCharsets.UTF_8);
        return all.lines().filter(line -> !line.isBlank()).toList();
    }

    private static void delete(Path file) {
        try {
            if (file != null) {
                Files.deleteIfExists(file);
            }
        } catch (IOException e) {
            // a file of temporary ones that is left over harms nobody
        }
    }
}
