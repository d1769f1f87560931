package io.heddle.suite;

import io.heddle.launch.TensorSpec.Init;
import io.heddle.term.ElementType;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Locale;

/**
 * Contents of a tensor from a file: numbers, inf, -inf and nan, separated by blanks or commas in
 * {@code .txt} and {@code .csv} files, else the raw little-endian elements in row-major order.
 */
final class TensorFile {
    private TensorFile() {}

    /** Thrown if the contents of a file do not fit the tensor. */
    static final class UnusableException extends Exception {
        private static final long serialVersionUID = 1L;

        UnusableException(String message) {
            super(message);
        }
    }

    static Init read(InputFiles files, String file, ElementType type, long elements)
            throws UnusableException {
        try {
            String misfit = files.kind(file).misfit();
            if (misfit != null) {
                throw new UnusableException(file + ": " + misfit);
            }
            String name = file.toLowerCase(Locale.ROOT);
            ValueList values =
                    name.endsWith(".txt") || name.endsWith(".csv")
                            ? numbers(files, file, type)
                            : raw(files, file, type, elements);
            if (values.size() != elements) {
                throw new UnusableException(
                        file + ": has " + values.size() + " elements, the tensor " + elements);
            }
            return values.init();
        } catch (IOException e) {
            throw new UnusableException(file + ": cannot be read: " + e.getMessage());
        }
    }

    private static ValueList numbers(InputFiles files, String file, ElementType type)
            throws IOException, UnusableException {
        ValueList values = new ValueList(type);
        int line = 0;
        for (String text : new String(files.read(file), StandardCharsets.UTF_8).split("\\R", -1)) {
            line++;
            for (String word : text.strip().split("[\\s,;]+", -1)) {
                if (word.isEmpty()) {
                    continue;
                }
                String misfit = values.add(word);
                if (misfit != null) {
                    throw new UnusableException(file + ":" + line + ": " + misfit);
                }
            }
        }
        return values;
    }

    private static ValueList raw(InputFiles files, String file, ElementType type, long elements)
            throws IOException, UnusableException {
        int width = type.bytes();
        long size = files.size(file);
        if (size != elements * width) {
            throw new UnusableException(
                    file
                            + ": has "
                            + size
                            + " bytes, "
                            + elements
                            + " elements of "
                            + type.spelling()
                            + " need "
                            + elements * width);
        }
        byte[] bytes = files.read(file);
        ValueList values = new ValueList(type);
        for (int at = 0; at < bytes.length; at += width) {
            long bits = 0;
            for (int i = width - 1; i >= 0; i--) {
                bits = bits << 8 | bytes[at + i] & 0xff;
            }
            values.addBits(bits);
        }
        return values;
    }
}
