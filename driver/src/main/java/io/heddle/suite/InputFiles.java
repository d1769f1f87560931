package io.heddle.suite;

import java.io.FileNotFoundException;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.NoSuchFileException;
import java.util.List;

/**
 * Where suites, PTX and contents of tensors are read from. A file has a name: a path of the local
 * file system or a URI ({@link FileNames}). Which URIs can be read is for the implementation to
 * say. Thread-safe.
 */
public interface InputFiles {
    /** What is at a name. */
    enum Kind {
        /** Nothing. */
        NONE,
        /** A regular file. */
        FILE,
        /** A folder. */
        FOLDER,
        /** Something that has no end to read to: a device, a pipe. */
        OTHER;

        /** Why it cannot be read as a file, in words; null if it can. */
        public String misfit() {
            return switch (this) {
                case FILE -> null;
                case NONE -> "no such file";
                case FOLDER, OTHER -> "is not a regular file";
            };
        }
    }

    /**
     * What is at {@code name}.
     *
     * @throws IOException if that cannot be told
     */
    Kind kind(String name) throws IOException;

    /**
     * True if a link at {@code name}, or on the way to it, leads out of a folder.
     *
     * @throws IOException if that cannot be told
     */
    default boolean leadsOutOf(String folder, String name) throws IOException {
        return false;
    }

    /** The bytes of a regular file. */
    byte[] read(String name) throws IOException;

    /** The length of a regular file in bytes. */
    long size(String name) throws IOException;

    /**
     * The regular files in a folder and the folders below it.
     *
     * @param depth 1 for those in the folder itself
     * @return their names relative to the folder, with {@code /} between folders
     */
    List<String> list(String folder, int depth) throws IOException;

    /**
     * The text of a file, read as UTF-8; bytes that are not become replacement characters.
     *
     * @throws InputException if it cannot be read
     */
    default String text(String name) {
        try {
            String misfit = kind(name).misfit();
            if (misfit != null) {
                throw new InputException(name + ": " + misfit);
            }
            return new String(read(name), StandardCharsets.UTF_8);
        } catch (NoSuchFileException | FileNotFoundException e) {
            throw new InputException(name + ": no such file");
        } catch (IOException e) {
            throw new InputException(name + ": cannot be read: " + e.getMessage());
        } catch (OutOfMemoryError e) {
            throw InputException.tooLarge(name);
        }
    }
}
