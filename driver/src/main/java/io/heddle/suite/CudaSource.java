package io.heddle.suite;

/** CUDA source that stands where PTX is expected. */
public final class CudaSource {
    /** The architecture that is compiled for where nothing else is said: that of our datasets. */
    public static final String ARCHITECTURE = "-arch=sm_80";

    private CudaSource() {}

    /** True of a name that ends in {@code .cu}. */
    public static boolean is(String file) {
        return file.endsWith(".cu");
    }

    /** The command that makes PTX of a source. */
    public static String command(String file) {
        return "nvcc -ptx -lineinfo " + ARCHITECTURE + " " + file + " -o " + ptx(file);
    }

    /** The PTX that {@link #command} writes, in the folder where it runs. */
    public static String ptx(String file) {
        String base = file.substring(file.lastIndexOf('/') + 1);
        return base.substring(0, base.length() - ".cu".length()) + ".ptx";
    }
}
