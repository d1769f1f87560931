package io.heddle.gate;

import io.heddle.check.KernelFiles;
import io.heddle.spec.Formula;
import io.heddle.spec.Sizes;
import io.heddle.spec.index.FormulaException;
import io.heddle.suite.InputException;
import java.util.List;
import java.util.Optional;

/**
 * What a candidate is to compute, and at which sizes: a formula that says {@code proved(…)}.
 *
 * @param formula what to compute
 * @param proved sizes at which a candidate is proved or refuted
 * @param shipped the size at which it is to be used, if that is known
 */
record Problem(Formula formula, List<Sizes> proved, Optional<Sizes> shipped) {
    /**
     * The problem in a file.
     *
     * @throws InputException if it is no formula, or does not say at which sizes it is to be proved
     */
    static Problem read(String file, KernelFiles files) {
        Formula formula = files.formula(file);
        List<Sizes> sizes;
        try {
            sizes = formula.sizes();
        } catch (FormulaException e) {
            throw new InputException(e.getMessage());
        }
        List<Sizes> proved = sizes.stream().filter(s -> !s.isShipped()).toList();
        List<Sizes> shipped = sizes.stream().filter(Sizes::isShipped).toList();
        if (proved.isEmpty()) {
            throw new InputException(
                    file + ": says nowhere at which sizes to prove, such as proved(N=2, D=64)");
        }
        if (shipped.size() > 1) {
            throw new InputException(shipped.get(1).place() + ": a second shipped(…)");
        }
        return new Problem(formula, proved, shipped.stream().findFirst());
    }
}
