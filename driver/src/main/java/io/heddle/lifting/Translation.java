package io.heddle.lifting;

import io.heddle.spec.Formula;
import io.heddle.spec.write.LatexText;
import io.heddle.spec.write.TorchText;

/** The formula that was lifted, in other languages. */
public final class Translation {
    private static final String FILE = "lifted.py";

    private Translation() {}

    /**
     * As a file of Python with one function of PyTorch.
     *
     * @throws io.heddle.spec.index.FormulaException naming what PyTorch has no words for
     */
    public static String torch(LiftReport report) {
        return TorchText.of(Formula.parse(FILE, report.formula()));
    }

    /** As LaTeX. */
    public static String latex(LiftReport report) {
        return LatexText.of(Formula.parse(FILE, report.formula()));
    }
}
