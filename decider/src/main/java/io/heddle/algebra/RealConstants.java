package io.heddle.algebra;

import io.heddle.term.NamedConstant;
import java.math.BigDecimal;

/** The named real constants to 120 digits, truncated: each lies in [value, value + 10^-118]. */
public final class RealConstants {
    /** log2 e. */
    public static final BigDecimal LOG2_E =
            new BigDecimal(
                    "1.442695040888963407359924681001892137426645954152985934135449406931"
                            + "109219181185079885526622893506344496997518309652544255");

    /** log2 10. */
    public static final BigDecimal LOG2_10 =
            new BigDecimal(
                    "3.321928094887362347870319429489390175864831393024580612054756395815"
                            + "934776608625215850139743359370155099657371710250251826");

    /** π. */
    public static final BigDecimal PI =
            new BigDecimal(
                    "3.141592653589793238462643383279502884197169399375105820974944592307"
                            + "816406286208998628034825342117067982148086513282306647");

    /** ln 2 = 1 / log2 e. */
    public static final BigDecimal LN_2 =
            new BigDecimal(
                    "0.693147180559945309417232121458176568075500134360255254120680009493"
                            + "393621969694715605863326996418687542001481020570685733");

    private RealConstants() {}

    /** The digits of {@code constant}. */
    public static BigDecimal digits(NamedConstant constant) {
        return switch (constant) {
            case LOG2_E -> LOG2_E;
            case LOG2_10 -> LOG2_10;
            case PI -> PI;
        };
    }
}
