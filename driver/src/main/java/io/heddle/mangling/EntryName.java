package io.heddle.mangling;

import java.util.Optional;

/**
 * The name of an entry in C++, as {@code c++filt} prints it. Three spellings, each the one before
 * and more; a spelling that cannot be read is the one before.
 *
 * @param name with namespaces, such as {@code ns::gemm}
 * @param instance with template arguments, such as {@code ns::gemm<128, 4>}
 * @param signature with the types of the parameters, such as {@code ns::gemm<128, 4>(float*, int)};
 *     without the result, which is void in every kernel
 */
public record EntryName(String name, String instance, String signature) {
    /** The name that is mangled so; empty if it is not mangled or its beginning cannot be read. */
    public static Optional<EntryName> of(String mangled) {
        return mangled.startsWith("_Z") ? new MangledName(mangled).read(2) : Optional.empty();
    }

    /** {@link #signature} of a mangled name, else the name itself. */
    public static String demangled(String entry) {
        return of(entry).map(EntryName::signature).orElse(entry);
    }
}
