package io.heddle.table;

import java.util.List;
import java.util.OptionalInt;
import java.util.UUID;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The name that the files of a batch share: {@code batch-}, a random id, and the CRC-32C of each
 * file, eight hexadecimal digits each, in the order of the batch's tables. So a file says what its
 * bytes have to be. Names that earlier versions gave have no checksums.
 */
final class BatchName {
    private static final String BATCH = "batch-";
    private static final int ID_LENGTH = 36;
    private static final Pattern CHECKED =
            Pattern.compile(BATCH + ".{" + ID_LENGTH + "}((?:-[0-9a-f]{8})+)\\..*");
    private static final int DIGITS = 8;

    private BatchName() {}

    /**
     * A new name, without the extension.
     *
     * @param checksums of the batch's files, in their order
     */
    static String of(List<Integer> checksums) {
        StringBuilder name = new StringBuilder(BATCH).append(UUID.randomUUID());
        checksums.forEach(c -> name.append(String.format("-%08x", c)));
        return name.toString();
    }

    /** True if a file belongs to a batch. */
    static boolean isBatch(String file) {
        return file.startsWith(BATCH);
    }

    /** The number of files of the batch, if the name of one says it. */
    static OptionalInt files(String file) {
        Matcher name = CHECKED.matcher(file);
        return name.matches()
                ? OptionalInt.of(name.group(1).length() / (DIGITS + 1))
                : OptionalInt.empty();
    }

    /**
     * The checksum that a file's name gives for it.
     *
     * @param place of the file in its batch, from 0
     * @return the checksum, or null if the name gives none
     */
    static Integer checksum(String file, int place) {
        Matcher name = CHECKED.matcher(file);
        int from = place * (DIGITS + 1) + 1;
        if (!name.matches() || name.group(1).length() < from + DIGITS) {
            return null;
        }
        return Integer.parseUnsignedInt(name.group(1).substring(from, from + DIGITS), 16);
    }
}
