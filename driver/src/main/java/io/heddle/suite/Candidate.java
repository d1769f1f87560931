package io.heddle.suite;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * The launches of a candidate, as its file writes them: what is not a name is an expression over
 * the dims of the problem that it answers.
 *
 * @param file that says so
 * @param temps tensors between the launches, by name: {@code f32[N, 4]}
 * @param zero names of outputs and temps that are zero before the first launch
 * @param launches in their order
 */
public record Candidate(
        String file, Map<String, Word> temps, List<Word> zero, List<Launched> launches) {
    /** Copies the collections; the order of the map stays. */
    public Candidate {
        zero = List.copyOf(zero);
        temps = new LinkedHashMap<>(temps);
        launches = List.copyOf(launches);
    }

    /**
     * A word of the file.
     *
     * @param text null for {@code null}
     * @param place file and line, for messages
     */
    public record Word(String text, String place) {
        /** The error {@code message} at this word. */
        public InputException error(String message) {
            return new InputException(place + ": " + message);
        }
    }

    /**
     * One launch.
     *
     * @param ptx path of a file of PTX or CUDA
     * @param entry what names the kernel, or null if the file has one
     * @param grid CTAs, one to three extents
     * @param block threads a CTA, one to three extents
     * @param shared bytes of dynamic shared memory, or null
     * @param arguments one a parameter
     * @param place file and line, for messages
     */
    public record Launched(
            String ptx,
            String entry,
            List<Word> grid,
            List<Word> block,
            Word shared,
            List<Word> arguments,
            String place) {
        /** Copies the lists. */
        public Launched {
            grid = List.copyOf(grid);
            block = List.copyOf(block);
            arguments = List.copyOf(arguments);
        }
    }

    /**
     * The candidate in a file, which may include no others.
     *
     * @throws InputException if it cannot be used, naming file and line
     */
    public static Candidate read(String file, InputFiles files) {
        return new CandidateReader(file, files).read();
    }
}
