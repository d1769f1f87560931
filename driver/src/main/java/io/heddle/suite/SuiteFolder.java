package io.heddle.suite;

/**
 * The folder of a suite file, in which the relative names of the suite begin.
 *
 * @param name of the folder; empty for the working folder
 * @param files to read from
 */
record SuiteFolder(String name, InputFiles files) {
    /** The folder of {@code file}. */
    static SuiteFolder of(String file, InputFiles files) {
        return new SuiteFolder(FileNames.folder(file), files);
    }

    /** The name of the file that the suite calls {@code text}. */
    String resolve(String text) {
        return FileNames.resolve(name, text);
    }
}
