package io.heddle.anyinput.bits;

/** The operations of terms; those with a name of SMT-LIB mean what they mean there. */
public enum BitOp {
    CONSTANT(""),
    /** A variable. */
    VARIABLE(""),
    /** A function of which only the name is known. */
    APPLY(""),
    /** A sum of two or more; a constant is its last operand. */
    ADD("bvadd"),
    MUL("bvmul"),
    UDIV("bvudiv"),
    UREM("bvurem"),
    SDIV("bvsdiv"),
    SREM("bvsrem"),
    SHL("bvshl"),
    LSHR("bvlshr"),
    ASHR("bvashr"),
    /** Of bit strings that have more than one bit. */
    BITAND("bvand"),
    BITOR("bvor"),
    BITXOR("bvxor"),
    ZEXT("zero_extend"),
    SEXT("sign_extend"),
    /** The lowest bits. */
    LOW("extract"),
    /** A choice: condition, value if it holds, value otherwise. */
    ITE("ite"),
    /** Of two terms of any width. */
    EQ("="),
    ULT("bvult"),
    SLT("bvslt"),
    /** Of conditions, which are terms of one bit; two or more. */
    AND("and"),
    OR("or"),
    NOT("not");

    private final String smt;

    BitOp(String smt) {
        this.smt = smt;
    }

    /** Its name in SMT-LIB's theory of bit vectors. */
    public String smt() {
        return smt;
    }

    /** True if its value is a condition whatever its operands are. */
    public boolean isCondition() {
        return switch (this) {
            case EQ, ULT, SLT, AND, OR, NOT -> true;
            default -> false;
        };
    }
}
